//! `client/registerCapability`, with its notifications: changes of the settings and of programs that are not open; and files
//! of [other tools](super::beside).

use std::sync::Arc;

use serde_json::json;
use tower_lsp::ls_types::notification::{DidChangeConfiguration, DidChangeWatchedFiles, Notification};
use tower_lsp::ls_types::{DidChangeWatchedFilesParams, Registration};

use super::{beside, configuration, sync};
use crate::session::state::Shared;

/// Files to be watched: those that [`crate::session::folders`] finds, and those of which C programs consist.
const WATCHED: [&str; 2] = ["**/*.{bp,ip}", "**/{*.c,*.h,compile_commands.json}"];

/// Registers for changes on disk and for files of other tools, if the client supports it.
pub(crate) fn subscribe(shared: &Arc<Shared>) {
    let features = shared.features();
    let registration = |method: &str, options| Registration {
        id: method.to_owned(),
        method: method.to_owned(),
        register_options: Some(options),
    };
    let mut registrations = Vec::new();
    if features.registers_configuration {
        let options = json!({ "section": configuration::SECTION });
        registrations.push(registration(DidChangeConfiguration::METHOD, options));
    }
    if features.registers_watchers {
        let options = json!({ "watchers": WATCHED.map(|pattern| json!({ "globPattern": pattern })) });
        registrations.push(registration(DidChangeWatchedFiles::METHOD, options));
    }
    if features.registers_documents {
        registrations.extend(beside::registrations());
    }
    if registrations.is_empty() {
        return;
    }
    let shared = Arc::clone(shared);
    tokio::spawn(async move {
        if let Err(error) = shared.client.register_capability(registrations).await {
            tracing::warn!(%error, "the client does not register what it says it can");
        }
    });
}

/// Programs were created, changed or deleted on disk. For open files the editor's text counts.
pub(crate) fn changed(shared: &Arc<Shared>, params: &DidChangeWatchedFilesParams) {
    for change in &params.changes {
        if let Some(path) = change.uri.to_file_path() {
            shared.unopened.forget(&path);
            sync::changed_on_disk(shared, &path);
        }
    }
    shared.unopened_changed();
}

/// The folders of the workspace are other ones.
pub(crate) fn folders_changed(shared: &Arc<Shared>) {
    shared.unopened.list_again();
    configuration::pull(shared, false);
    shared.unopened_changed();
}
