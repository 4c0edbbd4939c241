//! The searches for any number of instances, in the order of their turns. What is not decided in a turn is tried again in a
//! longer one, so that no search keeps the others waiting, however its own would end.

use boolprog_abstraction::modular::{Counted, Domain};

use crate::integer::BRIEFLY;

/// A search for something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Turn {
    /// For violations with this number of instances of each process with `[*]`, among this number of states.
    Few(u16, u64),
    /// The same, among as many states as the options allow, also with choices of any values.
    Many(u16),
    /// For violations with any number of instances, of which this number act at a time, among this number of states or as many as
    /// the options allow.
    Crowd(u16, u64),
    /// For violations in executions of the text at random, if it is that of a C program; each number stands for others, and a
    /// greater one for more.
    Random(u64),
    /// For an invariant of this domain that proves all open properties, or some of them, within this number of seconds.
    Invariant(Domain, u64),
    /// For an invariant of this domain for each open property, within this number of seconds for all of them: where one property
    /// has no such invariant, the others may.
    Each(Domain, u64),
    /// For predicates of a Boolean program, within about this number of seconds.
    Refine(u64),
}

/// The level after which invariants are given up.
pub(super) const HIGHEST: u16 = 3;

/// A relation for each place, without what counts instances.
const PLACES: Domain = Domain::Relations(Counted::Mentioned);

/// States of a search that takes about a second.
const LONGER: u64 = 20 * BRIEFLY;

pub(super) static TURNS: &[Turn] = &[
    // Most violations need few instances, and few states.
    Turn::Few(1, BRIEFLY),
    Turn::Few(2, BRIEFLY),
    Turn::Few(3, BRIEFLY),
    // Many instances that stop one after the other are states of few.
    Turn::Crowd(1, BRIEFLY),
    // A few executions may meet what is many states of the integer program.
    Turn::Random(0),
    // What counts instances by a variable, where small values are enough.
    Turn::Invariant(Domain::Values, 6),
    // Where there are too many values of what is shared, some properties do not depend on it.
    Turn::Invariant(Domain::OwnValues, 2),
    Turn::Each(Domain::Values, 6),
    // Which places exclude one another decides most programs with locks.
    Turn::Invariant(PLACES, 2),
    // More executions are quicker than proofs that are hard to find.
    Turn::Random(1),
    // What relates variables where the program compares or copies them.
    Turn::Invariant(Domain::Candidates, 4),
    Turn::Invariant(PLACES, 4),
    Turn::Each(PLACES, 4),
    Turn::Random(2),
    // Most other proofs are found or refuted at once.
    Turn::Invariant(Domain::Level(1, Counted::Mentioned), 4),
    Turn::Each(Domain::Level(1, Counted::Mentioned), 4),
    Turn::Crowd(1, u64::MAX),
    // Predicates of guards are often enough, and a prover without Horn clauses is enough for them.
    Turn::Refine(3),
    // Where an access is a step, three instances have many states.
    Turn::Few(2, LONGER),
    Turn::Few(3, LONGER),
    Turn::Few(4, BRIEFLY),
    // What counts instances by a variable.
    Turn::Invariant(Domain::Relations(Counted::Everything), 10),
    Turn::Each(Domain::Relations(Counted::Everything), 10),
    Turn::Invariant(Domain::Level(2, Counted::Mentioned), 8),
    Turn::Each(Domain::Level(2, Counted::Mentioned), 8),
    // Counters of places that nothing mentions are needed where instances are counted by a variable.
    Turn::Invariant(Domain::Level(1, Counted::Everything), 8),
    Turn::Each(Domain::Level(1, Counted::Everything), 8),
    Turn::Invariant(PLACES, 12),
    Turn::Each(PLACES, 12),
    Turn::Invariant(Domain::Candidates, 20),
    Turn::Refine(8),
    Turn::Crowd(2, u64::MAX),
    Turn::Many(2),
    Turn::Many(3),
    Turn::Invariant(Domain::Level(2, Counted::Mentioned), 40),
    Turn::Each(Domain::Level(2, Counted::Mentioned), 40),
    Turn::Invariant(PLACES, 40),
    Turn::Each(PLACES, 40),
    Turn::Invariant(Domain::Relations(Counted::Everything), 40),
    Turn::Each(Domain::Relations(Counted::Everything), 40),
    Turn::Refine(20),
    Turn::Random(3),
    Turn::Many(4),
    Turn::Invariant(Domain::Level(2, Counted::Everything), 30),
    Turn::Each(Domain::Level(2, Counted::Everything), 30),
    Turn::Invariant(Domain::Level(HIGHEST, Counted::Mentioned), 30),
    Turn::Each(Domain::Level(HIGHEST, Counted::Mentioned), 30),
    Turn::Refine(60),
    Turn::Invariant(Domain::Level(1, Counted::Everything), 30),
    Turn::Each(Domain::Level(1, Counted::Everything), 30),
    Turn::Many(5),
    Turn::Crowd(3, u64::MAX),
    Turn::Many(6),
    Turn::Invariant(Domain::Level(2, Counted::Everything), 60),
    Turn::Each(Domain::Level(2, Counted::Everything), 60),
    Turn::Invariant(Domain::Level(HIGHEST, Counted::Mentioned), 60),
    Turn::Each(Domain::Level(HIGHEST, Counted::Mentioned), 60),
    Turn::Refine(120),
];

/// The proofs that are found or refuted soonest: by explicit values.
pub(crate) static AT_ONCE: &[Turn] =
    &[Turn::Invariant(Domain::Values, 6), Turn::Invariant(Domain::OwnValues, 2), Turn::Each(Domain::Values, 6)];

/// Those that a prover finds or refutes soon.
pub(crate) static BRIEF: &[Turn] = &[
    Turn::Invariant(Domain::Level(1, Counted::Mentioned), 3),
    Turn::Each(Domain::Level(1, Counted::Mentioned), 3),
    Turn::Invariant(PLACES, 4),
    Turn::Each(PLACES, 4),
];
