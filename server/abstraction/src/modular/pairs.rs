//! Which two instances can be where together: thread-modular reachability of level 2 over explicit values.
//!
//! The pairs of states of two different instances, with a state of what is shared, are closed under the steps of both, of the
//! instances that exist once, and of a third of any number, if each two of the three are such a pair. This is the least
//! invariant about two instances (Hoenicke, Majumdar, Podelski, "Thread modularity at many levels", POPL 2017, section 3),
//! where the values of variables that have too many are any.

mod exploration;
mod layout;
mod limits;
mod steps;

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::control::{Control, Stop};
use boolprog_integer::{Formula, VariableId};

use super::cover::{Rows, Work, cover, without};
use super::equations::Sums;
use super::instances::{Instances, Place, Spot};
use exploration::{Exploration, Over};
use layout::{Counting, LOCALS, Layout, family_of, location_of};
use limits::{Limits, last_value};

/// The values that variables have together when two instances are at two places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Together {
    /// They never are.
    Never,
    /// The values at each of the places.
    Apart,
    /// This, too: about the first instance at the first place, and the second, or the first of another family, at the other.
    When(Formula),
}

/// The values at two places, of which the first is not after the second.
type Conjoined = BTreeMap<(Place, Place), Together>;

/// The places of instances, and what is known where they are there.
pub(super) struct Pairs {
    /// Formulas that hold when the first instance is at a place that it can reach.
    pub(super) alone: BTreeMap<Place, Formula>,
    /// The variables that have any value here; those of an instance are named by its first.
    pub(super) forgotten: BTreeSet<VariableId>,
    /// The least and the greatest values of variables, when the first instance of a family, or one that exists once, is at a spot.
    ranges: BTreeMap<Spot, BTreeMap<VariableId, (i64, i64)>>,
    /// Where instances that exist once can be, when an instance is at a place.
    once_with: BTreeMap<Place, BTreeSet<Spot>>,
    together: Conjoined,
}

/// The variables whose values are followed, as far as they are few.
#[derive(Clone, Copy)]
pub(super) enum Followed<'p> {
    /// All variables.
    All,
    /// Those of instances, while what is shared has any value.
    Own,
    /// All variables, and small values of those that sums speak of and these pairs, which are without sums, do not follow. Others
    /// that these do not follow are followed as far as the pairs stay few. Pairs that the sums exclude are left out: the result
    /// holds if the assumptions of the sums do.
    Summed(&'p Sums, &'p Pairs),
}

impl Pairs {
    /// `None` if there are too many pairs.
    pub(super) fn of(
        instances: &Instances<'_>,
        followed: Followed<'_>,
        control: &dyn Control,
    ) -> Result<Option<Self>, Stop> {
        let system = instances.system;
        let mut forgotten: BTreeSet<VariableId> = system.counters.iter().map(|counter| counter.variable).collect();
        let (mut counting, mut sums) = (None, None);
        match followed {
            Followed::All => {}
            Followed::Own => {
                let variables = (0..system.variables.len() as u32).map(VariableId);
                forgotten.extend(variables.filter(|it| system.variable(*it).owner.is_none()));
            }
            Followed::Summed(all, plain) => {
                let (small, retried) = plain.forgotten.iter().partition(|it| all.related.contains(it));
                let retried = &retried - &forgotten;
                sums = Some(all);
                counting = Some(Counting { sums: all, small, retried, last: last_value(system, all) });
            }
        }
        loop {
            let layout = Layout::new(instances, &forgotten, counting.as_ref());
            let limits = sums.map(|sums| Limits::of(&layout, sums));
            let over = match Exploration::run(&layout, limits.as_ref(), control) {
                Ok(explored) => return Summary::pairs(&layout, &explored, &forgotten, control).map(Some),
                Err(over) => over,
            };
            let variables = match over {
                Over::Stopped(stop) => return Err(stop),
                Over::TooMany => return Ok(None),
                Over::Forget(variables) => variables,
            };
            for variable in variables {
                let is_small_now = counting.as_mut().is_some_and(|it: &mut Counting<'_>| {
                    it.retried.remove(&variable);
                    it.sums.related.contains(&variable) && it.small.insert(variable)
                });
                if !is_small_now {
                    forgotten.insert(variable);
                }
            }
        }
    }

    /// The spots that instances can reach.
    pub(super) fn spots(&self) -> impl Iterator<Item = Spot> {
        self.ranges.keys().copied()
    }

    /// The value that a variable always has, when the first instance of a family, or one that exists once, is at a spot.
    pub(super) fn constant(&self, spot: Spot, variable: VariableId) -> Option<i64> {
        self.range(spot, variable).filter(|(least, most)| least == most).map(|(value, _)| value)
    }

    /// The least and the greatest value of a variable there, if they are known.
    pub(super) fn range(&self, spot: Spot, variable: VariableId) -> Option<(i64, i64)> {
        self.ranges.get(&spot)?.get(&variable).copied()
    }

    /// Returns `true` if two instances can be at these spots at the same time.
    pub(super) fn may_meet(&self, one: Spot, other: Spot) -> bool {
        match (one, other) {
            (Spot::Any(one), Spot::Any(other)) => *self.together(one.min(other), one.max(other)) != Together::Never,
            (Spot::Any(place), once) | (once, Spot::Any(place)) => {
                self.once_with.get(&place).is_some_and(|with| with.contains(&once))
            }
            (Spot::Once(one, _), Spot::Once(other, _)) => one != other,
        }
    }

    /// The values when two instances are at these places, which are in order.
    pub(super) fn together(&self, one: Place, other: Place) -> &Together {
        self.together.get(&(one, other)).unwrap_or(&Together::Never)
    }
}

/// If more combinations are impossible at two places, no columns are left out.
const MOST_IMPOSSIBLE: usize = 50_000;

/// The ranges of variables whose values have a range.
type Noted = BTreeMap<VariableId, Option<(i64, i64)>>;

/// Makes formulas of pairs.
struct Summary<'l, 's> {
    layout: &'l Layout<'s>,
    /// Of each place, the shared states, each with those of the instance.
    singles: BTreeMap<Place, BTreeMap<u32, BTreeSet<u32>>>,
    explored: &'l Exploration<'l, 's>,
}

impl<'l, 's> Summary<'l, 's> {
    fn pairs(
        layout: &'l Layout<'s>,
        explored: &'l Exploration<'l, 's>,
        forgotten: &BTreeSet<VariableId>,
        control: &dyn Control,
    ) -> Result<Pairs, Stop> {
        let mut pairs: BTreeMap<(Place, Place), BTreeSet<exploration::Pair>> = BTreeMap::new();
        let mut summary = Self { layout, singles: BTreeMap::new(), explored };
        for (shared, one, other) in explored.pairs.iter().copied() {
            let (at_one, at_other) = (summary.place(one), summary.place(other));
            for (place, local) in [(at_one, one), (at_other, other)] {
                summary.singles.entry(place).or_default().entry(shared).or_default().insert(local);
            }
            if at_one <= at_other {
                pairs.entry((at_one, at_other)).or_default().insert((shared, one, other));
            }
            if at_other <= at_one {
                pairs.entry((at_other, at_one)).or_default().insert((shared, other, one));
            }
        }
        let mut work = Work::new(control);
        let alone = |(place, states): (&Place, &_)| Ok((*place, summary.alone(*place, states, &mut work)?));
        let alone = summary.singles.iter().map(alone).collect::<Result<_, Stop>>()?;
        let mut together = BTreeMap::new();
        for (places, pairs) in pairs {
            together.insert(places, summary.together(places, &pairs, &mut work)?);
        }
        let mut once_with: BTreeMap<Place, BTreeSet<Spot>> = BTreeMap::new();
        for (place, states) in &summary.singles {
            let spots = states.keys().flat_map(|shared| summary.once(*shared));
            once_with.entry(*place).or_default().extend(spots);
        }
        let (ranges, forgotten) = (summary.ranges(), forgotten.clone());
        Ok(Pairs { alone, forgotten, ranges, once_with, together })
    }

    /// The places of the instances that exist once.
    fn once(&self, shared: u32) -> impl Iterator<Item = Spot> {
        let places = self.shared(shared).iter().map(|place| location_of(*place));
        self.layout.once().iter().zip(places).map(|(instance, location)| Spot::Once(*instance, location))
    }

    fn ranges(&self) -> BTreeMap<Spot, BTreeMap<VariableId, (i64, i64)>> {
        let mut all: BTreeMap<Spot, Noted> = BTreeMap::new();
        let values = |shared: u32| &self.shared(shared)[self.layout.once().len()..];
        for (place, states) in &self.singles {
            let noted = all.entry(Spot::Any(*place)).or_default();
            for (shared, locals) in states {
                self.note(&self.layout.shared, values(*shared), noted);
                for local in locals {
                    self.note(self.layout.locals(place.family), self.local(*local), noted);
                }
            }
        }
        let reached: BTreeSet<u32> = self.singles.values().flat_map(BTreeMap::keys).copied().collect();
        for shared in reached {
            for spot in self.once(shared) {
                self.note(&self.layout.shared, values(shared), all.entry(spot).or_default());
            }
        }
        let known = |noted: Noted| noted.into_iter().filter_map(|(variable, range)| Some((variable, range?))).collect();
        all.into_iter().map(|(spot, noted)| (spot, known(noted))).collect()
    }

    /// Notes values of variables: no range of one with a value that stands for several.
    fn note(&self, variables: &[VariableId], values: &[i64], noted: &mut Noted) {
        for (variable, value) in variables.iter().zip(values) {
            let is_exact = self.layout.last(*variable) != Some(*value);
            let known = noted.entry(*variable).or_insert(Some((*value, *value)));
            *known = known.filter(|_| is_exact).map(|(least, most)| (least.min(*value), most.max(*value)));
        }
    }

    fn place(&self, local: u32) -> Place {
        let local = &self.explored.locals.all[local as usize];
        Place { family: family_of(local), location: location_of(local[1]) }
    }

    fn alone(&self, place: Place, states: &BTreeMap<u32, BTreeSet<u32>>, work: &mut Work<'_>) -> Result<Formula, Stop> {
        let all = states.iter().flat_map(|(shared, locals)| locals.iter().map(|local| (*shared, *local)));
        let rows: Rows = all.map(|(shared, local)| [self.shared(shared), self.local(local)].concat()).collect();
        let local = self.layout.local_columns(place.family, 0);
        cover(&[self.layout.shared_columns(), local].concat(), &rows, work)
    }

    /// The values that two places have together, over as few columns as tell it.
    fn together(
        &self,
        (one, other): (Place, Place),
        pairs: &BTreeSet<exploration::Pair>,
        work: &mut Work<'_>,
    ) -> Result<Together, Stop> {
        let impossible = self.apart(one, other).filter(|pair| !pairs.contains(pair)).take(MOST_IMPOSSIBLE + 1);
        let impossible: Vec<exploration::Pair> = impossible.collect();
        work.on(pairs.len() + impossible.len())?;
        if impossible.is_empty() {
            return Ok(Together::Apart);
        }
        let second = usize::from(one.family == other.family);
        let mut columns = self.layout.shared_columns();
        columns.extend(self.layout.local_columns(one.family, 0));
        columns.extend(self.layout.local_columns(other.family, second));
        let mut rows: Rows = pairs.iter().map(|pair| self.row(*pair)).collect();
        let mut impossible: Rows = impossible.into_iter().map(|pair| self.row(pair)).collect();
        let is_partial = impossible.len() > MOST_IMPOSSIBLE;
        for column in (0..if is_partial { 0 } else { columns.len() }).rev() {
            work.on(rows.len() + impossible.len())?;
            let (fewer, still) = (without(&rows, column), without(&impossible, column));
            if fewer.is_disjoint(&still) {
                columns.remove(column);
                (rows, impossible) = (fewer, still);
            }
        }
        Ok(Together::When(cover(&columns, &rows, work)?))
    }

    /// The pairs of what can be at the places, with the same shared state.
    fn apart(&self, one: Place, other: Place) -> impl Iterator<Item = exploration::Pair> {
        let states = self.singles[&one].iter();
        states.flat_map(move |(shared, ones)| {
            let others = self.singles[&other].get(shared).into_iter().flatten();
            others.flat_map(move |other| ones.iter().map(move |one| (*shared, *one, *other)))
        })
    }

    fn row(&self, (shared, one, other): exploration::Pair) -> Vec<i64> {
        [self.shared(shared), self.local(one), self.local(other)].concat()
    }

    fn shared(&self, shared: u32) -> &[i64] {
        &self.explored.shared.all[shared as usize]
    }

    fn local(&self, local: u32) -> &[i64] {
        &self.explored.locals.all[local as usize][LOCALS..]
    }
}
