//! Expressions as sets of valuations.

use boolprog_base::control::Stop;
use boolprog_program::names::VariableId;
use boolprog_program::program::{Expr, Slot, Value};

use super::sets::{Set, Sets, Variable};

/// The valuations in which an expression can be T, and those in which it can be F. With `*` a valuation can be in both.
pub(super) struct Can {
    pub(super) be_true: Set,
    pub(super) be_false: Set,
}

impl Can {
    fn be_either(sets: &Sets<'_>) -> Self {
        Self { be_true: sets.all(), be_false: sets.all() }
    }

    fn only(sets: &Sets<'_>, value: bool) -> Self {
        let mut can = Self { be_true: sets.all(), be_false: sets.none() };
        if !value {
            std::mem::swap(&mut can.be_true, &mut can.be_false);
        }
        can
    }

    fn be(&self, value: bool) -> &Set {
        if value { &self.be_true } else { &self.be_false }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Read {
    /// [`Expr::Old`]
    Old(Slot),
    /// [`Expr::New`]
    New(Slot),
    /// [`Expr::PassiveOld`]
    PassiveOld(VariableId),
    /// [`Expr::PassiveNew`]
    PassiveNew(VariableId),
}

/// The valuations for each value of an expression. Exact, since every `*` is a choice of its own: the values of an
/// operator depend on those of its operands only. A part that has no variable may be either.
pub(super) fn can(sets: &Sets<'_>, expr: &Expr, variable: &impl Fn(Read) -> Option<Variable>) -> Result<Can, Stop> {
    let read = |read| match variable(read) {
        Some(variable) => Ok(Can { be_true: sets.literal(variable, true)?, be_false: sets.literal(variable, false)? }),
        None => Ok(Can::be_either(sets)),
    };
    match expr {
        Expr::Const(value) => Ok(Can::only(sets, *value)),
        Expr::Any => Ok(Can::be_either(sets)),
        Expr::Old(slot) => read(Read::Old(*slot)),
        Expr::New(slot) => read(Read::New(*slot)),
        Expr::PassiveOld(variable) => read(Read::PassiveOld(*variable)),
        Expr::PassiveNew(variable) => read(Read::PassiveNew(*variable)),
        Expr::Not(operand) => {
            let Can { be_true, be_false } = can(sets, operand, variable)?;
            Ok(Can { be_true: be_false, be_false: be_true })
        }
        Expr::Binary(operator, left, right) => {
            let (left, right) = (can(sets, left, variable)?, can(sets, right, variable)?);
            // Either value of the right operand will do for any valuation, as each has one.
            let with = |a, value| match (operator.apply(a, false) == value, operator.apply(a, true) == value) {
                (false, false) => Ok(sets.none()),
                (true, true) => Ok(left.be(a).clone()),
                (_, b) => sets.and(left.be(a), right.be(b)),
            };
            let side = |value| sets.or(&with(false, value)?, &with(true, value)?);
            Ok(Can { be_true: side(true)?, be_false: side(false)? })
        }
        Expr::Ternary(test, yes, no) => {
            let test = can(sets, test, variable)?;
            let (yes, no) = (can(sets, yes, variable)?, can(sets, no, variable)?);
            let side = |value| {
                let (yes, no) = (sets.and(&test.be_true, yes.be(value))?, sets.and(&test.be_false, no.be(value))?);
                sets.or(&yes, &no)
            };
            Ok(Can { be_true: side(true)?, be_false: side(false)? })
        }
    }
}

/// The valuations in which `target` has a value that the right side can take.
pub(super) fn takes(
    sets: &Sets<'_>,
    target: Variable,
    value: &Value,
    variable: &impl Fn(Read) -> Option<Variable>,
) -> Result<Set, Stop> {
    let Value::Expr(expr) = value else { return Ok(sets.all()) };
    let Can { be_true, be_false } = can(sets, expr, variable)?;
    let is_true = sets.and(&sets.literal(target, true)?, &be_true)?;
    let is_false = sets.and(&sets.literal(target, false)?, &be_false)?;
    sets.or(&is_true, &is_false)
}
