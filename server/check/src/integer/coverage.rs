//! Coverage of an integer program: reached edges and locations, with the number of states.

use boolprog_base::Span;
use boolprog_base::control::Control;
use boolprog_integer::explicit;
use boolprog_integer::{InstanceId, LocationId};

use super::{Model, Options};
use crate::report::Reason;

/// Coverage by the reachable states, added up over the instances of each process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coverage {
    /// The number of reachable states.
    pub states: u64,
    /// The processes, in textual order; those without instances are left out.
    pub processes: Vec<Process>,
}

/// Coverage of a process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Process {
    /// Name of the process.
    pub name: String,
    /// Span of the name.
    pub span: Span,
    /// Its locations, in their order.
    pub locations: Vec<Counted>,
    /// Its edges, in textual order.
    pub edges: Vec<Counted>,
}

/// A location or an edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted {
    /// Its name, of an edge `from -> to`.
    pub name: String,
    /// Its range in the text.
    pub span: Span,
    /// Number of states in which an instance is there, or can take the edge, added up over the instances.
    pub states: u64,
}

/// Visits every reachable state. Fails with the reason if these cannot all be visited: only then is it known what is
/// *not* reached.
pub fn coverage(model: &Model, options: &Options, control: &dyn Control) -> Result<Coverage, Reason> {
    let system = &*model.system;
    let search = explicit::Options { inputs: options.inputs, ..explicit::Options::default() };
    let found = explicit::coverage(system, search, control)?;
    let mut processes: Vec<Process> = Vec::new();
    for (index, process) in system.processes.iter().enumerate() {
        let instances: Vec<InstanceId> = (0..system.instances.len() as u16)
            .map(InstanceId)
            .filter(|instance| usize::from(system.instance(*instance).process) == index)
            .collect();
        let Some(first) = instances.first() else { continue };
        let locations = process.locations.iter().zip((0..).map(LocationId)).map(|(location, id)| Counted {
            name: location.name.to_string(),
            span: location.span,
            states: instances.iter().map(|instance| found.at(*instance, id)).sum(),
        });
        let mut edges: Vec<Counted> = Vec::new();
        let is_own = |instance| usize::from(system.instance(instance).process) == index;
        let own = system.transitions.iter().enumerate().filter(|(_, it)| is_own(it.instance));
        let mut last = None;
        for (number, transition) in own {
            let at = |location| system.location(*first, location).name.as_str();
            if last != Some(transition.edge) {
                let name = format!("{} -> {}", at(transition.from), at(transition.to));
                edges.push(Counted { name, span: transition.span, states: 0 });
                last = Some(transition.edge);
            }
            if let Some(edge) = edges.last_mut() {
                edge.states += found.taken(number);
            }
        }
        let locations = locations.collect();
        processes.push(Process { name: process.name.to_string(), span: process.span, locations, edges });
    }
    Ok(Coverage { states: found.states, processes })
}
