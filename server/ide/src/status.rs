//! The state of a file in a few words, for a status line.

use boolprog_check::report::Verdict;
use boolprog_syntax::Severity;

use crate::{Answer, Results, Snapshot, properties, scale, wording};

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
        return errors(snapshot);
    }
    let properties = snapshot.properties.len();
    let (state, text) = match &snapshot.results {
        _ if properties == 0 => (State::Done, "nothing to check".to_owned()),
        Results::Checking { found, .. } => {
            (State::Checking, format!("checking {}/{properties}", found.answered().count()))
        }
        Results::Current(findings) => (State::Done, tally(findings.answered())),
        Results::Stale(_) | Results::None if scale::is_large(snapshot) => (State::Manual, "large: manual".to_owned()),
        Results::Stale(_) => (State::Manual, "stale".to_owned()),
        Results::None => (State::Manual, "not checked".to_owned()),
    };
    Status { state, text, tooltip: tooltip(snapshot) }
}

fn errors(snapshot: &Snapshot) -> Status {
    let errors = |diagnostics: &[boolprog_syntax::Diagnostic]| {
        diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count() as u64
    };
    let (syntax, other) = (errors(&snapshot.syntax), errors(&snapshot.analysis.diagnostics));
    let text = if syntax > 0 { wording::count(syntax, "syntax error") } else { wording::count(other, "error") };
    let tooltip = "The program has errors and cannot be checked.".to_owned();
    Status { state: State::Error, text, tooltip }
}

/// `1 can fail, 2 unknown, 5 proved`: what needs attention first.
fn tally<'a>(answers: impl Iterator<Item = &'a Answer>) -> String {
    let (mut violated, mut unknown, mut proved) = (0, 0, 0);
    for answer in answers {
        match answer.verdict() {
            Some(Verdict::Violated(_)) => violated += 1,
            Some(Verdict::Proved(_)) => proved += 1,
            Some(Verdict::Unknown(_)) | None => unknown += 1,
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
