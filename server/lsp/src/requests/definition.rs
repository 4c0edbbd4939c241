//! `textDocument/definition` and `textDocument/declaration`: a name is defined where it is declared. The statement of an edge
//! in a Boolean program that was made of an integer program is defined there.

use std::sync::Arc;

use boolprog_base::Span;
use boolprog_ide::abstraction::edge_line;
use boolprog_ide::occurrences::Declared;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{GotoDefinitionParams, GotoDefinitionResponse, Location, LocationLink, Position, Range, Uri};

use super::reply;
use super::source::Source;
use crate::session::convert::Converter;
use crate::session::state::Shared;
use crate::session::view::Named;

/// Answers the request; with links for clients that know them.
pub(crate) async fn answer(
    shared: &Arc<Shared>,
    params: GotoDefinitionParams,
    links: bool,
) -> Result<Option<GotoDefinitionResponse>> {
    let place = params.text_document_position_params;
    let this = Arc::clone(shared);
    reply::about(shared, &place.text_document.uri, move |named: &Named, convert| {
        let (offset, uri) = (convert.offset(place.position), &named.view.version.uri);
        let declared = named.source.declarations(offset);
        let is_declaration =
            |(origin, targets): &(Span, Vec<Declared>)| targets.iter().all(|it| it.name_span == *origin);
        if declared.as_ref().is_none_or(is_declaration)
            && let Some(edge) = edge(&this, uri, named.source.text(), offset)
        {
            return Some(GotoDefinitionResponse::Scalar(edge));
        }
        let (origin, targets) = declared?;
        Some(if links {
            GotoDefinitionResponse::Link(targets.into_iter().map(|it| link(origin, it, uri, convert)).collect())
        } else {
            let location = |target: Declared| Location::new(uri.clone(), convert.range(target.name_span));
            GotoDefinitionResponse::Array(targets.into_iter().map(location).collect())
        })
    })
    .await
}

/// The edge of the integer program that a line of a Boolean program stands for.
fn edge(shared: &Shared, uri: &Uri, text: &str, offset: u32) -> Option<Location> {
    let line = edge_line(text, offset)?.checked_sub(1)?;
    let source = Source::of(shared, uri, text)?;
    let code = source.text.as_ref()?.lines().nth(line as usize)?.to_owned();
    let indentation = (code.len() - code.trim_start().len()) as u32;
    let place = Position::new(line, indentation);
    Some(Location::new(source.uri, Range::new(place, place)))
}

fn link(origin: Span, target: Declared, uri: &Uri, convert: &Converter) -> LocationLink {
    LocationLink {
        origin_selection_range: Some(convert.range(origin)),
        target_uri: uri.clone(),
        target_range: convert.range(target.span),
        target_selection_range: convert.range(target.name_span),
    }
}
