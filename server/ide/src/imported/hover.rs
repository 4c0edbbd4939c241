//! Hover: the verdict of a property, who can be at a statement, and what holds there.

use boolprog_base::Span;
use boolprog_integer::Transition;

use super::{Snapshot, invariants};
use crate::hover::{Hover, line};
use crate::markdown::{code, escaped};
use crate::properties;

/// The hover at an offset, in at most `room` lines; none where no thread takes a step.
pub fn hover(snapshot: &Snapshot, offset: u32, room: usize) -> Option<Hover> {
    let property = innermost(offset, snapshot.properties.iter().map(|property| property.span));
    let system = &snapshot.model.as_ref()?.system;
    let statement = innermost(offset, system.transitions.iter().map(|transition| transition.span));
    let span = property.or(statement)?;
    let mut told: Vec<String> = Vec::new();
    for (index, found) in snapshot.properties.iter().enumerate().filter(|(_, found)| Some(found.span) == property) {
        let label = code(&found.stated().label);
        told.push(line(format_args!("{label} - {}", escaped(&properties::text(snapshot, index)))));
    }
    let is_here = |transition: &&Transition| Some(transition.span) == statement;
    let mut processes: Vec<usize> = Vec::new();
    for transition in system.transitions.iter().filter(is_here) {
        let process = usize::from(system.instance(transition.instance).process);
        if !processes.contains(&process) {
            processes.push(process);
        }
    }
    told.extend(processes.into_iter().map(|process| {
        let process = &system.processes[process];
        let number = if process.replicated { "any number of threads" } else { "one thread" };
        line(format_args!("Executed by {number}: {}", code(&process.name)))
    }));
    told.extend(system.transitions.iter().find(is_here).and_then(|transition| always(snapshot, transition)));
    told.truncate(room);
    Some(Hover { span, markdown: told.join("\n").trim_end().to_owned(), has_states: false })
}

/// What is known to hold before a step, from the proof of the last check.
fn always(snapshot: &Snapshot, transition: &Transition) -> Option<String> {
    let findings = snapshot.results.current()?;
    let model = snapshot.model.as_ref()?;
    let process = model.system.process_of(transition.instance);
    let facts = invariants::at(model, process, transition.from, &findings.invariants);
    let facts: Vec<String> = facts.iter().map(|fact| code(fact)).collect();
    (!facts.is_empty()).then(|| line(format_args!("Here always: {}", facts.join(", "))))
}

/// The shortest of the spans around an offset.
fn innermost(offset: u32, spans: impl Iterator<Item = Span>) -> Option<Span> {
    spans.filter(|span| span.touches(offset) && !span.is_empty()).min_by_key(|span| span.len())
}
