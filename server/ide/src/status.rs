//! The state of a file in a few words, for a status line.

use std::time::Duration;

use boolprog_base::words::{count, listed};
use boolprog_base::{Diagnostic, Severity};

use crate::properties::Outcome;
use crate::snapshot::line_numbers;
use crate::{Answer, Checkable, Results, Stated, properties};

/// Progress of the check of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// A check is waiting or running.
    Checking,
    /// There are verdicts for this very program.
    Done,
    /// There is no current result, and no check until one is requested.
    Manual,
    /// The file has errors and cannot be checked.
    Error,
    /// The file is not ours.
    Off,
}

/// Contents of the status line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Status {
    /// Progress of the check.
    pub state: State,
    /// A few words, such as `1 violated, 2 proved`.
    pub text: String,
    /// Tooltip with a line for every property, up to a screenful, its engine, and the time of the check.
    pub tooltip: String,
}

/// The status of a file that is in another language.
pub fn off() -> Status {
    let tooltip = "This file looks like an Android blueprint, not like a Boolean program.";
    Status { state: State::Off, text: "not a Boolean program".to_owned(), tooltip: tooltip.to_owned() }
}

/// The status of a file in a language of other tools that is not checked any more.
pub fn left_alone() -> Status {
    Status {
        state: State::Off,
        text: "not checked".to_owned(),
        tooltip: "This file is not checked any more.".to_owned(),
    }
}

/// The status of a snapshot.
pub fn status(snapshot: &impl Checkable) -> Status {
    if snapshot.has_errors() {
        return of_errors(snapshot);
    }
    let stated = snapshot.stated();
    // The existence of all values is asked even if no property is stated.
    let asked = stated.len().max(usize::from(snapshot.has_values()));
    let (state, text) = match snapshot.results() {
        _ if asked == 0 => return nothing_stated(&snapshot.left_out()),
        Results::Checking { found, .. } => (State::Checking, format!("checking {}/{asked}", found.answered().count())),
        Results::Current(findings) => (State::Done, tally(findings.answered().map(properties::outcome))),
        Results::Stale(_) | Results::None if snapshot.is_large() => (State::Manual, "large: manual".to_owned()),
        Results::Stale(_) => (State::Manual, "stale".to_owned()),
        Results::None => (State::Manual, "not checked".to_owned()),
    };
    Status { state, text, tooltip: tooltip(snapshot, &stated) }
}

/// The status of a program that states nothing, of which these kinds of properties can be checked on request.
fn nothing_stated(left_out: &[String]) -> Status {
    let state = State::Done;
    if left_out.is_empty() {
        return Status { state, text: "nothing to check".to_owned(), tooltip: String::new() };
    }
    let left_out = listed(left_out);
    let tooltip = format!("There is no assertion. Lenses above the first function check {left_out}.");
    Status { state, text: format!("{left_out} not checked"), tooltip }
}

/// The status of a file with errors: those of its syntax, or else all others.
fn of_errors(snapshot: &impl Checkable) -> Status {
    let [syntax, other] = snapshot
        .problems()
        .map(|found| found.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count() as u64);
    if snapshot.text().trim().is_empty() {
        let tooltip = "The program is not begun yet.".to_owned();
        return Status { state: State::Done, text: "empty".to_owned(), tooltip };
    }
    if let Some(refused) = refused(snapshot) {
        let line = snapshot.text()[..refused.span.start as usize].matches('\n').count() + 1;
        let text = format!("not supported (line {line})");
        return Status { state: State::Error, text, tooltip: refused.message.clone() };
    }
    let text = if syntax > 0 { count(syntax, "syntax error") } else { count(other, "error") };
    let tooltip = "The program has errors and cannot be checked.".to_owned();
    Status { state: State::Error, text, tooltip }
}

/// The first part of a C program that is not supported, if nothing else is wrong with it.
fn refused(snapshot: &impl Checkable) -> Option<&Diagnostic> {
    let mut errors = snapshot.problems().into_iter().flatten().filter(|it| it.severity == Severity::Error);
    let first = errors.next()?;
    let is_refused = |error: &Diagnostic| error.code == "c-not-supported" && !error.span.is_empty();
    (is_refused(first) && errors.all(is_refused)).then_some(first)
}

/// `1 violated, 2 unknown, 5 proved`: the worst outcomes first.
fn tally(outcomes: impl Iterator<Item = Outcome>) -> String {
    let (mut violated, mut unknown, mut proved) = (0, 0, 0);
    for outcome in outcomes {
        match outcome {
            Outcome::Violated => violated += 1,
            Outcome::Proved => proved += 1,
            Outcome::Unknown => unknown += 1,
        }
    }
    let parts = [(violated, "violated"), (unknown, "unknown"), (proved, "proved")];
    let parts: Vec<_> =
        parts.iter().filter(|(number, _)| *number > 0).map(|(number, word)| format!("{number} {word}")).collect();
    parts.join(", ")
}

/// A name on one line, cut where it gets too long for a tooltip.
fn shortened(name: &str) -> String {
    const LONGEST: usize = 60;
    let line = name.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}

/// `0.4 s`, `less than 0.1 s`.
fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 0.1 { "less than 0.1 s".to_owned() } else { format!("{seconds:.1} s") }
}

/// One line for each property, up to a screenful, and the time of the check.
fn tooltip(snapshot: &impl Checkable, stated: &[Stated]) -> String {
    const SHOWN: usize = 30;
    let shown = &stated[..stated.len().min(SHOWN)];
    let numbers = line_numbers(snapshot.text(), shown.iter().map(|property| property.span.start));
    let line = |(index, (property, line)): (usize, (&Stated, usize))| {
        let engine = snapshot.results().answer(index).and_then(Answer::engine);
        let engine = engine.map_or_else(String::new, |engine| format!(" ({engine})"));
        let place = snapshot.place(property.span.start, line);
        format!("{place}, {}: {}{engine}", shortened(&property.name), properties::text(snapshot, index))
    };
    let mut lines: Vec<String> = shown.iter().zip(numbers).enumerate().map(line).collect();
    let hidden = stated.len() - shown.len();
    lines.extend((hidden > 0).then(|| format!("and {hidden} more")));
    let time = snapshot.results().current().and_then(|findings| findings.time);
    lines.extend(time.map(|time| format!("Checked in {}", seconds(time))));
    lines.join("\n")
}
