//! `boolprog/retrace`: what became of a trace that was found before the program was edited.

use std::sync::Arc;

use boolprog_trace::document::TraceDocument;
use boolprog_trace::retrace::Retraced;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::TextDocumentIdentifier;

use super::reply;
use super::state::Shared;

/// Which trace, and the document that it is one of.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Params {
    text_document: TextDocumentIdentifier,
    trace: TraceDocument,
}

/// The answer.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct News {
    /// A sentence for people.
    message: String,
    /// The first step that can no longer be taken, if so; 0 is the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<usize>,
    /// An execution of the program as it is now that ends in the same way, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Box<TraceDocument>>,
}

/// Answers the request; `null` if the document is not open.
pub(super) async fn answer(shared: &Arc<Shared>, params: Params) -> Result<Option<News>> {
    let Params { text_document, trace } = params;
    reply::about(shared, &text_document.uri, move |view| {
        let became = if let Some(modelled) = view.version.modelled() {
            modelled.question.as_ref().map(|asked| boolprog_check::integer::retrace(&asked.model, &trace))
        } else {
            let analysed = view.version.analysed()?;
            analysed.question().map(|asked| boolprog_check::retrace(&asked.unit, &trace))
        };
        Some(match became {
            None => news("The program has errors."),
            Some(Err(problem)) => news(format!("The trace cannot be followed: {problem}.")),
            Some(Ok(became)) => told(became),
        })
    })
    .await
}

fn told(became: Retraced) -> News {
    let message = became.to_string();
    match became {
        Retraced::StillFails(trace) => News { message, step: None, trace: Some(trace) },
        Retraced::NoLongerExecutable { step, .. } => News { message, step: Some(step), trace: None },
        Retraced::NoLongerFails | Retraced::NoSuchProperty | Retraced::Undecided { .. } => news(message),
    }
}

fn news(message: impl Into<String>) -> News {
    News { message: message.into(), step: None, trace: None }
}
