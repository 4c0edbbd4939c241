//! Calls that are not inlined.

use boolprog_program::program::{CallSite, LocationId, Program, Role, Slot};

use super::ProgramSystem;
use super::layout::{self, Layout, Words, read, write};
use crate::tts::{CallSystem, LocalId, Position, SharedId};

/// Data about a location for a call or exit.
pub(super) enum Crossing {
    /// A call is left by copying bits from the exit's local state into the caller's or the shared state.
    Call {
        returns_to: LocationId,
        /// Bits of the exit's local state, with their destinations.
        copies: Box<[(u32, Slot)]>,
    },
    Exit,
}

impl Crossing {
    pub(super) fn new(role: &Role, program: &Program) -> Option<Self> {
        match role {
            Role::Step | Role::Wait(_) | Role::Cut => None,
            Role::Call(site) => Some(Self::call(site, program)),
            Role::Exit => Some(Self::Exit),
        }
    }

    fn call(site: &CallSite, program: &Program) -> Self {
        let thread_local = program.thread_local_variables.len() as u32;
        // The results come last: they may go to `thread_local` variables.
        let kept = (0..thread_local).map(|bit| (Layout::local_bit(bit), Slot::Local(bit)));
        let results = (thread_local..).zip(&site.results);
        let results = results.filter_map(|(bit, slot)| Some((Layout::local_bit(bit), (*slot)?)));
        Self::Call { returns_to: site.returns_to, copies: kept.chain(results).collect() }
    }
}

impl CallSystem for ProgramSystem<'_> {
    fn position(&self, local: LocalId) -> Position {
        match self.crossing(local) {
            None => Position::Step,
            Some(Crossing::Call { .. }) => Position::Call,
            Some(Crossing::Exit) => Position::Exit,
        }
    }

    fn resume(&mut self, caller: LocalId, shared: SharedId, exit: LocalId) -> (SharedId, LocalId) {
        let mut local: Words = self.store.locals.get(caller.0).into();
        let mut shared: Words = self.store.shared.get(shared.0).into();
        let exit = self.store.locals.get(exit.0);
        if let Some(Crossing::Call { returns_to, copies }) = self.crossing(caller) {
            for (from, to) in copies {
                let value = read(exit, *from);
                match to {
                    Slot::Shared(_) => write(&mut shared, Layout::bit(*to), value),
                    Slot::Local(_) => write(&mut local, Layout::bit(*to), value),
                }
            }
            layout::move_to(&mut local, *returns_to);
        }
        layout::set_inside(&mut local, layout::is_inside(exit));
        (self.store.shared(&shared), self.store.local(&local))
    }
}

impl ProgramSystem<'_> {
    fn crossing(&self, local: LocalId) -> Option<&Crossing> {
        let words = self.store.locals.get(local.0);
        if layout::violation(words).is_some() {
            return None;
        }
        let location = &self.compiled.locations[layout::location(words).0 as usize];
        location.crossing.as_ref()
    }
}
