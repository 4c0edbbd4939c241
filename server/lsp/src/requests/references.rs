//! `textDocument/references`

use std::sync::Arc;

use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{Location, ReferenceParams};

use super::reply;
use crate::session::state::Shared;
use crate::session::view::Named;

pub(crate) async fn answer(shared: &Arc<Shared>, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
    let place = params.text_document_position;
    let with_declarations = params.context.include_declaration;
    reply::about(shared, &place.text_document.uri, move |named: &Named, convert| {
        let found = named.source.occurrences(convert.offset(place.position))?.into_iter();
        let wanted = found.filter(|occurrence| with_declarations || !occurrence.is_declaration);
        Some(wanted.map(|it| Location::new(named.view.version.uri.clone(), convert.range(it.span))).collect())
    })
    .await
}
