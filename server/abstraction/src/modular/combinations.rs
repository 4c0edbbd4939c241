//! Combinations of the values of variables and places.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_clauses::values::{Known, truth};
use boolprog_integer::expression::Leaf;
use boolprog_integer::{Formula, InputId, InstanceId, LocationId, VariableId};

/// The most combinations of values that are tried for a transition.
pub(super) const MOST: usize = 1_000;

/// The variables with values in a box.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Part {
    Variable(VariableId),
    Place(InstanceId),
}

/// The values of each part; a part that is missing has any.
pub(super) type Values = BTreeMap<Part, BTreeSet<i64>>;

/// Leaves out values with which a formula cannot hold; `None` if it cannot hold at all.
pub(super) fn filter(formula: &Formula, values: &mut Values) -> Option<()> {
    let parts = parts_of(|note| formula.leaves(note));
    let known: Vec<(Part, BTreeSet<i64>)> =
        parts.iter().filter_map(|part| Some((*part, values.get(part)?.clone()))).collect();
    let references: Vec<(Part, &BTreeSet<i64>)> = known.iter().map(|(part, values)| (*part, values)).collect();
    if !are_few(&references) {
        return Some(());
    }
    let mut possible = false;
    let mut kept: Values = known.iter().map(|(part, _)| (*part, BTreeSet::new())).collect();
    each(&references, &mut |choice| {
        if truth(formula, &Combination { choice }) != Some(false) {
            possible = true;
            for (part, value) in choice {
                kept.entry(*part).or_default().insert(*value);
            }
        }
    });
    values.extend(kept);
    possible.then_some(())
}

/// The reads of an expression.
pub(super) fn parts_of(leaves: impl Fn(&mut dyn FnMut(Leaf))) -> BTreeSet<Part> {
    let mut found = BTreeSet::new();
    leaves(&mut |leaf| match leaf {
        Leaf::Variable(variable) => _ = found.insert(Part::Variable(variable)),
        Leaf::At(instance, _) => _ = found.insert(Part::Place(instance)),
        Leaf::Input(_) => {}
    });
    found
}

/// The number of combinations.
pub(super) fn number(values: &[(Part, &BTreeSet<i64>)]) -> usize {
    values.iter().fold(1, |product, (_, values)| product.saturating_mul(values.len()))
}

/// `true` if there are few combinations.
pub(super) fn are_few(values: &[(Part, &BTreeSet<i64>)]) -> bool {
    number(values) <= MOST
}

/// The use of a combination.
pub(super) type Visit<'v> = dyn FnMut(&[(Part, i64)]) + 'v;

/// Calls a function with each combination.
pub(super) fn each(values: &[(Part, &BTreeSet<i64>)], visit: &mut Visit<'_>) {
    fn go(values: &[(Part, &BTreeSet<i64>)], chosen: &mut Vec<(Part, i64)>, visit: &mut Visit<'_>) {
        let Some(((part, all), rest)) = values.split_first() else { return visit(chosen) };
        for value in *all {
            chosen.push((*part, *value));
            go(rest, chosen, visit);
            chosen.pop();
        }
    }
    go(values, &mut Vec::new(), visit);
}

/// Known values of some parts.
pub(super) struct Combination<'c> {
    pub(super) choice: &'c [(Part, i64)],
}

impl Combination<'_> {
    fn of(&self, part: Part) -> Option<i64> {
        self.choice.iter().find(|(it, _)| *it == part).map(|(_, value)| *value)
    }
}

impl Known for Combination<'_> {
    fn variable(&self, variable: VariableId) -> Option<i64> {
        self.of(Part::Variable(variable))
    }

    fn input(&self, _: InputId) -> Option<i64> {
        None
    }

    fn at(&self, instance: InstanceId, location: LocationId) -> Option<bool> {
        self.of(Part::Place(instance)).map(|place| place == i64::from(location.0))
    }
}
