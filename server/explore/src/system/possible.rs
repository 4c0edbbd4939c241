//! The values an expression can have.

use boolprog_syntax::ast::BinaryOp;

/// A set of truth values. Every `*` is a choice of its own, hence the set of an operator's values depends on the
/// sets of its operands only, and is exact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Possible(u8);

const FALSE: u8 = 1;
const TRUE: u8 = 2;

impl Possible {
    pub(super) const ANY: Self = Self(FALSE | TRUE);

    pub(super) const fn only(value: bool) -> Self {
        Self(if value { TRUE } else { FALSE })
    }

    pub(super) const fn can_be(self, value: bool) -> bool {
        self.0 & Self::only(value).0 != 0
    }

    /// The value, if there is only one.
    pub(super) const fn value(self) -> Option<bool> {
        match self.0 {
            FALSE => Some(false),
            TRUE => Some(true),
            _ => None,
        }
    }

    pub(super) const fn not(self) -> Self {
        Self((self.0 & FALSE) << 1 | (self.0 & TRUE) >> 1)
    }

    pub(super) fn binary(operator: BinaryOp, left: Self, right: Self) -> Self {
        let mut values = 0;
        for a in [false, true] {
            for b in [false, true] {
                if left.can_be(a) && right.can_be(b) {
                    values |= Self::only(operator.apply(a, b)).0;
                }
            }
        }
        Self(values)
    }

    pub(super) const fn ternary(condition: Self, then: Self, otherwise: Self) -> Self {
        let then = if condition.can_be(true) { then.0 } else { 0 };
        let otherwise = if condition.can_be(false) { otherwise.0 } else { 0 };
        Self(then | otherwise)
    }
}
