//! From a system and the findings about it to nodes and edges.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_certificate::run::Run;
use boolprog_explore::saturate::Saturation;
use boolprog_explore::system::{LocalState, ProgramSystem};
use boolprog_explore::tts::{
    Destinations, Effect, LocalId, SharedId, ThreadSystem, TransferId, Transition, TransitionId,
};
use boolprog_program::names::VariableId;
use boolprog_program::program::{InstanceId, LocationId, Program};
use boolprog_syntax::ast::SiteId;
use rustc_hash::FxHashSet;

use super::{Atomic, Edge, EdgeKind, NoGraph, Node, Reach, Selection, State, ThreadGraph, ThreadState};
use crate::decide::Rows;
use crate::reachable::Completeness;
use crate::sites::counts;

/// A node in the terms of the system.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Key {
    At(SharedId, LocalId),
    Failed(u32),
    Ended,
}

/// An edge in the terms of the system.
type Move = (Key, Key, SiteId, EdgeKind);

/// A graph that is being made.
pub(super) struct Builder<'a, 'p> {
    program: &'a Program,
    system: &'a mut ProgramSystem<'p>,
    found: &'a Rows,
    /// The thread states that are in it, sorted.
    chosen: Vec<(SharedId, LocalId)>,
    /// The steps between them, with their numbers in the counterexample.
    moves: BTreeMap<Move, Vec<u32>>,
    left_out: usize,
    /// The nodes to keep; all if `None`.
    kept: Option<BTreeSet<Key>>,
}

impl<'a, 'p> Builder<'a, 'p> {
    pub(super) fn new(program: &'a Program, system: &'a mut ProgramSystem<'p>, found: &'a Rows) -> Self {
        Self { program, system, found, chosen: Vec::new(), moves: BTreeMap::new(), left_out: 0, kept: None }
    }

    /// Chooses the thread states: all states of saturation or, if these are too many, the reachable ones.
    pub(super) fn choose(&mut self, saturation: &Saturation, selection: &Selection<'_>) -> Result<(), NoGraph> {
        let all = saturation.rows().flat_map(|(shared, locals)| locals.into_iter().map(move |local| (shared, local)));
        self.chosen = all.filter(|(shared, local)| self.is_point(*shared, *local)).collect();
        if selection.sites.is_some() || self.chosen.len() <= selection.most {
            return Ok(());
        }
        let states = self.chosen.len();
        let too_large = |reachable| NoGraph::TooLarge { states, reachable };
        if self.found.completeness != Completeness::Exact {
            return Err(too_large(None));
        }
        let found = self.found;
        self.chosen.retain(|state| found.states.binary_search(state).is_ok());
        self.left_out = states - self.chosen.len();
        if self.chosen.len() > selection.most { Err(too_large(Some(self.chosen.len()))) } else { Ok(()) }
    }

    /// `true` if this is a live thread at a point that counts as reached.
    fn is_point(&self, shared: SharedId, local: LocalId) -> bool {
        match self.system.local_state(local) {
            LocalState::At { location, values, .. } => {
                counts(self.program, location, &self.system.shared_values(shared), &values)
            }
            LocalState::Violation(_) => false,
        }
    }

    /// Finds the steps between the chosen states.
    pub(super) fn connect(&mut self, control: &dyn Control) -> Result<(), Stop> {
        for index in 0..self.chosen.len() {
            control.poll(&Progress { phase: "graph", states: index as u64, ..Progress::default() })?;
            let (shared, local) = self.chosen[index];
            for id in self.system.transitions(shared, local) {
                let transition = self.system.transition(TransitionId(id));
                self.add_step(transition);
                if let Effect::Each(transfer) | Effect::One(transfer) = transition.effect {
                    self.add_passive(transition, transfer);
                }
            }
        }
        match self.system.stopped() {
            Some(stop) => Err(stop),
            None => Ok(()),
        }
    }

    fn add_step(&mut self, transition: Transition) {
        for to in self.reached_by(transition) {
            self.add(to);
        }
    }

    /// The results of a step for the thread itself and, if it creates one, the new thread.
    fn reached_by(&self, transition: Transition) -> Vec<Move> {
        let Transition { shared, local, to_shared, to_local, effect, .. } = transition;
        let (from, site) = (Key::At(shared, local), self.site(transition));
        let own = to_local.map_or(Key::Ended, |local| self.key(to_shared, local));
        let created = match effect {
            Effect::Create(local) => Some((from, self.key(to_shared, local), site, EdgeKind::Creates)),
            Effect::None | Effect::Each(_) | Effect::One(_) => None,
        };
        [(from, own, site, EdgeKind::Step)].into_iter().chain(created).collect()
    }

    /// The threads that a step moves besides its own.
    fn add_passive(&mut self, transition: Transition, transfer: TransferId) {
        let site = self.site(transition);
        let before = self.chosen.partition_point(|(shared, _)| *shared < transition.shared);
        let row = self.chosen[before..].iter().take_while(|(shared, _)| *shared == transition.shared);
        let row: Vec<LocalId> = row.map(|(_, local)| *local).collect();
        for local in row {
            let Destinations::To(destinations) = self.system.transferred(transfer, local) else { continue };
            for to in destinations.into_iter().filter(|to| *to != local) {
                let from = Key::At(transition.shared, local);
                self.add((from, self.key(transition.to_shared, to), site, EdgeKind::Passive));
            }
        }
    }

    /// Adds a step unless it leads to where nothing is drawn.
    fn add(&mut self, step: Move) {
        let is_drawn = match step.1 {
            Key::At(shared, local) => self.chosen.binary_search(&(shared, local)).is_ok(),
            Key::Failed(_) | Key::Ended => true,
        };
        if is_drawn {
            self.moves.entry(step).or_default();
        }
    }

    fn key(&self, shared: SharedId, local: LocalId) -> Key {
        match self.system.local_state(local) {
            LocalState::At { .. } => Key::At(shared, local),
            LocalState::Violation(property) => Key::Failed(property.0),
        }
    }

    fn site(&self, transition: Transition) -> SiteId {
        let edge = &self.program.edges[transition.origin as usize];
        self.program.location(edge.source).site
    }

    pub(super) fn number(&mut self, run: &Run) {
        for (number, step) in (1..).zip(&run.steps) {
            let transition = self.system.transition(step.transition);
            for step in self.reached_by(transition) {
                if let Some(numbers) = self.moves.get_mut(&step) {
                    numbers.push(number);
                }
            }
        }
    }

    /// Keeps the nodes at most one step away from the requested program points.
    pub(super) fn keep_neighbours(&mut self, selection: &Selection<'_>) -> Result<(), NoGraph> {
        let Some(sites) = selection.sites else { return Ok(()) };
        let is_wanted = |key: Key| match key {
            Key::At(_, local) => match self.system.local_state(local) {
                LocalState::At { location, .. } => sites.contains(&self.program.location(location).site),
                LocalState::Violation(_) => false,
            },
            Key::Failed(_) | Key::Ended => false,
        };
        let wanted: BTreeSet<Key> =
            self.chosen.iter().map(|(shared, local)| Key::At(*shared, *local)).filter(|key| is_wanted(*key)).collect();
        self.moves.retain(|(from, to, ..), _| wanted.contains(from) || wanted.contains(to));
        let ends = self.moves.keys().flat_map(|(from, to, ..)| [*from, *to]);
        let kept: BTreeSet<Key> = ends.chain(wanted.iter().copied()).collect();
        let states = kept.len();
        self.kept = Some(kept);
        if states > selection.most { Err(NoGraph::TooLarge { states, reachable: None }) } else { Ok(()) }
    }

    pub(super) fn finish(self, violated: Option<String>) -> ThreadGraph {
        let is_kept = |key: &Key| self.kept.as_ref().is_none_or(|kept| kept.contains(key));
        let states = self.chosen.iter().map(|(shared, local)| Key::At(*shared, *local)).filter(is_kept);
        let others = self.moves.keys().map(|(_, to, ..)| *to).filter(|key| !matches!(key, Key::At(..)));
        let keys: BTreeSet<Key> = states.chain(others).collect();
        let mut nodes: Vec<(Node, Key)> = keys.into_iter().map(|key| (self.node(key), key)).collect();
        nodes.sort();
        let index: BTreeMap<Key, usize> = nodes.iter().enumerate().map(|(index, (_, key))| (*key, index)).collect();
        let edges = self.moves.iter().filter_map(|(&(from, to, site, kind), steps)| {
            Some(Edge { from: *index.get(&from)?, to: *index.get(&to)?, site, kind, steps: steps.clone() })
        });
        let mut edges: Vec<Edge> = edges.collect();
        edges.sort();
        let nodes = nodes.into_iter().map(|(node, _)| node).collect();
        ThreadGraph { nodes, edges, left_out: self.left_out, violated }
    }

    fn node(&self, key: Key) -> Node {
        let (state, reach, initial) = match key {
            Key::At(shared, local) => {
                (self.thread_state(shared, local), self.reach(shared, local), self.is_initial(shared, local))
            }
            Key::Failed(property) => (State::Failed(property), self.reach_of_end(key), false),
            Key::Ended => (State::Ended, self.reach_of_end(key), false),
        };
        Node { state, reach, initial }
    }

    fn reach(&self, shared: SharedId, local: LocalId) -> Reach {
        match (self.found.states.binary_search(&(shared, local)), self.found.completeness) {
            (Ok(_), _) => Reach::Reachable,
            (Err(_), Completeness::Exact) => Reach::Unreachable,
            (Err(_), Completeness::SoFar | Completeness::Nothing) => Reach::Unknown,
        }
    }

    /// The end of a thread is reached from some state of it.
    fn reach_of_end(&self, end: Key) -> Reach {
        let before = self.moves.keys().filter(|(_, to, ..)| *to == end).map(|(from, ..)| match *from {
            Key::At(shared, local) => self.reach(shared, local),
            Key::Failed(_) | Key::Ended => Reach::Unreachable,
        });
        let before: FxHashSet<Reach> = before.collect();
        let is_known = |reach: &Reach| before.contains(reach);
        [Reach::Reachable, Reach::Unknown].into_iter().find(is_known).unwrap_or(Reach::Unreachable)
    }

    fn is_initial(&self, shared: SharedId, local: LocalId) -> bool {
        let initial = self.system.initial();
        initial.shared.contains(&shared) && (initial.pool.contains(&local) || initial.fixed.contains(&local))
    }

    fn thread_state(&self, shared: SharedId, local: LocalId) -> State {
        let LocalState::At { location, in_atomic, values } = self.system.local_state(local) else {
            return State::Ended;
        };
        let named = |variables: &[VariableId], values: &[bool]| {
            variables.iter().copied().zip(values.iter().copied()).collect::<Vec<_>>()
        };
        let atomic = match (in_atomic, self.system.atomic_held(shared)) {
            (true, _) => Atomic::This,
            (false, true) => Atomic::Other,
            (false, false) => Atomic::Nobody,
        };
        State::At(ThreadState {
            frames: self.frames(location, &values),
            thread_local: named(&self.program.thread_local_variables, &values),
            shared: named(&self.program.shared_variables, &self.system.shared_values(shared)),
            atomic,
        })
    }

    /// The activations at a location, innermost first.
    fn frames(&self, location: LocationId, values: &[bool]) -> Vec<(SiteId, Vec<(VariableId, bool)>)> {
        let own = |instance: InstanceId| {
            let variables = &self.program.instance(instance).variables;
            variables.iter().map(|&(variable, bit)| (variable, values[bit as usize])).collect()
        };
        self.program.frames(location).into_iter().rev().map(|frame| (frame.site, own(frame.instance))).collect()
    }
}
