//! A hash that is the same on every platform and in every run.

use std::fmt;
use std::hash::Hasher;

/// FNV-1a with 64 bits. Integers are hashed in one byte order and one width. It recognises unchanged data; it does not
/// protect against forgery.
#[derive(Clone, Copy, Debug)]
pub struct Fnv(u64);

impl Fnv {
    /// The hash of some bytes.
    pub fn of(bytes: &[u8]) -> Self {
        let mut hash = Self::default();
        hash.write(bytes);
        hash
    }
}

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl fmt::Display for Fnv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn write_u32(&mut self, value: u32) {
        self.write(&value.to_le_bytes());
    }

    fn write_u64(&mut self, value: u64) {
        self.write(&value.to_le_bytes());
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }

    fn write_isize(&mut self, value: isize) {
        self.write_u64(value.cast_unsigned() as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::Fnv;

    #[test]
    fn agrees_with_published_values() {
        assert_eq!(Fnv::of(b"").to_string(), "cbf29ce484222325");
        assert_eq!(Fnv::of(b"a").to_string(), "af63dc4c8601ec8c");
    }
}
