//! Counterexamples as code flows.

use boolprog_trace::document::TraceDocument;

use super::Place;
use super::model::{CodeFlow, FlowLocation, Importance, Message, Region, State, ThreadFlow};
use super::views::Views;
use crate::lanes::{Lanes, Row};
use crate::report::PropertyDocument;

/// The flows of a program's counterexample; `None` if it has no steps. The state of a location is the view of the
/// acting thread after the step: all shared variables, and its own, but for those that never change.
pub(super) fn of_trace(place: &Place, trace: &TraceDocument, property: &PropertyDocument) -> Vec<CodeFlow> {
    let Some(lanes) = Lanes::of(property) else { return Vec::new() };
    let views = Views::of(trace);
    let mut states = Vec::with_capacity(trace.steps.len() + 1);
    // After a damaged step there are no states.
    let _ = trace.walk(|number, state| {
        let thread = number.checked_sub(1).and_then(|step| trace.steps.get(step)).map(|step| step.thread);
        states.push(views.changing(state, thread));
    });
    let mut states = states.into_iter();
    let initial = states.next().unwrap_or_default();
    let locations = lanes.rows.iter().zip(&trace.steps).map(|(row, step)| {
        flow_location(place, Region::from(step.range), row, states.next().unwrap_or_default(), &lanes)
    });
    flows(&lanes, initial, Some(&views), locations.collect())
}

/// The flows of a run of a transition system.
pub(super) fn of_run(place: &Place, property: &PropertyDocument) -> Vec<CodeFlow> {
    let Some(lanes) = Lanes::of(property) else { return Vec::new() };
    let locations = lanes.rows.iter().map(|row| {
        let region = Region { start_line: row.line, start_column: 1, end_line: None, end_column: None };
        flow_location(place, region, row, State::new(), &lanes)
    });
    flows(&lanes, State::new(), None, locations.collect())
}

fn flows(lanes: &Lanes, initial: State, views: Option<&Views<'_>>, locations: Vec<FlowLocation>) -> Vec<CodeFlow> {
    if locations.is_empty() {
        return Vec::new();
    }
    let of_thread = |thread: u32| {
        let rows = lanes.rows.iter().zip(&locations);
        rows.filter(move |(row, _)| row.thread == thread).map(|(_, location)| location.clone()).collect::<Vec<_>>()
    };
    let acts = |thread: u32| lanes.rows.iter().any(|row| row.thread == thread);
    let apart = lanes.threads.iter().filter(|lane| acts(lane.thread)).map(|lane| ThreadFlow {
        id: format!("T{}", lane.thread),
        message: Message::literal(&lane.title()),
        initial_state: State::new(),
        immutable_state: views.map(|views| views.constant(|thread| thread == lane.thread)).unwrap_or_default(),
        locations: of_thread(lane.thread),
    });
    let apart = CodeFlow { message: Message::literal("Each thread by itself"), thread_flows: apart.collect() };
    let together = ThreadFlow {
        id: "all".to_owned(),
        message: Message::literal(&lanes.size),
        initial_state: initial,
        immutable_state: views.map(|views| views.constant(acts)).unwrap_or_default(),
        locations,
    };
    let message = Message::literal(&format!("All threads: {}", lanes.headline));
    vec![CodeFlow { message, thread_flows: vec![together] }, apart]
}

fn flow_location(place: &Place, region: Region, row: &Row, state: State, lanes: &Lanes) -> FlowLocation {
    let is_last = lanes.outcome_of(row).is_some();
    let essential = !row.shared.is_empty() || row.switched || row.created.is_some() || is_last;
    FlowLocation {
        location: place.location(row.file, region, Some(Message::literal(&sentence(row, lanes)))),
        state,
        nesting_level: 0,
        execution_order: row.step,
        importance: if essential { Importance::Essential } else { Importance::Important },
    }
}

/// `T2: lock F->T, starts T3`, or the statement if it changes nothing.
fn sentence(row: &Row, lanes: &Lanes) -> String {
    let effects = row.effects().map(|effect| effect.replace(" -> ", "->"));
    let mut parts: Vec<String> = effects.chain(row.notes()).collect();
    if parts.is_empty() {
        parts.push(row.text.to_string());
    }
    parts.extend(lanes.outcome_of(row).map(|outcome| outcome.words.clone()));
    format!("T{}: {}", row.thread, parts.join(", "))
}
