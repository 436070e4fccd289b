//! `leasescope.html`: the page in one file, for frames and hosts where modules may not load.
//! Takes the index.html that trunk wrote; the scripts become a classic one, all else goes inline.

use crate::csp::DATA;
use crate::html::{elements, without};
use crate::shell::{command, must, target_dir};
use anyhow::{Context, Result, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::fs;
use std::path::Path;

const NAME: &str = "leasescope";
/// Reads the wasm from the page itself; a failed start is told by the watchdog in index.html.
const LOADER: &str = "\
(function () {
  var text = atob(document.getElementById(\"wasm\").textContent);
  var bytes = new Uint8Array(text.length);
  for (var i = 0; i < bytes.length; i += 1) bytes[i] = text.charCodeAt(i);
  wasm_bindgen({ module_or_path: bytes });
})();
";

/// Builds the page from `dist` and the wasm that cargo built for it.
pub fn page(dist: &Path, wasm_opt_level: &str) -> Result<String> {
    let folder = target_dir().join("single");
    let out = folder.to_string_lossy().into_owned();
    let built = target_dir().join(crate::tools::WASM).join(format!("release/{NAME}.wasm"));
    let built = built.to_string_lossy().into_owned();
    let bindgen = ["--target", "no-modules", "--no-typescript", "--out-name", NAME];
    must(
        &mut command("wasm-bindgen", &[&bindgen[..], &["--out-dir", &out, &built]].concat()),
        "wasm-bindgen could not make the classic script of the single file.",
    )?;
    let raw = folder.join(format!("{NAME}_bg.wasm")).to_string_lossy().into_owned();
    let small = folder.join("small.wasm").to_string_lossy().into_owned();
    must(
        &mut command("wasm-opt", &[wasm_opt_level, "-o", &small, &raw]),
        "wasm-opt could not read the wasm: run `npm ci` in e2e/, whose version it has to be.",
    )?;
    let index = fs::read_to_string(dist.join("index.html"))?;
    let glue = fs::read_to_string(folder.join(format!("{NAME}.js")))?;
    let styles = styles(&index, dist)?;
    inline(&index, &styles, &glue, &fs::read(small)?)
}

/// All style sheets of the page in their order.
fn styles(index: &str, dist: &Path) -> Result<String> {
    let links = elements(index, "link");
    let sheets = links.iter().filter(|link| link.attribute("rel") == Some("stylesheet"));
    let mut all = String::new();
    for href in sheets.filter_map(|link| link.attribute("href")) {
        let file = dist.join(href.trim_start_matches("./"));
        let text = fs::read_to_string(&file);
        all.push_str(&text.with_context(|| format!("cannot read {}", file.display()))?);
    }
    Ok(all)
}

fn inline(index: &str, styles: &str, glue: &str, wasm: &[u8]) -> Result<String> {
    let script = format!("\n{}\n{LOADER}", anywhere(glue)?);
    if script.contains("</script") || script.contains("<!--") {
        bail!("the script holds `</script` or `<!--` and would end too early inside the page.");
    }
    if styles.contains("</style") {
        bail!("a style sheet holds `</style` and would end too early inside the page.");
    }
    if styles.contains("@import") || styles.contains("url(") {
        bail!("a style sheet loads another file, which a single file cannot.");
    }
    let loads = ["stylesheet", "modulepreload", "preload"];
    let links = elements(index, "link").into_iter();
    let links = links.filter(|link| link.attribute("rel").is_some_and(|rel| loads.contains(&rel)));
    let scripts = elements(index, "script").into_iter();
    let scripts = scripts.filter(|script| script.attribute("type") == Some("module"));
    let mut parts: Vec<_> = links.chain(scripts).map(|element| element.whole).collect();
    parts.sort_by_key(|part| part.start);
    let page = without(index, &parts);
    let (head, rest) = page.split_once("</head>").context("index.html has no </head>")?;
    let (body, end) = rest.rsplit_once("</body>").context("index.html has no </body>")?;
    let wasm = STANDARD.encode(wasm);
    Ok(format!(
        "{head}<style>\n{styles}</style>\n</head>{body}\
         <script type=\"{DATA}\" id=\"wasm\">{wasm}</script>\n<script>{script}</script>\n</body>{end}"
    ))
}

/// The script without its guess at its own address: it has none, and in an `srcdoc` frame, whose
/// address is no base for others, the guess throws.
fn anywhere(glue: &str) -> Result<String> {
    let guess = "new URL(document.currentScript.src, location.href).toString()";
    if !glue.contains(guess) {
        bail!("wasm-bindgen's script changed: look at `anywhere` in xtask/src/single.rs.");
    }
    Ok(glue.replace(guess, "document.baseURI"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GLUE: &str = "let s = new URL(document.currentScript.src, location.href).toString();";
    const INDEX: &str = "<head><meta charset=\"utf-8\"><script>watch();</script>\
        <link rel=\"icon\" href=\"data:,\"><link rel=\"stylesheet\" href=\"./a.css\">\
        <script type=\"module\">import './a.js';</script>\
        <link rel=\"modulepreload\" href=\"./a.js\"></head><body><p>text</p></body>";

    #[test]
    fn the_page_loads_nothing_and_keeps_its_text() {
        let page = inline(INDEX, "b{}", GLUE, b"wasm").unwrap();
        for gone in ["a.css", "a.js", "module\"", "currentScript"] {
            assert!(!page.contains(gone), "{gone} is still in {page}");
        }
        for kept in ["watch();", "data:,", "<p>text</p>", "b{}", "d2FzbQ=="] {
            assert!(page.contains(kept), "{kept} is missing in {page}");
        }
    }

    #[test]
    fn what_would_break_the_page_is_refused() {
        assert!(inline(INDEX, "</style>", GLUE, b"").is_err());
        assert!(inline(INDEX, "a{background:url(x.png)}", GLUE, b"").is_err());
        assert!(inline(INDEX, "", &format!("{GLUE}'</script>'"), b"").is_err());
        assert!(inline(INDEX, "", "another shape", b"").is_err());
    }
}
