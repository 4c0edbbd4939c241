//! All combinations of free bits.

/// Bits that can have either value, and the combination at hand; it starts with all F.
pub(super) struct Choices<P> {
    free: Vec<(P, bool)>,
}

impl<P: Copy> Choices<P> {
    pub(super) fn new() -> Self {
        Self { free: Vec::new() }
    }

    pub(super) fn add(&mut self, place: P) {
        self.free.push((place, false));
    }

    pub(super) fn len(&self) -> usize {
        self.free.len()
    }

    /// Advances to the next combination and calls `set` for each change; returns `false` after the last, when all bits
    /// are F again. Counts in binary: two bits change on average.
    pub(super) fn advance(&mut self, mut set: impl FnMut(P, bool)) -> bool {
        for (place, value) in &mut self.free {
            *value = !*value;
            set(*place, *value);
            if *value {
                return true;
            }
        }
        false
    }
}
