//! The meaning of the states of a file of theorems, as remarks.

use boolprog_explore::system::{LocalState, ProgramSystem};
use boolprog_explore::tts::{LocalId, SharedId};
use boolprog_program::names::VariableId;
use boolprog_program::program::{LocationId, Program, Slot};

use super::super::{ForgottenDocument, Subject};

/// Describes the states of a system.
pub(super) trait Describe {
    /// The origin of the system, as a sentence.
    fn system(&self) -> &'static str;
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
    fn system(&self) -> &'static str {
        "States have the numbers of the file; those of a Petri net have the numbers of its translation."
    }

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
    pub(super) forgotten: Option<&'a ForgottenDocument>,
    /// Offsets of the ends of lines, see [`ends_of_lines`].
    pub(super) ends: &'a [u32],
}

/// The offsets at which the lines of a text end.
pub(super) fn ends_of_lines(text: &str) -> Vec<u32> {
    text.match_indices('\n').map(|(offset, _)| offset as u32).collect()
}

impl Described<'_> {
    fn name(&self, variable: VariableId) -> &str {
        &self.subject.analysis.names.variables[variable.0 as usize].name
    }

    /// The values of bits that are not forgotten, with the names of their variables.
    fn values(&self, bits: impl Iterator<Item = (Option<VariableId>, bool)>, letters: Option<&str>) -> Vec<String> {
        let mut letters = letters.map(str::chars);
        let mut words = Vec::new();
        for (variable, value) in bits {
            let is_kept =
                letters.as_mut().and_then(Iterator::next).is_none_or(|letter| matches!(letter, '.' | 't' | 'f'));
            if let Some(variable) = variable.filter(|_| is_kept) {
                words.push(format!("{}={}", self.name(variable), if value { 'T' } else { 'F' }));
            }
        }
        words
    }

    fn place(&self, location: LocationId) -> String {
        let site = self.program.location(location).site;
        let start = self.subject.file.sites[site.0 as usize].span.start;
        format!("line {}", self.ends.partition_point(|&end| end < start) + 1)
    }
}

impl Describe for Described<'_> {
    fn system(&self) -> &'static str {
        match self.forgotten {
            None => "The thread transition system of the program.",
            Some(_) => {
                "The thread transition system of a part of the program: what the properties do not depend on is forgotten."
            }
        }
    }

    fn shared(&self, shared: SharedId) -> Option<String> {
        let variables = self.program.shared_variables.iter().copied().map(Some);
        let bits = variables.zip(self.system.shared_values(shared));
        let mut words = self.values(bits, self.forgotten.map(|forgotten| forgotten.shared.as_str()));
        if self.system.atomic_held(shared) {
            words.push("some thread is in an atomic section".to_owned());
        }
        Some(words.join(" ")).filter(|words| !words.is_empty())
    }

    fn local(&self, local: LocalId) -> Option<String> {
        let (location, in_atomic, values) = match self.system.local_state(local) {
            LocalState::Violation(_) => return Some("the assertion has failed".to_owned()),
            LocalState::At { location, in_atomic, values } => (location, in_atomic, values),
        };
        let instance = self.program.location(location).instance;
        let slots = (0..values.len() as u32).map(Slot::Local);
        let bits = slots.map(|slot| self.program.variable_of(instance, slot)).zip(values);
        let letters = self.forgotten.map(|forgotten| forgotten.locations[location.0 as usize].bits.as_str());
        let mut words = self.values(bits, letters);
        words.insert(0, self.place(location));
        if in_atomic {
            words.push("in an atomic section".to_owned());
        }
        Some(words.join(" "))
    }

    fn step(&self, origin: u32) -> String {
        self.place(self.program.edges[origin as usize].source)
    }
}
