//! The weights of place invariants, as a linear program.
//!
//! - `bound` is at least the weight of each initial configuration; where any number of threads starts, weights are 0.
//! - *A step* from `(s, l)` to `(s', l')`: `s` and `l` weigh at least what `s'`, `l'` and a created thread do together.
//! - *It transfers all others*: besides, no destination of a thread weighs more than its origin.
//! - *It transfers one other*: the same as for the step alone, with that thread counted before and after; and without
//!   it, since there may be none.
//!
//! A thread for which a transfer has no destination vanishes in the monotone closure, which increases nothing.
//!
//! For Petri nets this is the dual of the *state equation* (Murata, "Petri nets: properties, analysis and
//! applications", Proc. IEEE 77, 1989): there are weights that exclude a configuration if and only if the equation has
//! no rational solution for it or anything above it. With transfers there is no equation, but there still are place
//! invariants.

use boolprog_base::control::Stop;
use boolprog_explore::saturate::Saturation;
use boolprog_explore::tts::{Count, Effect, Initial, LocalId, SharedId, TransferId, Transition, Tts};
use rustc_hash::FxHashSet;

use super::place_invariant::{PlaceInvariant, Potential};
use super::rules::Rule;
use super::simplex::{self, Row, Work};

/// The most variables of a linear program for the steps: its matrix has 4 MB then.
const MOST_VARIABLES: usize = 1_000;

/// The most variables of one for the rules of a net, of which fewer are needed: 36 MB.
const MOST_VARIABLES_OF_RULES: usize = 3_000;

/// Cost of the gain of a potential, where a unit of weight costs 1: weights are there to make the gain small.
const COST_OF_GAIN: i32 = 1_000;

/// Largest number of rows of a program.
const MOST_ROWS: usize = 200_000;

/// Transitions or rows examined in the time of one tick.
const LOOKS_PER_TICK: usize = 64;

/// Constraints on the weights for a system.
pub(super) struct Conditions {
    rows: Vec<Row>,
    /// For each shared state, each local state and the bound its variable; those without one are 0.
    variables: Vec<Option<u32>>,
    costs: Vec<i32>,
    places: Places,
}

/// Numbering of everything that has a weight.
#[derive(Clone, Copy)]
struct Places {
    shared_states: u32,
    local_states: u32,
}

impl Places {
    fn shared(SharedId(shared): SharedId) -> u32 {
        shared
    }

    fn local(self, LocalId(local): LocalId) -> u32 {
        self.shared_states + local
    }

    /// The weight bound of an initial configuration.
    fn bound(self) -> u32 {
        self.shared_states + self.local_states
    }

    /// A thread of the pool.
    fn pool(self) -> u32 {
        self.bound() + 1
    }

    /// The most that a rule may add.
    fn gain(self) -> u32 {
        self.pool() + 1
    }

    fn count(self) -> usize {
        self.gain() as usize + 1
    }
}

impl Conditions {
    /// The conditions for the remains of a system after saturation; `None` if they are too many.
    ///
    /// Linear, except for sorting, in the transitions and the transfers of the shared states where they can happen,
    /// times the local states that turn out to weigh nothing one after the other.
    pub(super) fn new(tts: &Tts, possible: &Saturation, work: &mut Work<'_>) -> Result<Option<Self>, Stop> {
        let places = Places { shared_states: tts.shared_states, local_states: tts.local_states };
        let mut steps = Steps { tts, possible, places, transfers: FxHashSet::default(), rows: Vec::new() };
        let weightless = steps.start(&tts.initial);
        for transitions in tts.transitions.chunks(LOOKS_PER_TICK) {
            work.done(1)?;
            let can_happen = |step: &&Transition| possible.contains(step.shared, step.local);
            for transition in transitions.iter().filter(can_happen) {
                steps.step(transition);
                if steps.rows.len() > MOST_ROWS {
                    return Ok(None);
                }
            }
        }
        Self::of_rows(places, steps.rows, (weightless, MOST_VARIABLES), work)
    }

    /// The conditions for potentials of a net with these rules.
    pub(super) fn of_rules<'r>(
        tts: &Tts,
        possible: &Saturation,
        rules: impl Iterator<Item = &'r Rule>,
        work: &mut Work<'_>,
    ) -> Result<Option<Self>, Stop> {
        let places = Places { shared_states: tts.shared_states, local_states: tts.local_states };
        let mut steps = Steps { tts, possible, places, transfers: FxHashSet::default(), rows: Vec::new() };
        let weightless = steps.start(&tts.initial);
        for rule in rules {
            work.done(1)?;
            steps.rule(rule);
            if steps.rows.len() > MOST_ROWS {
                return Ok(None);
            }
        }
        Self::of_rows(places, steps.rows, (weightless, MOST_VARIABLES_OF_RULES), work)
    }

    fn of_rows(
        places: Places,
        mut rows: Vec<Row>,
        (weightless, most_variables): (Vec<bool>, usize),
        work: &mut Work<'_>,
    ) -> Result<Option<Self>, Stop> {
        let weightless = all_weightless(&mut rows, weightless, work)?;
        let (variables, count) = numbered(&rows, &weightless);
        for row in &mut rows {
            row.iter_mut().for_each(|(place, _)| *place = variables[*place as usize].unwrap_or_default());
        }
        rows.sort_unstable();
        rows.dedup();
        if count > most_variables {
            return Ok(None);
        }
        let mut costs = vec![1; count];
        if let Some(gain) = variables[places.gain() as usize] {
            costs[gain as usize] = COST_OF_GAIN;
        }
        Ok(Some(Self { rows, variables, costs, places }))
    }

    /// A place invariant that excludes this configuration, with weights as small as can be; `None` if there is none, or
    /// the numbers become too large to see.
    pub(super) fn excluding(
        &self,
        shared: SharedId,
        threads: &[LocalId],
        work: &mut Work<'_>,
    ) -> Result<Option<PlaceInvariant>, Stop> {
        let potential = self.potential(shared, threads.iter().map(|&local| (local, 1)), work)?;
        Ok(potential.map(|potential| potential.weights))
    }

    /// A potential that the configuration exceeds, with a gain as small as can be; `None` if there is none, or the
    /// numbers become too large to see.
    pub(super) fn potential(
        &self,
        shared: SharedId,
        threads: impl Iterator<Item = (LocalId, u32)>,
        work: &mut Work<'_>,
    ) -> Result<Option<Potential>, Stop> {
        let places = self.places;
        let threads = threads.map(|(local, count)| (places.local(local), times(count)));
        let wanted = threads.chain([(Places::shared(shared), 1), (places.bound(), -1)]);
        let wanted = wanted.filter_map(|(place, times)| Some((self.variables[place as usize]?, times)));
        let solution = simplex::smallest(&self.costs, &self.rows, &row(wanted), work)?;
        Ok(solution.map(|values| {
            let value = |place: u32| self.variables[place as usize].map_or(0, |variable| values[variable as usize]);
            let weights = PlaceInvariant {
                shared: (0..places.shared_states).map(value).collect(),
                locals: (places.shared_states..places.bound()).map(value).collect(),
                bound: value(places.bound()),
            };
            Potential { weights, gain: value(places.gain()) }
        }))
    }

    /// Memory in use, that of a linear program while it is solved included.
    pub(super) fn bytes(&self) -> usize {
        self.rows.len() * size_of::<Row>() + 4 * self.costs.len() * self.costs.len()
    }
}

struct Steps<'a> {
    tts: &'a Tts,
    possible: &'a Saturation,
    places: Places,
    /// The transfers of all others that were seen, with the shared states before them.
    transfers: FxHashSet<(SharedId, TransferId)>,
    rows: Vec<Row>,
}

impl Steps<'_> {
    /// The rows for the initial configurations; which places weigh nothing. Very many threads count as any number.
    fn start(&mut self, initial: &Initial) -> Vec<bool> {
        let places = self.places;
        let mut weightless = vec![false; places.count()];
        let count = match initial.count {
            Count::Exactly(count) => u16::try_from(count).ok(),
            Count::Any => None,
        };
        if count.is_none() {
            initial.pool.iter().for_each(|&local| weightless[places.local(local) as usize] = true);
        }
        let count = i32::from(count.unwrap_or_default());
        for &local in &initial.pool {
            self.push([(places.pool(), 1), (places.local(local), -1)]);
        }
        for &shared in &initial.shared {
            let fixed = initial.fixed.iter().map(|&local| (places.local(local), -1));
            let others = [(places.bound(), 1), (Places::shared(shared), -1), (places.pool(), -count)];
            self.push(fixed.chain(others));
        }
        weightless
    }

    fn step(&mut self, transition: &Transition) {
        let places = self.places;
        let created = match transition.effect {
            Effect::Create(local) => Some(local),
            Effect::None | Effect::Each(_) | Effect::One(_) => None,
        };
        let after = transition.to_local.into_iter().chain(created).map(|local| (places.local(local), -1));
        let shared = [(Places::shared(transition.shared), 1), (Places::shared(transition.to_shared), -1)];
        let step = row(after.chain(shared).chain([(places.local(transition.local), 1)]));
        self.push(step.iter().copied());
        match transition.effect {
            Effect::Each(transfer) if self.transfers.insert((transition.shared, transfer)) => {
                self.transfer(transition.shared, transfer, &Row::new());
            }
            Effect::One(transfer) => self.transfer(transition.shared, transfer, &step),
            Effect::Each(_) | Effect::None | Effect::Create(_) => {}
        }
    }

    fn rule(&mut self, rule: &Rule) {
        let places = self.places;
        let takes = rule.takes.iter().map(|(local, count)| (places.local(local), times(count)));
        let puts = rule.puts.iter().map(|(local, count)| (places.local(local), -times(count)));
        let shared = [(Places::shared(rule.from), 1), (Places::shared(rule.to), -1)];
        self.push(takes.chain(puts).chain(shared).chain([(places.gain(), 1)]));
    }

    /// One row for each move of a thread by a transfer, besides the step itself.
    fn transfer(&mut self, shared: SharedId, transfer: TransferId, step: &Row) {
        let places = self.places;
        let moves = &self.tts.transfers[transfer.0 as usize];
        for (&from, to) in moves.iter().filter(|(from, _)| self.possible.contains(shared, **from)) {
            for &to in to {
                self.push(step.iter().copied().chain([(places.local(from), 1), (places.local(to), -1)]));
            }
        }
    }

    fn push(&mut self, entries: impl IntoIterator<Item = (u32, i32)>) {
        let row = row(entries);
        if row.iter().any(|(_, times)| *times < 0) {
            self.rows.push(row);
        }
    }
}

/// A number of threads as a coefficient. More threads than that weigh more, which is allowed.
fn times(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

/// The sum of these entries.
fn row(entries: impl IntoIterator<Item = (u32, i32)>) -> Row {
    let mut row: Row = entries.into_iter().collect();
    row.sort_unstable();
    row.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        kept.1 += if same { next.1 } else { 0 };
        same
    });
    row.retain(|entry| entry.1 != 0);
    row
}

/// Finds all places that weigh nothing because they weigh no more than others that do. Takes them out of the rows, and
/// leaves out rows that say nothing about the rest.
fn all_weightless(rows: &mut Vec<Row>, mut weightless: Vec<bool>, work: &mut Work<'_>) -> Result<Vec<bool>, Stop> {
    loop {
        let mut changed = false;
        for rows in rows.chunks_mut(LOOKS_PER_TICK) {
            work.done(1)?;
            for row in rows {
                row.retain(|(place, _)| !weightless[*place as usize]);
                if row.iter().all(|(_, times)| *times < 0) {
                    row.iter().for_each(|(place, _)| weightless[*place as usize] = true);
                    changed |= !row.is_empty();
                    row.clear();
                }
            }
        }
        rows.retain(|row| row.iter().any(|(_, times)| *times < 0));
        if !changed {
            return Ok(weightless);
        }
    }
}

/// Numbers the places that the rows speak of, and says how many there are.
fn numbered(rows: &[Row], weightless: &[bool]) -> (Vec<Option<u32>>, usize) {
    let mut used = vec![false; weightless.len()];
    rows.iter().flatten().for_each(|(place, _)| used[*place as usize] = true);
    let mut count = 0;
    let number = |used: bool| {
        let number = used.then_some(count);
        count += u32::from(used);
        number
    };
    let variables = used.into_iter().map(number).collect();
    (variables, count as usize)
}
