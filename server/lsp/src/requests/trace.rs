//! `boolprog/trace`: the counterexample to a property, for a replay.

use std::sync::Arc;

use boolprog_trace::document::TraceDocument;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::TextDocumentIdentifier;

use super::reply;
use crate::session::convert::Converter;
use crate::session::state::Shared;
use crate::session::view::Judged;

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Params {
    text_document: TextDocumentIdentifier,
    property: String,
}

/// Answers the request; `null` if the property is not known to be violated in this very text.
pub(crate) async fn answer(shared: &Arc<Shared>, params: Params) -> Result<Option<TraceDocument>> {
    let Params { text_document, property } = params;
    let work = move |judged: &Judged, _: &Converter<'_>| judged.source.trace(&property);
    reply::about(shared, &text_document.uri, work).await
}
