//! Programs that cannot be inlined: exact for one thread, to some depth of recursion for several.

mod few_variables;
mod one_thread;
mod symbolic;
mod unrolled;

use boolprog_base::control::Control;
use boolprog_base::engine::EngineId;
use boolprog_certificate::document::CertificateDocument;
use boolprog_program::lower::{self, NotLowered};
use boolprog_program::program::Threads;
use boolprog_trace::interpreter::Interpreter;

use crate::certificate;
use crate::claim::Claim;
use crate::observer::Observer;
use crate::options::Options;
use crate::re_execution::{Goal, claim_re_executed};
use crate::report::{PropertyReport, Reachable, Report, Statistics, Unknown, Verdict, Violation, undecided};
use crate::unit::Unit;

/// The controls of a check.
#[derive(Clone, Copy)]
pub(crate) struct Controls<'a> {
    /// Of the proofs with few variables.
    pub(crate) few: &'a dyn Control,
    /// Of all other work.
    pub(crate) all: &'a dyn Control,
}

impl<'a> Controls<'a> {
    /// The same control for both.
    pub(crate) fn alike(control: &'a dyn Control) -> Self {
        Self { few: control, all: control }
    }
}

/// Decides as many properties as possible of a program that was not lowered for this reason.
pub(crate) fn check(
    unit: &Unit,
    reason: &NotLowered,
    options: Options,
    controls: Controls<'_>,
    observer: &mut dyn Observer,
) -> Report {
    let reading = &unit.analysis.reading;
    let reports = undecided(&lower::properties(&unit.file, reading));
    let open = (0..reports.len() as u32).map(|property| options.asks_for(property)).collect();
    let certificate = options.certificate.then(|| Box::new(certificate::of_unit(unit)));
    let mut answers = Answers { unit, reports, open, certificate, observer };
    match (unit.analysis.modular(), reason) {
        (Some(program), _) if reading.threads == Threads::Exactly(1) && !program.creates_threads => {
            one_thread::check(answers, program, options, controls)
        }
        (_, NotLowered::Recursion { cycle }) => {
            let name = |index: u32| unit.analysis.names.procedures[index as usize].name.to_string();
            let cycle = cycle.iter().map(|procedure| name(procedure.0)).collect();
            unrolled::check(answers, cycle, options, controls.all)
        }
        _ => {
            answers.settle_rest(&Unknown::TooLarge);
            let reachable = Reachable { why: Some(Unknown::TooLarge), ..Reachable::default() };
            answers.report(reachable, Statistics::default())
        }
    }
}

struct Answers<'a> {
    unit: &'a Unit,
    reports: Vec<PropertyReport>,
    open: Vec<bool>,
    /// Proofs so far, if they are wanted.
    certificate: Option<Box<CertificateDocument>>,
    observer: &'a mut dyn Observer,
}

impl Answers<'_> {
    fn open(&self) -> Vec<u32> {
        (0..).zip(&self.open).filter(|(_, open)| **open).map(|(property, _)| property).collect()
    }

    fn settle(&mut self, property: u32, verdict: Verdict) {
        let index = property as usize;
        self.open[index] = false;
        self.reports[index].verdict = verdict;
        self.observer.property(index, &self.reports[index]);
    }

    fn settle_rest(&mut self, unknown: &Unknown) {
        for property in self.open() {
            self.settle(property, Verdict::Unknown(unknown.clone()));
        }
    }

    /// Has the interpreter re-execute a claimed violation. `promise` is the number of live threads that it needs, and
    /// the guarantee of the engine on its length.
    fn evidence(&self, (engine, property): (EngineId, u32), claim: Option<Claim>, promise: (u32, &str)) -> Verdict {
        let report = &self.reports[property as usize];
        let goal = Goal::of(report);
        let unit = self.unit;
        let interpreter = Interpreter::new(&unit.file, &unit.analysis.names, &unit.analysis.reading);
        match claim_re_executed(unit, &interpreter, &goal, claim, promise) {
            Ok(trace) => Verdict::Violated(Violation::by(engine, trace)),
            Err(what) => Verdict::Unknown(Unknown::Internal { what }),
        }
    }

    fn ids(&self) -> Vec<String> {
        self.reports.iter().map(|report| report.id.clone()).collect()
    }

    fn report(self, reachable: Reachable, statistics: Statistics) -> Report {
        let certificate = self.certificate.and_then(CertificateDocument::if_any);
        Report { reachable, statistics, certificate, ..Report::of_verdicts(self.reports) }
    }
}
