//! A witness of a program point: an execution that reaches it, found and re-executed like a counterexample.

use boolprog_base::control::{Control, Stop};
use boolprog_base::engine::{Ended, Engine};
use boolprog_explore::system::{LocalState, ProgramSystem};
use boolprog_reach::engines::bounded::Bounded;
use boolprog_reach::threads::runs;
use boolprog_syntax::ast::SiteId;
use boolprog_trace::document::{PropertyKind, TraceDocument};
use boolprog_trace::interpreter::Interpreter;

use crate::asking::{Asking, QUESTION};
use crate::options::Options;
use crate::re_execution::{Goal, re_executed};
use crate::sites::counts;
use crate::unit::Unit;
use crate::unknown::Unknown;

/// Result of a search for a path to a program point.
#[derive(Clone, Debug)]
pub enum Way {
    /// An execution with as few threads, then as few steps, then as few context switches as possible, re-executed by
    /// the reference interpreter.
    Found(Box<TraceDocument>),
    /// No path was found.
    NotFound {
        /// There is none with up to this number of live threads.
        threads: u32,
        /// Limit that stopped the search, if it did not end by itself.
        stop: Option<Stop>,
    },
    /// The program has no meaning, or no such place.
    NoPlace,
    /// There is a path, but it has no evidence.
    Unknown(Unknown),
}

/// Searches for an execution in which a thread reaches a site, with up to [`Options::thread_limit`] threads. Costs as
/// much as a bounded search.
pub fn way_to(unit: &Unit, site: SiteId, options: Options, control: &dyn Control) -> Way {
    let Ok(program) = unit.analysis.program() else { return Way::NoPlace };
    let Some(place) = unit.file.sites.get(site.0 as usize) else { return Way::NoPlace };
    let mut system = match ProgramSystem::new(program, control) {
        Ok(system) => system,
        Err(stop) => return Way::NotFound { threads: 0, stop: Some(stop) },
    };
    let is_there = |system: &ProgramSystem<'_>, shared, local| {
        let LocalState::At { location, values, .. } = system.local_state(local) else { return false };
        program.location(location).site == site && counts(program, location, &system.shared_values(shared), &values)
    };
    let mut asking = Asking { system: &mut system, is_there, together: Vec::new() };
    let outcome = Bounded::default().ask(&mut asking, &[QUESTION], options.thread_limit, control);
    let stop = match outcome.ended {
        Ended::Stopped(stop) => Some(stop),
        Ended::Complete | Ended::Bound | Ended::Refused(_) => None,
    };
    let Some((_, found)) = runs(&outcome).next() else { return Way::NotFound { threads: outcome.searched, stop } };
    let names = &unit.analysis.names;
    let interpreter = Interpreter::new(&unit.file, names, &unit.analysis.reading).asking_for(site);
    let before = unit.text.get(..place.span.start as usize).unwrap_or_default();
    let name = format!("line {}", before.matches('\n').count() + 1);
    let goal =
        Goal { id: "place", kind: PropertyKind::Label, name: &name, site: Some(site), span: place.span, thread: None };
    match re_executed(unit, program, &mut system, &interpreter, &goal, found) {
        Ok(document) => Way::Found(Box::new(document)),
        Err(unknown) => Way::Unknown(unknown),
    }
}
