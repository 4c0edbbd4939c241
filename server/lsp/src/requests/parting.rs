//! `boolprog/parting`: the first step of a trace that its program, which has changed since, does not take.

use std::sync::Arc;

use boolprog_dap::{Environment, Parting, parting};
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;

use super::beside::Params;
use super::work;
use crate::session::state::Shared;

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// Number in the trace, from 1.
    step: usize,
    /// Why the program does not take it, as a clause.
    why: String,
}

/// Answers the request; `null` if the program has errors, takes all steps, or cannot be followed.
pub(crate) async fn answer(shared: &Arc<Shared>, params: Params) -> Result<Option<Answer>> {
    let Params { text_document, trace } = params;
    work::about(shared, &text_document.uri, "Following", move |view, _, control| {
        let limits = Arc::clone(control.limits);
        let environment =
            Environment { control: Arc::new(move || Box::new(Arc::clone(&limits))), ..Environment::default() };
        let query = &view.version.question()?.query;
        let Parting { step, why } = parting(query, Arc::new(trace), &environment)?;
        Some(Answer { step, why })
    })
    .await
}
