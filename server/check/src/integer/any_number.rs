//! Deciding a program for any number of instances of its processes with `[*]`.
//!
//! Violations are found by a search with 1, 2, 3, ... instances of each such process, the fewest first, and executed again
//! as those of any other program. Proofs are [invariants](boolprog_abstraction::modular) about some of the instances, which
//! count if their checker accepts them. Both take turns.

use std::time::Duration;

use boolprog_abstraction::engines::Explicit;
use boolprog_abstraction::integers::{VALUES, Violation};
use boolprog_abstraction::modular::{self, Answer, Counted};
use boolprog_base::control::{Control, Stop};
use boolprog_base::engine::{Engine, EngineId, Finding};
use boolprog_certificate::document::{CertificateDocument, ModularDocument, QuestionDocument};
use boolprog_certificate::integer::Flaw;
use boolprog_certificate::integer::modular::{Invariant, check_invariant};
use boolprog_integer::System;
use boolprog_integer::explicit::Order;
use boolprog_prover::{Prover, Unknown};

use super::decide::{Decision, Found};
use super::plan::BRIEFLY;
use super::{Model, Options, evidence};
use crate::observer::Observer;
use crate::report::{PropertyReport, Reason, Report, Statistics};

/// A search for something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turn {
    /// For violations with this number of instances of each process with `[*]`, among [`BRIEFLY`] states.
    Few(u16),
    /// The same, among as many states as the options allow.
    Many(u16),
    /// For an invariant about this number of instances, within this number of seconds.
    Level(u16, Counted, u64),
}

/// The level after which a program is given up.
const HIGHEST: u16 = 3;

static TURNS: &[Turn] = &[
    // Most violations need few instances, and few states.
    Turn::Few(1),
    Turn::Few(2),
    Turn::Few(3),
    // Most proofs are found or refuted at once.
    Turn::Level(1, Counted::Mentioned, 10),
    Turn::Level(2, Counted::Mentioned, 40),
    // Counters of places that nothing mentions are needed where instances are counted by a variable.
    Turn::Level(1, Counted::Everything, 30),
    Turn::Few(4),
    Turn::Many(2),
    Turn::Many(3),
    Turn::Many(4),
    Turn::Level(2, Counted::Everything, 60),
    Turn::Level(HIGHEST, Counted::Mentioned, 60),
    Turn::Many(5),
    Turn::Many(6),
];

/// The answer about these properties: each has a report, and a value that does not exist, as in [`super::check`].
pub(super) fn decide(
    (model, known): (&Model, &[ModularDocument]),
    options: &Options,
    asked: &[u32],
    prover: &mut dyn Prover,
    control: &dyn Control,
    observer: &mut dyn Observer,
) -> Report {
    let question = QuestionDocument::of_instantiation(&model.system, model.instantiation);
    let mut search = Search {
        model,
        options,
        prover,
        control,
        open: asked.to_vec(),
        reports: Vec::new(),
        fault: None,
        certificate: Box::new(CertificateDocument::new((&model.path, &model.text), question)),
        statistics: Statistics::default(),
        // With fewer instances than the properties name there is no program.
        complete: model.fewest_instances() - 1,
        refuted: 0,
        reasons: Vec::new(),
        stop: None,
    };
    for invariant in known {
        search.offer(invariant);
    }
    for turn in TURNS {
        if search.is_over() {
            break;
        }
        search.take(*turn, observer);
    }
    search.report(asked)
}

struct Search<'a> {
    model: &'a Model,
    options: &'a Options,
    prover: &'a mut dyn Prover,
    control: &'a dyn Control,
    /// The properties without an answer.
    open: Vec<u32>,
    reports: Vec<(u32, PropertyReport)>,
    /// That a value does not exist.
    fault: Option<PropertyReport>,
    /// The proofs so far.
    certificate: Box<CertificateDocument>,
    statistics: Statistics,
    /// All states with up to this number of instances were looked at, as far as the properties allow so few.
    complete: u16,
    /// The highest level at which the open properties have no invariant.
    refuted: u16,
    /// Why proofs were not found.
    reasons: Vec<Reason>,
    stop: Option<Stop>,
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        let wants = |property: &u32| *property != VALUES || self.fault.is_none();
        self.stop.is_some() || !self.open.iter().any(wants)
    }

    fn take(&mut self, turn: Turn, observer: &mut dyn Observer) {
        let engine = match turn {
            Turn::Few(_) | Turn::Many(_) => EngineId::Explicit,
            Turn::Level(..) => EngineId::Modular,
        };
        if self.options.engine.is_some_and(|only| only != engine) {
            return;
        }
        match turn {
            Turn::Few(instances) | Turn::Many(instances) => {
                if self.complete < instances {
                    observer.engine(engine);
                    let states = if turn == Turn::Few(instances) { BRIEFLY } else { u64::MAX };
                    self.look(instances, states.min(self.options.states));
                }
            }
            // Where a value does not exist nothing is proved.
            Turn::Level(level, counted, seconds) => {
                if self.fault.is_none() && self.reasons.is_empty() {
                    observer.engine(engine);
                    self.prove(level, counted, Duration::from_secs(seconds));
                }
            }
        }
    }

    /// Looks for an invariant that proves all open properties, or else for one for each.
    fn prove(&mut self, level: u16, counted: Counted, limit: Duration) {
        let Ok(representatives) = self.model.representatives(level + 1) else { return };
        let open = self.open.clone();
        let mut questions = vec![open.clone()];
        if open.len() > 1 {
            questions.extend(open.iter().map(|property| vec![*property]));
        }
        for properties in questions {
            if properties.iter().all(|property| self.open.contains(property)) && self.stop.is_none() {
                let stated = properties.iter().filter(|property| **property != VALUES);
                let stated: Vec<usize> = stated.map(|property| *property as usize).collect();
                let system = representatives.with_properties(&stated);
                match modular::search(&system, level, counted, (&mut *self.prover, limit), self.control) {
                    Err(stop) => self.stop = Some(stop),
                    Ok(Answer::Proved(invariant)) => self.accept(&system, &properties, &invariant),
                    Ok(Answer::Refuted) if properties == self.open => self.refuted = self.refuted.max(level),
                    Ok(Answer::Unknown(Unknown::Unavailable(why))) => self.undecided(Reason::NoProver(why)),
                    Ok(Answer::NotModular(why)) if level == HIGHEST => self.undecided(Reason::NotModular(why)),
                    Ok(Answer::Refuted | Answer::NotModular(_) | Answer::Unknown(Unknown::Undecided(_))) => {}
                }
            }
        }
    }

    /// Enters what an invariant of an earlier version of the program still proves.
    fn offer(&mut self, known: &ModularDocument) {
        if self.options.engine.is_some_and(|only| only != EngineId::Modular) || self.is_over() {
            return;
        }
        let Some((system, invariant)) = known.read(&self.model.subject()) else { return };
        let is_named = |property: &u32| {
            let stated = system.properties.get(*property as usize);
            stated.is_some_and(|stated| known.properties.contains(&stated.id()))
        };
        let named: Vec<u32> = self.open.iter().copied().filter(is_named).collect();
        // The program may state nothing but that every value exists.
        let properties = if self.open == [VALUES] { vec![VALUES] } else { named };
        if !properties.is_empty() {
            let stated = properties.iter().filter(|property| **property != VALUES);
            let stated: Vec<usize> = stated.map(|property| *property as usize).collect();
            self.accept_if_sound(&system.with_properties(&stated), &properties, &invariant);
        }
    }

    /// Enters properties as proved if the checker accepts the invariant.
    fn accept(&mut self, system: &System, properties: &[u32], invariant: &Invariant) {
        match self.accept_if_sound(system, properties, invariant) {
            None => {}
            Some(Flaw::Undecided(why)) => self.undecided(Reason::Unchecked(why)),
            Some(flaw) => self.undecided(Reason::Internal(flaw.to_string())),
        }
    }

    /// The same; returns why the checker does not accept it.
    fn accept_if_sound(&mut self, system: &System, properties: &[u32], invariant: &Invariant) -> Option<Flaw> {
        let engine = EngineId::Modular;
        match check_invariant(system, invariant, &mut *self.prover, self.control) {
            Err(stop) => self.stop = Some(stop),
            Ok(Err(flaw)) => return Some(flaw),
            Ok(Ok(())) => {
                self.certificate.modular.push(ModularDocument::of(system, engine.name(), invariant));
                let verdicts = properties.iter().map(|property| (*property, Some(Found::Proved(engine)))).collect();
                self.enter(self.model, Decision { verdicts, ..Decision::default() });
            }
        }
        None
    }

    fn undecided(&mut self, reason: Reason) {
        if !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }

    /// Looks for violations with this number of instances.
    fn look(&mut self, instances: u16, states: u64) {
        // A property may name an instance that there is not.
        let Ok(model) = self.model.with_instances(instances) else { return };
        let inputs = self.options.inputs;
        let mut engine = Explicit { order: Order::BreadthFirst, inputs, states: Some(states) };
        let outcome = engine.ask(&model.system, &self.open, 0, self.control);
        self.statistics.states = self.statistics.states.max(outcome.states.states);
        for finding in outcome.findings {
            if let Finding::Violated { property, violation } = finding {
                self.violated(&model, property, violation);
            }
        }
        match outcome.states.reason {
            Some(Reason::Stopped(stop)) => self.stop = Some(stop),
            None if self.complete + 1 == instances => self.complete = instances,
            _ => {}
        }
    }

    fn violated(&mut self, model: &Model, property: u32, violation: Violation) {
        let engine = EngineId::Explicit;
        match violation {
            Violation::Run(run) => {
                let verdicts = vec![(property, Some(Found::Violated(engine, run)))];
                self.enter(model, Decision { verdicts, ..Decision::default() });
            }
            Violation::Fault(fault) if self.fault.is_none() => {
                let decision = Decision { fault: Some((engine, fault)), ..Decision::default() };
                self.fault = evidence::properties(model, decision).pop();
            }
            Violation::Fault(_) => {}
        }
    }

    /// Enters what is decided about properties of the file.
    fn enter(&mut self, model: &Model, decision: Decision) {
        let decided: Vec<u32> = decision.verdicts.iter().map(|(property, _)| *property).collect();
        self.open.retain(|property| !decided.contains(property));
        self.reports.extend(decided.into_iter().zip(evidence::properties(model, decision)));
    }

    fn report(mut self, asked: &[u32]) -> Report {
        let fault = self.fault.take();
        self.open.retain(|property| *property != VALUES || fault.is_none());
        let reasons = self.reasons(fault.is_some());
        let verdicts = self.open.iter().map(|property| (*property, None)).collect();
        self.enter(self.model, Decision { verdicts, reasons, ..Decision::default() });
        self.reports.sort_by_key(|(property, _)| asked.iter().position(|other| other == property));
        let properties = self.reports.into_iter().map(|(_, report)| report).chain(fault).collect();
        let certificate = self.certificate.if_any();
        Report { statistics: self.statistics, certificate, ..Report::of_verdicts(properties) }
    }

    /// Why the open properties have no answer.
    fn reasons(&self, has_fault: bool) -> Vec<Reason> {
        let mut reasons: Vec<Reason> = self.stop.map(Reason::Stopped).into_iter().collect();
        if has_fault {
            reasons.push(Reason::NoValue);
        }
        reasons.extend(self.reasons.iter().cloned());
        if reasons.is_empty() && self.refuted > 0 {
            reasons.push(Reason::Level(self.refuted));
        }
        match self.options.engine {
            Some(engine) if !matches!(engine, EngineId::Explicit | EngineId::Modular) => {
                reasons.push(Reason::NotModular(format!("the engine {engine} needs a number of instances")));
            }
            _ => reasons.push(Reason::Instances(self.complete)),
        }
        reasons
    }
}
