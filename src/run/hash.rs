//! The trace's hash: FNV-1a, 64 bits, over the trace's JSON lines, each with its newline.
//!
//! Over the text and not over memory, so that anybody can compute it from what the `trace` example
//! prints, and so that it is the same natively and in the browser.

use super::trace::Event;
use std::io::{self, Write};

/// A writer that only hashes.
struct Fnv(u64);

impl Write for Fnv {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The hash as 16 hexadecimal digits.
pub fn hash(events: &[Event]) -> String {
    let mut fnv = Fnv(0xcbf2_9ce4_8422_2325);
    for event in events {
        // Neither can fail: an event is plain data, and the writer takes everything.
        let written =
            serde_json::to_writer(&mut fnv, event).is_ok() && fnv.write_all(b"\n").is_ok();
        assert!(written, "an event must be writable as JSON; a map with other keys was added?");
    }
    format!("{:016x}", fnv.0)
}
