//! The check of one program, from its lowered form to verdicts.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use boolprog_explore::control::{Control, Progress, Stop};
use boolprog_explore::system::{LocalState, ProgramSystem};
use boolprog_explore::tts::LocalId;
use boolprog_program::lower::NotLowered;
use boolprog_program::program::{Program, Property, PropertyKind};
use boolprog_trace::document::TraceDocument;
use boolprog_trace::interpreter::Interpreter;
use rustc_hash::{FxHashMap, FxHasher};

use crate::certificate::{self, CertificateDocument, QuestionDocument};
use crate::decide::{Counterexample, News, Outcome, decide};
use crate::re_execution::{Goal, re_executed};
use crate::report::{Completeness, Proof, PropertyReport, Reachable, Report, Statistics, Unknown, Verdict, Violation};
use crate::sites::by_site;
use crate::{Options, Unit, recursion};

/// Hears of results before the whole report is ready.
pub trait Observer {
    /// The verdict on the property with this index is final.
    fn property(&mut self, index: usize, report: &PropertyReport);
    /// Reachable thread states are known: some of them while the check goes on, what it found out at its end.
    fn reachable(&mut self, reachable: &Reachable);
}

/// Does not listen.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {
    fn property(&mut self, _: usize, _: &PropertyReport) {}
    fn reachable(&mut self, _: &Reachable) {}
}

/// A number that is the same for two units only if a check of both has the same answer, up to places in the text
/// (and hash collisions). Comments and layout do not change it; names do, as reports mention them.
pub fn fingerprint(unit: &Unit, options: Options) -> u64 {
    let mut hasher = FxHasher::default();
    options.hash(&mut hasher);
    for info in &unit.analysis.names.variables {
        info.name.hash(&mut hasher);
    }
    match &unit.analysis.program {
        Ok(program) => program.fingerprint().hash(&mut hasher),
        Err(_) => unit.text.hash(&mut hasher),
    }
    hasher.finish()
}

/// Decides every property of a program. A program with errors has no properties and an empty report.
pub fn check(unit: &Unit, options: Options, control: &dyn Control, observer: &mut dyn Observer) -> Report {
    match &unit.analysis.program {
        Ok(program) => {
            Check { unit, program, reports: properties(&program.properties) }.run(options, control, observer)
        }
        Err(NotLowered::Errors) => without_states(unit, Vec::new()),
        Err(reason) => recursion::check(unit, reason, options, control, observer),
    }
}

/// A report without anything but verdicts.
pub(crate) fn without_states(unit: &Unit, properties: Vec<PropertyReport>) -> Report {
    Report {
        threads: unit.analysis.reading.threads,
        properties,
        reachable: Reachable::default(),
        statistics: Statistics::default(),
        certificate: None,
    }
}

/// Why the system has no initial configurations. A control that does not object has nothing to do with it.
pub(crate) fn not_started(stop: Stop, control: &dyn Control) -> Unknown {
    if stop == Stop::Memory && control.poll(&Progress::default()).is_ok() {
        let why = "it starts in too many states: give variables without an initial value one".to_owned();
        Unknown::NotApplicable { why, threads: 0 }
    } else {
        Unknown::Stopped { stop, threads: 0 }
    }
}

/// Whether a local state is that of a thread, and not of a failed assertion.
pub(crate) fn is_live(system: &ProgramSystem<'_>, local: LocalId) -> bool {
    matches!(system.local_state(local), LocalState::At { .. })
}

/// A report per property, still without a verdict.
pub(crate) fn properties(asked: &[Property]) -> Vec<PropertyReport> {
    let mut counts: FxHashMap<String, u32> = FxHashMap::default();
    let open = Unknown::Internal { what: "not decided yet".to_owned() };
    asked
        .iter()
        .map(|property| {
            let stem = match property.kind {
                PropertyKind::Assert => "assert".to_owned(),
                PropertyKind::Label => format!("label-{}", property.name),
            };
            let count = counts.entry(stem.clone()).or_default();
            *count += 1;
            PropertyReport {
                id: format!("{stem}-{count}"),
                kind: property.kind,
                name: property.name.to_string(),
                site: property.site,
                span: property.span,
                verdict: Verdict::Unknown(open.clone()),
            }
        })
        .collect()
}

struct Check<'a> {
    unit: &'a Unit,
    program: &'a Program,
    reports: Vec<PropertyReport>,
}

impl Check<'_> {
    fn run(mut self, options: Options, control: &dyn Control, observer: &mut dyn Observer) -> Report {
        let threads = self.program.threads;
        let mut system = match ProgramSystem::new(self.program, control) {
            Ok(system) => system,
            Err(stop) => {
                let unknown = not_started(stop, control);
                for index in 0..self.reports.len() {
                    self.answer(index, Verdict::Unknown(unknown.clone()), observer);
                }
                return without_states(self.unit, self.reports);
            }
        };
        let count = self.reports.len() as u32;
        let decision = decide(&mut system, count, options, control, &mut |system, news| match news {
            News::Outcome(property, outcome) => {
                let verdict = self.verdict(system, property as usize, outcome);
                self.answer(property as usize, verdict, observer);
            }
            News::SoFar(rows) => observer.reachable(&by_site(system, self.program, rows)),
        });
        let certificate = options.certificate.then(|| self.certificate(&system, &decision.outcomes)).flatten();
        let reachable = by_site(&system, self.program, &decision.rows);
        if reachable.completeness == Completeness::Exact {
            find_vacuous(&mut self.reports, &reachable, observer);
        }
        observer.reachable(&reachable);
        let exact = reachable.completeness == Completeness::Exact;
        let thread_states = decision.rows.states.iter().filter(|(_, local)| is_live(&system, *local)).count() as u64;
        let statistics = Statistics {
            thread_states: exact.then_some(thread_states),
            maximal_markings: decision.maximal_markings,
            shared_states: decision.shared_states,
            local_states: decision.local_states,
        };
        Report { threads, properties: self.reports, reachable, statistics, certificate }
    }

    fn certificate(&self, system: &ProgramSystem<'_>, outcomes: &[Outcome]) -> Option<Box<CertificateDocument>> {
        let Unit { path, text, analysis, .. } = self.unit;
        let ids: Vec<String> = self.reports.iter().map(|report| report.id.clone()).collect();
        let question = QuestionDocument::of_reading(&analysis.reading);
        certificate::document(system, (path, text), question, (&ids, outcomes)).map(Box::new)
    }

    fn answer(&mut self, index: usize, verdict: Verdict, observer: &mut dyn Observer) {
        self.reports[index].verdict = verdict;
        observer.property(index, &self.reports[index]);
    }

    fn verdict(&self, system: &mut ProgramSystem<'_>, property: usize, outcome: &Outcome) -> Verdict {
        match outcome {
            Outcome::Proved { engine, .. } => Verdict::Proved(Proof { engine, certified: true, never_reached: false }),
            Outcome::Unknown(unknown) => Verdict::Unknown(unknown.clone()),
            Outcome::Violated(found) => match self.evidence(system, property, found) {
                Ok(trace) => Verdict::Violated(Violation { trace: Arc::new(trace) }),
                Err(what) => Verdict::Unknown(Unknown::Internal { what }),
            },
        }
    }

    fn evidence(
        &self,
        system: &mut ProgramSystem<'_>,
        property: usize,
        found: &Counterexample,
    ) -> Result<TraceDocument, String> {
        let Self { unit, program, .. } = *self;
        let report = &self.reports[property];
        let goal = Goal { id: &report.id, kind: report.kind, name: &report.name, site: report.site, span: report.span };
        let interpreter = Interpreter::new(&unit.file, &unit.analysis.names, &unit.analysis.reading);
        re_executed(unit, program, system, &interpreter, &goal, found)
    }
}

/// An assertion that no thread ever gets to holds vacuously.
pub(crate) fn find_vacuous(reports: &mut [PropertyReport], reachable: &Reachable, observer: &mut dyn Observer) {
    for (index, report) in reports.iter_mut().enumerate() {
        let reached = reachable.sites.contains_key(&report.site);
        if let (PropertyKind::Assert, false, Verdict::Proved(proof)) = (report.kind, reached, &mut report.verdict) {
            proof.never_reached = true;
            observer.property(index, report);
        }
    }
}
