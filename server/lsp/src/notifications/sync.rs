//! `textDocument/didOpen`, `didChange`, `didSave`, `didClose`: the only places where a text changes. Each changes it
//! before it returns; nothing here waits for anything.

use std::path::Path;
use std::sync::Arc;

use boolprog_frontend::FrontEnd;
use tower_lsp::ls_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams, Uri,
};

use crate::checking::{self, Trigger, Wish};
use crate::panics::contained;
use crate::session::check::Check;
use crate::session::document::Version;
use crate::session::sent_tokens::Sent;
use crate::session::state::{Open, Shared, retire};

/// A file is opened; again, if the client forgot to close it.
pub(crate) fn opened(shared: &Arc<Shared>, params: DidOpenTextDocumentParams) {
    let document = params.text_document;
    let settings = shared.settings_of(&document.uri);
    let front_end = FrontEnd::of_document(&document.language_id, Path::new(document.uri.as_str()));
    let version = Version::open(document.uri.clone(), front_end, document.version, &document.text, settings);
    let open = Open { version: Arc::new(version), check: Check::default(), tokens: Sent::default() };
    shared.documents().insert(document.uri.clone(), open);
    checking::start(shared, &document.uri, Trigger::Opened, Wish::default());
}

/// A file is changed. A change that breaks something inside leaves the file as it was, and is reported.
pub(crate) fn changed(shared: &Arc<Shared>, params: DidChangeTextDocumentParams) {
    let identifier = params.text_document;
    let encoding = shared.features().encoding;
    let change = |version: &Version| version.changed(identifier.version, params.content_changes, encoding);
    let mut documents = shared.documents();
    let Some(open) = documents.get_mut(&identifier.uri) else {
        drop(documents);
        return shared.warn(&format!("a change of a file that is not open: {}", identifier.uri.as_str()));
    };
    match contained(|| change(&open.version)) {
        Ok(version) => replace(open, version),
        Err(panic) => {
            drop(documents);
            return shared.report_panic("a change of the text", &panic);
        }
    }
    drop(documents);
    shared.queue.push(identifier.uri.clone());
    checking::start(shared, &identifier.uri, Trigger::Changed, Wish::default());
}

pub(crate) fn saved(shared: &Arc<Shared>, params: &DidSaveTextDocumentParams) {
    checking::start(shared, &params.text_document.uri, Trigger::Saved, Wish::default());
}

/// A file is closed: its check ends, and its diagnostics are removed.
pub(crate) fn closed(shared: &Arc<Shared>, params: DidCloseTextDocumentParams) {
    let closed = shared.documents().remove(&params.text_document.uri);
    if let Some(open) = closed {
        retire(open.version);
    }
    shared.queue.push(params.text_document.uri);
}

/// The settings changed, and with them perhaps the meaning of every open file for which they are others now.
pub(crate) fn reread_all(shared: &Arc<Shared>) {
    let mut uris: Vec<Uri> = Vec::new();
    for (uri, open) in shared.documents().iter_mut() {
        let settings = shared.settings_of(uri);
        if settings == open.version.settings {
            continue;
        }
        let version = open.version.reread(settings);
        replace(open, version);
        uris.push(uri.clone());
    }
    for uri in uris {
        shared.queue.push(uri.clone());
        checking::start(shared, &uri, Trigger::Changed, Wish::default());
    }
}

/// The old version's check is cancelled at once; whether the new one is checked is decided elsewhere.
pub(crate) fn replace(open: &mut Open, version: Version) {
    retire(std::mem::replace(&mut open.version, Arc::new(version)));
    open.check.abandon();
}
