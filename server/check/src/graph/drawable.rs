//! The knowledge that a graph needs of the system that it shows.

use boolprog_explore::tts::{Initial, LocalId, SharedId, ThreadSystem, Transition};

use super::State;

/// A node in the terms of the system.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Key {
    /// A live thread.
    At(SharedId, LocalId),
    /// A thread that violates the property with this number, with any shared state.
    Failed(u32),
    /// A thread that has ended, with any shared state.
    Ended,
}

/// A system whose thread states are drawn.
pub(super) trait Drawable {
    /// The steps.
    type System: ThreadSystem;
    /// Meaning of a thread state. Nodes are in this order.
    type State: Ord;
    /// The place of a step in the text.
    type Place: Copy + Ord;

    /// The system.
    fn system(&mut self) -> &mut Self::System;
    /// Its initial configurations.
    fn initial(&self) -> &Initial;
    /// `true` if a thread state is drawn as one.
    fn is_point(&self, shared: SharedId, local: LocalId) -> bool;
    /// `true` if a thread state is at one of these places.
    fn is_at(&mut self, shared: SharedId, local: LocalId, places: &[Self::Place]) -> bool;
    /// The node of a thread state.
    fn key(&self, shared: SharedId, local: LocalId) -> Key;
    /// The meaning of a thread state.
    fn state(&self, shared: SharedId, local: LocalId) -> State<Self::State>;
    /// The place of a step in the text.
    fn place(&self, transition: Transition) -> Self::Place;
}
