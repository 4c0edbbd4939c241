//! Thread transition systems: the input of the engines.
//!
//! A *thread state* is a pair of a shared state and a local state. A system state ("configuration", "marking") is one
//! shared state and a multiset of local states, one token per live thread. Local states include the program counter;
//! the atomic section is encoded in both (the thread that holds it, and the fact that one does).

use std::ops::Range;

use boolprog_base::control::Stop;
use boolprog_base::memory;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

mod explicit;
mod index;

pub use explicit::{Moves, Tts, TtsError};
pub use index::Index;

/// Number of a shared state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SharedId(pub u32);

/// Number of a local state.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct LocalId(pub u32);

/// Index of a transition in its system.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TransitionId(pub u32);

/// A relation between local states that a transition applies to other threads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TransferId(pub u32);

/// One step of one thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Transition {
    /// Shared state before.
    pub shared: SharedId,
    /// Local state of the active thread before.
    pub local: LocalId,
    /// Shared state after.
    pub to_shared: SharedId,
    /// Local state of the active thread after; `None` if it ends.
    pub to_local: Option<LocalId>,
    /// Effect on other threads.
    pub effect: Effect,
    /// Origin: the edge of the lowered program, or the line of a `.tts` file (from 0).
    pub origin: u32,
}

/// Effect of a transition on other threads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Effect {
    /// No effect.
    None,
    /// A new thread appears in this local state.
    Create(LocalId),
    /// Every other thread moves as the transfer says; a thread without a destination blocks the transition.
    Each(TransferId),
    /// One other thread that the transfer moves does so; none if it moves none.
    One(TransferId),
}

/// Destinations of another thread under a transfer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Destinations {
    /// It stays where it is.
    Stay,
    /// To any one of these, in increasing order; an empty list blocks the transition.
    To(SmallVec<[LocalId; 2]>),
}

/// The initial configurations: any of the shared states, the fixed threads, and `count` more threads, each in
/// any of the local states of `pool`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Initial {
    /// Possible shared states, never empty.
    pub shared: Vec<SharedId>,
    /// One thread in each of these, with repetition.
    pub fixed: Vec<LocalId>,
    /// Possible local states of the other threads. Empty means that there are none.
    pub pool: Vec<LocalId>,
    /// Number of the other threads.
    pub count: Count,
}

impl Initial {
    /// Memory in use, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        memory::of_vec(&self.shared) + memory::of_vec(&self.fixed) + memory::of_vec(&self.pool)
    }
}

/// A number of threads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Count {
    /// Exactly this number.
    Exactly(u32),
    /// Any number, including 0.
    Any,
}

/// A question: can this shared state occur with at least these threads?
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// Property that it belongs to, which is violated when any of its targets is covered.
    pub property: u32,
    /// Shared state of the target.
    pub shared: SharedId,
    /// The local states, increasing, with repetition. Usually one; empty asks for the shared state alone.
    pub locals: Vec<LocalId>,
}

/// A system whose states and transitions are found on demand.
///
/// Identifiers stay valid and keep their meaning for the life of the system. Implemented by [`Tts`] and by the
/// system of a lowered program.
pub trait ThreadSystem {
    /// Initial configurations.
    fn initial(&self) -> &Initial;
    /// The transitions of a thread state, as a range of indices. Memoised.
    fn transitions(&mut self, shared: SharedId, local: LocalId) -> Range<u32>;
    /// The transition with this id.
    fn transition(&self, id: TransitionId) -> Transition;
    /// The destinations of a thread in this local state under a transfer. Memoised.
    fn transferred(&mut self, transfer: TransferId, local: LocalId) -> Destinations;
    /// The properties that a thread in this thread state violates all by itself.
    fn violated(&mut self, shared: SharedId, local: LocalId) -> SmallVec<[u32; 2]>;
    /// The targets that name no thread, or several.
    fn joint_targets(&self) -> &[Target];
    /// Memory in use, in bytes, to within a factor of two.
    fn bytes(&self) -> usize;
    /// Why the system gave up finding transitions, if it did. From then on its answers are incomplete: code that uses
    /// them must ask this before drawing a conclusion, and stop.
    fn stopped(&self) -> Option<Stop> {
        None
    }
}

/// Next action of a thread in some local state, in a system whose calls are not inlined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Position {
    /// A step inside its procedure: the transitions lead to its next local states.
    Step,
    /// A call: the transitions lead to the local states in which the procedure it calls can start.
    Call,
    /// The end of the procedure; there are no transitions. If it was called, the caller continues.
    Exit,
}

/// A system of one thread in which a local state is that of one activation. A thread is a stack of them: all but the
/// innermost are at a [`Position::Call`].
///
/// Effects on other threads mean nothing here, and creations cannot be treated.
pub trait CallSystem: ThreadSystem {
    /// The next action of a thread in this local state.
    fn position(&self, local: LocalId) -> Position;
    /// The states in which a caller, at a [`Position::Call`], continues when its callee has arrived at a
    /// [`Position::Exit`].
    fn resume(&mut self, caller: LocalId, shared: SharedId, exit: LocalId) -> (SharedId, LocalId);
}

#[cfg(test)]
mod tests;
