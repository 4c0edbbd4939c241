//! Code lenses: the verdict above every property, and a link to its counterexample.

use std::cell::LazyCell;
use std::collections::BTreeSet;

use boolprog_base::Span;
use boolprog_check::report::Verdict;

use crate::preferences::Lenses;
use crate::retries::{retries, title};
use crate::status::status;
use crate::verdicts::place;
use crate::{Answer, Checkable, Context, Results, Stated};

/// A text with more lines has a summary in its first line: the verdicts are not all on the first screen.
const SHORT: usize = 40;

/// The title where there is no verdict because of errors.
const HAS_ERRORS: &str = "not checked: the program has errors";

/// A line above a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lens {
    /// Span below the lens.
    pub span: Span,
    /// Text of the lens.
    pub title: String,
    /// Action of a click.
    pub action: Action,
}

/// Action of a click on a lens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// No action.
    None,
    /// Replays the counterexample to the property with this id.
    Replay(String),
    /// Shows the counterexample to the property with this id as a table.
    ShowTrace(String),
    /// Offers the properties of the file, the violated ones first.
    Properties,
    /// Shows what holds at the property whenever a thread is there, by which it was proved.
    Why,
    /// Starts a check of the file.
    Check,
    /// Starts a check of what is asked for by this name, too.
    CheckAlso(&'static str),
    /// Repeats the check of the file with this time limit in seconds.
    RetryAll(u32),
    /// Repeats the check of the property with this id, with this time limit in seconds.
    Retry(String, u32),
    /// Makes the Boolean program of an integer program.
    Abstract,
    /// Repeats abstraction and refinement until a round decides.
    Refine,
    /// Shows the integer program of a Boolean one.
    Source,
    /// Replays the counterexample to the property with this id in the integer program.
    ReplaySource(String),
    /// Adds these predicates to the integer program, and abstracts it again.
    AddPredicates(Vec<String>),
}

/// The lenses of a snapshot that the person wants to see, in textual order. Those of a property keep their place while it is
/// checked, and while the text has errors.
pub fn lenses(snapshot: &impl Checkable) -> Vec<Lens> {
    wanted(all(snapshot), snapshot.context().preferences.lenses)
}

/// Those of some lenses that are enabled.
pub(crate) fn wanted(mut lenses: Vec<Lens>, wanted: Lenses) -> Vec<Lens> {
    lenses.retain(|lens| match lens.action {
        Action::None | Action::Properties | Action::Why | Action::Check | Action::CheckAlso(_) => wanted.verdicts,
        Action::Replay(_) | Action::ShowTrace(_) => wanted.replay,
        Action::Retry(..) | Action::RetryAll(_) => wanted.retry,
        Action::Abstract | Action::Refine | Action::Source | Action::ReplaySource(_) | Action::AddPredicates(_) => {
            wanted.abstraction
        }
    });
    lenses
}

fn all(snapshot: &impl Checkable) -> Vec<Lens> {
    let Context { last_valid: spans, last_row, .. } = snapshot.context();
    if snapshot.has_errors() && (!spans.is_empty() || last_row.is_some()) {
        let mut lenses: Vec<Lens> = summary(snapshot).into_iter().collect();
        lenses.extend(last_valid(snapshot));
        lenses.extend(held(snapshot, &lenses));
        lenses.sort_by_key(|lens| lens.span.start);
        return lenses;
    }
    let stated = snapshot.stated();
    let mut lenses: Vec<Lens> = of_file(snapshot, &stated).into_iter().collect();
    lenses.extend(of_values(snapshot, &stated));
    let mut told = BTreeSet::new();
    for (index, property) in stated.iter().enumerate() {
        let answer = snapshot.results().answer(index);
        if !property.is_implied {
            lenses.extend(of_answer(snapshot, answer, property.span));
        } else if let Some(Verdict::Violated(violation)) = answer.and_then(Answer::verdict) {
            // The text does not state it: what goes wrong is said in its place.
            let what = &violation.trace().property.name;
            let line = snapshot.text().get(..property.span.start as usize).map(|before| before.rfind('\n'));
            // Several checks of a line that fail alike have one lens.
            if !told.insert((line, what.clone())) {
                continue;
            }
            let mut of_it = of_answer(snapshot, answer, property.span);
            of_it.iter_mut().take(1).for_each(|lens| lens.title = lens.title.replacen("violated", what, 1));
            lenses.extend(of_it);
        }
    }
    lenses.extend(held(snapshot, &lenses));
    lenses.sort_by_key(|lens| lens.span.start);
    lenses
}

/// The lenses of the last text without errors, at their current places. Errors may hide properties from the parser. Verdicts are those of
/// an older program if that text was not checked: the same properties if they are as many.
fn last_valid(snapshot: &impl Checkable) -> Vec<Lens> {
    let Context { last_valid: spans, last_row, .. } = snapshot.context();
    let verdict = |index: usize| match snapshot.results() {
        Results::Stale(findings) if findings.answers.len() == spans.len() => {
            let verdict = findings.answers.get(index)?.as_ref()?.words(&findings.scope);
            Some(format!("stale: {verdict}"))
        }
        _ => None,
    };
    let lens = |(index, span): (usize, &Span)| Lens {
        span: *span,
        title: verdict(index).unwrap_or_else(|| HAS_ERRORS.to_owned()),
        action: Action::None,
    };
    let stated = spans.iter().enumerate().filter(|(_, span)| !span.is_empty()).map(lens);
    let row = last_row.filter(|span| !span.is_empty()).map(|span| unanswered(snapshot, span));
    stated.chain(row).collect()
}

/// Lenses where the last check found a violation that the text does not state, and no lens is now: until it is known whether the violation
/// is still there, its line has one, so that the text does not move.
fn held(snapshot: &impl Checkable, lenses: &[Lens]) -> Vec<Lens> {
    let (Results::Checking { previous: Some(findings), .. } | Results::Stale(findings)) = snapshot.results() else {
        return Vec::new();
    };
    let text = snapshot.text();
    let start = |offset: u32| Some(text.get(..offset as usize)?.rfind('\n').map_or(0, |end| end as u32 + 1));
    let taken: BTreeSet<u32> = lenses.iter().filter_map(|lens| start(lens.span.start)).collect();
    let lines = LazyCell::new(|| findings.layout.lines_in(text));
    let free = findings.implied_violations().filter_map(|range| lines.start(range.line));
    let free: BTreeSet<u32> = free.filter(|start| !taken.contains(start)).collect();
    free.into_iter().map(|start| unanswered(snapshot, Span::empty(start))).collect()
}

/// Why nothing happens in a large file, and how far a long one is.
fn of_file(snapshot: &impl Checkable, stated: &[Stated]) -> Option<Lens> {
    let waits = matches!(snapshot.results(), Results::None | Results::Stale(_));
    let title = "Large file: check manually".to_owned();
    let lens = Lens { span: Span::empty(0), title, action: Action::Check };
    match waits && snapshot.is_large() {
        _ if stated.is_empty() => None,
        true => Some(lens),
        false => summary(snapshot),
    }
}

/// The status of a file of more than a screen.
fn summary(snapshot: &impl Checkable) -> Option<Lens> {
    snapshot.text().lines().nth(SHORT)?;
    Some(Lens { span: Span::empty(0), title: status(snapshot).text, action: Action::Properties })
}

/// The lens for the existence of all values: if something is known of it, or nothing else is stated in a file that is
/// not blank.
fn of_values(snapshot: &impl Checkable, stated: &[Stated]) -> Vec<Lens> {
    let values = snapshot.results().told().and_then(|findings| findings.values.as_ref());
    let is_all = stated.is_empty() && snapshot.has_values() && !snapshot.has_errors() && !snapshot.is_blank();
    if values.is_none() && !is_all {
        return Vec::new();
    }
    of_answer(snapshot, values, values.and_then(|answer| place(snapshot, answer)).unwrap_or_default())
}

/// The lenses above a property, or where a value is missing.
fn of_answer(snapshot: &impl Checkable, answer: Option<&Answer>, span: Span) -> Vec<Lens> {
    let lens = |title: &str, action| Lens { span, title: title.to_owned(), action };
    let Some((answer, findings)) = answer.zip(snapshot.results().told()) else {
        return vec![unanswered(snapshot, span)];
    };
    let mut lenses = vec![lens(&answer.words(&findings.scope), Action::None)];
    let Some(report) = answer.report() else { return lenses };
    if matches!(report.verdict, Verdict::Proved(_)) && findings.explain() {
        lenses.push(lens("Why?", Action::Why));
    }
    if matches!(report.verdict, Verdict::Violated(_)) {
        lenses.push(lens("Replay counterexample", Action::Replay(report.id.clone())));
        lenses.push(lens("Show trace", Action::ShowTrace(report.id.clone())));
    }
    let retry = |seconds| lens(&title(seconds), Action::Retry(report.id.clone(), seconds));
    lenses.extend(retries(snapshot.results(), Some(answer)).into_iter().take(1).map(retry));
    lenses
}

/// The lens of what has no answer.
fn unanswered(snapshot: &impl Checkable, span: Span) -> Lens {
    let (title, action) = match snapshot.results() {
        _ if snapshot.has_errors() => (HAS_ERRORS, Action::None),
        Results::Checking { .. } => ("checking...", Action::None),
        Results::Stale(_) => ("stale - check to update", Action::Check),
        Results::None | Results::Current(_) => ("not checked", Action::Check),
    };
    Lens { span, title: title.to_owned(), action }
}
