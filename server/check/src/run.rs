//! The check of one program, from its lowered form to verdicts.

use std::hash::{Hash, Hasher};

use boolprog_explore::control::{Control, Progress, Stop};
use boolprog_explore::system::{LocalState, ProgramSystem};
use boolprog_explore::tts::LocalId;
use boolprog_program::lower::NotLowered;
use boolprog_program::program::{Program, Property, PropertyKind};
use boolprog_trace::document::TraceDocument;
use boolprog_trace::interpreter::Interpreter;
use rustc_hash::{FxHashMap, FxHasher};

use crate::certificate::{CertificateDocument, ReducedDocument, SetsDocument};
use crate::claim::claim_valuations;
use crate::decide::{News, Outcome, Proven, decide_with};
use crate::re_execution::{Goal, SHORTEST, claim_re_executed, re_executed};
use crate::reduced::Reduced;
use crate::report::{Completeness, Proof, PropertyReport, Reachable, Report, Statistics, Unknown, Verdict, Violation};
use crate::sites::by_site;
use crate::symbolic::{self, Share};
use crate::{Effort, Options, Unit, recursion};

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
    // How many engines work, and whether proofs are written down, changes no answer.
    Options { jobs: 1, certificate: false, ..options }.hash(&mut hasher);
    for info in &unit.analysis.names.variables {
        info.name.hash(&mut hasher);
    }
    match unit.analysis.program() {
        Ok(program) => program.fingerprint().hash(&mut hasher),
        Err(_) => unit.text.hash(&mut hasher),
    }
    hasher.finish()
}

/// The ids that reports give to these properties.
pub fn property_ids(asked: &[Property]) -> Vec<String> {
    properties(asked).into_iter().map(|report| report.id).collect()
}

/// Decides every property of a program that the options ask for. A program with errors has no properties and an empty report.
pub fn check(unit: &Unit, options: Options, control: &dyn Control, observer: &mut dyn Observer) -> Report {
    match unit.analysis.program() {
        Ok(program) => {
            let certificate = options.certificate.then(|| Box::new(CertificateDocument::of_unit(unit)));
            let reports = properties(&program.properties);
            Check { unit, program, reports, certificate }.run(options, control, observer)
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

fn proved(engine: &'static str) -> Verdict {
    Verdict::Proved(Proof { engine, certified: true, never_reached: false })
}

fn violated(evidence: Result<TraceDocument, String>) -> Verdict {
    match evidence {
        Ok(trace) => Verdict::Violated(Violation::of(trace)),
        Err(what) => Verdict::Unknown(Unknown::Internal { what }),
    }
}

struct Check<'a> {
    unit: &'a Unit,
    program: &'a Program,
    reports: Vec<PropertyReport>,
    /// The proofs so far, if they are wanted.
    certificate: Option<Box<CertificateDocument>>,
}

impl Check<'_> {
    fn run(mut self, options: Options, control: &dyn Control, observer: &mut dyn Observer) -> Report {
        let open = self.decide_briefly(options, control, observer);
        // Where valuations are many, to count thread states takes longer than all verdicts.
        let are_wanted = matches!(options.thread_states, Effort::Short | Effort::Full);
        if open.is_empty() && !self.reports.is_empty() && !are_wanted {
            return self.report();
        }
        let share = Share::of(self.program, options, control);
        let mut reduced = Reduced::new(self.program, options, &share);
        let mut left = Vec::new();
        let mut system = match ProgramSystem::new(self.program, &share) {
            Ok(system) => system,
            Err(stop) => {
                let unknown = not_started(stop, control);
                let open = self.prove_without_system(open, stop, &mut reduced, observer);
                left.extend(open.into_iter().map(|property| (property, unknown.clone())));
                self.decide_symbolically(left, options, control, observer);
                return self.report();
            }
        };
        let mut listener = |system: &mut ProgramSystem<'_>, news: News<'_>| match news {
            News::Outcome(property, Outcome::Unknown(unknown @ Unknown::Stopped { stop, .. }))
                if *stop != Stop::Cancelled =>
            {
                left.push((property, share.reason(unknown)));
            }
            News::Outcome(property, outcome) => {
                let verdict = self.verdict(system, property as usize, outcome);
                self.answer(property as usize, verdict, observer);
            }
            News::SoFar(rows) => observer.reachable(&by_site(system, self.program, rows)),
        };
        let prover = &mut |open: &[u32]| reduced.prove(open);
        let decision = decide_with(&mut system, &open, options, &share, &mut listener, prover);
        self.write_proofs(Some(&system), &reduced, &decision.outcomes);
        let reachable = by_site(&system, self.program, &decision.rows);
        let thread_states = decision.rows.states.iter().filter(|(_, local)| is_live(&system, *local)).count() as u64;
        drop(system);
        self.decide_symbolically(left, options, control, observer);
        if reachable.completeness == Completeness::Exact {
            find_vacuous(&mut self.reports, &reachable, observer);
        }
        observer.reachable(&reachable);
        let exact = reachable.completeness == Completeness::Exact;
        let statistics = Statistics {
            thread_states: exact.then_some(thread_states),
            maximal_markings: decision.maximal_markings,
            shared_states: decision.shared_states,
            local_states: decision.local_states,
            reduction: reduced.statistics(),
        };
        Report { reachable, statistics, ..self.report() }
    }

    /// The verdicts and proofs.
    fn report(self) -> Report {
        let certificate = self.certificate.and_then(CertificateDocument::if_any);
        Report { certificate, ..without_states(self.unit, self.reports) }
    }

    /// A program that starts in too many states may yet be proved where most of them are forgotten. Gives back what
    /// stays open.
    fn prove_without_system(
        &mut self,
        mut open: Vec<u32>,
        stop: Stop,
        reduced: &mut Reduced<'_>,
        observer: &mut dyn Observer,
    ) -> Vec<u32> {
        if stop == Stop::Memory {
            let proven = reduced.prove(&open).proven;
            open.retain(|property| proven.iter().all(|proven| proven.property != *property));
            let outcomes: Vec<(u32, Outcome)> = proven.into_iter().map(Proven::into_outcome).collect();
            self.write_proofs(None, reduced, &outcomes);
            for (property, outcome) in &outcomes {
                if let Outcome::Proved { engine, .. } = outcome {
                    self.answer(*property as usize, proved(engine), observer);
                }
            }
        }
        open
    }

    /// Adds to the certificate what was proved of the program itself, if it has a system, and of what is left of it.
    fn write_proofs(&mut self, system: Option<&ProgramSystem<'_>>, reduced: &Reduced<'_>, outcomes: &[(u32, Outcome)]) {
        let ids = self.ids();
        if let Some(certificate) = &mut self.certificate {
            certificate.sets = system.map(|system| SetsDocument::of(system, &ids, outcomes, false)).unwrap_or_default();
            certificate.reduced = ReducedDocument::of(reduced.system(), &ids, outcomes);
        }
    }

    fn ids(&self) -> Vec<String> {
        self.reports.iter().map(|report| report.id.clone()).collect()
    }

    fn answer(&mut self, index: usize, verdict: Verdict, observer: &mut dyn Observer) {
        self.reports[index].verdict = verdict;
        observer.property(index, &self.reports[index]);
    }

    /// Asks the symbolic engines first, where they are likely to be faster. Gives back what they leave open.
    fn decide_briefly(&mut self, options: Options, control: &dyn Control, observer: &mut dyn Observer) -> Vec<u32> {
        let asked: Vec<u32> = (0..self.reports.len() as u32).filter(|property| options.asks_for(*property)).collect();
        let answers = symbolic::decide_briefly(self.program, asked.clone(), options, control);
        let open =
            asked.into_iter().filter(|property| answers.iter().all(|(answered, _)| answered != property)).collect();
        self.answer_symbolically(answers, observer);
        open
    }

    /// Asks them for what is left.
    fn decide_symbolically(
        &mut self,
        left: Vec<(u32, Unknown)>,
        options: Options,
        control: &dyn Control,
        observer: &mut dyn Observer,
    ) {
        let answers = symbolic::decide(self.program, left, options, control);
        self.answer_symbolically(answers, observer);
    }

    fn answer_symbolically(&mut self, answers: Vec<(u32, symbolic::Outcome)>, observer: &mut dyn Observer) {
        let ids = self.ids();
        if let Some(certificate) = &mut self.certificate {
            certificate.add_diagrams(&ids, &answers);
        }
        for (property, outcome) in answers {
            let property = property as usize;
            let verdict = match outcome {
                symbolic::Outcome::Proved { engine, .. } => proved(engine),
                symbolic::Outcome::Unknown(unknown) => Verdict::Unknown(unknown),
                symbolic::Outcome::Violated(run) => {
                    let claim = Some(claim_valuations(self.program, &run));
                    violated(self.evidence(property, |interpreter, goal| {
                        claim_re_executed(self.unit, interpreter, goal, claim, (run.most_alive(), SHORTEST))
                    }))
                }
            };
            self.answer(property, verdict, observer);
        }
    }

    fn verdict(&self, system: &mut ProgramSystem<'_>, property: usize, outcome: &Outcome) -> Verdict {
        match outcome {
            Outcome::Proved { engine, .. } => proved(engine),
            Outcome::Unknown(unknown) => Verdict::Unknown(unknown.clone()),
            Outcome::Violated(found) => violated(self.evidence(property, |interpreter, goal| {
                re_executed(self.unit, self.program, system, interpreter, goal, found)
            })),
        }
    }

    fn evidence(
        &self,
        property: usize,
        re_execute: impl FnOnce(&Interpreter<'_>, &Goal<'_>) -> Result<TraceDocument, String>,
    ) -> Result<TraceDocument, String> {
        let report = &self.reports[property];
        let goal = Goal {
            id: &report.id,
            kind: report.kind,
            name: &report.name,
            site: report.site,
            span: report.span,
            thread: None,
        };
        let Unit { file, analysis, .. } = self.unit;
        re_execute(&Interpreter::new(file, &analysis.names, &analysis.reading), &goal)
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
