//! The searches for any number of instances, in the order of their turns. A property that a turn does not decide is tried again in a
//! longer one, so that no search keeps the others waiting, however its own would end.

use boolprog_abstraction::modular::{Counted, Domain};
use boolprog_base::budget::Budget;
use boolprog_base::engine::EngineId;

use crate::integer::BRIEFLY;
use crate::schedule::Stage;

/// The turn of one engine.
pub(super) type Turn = Stage<Search, Facts>;

/// A search for something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Search {
    /// For violations with this number of instances of each process with `[*]`, among this number of states.
    Few(u16, u64),
    /// The same, among as many states as the options allow, also with choices of any values.
    Many(u16),
    /// For violations with any number of instances, of which this number act at a time, among this number of states or as many as
    /// the options allow.
    Crowd(u16, u64),
    /// For violations in executions of the text at random, if it is that of a C program; each number stands for others, and a
    /// greater one for more.
    Executions(u64),
    /// For an invariant of this domain that proves all open properties, or some of them; then for each of them, within the same
    /// budget again: where one property has no such invariant, the others may.
    Invariant(Domain),
    /// For predicates of a Boolean program.
    Predicates,
}

/// Facts that the order depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Facts {
    /// A property is open.
    pub(super) is_open: bool,
    /// The same, and there may be a proof: where a value does not exist, nothing is proved.
    pub(super) wants_proofs: bool,
}

/// The level after which invariants are given up.
pub(super) const HIGHEST: u16 = 3;

/// A relation for each place, without what counts instances.
const PLACES: Domain = Domain::Relations(Counted::Mentioned);

/// States of a search that takes about a second.
const LONGER: u64 = 20 * BRIEFLY;

const fn violations(engine: EngineId, search: Search) -> Turn {
    Turn { when: |it| it.is_open, ..Turn::new(engine, search) }
}

const fn few(instances: u16, states: u64) -> Turn {
    violations(EngineId::Explicit, Search::Few(instances, states))
}

const fn many(instances: u16) -> Turn {
    violations(EngineId::Explicit, Search::Many(instances))
}

const fn crowd(acting: u16, states: u64) -> Turn {
    violations(EngineId::Crowd, Search::Crowd(acting, states))
}

const fn executions(way: u64) -> Turn {
    violations(EngineId::Random, Search::Executions(way))
}

const fn invariant(domain: Domain, seconds: u64) -> Turn {
    let budget = Budget::seconds(seconds);
    Turn { when: |it| it.wants_proofs, budget, ..Turn::new(EngineId::Modular, Search::Invariant(domain)) }
}

const fn predicates(seconds: u64) -> Turn {
    let budget = Budget::seconds(seconds);
    Turn { when: |it| it.wants_proofs, budget, ..Turn::new(EngineId::Refinement, Search::Predicates) }
}

pub(super) static TURNS: &[Turn] = &[
    // Most violations need few instances, and few states.
    few(1, BRIEFLY),
    few(2, BRIEFLY),
    few(3, BRIEFLY),
    // Many instances that stop one after the other are states of few.
    crowd(1, BRIEFLY),
    // A few executions may meet what is many states of the integer program.
    executions(0),
    // Counting instances by a variable, where small values are enough.
    invariant(Domain::Values, 6),
    // Where there are too many values of what is shared, some properties do not depend on it.
    invariant(Domain::OwnValues, 2),
    // Relations of variables where the program compares or copies them.
    invariant(Domain::Candidates, 4),
    // Most other proofs are found or refuted at once.
    invariant(Domain::Level(1, Counted::Mentioned), 4),
    // Which places exclude one another decides programs with locks of many values.
    invariant(PLACES, 4),
    // Predicates of guards are often enough, and a prover without Horn clauses is enough for them.
    predicates(3),
    // More executions are quicker than proofs that are hard to find.
    executions(1),
    // Where an access is a step, three instances have many states.
    crowd(1, u64::MAX),
    few(2, LONGER),
    few(3, LONGER),
    // Counting instances by a variable; counters of places that nothing mentions are needed for it.
    invariant(Domain::Relations(Counted::Everything), 10),
    invariant(Domain::Level(1, Counted::Everything), 10),
    invariant(Domain::Level(2, Counted::Mentioned), 10),
    invariant(Domain::Candidates, 20),
    predicates(10),
    many(2),
    many(3),
    crowd(2, u64::MAX),
    many(4),
    // The same for longer.
    invariant(PLACES, 40),
    invariant(Domain::Level(2, Counted::Mentioned), 60),
    invariant(Domain::Relations(Counted::Everything), 60),
    invariant(Domain::Level(HIGHEST, Counted::Mentioned), 60),
    predicates(120),
    many(5),
    crowd(3, u64::MAX),
    many(6),
];

/// The proofs that are found or refuted soonest: by explicit values.
pub(super) static AT_ONCE: &[Turn] = &[invariant(Domain::Values, 6)];
