//! `workspace/executeCommand`

use std::sync::Arc;

use boolprog_frontend::c::Asked;
use serde_json::json;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{ExecuteCommandParams, LSPAny, Uri};

use crate::checking::{self, Trigger, Wish};
use crate::session::settings::seconds;
use crate::session::state::Shared;

/// Checks a file now, independently of the settings. Argument: `{ "uri": ..., "property": ..., "time": ..., "also": ... }`; without
/// the id of a property all are decided, without seconds the time limit of the settings applies. A property that `also` names, such
/// as `race`, is checked of the C program from now on, as if the settings asked for it.
pub(crate) const CHECK: &str = "boolprog.server.check";
/// Cancels the check of a file and all other searches about it. Argument: `{ "uri": ... }`.
pub(crate) const CANCEL: &str = "boolprog.server.cancel";
/// Forgets the verdicts of a file, here and on disk, and cancels its check. Argument: `{ "uri": ... }`.
pub(crate) const CLEAR: &str = "boolprog.server.clear";
pub(crate) const COMMANDS: [&str; 3] = [CHECK, CANCEL, CLEAR];

/// The argument of [`CHECK`] that decides one property again, with this time limit in seconds.
pub(crate) fn retry(uri: &Uri, property: &str, seconds: u32) -> LSPAny {
    json!({ "uri": uri.as_str(), "property": property, "time": seconds })
}

/// Carries out a command. The result of a check arrives as diagnostics and lenses, not as an answer.
pub(crate) fn answer(shared: &Arc<Shared>, params: &ExecuteCommandParams) -> Result<Option<LSPAny>> {
    let uri =
        params.arguments.first().and_then(uri).ok_or_else(|| {
            Error::invalid_params(format!("`{}` takes one argument: {{ \"uri\": ... }}", params.command))
        })?;
    match params.command.as_str() {
        CHECK => checking::start(shared, &uri, Trigger::Asked, wish(params)?),
        CANCEL => checking::cancel(shared, &uri),
        CLEAR => checking::clear(shared, &uri),
        other => return Err(Error::invalid_params(format!("there is no command `{other}`"))),
    }
    Ok(None)
}

/// The wish in the argument, except for the file.
fn wish(params: &ExecuteCommandParams) -> Result<Wish> {
    let member = |key: &str| params.arguments.first()?.get(key).filter(|value| !value.is_null());
    let wrong = |key: &str| Error::invalid_params(format!("`{}` cannot have this `{key}`", params.command));
    let property = member("property").map(|id| id.as_str().map(str::to_owned).ok_or_else(|| wrong("property")));
    let time = member("time").map(|time| seconds(time).ok_or_else(|| wrong("time")));
    let also = member("also").map(|name| name.as_str().and_then(Asked::of_name).ok_or_else(|| wrong("also")));
    Ok(Wish { property: property.transpose()?, time: time.transpose()?, also: also.transpose()? })
}

/// The file an argument names: `{ "uri": ... }`, or the text of the URI.
fn uri(argument: &LSPAny) -> Option<Uri> {
    argument.get("uri").unwrap_or(argument).as_str()?.parse().ok()
}
