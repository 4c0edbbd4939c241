//! The system of a program with another question than the properties of the program.

use std::ops::Range;

use boolprog_base::control::Stop;
use boolprog_explore::system::ProgramSystem;
use boolprog_explore::tts::{
    Destinations, Initial, LocalId, SharedId, Target, ThreadSystem, TransferId, Transition, TransitionId,
};
use smallvec::{SmallVec, smallvec};

pub(crate) const QUESTION: u32 = 0;

/// The steps of a program, with one property of its own: [`QUESTION`].
pub(crate) struct Asking<'a, 'p, F> {
    pub(crate) system: &'a mut ProgramSystem<'p>,
    /// Returns `true` if a thread in this state violates the property by itself.
    pub(crate) is_there: F,
    /// States of threads that violate it together.
    pub(crate) together: Vec<Target>,
}

impl<'p, F: Fn(&ProgramSystem<'p>, SharedId, LocalId) -> bool> ThreadSystem for Asking<'_, 'p, F> {
    fn initial(&self) -> &Initial {
        self.system.initial()
    }

    fn transitions(&mut self, shared: SharedId, local: LocalId) -> Range<u32> {
        self.system.transitions(shared, local)
    }

    fn transition(&self, id: TransitionId) -> Transition {
        self.system.transition(id)
    }

    fn transferred(&mut self, transfer: TransferId, local: LocalId) -> Destinations {
        self.system.transferred(transfer, local)
    }

    fn violated(&mut self, shared: SharedId, local: LocalId) -> SmallVec<[u32; 2]> {
        if (self.is_there)(self.system, shared, local) { smallvec![QUESTION] } else { smallvec![] }
    }

    fn joint_targets(&self) -> &[Target] {
        &self.together
    }

    fn bytes(&self) -> usize {
        self.system.bytes() + self.together.capacity() * size_of::<Target>()
    }

    fn stopped(&self) -> Option<Stop> {
        self.system.stopped()
    }
}
