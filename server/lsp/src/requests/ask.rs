//! `boolprog/ask`: questions about a program that are answered with yes or no.

use std::sync::Arc;

use boolprog_base::control::Control;
use boolprog_check::condition::{Condition, Scope};
use boolprog_check::invariant::{Where, invariant};
use boolprog_check::together::{Place, together};
use boolprog_check::wording;
use boolprog_check::{Effort, Options, Unit, Unobserved, check};
use boolprog_ide::Snapshot;
use boolprog_ide::hover::nearest_place;
use boolprog_ide::questions::{self, compare};
use boolprog_syntax::ast::SiteId;
use boolprog_trace::document::TraceDocument;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{ErrorCode, Result};
use tower_lsp::ls_types::{Position, TextDocumentIdentifier};

use super::place::no_statement;
use super::work;
use crate::session::convert::Converter;
use crate::session::state::Shared;
use crate::session::view::{Awaited, Judged, View};

/// The maximal number of program points: a trace with more threads would be unreadable.
const MOST_PLACES: usize = 16;

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
    /// Could that be asked of this expression? "Yes", or else the reason.
    Expression { expression: String, position: Option<Position> },
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
            Question::Together { positions } => self.together(positions),
            Question::Threads { position } => self.threads(*position),
            Question::Invariant { expression, position } => self.invariant(expression, *position),
            Question::Expression { expression, position } => {
                self.condition(expression, *position).map(|_| questions::Answer::yes("The expression can be asked."))
            }
            Question::Compare => {
                let snapshot = self.snapshot()?;
                let previous = self.view.fingerprint().and_then(|fingerprint| self.view.previous(fingerprint));
                Ok(compare(&snapshot, previous.as_deref()))
            }
        }
    }

    fn together(&self, positions: &[Position]) -> std::result::Result<questions::Answer, String> {
        if !(1..=MOST_PLACES).contains(&positions.len()) {
            return Err(format!("Name between 1 and {MOST_PLACES} places."));
        }
        let there =
            positions.iter().map(|position| self.place(*position)).collect::<std::result::Result<Vec<_>, _>>()?;
        let lines: Vec<usize> = there.iter().map(|(_, line)| *line).collect();
        let place = |(site, _)| Place { sites: vec![site], condition: None };
        let places: Vec<Place> = there.into_iter().map(place).collect();
        let meeting = together(self.unit, &places, &questions::crowd(&lines), self.options, self.control);
        Ok(questions::together(meeting, &lines, &self.scope()))
    }

    /// The answer from the last check, if its findings suffice; else the thread states are searched until the number
    /// of threads for each of them is known.
    fn threads(&self, position: Option<Position>) -> std::result::Result<questions::Answer, String> {
        let place = position.map(|position| self.place(position)).transpose()?;
        let scope = self.scope();
        let snapshot = self.snapshot()?;
        let known = snapshot.results.current().map(|findings| &findings.reachable);
        if let Some(known) = known.filter(|known| known.cutoff().is_some()) {
            return Ok(questions::threads(known, place, &scope));
        }
        let options = Options { thread_states: Effort::Full, ..self.options };
        let report = check(self.unit, options, self.control, &mut Unobserved);
        Ok(questions::threads(&report.reachable, place, &scope))
    }

    fn invariant(&self, text: &str, position: Option<Position>) -> std::result::Result<questions::Answer, String> {
        let (condition, site, line) = self.condition(text, position)?;
        let name = wording::exception(text, line);
        let place = if site.is_some() { Where::At(site.as_slice()) } else { Where::Everywhere };
        let answer = invariant(self.unit, &condition, place, &name, self.options, self.control);
        Ok(questions::invariant(answer, text, line, &self.scope()))
    }

    /// The condition that a text is, at a place with its line or of the shared variables.
    fn condition(
        &self,
        text: &str,
        position: Option<Position>,
    ) -> std::result::Result<(Condition, Option<SiteId>, Option<usize>), String> {
        let place = position.map(|position| self.place(position)).transpose()?;
        let condition = Condition::parse(text, if place.is_some() { Scope::Visible } else { Scope::Shared })?;
        let (site, line) = place.unzip();
        if condition.is_usable(self.unit, site.as_slice()) {
            Ok((condition, site, line))
        } else {
            Err(wording::unusable(text, place.is_some()))
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
        let offset = self.convert.offset(position);
        let site = nearest_place(snapshot, offset);
        let place = site.and_then(|id| Some((id, snapshot.line(snapshot.site(id)?.span.start))));
        place.ok_or_else(|| no_statement(snapshot, offset))
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
