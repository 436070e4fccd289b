//! What hosts, chat programs and fingers do to a link, undone as far as nothing is guessed.
//!
//! A link is the same in capitals, percent-encoded (even twice), in quotes or before a full stop.

use super::LENGTH_MAX;

/// How often a link may have been percent-encoded.
const ENCODED_MAX: usize = 2;
/// A character encoded twice is 5 long: a longer text is too long however it is read.
const RAW_MAX: usize = 5 * LENGTH_MAX;

/// The link's own text, in small letters; or how long it is, if that is too long.
pub fn clean(raw: &str) -> Result<String, usize> {
    if raw.len() > RAW_MAX {
        return Err(raw.len());
    }
    let raw = raw.trim();
    let raw = match raw.strip_prefix('?') {
        Some(query) => parameter(query),
        None => raw,
    };
    let mut text = raw.to_ascii_lowercase();
    for _ in 0..ENCODED_MAX {
        if text.contains('%') {
            text = decode(&text).to_ascii_lowercase();
        }
    }
    let text = text.trim_start_matches(['#', '/', ' ']);
    let text = text.strip_prefix("?s=").unwrap_or(text);
    // What follows belongs to somebody else: &utm_source=…, ?fbclid=…
    let text = text.split(['&', '?', '#']).next().unwrap_or_default();
    let text = text.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
    match text.len() {
        chars if chars > LENGTH_MAX => Err(chars),
        _ => Ok(text.to_owned()),
    }
}

/// The value of `s` in a query.
fn parameter(query: &str) -> &str {
    query.split('&').find_map(|pair| pair.strip_prefix("s=")).unwrap_or_default()
}

/// Decodes `%2f` and the like where they stand for printable ASCII, and leaves all else.
fn decode(text: &str) -> String {
    let mut parts = text.split('%');
    let mut decoded = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let byte = part
            .get(..2)
            .and_then(|hex| u8::from_str_radix(hex, 16).ok())
            .filter(|byte| (b' '..=b'~').contains(byte));
        match byte {
            Some(byte) => {
                decoded.push(char::from(byte));
                decoded.push_str(&part[2..]);
            }
            None => {
                decoded.push('%');
                decoded.push_str(part);
            }
        }
    }
    decoded
}

#[cfg(test)]
mod tests {
    use super::clean;

    #[test]
    fn what_happens_to_links_is_undone() {
        for raw in [
            "v1/gc-pause/t=5",
            "#v1/gc-pause/t=5",
            "#/v1/gc-pause/t=5/",
            "?s=v1/gc-pause/t=5&embed=1",
            "?embed=1&s=v1%2Fgc-pause%2Ft%3D5",
            "%23v1%252Fgc-pause/t%253d5",
            " V1/GC-PAUSE/T=5. ",
            "v1/gc-pause/t=5?fbclid=x",
            "v1/gc-pause/t=5%20)",
        ] {
            assert_eq!(clean(raw).as_deref(), Ok("v1/gc-pause/t=5"), "{raw}");
        }
    }

    #[test]
    fn nothing_long_is_looked_at() {
        assert_eq!(clean(&"x".repeat(5_000_000)), Err(5_000_000));
        assert_eq!(clean(&"x".repeat(2_001)), Err(2_001));
        assert_eq!(clean(&"x".repeat(2_000)).map(|t| t.len()), Ok(2_000));
        assert_eq!(clean("%zz%é%").as_deref(), Ok("%zz"));
    }
}
