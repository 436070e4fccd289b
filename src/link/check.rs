//! The check at a link's end: four characters over the text before it.
//!
//! Twenty bits, mixed so that every step maps states one to one. So a single changed character never
//! goes unnoticed; any other change or cut does once in 2²⁰, about a million.

const BITS: u32 = 20;
const MASK: u32 = (1 << BITS) - 1;
/// Odd, and so invertible modulo 2²⁰.
const FACTOR: u32 = 0x9_e3b5;
/// 32 digits, without those that are mistaken for one another (i l o u).
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

pub fn of(text: &str) -> String {
    let mut state = 0x5_a5a5;
    for byte in text.bytes() {
        state = (state ^ u32::from(byte)).wrapping_mul(FACTOR) & MASK;
        state ^= state >> 9;
    }
    let digit = |i: u32| char::from(DIGITS[(state >> (5 * i)) as usize & 31]);
    (0..BITS / 5).map(digit).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn one_changed_character_always_shows() {
        let text = "v1/gc-pause/ttl=5000/a.pause=before-write.8000/protect=fence/t=6400";
        let check = super::of(text);
        for at in 0..text.len() {
            for byte in (0u8..128).filter(|byte| *byte != text.as_bytes()[at]) {
                let mut other = text.as_bytes().to_vec();
                other[at] = byte;
                let other = String::from_utf8(other).expect("ASCII");
                assert_ne!(check, super::of(&other), "{other}");
            }
        }
    }

    #[test]
    fn the_check_of_version_1_is_frozen() {
        assert_eq!(super::of("v1/gc-pause"), "deh4");
    }
}
