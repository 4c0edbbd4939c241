//! `boolprog/steps`: the steps of a trace that a filter asks for.

use std::sync::Arc;

use boolprog_base::control::Control;
use boolprog_dap::Environment;
use boolprog_host::limits::Limits;
use boolprog_trace::document::{ProgramKind, TraceDocument, program_hash};
use serde::{Deserialize, Serialize};
use tokio_util::sync::CancellationToken;
use tower_lsp::jsonrpc::Result;

use super::reply;
use crate::session::state::Shared;

/// Arguments of the request. The trace is given in full, so that it need not be one of a program that is open.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Params {
    trace: TraceDocument,
    /// The steps change all these variables.
    #[serde(default)]
    changes: Vec<String>,
    /// After the steps this expression holds.
    #[serde(rename = "where")]
    condition: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Found {
    steps: Vec<usize>,
}

/// Answers the request; an error with a sentence if the question makes no sense for this trace.
pub(crate) async fn answer(shared: &Arc<Shared>, params: Params) -> Result<Found> {
    let Params { trace, changes, condition } = params;
    let this = Arc::clone(shared);
    let work = move |cancelled: &CancellationToken| {
        let text = text_of(&this, &trace, cancelled);
        boolprog_dap::steps(Arc::new(trace), &changes, condition.as_deref(), text)
    };
    let steps = reply::apart(shared, work).await?.map_err(reply::failed)?;
    Ok(Found { steps })
}

/// The text of a C program of which a trace is, if it is open; what is read of it stops when the request is cancelled.
fn text_of(shared: &Shared, trace: &TraceDocument, cancelled: &CancellationToken) -> Option<(String, Environment)> {
    if trace.kind != ProgramKind::C {
        return None;
    }
    let mut views = shared.views().into_iter();
    let view = views.find(|view| program_hash(view.version.document.text()) == trace.program_hash)?;
    let (settings, cancelled) = (&view.version.settings, cancelled.clone());
    let limits = Arc::new(Limits::start(settings.time_manual, settings.memory, cancelled));
    let control = Arc::new(move || -> Box<dyn Control> { Box::new(Arc::clone(&limits)) });
    let environment = Environment { included: Some(boolprog_host::files::included), control };
    Some((view.version.document.text().to_string(), environment))
}
