//! The states of a file of theorems: their numbers, and their meaning as remarks.

use boolprog_explore::system::{LocalState, ProgramSystem};
use boolprog_explore::tts::{LocalId, SharedId};
use boolprog_program::names::VariableId;
use boolprog_program::program::{LocationId, Program, Slot};
use boolprog_program::reduce::{Abstraction, Bit};

use super::source::Source;
use super::text::number;

/// A state as a term, with its meaning if that is more than a number.
pub(super) struct Described {
    pub(super) term: String,
    pub(super) meaning: Option<String>,
}

/// Describes the states of a system.
pub(super) trait Describe {
    fn shared(&self, shared: SharedId) -> Described;
    fn local(&self, local: LocalId) -> Described;
}

/// States that are numbers in the file of the system.
pub(super) struct Numbers;

impl Describe for Numbers {
    fn shared(&self, shared: SharedId) -> Described {
        Described { term: shared.0.to_string(), meaning: None }
    }

    fn local(&self, local: LocalId) -> Described {
        Described { term: local.0.to_string(), meaning: None }
    }
}

/// The states of what is left of a lowered program.
pub(super) struct OfProgram<'a> {
    pub(super) system: &'a ProgramSystem<'a>,
    pub(super) program: &'a Program,
    pub(super) source: &'a Source<'a>,
    pub(super) abstraction: &'a Abstraction,
}

impl OfProgram<'_> {
    /// The values of bits that are not forgotten, with the names of their variables.
    fn values(
        &self,
        variables: impl Iterator<Item = Option<VariableId>>,
        values: &[bool],
        bits: &[Bit],
    ) -> Vec<String> {
        let kept = variables.zip(values.iter().zip(bits)).filter(|(_, (_, bit))| !bit.forgotten);
        let word = |(variable, (value, _)): (Option<VariableId>, (&bool, _))| {
            Some(format!("{}={}", self.source.name(variable?), if *value { 'T' } else { 'F' }))
        };
        kept.filter_map(word).collect()
    }
}

impl Describe for OfProgram<'_> {
    fn shared(&self, shared: SharedId) -> Described {
        let (values, held) = (self.system.shared_values(shared), self.system.atomic_held(shared));
        let term = format!("shared_code {held} {}", number(values.iter().copied()));
        let variables = self.program.shared_variables.iter().copied().map(Some);
        let mut words = self.values(variables, &values, &self.abstraction.shared);
        if held {
            words.push("some thread is in an atomic section".to_owned());
        }
        Described { term, meaning: Some(words.join(" ")).filter(|words| !words.is_empty()) }
    }

    fn local(&self, local: LocalId) -> Described {
        let (location, in_atomic, values) = match self.system.local_state(local) {
            LocalState::Violation(property) => {
                let term = format!("thread_code (Failed {})", property.0);
                return Described { term, meaning: Some("the assertion has failed".to_owned()) };
            }
            LocalState::At { location, in_atomic, values } => (location, in_atomic, values),
        };
        let term = format!("thread_code (At {} {in_atomic} {})", location.0, number(values.iter().copied()));
        let mut words = vec![self.place(location)];
        let instance = self.program.location(location).instance;
        let variables = (0..).map(|slot| self.program.variable_of(instance, Slot::Local(slot)));
        words.extend(self.values(variables, &values, &self.abstraction.locals[location.0 as usize]));
        if in_atomic {
            words.push("in an atomic section".to_owned());
        }
        Described { term, meaning: Some(words.join(" ")) }
    }
}

impl OfProgram<'_> {
    fn place(&self, location: LocationId) -> String {
        format!("line {}", self.source.line(self.program.location(location).site))
    }
}
