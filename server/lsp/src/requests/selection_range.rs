//! `textDocument/selectionRange`

use std::sync::Arc;

use boolprog_base::Span;
use boolprog_ide::shape::Shape;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{SelectionRange, SelectionRangeParams};

use super::reply;
use crate::session::convert::Converter;
use crate::session::state::Shared;

/// Answers the request: one chain per position.
pub(crate) async fn answer(shared: &Arc<Shared>, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
    reply::about(shared, &params.text_document.uri, move |shape: &Shape, convert| {
        let offsets = params.positions.iter().map(|position| convert.offset(*position));
        offsets.map(|offset| chain(&shape.enclosing(offset), convert)).collect()
    })
    .await
}

/// The spans, innermost first, as the protocol nests them; `None` if there are none.
fn chain(spans: &[Span], convert: &Converter) -> Option<SelectionRange> {
    spans
        .iter()
        .rev()
        .fold(None, |parent, span| Some(SelectionRange { range: convert.range(*span), parent: parent.map(Box::new) }))
}
