//! Violations of a C program, executed on its text: runs of engines, and executions at random.

use std::sync::Arc;

use boolprog_abstraction::integers::Reason;
use boolprog_base::Span;
use boolprog_base::control::Control;
use boolprog_integer::Origins;
use boolprog_integer::explicit::Run;
use boolprog_machine::program::Program;
use boolprog_trace::c::NoTrace;
use boolprog_trace::document::TraceDocument;
use boolprog_trace::integer::Writer;

use super::Model;
use super::fewest::fewest;
use crate::c::{self, Executed, Goal, Parted};

/// Guarantee of an execution of which only the threads are known to be the fewest.
pub(crate) const FEWEST_THREADS: &str = "fewest threads";

/// Executes a run that violates a property, by its id, on the text of a C program; if it is a shortest one, the run with the fewest
/// threads, where that is found. None if the program is another one.
pub(super) fn executed(
    (model, control): (&Model, &dyn Control),
    property: &str,
    run: &Run,
    is_shortest: bool,
) -> Result<Option<TraceDocument>, Reason> {
    let Some(property) = model.system.properties.iter().position(|it| it.id() == property) else { return Ok(None) };
    let (Some(origins), Some(goal)) = (&model.origins, goal(model, property)) else { return Ok(None) };
    let Some(machine) = &model.machine else {
        return Err(Reason::Unconfirmed("the program cannot be executed".to_owned()));
    };
    let execution = Execution { model, machine, origins, property, goal, control };
    let found = execution.of(run)?;
    let fewest = if is_shortest { fewest(&model.system, property, run, control) } else { None };
    let fewest =
        fewest.and_then(|fewest| if fewest == *run { Some(found.clone()) } else { execution.of(&fewest).ok() });
    match fewest {
        Some((mut trace, true)) => {
            FEWEST_THREADS.clone_into(&mut trace.guarantee);
            Ok(Some(trace))
        }
        _ => Ok(Some(found.0)),
    }
}

/// The execution of runs that violate one property of a C program.
struct Execution<'a> {
    model: &'a Model,
    machine: &'a Arc<Program>,
    origins: &'a Origins,
    /// Index of the property.
    property: usize,
    goal: Goal,
    control: &'a dyn Control,
}

impl Execution<'_> {
    /// The trace of a run, and whether all threads that it creates take part.
    fn of(&self, run: &Run) -> Result<(TraceDocument, bool), Reason> {
        let (model, machine) = (self.model, self.machine);
        let executed = match c::execute(machine, (&model.system, self.origins), run, &self.goal, self.control) {
            Ok(executed) => executed,
            Err(Parted::Stopped(stop)) => return Err(Reason::Stopped(stop)),
            Err(Parted::At(place, why)) => {
                let own = place.filter(|place| !machine.is_library(place.unit));
                let line = own.map_or_else(String::new, |place| format!("in line {}, ", machine.position(place).line));
                return Err(Reason::Unconfirmed(format!("{line}{why}")));
            }
        };
        let trace = shown((model, machine), self.property, (&self.goal, &executed), self.control)?;
        // The machine needs other numbers of steps than the integer program, and creates threads that take no part.
        let created = trace.steps.iter().filter(|step| step.created.is_some()).count();
        let take_part = executed.taking_part == Some(trace.initial.threads.len() + created);
        Ok((trace, take_part))
    }
}

/// The goal of executions of a C text that violate a property, by its index; none if it is a bound of what is checked, or of another
/// program.
pub(crate) fn goal(model: &Model, property: usize) -> Option<Goal> {
    let related = model.origins.as_ref()?.related.get(property)?;
    let property = &model.system.properties[property];
    Goal::of(property.claim.as_ref()?.check, property.span, related.as_ref().map(|(span, _)| *span))
}

/// The trace of an execution of a C program that has come to its goal.
fn shown(
    (model, machine): (&Model, &Arc<Program>),
    property: usize,
    (goal, executed): (&Goal, &Executed),
    control: &dyn Control,
) -> Result<TraceDocument, Reason> {
    let hash = model.hash();
    let subject = boolprog_trace::c::Subject {
        path: &model.path,
        hash: &hash,
        property: &model.system.properties[property].id(),
        guarantee: "",
        is_race: matches!(goal, Goal::Race(_)),
    };
    let cannot = |why: &str| Reason::Unconfirmed(why.to_owned());
    let trace =
        c::trace(machine, (goal, executed), &subject, &label(model, property), control).map_err(|why| match why {
            NoTrace::Stopped(stop) => Reason::Stopped(stop),
            why => cannot(&why.to_string()),
        })?;
    if trace.is_violation() { Ok(trace) } else { Err(cannot("nothing is violated at the end of its execution")) }
}

/// Looks for violations of some properties, by index, in executions of a C text at random, which two numbers determine: the traces
/// of those that were found. There are none of another program.
pub(crate) fn at_random(
    model: &Model,
    properties: &[u32],
    ways: (u64, u64),
    control: &dyn Control,
) -> Vec<(u32, TraceDocument)> {
    let (Some(machine), Some(origins)) = (&model.machine, &model.origins) else { return Vec::new() };
    let with_goal = |property: &u32| Some((*property, goal(model, *property as usize)?));
    let (properties, goals): (Vec<u32>, Vec<Goal>) = properties.iter().filter_map(with_goal).unzip();
    let found = match &goals[..] {
        [] => Vec::new(),
        goals => c::search((machine, origins), goals, ways, control),
    };
    let trace = |(goal, executed): &(usize, Executed)| {
        let property = properties[*goal];
        let trace = shown((model, machine), property as usize, (&goals[*goal], executed), control).ok()?;
        trace.walk(|_, _| {}).ok()?;
        Some((property, trace))
    };
    found.iter().filter_map(trace).collect()
}

/// A property, by its index, that is a label of a C program.
pub(crate) fn label(model: &Model, property: usize) -> c::Label {
    let property = &model.system.properties[property];
    let (span, name) = (property.span, property.claim.as_ref().map_or("", |claim| &claim.text).to_owned());
    let joined = model.joined();
    let other = joined.other(span.start);
    let (start, text) = other.map_or((0, joined.first()), |other| (other.start, &joined.text[other.start as usize..]));
    let Span { start: from, end: to } = span;
    let range = Writer::new(&model.system, text, &[]).range(Span::new(from - start, to - start));
    c::Label { name, range, file: other.map(|other| other.path.to_string()) }
}
