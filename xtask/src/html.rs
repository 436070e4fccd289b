//! Finding elements in the HTML that trunk writes. Not a parser: it knows the few shapes that our
//! own `index.html` has, and no attribute of ours holds a `>`.

use std::ops::Range;

/// One element: all of it, and what stands between its tags (empty for `link` and `meta`).
pub struct Element {
    pub whole: Range<usize>,
    pub body: Range<usize>,
    tag: String,
}

impl Element {
    /// The value of an attribute, if it has one in double quotes.
    pub fn attribute(&self, name: &str) -> Option<&str> {
        let start = self.tag.find(&format!(" {name}=\""))? + name.len() + 3;
        self.tag[start..].split('"').next()
    }
}

/// Every element of this name, in order.
pub fn elements(html: &str, name: &str) -> Vec<Element> {
    let (open, close) = (format!("<{name}"), format!("</{name}>"));
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = html[at..].find(&open).map(|start| at + start) {
        let Some(end) = html[start..].find('>').map(|end| start + end + 1) else {
            break;
        };
        at = end;
        let longer_name = html[start + open.len()..].starts_with(|c: char| c.is_alphanumeric());
        if longer_name {
            continue;
        }
        let void = matches!(name, "link" | "meta");
        let body = match html[end..].find(&close) {
            Some(length) if !void => end..end + length,
            _ => end..end,
        };
        let whole = start..if void { end } else { (body.end + close.len()).min(html.len()) };
        at = whole.end;
        found.push(Element { whole, body, tag: html[start..end].to_string() });
    }
    found
}

/// The text without these parts; they must be in order and apart from each other.
pub fn without(html: &str, parts: &[Range<usize>]) -> String {
    let mut kept = String::with_capacity(html.len());
    let mut at = 0;
    for part in parts {
        kept.push_str(&html[at..part.start]);
        at = part.end;
    }
    kept.push_str(&html[at..]);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_have_bodies_and_attributes() {
        let html = "<link rel=\"icon\"><script type=\"module\">a < b</script><scripted>";
        let scripts = elements(html, "script");
        assert_eq!(scripts.len(), 1);
        assert_eq!(&html[scripts[0].body.clone()], "a < b");
        assert_eq!(scripts[0].attribute("type"), Some("module"));
        assert_eq!(scripts[0].attribute("src"), None);
        assert_eq!(elements(html, "link")[0].whole, 0..17);
    }

    #[test]
    fn parts_are_cut_out() {
        assert_eq!(without("abcdef", &[1..2, 4..6]), "acd");
        assert_eq!(without("abc", &[]), "abc");
    }
}
