//! Counting checks: what passed, failed or was skipped, and reading those counts from what the
//! test programs print.

use serde_json::Value;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub passed: u64,
    pub failed: u64,
}

impl Count {
    /// What a program that counts nothing is worth: one check.
    pub fn one(passed: bool) -> Count {
        Count { passed: u64::from(passed), failed: u64::from(!passed) }
    }

    /// The counts that a program printed, given how it ended: a failure that it did not count
    /// (it did not even compile, say) is one failed check, and so is a success that counted nothing.
    pub fn settled(self, success: bool) -> Count {
        let uncounted = self.failed == 0 && (!success || self.passed == 0);
        Count { failed: self.failed + u64::from(uncounted), ..self }
    }

    fn plus(self, other: Count) -> Count {
        Count { passed: self.passed + other.passed, failed: self.failed + other.failed }
    }
}

/// The results of a whole test run, in the order in which they came.
#[derive(Default)]
pub struct Tally {
    total: Count,
    lines: Vec<String>,
}

impl Tally {
    pub fn add(&mut self, what: &str, count: Count) {
        let sign = if count.failed == 0 { "ok    " } else { "FAILED" };
        let Count { passed, failed } = count;
        self.lines.push(format!("{sign}  {what}: {passed} passed, {failed} failed"));
        self.total = self.total.plus(count);
    }

    pub fn skip(&mut self, what: &str, why: &str) {
        println!("\nSKIPPED {what}: {why}");
        self.lines.push(format!("SKIPPED {what}: {why}"));
    }

    /// Prints one line a group and, last, the sum; true if nothing failed.
    pub fn finish(&self) -> bool {
        println!();
        for line in &self.lines {
            println!("{line}");
        }
        println!("{} passed, {} failed", self.total.passed, self.total.failed);
        self.total.failed == 0
    }
}

/// Sums the lines `test result: ok. 12 passed; 0 failed; …` of cargo and of wasm-bindgen's runner.
pub fn of_cargo(output: &str) -> Count {
    let results = output.lines().filter_map(|line| line.trim().strip_prefix("test result: "));
    results.fold(Count::default(), |sum, line| sum.plus(of_words(line)))
}

/// The last line of the form `3 passed, 0 failed` that a script of ours printed.
pub fn of_script(output: &str) -> Count {
    let last = output.lines().rev().find(|line| line.contains(" passed, "));
    last.map(of_words).unwrap_or_default()
}

/// Playwright's JSON report: `{"stats":{"expected":…,"unexpected":…,"flaky":…,"skipped":…}}`.
pub fn of_playwright(report: &str) -> Count {
    let report: Value = serde_json::from_str(report).unwrap_or_default();
    let stat = |name: &str| report["stats"][name].as_u64().unwrap_or(0);
    let errors = report["errors"].as_array().map_or(0, Vec::len) as u64;
    Count { passed: stat("expected") + stat("flaky"), failed: stat("unexpected") + errors }
}

/// The number before `passed` and the one before `failed`.
fn of_words(line: &str) -> Count {
    let words: Vec<&str> = line.split([' ', ';', ',']).filter(|word| !word.is_empty()).collect();
    let before = |name: &str| {
        let at = words.iter().position(|word| *word == name)?;
        words.get(at.checked_sub(1)?)?.parse().ok()
    };
    Count { passed: before("passed").unwrap_or(0), failed: before("failed").unwrap_or(0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(count: Count, passed: u64, failed: u64) {
        assert_eq!(count, Count { passed, failed });
    }

    #[test]
    fn counts_are_read_from_each_kind_of_output() {
        let cargo = "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured\nnoise\n\
                     test result: FAILED. 3 passed; 2 failed; 0 ignored";
        check(of_cargo(cargo), 15, 2);
        check(of_cargo("error: could not compile"), 0, 0);
        check(of_script("step\n2 passed, 1 failed\n"), 2, 1);
        let report = r#"{"errors":[],"stats":{"expected":8,"unexpected":1,"flaky":1,"skipped":2}}"#;
        check(of_playwright(report), 9, 1);
        check(of_playwright("not JSON"), 0, 0);
    }

    #[test]
    fn nothing_counted_is_never_a_success() {
        check(Count::default().settled(false), 0, 1);
        check(Count::default().settled(true), 0, 1);
        check(Count { passed: 3, failed: 0 }.settled(false), 3, 1);
        check(Count { passed: 3, failed: 2 }.settled(false), 3, 2);
        check(Count { passed: 3, failed: 0 }.settled(true), 3, 0);
    }

    #[test]
    fn one_failure_fails_the_whole() {
        let mut tally = Tally::default();
        tally.add("format", Count::one(true));
        assert!(tally.finish());
        tally.add("lints", Count::one(false));
        assert!(!tally.finish());
    }
}
