//! Settings: those of `initialize`, those the client sends, and those it is asked for.

use std::sync::Arc;

use serde_json::{Value, json};
use tower_lsp::ls_types::notification::{DidChangeConfiguration, Notification};
use tower_lsp::ls_types::{ConfigurationItem, DidChangeConfigurationParams, Registration};

use super::settings::Settings;
use super::state::Shared;
use super::sync;

/// The section of the settings.
const SECTION: &str = "boolprog";

/// Reads the options of `initialize`.
pub(super) fn initial(shared: &Arc<Shared>, options: Option<&Value>) {
    if let Some(options) = options {
        accept(shared, options);
    }
}

/// Asks the client to send changes, and for the settings in force.
pub(super) fn subscribe(shared: &Arc<Shared>) {
    if shared.features().registers_configuration {
        let shared = Arc::clone(shared);
        tokio::spawn(async move {
            let method = DidChangeConfiguration::METHOD;
            let options = Some(json!({ "section": SECTION }));
            let registration =
                Registration { id: method.to_owned(), method: method.to_owned(), register_options: options };
            if let Err(error) = shared.client.register_capability(vec![registration]).await {
                tracing::warn!(%error, "changes of the settings will not be sent");
            }
        });
    }
    pull(shared);
}

/// Takes the settings a client sends, or asks for them if it only says that they changed.
pub(super) fn changed(shared: &Arc<Shared>, params: &DidChangeConfigurationParams) {
    match &params.settings {
        Value::Object(settings) if settings.contains_key(SECTION) => accept(shared, &params.settings),
        _ if shared.features().configuration => pull(shared),
        settings => accept(shared, settings),
    }
}

fn pull(shared: &Arc<Shared>) {
    if !shared.features().configuration {
        return;
    }
    let shared = Arc::clone(shared);
    tokio::spawn(async move {
        let item = ConfigurationItem { scope_uri: None, section: Some(SECTION.to_owned()) };
        match shared.client.configuration(vec![item]).await {
            Ok(sections) => sections.first().filter(|section| !section.is_null()).into_iter().for_each(|section| {
                accept(&shared, section);
            }),
            Err(error) => tracing::warn!(%error, "the client does not tell its settings"),
        }
    });
}

fn accept(shared: &Arc<Shared>, section: &Value) {
    let (settings, problems) = Settings::read(section);
    for problem in &problems {
        shared.warn(problem);
    }
    if shared.replace_settings(settings) {
        sync::reread_all(shared);
    }
}
