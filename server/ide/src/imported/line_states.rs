//! Facts before the statement of a line, for a view that follows the cursor: from proofs and from counterexamples.

use std::collections::BTreeSet;

use boolprog_trace::document::{StateDocument, TraceDocument};

use super::Snapshot;
use super::statement::{Statement, line_around, span_at};
use crate::line_states::{LineStates, not_known};
use crate::{Checkable, Results, trace};

/// More states of counterexamples are not shown.
const MOST_SEEN: usize = 20;

/// Facts before the statement at an offset, or on its line; `None` if there is none. Nothing is searched: a proof tells
/// the facts that always hold, and a counterexample the states that there are. Linear in the steps of the program and of the counterexamples.
pub fn line_states(snapshot: &Snapshot, offset: u32) -> Option<LineStates> {
    let model = snapshot.model.as_ref()?;
    span_at(snapshot, offset)?;
    let line = line_around(&snapshot.text, offset);
    let statement = Statement::at(model, line);
    let number = snapshot.text.get(..line.start as usize)?.matches('\n').count() + 1;
    let known = snapshot.results.current().map(|findings| &*findings.places);
    let (facts, more) = known.map(|known| statement.always(known)).unwrap_or_default();
    let plain = |name: &str| name.to_owned();
    let headline = match (&snapshot.results, known) {
        (_, Some(known)) if statement.is_unreached(known) => "No thread gets here".to_owned(),
        (_, Some(known)) => statement.executed(Some(known), plain),
        (Results::Checking { .. }, None) => format!("{}. Checking...", statement.executed(None, plain)),
        (_, None) => not_known(snapshot.has_errors(), &snapshot.results).to_owned(),
    };
    Some(LineStates {
        line: number,
        statement: snapshot.text.get(line.range())?.split_whitespace().collect::<Vec<_>>().join(" "),
        headline,
        variables: None,
        always: facts.into_iter().chain((more > 0).then(|| format!("{more} more"))).collect(),
        threads: None,
        seen: seen(snapshot, number as u32),
        columns: Vec::new(),
        states: Vec::new(),
        count: 0,
    })
}

/// The states of counterexamples before a statement of a line, in order of their texts.
fn seen(snapshot: &Snapshot, line: u32) -> Vec<String> {
    let mut seen = BTreeSet::new();
    for property in &*snapshot.properties {
        let Some(trace) = trace::trace(snapshot, &property.id) else { continue };
        let is_there = |step: usize| {
            let next = trace.steps.get(step);
            next.is_some_and(|next| next.begins && next.range.line == line && next.range.file.is_none())
        };
        // A trace that cannot be read shows nothing.
        let _ = trace.walk(|step, state| {
            if seen.len() < MOST_SEEN && is_there(step) {
                seen.insert(told(&trace, state, line));
            }
        });
    }
    seen.into_iter().collect()
}

/// The values of the shared variables, and how many threads are at a line.
fn told(trace: &TraceDocument, state: &StateDocument, line: u32) -> String {
    let named = trace.shared.iter().zip(&state.shared).filter(|(_, value)| !value.is_nothing());
    let values: Vec<String> = named.map(|(name, value)| format!("{name} = {}", trace.written(value))).collect();
    let is_there = |range: &boolprog_trace::document::RangeDocument| range.line == line && range.file.is_none();
    let frames = state.threads.iter().filter_map(|thread| thread.frames.last());
    let threads = match frames.filter(|frame| is_there(&frame.range)).count() {
        0 | 1 => String::new(),
        several => format!("{several} threads here"),
    };
    let parts = [values.join(", "), threads].into_iter().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("; ")
}
