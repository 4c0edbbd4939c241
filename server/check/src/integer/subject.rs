//! What the properties of an integer program are called, and how many instances its processes have.

use boolprog_integer::{Property, System};
use boolprog_trace::document::PropertyKind;

/// A process with `[*]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replicated {
    /// Its name.
    pub process: String,
    /// How many instances it had.
    pub instances: u32,
}

/// The processes of a system that can have any number of instances.
pub fn replicated(system: &System) -> Vec<Replicated> {
    let all = system.processes.iter().enumerate().filter(|(_, process)| process.replicated);
    let counted = all.map(|(index, process)| {
        let instances = system.instances.iter().filter(|instance| usize::from(instance.process) == index).count();
        Replicated { process: process.name.to_string(), instances: instances as u32 }
    });
    counted.collect()
}

/// The ids that reports give to the properties of a system.
pub fn property_ids(system: &System) -> Vec<String> {
    system.properties.iter().map(id).collect()
}

/// The stable id of a property.
pub(super) fn id(property: &Property) -> String {
    format!("{}-{}", PropertyKind::from(property.kind).name(), property.name)
}
