//! Mounts the page; natively there is nothing to mount.
fn main() {}
