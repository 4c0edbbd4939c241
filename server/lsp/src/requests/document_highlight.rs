//! `textDocument/documentHighlight`

use std::sync::Arc;

use boolprog_ide::occurrences::Access;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams};

use super::reply;
use crate::session::state::Shared;
use crate::session::view::Named;

pub(crate) async fn answer(
    shared: &Arc<Shared>,
    params: DocumentHighlightParams,
) -> Result<Option<Vec<DocumentHighlight>>> {
    let place = params.text_document_position_params;
    reply::about(shared, &place.text_document.uri, move |named: &Named, convert| {
        let found = named.source.occurrences(convert.offset(place.position))?.into_iter();
        let highlight =
            found.map(|it| DocumentHighlight { range: convert.range(it.span), kind: Some(kind(it.access)) });
        Some(highlight.collect())
    })
    .await
}

fn kind(access: Access) -> DocumentHighlightKind {
    match access {
        Access::Read => DocumentHighlightKind::READ,
        Access::Write => DocumentHighlightKind::WRITE,
        Access::Other => DocumentHighlightKind::TEXT,
    }
}
