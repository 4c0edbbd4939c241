//! Positions in objects: single ones, and arithmetic progressions such as "this member of some element of an array".

/// A position in an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Offset {
    /// This number of bytes after its beginning.
    At(u64),
    /// All offsets that are `rest` modulo `step`.
    Every {
        /// The distance between two of them, at least 1.
        step: u64,
        /// The remainder, less than the step.
        rest: u64,
    },
}

/// A number of bytes by which a pointer is moved, or another number that differs from it by a multiple of the step; a step of 0
/// leaves just the number itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Distance {
    pub(super) bytes: i128,
    pub(super) step: u64,
}

impl Offset {
    /// Any offset.
    pub const ANY: Self = Self::Every { step: 1, rest: 0 };

    /// Returns `true` if a number of bytes is among the offsets.
    pub fn contains(self, at: u64) -> bool {
        self.includes(Self::At(at))
    }

    /// Returns `true` if all of other offsets are among these.
    pub(super) fn includes(self, other: Self) -> bool {
        match self {
            Self::At(_) => self == other,
            Self::Every { step, .. } => {
                other.step().is_multiple_of(step) && is_multiple(self.first() - other.first(), step)
            }
        }
    }

    /// The finest progression that includes both.
    pub(super) fn joined(self, other: Self) -> Self {
        let step = divisor(divisor(self.step(), other.step()), self.first().abs_diff(other.first()) as u64);
        Self::progression(self.first(), step)
    }

    /// The offsets after a distance. An offset before an object is anywhere in it, unless a progression says more.
    pub(super) fn moved(self, by: Distance) -> Self {
        Self::progression(self.first().saturating_add(by.bytes), divisor(self.step(), by.step))
    }

    /// Returns `true` if a number of bytes at one of these offsets and another number at one of other offsets share a byte.
    pub(crate) fn meets(self, size: u64, other: Self, of_other: u64) -> bool {
        size > 0
            && of_other > 0
            && self.distance(other).is_within(1 - i128::from(of_other), size.saturating_add(of_other - 1))
    }

    /// The distances from these offsets to others.
    pub(super) fn distance(self, to: Self) -> Distance {
        Distance { bytes: to.first() - self.first(), step: divisor(self.step(), to.step()) }
    }

    fn progression(first: i128, step: u64) -> Self {
        match step {
            0 => u64::try_from(first).map_or(Self::ANY, Self::At),
            _ => Self::Every { step, rest: first.rem_euclid(step.into()) as u64 },
        }
    }

    fn first(self) -> i128 {
        match self {
            Self::At(at) => at.into(),
            Self::Every { rest, .. } => rest.into(),
        }
    }

    fn step(self) -> u64 {
        match self {
            Self::At(_) => 0,
            Self::Every { step, .. } => step,
        }
    }
}

impl Distance {
    /// No bytes.
    pub(super) const NONE: Self = Self { bytes: 0, step: 0 };

    /// Returns `true` if one of the numbers is in a range of this first number and length.
    pub(super) fn is_within(self, first: i128, length: u64) -> bool {
        let after = self.bytes.saturating_sub(first);
        let after = if self.step == 0 { after } else { after.rem_euclid(self.step.into()) };
        (0..i128::from(length)).contains(&after)
    }
}

fn is_multiple(number: i128, of: u64) -> bool {
    number.rem_euclid(of.into()) == 0
}

/// The greatest common divisor; that of 0 and a number is the number.
fn divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn every(step: u64, rest: u64) -> Offset {
        Offset::Every { step, rest }
    }

    #[test]
    fn joined_offsets_are_the_finest_progression() {
        assert_eq!(Offset::At(4).joined(Offset::At(20)), every(16, 4));
        assert_eq!(every(16, 4).joined(Offset::At(12)), every(8, 4));
        assert_eq!(every(12, 4).joined(every(8, 0)), every(4, 0));
        assert_eq!(every(4, 1).joined(Offset::At(0)), Offset::ANY);
    }

    #[test]
    fn what_is_included() {
        assert!(every(8, 4).includes(every(16, 12)));
        assert!(!every(8, 4).includes(every(12, 4)));
        assert!(!Offset::At(4).includes(every(8, 4)));
        assert!(every(8, 4).contains(20) && !every(8, 4).contains(16));
    }

    #[test]
    fn a_progression_remains_one_before_the_object() {
        let back = Distance { bytes: -20, step: 0 };
        assert_eq!(every(16, 4).moved(back), every(16, 0));
        assert_eq!(Offset::At(4).moved(back), Offset::ANY);
        assert_eq!(Offset::At(24).moved(back), Offset::At(4));
        assert_eq!(Offset::At(24).moved(Distance { bytes: 0, step: 16 }), every(16, 8));
    }

    #[test]
    fn distances_within_a_range() {
        let distance = every(16, 8).distance(Offset::At(0));
        assert!(distance.is_within(-8, 1) && distance.is_within(5, 4) && !distance.is_within(0, 8));
        assert!(!Offset::At(8).distance(Offset::At(0)).is_within(8, 8));
    }
}
