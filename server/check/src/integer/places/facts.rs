//! Facts at one place, or at several.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_integer::expression::Leaf;
use boolprog_integer::{Formula, InstanceId, System, VariableId};

use super::ranges::{Ranges, narrowed, simplified, weakened};

/// Longer formulas tell a person nothing.
const LONGEST: usize = 72;

/// The range of a variable without bounds.
const NO_BOUND: (i64, i64) = (i64::MIN, i64::MAX);

/// The variables that an instance of a process can name.
pub(super) struct Scope<'a> {
    pub(super) system: &'a System,
    pub(super) own: InstanceId,
    /// `true` if the text has a variable with this name in its process.
    pub(super) is_written: &'a dyn Fn(&str) -> bool,
}

impl Scope<'_> {
    /// `true` if an atom speaks of nothing else.
    fn covers(&self, atom: &Formula) -> bool {
        let mut is_covered = true;
        atom.leaves(&mut |leaf| match leaf {
            Leaf::Variable(id) => is_covered &= self.knows(id),
            Leaf::Input(_) | Leaf::At(..) => is_covered = false,
        });
        is_covered
    }

    /// `true` for a shared variable, or one of this instance, that the text has.
    fn knows(&self, id: VariableId) -> bool {
        let is_others = self.system.variable(id).owner.is_some_and(|owner| owner != self.own);
        !self.system.is_auxiliary(id) && !is_others && (self.is_written)(self.name(id))
    }

    /// The name of a variable in its process.
    fn name(&self, id: VariableId) -> &str {
        self.system.variable(id).short_name()
    }
}

/// Facts about shared variables and those of one instance, which have the names of their process.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Facts {
    /// The range of each variable that has one; the ends of 64 bits where there is no bound.
    pub(super) ranges: BTreeMap<String, (i64, i64)>,
    /// Other facts, as the process writes them.
    pub(super) others: BTreeSet<String>,
}

impl Facts {
    /// The consequences for an instance of formulas that hold where it is; `None` if they contradict each other.
    pub(super) fn of(scope: &Scope<'_>, holding: &[Formula]) -> Option<Self> {
        let is_shown = |atom: &Formula| scope.covers(atom);
        let holding: Vec<Formula> =
            holding.iter().flat_map(|formula| weakened(formula, true, &is_shown).fold(None).into_conjuncts()).collect();
        let all = Formula::All(holding);
        // The second pass leaves out what contradicts the ranges of the first.
        let ranges = narrowed(&all, &narrowed(&all, &Ranges::new())?)?;
        let facts = Self::of_ranges(scope, &ranges);
        let others = simplified(&all, &ranges).into_conjuncts();
        let printed = others.iter().map(|formula| scope.system.print_formula_inside(formula, scope.own).to_string());
        Some(Self { others: printed.filter(|text| text.len() <= LONGEST).collect(), ..facts })
    }

    /// The ranges that say more than the sorts of their variables, as far as the process of an instance knows these.
    pub(super) fn of_ranges(scope: &Scope<'_>, ranges: &Ranges) -> Self {
        let mut facts = Self::default();
        for (id, range) in ranges.iter().filter(|(id, _)| scope.knows(**id)) {
            let (low, high) = scope.system.variable(*id).sort.bounds().unwrap_or(NO_BOUND);
            // A bound that the sort has says nothing, but that there is one value does.
            let range = match *range {
                (least, most) if least == most => (least, most),
                (least, most) => {
                    (if least <= low { i64::MIN } else { least }, if most >= high { i64::MAX } else { most })
                }
            };
            if range != NO_BOUND {
                facts.ranges.insert(scope.name(*id).into(), range);
            }
        }
        facts
    }

    /// The facts if one of both holds.
    pub(super) fn or(&self, other: &Self) -> Self {
        let both = self.ranges.iter().filter_map(|(name, a)| Some((name, a, other.ranges.get(name)?)));
        let ranges = both.map(|(name, a, b)| (name.clone(), (a.0.min(b.0), a.1.max(b.1))));
        Self {
            ranges: ranges.filter(|(_, range)| *range != NO_BOUND).collect(),
            others: self.others.intersection(&other.others).cloned().collect(),
        }
    }

    /// The facts if both hold.
    pub(super) fn and(mut self, other: Self) -> Self {
        for (name, (low, high)) in other.ranges {
            let range = self.ranges.entry(name).or_insert(NO_BOUND);
            *range = (range.0.max(low), range.1.min(high));
        }
        self.others.extend(other.others);
        self
    }

    /// Each as the language and C write it: values first, then bounds.
    pub(super) fn in_words(&self) -> Vec<String> {
        let (values, bounds): (Vec<_>, Vec<_>) = self.ranges.iter().partition(|(_, (low, high))| low == high);
        let values = values.into_iter().map(|(name, (value, _))| format!("{name} == {value}"));
        let bounds = bounds.into_iter().map(|(name, range)| match *range {
            (i64::MIN, high) => format!("{name} <= {high}"),
            (low, i64::MAX) => format!("{name} >= {low}"),
            (low, high) => format!("{name} >= {low} && {name} <= {high}"),
        });
        values.chain(bounds).chain(self.others.iter().cloned()).collect()
    }
}
