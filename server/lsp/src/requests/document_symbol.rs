//! `textDocument/documentSymbol`

use std::sync::Arc;

use boolprog_ide::symbols::{self, visit};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, Location, SymbolInformation, SymbolKind,
};

use super::reply;
use crate::session::convert::Converter;
use crate::session::state::Shared;
use crate::session::view::Named;

pub(crate) async fn answer(
    shared: &Arc<Shared>,
    params: DocumentSymbolParams,
) -> Result<Option<DocumentSymbolResponse>> {
    let this = Arc::clone(shared);
    reply::about(shared, &params.text_document.uri, move |named: &Named, convert| {
        let symbols = named.source.symbols();
        Some(if this.features().nested_symbols {
            DocumentSymbolResponse::Nested(symbols.into_iter().map(|symbol| nested(symbol, convert)).collect())
        } else {
            let mut flat = Vec::new();
            visit(&symbols, &mut |symbol, container| {
                let location = Location::new(named.view.version.uri.clone(), convert.range(symbol.span));
                flat.push(information(symbol, container, location));
            });
            DocumentSymbolResponse::Flat(flat)
        })
    })
    .await
}

fn kind(kind: symbols::SymbolKind) -> SymbolKind {
    match kind {
        symbols::SymbolKind::Procedure => SymbolKind::FUNCTION,
        symbols::SymbolKind::Variable => SymbolKind::VARIABLE,
        symbols::SymbolKind::Label | symbols::SymbolKind::Location => SymbolKind::KEY,
        symbols::SymbolKind::Constant => SymbolKind::CONSTANT,
        symbols::SymbolKind::Process => SymbolKind::CLASS,
        symbols::SymbolKind::Property => SymbolKind::EVENT,
    }
}

#[expect(deprecated, reason = "the protocol's type has a deprecated field")]
fn nested(symbol: symbols::Symbol, convert: &Converter) -> DocumentSymbol {
    let children: Vec<_> = symbol.children.into_iter().map(|child| nested(child, convert)).collect();
    DocumentSymbol {
        name: symbol.name,
        detail: (!symbol.detail.is_empty()).then_some(symbol.detail),
        kind: kind(symbol.kind),
        tags: None,
        deprecated: None,
        range: convert.range(symbol.span),
        selection_range: convert.range(symbol.name_span),
        children: (!children.is_empty()).then_some(children),
    }
}

#[expect(deprecated, reason = "the protocol's type has a deprecated field")]
pub(crate) fn information(symbol: &symbols::Symbol, container: Option<&str>, location: Location) -> SymbolInformation {
    SymbolInformation {
        name: symbol.name.clone(),
        kind: kind(symbol.kind),
        tags: None,
        deprecated: None,
        location,
        container_name: container.map(str::to_owned),
    }
}
