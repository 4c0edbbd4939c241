//! `textDocument/prepareCallHierarchy`, `callHierarchy/incomingCalls` and `callHierarchy/outgoingCalls`

use std::sync::Arc;

use boolprog_base::Span;
use boolprog_ide::calls::{Connection, How, Item, incoming, item_at, outgoing};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem, CallHierarchyOutgoingCall,
    CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams, Range, SymbolKind, Uri,
};

use super::reply;
use crate::session::convert::Converter;
use crate::session::state::Shared;
use crate::session::view::Named;

/// Answers `textDocument/prepareCallHierarchy`.
pub(crate) async fn prepared(
    shared: &Arc<Shared>,
    params: CallHierarchyPrepareParams,
) -> Result<Option<Vec<CallHierarchyItem>>> {
    let place = params.text_document_position_params;
    let this = Arc::clone(shared);
    reply::about(shared, &place.text_document.uri, move |named: &Named| {
        let convert = named.view.converter(this.features());
        let item = item_at(named.source.boolean()?, convert.offset(place.position))?;
        Some(vec![converted(item, None, &named.view.version.uri, &convert)])
    })
    .await
}

/// Answers `callHierarchy/incomingCalls`.
pub(crate) async fn callers(
    shared: &Arc<Shared>,
    params: CallHierarchyIncomingCallsParams,
) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
    let this = Arc::clone(shared);
    reply::about(shared, &params.item.uri, move |named: &Named| {
        let convert = named.view.converter(this.features());
        let found = incoming(named.source.boolean()?, &params.item.name)?.into_iter();
        let call = |Connection { item, how, spans }| CallHierarchyIncomingCall {
            from: converted(item, detail(how), &named.view.version.uri, &convert),
            from_ranges: ranges(&spans, &convert),
        };
        Some(found.map(call).collect())
    })
    .await
}

/// Answers `callHierarchy/outgoingCalls`.
pub(crate) async fn called(
    shared: &Arc<Shared>,
    params: CallHierarchyOutgoingCallsParams,
) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
    let this = Arc::clone(shared);
    reply::about(shared, &params.item.uri, move |named: &Named| {
        let convert = named.view.converter(this.features());
        let found = outgoing(named.source.boolean()?, &params.item.name)?.into_iter();
        let call = |Connection { item, how, spans }| CallHierarchyOutgoingCall {
            to: converted(item, detail(how), &named.view.version.uri, &convert),
            from_ranges: ranges(&spans, &convert),
        };
        Some(found.map(call).collect())
    })
    .await
}

/// The text that editors show after the name, to distinguish thread creation from calls.
fn detail(how: How) -> Option<&'static str> {
    match how {
        How::Call => None,
        How::ThreadStart => Some("starts a thread"),
    }
}

fn ranges(spans: &[Span], convert: &Converter) -> Vec<Range> {
    spans.iter().map(|span| convert.range(*span)).collect()
}

fn converted(item: Item, detail: Option<&str>, uri: &Uri, convert: &Converter) -> CallHierarchyItem {
    CallHierarchyItem {
        name: item.name,
        kind: SymbolKind::FUNCTION,
        tags: None,
        detail: detail.map(str::to_owned),
        uri: uri.clone(),
        range: convert.range(item.span),
        selection_range: convert.range(item.name_span),
        data: None,
    }
}
