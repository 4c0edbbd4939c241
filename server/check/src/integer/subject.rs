//! Number of instances of the processes of an integer program.

use boolprog_integer::System;

/// A process with `[*]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replicated {
    /// Name of the process.
    pub process: String,
    /// The number of its instances.
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
