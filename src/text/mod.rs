//! Language and texts.
//!
//! Owns access to what `locales/` says, and how numbers are written. The tables are made by
//! `build.rs`, which fails where a language lacks a text. Leaves open what is said when.

mod number;
#[cfg(test)]
mod tests;

pub use number::{reading_digits, seconds, seconds_short, seconds_tick};

include!(concat!(env!("OUT_DIR"), "/texts.rs"));

impl Lang {
    /// Every language, the reference first.
    pub const ALL: [Lang; LANGS.len()] = LANGS;

    /// `en`, `ko`: as in `?lang=` and in the page's `lang` attribute.
    pub fn code(self) -> &'static str {
        CODES[self as usize]
    }

    /// What it calls itself.
    pub fn name(self) -> &'static str {
        NAMES[self as usize]
    }

    /// Of a language tag, whatever its region and case: `ko-KR` is `ko`.
    pub fn from_code(tag: &str) -> Option<Lang> {
        let primary = tag.split(['-', '_']).next().unwrap_or(tag);
        Lang::ALL.into_iter().find(|lang| lang.code().eq_ignore_ascii_case(primary))
    }
}

/// The texts of one language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Text(pub Lang);

impl Text {
    pub fn get(self, key: Key) -> &'static str {
        TEXTS[self.0 as usize][key as usize]
    }

    /// A text with its `{placeholders}` filled; one that is not given stays as it is.
    pub fn fill(self, key: Key, args: &[(&str, &str)]) -> String {
        fill(self.get(key), args)
    }

    /// A text by its id `file.section.key`, for what registries name.
    pub fn find(self, id: &str) -> Option<&'static str> {
        IDS.binary_search(&id).ok().map(|i| TEXTS[self.0 as usize][i])
    }

    /// A text by its id, filled; empty if there is none.
    pub fn find_fill(self, id: &str, args: &[(&str, &str)]) -> String {
        self.find(id).map_or_else(String::new, |pattern| fill(pattern, args))
    }
}

fn fill(pattern: &str, args: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(pattern.len() + 16);
    let mut rest = pattern;
    while let Some(open) = rest.find('{') {
        let close = rest[open..].find('}').map_or(rest.len(), |i| open + i + 1);
        let name = rest[open..close].trim_matches(['{', '}']);
        out.push_str(&rest[..open]);
        let arg = args.iter().find(|(given, _)| *given == name);
        out.push_str(arg.map_or(&rest[open..close], |(_, value)| value));
        rest = &rest[close..];
    }
    out + rest
}
