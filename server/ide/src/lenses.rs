//! Code lenses: the verdict above every property, and a way into its counterexample.

use boolprog_check::report::Verdict;
use boolprog_explore::control::Stop;
use boolprog_syntax::Span;

use crate::{Answer, Results, Snapshot, scale, wording};

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
    let wanted = snapshot.preferences.lenses;
    let mut lenses = all(snapshot);
    lenses.retain(|lens| match lens.action {
        Action::None | Action::Check => wanted.verdicts,
        Action::Replay(_) | Action::ShowTrace(_) => wanted.replay,
        Action::Retry(..) => wanted.retry,
    });
    lenses
}

fn all(snapshot: &Snapshot) -> Vec<Lens> {
    if snapshot.has_errors() && !snapshot.remembered.is_empty() {
        return remembered(snapshot);
    }
    let properties = snapshot.properties.iter().enumerate();
    let errors = snapshot.has_errors();
    let lenses = properties.flat_map(|(index, property)| of_property(&snapshot.results, errors, index, property.span));
    of_file(snapshot).into_iter().chain(lenses).collect()
}

/// The lenses of the last text without errors, where they would stand now. Errors may hide properties from the parser.
fn remembered(snapshot: &Snapshot) -> Vec<Lens> {
    let title = |index: usize| match &snapshot.results {
        Results::Stale(findings) => {
            let answer = findings.answers.get(index)?.as_ref()?;
            Some(format!("stale: {}", wording::verdict(answer, findings.threads, findings.creates_threads)))
        }
        _ => None,
    };
    let lens = |(index, span): (usize, &Span)| Lens {
        span: *span,
        title: title(index).unwrap_or_else(|| HAS_ERRORS.to_owned()),
        action: Action::None,
    };
    snapshot.remembered.iter().enumerate().filter(|(_, span)| !span.is_empty()).map(lens).collect()
}

/// Why nothing happens in a large file.
fn of_file(snapshot: &Snapshot) -> Option<Lens> {
    let waits = matches!(snapshot.results, Results::None | Results::Stale(_));
    let title = "Large file: check manually".to_owned();
    let lens = Lens { span: Span::empty(0), title, action: Action::Check };
    (waits && !snapshot.properties.is_empty() && scale::is_large(snapshot)).then_some(lens)
}

fn of_property(results: &Results, errors: bool, index: usize, span: Span) -> Vec<Lens> {
    let lens = |title: String, action| Lens { span, title, action };
    match (results.answer(index), results) {
        (Some(answer), Results::Current(findings) | Results::Checking { found: findings, .. }) => {
            let title = wording::verdict(answer, findings.threads, findings.creates_threads);
            let mut lenses = vec![lens(title, Action::None)];
            lenses.extend(counterexample(answer).map(|(title, action)| lens(title, action)));
            let retry = |(title, id, seconds)| lens(title, Action::Retry(id, seconds));
            lenses.extend(retries(answer).map(retry));
            lenses
        }
        _ if errors => vec![lens(HAS_ERRORS.to_owned(), Action::None)],
        (_, Results::Checking { .. }) => vec![lens("checking...".to_owned(), Action::None)],
        (_, Results::Stale(_)) => vec![lens("stale - check to update".to_owned(), Action::Check)],
        (_, Results::None | Results::Current(_)) => vec![lens("not checked".to_owned(), Action::Check)],
    }
}

/// Two ways to look at the counterexample of what is violated.
fn counterexample(answer: &Answer) -> impl Iterator<Item = (String, Action)> {
    let report = answer.report().filter(|report| matches!(report.verdict, Verdict::Violated(_)));
    let ways = |id: &str| {
        let replay = ("Replay counterexample".to_owned(), Action::Replay(id.to_owned()));
        [replay, ("Show trace".to_owned(), Action::ShowTrace(id.to_owned()))]
    };
    report.into_iter().flat_map(move |report| ways(&report.id))
}

/// More time helps only where time was what was missing: what it says, the property and the seconds.
pub(crate) fn retries(answer: &Answer) -> impl Iterator<Item = (String, String, u32)> {
    let report = answer.report().filter(|report| match &report.verdict {
        Verdict::Unknown(unknown) => unknown.stop().is_some_and(|stop| stop != Stop::Memory),
        Verdict::Violated(_) | Verdict::Proved(_) => false,
    });
    let retry = |id: &str, seconds| (format!("Retry with {seconds} s"), id.to_owned(), seconds);
    report.into_iter().flat_map(move |report| RETRIES.map(|seconds| retry(&report.id, seconds)))
}
