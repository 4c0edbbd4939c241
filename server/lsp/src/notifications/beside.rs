//! `client/registerCapability` for languages of other tools: the few features that files in them have here, so that a
//! client asks for no others.

use boolprog_frontend::{Editors, FRONT_ENDS};
use serde_json::{Value, json};
use tower_lsp::ls_types::notification::{
    DidChangeTextDocument, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument, Notification,
};
use tower_lsp::ls_types::request::{
    CodeActionRequest, CodeLensRequest, HoverRequest, InlayHintRequest, InlineValueRequest, Request,
};
use tower_lsp::ls_types::{Registration, TextDocumentSyncKind};

/// Registrations of a client that can do so at any time. Other clients decide themselves which files they send.
pub(super) fn registrations() -> Vec<Registration> {
    let shared = FRONT_ENDS.iter().filter_map(|front_end| match front_end.editors {
        Editors::Shared(language) => Some(json!({ "language": language })),
        Editors::Ours(_) | Editors::Unknown => None,
    });
    let files: Vec<Value> = shared.collect();
    let registration = |method: &str, more: Value| {
        let mut options = more;
        options["documentSelector"] = json!(files);
        Registration { id: format!("beside/{method}"), method: method.to_owned(), register_options: Some(options) }
    };
    vec![
        registration(DidOpenTextDocument::METHOD, json!({})),
        registration(DidChangeTextDocument::METHOD, json!({ "syncKind": TextDocumentSyncKind::INCREMENTAL })),
        registration(DidSaveTextDocument::METHOD, json!({ "includeText": false })),
        registration(DidCloseTextDocument::METHOD, json!({})),
        registration(HoverRequest::METHOD, json!({})),
        registration(CodeLensRequest::METHOD, json!({ "resolveProvider": false })),
        registration(CodeActionRequest::METHOD, json!({ "codeActionKinds": ["quickfix"] })),
        registration(InlayHintRequest::METHOD, json!({ "resolveProvider": false })),
        registration(InlineValueRequest::METHOD, json!({})),
    ]
}
