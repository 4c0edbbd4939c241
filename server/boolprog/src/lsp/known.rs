//! What is known about the verdicts of one file, across its versions.

use std::collections::VecDeque;
use std::sync::Arc;

use boolprog_check::report::{Unknown, Verdict};
use boolprog_ide::{Answer, Findings, Results};

/// Results that are kept, so that undoing a change costs nothing.
const KEPT: usize = 16;

/// Findings about the program with this fingerprint.
#[derive(Clone)]
pub(super) struct Found {
    /// Identifies the program and what was asked.
    pub(super) fingerprint: u64,
    /// The findings.
    pub(super) findings: Arc<Findings>,
    /// Whether they are what evidence of an earlier session says: verdicts, and nothing of thread states.
    pub(super) recalled: bool,
}

/// What is known about one file. Cheap to clone.
#[derive(Clone, Default)]
pub(super) struct Known {
    /// Whether a check waits or runs.
    pub(super) checking: bool,
    /// What the running check has found so far.
    pub(super) so_far: Option<Found>,
    /// Complete results, the newest last.
    finished: VecDeque<Found>,
}

impl Known {
    /// What is known about the program with this fingerprint; `nothing` makes empty findings for it.
    pub(super) fn results(&self, fingerprint: u64, nothing: impl FnOnce() -> Findings) -> Results {
        let previous = self.finished.back().map(|found| Arc::clone(&found.findings));
        if let Some(found) = self.so_far.as_ref().filter(|found| found.fingerprint == fingerprint) {
            return Results::Checking { found: Arc::clone(&found.findings), previous };
        }
        if let Some(found) = self.finished(fingerprint) {
            return Results::Current(Arc::clone(&found.findings));
        }
        match previous {
            previous if self.checking => Results::Checking { found: Arc::new(nothing()), previous },
            Some(previous) => Results::Stale(previous),
            None => Results::None,
        }
    }

    /// What was known about an older program with this fingerprint, for a text with errors that comes from it.
    pub(super) fn remembered(&self, fingerprint: u64) -> Results {
        self.finished(fingerprint).map_or(Results::None, |found| Results::Stale(Arc::clone(&found.findings)))
    }

    /// The newest complete findings about another program than this one.
    pub(super) fn previous(&self, fingerprint: u64) -> Option<Arc<Findings>> {
        let mut others = self.finished.iter().filter(|found| found.fingerprint != fingerprint);
        others.next_back().map(|found| Arc::clone(&found.findings))
    }

    /// Whether nothing is to be gained by checking this program again: it was checked, and every property, or the only
    /// one that is asked for, has an answer that does not depend on a limit.
    pub(super) fn is_settled(&self, fingerprint: u64, only: Option<u32>) -> bool {
        let is_final = |answer: &Option<Answer>| match answer.as_ref().and_then(Answer::verdict) {
            Some(Verdict::Violated(_) | Verdict::Proved(_)) => true,
            Some(Verdict::Unknown(unknown)) => !matches!(unknown, Unknown::Stopped { .. }),
            None => false,
        };
        self.finished(fingerprint).filter(|found| !found.recalled).is_some_and(|found| match only {
            Some(property) => found.findings.answers.get(property as usize).is_some_and(is_final),
            None => found.findings.answers.iter().all(is_final),
        })
    }

    /// The check ends, with these results if it came to any.
    pub(super) fn finish(&mut self, result: Option<Found>) {
        self.abandon();
        if let Some(result) = result {
            self.add(result);
        }
    }

    /// Adds complete results.
    pub(super) fn add(&mut self, result: Found) {
        self.finished.retain(|found| found.fingerprint != result.fingerprint);
        self.finished.push_back(result);
        while self.finished.len() > KEPT {
            self.finished.pop_front();
        }
    }

    /// The check ends, and what it has found is forgotten.
    pub(super) fn abandon(&mut self) {
        self.checking = false;
        self.so_far = None;
    }

    /// The complete findings about this program, if there are any.
    pub(super) fn finished(&self, fingerprint: u64) -> Option<&Found> {
        self.finished.iter().find(|found| found.fingerprint == fingerprint)
    }
}
