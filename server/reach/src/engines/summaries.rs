//! `summaries`: all behaviour of one thread, recursion included.
//!
//! Works on a [`CallSystem`], where a local state is that of one activation. An *activation* is the set of thread
//! states (shared, local) in which a call can enter its procedure: all calls that enter in the same way share one. A
//! *path edge* says that a thread state can be reached from an entry of its activation, without leaving that; a
//! *summary* is a path edge to an exit. The engine closes the path edges under
//!
//! - steps inside a procedure;
//! - calls: the activation a call enters is explored, once for all its callers;
//! - returns: the caller of an activation continues after each of its summaries.
//!
//! There are finitely many path edges, however deep the calls: at most the activations times the thread states. They
//! are exact, since an activation does not depend on the stack below it.
//!
//! Sharir and Pnueli's functional approach ("Two Approaches to Interprocedural Data Flow Analysis", 1981) as Reps,
//! Horwitz and Sagiv tabulate it (POPL 1995) and Ball and Rajamani apply it to Boolean programs ("Bebop: A Symbolic
//! Model Checker for Boolean Programs", SPIN 2000), here over explicit states.
//!
//! **Shortest runs.** Each path edge has a length, its number of steps with those of its callees. Path edges are taken
//! by increasing length, which finds the least one of each (Knuth's generalisation of Dijkstra's algorithm, 1977: a
//! return is longer than both the call and the summary it is made of). A new activation starts at length 0 again, which
//! is harmless: every return from it is longer than the current call.

mod runs;
mod search;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::engine::{Ended, Engine, Kind, Outcome, Task, Undecided};
use boolprog_certificate::call_run::CallRun;
use boolprog_certificate::summaries::PathEdges;
use boolprog_explore::tts::{CallSystem, Count, Initial, LocalId, SharedId};
use search::Search;

/// A pair of shared and local state.
pub type ThreadState = (SharedId, LocalId);

/// Systems of one thread whose calls are not inlined, as a kind of system.
#[derive(Debug)]
pub enum Calls {}

impl Kind for Calls {
    type Violation = Violation;
    type Certificate = PathEdges;
    /// All reachable thread states, sorted, if they are known; without those at exits, where control is with the caller.
    type States = Option<Vec<ThreadState>>;
}

/// Violation of a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The number of steps: the fewest if the search was [complete](Ended::Complete).
    pub length: u64,
    /// The execution; its last thread state violates the property. `None` if it is longer than [`LONGEST_RUN`]:
    /// lengths can be exponential in the size of the program.
    pub run: Option<CallRun>,
}

/// The longest run that is written out.
pub const LONGEST_RUN: u64 = 100_000;

/// The engine of procedure summaries.
#[derive(Clone, Copy, Debug)]
pub struct Summaries {
    /// Largest number of path edges for which the search continues when all properties are violated.
    pub at_most: u64,
}

impl<S: CallSystem + ?Sized> Engine<&mut S> for Summaries {
    type Kind = Calls;

    /// Computes all path edges, and a shortest run to a violation of each of the properties that has one.
    ///
    /// Refuses systems with several threads. Time is linear in the number of path edges times that of their transitions
    /// and, at calls, of summaries; up to the logarithm for the order.
    fn run(&mut self, system: &mut S, task: &mut Task<'_, Calls>) -> Outcome<Calls> {
        let Some(locals) = single_thread(system.initial()) else {
            return Outcome::nothing(Ended::Refused("it has several threads".to_owned()));
        };
        let mut search = Search::new(task.properties, self.at_most, task.control);
        let started = entries(&system.initial().shared, locals, task.control);
        let entered = started.map_err(Undecided::from).and_then(|entries| search.enter(system, entries));
        if let Err(reason) = entered {
            return Outcome::nothing(reason.into());
        }
        let ended = match search.run(system) {
            Ok(()) if search.waiting.is_empty() => Ended::Complete,
            Ok(()) => Ended::Bound,
            Err(reason) => reason.into(),
        };
        let mut outcome = Outcome::nothing(ended);
        outcome.findings = search.violations(system);
        if outcome.ended == Ended::Complete {
            outcome.states = Some(search.thread_states(system));
            let mut properties: Vec<u32> = search.open.iter().copied().collect();
            properties.sort_unstable();
            outcome.prove(properties, search.certificate());
        }
        outcome
    }
}

/// The local states in which the only thread starts; `None` if it is not the only one.
fn single_thread(initial: &Initial) -> Option<&[LocalId]> {
    match (&initial.fixed[..], &initial.pool[..], initial.count) {
        ([_], [], _) | ([_], _, Count::Exactly(0)) => Some(&initial.fixed),
        ([], [_, ..], Count::Exactly(1)) => Some(&initial.pool),
        _ => None,
    }
}

/// The thread states with these parts, sorted. There is one for each pair, so their memory is asked for first.
fn entries(shared: &[SharedId], locals: &[LocalId], control: &dyn Control) -> Result<Vec<ThreadState>, Stop> {
    let ahead = shared.len().saturating_mul(locals.len()).saturating_mul(size_of::<ThreadState>());
    control.poll(&Progress { phase: "summaries", ahead, ..Progress::default() })?;
    let mut entries: Vec<ThreadState> =
        shared.iter().flat_map(|shared| locals.iter().map(|local| (*shared, *local))).collect();
    entries.sort_unstable();
    entries.dedup();
    Ok(entries)
}
