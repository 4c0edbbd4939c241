//! `textDocument/formatting`, `rangeFormatting` and `onTypeFormatting`.

use std::sync::Arc;

use boolprog_base::{Edit, Span};
use boolprog_ide::Source;
use boolprog_ide::format::Style;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    DocumentFormattingParams, DocumentOnTypeFormattingOptions, DocumentOnTypeFormattingParams,
    DocumentRangeFormattingParams, FormattingOptions, TextEdit, Uri,
};

use super::reply;
use crate::session::convert::Converter;
use crate::session::state::Shared;
use crate::session::view::Named;

/// The characters after which a line is formatted.
pub(crate) fn on_type() -> DocumentOnTypeFormattingOptions {
    DocumentOnTypeFormattingOptions {
        first_trigger_character: ";".to_owned(),
        more_trigger_character: Some(vec!["\n".to_owned()]),
    }
}

/// Answers `textDocument/formatting`.
pub(crate) async fn whole(shared: &Arc<Shared>, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
    let style = style(&params.options);
    edits(shared, &params.text_document.uri, move |source, _| source.format(style)).await
}

/// Answers `textDocument/rangeFormatting`.
pub(crate) async fn range(
    shared: &Arc<Shared>,
    params: DocumentRangeFormattingParams,
) -> Result<Option<Vec<TextEdit>>> {
    let style = style(&params.options);
    edits(shared, &params.text_document.uri, move |source, convert| {
        let (start, end) = (convert.offset(params.range.start), convert.offset(params.range.end));
        let range = Span::new(start.min(end), start.max(end));
        source.format_range(range, style)
    })
    .await
}

/// Answers `textDocument/onTypeFormatting`.
pub(crate) async fn typed(
    shared: &Arc<Shared>,
    params: DocumentOnTypeFormattingParams,
) -> Result<Option<Vec<TextEdit>>> {
    let style = style(&params.options);
    let place = params.text_document_position;
    edits(shared, &place.text_document.uri, move |source, convert| {
        // Editors may send a line break with the text that they insert after it.
        let typed = if params.ch.contains('\n') { '\n' } else { params.ch.chars().next().unwrap_or_default() };
        source.format_on_type(convert.offset(place.position), typed, style)
    })
    .await
}

async fn edits(
    shared: &Arc<Shared>,
    uri: &Uri,
    work: impl FnOnce(&Source, &Converter<'_>) -> Vec<Edit> + Send + 'static,
) -> Result<Option<Vec<TextEdit>>> {
    reply::about(shared, uri, move |named: &Named, convert| {
        let edits = work(&named.source, convert);
        Some(edits.into_iter().map(|edit| convert.edit(edit)).collect())
    })
    .await
}

fn style(options: &FormattingOptions) -> Style {
    Style::new(options.tab_size, !options.insert_spaces)
}
