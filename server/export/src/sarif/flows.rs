//! Counterexamples as code flows.

use boolprog_trace::document::{StateDocument, TraceDocument, Value};

use super::Place;
use super::model::{CodeFlow, FlowLocation, Importance, Message, Region, State, ThreadFlow};
use crate::lanes::{Lanes, Row};
use crate::report::PropertyDocument;

/// The flows of a program's counterexample; `None` if it has no steps. The state of a location is the view of the
/// acting thread after the step: all shared variables, and its own.
pub(super) fn of_trace(place: &Place, trace: &TraceDocument, property: &PropertyDocument) -> Vec<CodeFlow> {
    let Some(lanes) = Lanes::of(property) else { return Vec::new() };
    let mut states = Vec::with_capacity(trace.steps.len() + 1);
    // After a damaged step there are no states.
    let _ = trace.walk(|number, before| {
        let thread = number.checked_sub(1).and_then(|step| trace.steps.get(step)).map(|step| step.thread);
        states.push(seen(trace, before, thread));
    });
    let mut states = states.into_iter();
    let initial = states.next().unwrap_or_default();
    let locations = lanes.rows.iter().zip(&trace.steps).map(|(row, step)| {
        flow_location(place, Region::from(step.range), row, states.next().unwrap_or_default(), &lanes)
    });
    flows(&lanes, initial, locations.collect())
}

/// The flows of a run of a transition system.
pub(super) fn of_run(place: &Place, property: &PropertyDocument) -> Vec<CodeFlow> {
    let Some(lanes) = Lanes::of(property) else { return Vec::new() };
    let locations = lanes.rows.iter().map(|row| {
        let region = Region { start_line: row.line, start_column: 1, end_line: None, end_column: None };
        flow_location(place, region, row, State::new(), &lanes)
    });
    flows(&lanes, State::new(), locations.collect())
}

fn flows(lanes: &Lanes, initial: State, locations: Vec<FlowLocation>) -> Vec<CodeFlow> {
    if locations.is_empty() {
        return Vec::new();
    }
    let of_thread = |thread: u32| {
        let rows = lanes.rows.iter().zip(&locations);
        rows.filter(move |(row, _)| row.thread == thread).map(|(_, location)| location.clone()).collect::<Vec<_>>()
    };
    let mut by_thread: Vec<(String, Vec<FlowLocation>)> = Vec::new();
    for lane in &lanes.threads {
        by_thread.push((lane.title(), of_thread(lane.thread)));
    }
    let acting = by_thread.into_iter().zip(&lanes.threads).filter(|((_, locations), _)| !locations.is_empty());
    let apart = acting.map(|((title, locations), lane)| ThreadFlow {
        id: format!("T{}", lane.thread),
        message: Message::literal(&title),
        initial_state: State::new(),
        locations,
    });
    let apart = CodeFlow { message: Message::literal("Each thread by itself"), thread_flows: apart.collect() };
    let together =
        ThreadFlow { id: "all".to_owned(), message: Message::literal(&lanes.size), initial_state: initial, locations };
    let message = Message::literal(&format!("All threads: {}", lanes.headline));
    vec![CodeFlow { message, thread_flows: vec![together] }, apart]
}

fn flow_location(place: &Place, region: Region, row: &Row, state: State, lanes: &Lanes) -> FlowLocation {
    let is_last = lanes.outcome_of(row).is_some();
    let essential = !row.shared.is_empty() || row.switched || row.created.is_some() || is_last;
    FlowLocation {
        location: place.location(region, Some(Message::literal(&sentence(row, lanes)))),
        state,
        nesting_level: 0,
        execution_order: row.step,
        importance: if essential { Importance::Essential } else { Importance::Important },
    }
}

/// `T2: lock F->T, starts T3`, or the statement if it changes nothing.
fn sentence(row: &Row, lanes: &Lanes) -> String {
    let changes = row.shared.iter().chain(&row.own).map(|change| change.to_string().replace(" -> ", "->"));
    let mut parts: Vec<String> = changes.chain(row.notes()).collect();
    if parts.is_empty() {
        parts.push(row.text.to_string());
    }
    parts.extend(lanes.outcome_of(row).map(|outcome| outcome.words.clone()));
    format!("T{}: {}", row.thread, parts.join(", "))
}

/// The view of a thread: shared variables, its copies of globals, and the variables of its innermost activation.
/// Without a thread, shared variables alone.
fn seen(trace: &TraceDocument, state: &StateDocument, thread: Option<u32>) -> State {
    let mut values: State = named(String::new(), &trace.shared, &state.shared).collect();
    let thread = thread.and_then(|number| state.threads.iter().find(|thread| thread.number == number));
    if let Some(thread) = thread {
        let prefix = format!("T{}.", thread.number);
        values.extend(named(prefix.clone(), &trace.thread_local, &thread.thread_local));
        let innermost = thread.frames.last();
        let procedure = innermost.and_then(|frame| trace.procedures.get(frame.procedure as usize));
        if let Some((frame, procedure)) = innermost.zip(procedure) {
            values.extend(named(prefix, &procedure.variables, &frame.values));
        }
    }
    values
}

fn named(prefix: String, names: &[String], values: &[Value]) -> impl Iterator<Item = (String, Message)> {
    let values = names.iter().zip(values);
    values.map(move |(name, value)| (format!("{prefix}{name}"), Message::literal(&value.to_string())))
}
