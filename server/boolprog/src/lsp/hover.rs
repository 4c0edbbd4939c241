//! `textDocument/hover`

use std::sync::Arc;

use boolprog_ide::hover::hover;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};

use super::reply;
use super::state::Shared;

/// Answers the request.
pub(super) async fn answer(shared: &Arc<Shared>, params: HoverParams) -> Result<Option<Hover>> {
    let place = params.text_document_position_params;
    let this = Arc::clone(shared);
    reply::about(shared, &place.text_document.uri, move |view| {
        let convert = view.converter(&this);
        let hover = hover(&view.snapshot()?, convert.offset(place.position))?;
        let kind = if this.features().markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
        let contents = HoverContents::Markup(MarkupContent { kind, value: hover.markdown });
        Some(Hover { contents, range: Some(convert.range(hover.span)) })
    })
    .await
}
