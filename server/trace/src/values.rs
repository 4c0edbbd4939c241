//! The set of values an expression can take.

use boolprog_syntax::ast::BinaryOp;

/// A set of truth values.
///
/// Every occurrence of `*` is a choice of its own, so the values of an expression follow from those of its parts
/// alone: no choice is ever shared between two parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Values {
    f: bool,
    t: bool,
}

impl Values {
    /// F and T: the values of `*`.
    pub(crate) const ANY: Self = Self { f: true, t: true };

    pub(crate) const fn of(value: bool) -> Self {
        Self { f: !value, t: value }
    }

    /// Returns `true` if the value is in the set.
    pub(crate) const fn contains(self, value: bool) -> bool {
        if value { self.t } else { self.f }
    }

    /// The members, F first.
    pub(crate) fn iter(self) -> impl Iterator<Item = bool> + use<> {
        [false, true].into_iter().filter(move |value| self.contains(*value))
    }

    pub(crate) const fn not(self) -> Self {
        Self { f: self.t, t: self.f }
    }

    /// The results of an operator on each pair of members.
    pub(crate) fn apply(self, operator: BinaryOp, right: Self) -> Self {
        self.then(|left| right.iter().map(|right| operator.apply(left, right)).collect())
    }

    /// All members of the sets that the members lead to.
    pub(crate) fn then(self, next: impl Fn(bool) -> Self) -> Self {
        self.iter().flat_map(|value| next(value).iter()).collect()
    }
}

impl FromIterator<bool> for Values {
    fn from_iter<I: IntoIterator<Item = bool>>(values: I) -> Self {
        values
            .into_iter()
            .fold(Self { f: false, t: false }, |set, value| Self { f: set.f || !value, t: set.t || value })
    }
}
