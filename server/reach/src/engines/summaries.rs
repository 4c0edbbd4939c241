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

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::engine::{Ended, Engine, Kind, Outcome, Task, Undecided};
use boolprog_explore::tts::{CallSystem, Count, Effect, Initial, LocalId, Position, SharedId, TransitionId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::watch::Watch;
use boolprog_certificate::call_run::CallRun;
use boolprog_certificate::summaries::{Activation, PathEdges};

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

struct Edge {
    activation: u32,
    state: ThreadState,
    length: u64,
    origin: Origin,
    /// `true` if its length is final.
    taken: bool,
}

#[derive(Clone, Copy)]
enum Origin {
    /// The state is an entry of the activation.
    Entry,
    /// By a step from this path edge.
    Step(u32, TransitionId),
    /// After a call: the path edge to the call, and the summary.
    Return { call: u32, exit: u32 },
}

struct ActivationFacts {
    entries: Rc<[ThreadState]>,
    /// Path edges to the calls that enter it.
    calls: Vec<u32>,
    exits: Vec<u32>,
    /// For each property the first path edge to a violation of it.
    violated: FxHashMap<u32, u32>,
}

struct Search<'c> {
    properties: &'c [u32],
    at_most: u64,
    /// Properties without a violation so far.
    open: FxHashSet<u32>,
    watch: Watch<'c>,
    activations: Vec<ActivationFacts>,
    numbers: FxHashMap<Rc<[ThreadState]>, u32>,
    edges: Vec<Edge>,
    found: FxHashMap<(u32, ThreadState), u32>,
    waiting: BinaryHeap<Reverse<(u64, u32)>>,
    entry_bytes: usize,
}

impl<'c> Search<'c> {
    fn new(properties: &'c [u32], at_most: u64, control: &'c dyn Control) -> Self {
        Self {
            properties,
            at_most,
            open: properties.iter().copied().collect(),
            watch: Watch::new(control),
            activations: Vec::new(),
            numbers: FxHashMap::default(),
            edges: Vec::new(),
            found: FxHashMap::default(),
            waiting: BinaryHeap::new(),
            entry_bytes: 0,
        }
    }

    fn run<S: CallSystem + ?Sized>(&mut self, system: &mut S) -> Result<(), Undecided> {
        while let Some(Reverse((length, edge))) = self.waiting.pop() {
            let found = &mut self.edges[edge as usize];
            if std::mem::replace(&mut found.taken, true) {
                continue;
            }
            debug_assert_eq!(found.length, length);
            self.tick(system)?;
            self.inspect(system, edge);
            if self.open.is_empty() && self.edges.len() as u64 > self.at_most {
                return Ok(());
            }
            match system.position(self.edges[edge as usize].state.1) {
                Position::Step => self.steps(system, edge)?,
                Position::Call => self.call(system, edge)?,
                Position::Exit => self.exit(system, edge)?,
            }
            // A system that gave up leaves steps out.
            system.stopped().map_or(Ok(()), |stop| Err(Undecided::Stopped(stop)))?;
        }
        Ok(())
    }

    /// Notes which properties a path edge is the first of its activation to violate, which is also the shortest.
    fn inspect<S: CallSystem + ?Sized>(&mut self, system: &mut S, edge: u32) {
        let Edge { activation, state: (shared, local), .. } = self.edges[edge as usize];
        for property in system.violated(shared, local) {
            if self.properties.contains(&property) {
                self.open.remove(&property);
                self.activations[activation as usize].violated.entry(property).or_insert(edge);
            }
        }
    }

    fn steps<S: CallSystem + ?Sized>(&mut self, system: &mut S, edge: u32) -> Result<(), Undecided> {
        let Edge { activation, state: (shared, local), length, .. } = self.edges[edge as usize];
        for id in system.transitions(shared, local).map(TransitionId) {
            self.tick(system)?;
            let transition = system.transition(id);
            if matches!(transition.effect, Effect::Create(_)) {
                return Err(Undecided::Refused("it creates threads".to_owned()));
            }
            if let Some(to) = transition.to_local {
                self.add(activation, (transition.to_shared, to), length.saturating_add(1), Origin::Step(edge, id));
            }
        }
        Ok(())
    }

    fn call<S: CallSystem + ?Sized>(&mut self, system: &mut S, edge: u32) -> Result<(), Undecided> {
        let (shared, local) = self.edges[edge as usize].state;
        let transitions = system.transitions(shared, local).map(|id| system.transition(TransitionId(id)));
        let entered = transitions.filter_map(|transition| Some((transition.to_shared, transition.to_local?)));
        let mut entries: Vec<ThreadState> = entered.collect();
        entries.sort_unstable();
        entries.dedup();
        if entries.is_empty() {
            return Ok(());
        }
        let callee = self.enter(system, entries)? as usize;
        self.activations[callee].calls.push(edge);
        for index in 0..self.activations[callee].exits.len() {
            self.tick(system)?;
            self.resume(system, edge, self.activations[callee].exits[index]);
        }
        Ok(())
    }

    fn exit<S: CallSystem + ?Sized>(&mut self, system: &mut S, edge: u32) -> Result<(), Undecided> {
        let activation = self.edges[edge as usize].activation as usize;
        self.activations[activation].exits.push(edge);
        for index in 0..self.activations[activation].calls.len() {
            self.tick(system)?;
            self.resume(system, self.activations[activation].calls[index], edge);
        }
        Ok(())
    }

    /// Continues the caller after a summary of its callee.
    fn resume<S: CallSystem + ?Sized>(&mut self, system: &mut S, call: u32, exit: u32) {
        let (caller, left) = (&self.edges[call as usize], &self.edges[exit as usize]);
        let length = caller.length.saturating_add(1).saturating_add(left.length);
        let (activation, caller, (shared, exited)) = (caller.activation, caller.state.1, left.state);
        let state = system.resume(caller, shared, exited);
        self.add(activation, state, length, Origin::Return { call, exit });
    }

    /// The activation with these entries, which is explored from now on.
    fn enter<S: CallSystem + ?Sized>(&mut self, system: &S, entries: Vec<ThreadState>) -> Result<u32, Undecided> {
        if let Some(known) = self.numbers.get(entries.as_slice()) {
            return Ok(*known);
        }
        let entries: Rc<[ThreadState]> = entries.into();
        self.entry_bytes += size_of_val(&*entries) + size_of::<ActivationFacts>();
        let number = self.activations.len() as u32;
        self.numbers.insert(Rc::clone(&entries), number);
        let (calls, exits, violated) = (Vec::new(), Vec::new(), FxHashMap::default());
        self.activations.push(ActivationFacts { entries: Rc::clone(&entries), calls, exits, violated });
        for entry in entries.iter() {
            self.tick(system)?;
            self.add(number, *entry, 0, Origin::Entry);
        }
        Ok(number)
    }

    /// Adds a path edge, or a shorter path to a known one.
    fn add(&mut self, activation: u32, state: ThreadState, length: u64, origin: Origin) {
        let next = self.edges.len() as u32;
        let edge = *self.found.entry((activation, state)).or_insert(next);
        if edge == next {
            self.edges.push(Edge { activation, state, length, origin, taken: false });
        } else {
            let known = &mut self.edges[edge as usize];
            if known.taken || known.length <= length {
                return;
            }
            (known.length, known.origin) = (length, origin);
        }
        self.waiting.push(Reverse((length, edge)));
    }

    fn tick<S: CallSystem + ?Sized>(&mut self, system: &S) -> Result<(), Undecided> {
        let Self { watch, edges, found, waiting, entry_bytes, .. } = self;
        let progress = || Progress {
            phase: "summaries",
            states: edges.len() as u64,
            frontier: waiting.len() as u64,
            threads: 1,
            bytes: system.bytes()
                + *entry_bytes
                + edges.capacity() * size_of::<Edge>()
                + found.capacity() * size_of::<(u32, ThreadState, u32)>()
                + waiting.capacity() * size_of::<(u64, u32)>(),
            ..Progress::default()
        };
        Ok(watch.tick(progress)?)
    }

    fn thread_states<S: CallSystem + ?Sized>(&self, system: &S) -> Vec<ThreadState> {
        let states = self.edges.iter().map(|edge| edge.state);
        let mut states: Vec<_> = states.filter(|(_, local)| system.position(*local) != Position::Exit).collect();
        states.sort_unstable();
        states.dedup();
        states
    }

    fn certificate(&self) -> PathEdges {
        let activation = |facts: &ActivationFacts| Activation { entries: facts.entries.to_vec(), states: Vec::new() };
        let mut activations: Vec<Activation> = self.activations.iter().map(activation).collect();
        for edge in &self.edges {
            activations[edge.activation as usize].states.push(edge.state);
        }
        PathEdges { activations }
    }
}
