//! Runs of one thread through calls, in concrete valuations.

use boolprog_explore::relations::{Calls, Relations};
use boolprog_program::program::{LocationId, Slot};

use super::THREAD;

/// A run to a violation, not trusted before it is re-executed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallRun {
    /// The only activation before the first step.
    pub start: Frame,
    /// The steps.
    pub moves: Vec<Move>,
}

/// The innermost activation, with the valuation that it sees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Location of the next statement.
    pub location: LocationId,
    /// The shared bits, by slot.
    pub shared: Vec<bool>,
    /// The bits of the thread in this activation, by slot.
    pub values: Vec<bool>,
    /// `true` if the thread is inside an atomic section.
    pub in_atomic: bool,
}

/// A step, with the innermost activation after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Move {
    /// The innermost activation moves.
    Within(Frame),
    /// It calls this one.
    Call(Frame),
    /// It ends, and its caller continues.
    Return(Frame),
    /// Its assertion fails, which changes nothing.
    Fail,
}

/// A path edge in concrete values, by variable.
#[derive(Clone)]
pub(super) struct Point {
    pub(super) location: LocationId,
    pub(super) time: usize,
    pub(super) values: Vec<bool>,
}

impl Point {
    /// The activation as a run shows it.
    pub(super) fn frame(&self, calls: &Calls<'_, '_>) -> Frame {
        let Relations { program, variables, .. } = &calls.relations;
        let value = |slot| self.values[variables.now(slot, THREAD) as usize];
        Frame {
            location: self.location,
            shared: (0..program.shared_slots).map(|bit| value(Slot::Shared(bit))).collect(),
            values: (0..program.local_slots).map(|bit| value(Slot::Local(bit))).collect(),
            in_atomic: variables.atomic().is_some_and(|(_, inside)| value(inside)),
        }
    }
}
