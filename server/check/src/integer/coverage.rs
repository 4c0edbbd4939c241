//! Which edges and locations of an integer program are reached, and in how many states.

use boolprog_base::Span;
use boolprog_base::control::Control;
use boolprog_integer::explicit;
use boolprog_integer::{InstanceId, LocationId};

use super::{Model, Options};
use crate::report::Reason;

/// What happens in the reachable states, summed up over the instances of each process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coverage {
    /// The number of reachable states.
    pub states: u64,
    /// The processes, in textual order; those without instances are left out.
    pub processes: Vec<Process>,
}

/// A process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Process {
    /// Its name.
    pub name: String,
    /// Where the name stands.
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
    /// In how many states control of an instance is there, or can take the edge, added up over the instances.
    pub states: u64,
}

/// Looks at every reachable state. Fails with the reason where these cannot all be looked at: only then is it known what is
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
