//! The thread transition system of a lowered program, found on demand.
//!
//! A shared state is a valuation of the shared bits, with one more bit that is T if some thread is inside an atomic
//! section (in programs that have any). A local state is a location with a valuation of the local bits and whether this
//! thread is the one inside; there is one more local state per assertion, for threads whose assertion failed. Both are
//! interned: equal states have equal ids, in order of discovery.

use std::ops::Range;

use boolprog_base::PartsMap;
use boolprog_base::control::{Control, Stop};
use boolprog_program::program::{LocationId, Program, PropertyId};
use smallvec::SmallVec;

use crate::tts::{
    Destinations, Initial, LocalId, SharedId, Target, ThreadSystem, TransferId, Transition, TransitionId,
};

mod calls;
mod choices;
mod compiled;
mod initial;
mod layout;
mod steps;
mod store;

use compiled::Compiled;
use store::Store;

/// A lowered program as a thread system. Transitions have the index of their edge as `origin`.
pub struct ProgramSystem<'a> {
    compiled: Compiled,
    store: Store<'a>,
    initial: Initial,
    ranges: PartsMap<(SharedId, LocalId), Range<u32>>,
    moved: PartsMap<(TransferId, LocalId), Destinations>,
}

/// Meaning of a local state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LocalState {
    /// A live thread at a location.
    At {
        /// Location of the next statement.
        location: LocationId,
        /// `true` if it is inside an atomic section.
        in_atomic: bool,
        /// Valuation of its local bits.
        values: Vec<bool>,
    },
    /// A thread whose assertion failed; it takes no more steps.
    Violation(PropertyId),
}

impl<'a> ProgramSystem<'a> {
    /// The system of a program, with its initial configurations.
    ///
    /// `control` is asked now and whenever a single step has very many outcomes. Fails when it says so, or with
    /// [`Stop::Memory`] if the program has too many initial valuations to write out (above 2^22).
    pub fn new(program: &Program, control: &'a dyn Control) -> Result<Self, Stop> {
        let compiled = Compiled::new(program);
        let mut store = Store::new(compiled.layout, control);
        let initial = initial::initial(program, &mut store)?;
        Ok(Self { compiled, store, initial, ranges: PartsMap::default(), moved: PartsMap::default() })
    }

    /// The values of the shared bits, by slot.
    pub fn shared_values(&self, shared: SharedId) -> Vec<bool> {
        self.compiled.layout.shared_values(self.store.shared.get(shared.0))
    }

    /// Returns `true` if some thread is inside an atomic section.
    pub fn atomic_held(&self, shared: SharedId) -> bool {
        self.compiled.layout.is_held(self.store.shared.get(shared.0))
    }

    /// The meaning of a local state.
    pub fn local_state(&self, local: LocalId) -> LocalState {
        self.compiled.layout.local_state(self.store.locals.get(local.0))
    }

    /// The shared state with these values, whether or not a thread can bring it about; `None` if the program has
    /// another number of shared bits.
    pub fn find_shared(&mut self, values: &[bool], atomic_held: bool) -> Option<SharedId> {
        let words = self.compiled.layout.shared_state(values, atomic_held)?;
        Some(self.store.shared(&words))
    }

    /// The id of a local state, whether or not a thread can be in it; `None` if the program has no such location,
    /// property or number of local bits.
    pub fn find_local(&mut self, state: &LocalState) -> Option<LocalId> {
        let known = match state {
            LocalState::At { location, .. } => (location.0 as usize) < self.compiled.locations.len(),
            LocalState::Violation(property) => property.0 < self.compiled.properties,
        };
        let words = self.compiled.layout.words_of(state).filter(|_| known)?;
        Some(self.store.local(&words))
    }

    /// Number of shared states found so far: all ids are below.
    pub fn shared_states(&self) -> u32 {
        self.store.shared.len()
    }

    /// Number of local states found so far: all ids are below.
    pub fn local_states(&self) -> u32 {
        self.store.locals.len()
    }

    /// Number of properties of the program.
    pub fn properties(&self) -> u32 {
        self.compiled.properties
    }
}

impl ThreadSystem for ProgramSystem<'_> {
    fn initial(&self) -> &Initial {
        &self.initial
    }

    fn transitions(&mut self, shared: SharedId, local: LocalId) -> Range<u32> {
        if let Some(range) = self.ranges.get(&(shared, local)) {
            return range.clone();
        }
        let range = steps::steps(&self.compiled, &mut self.store, shared, local);
        self.ranges.insert_unique((shared, local), range.clone());
        range
    }

    fn transition(&self, id: TransitionId) -> Transition {
        self.store.transitions[id.0 as usize]
    }

    fn transferred(&mut self, transfer: TransferId, local: LocalId) -> Destinations {
        if let Some(destinations) = self.moved.get(&(transfer, local)) {
            return destinations.clone();
        }
        let destinations = compiled::transferred(&self.compiled, &mut self.store, transfer, local);
        self.moved.insert_unique((transfer, local), destinations.clone());
        destinations
    }

    fn violated(&mut self, shared: SharedId, local: LocalId) -> SmallVec<[u32; 2]> {
        let local = self.store.locals.get(local.0);
        if let Some(property) = layout::violation(local) {
            return SmallVec::from_slice(&[property.0]);
        }
        let location = &self.compiled.locations[layout::location(local).0 as usize];
        if location.labels.is_empty() || !location.permits(self.store.shared.get(shared.0), local) {
            return SmallVec::new();
        }
        location.labels.clone()
    }

    fn joint_targets(&self) -> &[Target] {
        &[]
    }

    fn bytes(&self) -> usize {
        self.store.bytes() + self.initial.bytes() + self.ranges.bytes() + self.moved.bytes()
    }

    fn stopped(&self) -> Option<Stop> {
        self.store.stopped
    }
}

#[cfg(test)]
mod tests;
