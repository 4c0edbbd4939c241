//! A number that stands for the meaning of a program.

use std::hash::{Hash, Hasher};

use super::Program;

impl Program {
    /// A hash of everything but spans: comments and layout do not change it, nor do the names of variables. The
    /// same on every platform and in every run.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = Fnv::default();
        (self.threads, self.shared_slots, self.local_slots, self.entry).hash(&mut hasher);
        (&self.shared_variables, &self.thread_local_variables).hash(&mut hasher);
        (&self.shared_initial, &self.local_initial).hash(&mut hasher);
        (&self.locations, &self.edges, &self.instances).hash(&mut hasher);
        for property in &self.properties {
            (property.kind, property.site, &property.name, &property.locations).hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// FNV-1a with 64 bits. Integers are hashed in one byte order and one width on every platform.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
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
