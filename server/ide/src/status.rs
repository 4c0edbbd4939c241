//! The state of a file in a few words, for a status line.

use boolprog_base::{Diagnostic, Severity};

use crate::properties::Outcome;
use crate::{Results, Snapshot, properties, scale};

/// How far the check of a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// A check is waiting or running.
    Checking,
    /// There are verdicts for this very program.
    Done,
    /// There is nothing current, and nothing will happen until somebody asks for it.
    Manual,
    /// The file has errors and cannot be checked.
    Error,
    /// The file is not ours.
    Off,
}

/// A status line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Status {
    /// How far the check is.
    pub state: State,
    /// A few words, such as `2 proved, 1 can fail`.
    pub text: String,
    /// A line for every property, up to what fits on a screen.
    pub tooltip: String,
}

/// The status of a file that is in another language.
pub fn off() -> Status {
    let tooltip = "This file looks like an Android blueprint, not like a Boolean program.";
    Status { state: State::Off, text: "not a Boolean program".to_owned(), tooltip: tooltip.to_owned() }
}

/// The status of a snapshot.
pub fn status(snapshot: &Snapshot) -> Status {
    if snapshot.has_errors() {
        return of_errors(&snapshot.syntax, snapshot.analysis.diagnostics());
    }
    let properties = snapshot.properties.len();
    let (state, text) = match &snapshot.results {
        _ if properties == 0 => (State::Done, "nothing to check".to_owned()),
        Results::Checking { found, .. } => {
            (State::Checking, format!("checking {}/{properties}", found.answered().count()))
        }
        Results::Current(findings) => (State::Done, tally(findings.answered().map(properties::outcome))),
        Results::Stale(_) | Results::None if scale::is_large(snapshot) => (State::Manual, "large: manual".to_owned()),
        Results::Stale(_) => (State::Manual, "stale".to_owned()),
        Results::None => (State::Manual, "not checked".to_owned()),
    };
    Status { state, text, tooltip: tooltip(snapshot) }
}

/// The status of a file with errors: those of its syntax, and all others.
pub(crate) fn of_errors(syntax: &[Diagnostic], checks: &[Diagnostic]) -> Status {
    let errors = |diagnostics: &[Diagnostic]| {
        diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count() as u64
    };
    let (syntax, other) = (errors(syntax), errors(checks));
    let text = if syntax > 0 {
        boolprog_base::words::count(syntax, "syntax error")
    } else {
        boolprog_base::words::count(other, "error")
    };
    let tooltip = "The program has errors and cannot be checked.".to_owned();
    Status { state: State::Error, text, tooltip }
}

/// `1 can fail, 2 unknown, 5 proved`: what needs attention first.
pub(crate) fn tally(outcomes: impl Iterator<Item = Outcome>) -> String {
    let (mut violated, mut unknown, mut proved) = (0, 0, 0);
    for outcome in outcomes {
        match outcome {
            Outcome::Violated => violated += 1,
            Outcome::Proved => proved += 1,
            Outcome::Unknown => unknown += 1,
        }
    }
    let parts = [(violated, "can fail"), (unknown, "unknown"), (proved, "proved")];
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

/// One line for each property, up to what fits on a screen.
fn tooltip(snapshot: &Snapshot) -> String {
    const SHOWN: usize = 30;
    let shown = snapshot.properties.iter().take(SHOWN);
    let numbers = snapshot.lines(shown.clone().map(|property| property.span.start));
    let mut lines: Vec<String> = shown
        .zip(numbers)
        .enumerate()
        .map(|(index, (property, line))| {
            format!("line {line}, {}: {}", shortened(&property.name), properties::text(snapshot, index))
        })
        .collect();
    let hidden = snapshot.properties.len().saturating_sub(SHOWN);
    lines.extend((hidden > 0).then(|| format!("and {hidden} more")));
    lines.join("\n")
}
