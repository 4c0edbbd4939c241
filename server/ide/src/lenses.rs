//! Code lenses: the verdict above every property, and a way into its counterexample.

use boolprog_base::Span;
use boolprog_base::control::Stop;
use boolprog_check::report::{PropertyReport, Verdict};

use crate::{Answer, Findings, Lenses, Results, Snapshot, scale, wording};

/// The title where there is no verdict because of errors.
const HAS_ERRORS: &str = "not checked: the program has errors";

/// How many seconds a property that was not decided can be given.
const RETRIES: [u32; 2] = [60, 300];

/// A line above a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lens {
    /// What it stands above.
    pub span: Span,
    /// What it says.
    pub title: String,
    /// What a click does.
    pub action: Action,
}

/// What a click on a lens does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Nothing.
    None,
    /// Replays the counterexample to the property with this id.
    Replay(String),
    /// Shows the counterexample to the property with this id as a table.
    ShowTrace(String),
    /// Checks the file.
    Check,
    /// Decides the property with this id once more, with so many seconds.
    Retry(String, u32),
}

/// The lenses of a snapshot that somebody wants to see, in textual order. Those of a property keep their place while it is
/// checked, and while the text has errors.
pub fn lenses(snapshot: &Snapshot) -> Vec<Lens> {
    wanted(all(snapshot), snapshot.preferences.lenses)
}

/// Those that somebody wants to see.
pub(crate) fn wanted(mut lenses: Vec<Lens>, wanted: Lenses) -> Vec<Lens> {
    lenses.retain(|lens| match lens.action {
        Action::None | Action::Check => wanted.verdicts,
        Action::Replay(_) | Action::ShowTrace(_) => wanted.replay,
        Action::Retry(..) => wanted.retry,
    });
    lenses
}

fn all(snapshot: &Snapshot) -> Vec<Lens> {
    let errors = snapshot.has_errors();
    if errors && !snapshot.remembered.is_empty() {
        return remembered(&snapshot.remembered, |index| match &snapshot.results {
            Results::Stale(findings) => Some(title(findings.answers.get(index)?.as_ref()?, findings)),
            _ => None,
        });
    }
    let properties = snapshot.properties.iter().enumerate();
    let lenses = properties.flat_map(|(index, property)| {
        let told = snapshot.results.answer(index).zip(snapshot.results.told());
        of_property(
            &snapshot.results,
            told.map(|(answer, findings)| Told::new(answer, findings)),
            errors,
            property.span,
        )
    });
    of_file(snapshot).into_iter().chain(lenses).collect()
}

/// The lenses of the last text without errors, where they would stand now. Errors may hide properties from the parser.
pub(crate) fn remembered(spans: &[Span], verdict: impl Fn(usize) -> Option<String>) -> Vec<Lens> {
    let lens = |(index, span): (usize, &Span)| Lens {
        span: *span,
        title: verdict(index).map_or_else(|| HAS_ERRORS.to_owned(), |verdict| format!("stale: {verdict}")),
        action: Action::None,
    };
    spans.iter().enumerate().filter(|(_, span)| !span.is_empty()).map(lens).collect()
}

/// Why nothing happens in a large file.
fn of_file(snapshot: &Snapshot) -> Option<Lens> {
    let waits = matches!(snapshot.results, Results::None | Results::Stale(_));
    let title = "Large file: check manually".to_owned();
    let lens = Lens { span: Span::empty(0), title, action: Action::Check };
    (waits && !snapshot.properties.is_empty() && scale::is_large(snapshot)).then_some(lens)
}

/// What is known of a property of this very program.
pub(crate) struct Told {
    /// The verdict.
    pub(crate) title: String,
    /// The id, if there is a counterexample.
    pub(crate) violated: Option<String>,
    /// The id, if there is no verdict for want of time.
    pub(crate) wants_time: Option<String>,
}

impl Told {
    fn new(answer: &Answer, findings: &Findings) -> Self {
        let violated = answer.report().filter(|report| matches!(report.verdict, Verdict::Violated(_)));
        let id = |report: &PropertyReport| report.id.clone();
        Self {
            title: title(answer, findings),
            violated: violated.map(id),
            wants_time: answer.report().filter(|_| wants_time(answer)).map(id),
        }
    }
}

fn title(answer: &Answer, findings: &Findings) -> String {
    wording::verdict(answer, findings.threads, findings.creates_threads)
}

/// The lenses above a property.
pub(crate) fn of_property<F>(results: &Results<F>, told: Option<Told>, errors: bool, span: Span) -> Vec<Lens> {
    let lens = |title: String, action| Lens { span, title, action };
    match (told, results) {
        (Some(Told { title, violated, wants_time }), _) => {
            let mut lenses = vec![lens(title, Action::None)];
            if let Some(id) = violated {
                lenses.push(lens("Replay counterexample".to_owned(), Action::Replay(id.clone())));
                lenses.push(lens("Show trace".to_owned(), Action::ShowTrace(id)));
            }
            let retries = wants_time.iter().flat_map(|id| retries(id));
            lenses.extend(retries.map(|(title, id, seconds)| lens(title, Action::Retry(id, seconds))));
            lenses
        }
        (None, _) if errors => vec![lens(HAS_ERRORS.to_owned(), Action::None)],
        (None, Results::Checking { .. }) => vec![lens("checking...".to_owned(), Action::None)],
        (None, Results::Stale(_)) => vec![lens("stale - check to update".to_owned(), Action::Check)],
        (None, Results::None | Results::Current(_)) => vec![lens("not checked".to_owned(), Action::Check)],
    }
}

/// More time helps only where time was what was missing.
pub(crate) fn wants_time(answer: &Answer) -> bool {
    match answer.verdict() {
        Some(Verdict::Unknown(unknown)) => unknown.stop().is_some_and(|stop| stop != Stop::Memory),
        Some(Verdict::Violated(_) | Verdict::Proved(_)) | None => false,
    }
}

/// Ways to give the property with this id more time: what each says, the property and the seconds.
pub(crate) fn retries(id: &str) -> impl Iterator<Item = (String, String, u32)> {
    RETRIES.into_iter().map(|seconds| (format!("Retry with {seconds} s"), id.to_owned(), seconds))
}
