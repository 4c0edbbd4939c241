//! The minimal coverability set, marking by marking: everything that any number of threads can do, as finitely many
//! configurations in which some local states have "any number" of threads.
//!
//! A configuration can be covered if and only if it is below one of the markings. Karp and Miller's tree of a program ends
//! with them, whatever the order of its construction; here [`mcs`] computes them. That nothing is missing, the independent
//! checker confirms.

use boolprog_base::control::{Control, Stop};
use boolprog_base::engine::Undecided;
use boolprog_certificate::sets::{self, Certificate, Ideal, Rejection};
use boolprog_explore::saturate::{Restricted, saturate};
use boolprog_explore::system::{LocalState, ProgramSystem};
use boolprog_explore::tts::{LocalId, SharedId, ThreadSystem};
use boolprog_program::program::Program;
use boolprog_reach::engines::mcs::{self, Closure};
use itertools::Itertools;

use crate::system::System;
use crate::thread_state::{ThreadState, Values, shared_values, thread_state};
use crate::unit::Unit;
use crate::unknown::Unknown;

/// Number of threads in a local state.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Number {
    /// At most this number.
    UpTo(u32),
    /// Any number.
    Any,
}

/// A maximal marking: a shared state, and the local states that have threads, with their numbers, in increasing order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Marking<S = SharedId, L = LocalId> {
    /// Shared state.
    pub shared: S,
    /// Numbers of threads. All others have none.
    pub threads: Vec<(L, Number)>,
}

/// A local state of a program in a marking.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Local {
    /// A live thread.
    At(ThreadState),
    /// A thread whose assertion, with this index among the properties, has failed.
    Failed(u32),
}

/// A maximal marking of a program.
pub type ProgramMarking = Marking<Values, Local>;

/// The maximal markings of a program, in increasing order; or why they are not known.
pub fn of_program(unit: &Unit, control: &dyn Control) -> Result<Vec<ProgramMarking>, Unknown> {
    let program = unit.analysis.program().map_err(|_| not_applicable(NO_SYSTEM))?;
    let system = ProgramSystem::new(program, control);
    let mut system = system.map_err(|stop| Unknown::not_started(stop, control))?;
    let found = markings(&mut system, control)?;
    let mut markings: Vec<_> = found.into_iter().map(|marking| in_program(program, &system, marking)).collect();
    markings.sort_unstable();
    Ok(markings)
}

impl System {
    /// The maximal markings, in increasing order; or why they are not known.
    pub fn markings(&mut self, control: &dyn Control) -> Result<Vec<Marking>, Unknown> {
        let mut markings = markings(&mut self.tts, control)?;
        markings.sort_unstable();
        Ok(markings)
    }
}

/// Why a program without a system of its own has no markings.
pub(crate) const NO_SYSTEM: &str = "the program cannot be explored: it has errors, or recursion prevents inlining";

pub(crate) fn not_applicable(why: impl Into<String>) -> Unknown {
    Unknown::NotApplicable { why: why.into(), threads: 0 }
}

pub(crate) fn in_program(program: &Program, system: &ProgramSystem<'_>, marking: Marking) -> ProgramMarking {
    let Marking { shared, threads } = marking;
    let local = |local| match (thread_state(program, system, shared, local), system.local_state(local)) {
        (Some(state), _) => Local::At(state),
        (None, LocalState::Violation(property)) => Local::Failed(property.0),
        (None, LocalState::At { .. }) => unreachable!("a live thread has a state"),
    };
    let mut threads: Vec<_> = threads.into_iter().map(|(id, number)| (local(id), number)).collect();
    threads.sort_unstable();
    Marking { shared: shared_values(program, system, shared), threads }
}

fn markings<S: ThreadSystem>(system: &mut S, control: &dyn Control) -> Result<Vec<Marking>, Unknown> {
    let saturation = saturate(system, control).map_err(stopped)?;
    let restricted = saturation.to_tts(system, control).map_err(stopped)?;
    let found = mcs::search(&restricted.tts, Closure::default(), None, control).map_err(not_found)?;
    let in_system = |ideal| in_system(&restricted, ideal);
    let ideals: Vec<Ideal> = found.set.ideals.iter().map(in_system).collect();
    let markings = ideals.iter().flat_map(of_ideal).collect();
    match sets::check(system, &Certificate::Ideals(ideals), &[], control) {
        Ok(()) => Ok(markings),
        Err(Rejection::Stopped(stop)) => Err(stopped(stop)),
        Err(rejection) => {
            Err(Unknown::Internal { what: format!("the coverability set of mcs was rejected: {rejection:?}") })
        }
    }
}

/// Why a search has no markings.
pub(crate) fn not_found(why: Undecided) -> Unknown {
    match why {
        Undecided::Stopped(stop) => stopped(stop),
        Undecided::Refused(why) => not_applicable(why),
    }
}

pub(crate) const fn stopped(stop: Stop) -> Unknown {
    Unknown::Stopped { stop, threads: 0 }
}

/// A set that was found in the remains of saturation, in the numbers of the system, which have the same order.
pub(crate) fn in_system(restricted: &Restricted, ideal: &Ideal) -> Ideal {
    let locals = |list: &[LocalId]| list.iter().map(|&local| restricted.local(local)).collect::<Vec<_>>();
    Ideal {
        shared: ideal.shared.iter().map(|&shared| restricted.shared(shared)).collect(),
        omega: locals(&ideal.omega),
        tails: ideal.tails.iter().map(locals).collect(),
    }
}

/// One marking for each shared state and each tail.
pub(crate) fn of_ideal(ideal: &Ideal) -> Vec<Marking> {
    let threads = |tail: &[LocalId]| {
        let finite = tail.chunk_by(|a, b| a == b).map(|threads| (threads[0], Number::UpTo(threads.len() as u32)));
        ideal.omega.iter().map(|&local| (local, Number::Any)).chain(finite).sorted_unstable().collect()
    };
    let of_shared = |&shared| ideal.tails.iter().map(move |tail| Marking { shared, threads: threads(tail) });
    ideal.shared.iter().flat_map(of_shared).collect()
}
