//! Limits that sums set for pairs: counters of places are at least the number of the instances that are known to be there.

use std::collections::BTreeMap;

use boolprog_integer::{LocationId, System, Term};

use super::super::equations::{Sum, Summand, Sums};
use super::super::reads::comparisons;
use super::layout::{Layout, Shared, Slot, family_of, location_of};

/// An equation, of which only the counters of instances are not known exactly.
#[derive(Debug)]
struct Limit {
    constant: i64,
    /// Shared variables that are followed, by their positions, with their factors.
    variables: Vec<(usize, Option<i64>, i64)>,
    /// Shared variables that are followed, by their positions, with the factors of whether they are negative.
    negative: Vec<(usize, i64)>,
    /// Locations of instances that exist once, by the positions of the instances.
    once: Vec<(usize, LocationId, i64)>,
    counted: BTreeMap<(usize, LocationId), i64>,
}

/// The equations that tell something.
#[derive(Debug)]
pub(super) struct Limits {
    all: Vec<Limit>,
}

impl Limits {
    /// Those of the sums, and of each two of them.
    pub(super) fn of(layout: &Layout<'_>, sums: &Sums) -> Self {
        let mut equations = sums.all.clone();
        for (index, one) in sums.all.iter().enumerate() {
            for other in &sums.all[index + 1..] {
                equations.extend([1, -1].into_iter().filter_map(|times| one.plus(other, times)));
            }
        }
        Self { all: equations.iter().filter_map(|sum| Limit::of(layout, sum)).collect() }
    }

    /// Returns `true` if some instances can be in these states at the same time.
    pub(super) fn allow(&self, shared: &Shared, locals: &[&[i64]]) -> bool {
        self.all.iter().all(|limit| limit.allows(shared, locals))
    }
}

impl Limit {
    /// `None` if a variable is not followed, or the counters have factors of both signs.
    fn of(layout: &Layout<'_>, sum: &Sum) -> Option<Self> {
        let mut limit = Self {
            constant: sum.constant,
            variables: Vec::new(),
            negative: Vec::new(),
            once: Vec::new(),
            counted: BTreeMap::new(),
        };
        for (summand, factor) in &sum.summands {
            match *summand {
                Summand::Variable(variable) => match layout.slot(variable) {
                    Slot::Shared(place) => limit.variables.push((place, layout.last(variable), *factor)),
                    Slot::Local(_) | Slot::Forgotten => return None,
                },
                Summand::Negative(variable) => match layout.slot(variable) {
                    Slot::Shared(place) => limit.negative.push((place, *factor)),
                    Slot::Local(_) | Slot::Forgotten => return None,
                },
                Summand::Own(_) => return None,
                Summand::At(instance, location) => {
                    limit.once.push((layout.once().iter().position(|it| *it == instance)?, location, *factor));
                }
                Summand::Counted(variable) => {
                    let counter = layout.system().counters.iter().find(|it| it.variable == variable)?;
                    let process = usize::from(counter.process);
                    let family = layout.instances.families.iter().position(|it| it.process == process)?;
                    limit.counted.insert((family, counter.location), *factor);
                }
            }
        }
        let signs = limit.counted.values().map(|factor| factor.signum());
        let is_uniform = signs.clone().all(|sign| sign > 0) || signs.clone().all(|sign| sign < 0);
        let has_variable = !limit.variables.is_empty() || !limit.negative.is_empty();
        (is_uniform && has_variable).then_some(limit)
    }

    fn allows(&self, shared: &Shared, locals: &[&[i64]]) -> bool {
        let place = |local: &[i64]| (family_of(local), location_of(local[1]));
        let counted = locals.iter().filter_map(|local| self.counted.get(&place(local))).sum::<i64>();
        let is_there = |(place, location, _): &&(usize, LocationId, i64)| shared[*place] == i64::from(location.0);
        let once = self.once.iter().filter(is_there).map(|(.., factor)| factor).sum::<i64>();
        let negative =
            self.negative.iter().filter(|(place, _)| shared[*place] < 0).map(|(_, factor)| factor).sum::<i64>();
        // The variables, and the counters of the other instances, are together what is left.
        let left = self.constant.saturating_sub(counted).saturating_sub(once).saturating_sub(negative);
        let (mut least, mut most) = (Some(0_i64), Some(0_i64));
        for (place, last, factor) in &self.variables {
            let value = shared[*place].checked_mul(*factor);
            let add = |sum: Option<i64>| sum?.checked_add(value?);
            let is_more = *last == Some(shared[*place]);
            least = add(least).filter(|_| !is_more || *factor > 0);
            most = add(most).filter(|_| !is_more || *factor < 0);
        }
        let others_add = self.counted.values().any(|factor| *factor > 0);
        let others_take = self.counted.values().any(|factor| *factor < 0);
        (others_take || least.is_none_or(|least| least <= left)) && (others_add || most.is_none_or(|most| most >= left))
    }
}

/// The value that stands for all that are not less, of variables that sums speak of: more than each constant with which the
/// program compares one of them, unless that is large.
pub(super) fn last_value(system: &System, sums: &Sums) -> i64 {
    let mut largest = 1;
    let mut note = |left: &Term, right: &Term| {
        for side in [left, right] {
            if let Term::Constant(value) = side
                && (0..MOST_SMALL).contains(value)
            {
                largest = largest.max(*value);
            }
        }
    };
    let formulas =
        system.transitions.iter().flat_map(|it| &it.guard).chain(system.properties.iter().map(|it| &it.error));
    for formula in formulas.filter(|it| it.variables().iter().any(|it| sums.related.contains(it))) {
        comparisons(formula, &mut note);
    }
    largest + 1
}

/// Larger values are not told apart.
const MOST_SMALL: i64 = 5;
