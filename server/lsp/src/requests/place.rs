//! `boolprog/traceTo`, `boolprog/states` and `boolprog/lineStates`: details that do not fit into a hover.

use std::sync::Arc;

use boolprog_check::report::Unknown;
use boolprog_check::{Way, way_to};
use boolprog_ide::Snapshot;
use boolprog_ide::hover::nearest_place;
use boolprog_ide::listing::listing;
use boolprog_trace::document::TraceDocument;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::TextDocumentPositionParams;

use super::{reply, work};
use crate::session::state::Shared;
use crate::session::view::Judged;

/// The answer to `boolprog/traceTo`.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum TraceTo {
    /// An execution with which a thread gets there.
    Trace(Box<TraceDocument>),
    /// Why there is none, as a sentence.
    Reason(String),
}

/// The answer to `boolprog/states`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct States {
    text: String,
    formula: Option<String>,
}

/// The answer to `boolprog/lineStates`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct LineStates {
    line: usize,
    statement: String,
    headline: String,
    variables: Option<String>,
    always: Vec<String>,
    threads: Option<String>,
    /// States of counterexamples of a C program.
    seen: Vec<String>,
    columns: Vec<Column>,
    /// A letter `T` or `F` for each column.
    states: Vec<String>,
    /// The number of states, those that are not listed included.
    count: usize,
}

#[derive(Debug, Serialize, Deserialize)]
struct Column {
    name: String,
    shared: bool,
}

/// Searches for an execution to a place, with the limits of a requested check. Cancelling the request or
/// changing the text ends the search.
pub(crate) async fn trace_to(shared: &Arc<Shared>, place: TextDocumentPositionParams) -> Result<Option<TraceTo>> {
    work::about(shared, &place.text_document.uri, "Searching", move |view, convert, control| {
        let offset = convert.offset(place.position);
        let analysed = view.version.analysed()?;
        let snapshot = analysed.source.boolean()?;
        let Some((unit, options)) = analysed.unit() else { return Some(reason("The program has errors.")) };
        let Some(site) = nearest_place(snapshot, offset) else {
            return Some(reason(no_statement(snapshot, offset)));
        };
        Some(told(way_to(unit, site, options, control), || no_statement(snapshot, offset)))
    })
    .await
}

/// All thread states that are known of a place.
pub(crate) async fn states(shared: &Arc<Shared>, place: TextDocumentPositionParams) -> Result<Option<States>> {
    reply::about(shared, &place.text_document.uri, move |judged: &Judged, convert| {
        let offset = convert.offset(place.position);
        let listing = listing(judged.source.boolean()?, offset)?;
        Some(States { text: listing.text, formula: listing.formula })
    })
    .await
}

/// The answer about a place without a statement.
pub(super) fn no_statement(snapshot: &Snapshot, offset: u32) -> String {
    format!("There is no statement on line {}.", snapshot.line(offset))
}

/// Facts before the statement at a place, or the nearest one on its line.
pub(crate) async fn line_states(shared: &Arc<Shared>, place: TextDocumentPositionParams) -> Result<Option<LineStates>> {
    reply::about(shared, &place.text_document.uri, move |judged: &Judged, convert| {
        let found = judged.source.line_states(convert.offset(place.position))?;
        Some(LineStates {
            line: found.line,
            statement: found.statement,
            headline: found.headline,
            variables: found.variables,
            always: found.always,
            threads: found.threads,
            seen: found.seen,
            columns: found.columns.into_iter().map(|(name, shared)| Column { name, shared }).collect(),
            states: found.states,
            count: found.count,
        })
    })
    .await
}

fn told(way: Way, no_place: impl FnOnce() -> String) -> TraceTo {
    match way {
        Way::Found(trace) => TraceTo::Trace(trace),
        Way::NotFound { threads, stop } => {
            let searched = match threads {
                0 => String::new(),
                _ => format!(" No execution with up to {} reaches it.", boolprog_base::words::count(threads, "thread")),
            };
            let stopped = stop.map(|stop| format!(" The search ended early: {stop}."));
            reason(format!("No trace reaching this statement was found.{searched}{}", stopped.unwrap_or_default()))
        }
        Way::NoPlace => reason(no_place()),
        Way::Unknown(Unknown::Internal { what }) => reason(format!("Internal error: {what}. Please report it.")),
        Way::Unknown(_) => reason("This statement can be reached, but only by an execution that is too long to show."),
    }
}

fn reason(text: impl Into<String>) -> TraceTo {
    TraceTo::Reason(text.into())
}
