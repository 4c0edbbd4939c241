//! `boolprog/ask`: questions about a program that are answered with yes or no.

mod invariant;
mod threads;
mod together;

use std::sync::Arc;

use boolprog_base::control::Control;
use boolprog_check::wording;
use boolprog_check::{Options, Unit};
use boolprog_ide::Snapshot;
use boolprog_ide::hover::place_at;
use boolprog_ide::questions::{self, compare};
use boolprog_syntax::ast::SiteId;
use boolprog_trace::document::TraceDocument;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{ErrorCode, Result};
use tower_lsp::ls_types::{Position, TextDocumentIdentifier};

use super::work;
use crate::session::convert::Converter;
use crate::session::state::Shared;
use crate::session::view::{Awaited, Judged, View};

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Params {
    text_document: TextDocumentIdentifier,
    question: Question,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum Question {
    /// Can different threads be at these places at the same time?
    Together { positions: Vec<Position> },
    /// How many threads are needed, at this program point or at all?
    Threads { position: Option<Position> },
    /// Does this hold whenever a thread is at this place, or everywhere?
    Invariant { expression: String, position: Option<Position> },
    /// What is different from the last run?
    Compare,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Answer {
    verdict: Verdict,
    /// A sentence or two for people.
    text: String,
    /// An execution that shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Box<TraceDocument>>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Verdict {
    Yes,
    No,
    Unknown,
}

/// Answers the request; `null` if the document is not open or not a Boolean program.
pub(crate) async fn answer(shared: &Arc<Shared>, params: Params) -> Result<Option<Answer>> {
    let Params { text_document, question } = params;
    let answered = work::about(shared, &text_document.uri, "Asking about", move |view, convert, control| {
        let analysed = view.version.analysed()?;
        let program = analysed.source.boolean()?;
        let Some((unit, options)) = analysed.unit() else {
            return Some(questions::Answer::unknown("The program has errors."));
        };
        let asked = Asked { view, program, unit, options, convert, control };
        Some(asked.answer(&question).unwrap_or_else(questions::Answer::unknown))
    });
    match answered.await {
        Err(error) if error.code == ErrorCode::ContentModified => Ok(Some(
            questions::Answer::unknown("The program has changed since the question was asked. Please ask again.")
                .into(),
        )),
        answered => Ok(answered?.map(Answer::from)),
    }
}

struct Asked<'a> {
    view: &'a View,
    program: &'a Snapshot,
    unit: &'a Unit,
    options: Options,
    convert: &'a Converter<'a>,
    control: &'a dyn Control,
}

impl Asked<'_> {
    /// Fails with a sentence for the user if the question is invalid.
    fn answer(&self, question: &Question) -> std::result::Result<questions::Answer, String> {
        match question {
            Question::Together { positions } => together::answer(self, positions),
            Question::Threads { position } => threads::answer(self, *position),
            Question::Invariant { expression, position } => invariant::answer(self, expression, *position),
            Question::Compare => {
                let snapshot = self.snapshot()?;
                let previous = self.view.fingerprint().and_then(|fingerprint| self.view.previous(fingerprint));
                Ok(compare(&snapshot, previous.as_deref()))
            }
        }
    }

    fn snapshot(&self) -> std::result::Result<Snapshot, String> {
        let judged = Judged::of(self.view);
        let snapshot = judged.as_ref().and_then(|judged| judged.source.boolean());
        snapshot.cloned().ok_or_else(|| "This is not a Boolean program.".to_owned())
    }

    /// The place that a position is about, and its line from 1.
    fn place(&self, position: Position) -> std::result::Result<(SiteId, usize), String> {
        let snapshot = self.program;
        let site = place_at(snapshot, self.convert.offset(position));
        let place = site.and_then(|id| Some((id, snapshot.line(snapshot.site(id)?.span.start))));
        place.ok_or_else(|| "There is no statement here.".to_owned())
    }

    /// For which numbers of threads an answer holds.
    fn scope(&self) -> String {
        let analysis = &self.unit.analysis;
        let creates = analysis.any_form().is_some_and(|program| program.creates_threads);
        wording::scope(analysis.reading.threads, creates)
    }
}

impl From<questions::Answer> for Answer {
    fn from(answer: questions::Answer) -> Self {
        let verdict = match answer.verdict {
            questions::Verdict::Yes => Verdict::Yes,
            questions::Verdict::No => Verdict::No,
            questions::Verdict::Unknown => Verdict::Unknown,
        };
        Self { verdict, text: answer.text, trace: answer.trace }
    }
}
