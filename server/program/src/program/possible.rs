//! Possible values of expressions.

use boolprog_syntax::ast::BinaryOp;

use super::{Expr, Slot, Value};
use crate::names::VariableId;

/// A set of truth values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Possible {
    /// `true` if F is in the set.
    pub f: bool,
    /// `true` if T is in the set.
    pub t: bool,
}

impl Possible {
    /// The empty set.
    pub const NEITHER: Self = Self { f: false, t: false };
    /// The set of both values.
    pub const BOTH: Self = Self { f: true, t: true };

    /// The set with just this value.
    #[inline]
    pub const fn only(value: bool) -> Self {
        Self { f: !value, t: value }
    }

    /// Returns `true` if the value is in the set.
    #[inline]
    pub const fn contains(self, value: bool) -> bool {
        if value { self.t } else { self.f }
    }

    /// The value, if there is only one.
    #[inline]
    pub const fn value(self) -> Option<bool> {
        match self {
            Self { f: false, t: true } => Some(true),
            Self { f: true, t: false } => Some(false),
            _ => None,
        }
    }

    /// All values of either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self { f: self.f || other.f, t: self.t || other.t }
    }

    /// The negations of the values.
    #[inline]
    #[must_use]
    pub const fn negated(self) -> Self {
        Self { f: self.t, t: self.f }
    }

    /// The values the operator can give when its operands are chosen from the two sets independently.
    #[inline]
    #[must_use]
    pub fn combined(self, operator: BinaryOp, other: Self) -> Self {
        let mut result = Self::NEITHER;
        for left in [false, true] {
            for right in [false, true] {
                if self.contains(left) && other.contains(right) {
                    result = result.union(Self::only(operator.apply(left, right)));
                }
            }
        }
        result
    }

    /// The values of the branches that can be chosen when this is the condition.
    #[inline]
    #[must_use]
    pub const fn chosen(self, then: Self, otherwise: Self) -> Self {
        Self { f: self.t && then.f || self.f && otherwise.f, t: self.t && then.t || self.f && otherwise.t }
    }
}

/// A part of an expression whose value is given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Atom {
    /// [`Expr::Old`]
    Old(Slot),
    /// [`Expr::New`]
    New(Slot),
    /// [`Expr::PassiveOld`]
    PassiveOld(VariableId),
    /// [`Expr::PassiveNew`]
    PassiveNew(VariableId),
}

impl Expr {
    /// The values the expression can take when every [`Atom`] takes the values that `value_of` allows.
    ///
    /// Exact if `value_of` gives one value for each atom, because every `*` is a choice of its own; otherwise an
    /// upper bound, since two occurrences of one atom are then chosen independently. Linear in the expression.
    /// Recursion is as deep as the expression, whose depth the parser bounds.
    pub fn possible(&self, value_of: &impl Fn(Atom) -> Possible) -> Possible {
        match self {
            Self::Const(value) => Possible::only(*value),
            Self::Any => Possible::BOTH,
            Self::Old(slot) => value_of(Atom::Old(*slot)),
            Self::New(slot) => value_of(Atom::New(*slot)),
            Self::PassiveOld(variable) => value_of(Atom::PassiveOld(*variable)),
            Self::PassiveNew(variable) => value_of(Atom::PassiveNew(*variable)),
            Self::Not(inner) => inner.possible(value_of).negated(),
            Self::Binary(operator, left, right) => {
                left.possible(value_of).combined(*operator, right.possible(value_of))
            }
            Self::Ternary(test, yes, no) => {
                test.possible(value_of).chosen(yes.possible(value_of), no.possible(value_of))
            }
        }
    }

    /// Visits every atom of the expression, from left to right.
    pub fn atoms(&self, visit: &mut impl FnMut(Atom)) {
        match self {
            Self::Const(_) | Self::Any => {}
            Self::Old(slot) => visit(Atom::Old(*slot)),
            Self::New(slot) => visit(Atom::New(*slot)),
            Self::PassiveOld(variable) => visit(Atom::PassiveOld(*variable)),
            Self::PassiveNew(variable) => visit(Atom::PassiveNew(*variable)),
            Self::Not(inner) => inner.atoms(visit),
            Self::Binary(_, left, right) => {
                left.atoms(visit);
                right.atoms(visit);
            }
            Self::Ternary(test, yes, no) => {
                test.atoms(visit);
                yes.atoms(visit);
                no.atoms(visit);
            }
        }
    }

    /// `true` if the expression mentions other threads.
    pub fn is_passive(&self) -> bool {
        let mut passive = false;
        self.atoms(&mut |atom| passive |= matches!(atom, Atom::PassiveOld(_) | Atom::PassiveNew(_)));
        passive
    }
}

impl Value {
    /// The expression, unless it is a free choice.
    pub fn expr(&self) -> Option<&Expr> {
        match self {
            Self::Any => None,
            Self::Expr(expr) => Some(expr),
        }
    }

    /// The values the right side can take; see [`Expr::possible`].
    pub fn possible(&self, value_of: &impl Fn(Atom) -> Possible) -> Possible {
        match self {
            Self::Any => Possible::BOTH,
            Self::Expr(expr) => expr.possible(value_of),
        }
    }
}

impl From<Expr> for Value {
    fn from(expr: Expr) -> Self {
        if expr == Expr::Any { Self::Any } else { Self::Expr(expr) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn binary(operator: BinaryOp, left: Expr, right: Expr) -> Expr {
        Expr::Binary(operator, Box::new(left), Box::new(right))
    }

    fn closed(expr: &Expr) -> Possible {
        expr.possible(&|_| Possible::NEITHER)
    }

    #[test]
    fn choices_are_independent() {
        let expr = binary(BinaryOp::And, Expr::Any, Expr::Not(Box::new(Expr::Any)));
        assert_eq!(closed(&expr), Possible::BOTH);
    }

    #[test]
    fn a_choice_counts_only_where_it_matters() {
        assert_eq!(closed(&binary(BinaryOp::And, Expr::Any, Expr::Const(false))), Possible::only(false));
        assert_eq!(closed(&binary(BinaryOp::Implies, Expr::Any, Expr::Const(true))), Possible::only(true));
        let both_branches =
            Expr::Ternary(Box::new(Expr::Any), Box::new(Expr::Const(true)), Box::new(Expr::Const(true)));
        assert_eq!(closed(&both_branches), Possible::only(true));
    }

    #[test]
    fn atoms_take_their_values_from_outside() {
        let slot = Slot::Shared(0);
        let expr = binary(BinaryOp::Xor, Expr::Old(slot), Expr::New(slot));
        let changed = |atom| Possible::only(atom == Atom::New(slot));
        assert_eq!(expr.possible(&changed), Possible::only(true));
    }
}
