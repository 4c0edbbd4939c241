//! `textDocument/codeLens`

use std::sync::Arc;

use boolprog_ide::lenses::{Action, Lens};
use serde_json::json;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{CodeLens, CodeLensParams, Command, Uri};

use super::{execute_command, reply};
use crate::session::convert::Converter;
use crate::session::state::Shared;
use crate::session::view::Judged;

/// The client's command that replays a counterexample; its arguments are the file and the property.
pub(crate) const REPLAY: &str = "boolprog.replay";
/// The client's command that shows a counterexample; its arguments are the same.
const SHOW_TRACE: &str = "boolprog.showTrace";

pub(crate) async fn answer(shared: &Arc<Shared>, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
    let uri = params.text_document.uri;
    reply::about(shared, &uri, move |judged: &Judged, convert| {
        let lenses = judged.source.lenses();
        Some(lenses.into_iter().map(|lens| converted(lens, convert, &judged.view.version.uri)).collect())
    })
    .await
}

fn converted(lens: Lens, convert: &Converter, uri: &Uri) -> CodeLens {
    let about = |property: String| Some(vec![json!(uri.as_str()), json!(property)]);
    let (command, arguments) = match lens.action {
        Action::None => (String::new(), None),
        Action::Replay(property) => (REPLAY.to_owned(), about(property)),
        Action::ShowTrace(property) => (SHOW_TRACE.to_owned(), about(property)),
        Action::Retry(property, seconds) => {
            let argument = execute_command::retry(uri, &property, seconds);
            (execute_command::CHECK.to_owned(), Some(vec![argument]))
        }
        Action::Check => (execute_command::CHECK.to_owned(), Some(vec![json!({ "uri": uri.as_str() })])),
    };
    let command = Command { title: lens.title, command, arguments };
    CodeLens { range: convert.first_line(lens.span), command: Some(command), data: None }
}
