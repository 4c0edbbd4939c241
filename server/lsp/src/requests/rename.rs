//! `textDocument/prepareRename` and `textDocument/rename`

use std::sync::Arc;

use boolprog_ide::rename::Refusal;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{PrepareRenameResponse, RenameParams, TextDocumentPositionParams, TextEdit, WorkspaceEdit};

use super::reply;
use crate::session::state::Shared;
use crate::session::view::Named;

/// Answers `textDocument/prepareRename`.
pub(crate) async fn prepared(
    shared: &Arc<Shared>,
    place: TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>> {
    let answer = reply::about(shared, &place.text_document.uri, move |named: &Named, convert| {
        let source = &named.source;
        let prepared = source.prepare(convert.offset(place.position)).transpose()?;
        Some(prepared.map(|span| PrepareRenameResponse::RangeWithPlaceholder {
            range: convert.range(span),
            placeholder: source.slice(span).to_owned(),
        }))
    });
    answer.await?.transpose().map_err(refused)
}

/// Answers `textDocument/rename`.
pub(crate) async fn answer(shared: &Arc<Shared>, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
    let place = params.text_document_position;
    let this = Arc::clone(shared);
    let answer = reply::about(shared, &place.text_document.uri, move |named: &Named, convert| {
        let edits = named.source.rename(convert.offset(place.position), &params.new_name).transpose()?;
        Some(edits.map(|edits| {
            let edits = edits.into_iter().map(|edit| TextEdit::new(convert.range(edit.span), edit.text));
            convert.workspace_edit(edits.collect(), named.view.version.number, this.features())
        }))
    });
    answer.await?.transpose().map_err(refused)
}

/// The editor shows the reason.
fn refused(Refusal(reason): Refusal) -> tower_lsp::jsonrpc::Error {
    reply::failed(reason)
}
