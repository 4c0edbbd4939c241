//! `boolprog/beside`: what an integer program does along a counterexample of the Boolean program that was made of it.

use std::sync::Arc;

use boolprog_check::refine::{Beside, Printed, beside};
use boolprog_host::provers::prover;
use boolprog_trace::document::TraceDocument;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::ls_types::TextDocumentIdentifier;

use super::work;
use crate::session::state::Shared;

/// Arguments of a request about a program and a trace in full.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Params {
    pub(super) text_document: TextDocumentIdentifier,
    pub(super) trace: TraceDocument,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// Each variable with its value at the start.
    start: Vec<(String, String)>,
    steps: Vec<Taken>,
    /// The place where the integer program does something else; `null` if it has the counterexample.
    parts: Option<Parts>,
}

/// A step that the integer program takes, too.
#[derive(Debug, Serialize, Deserialize)]
struct Taken {
    /// Number in the counterexample, from 1.
    step: u32,
    /// Line of the integer program, from 1.
    line: u32,
    /// Each variable with its value after it.
    values: Vec<(String, String)>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Parts {
    /// Number in the counterexample, from 1.
    step: u32,
    /// The formula that does not hold.
    why: String,
}

/// Answers the request; `null` if the Boolean program was not made of this very text, or the prover does not know.
pub(crate) async fn answer(shared: &Arc<Shared>, params: Params) -> Result<Option<Answer>> {
    let Params { text_document, trace } = params;
    let this = Arc::clone(shared);
    work::about(shared, &text_document.uri, "Following", move |view, _, control| {
        let analysed = view.version.analysed()?;
        analysed.source.integer()?;
        let made = this.abstractions.with_hash(&view.version.uri, &trace.program_hash)?;
        let (model, _, _) = analysed.searched()?;
        let any = analysed.model().is_some_and(|(model, _)| model.has_any_number());
        let printed = Printed { text: made.text.to_string(), origins: made.origins.clone() };
        let mut prover = prover(&view.version.settings.integer.prover);
        match beside(&model, any, (&printed, &trace), &mut prover, control) {
            Ok(found) => Some(Answer::new(found)),
            Err(why) => {
                tracing::info!(why, "a counterexample is not followed");
                None
            }
        }
    })
    .await
}

impl Answer {
    fn new(Beside { start, steps, parts }: Beside) -> Self {
        let step = |it: boolprog_check::refine::BesideStep| Taken { step: it.number, line: it.line, values: it.values };
        Self {
            start,
            steps: steps.into_iter().map(step).collect(),
            parts: parts.map(|parts| Parts { step: parts.number, why: parts.why }),
        }
    }
}
