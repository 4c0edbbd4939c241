//! `textDocument/hover`

use std::sync::Arc;

use boolprog_ide::hover::MAX_LINES;
use serde_json::json;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind, TextDocumentPositionParams};

use super::reply;
use super::state::Shared;
use super::view::Judged;

/// The client's commands about the place of a hover, with what their links say. Each has one argument, the place as in
/// the requests of [`super::place`].
const LINKS: [(&str, &str); 3] = [
    ("Show trace to here", "boolprog.showTraceTo"),
    ("All states", "boolprog.showStates"),
    ("Copy as formula", "boolprog.copyFormula"),
];

/// Answers the request.
pub(super) async fn answer(shared: &Arc<Shared>, params: HoverParams) -> Result<Option<Hover>> {
    let place = params.text_document_position_params;
    let this = Arc::clone(shared);
    let uri = place.text_document.uri.clone();
    reply::about(shared, &uri, move |judged: &Judged| {
        let convert = judged.view.converter(&this);
        let features = this.features();
        let has_links = features.markdown && features.command_links;
        let room = MAX_LINES - usize::from(has_links);
        let hover = judged.source.hover(convert.offset(place.position), room)?;
        let kind = if features.markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
        let links = if has_links && hover.has_states { format!("  \n{}", links(&place)) } else { String::new() };
        let contents = HoverContents::Markup(MarkupContent { kind, value: hover.markdown + &links });
        Some(Hover { contents, range: Some(convert.range(hover.span)) })
    })
    .await
}

/// The last line of a hover.
fn links(place: &TextDocumentPositionParams) -> String {
    let argument = escaped(&json!([place]).to_string());
    LINKS.map(|(title, command)| format!("[{title}](command:{command}?{argument})")).join(" | ")
}

/// A text as a part of a URI: every byte that could mean something there becomes `%XX`.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() * 3);
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => escaped.push(char::from(byte)),
            other => escaped.extend([format!("%{other:02X}")]),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_cannot_end_a_link() {
        assert_eq!(escaped("[a) \u{e9}]"), "%5Ba%29%20%C3%A9%5D");
    }
}
