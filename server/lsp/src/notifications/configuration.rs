//! Settings: those of `initialize`, those the client sends, and those it is asked for, which may differ from folder to
//! folder.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value;
use tower_lsp::ls_types::{ConfigurationItem, DidChangeConfigurationParams, Uri};

use super::sync;
use crate::session::settings::Settings;
use crate::session::state::Shared;

pub(crate) const SECTION: &str = "boolprog";

pub(crate) fn initial(shared: &Arc<Shared>, options: Option<&Value>) {
    if let Some(options) = options {
        accept(shared, Some(options), None);
    }
}

/// Takes the settings a client sends, and asks for those that it does not send: of folders, and all if it only reports
/// a change.
pub(crate) fn changed(shared: &Arc<Shared>, params: &DidChangeConfigurationParams) {
    let asks = shared.features().configuration;
    let sent = match &params.settings {
        Value::Object(settings) => settings.contains_key(SECTION) || !asks,
        _ => !asks,
    };
    if sent {
        accept(shared, Some(&params.settings), None);
    }
    pull(shared, !sent);
}

/// Asks the client, if it can be asked: for the settings of the folders of the workspace and, if they are wanted, for
/// those of all other files.
pub(crate) fn pull(shared: &Arc<Shared>, everywhere: bool) {
    let folders = shared.folders.all();
    if !shared.features().configuration || (folders.is_empty() && !everywhere) {
        // Folders without settings of their own are none.
        return accept(shared, None, Some(Vec::new()));
    }
    let item = |scope_uri| ConfigurationItem { scope_uri, section: Some(SECTION.to_owned()) };
    let scoped = folders.iter().map(|folder| item(Uri::from_file_path(folder)));
    let items: Vec<_> = everywhere.then(|| item(None)).into_iter().chain(scoped).collect();
    let shared = Arc::clone(shared);
    tokio::spawn(async move {
        match shared.client.configuration(items).await {
            Ok(sections) => {
                let mut sections = sections.into_iter();
                let base = everywhere.then(|| sections.next()).flatten().filter(|section| !section.is_null());
                let of_folders = folders.into_iter().zip(sections).filter(|(_, section)| !section.is_null());
                accept(&shared, base.as_ref(), Some(of_folders.collect()));
            }
            Err(error) => tracing::warn!(%error, "the client does not send its settings"),
        }
    });
}

/// Puts known settings in force; files whose settings have changed are read again.
fn accept(shared: &Arc<Shared>, everywhere: Option<&Value>, folders: Option<Vec<(PathBuf, Value)>>) {
    let mut problems = BTreeSet::new();
    let mut read = |section: &Value| {
        let (settings, found) = Settings::read(section);
        problems.extend(found);
        settings
    };
    let everywhere = everywhere.map(&mut read);
    let folders = folders
        .map(|folders| folders.into_iter().map(|(folder, section)| (folder, read(&section))).collect::<Vec<_>>());
    for problem in &problems {
        shared.warn(problem);
    }
    let mut differ = false;
    shared.change_settings(|scopes| {
        differ |= everywhere.is_some_and(|settings| scopes.replace(settings));
        differ |= folders.is_some_and(|folders| scopes.replace_folders(folders));
    });
    if differ {
        sync::reread_all(shared);
        shared.unopened_changed();
    }
}
