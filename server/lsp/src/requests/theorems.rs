//! `boolprog/theorems`: the proofs of a Boolean program as theorems for the prover Rocq.

use std::sync::Arc;

use boolprog_check::theorems::{Saved, theorems_of};
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::TextDocumentIdentifier;

use super::{reply, work};
use crate::session::state::Shared;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Params {
    text_document: TextDocumentIdentifier,
}

/// The answer: a file for Rocq, and a sentence about it.
#[derive(Debug, Serialize)]
pub(crate) struct Answer {
    text: String,
    message: String,
}

/// Answers the request; `null` if the document is not open or no Boolean program, an error with the reason if there are no
/// theorems.
pub(crate) async fn answer(shared: &Arc<Shared>, Params { text_document }: Params) -> Result<Option<Answer>> {
    let saved = work::about(shared, &text_document.uri, "Proving", |view, _, control| {
        let analysed = view.version.analysed()?;
        analysed.source.boolean()?;
        let Some((unit, options)) = analysed.unit() else { return Some(Err("The program has errors.".to_owned())) };
        Some(theorems_of(unit, options, control))
    });
    let saved = saved.await?.transpose().map_err(reply::failed)?;
    Ok(saved.map(|Saved { text, message }| Answer { text, message }))
}
