//! `workspace/executeCommand`

use std::sync::Arc;

use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{ExecuteCommandParams, LSPAny, Uri};

use super::checking::{self, Trigger};
use super::state::Shared;

/// Checks a file now, whatever the settings say. Argument: `{ "uri": ... }`.
pub(super) const CHECK: &str = "boolprog.server.check";
/// Cancels the check of a file. Argument: `{ "uri": ... }`.
pub(super) const CANCEL: &str = "boolprog.server.cancel";
/// All commands.
pub(super) const COMMANDS: [&str; 2] = [CHECK, CANCEL];

/// Carries out a command. The result of a check arrives as diagnostics and lenses, not as an answer.
pub(super) fn answer(shared: &Arc<Shared>, params: &ExecuteCommandParams) -> Result<Option<LSPAny>> {
    let uri =
        params.arguments.first().and_then(uri).ok_or_else(|| {
            Error::invalid_params(format!("`{}` takes one argument: {{ \"uri\": ... }}", params.command))
        })?;
    match params.command.as_str() {
        CHECK => checking::start(shared, &uri, Trigger::Asked),
        CANCEL => checking::cancel(shared, &uri),
        other => return Err(Error::invalid_params(format!("there is no command `{other}`"))),
    }
    Ok(None)
}

/// The file an argument names: `{ "uri": ... }`, or the text of the URI.
fn uri(argument: &LSPAny) -> Option<Uri> {
    argument.get("uri").unwrap_or(argument).as_str()?.parse().ok()
}
