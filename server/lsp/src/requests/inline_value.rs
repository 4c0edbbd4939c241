//! `textDocument/inlineValue`

use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{InlineValue, InlineValueEvaluatableExpression, InlineValueParams};

use super::reply;
use crate::session::state::Shared;
use crate::session::view::Judged;

/// Answers the request: with expressions for the debug adapter to evaluate.
pub(crate) async fn answer(shared: &Arc<Shared>, params: InlineValueParams) -> Result<Option<Vec<InlineValue>>> {
    reply::about(shared, &params.text_document.uri, move |judged: &Judged, convert| {
        let stopped = convert.offset(params.context.stopped_location.start);
        let values = judged.source.inline_values(convert.span(params.range), stopped);
        let expression = |value: boolprog_ide::inline_values::InlineValue| {
            let range = convert.range(value.span);
            InlineValueEvaluatableExpression { range, expression: Some(value.expression) }.into()
        };
        Some(values.into_iter().map(expression).collect())
    })
    .await
}
