//! Variables of instances as summands: what each of them has added so far in a loop.
//!
//! The sum of a variable over all instances at a location changes by what one of them brings there or takes away. That is a
//! constant, or a constant and the variable before the step. A sum that no step changes is one for every value of it.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_integer::{Arithmetic, Comparison, Formula, Summed, System, Term, Transition, VariableId};

use super::super::instances::{Instances, Place, Spot};
use super::super::live::live;
use super::super::reads::is_large;
use super::changes::{Affine, Change, change, is_equal_to, tested_value};
use super::facts::Facts;
use super::wrapping::chosen;

/// A value, perhaps under a condition before the step.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Value {
    affine: Affine,
    if_before: Vec<Formula>,
}

/// The sums of variables of first instances that are of interest, and how steps change them.
#[derive(Debug, Default)]
pub(super) struct Own {
    pub(super) summed: BTreeSet<Summed>,
    changes: BTreeMap<(Summed, usize), Value>,
}

impl Own {
    /// The sums of numbers which are read again, and not known, where an instance is.
    pub(super) fn of(instances: &Instances<'_>, facts: &Facts<'_>, steps: &[(usize, &Transition)]) -> Self {
        let mut own = Self { summed: candidates(instances, facts), ..Self::default() };
        // A variable that gets any value somewhere has no sum there.
        while !own.follow(instances.system, facts, steps) {}
        own
    }

    /// By how much a transition, by its number, changes a sum.
    pub(super) fn change(&self, sum: Summed, transition: usize) -> Affine {
        self.changes.get(&(sum, transition)).map_or_else(Affine::default, |it| it.affine)
    }

    /// The conditions before transitions, by their numbers, under which some sums change so.
    pub(super) fn assumptions(&self, sums: &BTreeSet<Summed>) -> impl Iterator<Item = (usize, Formula)> {
        let needed = self.changes.iter().filter(|((sum, _), _)| sums.contains(sum));
        needed.flat_map(|((_, transition), it)| it.if_before.iter().map(|formula| (*transition, formula.clone())))
    }

    /// The change of a shared variable by a step that adds or subtracts a variable of its instance.
    pub(super) fn added(
        &self,
        system: &System,
        facts: &Facts<'_>,
        step: &Transition,
        variable: VariableId,
    ) -> Option<Change> {
        let Term::Binary(operation, left, right) = chosen(step.update.terms.get(&variable)?, &step.guard) else {
            return None;
        };
        let (Term::Variable(left), Term::Variable(right)) = (&**left, &**right) else { return None };
        let (added, times) = match operation {
            Arithmetic::Add if *left == variable => (*right, 1),
            Arithmetic::Add if *right == variable => (*left, 1),
            Arithmetic::Subtract if *left == variable => (*right, -1),
            _ => return None,
        };
        if system.variable(added).owner != Some(step.instance) {
            return None;
        }
        let Value { affine, mut if_before } = self.before(facts, step, added);
        Some(Change { by: Affine::default().plus(affine, times)?, if_before: if_before.pop(), term: None })
    }

    /// Computes all changes; `false` if some sum was left out, on which others may depend.
    fn follow(&mut self, system: &System, facts: &Facts<'_>, steps: &[(usize, &Transition)]) -> bool {
        self.changes.clear();
        for sum in self.summed.clone() {
            for (index, step) in steps.iter().filter(|(_, it)| system.variable(sum.variable).owner == Some(it.instance))
            {
                let Some(change) = self.changed(sum, (system, facts), step) else {
                    self.summed.remove(&sum);
                    return false;
                };
                self.changes.insert((sum, *index), change);
            }
        }
        true
    }

    fn changed(&self, sum: Summed, (system, facts): (&System, &Facts<'_>), step: &Transition) -> Option<Value> {
        let Summed { variable, location } = sum;
        let before = self.before(facts, step, variable);
        let mut change = Value { affine: Affine::default(), if_before: Vec::new() };
        if step.to == location {
            change = after(system, facts, step, variable, &before)?;
        }
        if step.from == location {
            change.affine = change.affine.plus(before.affine, -1)?;
            change.if_before.extend(before.if_before);
        }
        Some(change)
    }

    /// The value of a variable before a step. Where its sum ends with the step, a bound of the guard is assumed to be met.
    fn before(&self, facts: &Facts<'_>, step: &Transition, variable: VariableId) -> Value {
        let tested = || step.guard.iter().find_map(|it| tested_value(it, variable));
        if let Some(known) = facts.constant(step, variable).or_else(tested) {
            return Value { affine: Affine::constant(known), if_before: Vec::new() };
        }
        let ends = !self.summed.contains(&Summed { variable, location: step.to });
        match step.guard.iter().find_map(|it| bound(it, variable)).filter(|_| ends) {
            Some(bound) => Value { affine: Affine::constant(bound), if_before: vec![is_equal_to(variable, bound)] },
            None => Value { affine: Affine { constant: 0, multiple: Some((variable, 1)) }, if_before: Vec::new() },
        }
    }
}

/// The sums of numbers that are read again, and not known, where the first instances are.
fn candidates(instances: &Instances<'_>, facts: &Facts<'_>) -> BTreeSet<Summed> {
    let mut found = BTreeSet::new();
    for (index, family) in instances.families.iter().enumerate() {
        for (location, live) in live(instances.system, family) {
            let variables = live.into_iter().map(|position| family.variables[0][position]);
            let spot = Spot::Any(Place { family: index, location });
            let is_open = |it: &VariableId| is_large(instances.system.variable(*it).sort) && facts.may_vary(spot, *it);
            found.extend(variables.filter(is_open).map(|variable| Summed { variable, location }));
        }
    }
    found.retain(|sum| sum.location.0 != 0);
    found
}

/// The value of a variable after a step, if it is a constant or a constant more than before.
fn after(system: &System, facts: &Facts<'_>, step: &Transition, variable: VariableId, before: &Value) -> Option<Value> {
    if let Some(Term::Constant(new)) = step.update.terms.get(&variable).map(|it| chosen(it, &step.guard)) {
        return Some(Value { affine: Affine::constant(*new), if_before: Vec::new() });
    }
    let change = change(system, facts, step, variable)?;
    let affine = before.affine.plus(change.by, 1)?;
    Some(Value { affine, if_before: before.if_before.iter().cloned().chain(change.if_before).collect() })
}

/// The last value of a variable that counts up or down to a bound, where a formula says that it is there or beyond.
fn bound(formula: &Formula, variable: VariableId) -> Option<i64> {
    let Formula::Compare(comparison, Term::Variable(it), Term::Constant(bound)) = formula else { return None };
    match comparison {
        _ if *it != variable => None,
        Comparison::GreaterOrEqual | Comparison::LessOrEqual => Some(*bound),
        Comparison::Greater => bound.checked_add(1),
        Comparison::Less => bound.checked_sub(1),
        Comparison::Equal | Comparison::NotEqual => None,
    }
}
