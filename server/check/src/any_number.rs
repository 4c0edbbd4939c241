//! Deciding a program for any number of instances of its processes with `[*]`.
//!
//! Five searches take turns, in the order of one [table](turns), and the first answer with evidence counts. Violations are
//! found by a search with 1, 2, 3, ... instances of each such process, the fewest first, or with [many](crowds) of which few
//! act at a time, and executed again as those of any other program; those of a C program also in executions of
//! its text at random. Proofs are [invariants](boolprog_abstraction::modular) about some of the instances, which count if their
//! checker accepts them. [Refinement](crate::refine) finds both, through Boolean programs. Questions to the prover are
//! remembered, so that a turn which begins again soon is where the last one was; the checker of proofs is another process.

mod crowds;
mod invariants;
mod predicates;
mod turns;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use boolprog_abstraction::engines::Explicit;
use boolprog_abstraction::integers::{VALUES, Violation};
use boolprog_abstraction::modular::{Domain, Memory};
use boolprog_base::control::{Control, Stop};
use boolprog_base::engine::{Engine, EngineId, Finding};
use boolprog_certificate::document::{CertificateDocument, QuestionDocument};
use boolprog_integer::explicit::{Order, Values};
use boolprog_integer::{System, VariableId};
use boolprog_prover::{Answer, Prover, Query, Remembering, Unknown};

use crate::integer::{self, Decision, Found, Known, Model, Options, asked, evidence, executed};
use crate::learned::Learned;
use crate::observer::{Observer, Unobserved};
use crate::report::{PropertyReport, Reason, Report, Statistics};
use crate::statistics::Questions;
use predicates::Road;
use turns::TURNS;
pub(crate) use turns::{AT_ONCE, BRIEF, Turn};

/// Decides every property that the options ask for, for any number of instances. The order of the reports, and what the
/// observer hears, is as for [`integer::check`](crate::integer::check). What earlier versions of the program had in common
/// with this one comes first.
pub(crate) fn check_again(
    question: (&Model, &Learned),
    options: &Options,
    prover: &mut dyn Prover,
    control: &dyn Control,
    observer: &mut dyn Observer,
) -> Report {
    let asked = asked(question.0, options);
    take_turns(TURNS, question, (asked, options), prover, control, observer)
}

/// The same about some of the properties by some turns alone.
pub(crate) fn prove_briefly(
    model: &Model,
    (asked, turns): (Vec<u32>, &[Turn]),
    options: &Options,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Report {
    take_turns(turns, (model, &Learned::default()), (asked, options), prover, control, &mut Unobserved)
}

fn take_turns(
    turns: &[Turn],
    (model, known): (&Model, &Learned),
    (asked, options): (Vec<u32>, &Options),
    prover: &mut dyn Prover,
    control: &dyn Control,
    observer: &mut dyn Observer,
) -> Report {
    let question = QuestionDocument::of_instantiation(&model.system, model.instantiation);
    let checker = prover.another();
    let mut search = Search {
        model,
        options,
        prover: Remembering::new(prover),
        checker,
        control,
        open: asked.clone(),
        reports: Vec::new(),
        fault: None,
        certificate: Box::new(CertificateDocument::new((&model.path, &model.text), question)),
        states: 0,
        complete: 0,
        looked: BTreeMap::new(),
        refuted: 0,
        settled: BTreeSet::new(),
        explored: Memory::default(),
        explored_parts: BTreeMap::new(),
        road: Road::NotStarted,
        no_prover: None,
        reasons: Vec::new(),
        stop: None,
    };
    let proved = known.proved(model, &asked);
    let known_of = Known { proved, violated: Vec::new() };
    integer::tell(model, &asked, &known_of, observer);
    // An invariant says more than that there was one.
    for invariant in &*known.invariants {
        search.offer(invariant);
    }
    for (property, engine) in known_of.proved {
        if search.open.contains(&property) {
            search.proved(&[property], engine);
        }
    }
    let mut told = search.reports.len();
    for turn in turns {
        if search.is_over() {
            break;
        }
        search.take(*turn, observer);
        for (property, report) in &search.reports[told..] {
            observer.property(asked.iter().position(|other| other == property).unwrap_or(asked.len()), report);
        }
        told = search.reports.len();
    }
    let report = search.report(&asked);
    for (index, property) in report.properties.iter().enumerate() {
        observer.property(index, property);
    }
    report
}
struct Search<'a> {
    model: &'a Model,
    options: &'a Options,
    prover: Remembering<&'a mut dyn Prover>,
    /// The prover that checks proofs, if it is another one.
    checker: Option<Box<dyn Prover>>,
    control: &'a dyn Control,
    /// The properties without an answer.
    open: Vec<u32>,
    reports: Vec<(u32, PropertyReport)>,
    /// That a value does not exist.
    fault: Option<PropertyReport>,
    /// The proofs so far.
    certificate: Box<CertificateDocument>,
    /// The most states that a search with a number of instances met.
    states: u64,
    /// All states with up to this number of instances were visited, as far as the properties allow so few.
    complete: u16,
    /// The states that were visited with numbers of instances and choices near constants, and whether nothing but other values
    /// was left to try.
    looked: BTreeMap<u16, (u64, bool)>,
    /// The highest level at which the open properties have no invariant.
    refuted: u16,
    /// Domains in which properties are known to have no invariant.
    settled: BTreeSet<(Domain, Vec<u32>)>,
    /// What is known explicitly of some instances.
    explored: Memory,
    /// The same, of the system with some of its variables alone.
    explored_parts: BTreeMap<Vec<VariableId>, Memory>,
    /// The loops of refinement.
    road: Road<'a>,
    /// That there is no prover.
    no_prover: Option<Reason>,
    /// Why proofs were not found.
    reasons: Vec<Reason>,
    /// The limit that ended a search.
    stop: Option<Stop>,
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        let wants = |property: &u32| *property != VALUES || self.fault.is_none();
        self.stop.is_some() || !self.open.iter().any(wants)
    }

    /// Where a value does not exist nothing is proved.
    fn wants_proofs(&self) -> bool {
        !self.is_over() && self.fault.is_none() && self.no_prover.is_none()
    }

    fn take(&mut self, turn: Turn, observer: &mut dyn Observer) {
        let engine = match turn {
            Turn::Few(..) | Turn::Many(_) => EngineId::Explicit,
            Turn::Crowd(..) => EngineId::Crowd,
            Turn::Random(_) => EngineId::Random,
            Turn::Invariant(..) | Turn::Each(..) => EngineId::Modular,
            Turn::Refine(_) => EngineId::Refinement,
        };
        if self.options.engine.is_some_and(|only| only != engine) {
            return;
        }
        match turn {
            Turn::Few(instances, states) => {
                if self.complete < instances {
                    observer.engine(engine);
                    self.look_near(instances, states.min(self.options.states));
                }
            }
            Turn::Many(instances) => {
                if self.complete < instances {
                    observer.engine(engine);
                    let tried_some = self.look_near(instances, self.options.states);
                    if tried_some && !self.is_over() {
                        self.look(instances, Values::Within, self.options.states);
                    }
                }
            }
            Turn::Crowd(acting, states) => {
                observer.engine(engine);
                self.look_for_crowds(acting, states.min(self.options.states));
            }
            Turn::Random(way) => {
                if self.model.machine.is_some() {
                    observer.engine(engine);
                    self.execute(way);
                }
            }
            Turn::Invariant(form, seconds) => {
                if self.wants_proofs() {
                    observer.engine(engine);
                    self.prove(form, Duration::from_secs(seconds));
                }
            }
            Turn::Each(form, seconds) => {
                if self.wants_proofs() && self.open.len() > 1 {
                    observer.engine(engine);
                    self.prove_each(form, Duration::from_secs(seconds));
                }
            }
            Turn::Refine(seconds) => {
                if self.wants_proofs() {
                    observer.engine(engine);
                    self.refine(seconds);
                }
            }
        }
    }

    /// `true` if the prover answers at all; otherwise it is not asked again.
    fn has_prover(&mut self) -> bool {
        let query = Query { system: &System::default(), choices: &[], conjuncts: &[], model: false };
        match self.prover.ask(&query, self.control) {
            Ok(Answer::Unknown(Unknown::Unavailable(why))) => self.no_prover = Some(Reason::NoProver(why)),
            Ok(_) => {}
            Err(stop) => self.stop = Some(stop),
        }
        self.wants_proofs()
    }

    fn undecided(&mut self, reason: Reason) {
        if !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }

    /// Looks for violations with this number of instances, and choices near constants, unless as many states were visited.
    /// `true` if nothing but other values is left to try.
    fn look_near(&mut self, instances: u16, states: u64) -> bool {
        match self.looked.get(&instances) {
            Some((known, tried_some)) if *known >= states => *tried_some,
            _ => {
                let tried_some = self.look(instances, Values::NearConstants, states);
                self.looked.insert(instances, (states, tried_some));
                tried_some
            }
        }
    }

    /// Looks for violations with this number of instances, and choices of these values. `true` if nothing but other values is
    /// left to try.
    fn look(&mut self, instances: u16, values: Values, states: u64) -> bool {
        let Ok(model) = self.model.with_fewer_instances(instances) else {
            // An edge may name an instance that there is not: with so few, the program does not exist.
            if self.complete + 1 == instances && instances < self.model.fewest_instances() {
                self.complete = instances;
            }
            return false;
        };
        let inputs = self.options.inputs;
        let mut engine = Explicit { order: Order::BreadthFirst, inputs, values, states: Some(states) };
        let outcome = engine.ask(&model.system, &self.open, 0, self.control);
        self.states = self.states.max(outcome.states.states);
        for finding in outcome.findings {
            if let Finding::Violated { property, violation } = finding {
                let is_doubtful = matches!(&violation, Violation::Run(run) if model.doubt(run.end()).is_some());
                if !is_doubtful || !self.look_without_doubt(property, instances, &mut engine) {
                    self.violated(&model, EngineId::Explicit, property, violation);
                }
            }
        }
        match outcome.states.reason {
            // Other searches may need less memory.
            Some(Reason::Stopped(Stop::Memory)) => self.undecided(Reason::Stopped(Stop::Memory)),
            Some(Reason::Stopped(stop)) => self.stop = Some(stop),
            None if self.complete + 1 == instances => self.complete = instances,
            _ => {}
        }
        matches!(outcome.states.reason, Some(Reason::Inputs(_)))
    }

    /// Looks for a violation of a property in runs that the text has, with this number of instances or one more; `true` if there
    /// is one.
    fn look_without_doubt(&mut self, property: u32, instances: u16, engine: &mut Explicit) -> bool {
        for instances in [instances, instances.saturating_add(1)] {
            let Ok(model) = self.model.with_fewer_instances(instances) else { return false };
            let outcome = engine.ask(&model.without_doubt(), &[property], 0, self.control);
            for finding in outcome.findings {
                if let Finding::Violated { property, violation } = finding {
                    self.violated(&model, EngineId::Explicit, property, violation);
                    return true;
                }
            }
        }
        false
    }

    /// Looks for violations in executions of the text at random.
    fn execute(&mut self, way: u64) {
        let ways = (self.options.seed, way);
        let found = executed::at_random(self.model, &self.open, ways, self.control);
        let executed = |(property, trace)| (property, Some(Found::Executed(EngineId::Random, Box::new(trace))));
        self.settle(found.into_iter().map(executed).collect());
    }

    fn violated(&mut self, model: &Model, engine: EngineId, property: u32, violation: Violation) {
        match violation {
            Violation::Run(run) => {
                let verdicts = vec![(property, Some(Found::Violated(engine, run)))];
                let decision = Decision { verdicts, ..Decision::default() };
                for report in evidence::properties(model, decision, self.control) {
                    self.enter(property, report);
                }
            }
            Violation::Fault(fault) if self.fault.is_none() => {
                let decision = Decision { fault: Some((engine, fault)), ..Decision::default() };
                self.fault = evidence::properties(model, decision, self.control).pop();
            }
            Violation::Fault(_) => {}
        }
    }

    /// Enters properties as proved.
    fn proved(&mut self, properties: &[u32], engine: EngineId) {
        self.settle(properties.iter().map(|property| (*property, Some(Found::Proved(engine, None)))).collect());
    }

    /// Enters what was found about properties.
    fn settle(&mut self, verdicts: Vec<(u32, Option<Found>)>) {
        let properties: Vec<u32> = verdicts.iter().map(|(property, _)| *property).collect();
        let reports = evidence::properties(self.model, Decision { verdicts, ..Decision::default() }, self.control);
        properties.into_iter().zip(reports).for_each(|(property, report)| self.enter(property, report));
    }

    /// Enters what is decided about a property.
    fn enter(&mut self, property: u32, report: PropertyReport) {
        self.open.retain(|open| *open != property);
        self.reports.push((property, report));
    }

    fn report(mut self, asked: &[u32]) -> Report {
        let fault = self.fault.take();
        let unknown: Vec<u32> =
            self.open.iter().copied().filter(|property| *property != VALUES || fault.is_none()).collect();
        let decision = Decision {
            verdicts: unknown.iter().map(|property| (*property, None)).collect(),
            reasons: self.reasons(fault.is_some()),
            ..Decision::default()
        };
        let reports = evidence::properties(self.model, decision, self.control);
        unknown.into_iter().zip(reports).for_each(|(property, report)| self.enter(property, report));
        self.reports.sort_by_key(|(property, _)| asked.iter().position(|other| other == property));
        let properties = self.reports.into_iter().map(|(_, report)| report).chain(fault).collect();
        let asked = Questions { asked: self.prover.questions, remembered: self.prover.remembered };
        let statistics = Statistics { states: self.states, questions: Some(asked), ..Statistics::default() };
        Report { statistics, certificate: self.certificate.if_any(), ..Report::of_verdicts(properties) }
    }

    /// Why the open properties have no answer.
    fn reasons(&self, has_fault: bool) -> Vec<Reason> {
        let mut reasons: Vec<Reason> = self.stop.map(Reason::Stopped).into_iter().collect();
        if has_fault {
            reasons.push(Reason::NoValue);
        }
        let is_of_refinement = |reason: &&Reason| matches!(reason, Reason::Refinement(_));
        let (last, first): (Vec<_>, Vec<_>) = self.reasons.iter().partition(is_of_refinement);
        reasons.extend(self.no_prover.iter().chain(first).chain(last).cloned());
        let is_late = reasons.iter().any(|reason| reason.stop().is_some());
        if self.refuted > 0 && !has_fault && !is_late {
            reasons.push(Reason::Level(self.refuted));
        }
        match self.options.engine {
            Some(engine) if !is_for_any_number(engine) => {
                reasons.push(Reason::NotModular(format!("the engine {engine} needs a number of instances")));
            }
            _ => reasons.push(Reason::Instances(self.complete)),
        }
        if self.model.kind().actor() == "thread" {
            let replicated = self.model.system.processes.iter().filter(|process| process.replicated);
            let functions: Vec<String> = replicated.map(|process| process.name.to_string()).collect();
            reasons = reasons.into_iter().map(|reason| reason.of_threads(&functions)).collect();
        }
        reasons
    }
}

/// Returns `true` if an engine has turns.
const fn is_for_any_number(engine: EngineId) -> bool {
    use EngineId::{Crowd, Explicit, Modular, Random, Refinement};
    matches!(engine, Explicit | Crowd | Random | Modular | Refinement)
}
