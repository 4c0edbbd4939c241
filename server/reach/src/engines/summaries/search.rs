//! The search for path edges, by increasing length.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use boolprog_base::control::{Control, Progress};
use boolprog_base::engine::Undecided;
use boolprog_certificate::summaries::{Activation, PathEdges};
use boolprog_explore::tts::{CallSystem, Effect, Position, TransitionId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::ThreadState;
use crate::watch::Watch;

pub(super) struct Edge {
    pub(super) activation: u32,
    pub(super) state: ThreadState,
    pub(super) length: u64,
    pub(super) origin: Origin,
    /// `true` if its length is final.
    pub(super) taken: bool,
}

#[derive(Clone, Copy)]
pub(super) enum Origin {
    /// The state is an entry of the activation.
    Entry,
    /// By a step from this path edge.
    Step(u32, TransitionId),
    /// After a call: the path edge to the call, and the summary.
    Return { call: u32, exit: u32 },
}

pub(super) struct ActivationFacts {
    pub(super) entries: Rc<[ThreadState]>,
    /// Path edges to the calls that enter it.
    pub(super) calls: Vec<u32>,
    pub(super) exits: Vec<u32>,
    /// For each property the first path edge to a violation of it.
    pub(super) violated: FxHashMap<u32, u32>,
}

pub(super) struct Search<'c> {
    pub(super) properties: &'c [u32],
    pub(super) at_most: u64,
    /// Properties without a violation so far.
    pub(super) open: FxHashSet<u32>,
    pub(super) watch: Watch<'c>,
    pub(super) activations: Vec<ActivationFacts>,
    pub(super) numbers: FxHashMap<Rc<[ThreadState]>, u32>,
    pub(super) edges: Vec<Edge>,
    pub(super) found: FxHashMap<(u32, ThreadState), u32>,
    pub(super) waiting: BinaryHeap<Reverse<(u64, u32)>>,
    pub(super) entry_bytes: usize,
}

impl<'c> Search<'c> {
    pub(super) fn new(properties: &'c [u32], at_most: u64, control: &'c dyn Control) -> Self {
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

    pub(super) fn run<S: CallSystem + ?Sized>(&mut self, system: &mut S) -> Result<(), Undecided> {
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
    pub(super) fn enter<S: CallSystem + ?Sized>(
        &mut self,
        system: &S,
        entries: Vec<ThreadState>,
    ) -> Result<u32, Undecided> {
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

    pub(super) fn thread_states<S: CallSystem + ?Sized>(&self, system: &S) -> Vec<ThreadState> {
        let states = self.edges.iter().map(|edge| edge.state);
        let mut states: Vec<_> = states.filter(|(_, local)| system.position(*local) != Position::Exit).collect();
        states.sort_unstable();
        states.dedup();
        states
    }

    pub(super) fn certificate(&self) -> PathEdges {
        let activation = |facts: &ActivationFacts| Activation { entries: facts.entries.to_vec(), states: Vec::new() };
        let mut activations: Vec<Activation> = self.activations.iter().map(activation).collect();
        for edge in &self.edges {
            activations[edge.activation as usize].states.push(edge.state);
        }
        PathEdges { activations }
    }
}
