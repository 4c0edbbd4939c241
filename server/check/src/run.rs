//! The check of one program, from its lowered form to verdicts.

use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, ScopedJoinHandle};

use boolprog_base::budget::{Budget, Limited};
use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::engine::EngineId;
use boolprog_certificate::document::CertificateDocument;
use boolprog_explore::system::ProgramSystem;
use boolprog_program::lower::NotLowered;
use boolprog_program::program::Program;
use boolprog_trace::document::TraceDocument;

use crate::certificate;
use crate::decide::{Decision, News, Outcome, decide_with};
use crate::findings::Proven;
use crate::lanes::{Lane, Lanes, SLOW};
use crate::localization::{self, Answer, Asked, Localized, Round, localize};
use crate::observer::{Observer, Unobserved};
use crate::options::{Effort, Options};
use crate::re_execution::{Goal, ReExecution, SHORTEST};
use crate::recursion::{self, Controls};
use crate::reduced::Reduced;
use crate::report::{
    Completeness, Proof, PropertyReport, Reachable, Report, Statistics, Unknown, Verdict, Violation, Visible, undecided,
};
use crate::sites::{by_site, count_live};
use crate::symbolic;
use crate::unit::Unit;
use crate::vacuity::find_vacuous;

/// Decides every property of a program that the options ask for. A program with errors has no properties and an empty report.
pub fn check(unit: &Unit, options: Options, control: &dyn Control, observer: &mut dyn Observer) -> Report {
    if let Some(report) = check_calls(unit, options, control, observer) {
        return report;
    }
    match unit.analysis.program() {
        Ok(program) => {
            let certificate = options.certificate.then(|| Box::new(certificate::of_unit(unit)));
            let reports = undecided(&program.properties);
            let re_execution = &ReExecution::new(unit, program);
            let rounds = Vec::new();
            Check { unit, program, re_execution, reports, certificate, control, rounds }.run(options, observer)
        }
        Err(NotLowered::Errors) => Report::of_verdicts(Vec::new()),
        Err(reason) => recursion::check(unit, reason, options, Controls::alike(control), observer),
    }
}

/// States that the engines for procedures may visit before a program with many calls is inlined.
const BEFORE_INLINING: u64 = 100_000;

/// Operations on sets of few variables before that: some for each location that inlining would make, and at least these.
/// They are small, and a proof takes many for each call.
const WITH_FEW_BEFORE_INLINING: (u64, u64) = (20, 200_000);

/// Memory of a location of an inlined program, with its edges, and of that of a smaller program, in bytes.
const LOCATION: u64 = 2000;

/// Decides a program of one thread with many calls without inlining them. `None` for other programs, and for one that
/// this does not decide soon: with its calls inlined, other engines may decide more.
fn check_calls(unit: &Unit, options: Options, control: &dyn Control, observer: &mut dyn Observer) -> Option<Report> {
    let modular = unit.analysis.with_many_calls().filter(|_| options.engine.is_none())?;
    let inlined = modular.locations_inlined().unwrap_or(u64::MAX);
    let (each, least) = WITH_FEW_BEFORE_INLINING;
    let polls = inlined.saturating_mul(each).max(least);
    let few = Limited::new(control, Budget { states: BEFORE_INLINING, polls });
    let briefly = Controls { few: &few, all: &Limited::new(control, Budget::states(BEFORE_INLINING)) };
    let mut report = recursion::check(unit, &NotLowered::TooLarge, options, briefly, &mut Unobserved);
    let is_open = |(index, property): (u32, &PropertyReport)| {
        options.asks_for(index) && matches!(property.verdict, Verdict::Unknown(_))
    };
    if (0..).zip(&report.properties).any(is_open) && control.poll(&Progress::default()).is_ok() {
        let bytes = usize::try_from(inlined.saturating_mul(LOCATION)).unwrap_or(usize::MAX);
        let is_small = control.poll(&Progress { bytes, ..Progress::default() }).is_ok();
        if is_small && unit.analysis.program().is_ok() {
            return None;
        }
        report = recursion::check(unit, &NotLowered::TooLarge, options, Controls::alike(control), &mut Unobserved);
    }
    for (index, property) in report.properties.iter().enumerate().filter(|(index, _)| options.asks_for(*index as u32)) {
        observer.property(index, property);
    }
    observer.reachable(&report.reachable);
    Some(report)
}

fn proved(engine: EngineId) -> Verdict {
    Verdict::Proved(Proof::by(engine))
}

fn violated(engine: EngineId, evidence: Result<TraceDocument, Unknown>) -> Verdict {
    match evidence {
        Ok(trace) => Verdict::Violated(Violation::by(engine, trace)),
        Err(unknown) => Verdict::Unknown(unknown),
    }
}

struct Check<'a> {
    unit: &'a Unit,
    program: &'a Program,
    re_execution: &'a ReExecution<'a>,
    reports: Vec<PropertyReport>,
    /// Proofs so far, if they are wanted.
    certificate: Option<Box<CertificateDocument>>,
    control: &'a dyn Control,
    /// The rounds of localization.
    rounds: Vec<Round>,
}

/// The numbers of the lanes.
const LOCALIZATION: usize = 0;
const STATES: usize = 1;
const SETS: usize = 2;

/// A program with many bits is rarely decided sooner by all of them than by few: the other lanes wait longer.
const PATIENCE: u64 = 400;

/// One with few bits is rarely decided sooner by some of them than by all: localization waits longer.
const PATIENCE_WITH_STATES: u64 = 5;

/// Asks the engines over sets of valuations, in their lane. `None` if it is over before its first turn: tables for sets
/// are large, and none are made in vain.
fn decide_by_sets(program: &Program, options: Options, lanes: &Lanes<'_>) -> Option<symbolic::Answers> {
    let lane = lanes.start(SETS, SLOW, || {});
    lane.poll(&Progress::default()).ok()?;
    let answers = symbolic::decide(program, lanes.open(), options, &lane);
    for property in symbolic::settled(&answers.decided) {
        lane.close(property);
    }
    Some(answers)
}

/// The result of a search on another thread, or its panic.
fn joined<T>(search: ScopedJoinHandle<'_, T>) -> T {
    search.join().unwrap_or_else(|panic| resume_unwind(panic))
}

/// Statistics of the engines that visit states one by one.
#[derive(Default)]
struct ByStates {
    /// The properties that they leave open, with the reasons.
    left: Vec<(u32, Unknown)>,
    reachable: Reachable,
    statistics: Statistics,
}

impl Check<'_> {
    /// Asks three kinds of search, which take turns (see [`Lanes`]): localization, the engines that visit states one by
    /// one, and those over sets of valuations. A program that is not wide is asked by its states before localization.
    fn run(mut self, options: Options, observer: &mut dyn Observer) -> Report {
        let open = self.decide_briefly(options, self.control, observer);
        let (program, control) = (self.program, self.control);
        let localization = options.localization.filter(|_| options.engine.is_none() && !open.is_empty());
        let lanes = &Lanes::new(control, &open, SETS + 1);
        let (sender, answers) = channel();
        let asked = Asked { re_execution: self.re_execution, reports: self.reports.clone(), answers: sender };
        let (reachable, statistics) = thread::scope(|scope| {
            let (started, by_sets) = channel();
            let start_sets = move || {
                if options.engine.is_none() {
                    let _ = started.send(scope.spawn(move || decide_by_sets(program, options, lanes)));
                }
            };
            let (started, localized) = channel();
            let lane = match localization {
                Some(how) if localization::is_wide(program, how) => {
                    let (slow, is_slow) = channel::<()>();
                    let lane = lanes.start(LOCALIZATION, PATIENCE * SLOW, move || drop(slow));
                    let _ = started.send(scope.spawn(move || localize(asked, &open, (how, options), &lane)));
                    // Nothing is sent: the other end is dropped when the lane is slow or has ended.
                    let _ = is_slow.recv();
                    lanes.start(STATES, SLOW, start_sets)
                }
                Some(how) => lanes.start(STATES, PATIENCE_WITH_STATES * SLOW, move || {
                    let localize = move || {
                        let lane = lanes.start(LOCALIZATION, SLOW, start_sets);
                        localize(asked, &open, (how, options), &lane)
                    };
                    let _ = started.send(scope.spawn(localize));
                }),
                None => lanes.start(STATES, SLOW, start_sets),
            };
            let found = self.decide_by_states(&lane, &answers, options, observer);
            if found.left.iter().all(|(property, _)| !lanes.is_open(*property)) {
                lanes.end();
            }
            // Now every lane has started, or never will.
            drop(lane);
            self.enter_rounds(localized.try_recv().ok().map(joined).unwrap_or_default());
            let by_sets = by_sets.try_recv().ok().and_then(joined);
            self.enter_localized(&answers, observer);
            self.enter_rest(by_sets, found.left, observer);
            (found.reachable, found.statistics)
        });
        if reachable.completeness == Completeness::Exact {
            find_vacuous(&mut self.reports, &reachable, observer);
        }
        let report = self.report();
        let statistics = Statistics { rounds: report.statistics.rounds, ..statistics };
        Report { reachable, statistics, properties: report.properties, certificate: report.certificate }
    }

    /// Asks the engines that visit states one by one, in their lane.
    fn decide_by_states(
        &mut self,
        lane: &Lane<'_>,
        localized: &Receiver<Answer>,
        options: Options,
        observer: &mut dyn Observer,
    ) -> ByStates {
        self.enter_localized(localized, observer);
        // With many valuations, counting thread states takes longer than all verdicts.
        let are_listed = matches!(options.thread_states, Effort::Short | Effort::Full);
        let open = lane.lanes.open();
        if are_listed || self.reports.is_empty() {
            lane.go_on();
        } else if open.is_empty() {
            return ByStates::default();
        }
        let share = symbolic::share(self.program, options, lane);
        let mut reduced = Reduced::new(self.program, options, &share);
        let mut left = Vec::new();
        let mut system = match ProgramSystem::new(self.program, &share) {
            Ok(system) => system,
            Err(stop) => {
                let unknown = Unknown::not_started(stop, lane);
                let open = self.prove_without_system(open, stop, &mut reduced, observer);
                left.extend(open.into_iter().map(|property| (property, unknown.clone())));
                let reachable = Reachable { why: Some(unknown), ..Reachable::default() };
                return ByStates { left, reachable, ..ByStates::default() };
            }
        };
        let mut listener = |system: &mut ProgramSystem<'_>, news: News<'_>| match news {
            // Another lane has its answer.
            News::Outcome(property, _) if !lane.lanes.is_open(property) => {}
            News::Outcome(property, Outcome::Unknown(unknown @ Unknown::Stopped { .. })) => {
                left.push((property, symbolic::reason(&share, unknown)));
            }
            News::Outcome(property, outcome) => {
                lane.close(property);
                let verdict = self.verdict(system, property as usize, outcome);
                self.answer(property as usize, verdict, observer);
            }
            News::SoFar(rows) => {
                self.enter_localized(localized, observer);
                observer.reachable(&by_site(system, self.program, rows));
            }
        };
        let prover = &mut |open: &[u32]| reduced.prove(open);
        let decision = decide_with(&mut system, &open, options, &share, &mut listener, prover);
        self.write_proofs(&system, &decision);
        self.write_reduced(&reduced, &decision.proven_on_smaller());
        self.name_needed(&reduced, &decision.proven_on_smaller());
        let reachable = by_site(&system, self.program, &decision.rows);
        observer.reachable(&reachable);
        let thread_states = count_live(&system, &decision.rows.states);
        let statistics = Statistics { reduction: reduced.statistics(), ..decision.statistics(thread_states) };
        ByStates { left, reachable, statistics }
    }

    fn report(self) -> Report {
        let (ids, names) = (self.ids(), &self.unit.analysis.names);
        let rounds = self.rounds.iter().map(|round| round.told(self.program, names, &ids)).collect();
        let statistics = Statistics { rounds, ..Statistics::default() };
        let certificate = self.certificate.and_then(CertificateDocument::if_any);
        Report { statistics, certificate, ..Report::of_verdicts(self.reports) }
    }

    /// Tries to prove a program with too many initial states by a reduction that forgets most of them. Returns the open
    /// properties.
    fn prove_without_system(
        &mut self,
        mut open: Vec<u32>,
        stop: Stop,
        reduced: &mut Reduced<'_>,
        observer: &mut dyn Observer,
    ) -> Vec<u32> {
        if stop == Stop::Memory {
            let proven = reduced.prove(&open).proven;
            let settled: BTreeSet<u32> = proven.iter().map(|proven| proven.property).collect();
            open.retain(|property| !settled.contains(property));
            self.write_reduced(reduced, &proven);
            let needed = Visible::new(&self.unit.analysis.names, reduced.needed(), 0);
            for Proven { property, engine, .. } in proven {
                self.answer_with(property as usize, proved(engine), Some(needed.clone()), observer);
            }
        }
        open
    }

    /// Adds the proofs about the program itself to the certificate.
    fn write_proofs(&mut self, system: &ProgramSystem<'_>, decision: &Decision) {
        let ids = self.ids();
        if let Some(document) = &mut self.certificate {
            document.sets = certificate::sets(system, &ids, &decision.proven());
        }
    }

    /// Adds the proofs about the reduced program to the certificate.
    fn write_reduced(&mut self, reduced: &Reduced<'_>, proven: &[Proven]) {
        let ids = self.ids();
        if let Some(document) = &mut self.certificate {
            document.reduced.extend(certificate::reduced(reduced.system(), &ids, proven));
        }
    }

    /// Records which variables these proofs about the reduced program need.
    fn name_needed(&mut self, reduced: &Reduced<'_>, proven: &[Proven]) {
        if proven.is_empty() {
            return;
        }
        let needed = Visible::new(&self.unit.analysis.names, reduced.needed(), 0);
        for Proven { property, .. } in proven {
            self.reports[*property as usize].visible = Some(needed.clone());
        }
    }

    /// The variables that were visible when localization tried a property last.
    fn visible(&self, property: u32) -> Option<Visible> {
        localization::visible(&self.rounds, property, self.program, &self.unit.analysis.names)
    }

    fn ids(&self) -> Vec<String> {
        self.reports.iter().map(|report| report.id.clone()).collect()
    }

    /// Enters a verdict on the whole program.
    fn answer(&mut self, index: usize, verdict: Verdict, observer: &mut dyn Observer) {
        let is_open = matches!(verdict, Verdict::Unknown(_));
        let visible = if is_open { self.visible(index as u32) } else { None };
        self.answer_with(index, verdict, visible, observer);
    }

    /// Enters a verdict that depends on these variables, if they are known.
    fn answer_with(&mut self, index: usize, verdict: Verdict, visible: Option<Visible>, observer: &mut dyn Observer) {
        self.reports[index].verdict = verdict;
        self.reports[index].visible = visible;
        observer.property(index, &self.reports[index]);
    }

    /// Asks the symbolic engines first, if they are likely to be faster. Returns the properties that they leave open.
    fn decide_briefly(&mut self, options: Options, control: &dyn Control, observer: &mut dyn Observer) -> Vec<u32> {
        let asked: Vec<u32> = (0..self.reports.len() as u32).filter(|property| options.asks_for(*property)).collect();
        let answers = symbolic::decide_briefly(self.program, asked.clone(), options, control);
        let answered = symbolic::properties(&answers);
        let open = asked.into_iter().filter(|property| !answered.contains(property)).collect();
        self.answer_symbolically(answers, observer);
        open
    }

    /// Enters the answers that localization has given so far.
    fn enter_localized(&mut self, answers: &Receiver<Answer>, observer: &mut dyn Observer) {
        for Answer { property, verdict, visible } in answers.try_iter() {
            self.answer_with(property as usize, verdict, Some(visible), observer);
        }
    }

    /// Enters what localization has beside its answers.
    fn enter_rounds(&mut self, Localized { documents, rounds }: Localized) {
        self.rounds = rounds;
        if let Some(document) = &mut self.certificate {
            document.reduced.extend(documents);
        }
    }

    /// Enters the answers of the engines over sets to properties that are still open, and the reasons why the others have
    /// none.
    fn enter_rest(
        &mut self,
        by_sets: Option<symbolic::Answers>,
        left: Vec<(u32, Unknown)>,
        observer: &mut dyn Observer,
    ) {
        let is_open = |property: u32| matches!(self.reports[property as usize].verdict, Verdict::Unknown(_));
        let mut open = left;
        open.retain(|(property, _)| is_open(*property));
        if let Some(mut answers) = by_sets {
            answers.decided.retain(|(property, _)| is_open(*property));
            let decided = symbolic::properties(&answers.decided);
            open.retain(|(property, _)| !decided.contains(property));
            for (_, unknown) in &mut open {
                *unknown = answers.unknown(unknown.clone());
            }
            self.answer_symbolically(answers.decided, observer);
        }
        for (property, unknown) in open {
            self.answer(property as usize, Verdict::Unknown(unknown), observer);
        }
    }

    fn answer_symbolically(&mut self, answers: Vec<(u32, symbolic::Outcome)>, observer: &mut dyn Observer) {
        let ids = self.ids();
        if let Some(document) = &mut self.certificate {
            document.diagrams.extend(certificate::diagrams(&ids, &symbolic::proven(&answers)));
        }
        for (property, outcome) in answers {
            let property = property as usize;
            let verdict = match outcome {
                symbolic::Outcome::Proved { engine, .. } => proved(engine),
                symbolic::Outcome::Unknown(unknown) => Verdict::Unknown(unknown),
                symbolic::Outcome::Violated { engine, run } => {
                    let goal = Goal::of(&self.reports[property]);
                    violated(engine, self.re_execution.of_valuations(&goal, &run, SHORTEST, self.control))
                }
            };
            self.answer(property, verdict, observer);
        }
    }

    fn verdict(&mut self, system: &mut ProgramSystem<'_>, property: usize, outcome: &Outcome) -> Verdict {
        match outcome {
            Outcome::Proved { engine, .. } => proved(*engine),
            Outcome::Unknown(unknown) => Verdict::Unknown(unknown.clone()),
            Outcome::Violated { decided_by, engine, found } => {
                let goal = Goal::of(&self.reports[property]);
                match self.re_execution.of_states(&goal, system, found, self.control) {
                    Ok(trace) => Verdict::Violated(Violation::by(*engine, trace).decided_by(*decided_by)),
                    Err(unknown) => Verdict::Unknown(unknown),
                }
            }
        }
    }
}
