//! What several tests share.
#![allow(dead_code, reason = "each test binary includes this module and uses a part of it")]
#![allow(clippy::expect_used, reason = "a test may fail")]

pub mod scenarios;
pub mod storms;

use std::path::PathBuf;

/// A file of the tests' folder.
pub fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

/// Compares a text with the one in a file; with `UPDATE` set, writes it there.
#[track_caller]
pub fn same_as_file(name: &str, text: &str) {
    let path = path(name);
    if std::env::var_os("UPDATE").is_some() {
        let folder = path.parent().expect("a file in a folder");
        std::fs::create_dir_all(folder).expect("the folder can be made");
        std::fs::write(&path, text).expect("the file can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let is = |(a, b): &(&str, &str)| a != b;
    let first = kept.lines().zip(text.lines()).find(is);
    assert!(
        kept == text,
        "{name} differs, first in {first:?}; UPDATE=1 writes it anew. Now:\n{text}"
    );
}
