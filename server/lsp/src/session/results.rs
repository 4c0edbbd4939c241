//! The results of checks of one file, across its versions.

use std::collections::VecDeque;
use std::sync::Arc;

use boolprog_check::Learned;
use boolprog_check::evidence::Verdicts;
use boolprog_check::report::{Gap, Verdict};
use boolprog_ide::{Answer, Findings, Results};

/// Results that are kept, so that undoing a change costs nothing.
const KEPT: usize = 16;

/// Findings about the program with this fingerprint.
#[derive(Clone)]
pub(crate) struct CheckResult {
    /// Fingerprint of the program and of the question.
    pub(crate) fingerprint: u64,
    pub(crate) findings: Arc<Findings>,
    /// `true` if they come from evidence and not from a check, which can find more.
    pub(crate) from_cache: bool,
}

impl CheckResult {
    fn findings(&self) -> Arc<Findings> {
        Arc::clone(&self.findings)
    }

    /// `true` if every property, or the only requested one, has an answer that does not depend on a limit.
    fn is_final(&self, only: Option<u32>) -> bool {
        let is_final = |answer: &Answer| match answer.verdict() {
            Some(Verdict::Unknown(unknown)) => unknown.is_final(),
            Some(Verdict::Violated(_) | Verdict::Proved(_)) => true,
            None => false,
        };
        let answers = &self.findings.answers;
        let has_final = |answer: &Option<Answer>| answer.as_ref().is_some_and(is_final);
        match only {
            Some(property) => answers.get(property as usize).is_some_and(has_final),
            None => answers.iter().all(has_final) && self.findings.values.as_ref().is_none_or(is_final),
        }
    }
}

/// The results of checks of one file. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct FileResults {
    pub(crate) checking: bool,
    /// Findings of the running check so far.
    pub(crate) partial: Option<CheckResult>,
    /// Complete results, the newest last.
    finished: VecDeque<CheckResult>,
    /// Facts that may also be true of the next version of the program.
    pub(crate) learned: Learned,
}

impl FileResults {
    /// The results of the program with this fingerprint; `nothing` makes empty findings for it.
    pub(crate) fn results(&self, fingerprint: u64, nothing: impl FnOnce() -> Findings) -> Results {
        let previous = self.finished.back().map(CheckResult::findings);
        let partial = self.partial.as_ref().filter(|found| found.fingerprint == fingerprint);
        if let Some(found) = partial.map(CheckResult::findings) {
            return Results::Checking { found, previous };
        }
        if let Some(found) = self.finished(fingerprint) {
            return Results::Current(found.findings());
        }
        match previous {
            previous if self.checking => Results::Checking { found: Arc::new(nothing()), previous },
            Some(previous) => Results::Stale(previous),
            None => Results::None,
        }
    }

    /// Returns `true` if nothing was found in any program.
    pub(crate) fn is_empty(&self) -> bool {
        self.partial.is_none() && self.finished.is_empty()
    }

    /// The results of an older program with this fingerprint, for a text with errors that comes from it; if there are none, those of the
    /// last program that was checked.
    pub(crate) fn last_valid(&self, fingerprint: u64) -> Results {
        let found = self.finished(fingerprint).or_else(|| self.finished.back());
        found.map_or(Results::None, |found| Results::Stale(found.findings()))
    }

    /// The newest complete findings about another program than this one.
    pub(crate) fn previous(&self, fingerprint: u64) -> Option<Arc<Findings>> {
        let mut others = self.finished.iter().filter(|found| found.fingerprint != fingerprint);
        others.next_back().map(CheckResult::findings)
    }

    /// `true` if another check of this program would gain nothing: it was checked, and every property, or the only
    /// requested one, has an answer that does not depend on a limit.
    pub(crate) fn is_settled(&self, fingerprint: u64, only: Option<u32>) -> bool {
        let found = self.finished(fingerprint).filter(|found| !found.from_cache);
        found.is_some_and(|found| found.is_final(only))
    }

    /// The check ends, with these results if it came to any.
    pub(crate) fn finish(&mut self, result: Option<CheckResult>) {
        self.abandon();
        if let Some(result) = result {
            self.add(result);
        }
    }

    pub(crate) fn add(&mut self, result: CheckResult) {
        self.finished.retain(|found| found.fingerprint != result.fingerprint);
        self.finished.push_back(result);
        while self.finished.len() > KEPT {
            self.finished.pop_front();
        }
    }

    /// Adds the predicates that edges of the integer program with this fingerprint lack to its complete findings, if
    /// there are any.
    pub(crate) fn learn_gaps(&mut self, fingerprint: u64, gaps: &[Gap]) {
        let found = self.finished.iter_mut().find(|found| found.fingerprint == fingerprint);
        if let Some(found) = found {
            let findings = Arc::make_mut(&mut found.findings);
            let new = gaps.iter().filter(|gap| !findings.gaps.contains(gap));
            findings.gaps = findings.gaps.iter().chain(new).cloned().collect();
        }
    }

    /// Adds verdicts with evidence to the findings about the program with this fingerprint, where these have no verdict;
    /// `nothing` makes empty findings for it.
    pub(crate) fn learn_verdicts(&mut self, fingerprint: u64, verdicts: Verdicts, nothing: impl FnOnce() -> Findings) {
        if self.finished(fingerprint).is_none() {
            self.add(CheckResult { fingerprint, findings: Arc::new(nothing()), from_cache: true });
        }
        let found = self.finished.iter_mut().find(|found| found.fingerprint == fingerprint);
        let Some(findings) = found.map(|found| Arc::make_mut(&mut found.findings)) else { return };
        let is_open = |answer: &Option<Answer>| {
            matches!(answer.as_ref().and_then(Answer::verdict), None | Some(Verdict::Unknown(_)))
        };
        let known = findings.answers.iter_mut().chain([&mut findings.values]);
        let new = verdicts.properties.into_iter().chain([verdicts.values]);
        for (known, report) in known.zip(new).filter(|(known, _)| is_open(known)) {
            *known = report.map(Answer::from).or_else(|| known.take());
        }
    }

    /// Ends the check and forgets its findings.
    pub(crate) fn abandon(&mut self) {
        self.checking = false;
        self.partial = None;
    }

    /// The programs about which there are complete findings.
    pub(crate) fn fingerprints(&self) -> impl Iterator<Item = u64> {
        self.finished.iter().map(|found| found.fingerprint)
    }

    /// The complete findings about this program, if there are any.
    pub(crate) fn finished(&self, fingerprint: u64) -> Option<&CheckResult> {
        self.finished.iter().find(|found| found.fingerprint == fingerprint)
    }
}
