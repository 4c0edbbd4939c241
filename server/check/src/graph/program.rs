//! The thread states of a program.

use boolprog_explore::system::{LocalState, ProgramSystem};
use boolprog_explore::tts::{Initial, LocalId, SharedId, ThreadSystem, Transition};
use boolprog_program::program::Program;
use boolprog_syntax::ast::SiteId;

use super::State;
use super::drawable::{Drawable, Key};
use crate::sites::counts;
use crate::thread_state::{ThreadState, thread_state};

/// A program with its states.
pub(super) struct Drawn<'a, 'p> {
    pub(super) program: &'a Program,
    pub(super) system: &'a mut ProgramSystem<'p>,
}

impl<'p> Drawable for Drawn<'_, 'p> {
    type System = ProgramSystem<'p>;
    type State = ThreadState;
    type Place = SiteId;

    fn system(&mut self) -> &mut ProgramSystem<'p> {
        self.system
    }

    fn initial(&self) -> &Initial {
        self.system.initial()
    }

    /// A live thread at a point that counts as reached.
    fn is_point(&self, shared: SharedId, local: LocalId) -> bool {
        match self.system.local_state(local) {
            LocalState::At { location, values, .. } => {
                counts(self.program, location, &self.system.shared_values(shared), &values)
            }
            LocalState::Violation(_) => false,
        }
    }

    fn is_at(&mut self, _: SharedId, local: LocalId, places: &[SiteId]) -> bool {
        match self.system.local_state(local) {
            LocalState::At { location, .. } => places.contains(&self.program.location(location).site),
            LocalState::Violation(_) => false,
        }
    }

    fn key(&self, shared: SharedId, local: LocalId) -> Key {
        match self.system.local_state(local) {
            LocalState::At { .. } => Key::At(shared, local),
            LocalState::Violation(property) => Key::Failed(property.0),
        }
    }

    fn state(&self, shared: SharedId, local: LocalId) -> State<ThreadState> {
        thread_state(self.program, self.system, shared, local).map_or(State::Ended, State::At)
    }

    fn place(&self, transition: Transition) -> SiteId {
        let edge = &self.program.edges[transition.origin as usize];
        self.program.location(edge.source).site
    }
}
