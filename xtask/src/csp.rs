//! The content security policy of both outputs, the only place where it is written.
//! Nothing may come from another origin; inline scripts and styles are named by their hashes.

use crate::html::{Element, elements};
use anyhow::{Context, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest, Sha256};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// Files that load each other from their own origin.
    Dist,
    /// One file that loads nothing; a worker can only come from a blob.
    SingleFile,
}

/// The script type of data blocks, which never run and so need no hash.
pub const DATA: &str = "application/octet-stream";
const CHARSET: &str = "<meta charset=\"utf-8\">";

/// The page with its policy, which stands before anything that it has to judge.
pub fn seal(html: &str, output: Output) -> Result<String> {
    let charset = html.find(CHARSET).context("index.html must hold <meta charset=\"utf-8\">")?;
    let (before, after) = html.split_at(charset + CHARSET.len());
    let policy = policy(html, output);
    Ok(format!(
        "{before}\n<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">{after}"
    ))
}

fn policy(html: &str, output: Output) -> String {
    let runs = |script: &Element| {
        script.attribute("src").is_none() && script.attribute("type") != Some(DATA)
    };
    let hashes = |name: &str, counts: &dyn Fn(&Element) -> bool| {
        let inline = elements(html, name).into_iter().filter(counts);
        inline.map(|element| format!(" '{}'", hash(&html[element.body]))).collect::<String>()
    };
    let scripts = hashes("script", &runs);
    let styles = hashes("style", &|_| true);
    let own = match output {
        Output::Dist => format!(
            "script-src 'self' 'wasm-unsafe-eval'{scripts}; style-src 'self'{styles}; \
             img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; \
             manifest-src 'self'"
        ),
        Output::SingleFile => format!(
            "script-src 'wasm-unsafe-eval'{scripts}; style-src{styles}; img-src data:; \
             worker-src blob:"
        ),
    };
    format!("default-src 'none'; {own}; base-uri 'none'; form-action 'none'")
}

fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_one_of_the_specification() {
        // The example of the CSP specification, section 5.2.
        let expected = "sha256-RFWPLDbv2BY+rCkDzsE+0fr8ylGr2R2faWMhq4lfEQc=";
        assert_eq!(hash("doSomething();"), expected);
    }

    #[test]
    fn inline_scripts_are_hashed_and_others_are_not() {
        let html = format!(
            "<head>{CHARSET}<script>doSomething();</script><script src=\"./a.js\"></script>\
             <script type=\"{DATA}\">AAAA</script></head>"
        );
        let sealed = seal(&html, Output::Dist).unwrap();
        assert_eq!(sealed.matches("sha256-").count(), 1);
        assert!(sealed.find("Content-Security-Policy") < sealed.find("<script"));
    }

    #[test]
    fn the_single_file_may_load_nothing() {
        let html = format!("{CHARSET}<style>b{{}}</style>");
        let sealed = seal(&html, Output::SingleFile).unwrap();
        assert!(!sealed.contains("'self'"), "{sealed}");
        assert_eq!(sealed.matches("sha256-").count(), 1);
    }
}
