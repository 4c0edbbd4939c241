//! Small sets of values, and environments of them.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use boolprog_import::Expr;
use smol_str::SmolStr;

/// The number of a variable.
pub(super) type Variable = u32;

/// Some values, ascending; at least one.
pub(super) type Set = Rc<[i64]>;

/// More values than this are many.
const MAX_VALUES: usize = 8;
/// The most combinations of values that are tried.
const MAX_COMBINED: usize = 64;

/// These values, if they are few.
pub(super) fn few(values: BTreeSet<i64>) -> Option<Set> {
    (!values.is_empty() && values.len() <= MAX_VALUES).then(|| values.into_iter().collect())
}

/// The values between two bounds, if they are few.
pub(super) fn range((low, high): (i64, i64)) -> Option<Set> {
    (high.abs_diff(low) < MAX_VALUES as u64).then(|| (low..=high).collect())
}

/// Both, if these are few.
pub(super) fn union(one: &Set, other: &Set) -> Option<Set> {
    few(one.iter().chain(&**other).copied().collect())
}

/// A name with few values.
pub(super) struct Few {
    pub(super) name: SmolStr,
    /// The variable that it names; none for what is chosen in a step.
    pub(super) variable: Option<Variable>,
    pub(super) values: Set,
}

/// Visits each combination of values of names; `false`, and no visit, if these are too many.
pub(super) fn combined(names: &[Few], visit: &mut dyn FnMut(&BTreeMap<SmolStr, Expr>)) -> bool {
    let count = names.iter().try_fold(1_usize, |count, few| count.checked_mul(few.values.len()));
    let Some(count) = count.filter(|count| *count <= MAX_COMBINED) else { return false };
    for number in 0..count {
        let mut rest = number;
        let mut value = |set: &Set| {
            let value = set[rest % set.len()];
            rest /= set.len();
            value
        };
        let values = names.iter().map(|few| (few.name.clone(), Expr::Number(value(&few.values))));
        visit(&values.collect());
    }
    true
}

/// The variables with few values at a place, ascending.
#[derive(Clone, PartialEq, Default)]
pub(super) struct Environment(Vec<(Variable, Set)>);

impl Environment {
    pub(super) const fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn get(&self, variable: Variable) -> Option<&Set> {
        self.0.binary_search_by_key(&variable, |(known, _)| *known).ok().map(|at| &self.0[at].1)
    }

    /// Replaces what is known of a variable; with none, nothing is known of it.
    pub(super) fn set(&mut self, variable: Variable, values: Option<Set>) {
        match (self.0.binary_search_by_key(&variable, |(known, _)| *known), values) {
            (Ok(at), Some(values)) => self.0[at].1 = values,
            (Err(at), Some(values)) => self.0.insert(at, (variable, values)),
            (Ok(at), None) => _ = self.0.remove(at),
            (Err(_), None) => {}
        }
    }

    pub(super) fn retain(&mut self, keeps: &dyn Fn(Variable) -> bool) {
        self.0.retain(|(variable, _)| keeps(*variable));
    }

    /// Becomes what holds here or there; `true` if that is less than before.
    pub(super) fn join(&mut self, other: &Self) -> bool {
        let before = self.0.len();
        let mut has_grown = false;
        self.0.retain_mut(|(variable, values)| {
            let Some(joined) = other.get(*variable).and_then(|it| union(values, it)) else { return false };
            has_grown |= joined.len() > values.len();
            *values = joined;
            true
        });
        has_grown || self.0.len() < before
    }
}
