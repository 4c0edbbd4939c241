//! `textDocument/codeLens`

use std::sync::Arc;

use boolprog_ide::abstraction;
use boolprog_ide::lenses::{Action, Lens};
use serde_json::json;
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::{CodeLens, CodeLensParams, Command, Uri};

use super::source::Source;
use super::{execute_command, reply};
use crate::session::convert::Converter;
use crate::session::state::Shared;
use crate::session::view::Judged;

/// The client's command that replays a counterexample; its arguments are the file and the property.
pub(crate) const REPLAY: &str = "boolprog.replay";
/// The client's command that shows a counterexample; its arguments are the same.
const SHOW_TRACE: &str = "boolprog.showTrace";
/// The client's command that offers the properties of the file in front.
const PROPERTIES: &str = "boolprog.showStatus";
/// The client's command that shows the hover at a place, which is its argument.
const WHY: &str = "boolprog.why";
/// The client's commands for an integer program, which is their argument: make its Boolean program, refine until a round
/// decides, show it, and add predicates (a second argument) before making its Boolean program again.
const ABSTRACT: &str = "boolprog.abstract";
const REFINE: &str = "boolprog.refine";
const SHOW_SOURCE: &str = "boolprog.showSource";
const ADD_PREDICATES: &str = "boolprog.addPredicates";

pub(crate) async fn answer(shared: &Arc<Shared>, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
    let uri = params.text_document.uri;
    let this = Arc::clone(shared);
    reply::about(shared, &uri, move |judged: &Judged, convert| {
        let uri = &judged.view.version.uri;
        let mut lenses = Vec::new();
        // Their meaning for the integer program comes first: the editor cuts off what does not fit.
        if let Some(snapshot) = judged.source.boolean()
            && let Some(source) = Source::of(&this, uri, &snapshot.text)
            && snapshot.context.preferences.lenses.abstraction
        {
            let own = abstraction::lenses(snapshot, source.origin, &source.known());
            lenses.extend(own.into_iter().map(|lens| converted(lens, convert, (uri, &source.uri))));
        }
        // A lens is above a text of this file.
        let own = judged.source.lenses().into_iter().filter(|lens| convert.other(lens.span.start).is_none());
        lenses.extend(own.map(|it| converted(it, convert, (uri, uri))));
        Some(lenses)
    })
    .await
}

/// The lens of a file, and of the integer program that it was made of or is.
fn converted(lens: Lens, convert: &Converter, (uri, source): (&Uri, &Uri)) -> CodeLens {
    let about = |property: String| Some(vec![json!(uri.as_str()), json!(property)]);
    let (command, arguments) = match lens.action {
        Action::None => (String::new(), None),
        Action::Replay(property) => (REPLAY.to_owned(), about(property)),
        Action::ShowTrace(property) => (SHOW_TRACE.to_owned(), about(property)),
        Action::Retry(property, seconds) => {
            let argument = execute_command::retry(uri, &property, seconds);
            (execute_command::CHECK.to_owned(), Some(vec![argument]))
        }
        Action::Abstract => (ABSTRACT.to_owned(), Some(vec![json!(source.as_str())])),
        Action::Refine => (REFINE.to_owned(), Some(vec![json!(source.as_str())])),
        Action::Source => (SHOW_SOURCE.to_owned(), Some(vec![json!(source.as_str())])),
        Action::ReplaySource(property) => (REPLAY.to_owned(), Some(vec![json!(source.as_str()), json!(property)])),
        Action::AddPredicates(predicates) => {
            (ADD_PREDICATES.to_owned(), Some(vec![json!(source.as_str()), json!(predicates)]))
        }
        Action::Properties => (PROPERTIES.to_owned(), None),
        Action::Why => {
            let place =
                json!({ "textDocument": { "uri": uri.as_str() }, "position": convert.first_line(lens.span).start });
            (WHY.to_owned(), Some(vec![place]))
        }
        Action::CheckAlso(name) => {
            (execute_command::CHECK.to_owned(), Some(vec![json!({ "uri": uri.as_str(), "also": name })]))
        }
        Action::RetryAll(seconds) => {
            (execute_command::CHECK.to_owned(), Some(vec![json!({ "uri": uri.as_str(), "time": seconds })]))
        }
        Action::Check => (execute_command::CHECK.to_owned(), Some(vec![json!({ "uri": uri.as_str() })])),
    };
    let command = Command { title: lens.title, command, arguments };
    CodeLens { range: convert.first_line(lens.span), command: Some(command), data: None }
}
