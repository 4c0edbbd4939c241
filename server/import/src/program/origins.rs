//! The origins of the parts of a program that a reader made, so that a check can refer to the file that was read.

use boolprog_base::Span;
use boolprog_integer::{Instantiation, NotInstantiated, System, instantiate, syntax};

use crate::Imported;

/// Spans in the file that was read, in the order of the program that was made.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Origins {
    pub(crate) processes: Vec<Span>,
    pub(crate) locations: Vec<Span>,
    pub(crate) edges: Vec<Span>,
    pub(crate) properties: Vec<Span>,
}

impl Imported {
    /// The system of the program, with spans of the file that was read: edges, properties, processes and locations have
    /// their own, variables that of their process, and shared variables the beginning.
    pub fn system(&self, options: &Instantiation) -> Result<System, NotInstantiated> {
        let mut system = instantiate(&syntax::parse(&self.text).file, options)?;
        let at = |spans: &[Span], index: usize| spans.get(index).copied().unwrap_or_default();
        let Origins { processes, locations, edges, properties } = &self.origins;
        for transition in &mut system.transitions {
            transition.span = at(edges, transition.edge.0 as usize);
            transition.choices.iter_mut().for_each(|choice| choice.span = transition.span);
        }
        for (index, property) in system.properties.iter_mut().enumerate() {
            property.span = at(properties, index);
        }
        for (index, process) in system.processes.iter_mut().enumerate() {
            process.span = at(processes, index);
        }
        let made = system.processes.iter_mut().flat_map(|process| &mut process.locations);
        made.zip(locations).for_each(|(location, span)| location.span = *span);
        for variable in &mut system.variables {
            let process = variable.owner.map(|owner| system.instances[usize::from(owner.0)].process);
            variable.span = process.map(|process| at(processes, usize::from(process))).unwrap_or_default();
        }
        Ok(system)
    }
}
