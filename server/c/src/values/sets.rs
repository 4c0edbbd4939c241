//! Small sets of values, ranges of them, and environments.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::values::ranges::{Range, Thresholds};

/// The number of a variable.
pub(super) type Variable = u32;

/// Some values; at least one.
#[derive(Clone, PartialEq)]
pub(super) enum Set {
    /// These, ascending.
    Few(Rc<[i64]>),
    /// Some of those between these bounds.
    Between(Range),
}

/// More values than this are many.
const MAX_VALUES: usize = 8;
/// The most combinations of values that are tried.
const MAX_COMBINED: usize = 64;

impl Set {
    pub(super) fn one(value: i64) -> Self {
        Self::Few([value].into())
    }

    /// These values; none if there are none.
    pub(super) fn of(values: BTreeSet<i64>) -> Option<Self> {
        let range = (*values.first()?, *values.last()?);
        Some(if values.len() <= MAX_VALUES { Self::Few(values.into_iter().collect()) } else { Self::Between(range) })
    }

    /// Values between two bounds; none if there are none.
    pub(super) fn between((low, high): Range) -> Option<Self> {
        (low <= high).then(|| if low == high { Self::one(low) } else { Self::Between((low, high)) })
    }

    /// Each of the values between two bounds; none if there are none.
    pub(super) fn each((low, high): Range) -> Option<Self> {
        if high.abs_diff(low) < MAX_VALUES as u64 {
            Self::of((low..=high).collect())
        } else {
            Self::between((low, high))
        }
    }

    /// The only value.
    pub(super) fn only(&self) -> Option<i64> {
        let (low, high) = self.range();
        (low == high).then_some(low)
    }

    pub(super) fn range(&self) -> Range {
        match self {
            Self::Few(values) => (values[0], values[values.len() - 1]),
            Self::Between(range) => *range,
        }
    }

    /// The values that are between two bounds; none if there are none.
    pub(super) fn within(&self, (low, high): Range) -> Option<Self> {
        match self {
            Self::Few(values) => Self::of(values.iter().copied().filter(|it| low <= *it && *it <= high).collect()),
            Self::Between((least, greatest)) => Self::between((low.max(*least), high.min(*greatest))),
        }
    }

    /// Both, and more where they are many and grow; none if no threshold bounds them.
    pub(super) fn union(&self, other: &Self, thresholds: &Thresholds) -> Option<Self> {
        if let (Self::Few(one), Self::Few(other)) = (self, other)
            && let Some(few @ Self::Few(_)) = Self::of(one.iter().chain(&**other).copied().collect())
        {
            return Some(few);
        }
        let (before, added) = (self.range(), other.range());
        let both = (before.0.min(added.0), before.1.max(added.1));
        thresholds.widened(before, both).and_then(Self::between)
    }
}

/// A name with few values.
pub(super) struct Few {
    pub(super) name: SmolStr,
    /// The variable that it names; none for what is chosen in a step.
    pub(super) variable: Option<Variable>,
    pub(super) values: Rc<[i64]>,
}

/// Visits each combination of values of names; `false`, and no visit, if these are too many.
pub(super) fn combined(names: &[Few], visit: &mut dyn FnMut(&FxHashMap<&SmolStr, i64>)) -> bool {
    let count = names.iter().try_fold(1_usize, |count, few| count.checked_mul(few.values.len()));
    let Some(count) = count.filter(|count| *count <= MAX_COMBINED) else { return false };
    let mut values: FxHashMap<_, _> = names.iter().map(|few| (&few.name, few.values[0])).collect();
    visit(&values);
    for number in 1..count {
        let mut rest = number;
        for few in names.iter().filter(|few| few.values.len() > 1) {
            values.insert(&few.name, few.values[rest % few.values.len()]);
            rest /= few.values.len();
        }
        visit(&values);
    }
    true
}

/// Knowledge of variables at a place, by ascending number.
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
    pub(super) fn join(&mut self, other: &Self, thresholds: &Thresholds) -> bool {
        let before = self.0.len();
        let mut has_grown = false;
        self.0.retain_mut(|(variable, values)| {
            let joined = other.get(*variable).and_then(|other| values.union(other, thresholds));
            let Some(joined) = joined else { return false };
            has_grown |= joined != *values;
            *values = joined;
            true
        });
        has_grown || self.0.len() < before
    }
}
