//! `textDocument/definition` and `textDocument/declaration`: a name is defined where it is declared.

use std::sync::Arc;

use boolprog_base::Span;
use boolprog_ide::occurrences::Declared;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{GotoDefinitionParams, GotoDefinitionResponse, Location, LocationLink, Uri};

use super::reply;
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
    reply::about(shared, &place.text_document.uri, move |named: &Named, convert| {
        let (origin, targets) = named.source.declarations(convert.offset(place.position))?;
        let uri = &named.view.version.uri;
        Some(if links {
            GotoDefinitionResponse::Link(targets.into_iter().map(|it| link(origin, it, uri, convert)).collect())
        } else {
            let location = |target: Declared| Location::new(uri.clone(), convert.range(target.name_span));
            GotoDefinitionResponse::Array(targets.into_iter().map(location).collect())
        })
    })
    .await
}

fn link(origin: Span, target: Declared, uri: &Uri, convert: &Converter) -> LocationLink {
    LocationLink {
        origin_selection_range: Some(convert.range(origin)),
        target_uri: uri.clone(),
        target_range: convert.range(target.span),
        target_selection_range: convert.range(target.name_span),
    }
}
