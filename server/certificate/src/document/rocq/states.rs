//! What the states of a file of theorems mean, as remarks.

use boolprog_explore::system::{LocalState, ProgramSystem};
use boolprog_explore::tts::{LocalId, SharedId};
use boolprog_program::names::VariableId;
use boolprog_program::program::{LocationId, Program, Slot};

use super::super::Subject;

/// Describes the states of a system.
pub(super) trait Describe {
    /// The meaning of a shared state; `None` if it is a number.
    fn shared(&self, shared: SharedId) -> Option<String>;
    /// The meaning of a local state; `None` if it is a number.
    fn local(&self, local: LocalId) -> Option<String>;
    /// The origin of a step: what it has in common with its neighbours that have the same.
    fn step(&self, origin: u32) -> String;
}

/// States that are numbers in the file of the system.
pub(super) struct Numbers;

impl Describe for Numbers {
    fn shared(&self, _: SharedId) -> Option<String> {
        None
    }

    fn local(&self, _: LocalId) -> Option<String> {
        None
    }

    fn step(&self, origin: u32) -> String {
        format!("line {}", origin + 1)
    }
}

/// The states of a lowered program.
pub(super) struct Described<'a> {
    pub(super) system: &'a ProgramSystem<'a>,
    pub(super) program: &'a Program,
    pub(super) subject: &'a Subject<'a>,
}

impl Described<'_> {
    fn line(&self, offset: u32) -> usize {
        let before = self.subject.text.as_bytes().get(..offset as usize).unwrap_or_default();
        before.iter().filter(|byte| **byte == b'\n').count() + 1
    }

    fn name(&self, variable: VariableId) -> &str {
        &self.subject.analysis.names.variables[variable.0 as usize].name
    }

    fn place(&self, location: LocationId) -> String {
        let site = self.program.location(location).site;
        let span = self.subject.file.sites[site.0 as usize].span;
        format!("line {}", self.line(span.start))
    }
}

fn letter(value: bool) -> char {
    if value { 'T' } else { 'F' }
}

impl Describe for Described<'_> {
    fn shared(&self, shared: SharedId) -> Option<String> {
        let values = self.system.shared_values(shared);
        let names = self.program.shared_variables.iter().map(|&variable| self.name(variable));
        let mut words: Vec<String> =
            names.zip(values).map(|(name, value)| format!("{name}={}", letter(value))).collect();
        if self.system.atomic_held(shared) {
            words.push("some thread is in an atomic section".to_owned());
        }
        Some(words.join(" "))
    }

    fn local(&self, local: LocalId) -> Option<String> {
        Some(match self.system.local_state(local) {
            LocalState::Violation(_) => "the assertion has failed".to_owned(),
            LocalState::At { location, in_atomic, values } => {
                let mut words = vec![self.place(location)];
                let instance = self.program.location(location).instance;
                for (bit, value) in (0..).zip(values) {
                    if let Some(variable) = self.program.variable_of(instance, Slot::Local(bit)) {
                        words.push(format!("{}={}", self.name(variable), letter(value)));
                    }
                }
                if in_atomic {
                    words.push("in an atomic section".to_owned());
                }
                words.join(" ")
            }
        })
    }

    fn step(&self, origin: u32) -> String {
        self.place(self.program.edges[origin as usize].source)
    }
}
