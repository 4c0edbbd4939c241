//! By which constant a step changes a variable.

use std::collections::BTreeSet;

use boolprog_integer::{Arithmetic, Comparison, Formula, Initial, LocationId, System, Term, Transition, VariableId};

use super::super::reads::is_replicated;
use super::facts::Facts;
use super::signs;
use super::wrapping::{Unwrapped, chosen, unwrapped};

/// A constant, and a multiple of a variable of the instance before a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Affine {
    pub(super) constant: i64,
    pub(super) multiple: Option<(VariableId, i64)>,
}

impl Affine {
    pub(super) const fn constant(constant: i64) -> Self {
        Self { constant, multiple: None }
    }

    /// The constant, if it is one.
    fn known(self) -> Option<i64> {
        if self.multiple.is_none() { Some(self.constant) } else { None }
    }

    /// The sum of this and another one, times a number.
    pub(super) fn plus(self, other: Self, times: i64) -> Option<Self> {
        let constant = self.constant.checked_add(other.constant.checked_mul(times)?)?;
        let multiple = match (self.multiple, other.multiple) {
            (one, None) => one,
            (None, Some((variable, factor))) => Some((variable, factor.checked_mul(times)?)),
            (Some((one, factor)), Some((other, more))) if one == other => {
                Some((one, factor.checked_add(more.checked_mul(times)?)?)).filter(|(_, factor)| *factor != 0)
            }
            _ => return None,
        };
        Some(Self { constant, multiple })
    }
}

/// By how much a transition changes a variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Change {
    pub(super) by: Affine,
    /// The condition before it; none if it is known.
    pub(super) if_before: Option<Formula>,
    /// The new value, if that holds.
    pub(super) term: Option<Term>,
}

/// By which constant a transition changes a variable, perhaps under an assumption: that a machine integer does not wrap
/// around, or that the first assignment of an instance that exists once finds the initial value.
pub(super) fn change(
    system: &System,
    facts: &Facts<'_>,
    transition: &Transition,
    variable: VariableId,
) -> Option<Change> {
    let with = |by, if_before, term| Change { by: Affine::constant(by), if_before, term };
    let certain = |by| with(by, None, None);
    let Some(term) = transition.update.terms.get(&variable) else { return Some(certain(0)) };
    let distance = |term: &Term| distance(term, variable, transition, facts);
    if let Some(by) = distance(term) {
        return Some(certain(by));
    }
    match chosen(term, &transition.guard) {
        chosen @ Term::Conditional(..) => {
            let Unwrapped { condition, branch, by } = unwrapped(chosen, &distance)?;
            Some(with(by, Some(condition), Some(branch)))
        }
        Term::Constant(new) if facts.are_signed() && signs::may_be_negative(system, variable) => {
            let old = signs::set_before(system, transition, variable)?;
            Some(with(new.checked_sub(old)?, Some(is_equal_to(variable, old)), None))
        }
        Term::Constant(new) if !is_replicated(system, transition.instance) => {
            let Initial::Value(start) = system.variable(variable).initial else { return None };
            if is_changed_before(system, transition, (variable, start)) {
                return None;
            }
            Some(with(new.checked_sub(start)?, Some(is_equal_to(variable, start)), None))
        }
        _ => None,
    }
}

/// The effect of a transition on the sign of a variable that it changes: as the value before tells, if that is known or what
/// the instance has set it to. Otherwise it is assumed not to.
pub(super) fn sign_change(
    system: &System,
    transition: &Transition,
    variable: VariableId,
    of_value: &Change,
) -> Option<Change> {
    let change = |by, if_before| Some(Change { by: Affine::constant(by), if_before, term: None });
    let by = of_value.by.known()?;
    let changed = |before: i64| Some(i64::from(before.checked_add(by)? < 0) - i64::from(before < 0));
    let mut known = transition.guard.iter().chain(&of_value.if_before);
    if let Some(before) = known.find_map(|it| tested_value(it, variable)) {
        return change(changed(before)?, None);
    }
    if by == 0 {
        return change(0, None);
    }
    if let Some(before) = signs::set_before(system, transition, variable) {
        return change(changed(before)?, Some(is_equal_to(variable, before)));
    }
    let with = |comparison, value| Formula::Compare(comparison, Term::Variable(variable), Term::Constant(value));
    let opposite = by.checked_neg()?;
    let (low, high) = (opposite.min(0), opposite.max(0));
    change(0, Some(Formula::Any(vec![with(Comparison::Less, low), with(Comparison::GreaterOrEqual, high)])))
}

pub(super) fn is_equal_to(variable: VariableId, value: i64) -> Formula {
    Formula::Compare(Comparison::Equal, Term::Variable(variable), Term::Constant(value))
}

/// `true` if the instance of a transition may come to it after it has given a variable another value than this.
fn is_changed_before(system: &System, transition: &Transition, (variable, start): (VariableId, i64)) -> bool {
    let own = || system.transitions.iter().filter(|it| it.instance == transition.instance);
    let given = |it: &Transition| it.update.terms.get(&variable).cloned();
    let changes = |it: &&Transition| given(it).is_some_and(|term| term != Term::Constant(start));
    let mut waiting: Vec<LocationId> = own().filter(changes).map(|it| it.to).collect();
    let mut reached: BTreeSet<LocationId> = BTreeSet::new();
    while let Some(location) = waiting.pop() {
        if reached.insert(location) {
            waiting.extend(own().filter(|it| it.from == location && given(it).is_none()).map(|it| it.to));
        }
    }
    reached.contains(&transition.from)
}

/// The constant by which a term is larger than a variable before a transition.
fn distance(term: &Term, variable: VariableId, transition: &Transition, facts: &Facts<'_>) -> Option<i64> {
    let again = |term: &Term| distance(term, variable, transition, facts);
    let guard = &transition.guard;
    match chosen(term, guard) {
        Term::Variable(other) if *other == variable => Some(0),
        one @ Term::Variable(_) if is_equal(guard, &Term::Variable(variable), one) => Some(0),
        Term::Variable(other) => facts.distance(transition, *other, variable),
        Term::Constant(new) => {
            let known = facts.constant(transition, variable);
            let tested = || guard.iter().find_map(|conjunct| tested_value(conjunct, variable));
            new.checked_sub(known.or_else(tested)?)
        }
        Term::Binary(Arithmetic::Add, left, right) => match (&**left, &**right) {
            (other, Term::Constant(more)) | (Term::Constant(more), other) => again(other)?.checked_add(*more),
            _ => None,
        },
        Term::Binary(Arithmetic::Subtract, left, right) => match &**right {
            Term::Constant(less) => again(left)?.checked_sub(*less),
            _ => None,
        },
        _ => None,
    }
}

fn is_equal(guard: &[Formula], one: &Term, other: &Term) -> bool {
    let tests = [(one, other), (other, one)];
    let tests = tests.map(|(left, right)| Formula::Compare(Comparison::Equal, left.clone(), right.clone()));
    guard.iter().any(|conjunct| tests.contains(conjunct))
}

/// The value that a variable has where a formula holds.
pub(super) fn tested_value(formula: &Formula, variable: VariableId) -> Option<i64> {
    match formula {
        Formula::Compare(Comparison::Equal, Term::Variable(it), Term::Constant(value))
        | Formula::Compare(Comparison::Equal, Term::Constant(value), Term::Variable(it))
            if *it == variable =>
        {
            Some(*value)
        }
        _ => None,
    }
}
