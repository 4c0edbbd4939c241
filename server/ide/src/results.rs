//! Knowledge about the verdicts of a program of either kind.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use boolprog_check::exclusion::Exclusion;
use boolprog_check::integer::places::Places;
use boolprog_check::report::{Completeness, Gap, PropertyReport, Reachable, Verdict};
use boolprog_check::wording;
use boolprog_trace::document::{PropertyKind, RangeDocument};

use crate::layout::Layout;

/// Knowledge about the verdicts of a snapshot.
#[derive(Clone, Debug, Default)]
pub enum Results {
    /// No check was requested yet, or the file cannot be checked.
    #[default]
    None,
    /// A check of this very program is waiting or running.
    Checking {
        /// Findings so far.
        found: Arc<Findings>,
        /// The last complete findings of an older program.
        previous: Option<Arc<Findings>>,
    },
    /// Complete, and about this very program.
    Current(Arc<Findings>),
    /// Findings about an older program; no check of this one was requested. If this one has errors, they are about the
    /// last one without that was checked.
    Stale(Arc<Findings>),
}

impl Results {
    /// The findings, if they are complete and about this very program.
    pub fn current(&self) -> Option<&Arc<Findings>> {
        match self {
            Self::Current(findings) => Some(findings),
            _ => None,
        }
    }

    /// The findings, if they are about this very program, complete or not.
    pub(crate) fn told(&self) -> Option<&Arc<Findings>> {
        match self {
            Self::Current(findings) | Self::Checking { found: findings, .. } => Some(findings),
            Self::None | Self::Stale(_) => None,
        }
    }

    /// The answer to a property, if it is about this very program.
    pub fn answer(&self, property: usize) -> Option<&Answer> {
        self.told()?.answers.get(property)?.as_ref()
    }
}

/// Findings of a check, complete or not.
#[derive(Clone, Debug)]
pub struct Findings {
    /// One entry per property of the file, in textual order; `None` where there is no answer yet.
    pub answers: Vec<Option<Answer>>,
    /// Answer on the existence of every value of an integer program, if something is known of it.
    pub values: Option<Answer>,
    /// The thread states that were found.
    pub reachable: Arc<Reachable>,
    /// Predicates that edges of an integer program lacked in the iterations of a search under abstraction, each once.
    pub gaps: Arc<[Gap]>,
    /// Facts from proofs about the places of control of an integer program.
    pub places: Arc<Places>,
    /// Facts from proofs: statements of a Boolean program at which two threads are never together.
    pub exclusion: Arc<Exclusion>,
    /// For which programs a proof holds, after `holds`: `for any number of threads`, `in every reachable state`.
    pub scope: String,
    /// Layout of the text that was checked.
    pub layout: Arc<Layout>,
    /// Time limits of the checks that were asked about each property, by its id: of the last one.
    pub limits: BTreeMap<String, Duration>,
    /// Duration of the check, once it is over; `None` for verdicts from kept evidence.
    pub time: Option<Duration>,
}

impl Findings {
    /// Findings of a check of this number of properties that has not found anything yet.
    pub fn nothing(properties: usize, scope: String, layout: Arc<Layout>) -> Self {
        let (reachable, gaps, places, exclusion, limits) = Default::default();
        let answers = vec![None; properties];
        Self { answers, values: None, reachable, gaps, places, exclusion, scope, layout, limits, time: None }
    }

    /// The answers so far.
    pub fn answered(&self) -> impl Iterator<Item = &Answer> {
        self.answers.iter().chain([&self.values]).flatten()
    }

    /// `true` if it is known what holds wherever a thread may be, by which a proof is understood.
    pub(crate) fn explain(&self) -> bool {
        !self.places.is_empty() || self.reachable.completeness == Completeness::Exact
    }

    /// The places, in the text that was checked, of the violations of what the text does not state.
    pub(crate) fn implied_violations(&self) -> impl Iterator<Item = &RangeDocument> {
        let reports = self.answered().filter_map(Answer::report);
        let implied = reports.filter(|report| report.check.is_some_and(|check| !check.is_written()));
        let violations = implied.filter_map(|report| match &report.verdict {
            Verdict::Violated(violation) => Some(&violation.trace().property.range),
            Verdict::Proved(_) | Verdict::Unknown(_) => None,
        });
        violations.filter(|range| range.file.is_none())
    }

    pub(crate) fn report(&self, id: &str) -> Option<&PropertyReport> {
        self.answered().filter_map(Answer::report).find(|report| report.id == id)
    }

    /// Adds the reports of a check of all properties, or of the one with this index.
    pub fn add(&mut self, reports: Vec<PropertyReport>, property: Option<u32>) {
        let (values, stated): (Vec<_>, Vec<_>) = reports.into_iter().partition(|it| it.kind == PropertyKind::Value);
        let known = self.answers.iter_mut().skip(property.unwrap_or(0) as usize);
        for (known, report) in known.zip(stated) {
            *known = Some(report.into());
        }
        if let Some(report) = values.into_iter().next() {
            self.values = Some(report.into());
        }
    }

    /// Records that the check broke down: open properties get no answer.
    pub fn break_down(&mut self) {
        for answer in self.answers.iter_mut().filter(|answer| answer.is_none()) {
            *answer = Some(Answer::InternalError);
        }
    }
}

/// The answer to one property.
#[derive(Clone, Debug)]
pub enum Answer {
    /// The engines answered, be it "unknown".
    Report(Box<PropertyReport>),
    /// The analysis broke down; a defect of this program, not of the file.
    InternalError,
}

impl From<PropertyReport> for Answer {
    fn from(report: PropertyReport) -> Self {
        Self::Report(Box::new(report))
    }
}

impl Answer {
    /// The report, if there is one.
    pub fn report(&self) -> Option<&PropertyReport> {
        match self {
            Self::Report(report) => Some(report),
            Self::InternalError => None,
        }
    }

    /// The verdict in one line; `scope` names the programs for which a proof holds.
    pub fn words(&self, scope: &str) -> String {
        self.report()
            .map_or_else(|| format!("unknown: {}", wording::INTERNAL_ERROR), |report| wording::verdict(report, scope))
    }

    /// The engine that decided it, if it is decided.
    pub(crate) fn engine(&self) -> Option<&'static str> {
        match self.verdict()? {
            Verdict::Proved(proof) => Some(proof.engine().name()),
            Verdict::Violated(violation) => Some(violation.engine().name()),
            Verdict::Unknown(_) => None,
        }
    }

    /// The variables that the verdict depends on: `Proved with 2 of 42 variables: lock, in`. `None` if they are not known,
    /// or all of them; of an undecided property, all are worth saying.
    pub(crate) fn variables(&self) -> Option<String> {
        let report = self.report()?;
        let is_open = matches!(report.verdict, Verdict::Unknown(_));
        let visible = report.visible.as_ref().filter(|visible| is_open || visible.names.len() < visible.of)?;
        Some(wording::visible(&report.verdict, visible))
    }

    /// The verdict, if there is one.
    pub fn verdict(&self) -> Option<&Verdict> {
        self.report().map(|report| &report.verdict)
    }

    /// Returns `true` if there is a counterexample.
    pub(crate) fn is_violated(&self) -> bool {
        matches!(self.verdict(), Some(Verdict::Violated(_)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use boolprog_base::Span;
    use boolprog_check::report::{Unknown, Visible};
    use boolprog_program::names::VariableId;

    use super::*;

    fn undecided(visible: u32) -> Answer {
        let variables: BTreeSet<VariableId> = (0..visible).map(VariableId).collect();
        let names = variables.iter().map(|variable| format!("g{}", variable.0)).collect();
        Answer::from(PropertyReport {
            id: "assert-1".to_owned(),
            kind: PropertyKind::Assert,
            check: None,
            name: "odd".to_owned(),
            site: None,
            span: Span::default(),
            verdict: Verdict::Unknown(Unknown::TooLarge),
            visible: Some(Visible { variables, names, of: 3, rounds: 1 }),
        })
    }

    #[test]
    fn an_undecided_property_names_its_variables_also_if_all_were_visible() {
        assert_eq!(undecided(2).variables().as_deref(), Some("Tried with 2 of 3 variables: g0, g1"));
        assert_eq!(undecided(3).variables().as_deref(), Some("Tried with 3 of 3 variables: g0, g1, g2"));
    }
}
