//! What is known about the verdicts of one file, across its versions.

use std::collections::VecDeque;
use std::sync::Arc;

use boolprog_check::integer::{self, Gap, Reason};
use boolprog_check::report::{Unknown, Verdict};
use boolprog_ide::{Answer, Results};

/// Results that are kept, so that undoing a change costs nothing.
const KEPT: usize = 16;

/// What was found in a program, in its language.
#[derive(Clone)]
pub(super) enum Findings {
    /// In a Boolean program.
    Boolean(Arc<boolprog_ide::Findings>),
    /// In an integer program.
    Integer(Arc<boolprog_ide::integer::Findings>),
}

impl Findings {
    /// Whether every property, or the only one that is asked for, has an answer that does not depend on a limit.
    fn are_final(&self, only: Option<u32>) -> bool {
        let only = only.map(|property| property as usize);
        match self {
            Self::Boolean(findings) => all_final(&findings.answers, only, |report| match &report.verdict {
                Verdict::Unknown(unknown) => !matches!(unknown, Unknown::Stopped { .. }),
                Verdict::Violated(_) | Verdict::Proved(_) => true,
            }),
            Self::Integer(findings) => {
                let is_final = |report: &integer::PropertyReport| match &report.verdict {
                    Verdict::Unknown(reasons) => !reasons.iter().any(|why| matches!(why, Reason::Stopped(_))),
                    Verdict::Violated(_) | Verdict::Proved(_) => true,
                };
                let values = findings.values.as_ref().and_then(Answer::report);
                all_final(&findings.answers, only, is_final) && (only.is_some() || values.is_none_or(is_final))
            }
        }
    }
}

/// Whether all answers, or the only one that is asked for, are there and final.
fn all_final<R>(answers: &[Option<Answer<R>>], only: Option<usize>, is_final: impl Fn(&R) -> bool) -> bool {
    let is_final = |answer: &Option<Answer<R>>| answer.as_ref().and_then(Answer::report).is_some_and(&is_final);
    match only {
        Some(property) => answers.get(property).is_some_and(is_final),
        None => answers.iter().all(is_final),
    }
}

/// Findings in a program of one language.
pub(super) trait InLanguage: Sized {
    /// Those, if they are in this language.
    fn of(findings: &Findings) -> Option<&Arc<Self>>;
}

impl InLanguage for boolprog_ide::Findings {
    fn of(findings: &Findings) -> Option<&Arc<Self>> {
        if let Findings::Boolean(findings) = findings { Some(findings) } else { None }
    }
}

impl InLanguage for boolprog_ide::integer::Findings {
    fn of(findings: &Findings) -> Option<&Arc<Self>> {
        if let Findings::Integer(findings) = findings { Some(findings) } else { None }
    }
}

/// Findings about the program with this fingerprint.
#[derive(Clone)]
pub(super) struct Found {
    /// Identifies the program and what was asked.
    pub(super) fingerprint: u64,
    /// The findings.
    pub(super) findings: Findings,
    /// Whether they are what evidence of an earlier session says, and a check can tell more.
    pub(super) recalled: bool,
}

impl Found {
    /// The findings, if they are in this language.
    pub(super) fn of<F: InLanguage>(&self) -> Option<&Arc<F>> {
        F::of(&self.findings)
    }
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
    pub(super) fn results<F: InLanguage>(&self, fingerprint: u64, nothing: impl FnOnce() -> F) -> Results<F> {
        let previous = self.finished.back().and_then(Found::of).cloned();
        let so_far = self.so_far.as_ref().filter(|found| found.fingerprint == fingerprint);
        if let Some(found) = so_far.and_then(Found::of).cloned() {
            return Results::Checking { found, previous };
        }
        if let Some(found) = self.finished(fingerprint).and_then(Found::of) {
            return Results::Current(Arc::clone(found));
        }
        match previous {
            previous if self.checking => Results::Checking { found: Arc::new(nothing()), previous },
            Some(previous) => Results::Stale(previous),
            None => Results::None,
        }
    }

    /// Whether nothing was found in any program.
    pub(super) fn is_empty(&self) -> bool {
        self.so_far.is_none() && self.finished.is_empty()
    }

    /// What was known about an older program with this fingerprint, for a text with errors that comes from it.
    pub(super) fn remembered<F: InLanguage>(&self, fingerprint: u64) -> Results<F> {
        let found = self.finished(fingerprint).and_then(Found::of);
        found.map_or(Results::None, |found| Results::Stale(Arc::clone(found)))
    }

    /// The newest complete findings about another program than this one.
    pub(super) fn previous<F: InLanguage>(&self, fingerprint: u64) -> Option<Arc<F>> {
        let mut others = self.finished.iter().filter(|found| found.fingerprint != fingerprint);
        others.next_back().and_then(Found::of).cloned()
    }

    /// Whether nothing is to be gained by checking this program again: it was checked, and every property, or the only
    /// one that is asked for, has an answer that does not depend on a limit.
    pub(super) fn is_settled(&self, fingerprint: u64, only: Option<u32>) -> bool {
        let found = self.finished(fingerprint).filter(|found| !found.recalled);
        found.is_some_and(|found| found.findings.are_final(only))
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

    /// Adds what edges of the integer program with this fingerprint lack to its complete findings, if there are any.
    pub(super) fn learn_gaps(&mut self, fingerprint: u64, gaps: &[Gap]) {
        let found = self.finished.iter_mut().find(|found| found.fingerprint == fingerprint);
        if let Some(Found { findings: Findings::Integer(findings), .. }) = found {
            let findings = Arc::make_mut(findings);
            let new = gaps.iter().filter(|gap| !findings.gaps.contains(gap));
            findings.gaps = findings.gaps.iter().chain(new).cloned().collect();
        }
    }

    /// The check ends, and what it has found is forgotten.
    pub(super) fn abandon(&mut self) {
        self.checking = false;
        self.so_far = None;
    }

    /// The programs about which there are complete findings.
    pub(super) fn fingerprints(&self) -> impl Iterator<Item = u64> {
        self.finished.iter().map(|found| found.fingerprint)
    }

    /// The complete findings about this program, if there are any.
    pub(super) fn finished(&self, fingerprint: u64) -> Option<&Found> {
        self.finished.iter().find(|found| found.fingerprint == fingerprint)
    }
}
