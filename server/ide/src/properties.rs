//! The properties of a program with their outcomes, for a list of tests.

use boolprog_base::Span;
use boolprog_check::report::Verdict;

use crate::retries::retries;
use crate::{Answer, Checkable, Results};

/// A property with its outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its stable id, such as `assert-1`.
    pub id: String,
    /// `assert !inside`, or the name of an error label.
    pub label: String,
    /// Its range in the text.
    pub span: Span,
    /// The outcome, if it is about this very program.
    pub outcome: Option<Outcome>,
    /// The engine that decided it, if it is decided.
    pub engine: Option<&'static str>,
    /// The verdict in one line, or why there is none.
    pub text: String,
    /// The variables that the verdict depends on, as a clause, if they are known and not all.
    pub variables: Option<String>,
    /// Longer time limits, in seconds, with which a check may decide it.
    pub retries: Vec<u32>,
}

/// Outcome of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// There is a counterexample.
    Violated,
    /// There is a proof.
    Proved,
    /// Not decided, for the reason in the text.
    Unknown,
}

/// The properties of a snapshot, in textual order. Nothing from an older text has an outcome.
pub fn properties(snapshot: &impl Checkable) -> Vec<Entry> {
    let entries = snapshot.stated().into_iter().enumerate().map(|(index, stated)| {
        let answer = snapshot.results().answer(index);
        Entry {
            id: stated.id,
            label: stated.label,
            span: stated.span,
            outcome: answer.map(outcome),
            engine: answer.and_then(Answer::engine),
            text: text(snapshot, index),
            variables: answer.and_then(Answer::variables),
            retries: retries(snapshot.results(), answer),
        }
    });
    entries.collect()
}

pub(crate) fn outcome(answer: &Answer) -> Outcome {
    match answer.verdict() {
        Some(Verdict::Violated(_)) => Outcome::Violated,
        Some(Verdict::Proved(_)) => Outcome::Proved,
        Some(Verdict::Unknown(_)) | None => Outcome::Unknown,
    }
}

/// The state of the property with this index, in the words of the lenses.
pub(crate) fn text(snapshot: &impl Checkable, index: usize) -> String {
    let results = snapshot.results();
    match (results.answer(index).zip(results.told()), results) {
        (Some((answer, findings)), _) => answer.words(&findings.scope),
        _ if snapshot.has_errors() => "not checked: the program has errors".to_owned(),
        (None, Results::Checking { .. }) => "checking...".to_owned(),
        (None, Results::Stale(_)) => "stale".to_owned(),
        (None, Results::None | Results::Current(_)) => "not checked".to_owned(),
    }
}
