//! `textDocument/foldingRange`

use std::sync::Arc;

use boolprog_ide::shape::{Fold, FoldKind, Shape};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{FoldingRange, FoldingRangeKind, FoldingRangeParams, Range};

use super::reply;
use crate::session::convert::Converter;
use crate::session::state::Shared;

/// Answers the request, with the first folds, as many as the client wants.
pub(crate) async fn answer(shared: &Arc<Shared>, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
    let this = Arc::clone(shared);
    reply::about(shared, &params.text_document.uri, move |shape: &Shape, convert| {
        let wanted = this.features().most_folds.unwrap_or(usize::MAX);
        let found = shape.folds().into_iter().take(wanted);
        Some(found.map(|fold| converted(fold, convert)).collect())
    })
    .await
}

fn converted(fold: Fold, convert: &Converter) -> FoldingRange {
    let Range { start, end } = convert.range(fold.span);
    FoldingRange {
        start_line: start.line,
        start_character: Some(start.character),
        end_line: end.line,
        end_character: Some(end.character),
        kind: (fold.kind == FoldKind::Comment).then_some(FoldingRangeKind::Comment),
        collapsed_text: None,
    }
}
