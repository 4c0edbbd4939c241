//! From a system and the findings about it to nodes and edges.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_certificate::run::Run;
use boolprog_explore::saturate::Saturation;
use boolprog_explore::tts::{
    Destinations, Effect, LocalId, SharedId, ThreadSystem, TransferId, Transition, TransitionId,
};
use rustc_hash::FxHashSet;

use super::drawable::{Drawable, Key};
use super::{Edge, EdgeKind, NoGraph, Node, Reach, Selection, State, ThreadGraph};
use crate::decide::Rows;
use crate::reachable::Completeness;

/// An edge in the terms of the system.
type Move<P> = (Key, Key, P, EdgeKind);

/// A graph that is being made.
pub(super) struct Builder<'a, D: Drawable> {
    subject: &'a mut D,
    found: &'a Rows,
    /// The thread states that are in it, sorted.
    chosen: Vec<(SharedId, LocalId)>,
    /// The steps between them, with their numbers in the counterexample.
    moves: BTreeMap<Move<D::Place>, Vec<u32>>,
    left_out: usize,
    /// The nodes to keep; all if `None`.
    kept: Option<BTreeSet<Key>>,
}

impl<'a, D: Drawable> Builder<'a, D> {
    pub(super) fn new(subject: &'a mut D, found: &'a Rows) -> Self {
        Self { subject, found, chosen: Vec::new(), moves: BTreeMap::new(), left_out: 0, kept: None }
    }

    /// Chooses the thread states: all states of saturation or, if these are too many, the reachable ones.
    pub(super) fn choose(
        &mut self,
        saturation: &Saturation,
        selection: &Selection<'_, D::Place>,
    ) -> Result<(), NoGraph> {
        let all = saturation.rows().flat_map(|(shared, locals)| locals.into_iter().map(move |local| (shared, local)));
        self.chosen = all.filter(|(shared, local)| self.subject.is_point(*shared, *local)).collect();
        if selection.places.is_some() || self.chosen.len() <= selection.most {
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

    /// Finds the steps between the chosen states.
    pub(super) fn connect(&mut self, control: &dyn Control) -> Result<(), Stop> {
        for index in 0..self.chosen.len() {
            control.poll(&Progress { phase: "graph", states: index as u64, ..Progress::default() })?;
            let (shared, local) = self.chosen[index];
            for id in self.subject.system().transitions(shared, local) {
                let transition = self.subject.system().transition(TransitionId(id));
                self.add_step(transition);
                if let Effect::Each(transfer) | Effect::One(transfer) = transition.effect {
                    self.add_passive(transition, transfer);
                }
            }
        }
        match self.subject.system().stopped() {
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
    fn reached_by(&self, transition: Transition) -> Vec<Move<D::Place>> {
        let Transition { shared, local, to_shared, to_local, effect, .. } = transition;
        let (from, place) = (Key::At(shared, local), self.subject.place(transition));
        let own = to_local.map_or(Key::Ended, |local| self.subject.key(to_shared, local));
        let created = match effect {
            Effect::Create(local) => Some((from, self.subject.key(to_shared, local), place, EdgeKind::Creates)),
            Effect::None | Effect::Each(_) | Effect::One(_) => None,
        };
        [(from, own, place, EdgeKind::Step)].into_iter().chain(created).collect()
    }

    /// The threads that a step moves besides its own.
    fn add_passive(&mut self, transition: Transition, transfer: TransferId) {
        let place = self.subject.place(transition);
        let before = self.chosen.partition_point(|(shared, _)| *shared < transition.shared);
        let row = self.chosen[before..].iter().take_while(|(shared, _)| *shared == transition.shared);
        let row: Vec<LocalId> = row.map(|(_, local)| *local).collect();
        for local in row {
            let Destinations::To(destinations) = self.subject.system().transferred(transfer, local) else { continue };
            for to in destinations.into_iter().filter(|to| *to != local) {
                let from = Key::At(transition.shared, local);
                self.add((from, self.subject.key(transition.to_shared, to), place, EdgeKind::Passive));
            }
        }
    }

    /// Adds a step unless it leads to where nothing is drawn.
    fn add(&mut self, step: Move<D::Place>) {
        let is_drawn = match step.1 {
            Key::At(shared, local) => self.chosen.binary_search(&(shared, local)).is_ok(),
            Key::Failed(_) | Key::Ended => true,
        };
        if is_drawn {
            self.moves.entry(step).or_default();
        }
    }

    pub(super) fn number(&mut self, run: &Run) {
        for (number, step) in (1..).zip(&run.steps) {
            let transition = self.subject.system().transition(step.transition);
            for step in self.reached_by(transition) {
                if let Some(numbers) = self.moves.get_mut(&step) {
                    numbers.push(number);
                }
            }
        }
    }

    /// Keeps the nodes at most one step away from the requested places.
    pub(super) fn keep_neighbours(&mut self, selection: &Selection<'_, D::Place>) -> Result<(), NoGraph> {
        let Some(places) = selection.places else { return Ok(()) };
        let mut wanted = BTreeSet::new();
        for &(shared, local) in &self.chosen {
            if self.subject.is_at(shared, local, places) {
                wanted.insert(Key::At(shared, local));
            }
        }
        self.moves.retain(|(from, to, ..), _| wanted.contains(from) || wanted.contains(to));
        let ends = self.moves.keys().flat_map(|(from, to, ..)| [*from, *to]);
        let kept: BTreeSet<Key> = ends.chain(wanted.iter().copied()).collect();
        let states = kept.len();
        self.kept = Some(kept);
        if states > selection.most { Err(NoGraph::TooLarge { states, reachable: None }) } else { Ok(()) }
    }

    pub(super) fn finish(self, violated: Option<String>) -> ThreadGraph<D::State, D::Place> {
        let is_kept = |key: &Key| self.kept.as_ref().is_none_or(|kept| kept.contains(key));
        let states = self.chosen.iter().map(|(shared, local)| Key::At(*shared, *local)).filter(is_kept);
        let others = self.moves.keys().map(|(_, to, ..)| *to).filter(|key| !matches!(key, Key::At(..)));
        let keys: BTreeSet<Key> = states.chain(others).collect();
        let mut nodes: Vec<(Node<D::State>, Key)> = keys.into_iter().map(|key| (self.node(key), key)).collect();
        nodes.sort();
        let index: BTreeMap<Key, usize> = nodes.iter().enumerate().map(|(index, (_, key))| (*key, index)).collect();
        let edges = self.moves.iter().filter_map(|(&(from, to, place, kind), steps)| {
            Some(Edge { from: *index.get(&from)?, to: *index.get(&to)?, place, kind, steps: steps.clone() })
        });
        let mut edges: Vec<Edge<D::Place>> = edges.collect();
        edges.sort();
        let nodes = nodes.into_iter().map(|(node, _)| node).collect();
        ThreadGraph { nodes, edges, left_out: self.left_out, violated }
    }

    fn node(&self, key: Key) -> Node<D::State> {
        let (state, reach, initial) = match key {
            Key::At(shared, local) => {
                (self.subject.state(shared, local), self.reach(shared, local), self.is_initial(shared, local))
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
        let initial = self.subject.initial();
        initial.shared.contains(&shared) && (initial.pool.contains(&local) || initial.fixed.contains(&local))
    }
}
