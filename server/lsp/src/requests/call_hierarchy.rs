//! `textDocument/prepareCallHierarchy`, `callHierarchy/incomingCalls` and `callHierarchy/outgoingCalls`

use std::sync::Arc;

use boolprog_ide::Snapshot;
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
    reply::about(shared, &place.text_document.uri, move |named: &Named, convert| {
        let item = item_at(named.source.boolean()?, convert.offset(place.position))?;
        Some(vec![converted(item, None, &named.view.version.uri, convert)])
    })
    .await
}

/// Answers `callHierarchy/incomingCalls`.
pub(crate) async fn callers(
    shared: &Arc<Shared>,
    params: CallHierarchyIncomingCallsParams,
) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
    connected(shared, params.item, incoming, |from, from_ranges| CallHierarchyIncomingCall { from, from_ranges }).await
}

/// Answers `callHierarchy/outgoingCalls`.
pub(crate) async fn called(
    shared: &Arc<Shared>,
    params: CallHierarchyOutgoingCallsParams,
) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
    connected(shared, params.item, outgoing, |to, from_ranges| CallHierarchyOutgoingCall { to, from_ranges }).await
}

async fn connected<T: Send + 'static>(
    shared: &Arc<Shared>,
    item: CallHierarchyItem,
    find: fn(&Snapshot, &str) -> Option<Vec<Connection>>,
    call: fn(CallHierarchyItem, Vec<Range>) -> T,
) -> Result<Option<Vec<T>>> {
    reply::about(shared, &item.uri, move |named: &Named, convert| {
        let calls = find(named.source.boolean()?, &item.name)?.into_iter().map(|Connection { item, how, spans }| {
            let ranges = spans.iter().map(|span| convert.range(*span)).collect();
            call(converted(item, detail(how), &named.view.version.uri, convert), ranges)
        });
        Some(calls.collect())
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
