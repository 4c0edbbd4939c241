//! Serialisation of states.

use boolprog_explore::system::{LocalState, ProgramSystem};
use boolprog_explore::tts::{LocalId, SharedId, ThreadSystem, Tts};
use boolprog_program::program::{LocationId, PropertyId};
use serde::{Deserialize, Serialize};

/// A shared state, as written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SharedDocument {
    /// Of a thread transition system.
    Number(u32),
    /// A shared state of a program.
    Values {
        /// One letter, T or F, per shared variable, in order of declaration.
        values: String,
        /// `true` if some thread is inside an atomic section.
        #[serde(default, skip_serializing_if = "is_false")]
        atomic: bool,
    },
}

/// A local state, as written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LocalDocument {
    /// Of a thread transition system.
    Number(u32),
    /// A thread of a program.
    At {
        /// The location of the lowered program, counted from 0 in textual order.
        at: u32,
        /// One letter, T or F, per local bit.
        values: String,
        /// `true` if the thread is inside an atomic section.
        #[serde(default, skip_serializing_if = "is_false")]
        atomic: bool,
    },
    /// The state of a thread whose assertion failed.
    Failed {
        /// Id of the property.
        failed: String,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_false(value: &bool) -> bool {
    !value
}

/// A system whose states can be written and read back.
pub trait Written: ThreadSystem {
    /// Writes a shared state.
    fn write_shared(&self, shared: SharedId) -> SharedDocument;
    /// Writes a local state. `ids` are the ids of the properties.
    fn write_local(&self, local: LocalId, ids: &[String]) -> LocalDocument;
    /// The shared state that was written; `None` if this system has no such state.
    fn read_shared(&mut self, written: &SharedDocument) -> Option<SharedId>;
    /// The local state that was written; `None` if this system has no such state.
    fn read_local(&mut self, written: &LocalDocument, ids: &[String]) -> Option<LocalId>;
}

impl Written for ProgramSystem<'_> {
    fn write_shared(&self, shared: SharedId) -> SharedDocument {
        let values = letters(&self.shared_values(shared));
        SharedDocument::Values { values, atomic: self.atomic_held(shared) }
    }

    fn write_local(&self, local: LocalId, ids: &[String]) -> LocalDocument {
        match self.local_state(local) {
            LocalState::At { location, in_atomic, values } => {
                LocalDocument::At { at: location.0, values: letters(&values), atomic: in_atomic }
            }
            LocalState::Violation(property) => {
                LocalDocument::Failed { failed: ids.get(property.0 as usize).cloned().unwrap_or_default() }
            }
        }
    }

    fn read_shared(&mut self, written: &SharedDocument) -> Option<SharedId> {
        match written {
            SharedDocument::Number(_) => None,
            SharedDocument::Values { values, atomic } => self.find_shared(&bits(values)?, *atomic),
        }
    }

    fn read_local(&mut self, written: &LocalDocument, ids: &[String]) -> Option<LocalId> {
        let state = match written {
            LocalDocument::Number(_) => return None,
            LocalDocument::At { at, values, atomic } => {
                LocalState::At { location: LocationId(*at), in_atomic: *atomic, values: bits(values)? }
            }
            LocalDocument::Failed { failed } => {
                LocalState::Violation(PropertyId(ids.iter().position(|id| id == failed)? as u32))
            }
        };
        self.find_local(&state)
    }
}

impl Written for Tts {
    fn write_shared(&self, shared: SharedId) -> SharedDocument {
        SharedDocument::Number(shared.0)
    }

    fn write_local(&self, local: LocalId, _: &[String]) -> LocalDocument {
        LocalDocument::Number(local.0)
    }

    fn read_shared(&mut self, written: &SharedDocument) -> Option<SharedId> {
        match written {
            SharedDocument::Number(number) => (*number < self.shared_states).then_some(SharedId(*number)),
            SharedDocument::Values { .. } => None,
        }
    }

    fn read_local(&mut self, written: &LocalDocument, _: &[String]) -> Option<LocalId> {
        match written {
            LocalDocument::Number(number) => (*number < self.local_states).then_some(LocalId(*number)),
            LocalDocument::At { .. } | LocalDocument::Failed { .. } => None,
        }
    }
}

fn letters(values: &[bool]) -> String {
    values.iter().map(|value| if *value { 'T' } else { 'F' }).collect()
}

fn bits(letters: &str) -> Option<Vec<bool>> {
    let bit = |letter| match letter {
        'T' => Some(true),
        'F' => Some(false),
        _ => None,
    };
    letters.chars().map(bit).collect()
}
