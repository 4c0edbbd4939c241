//! The properties of a program and what is known of each, for a list of tests.

use boolprog_base::Span;
use boolprog_check::report::Verdict;
use boolprog_program::program::PropertyKind;

use crate::{Answer, Results, Snapshot, wording};

/// A property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its stable id, such as `assert-1`.
    pub id: String,
    /// `assert !inside`, or the name of an error label.
    pub label: String,
    /// Where it stands.
    pub span: Span,
    /// The outcome, if it is about this very program.
    pub outcome: Option<Outcome>,
    /// The engine that proved it, if the outcome is that.
    pub engine: Option<&'static str>,
    /// The verdict in one line, or why there is none.
    pub text: String,
}

/// What a check came to.
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
pub fn properties(snapshot: &Snapshot) -> Vec<Entry> {
    let ids = boolprog_check::property_ids(&snapshot.properties);
    let entries = snapshot.properties.iter().zip(ids).enumerate().map(|(index, (property, id))| Entry {
        id,
        label: match property.kind {
            PropertyKind::Assert => format!("assert {}", property.name),
            PropertyKind::Label => property.name.to_string(),
        },
        span: property.span,
        outcome: snapshot.results.answer(index).map(outcome),
        engine: snapshot.results.answer(index).and_then(engine),
        text: text(snapshot, index),
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

fn engine(answer: &Answer) -> Option<&'static str> {
    match answer.verdict()? {
        Verdict::Proved(proof) => Some(proof.engine().name()),
        Verdict::Violated(_) | Verdict::Unknown(_) => None,
    }
}

/// What is known of the property with this index, in the words of the lenses.
pub(crate) fn text(snapshot: &Snapshot, index: usize) -> String {
    match (snapshot.results.answer(index), &snapshot.results) {
        (Some(answer), Results::Current(findings) | Results::Checking { found: findings, .. }) => {
            wording::verdict(answer, findings.threads, findings.creates_threads)
        }
        _ if snapshot.has_errors() => "not checked: the program has errors".to_owned(),
        (_, Results::Checking { .. }) => "checking...".to_owned(),
        (_, Results::Stale(_)) => "stale".to_owned(),
        _ => "not checked".to_owned(),
    }
}
