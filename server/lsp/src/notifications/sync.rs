//! `textDocument/didOpen`, `didChange`, `didSave`, `didClose`: the only places where a text changes. Each changes it
//! before it returns; nothing here waits for anything.

use std::path::Path;
use std::sync::Arc;

use boolprog_frontend::FrontEnd;
use tower_lsp::ls_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
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
    // A query may name another file.
    let address = document.uri.as_str();
    let path = address.split_once('?').map_or(address, |(path, _)| path);
    let front_end = FrontEnd::of_document(&document.language_id, Path::new(path));
    let version = Version::open(document.uri.clone(), front_end, document.version, &document.text, settings);
    let mut open = Open { version: Arc::new(version), check: Check::default(), tokens: Sent::default() };
    let mut documents = shared.documents();
    checking::start_in(shared, &mut open, Trigger::Opened, Wish::default());
    documents.insert(document.uri, open);
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
        Ok(version) => replace(shared, open, version),
        Err(panic) => {
            drop(documents);
            shared.report_panic("a change of the text", &panic);
        }
    }
}

pub(crate) fn saved(shared: &Arc<Shared>, params: &DidSaveTextDocumentParams) {
    checking::start(shared, &params.text_document.uri, Trigger::Saved, Wish::default());
    if let Some(path) = params.text_document.uri.to_file_path() {
        changed_on_disk(shared, &path);
    }
}

/// A file has changed on the disk: the programs of which it is a part are read again.
pub(crate) fn changed_on_disk(shared: &Arc<Shared>, path: &Path) {
    for open in shared.documents().values_mut() {
        if open.version.depends_on(path) {
            let version = open.version.reread(Arc::clone(&open.version.settings));
            replace(shared, open, version);
        }
    }
}

/// A file is closed: its check ends, and its diagnostics are removed.
pub(crate) fn closed(shared: &Arc<Shared>, params: DidCloseTextDocumentParams) {
    let closed = shared.documents().remove(&params.text_document.uri);
    if let Some(open) = closed {
        open.version.abandon();
        retire(open.version);
    }
    shared.queue.push(params.text_document.uri);
}

/// The settings changed, and with them perhaps the meaning of every open file for which they are others now.
pub(crate) fn reread_all(shared: &Arc<Shared>) {
    for (uri, open) in shared.documents().iter_mut() {
        let settings = shared.settings_of(uri);
        if settings != open.version.settings {
            let version = open.version.reread(settings);
            replace(shared, open, version);
        }
    }
}

/// Puts a new version in place of the old one, whose check is cancelled, and starts its check.
fn replace(shared: &Arc<Shared>, open: &mut Open, version: Version) {
    open.version.abandon();
    retire(std::mem::replace(&mut open.version, Arc::new(version)));
    open.check.abandon();
    checking::start_in(shared, open, Trigger::Changed, Wish::default());
}
