//! The effect of an operand, and its meeting with another one.

use std::collections::BTreeSet;

use super::effects::{Touch, meet};

/// The effect of an operand.
#[derive(Clone, Debug, Default)]
pub(super) struct Operand {
    /// Its own accesses.
    pub(super) own: BTreeSet<Touch>,
    /// The accesses of functions that it calls, and of atomic operations.
    pub(super) called: BTreeSet<Touch>,
    /// `true` if other threads may take part in the order of what it touches.
    pub(super) is_seen: bool,
    /// The same for each of its accesses and calls.
    pub(super) events: Vec<Done>,
}

impl Operand {
    /// Adds what an instruction does; one of a whole belongs to the same event as all others.
    pub(super) fn add(&mut self, done: &Done, is_of_whole: bool) {
        let is_call = done.is_call || is_of_whole;
        let touches = if is_call { &mut self.called } else { &mut self.own };
        touches.extend(&done.touches);
        self.is_seen |= done.is_seen;
        match self.events.first_mut().filter(|_| is_of_whole) {
            Some(event) => {
                event.touches.extend(&done.touches);
                event.is_seen |= done.is_seen;
            }
            None => self.events.push(Done { is_call, ..done.clone() }),
        }
    }

    /// Returns `true` if the order of several accesses and calls with another operand matters.
    pub(super) fn is_mixed(&self, other: &Self) -> bool {
        let is_open = |event: &&Done| {
            event.is_seen && other.is_seen
                || meet(&event.touches, &other.called)
                || event.is_call && meet(&event.touches, &other.own)
        };
        self.events.iter().filter(is_open).count() > 1
    }

    /// Returns `true` if the order of two operands matters.
    pub(super) fn is_open(&self, other: &Self) -> bool {
        self.is_seen && other.is_seen
            || meet(&self.called, &other.called)
            || meet(&self.called, &other.own)
            || meet(&self.own, &other.called)
    }
}

/// The effect of an instruction.
#[derive(Clone, Debug)]
pub(super) struct Done {
    pub(super) touches: BTreeSet<Touch>,
    pub(super) is_call: bool,
    pub(super) is_seen: bool,
}
