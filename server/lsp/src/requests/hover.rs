//! `textDocument/hover`

use std::sync::Arc;

use boolprog_ide::hover::MAX_LINES;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Serialize;
use serde_json::json;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Hover, HoverContents, HoverParams, MarkupKind};

use super::reply;
use crate::session::features::markup;
use crate::session::state::Shared;
use crate::session::view::Judged;

/// The client's commands in the links of a hover, with their titles. Each has one argument, the place as in the
/// requests of [`super::place`].
const LINKS: [(&str, &str); 3] = [
    ("Show trace to here", "boolprog.showTraceTo"),
    ("All states", "boolprog.showStates"),
    ("Copy as formula", "boolprog.copyFormula"),
];

pub(crate) async fn answer(shared: &Arc<Shared>, params: HoverParams) -> Result<Option<Hover>> {
    let place = params.text_document_position_params;
    let this = Arc::clone(shared);
    let uri = place.text_document.uri.clone();
    reply::about(shared, &uri, move |judged: &Judged, convert| {
        let features = this.features();
        let has_links = features.markdown && features.command_links;
        let room = MAX_LINES - usize::from(has_links);
        let hover = judged.source.hover(convert.offset(place.position), room)?;
        let kind = if features.markdown { MarkupKind::Markdown } else { MarkupKind::PlainText };
        let links = if has_links && hover.has_states { format!("  \n{}", links(&place)) } else { String::new() };
        let contents = HoverContents::Markup(markup(kind, hover.markdown + &links));
        Some(Hover { contents, range: Some(convert.range(hover.span)) })
    })
    .await
}

/// Characters that have no meaning in a URI.
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The last line of a hover.
fn links(place: &impl Serialize) -> String {
    let argument = json!([place]).to_string();
    let argument = utf8_percent_encode(&argument, UNRESERVED);
    LINKS.map(|(title, command)| format!("[{title}](command:{command}?{argument})")).join(" | ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_cannot_end_a_link() {
        let links = links(&"a) \u{e9}");
        assert!(links.contains("?%5B%22a%29%20%C3%A9%22%5D)"), "{links}");
    }
}
