//! Systems that are written out in full.

use std::ops::Range;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use thiserror::Error;

use super::index::Index;
use super::{
    Destinations, Effect, Initial, LocalId, SharedId, Target, ThreadSystem, TransferId, Transition, TransitionId,
};

/// The local states a transfer moves, and where to (in increasing order; empty blocks). Others stay.
pub type Moves = FxHashMap<LocalId, SmallVec<[LocalId; 2]>>;

/// An explicit, finite system. Memory is proportional to the text, independently of the numbers of states.
#[derive(Clone, Debug)]
pub struct Tts {
    /// Number of shared states: all ids are below.
    pub shared_states: u32,
    /// Number of local states: all ids are below.
    pub local_states: u32,
    /// Initial configurations.
    pub initial: Initial,
    /// All transitions, ordered by (shared, local).
    pub transitions: Vec<Transition>,
    /// For each transfer the local states it moves, and where to.
    pub transfers: Vec<Moves>,
    /// Targets: those that name one thread, ordered by (shared, local), then the joint ones.
    pub targets: Vec<Target>,
    /// Positions of the transitions of each thread state, computed on demand.
    index: Option<Index>,
    /// Index of the first joint target.
    first_joint: usize,
}

/// Errors of [`Tts::new`].
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum TtsError {
    /// A shared state that is not below the number of shared states.
    #[error("there is no shared state {}: the system has {states}, numbered from 0", .id.0)]
    NoSuchShared {
        /// The id that is used.
        id: SharedId,
        /// Number of states.
        states: u32,
    },
    /// A local state that is not below the number of local states.
    #[error("there is no local state {}: the system has {states}, numbered from 0", .id.0)]
    NoSuchLocal {
        /// The id that is used.
        id: LocalId,
        /// Number of states.
        states: u32,
    },
    /// A transition with a transfer that is not in the list.
    #[error("there is no transfer {}: the system has {transfers}, numbered from 0", .id.0)]
    NoSuchTransfer {
        /// The id that is used.
        id: TransferId,
        /// Number of transfers.
        transfers: usize,
    },
    /// No shared state to start in.
    #[error("the system has no initial shared state")]
    NoInitial,
}

impl Tts {
    /// A system of these parts. Transitions are ordered by (shared, local), keeping the order given within one
    /// thread state; lists of local states are ordered too.
    ///
    /// Fails if an id is out of range. Linear but for sorting.
    pub fn new(
        shared_states: u32,
        local_states: u32,
        initial: Initial,
        mut transitions: Vec<Transition>,
        mut transfers: Vec<Moves>,
        targets: Vec<Target>,
    ) -> Result<Self, TtsError> {
        let bounds = Bounds { shared_states, local_states, transfers: transfers.len() };
        bounds.initial(&initial)?;
        for transition in &transitions {
            bounds.transition(transition)?;
        }
        for moves in &mut transfers {
            bounds.moves(moves)?;
            for to in moves.values_mut() {
                to.sort_unstable();
                to.dedup();
            }
        }
        let key = |transition: &Transition| (transition.shared, transition.local);
        if !transitions.is_sorted_by_key(key) {
            transitions.sort_by_key(key);
        }
        Self::of_parts(shared_states, local_states, initial, transitions, transfers).with_targets(targets)
    }

    /// A system without targets of parts that are in order and in range, as [`Self::new`] makes sure.
    pub(crate) fn of_parts(
        shared_states: u32,
        local_states: u32,
        initial: Initial,
        transitions: Vec<Transition>,
        transfers: Vec<Moves>,
    ) -> Self {
        let (targets, index, first_joint) = (Vec::new(), None, 0);
        Self { shared_states, local_states, initial, transitions, transfers, targets, index, first_joint }
    }

    /// The same system, started otherwise. Fails if an id is out of range.
    pub fn with_initial(mut self, initial: Initial) -> Result<Self, TtsError> {
        self.bounds().initial(&initial)?;
        self.initial = initial;
        Ok(self)
    }

    /// The same system with these questions only, ordered. Fails if an id is out of range.
    pub fn with_targets(mut self, mut targets: Vec<Target>) -> Result<Self, TtsError> {
        let bounds = self.bounds();
        for target in &mut targets {
            bounds.shared(target.shared)?;
            bounds.locals(&target.locals)?;
            target.locals.sort_unstable();
        }
        let joint = |target: &Target| target.locals.len() != 1;
        targets.sort_by(|a, b| {
            let key = |target: &Target| (joint(target), target.shared);
            key(a).cmp(&key(b)).then_with(|| a.locals.cmp(&b.locals)).then(a.property.cmp(&b.property))
        });
        self.first_joint = targets.partition_point(|target| !joint(target));
        self.targets = targets;
        Ok(self)
    }

    /// Returns `true` if threads change other threads by creating them only: the systems that are Petri nets.
    pub fn is_plain(&self) -> bool {
        self.transitions.iter().all(|transition| matches!(transition.effect, Effect::None | Effect::Create(_)))
    }

    #[cold]
    fn build_index(&mut self) -> &Index {
        let thread_states = self.transitions.iter().map(|transition| (transition.shared, transition.local));
        self.index.insert(Index::new(self.shared_states, self.local_states, thread_states))
    }

    fn bounds(&self) -> Bounds {
        Bounds { shared_states: self.shared_states, local_states: self.local_states, transfers: self.transfers.len() }
    }
}

impl ThreadSystem for Tts {
    fn initial(&self) -> &Initial {
        &self.initial
    }

    #[inline]
    fn transitions(&mut self, shared: SharedId, local: LocalId) -> Range<u32> {
        match &self.index {
            Some(index) => index.of(shared, local),
            None => self.build_index().of(shared, local),
        }
    }

    fn transition(&self, id: TransitionId) -> Transition {
        self.transitions[id.0 as usize]
    }

    fn transferred(&mut self, transfer: TransferId, local: LocalId) -> Destinations {
        self.transfers[transfer.0 as usize].get(&local).map_or(Destinations::Stay, |to| Destinations::To(to.clone()))
    }

    #[inline]
    fn violated(&mut self, shared: SharedId, local: LocalId) -> SmallVec<[u32; 2]> {
        // Usually there are few targets, and nearly all thread states are beyond them.
        let (single, thread_state) = (&self.targets[..self.first_joint], (shared, local));
        let bounds = single.first().zip(single.last());
        if bounds.is_some_and(|(first, last)| key(first) <= thread_state && thread_state <= key(last)) {
            properties(single, thread_state)
        } else {
            SmallVec::new()
        }
    }

    fn joint_targets(&self) -> &[Target] {
        &self.targets[self.first_joint..]
    }

    fn bytes(&self) -> usize {
        let moves: usize = self.transfers.iter().map(|moves| moves.capacity() * size_of::<(LocalId, [u64; 3])>()).sum();
        self.transitions.capacity() * size_of::<Transition>()
            + self.index.as_ref().map_or(0, Index::bytes)
            + self.targets.capacity() * size_of::<Target>()
            + moves
    }
}

/// The thread state of a target that names one thread.
fn key(target: &Target) -> (SharedId, LocalId) {
    (target.shared, target.locals[0])
}

/// The properties of the targets of a thread state, among ordered ones.
fn properties(single: &[Target], thread_state: (SharedId, LocalId)) -> SmallVec<[u32; 2]> {
    let first = single.partition_point(|target| key(target) < thread_state);
    single[first..].iter().take_while(|target| key(target) == thread_state).map(|target| target.property).collect()
}

#[derive(Clone, Copy)]
struct Bounds {
    shared_states: u32,
    local_states: u32,
    transfers: usize,
}

impl Bounds {
    fn shared(self, id: SharedId) -> Result<(), TtsError> {
        let states = self.shared_states;
        if id.0 < states { Ok(()) } else { Err(TtsError::NoSuchShared { id, states }) }
    }

    fn local(self, id: LocalId) -> Result<(), TtsError> {
        let states = self.local_states;
        if id.0 < states { Ok(()) } else { Err(TtsError::NoSuchLocal { id, states }) }
    }

    fn locals(self, ids: &[LocalId]) -> Result<(), TtsError> {
        ids.iter().try_for_each(|&id| self.local(id))
    }

    fn transfer(self, id: TransferId) -> Result<(), TtsError> {
        let transfers = self.transfers;
        if (id.0 as usize) < transfers { Ok(()) } else { Err(TtsError::NoSuchTransfer { id, transfers }) }
    }

    fn initial(self, initial: &Initial) -> Result<(), TtsError> {
        if initial.shared.is_empty() {
            return Err(TtsError::NoInitial);
        }
        initial.shared.iter().try_for_each(|&id| self.shared(id))?;
        self.locals(&initial.fixed)?;
        self.locals(&initial.pool)
    }

    fn transition(self, transition: &Transition) -> Result<(), TtsError> {
        self.shared(transition.shared)?;
        self.local(transition.local)?;
        self.shared(transition.to_shared)?;
        transition.to_local.map_or(Ok(()), |id| self.local(id))?;
        match transition.effect {
            Effect::None => Ok(()),
            Effect::Create(id) => self.local(id),
            Effect::Each(id) | Effect::One(id) => self.transfer(id),
        }
    }

    fn moves(self, moves: &Moves) -> Result<(), TtsError> {
        let mut sources: Vec<_> = moves.keys().copied().collect();
        sources.sort_unstable();
        self.locals(&sources)?;
        sources.iter().try_for_each(|source| self.locals(&moves[source]))
    }
}
