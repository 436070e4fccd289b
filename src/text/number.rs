//! How times are written: `7.100 s` where instants are compared, `6.0 s` in a sentence.

use super::{Key, Text};

/// An instant to the millisecond: `7.100 s`.
pub fn seconds(ms: u64) -> String {
    format!("{}.{:03} s", ms / 1000, ms % 1000)
}

/// What a clock reads, to the millisecond and without its unit: `7.100`, `−4.900`.
pub fn reading_digits(ms: i64) -> String {
    let sign = if ms < 0 { "−" } else { "" };
    let ms = ms.unsigned_abs();
    format!("{sign}{}.{:03}", ms / 1000, ms % 1000)
}

/// A span with as many digits as it needs: `6.0 s`, `5.38 s`, `20 ms`.
pub fn seconds_short(ms: u64) -> String {
    if is_tiny(ms) { format!("{ms} ms") } else { format!("{} s", decimal(ms)) }
}

/// A tick of a ruler: `5 s`, `0.5 s`.
pub fn seconds_tick(ms: u64) -> String {
    let said = decimal(ms);
    format!("{} s", said.strip_suffix(".0").unwrap_or(&said))
}

/// Seconds with at least one and at most three digits after the point.
fn decimal(ms: u64) -> String {
    let said = format!("{}.{:03}", ms / 1000, ms % 1000);
    let least = said.len() - 2;
    let trimmed = said.trim_end_matches('0').len();
    said[..trimmed.max(least)].to_owned()
}

fn is_tiny(ms: u64) -> bool {
    (1..100).contains(&ms)
}

impl Text {
    /// A span in a sentence: `6.0 s`, `6.0초`, `1 ms`.
    pub fn span(self, ms: u64) -> String {
        let (key, number) = match is_tiny(ms) {
            true => (Key::NumberSpanMs, ms.to_string()),
            false => (Key::NumberSpanS, decimal(ms)),
        };
        self.fill(key, &[("n", &number)])
    }

    /// What a clock reads, which may be below zero: `1.08 s`, `−4.9 s`.
    pub fn reading(self, ms: i64) -> String {
        let sign = if ms < 0 { "−" } else { "" };
        let number = sign.to_owned() + &decimal(ms.unsigned_abs());
        self.fill(Key::NumberSpanS, &[("n", &number)])
    }
}
