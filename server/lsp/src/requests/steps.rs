//! `boolprog/steps`: the steps of a trace that a filter asks for.

use std::sync::Arc;

use boolprog_trace::document::TraceDocument;
use serde::{Deserialize, Serialize};
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
    let work = move |_: &_| boolprog_dap::steps(Arc::new(trace), &changes, condition.as_deref());
    let steps = reply::apart(shared, work).await?.map_err(reply::failed)?;
    Ok(Found { steps })
}
