//! Knowledge about an integer program so far. Findings of engines are entered after a check: proofs by their checkers, runs by
//! executing them.

use std::collections::BTreeSet;

use boolprog_abstraction::integers::{self, VALUES};
use boolprog_abstraction::outcome::Proof;
use boolprog_base::control::{Control, Stop};
use boolprog_base::engine::{EngineId, Finding, Outcome};
use boolprog_certificate::document::{
    AbstractionDocument, CertificateDocument, GraphDocument, ModularDocument, QuestionDocument,
};
use boolprog_certificate::integer::modular::{Invariant, flaws_by_property};
use boolprog_certificate::integer::{Flaw, Graph, check, check_states};
use boolprog_integer::{Formula, System, VariableId};
use boolprog_prover::Prover;

use super::evidence::{self, Found};
use super::findings::{Evidence, Programs, Violation};
use super::{Known, Model};
use crate::observer::Observer;
use crate::report::{PropertyReport, Reason, Report, Statistics, Visible};
use crate::schedule::Role;
use crate::statistics::Questions;

/// The answers about a program.
pub(crate) struct Ledger<'a> {
    pub(crate) model: &'a Model,
    pub(crate) control: &'a dyn Control,
    /// The properties without an answer.
    pub(crate) open: Vec<u32>,
    /// Those with an answer, in the order in which they were decided.
    pub(super) reports: Vec<(u32, PropertyReport)>,
    /// That a value does not exist.
    pub(crate) fault: Option<PropertyReport>,
    /// Why properties are open.
    pub(crate) reasons: Vec<Reason>,
    /// The limit that ended all searches.
    pub(crate) stop: Option<Stop>,
    /// Violations that count where no others are found.
    sample: Vec<(EngineId, u32, integers::Violation)>,
    pub(super) statistics: Statistics,
    /// The proofs that are more than a search of all states.
    certificate: Box<CertificateDocument>,
    /// The prover that checks proofs, if it is another one.
    checker: Option<Box<dyn Prover>>,
}

impl<'a> Ledger<'a> {
    /// Nothing but what is known about these properties.
    pub(crate) fn new(
        model: &'a Model,
        (asked, known): (&[u32], &Known),
        prover: &mut dyn Prover,
        control: &'a dyn Control,
    ) -> Self {
        let question = QuestionDocument::of_instantiation(&model.system, model.instantiation);
        let mut ledger = Self {
            model,
            control,
            open: asked.to_vec(),
            reports: Vec::new(),
            fault: None,
            reasons: Vec::new(),
            stop: None,
            sample: Vec::new(),
            statistics: Statistics::default(),
            certificate: Box::new(CertificateDocument::new((&model.path, &model.text), question)),
            checker: prover.another(),
        };
        let known = asked.iter().filter_map(|property| Some((*property, known.found(*property)?)));
        known.for_each(|(property, found)| ledger.settle(property, found));
        ledger
    }

    /// Tells an observer of the answers after these first ones.
    pub(crate) fn tell_from(&self, first: usize, asked: &[u32], observer: &mut dyn Observer) {
        for (property, report) in &self.reports[first..] {
            let place = asked.iter().position(|other| other == property);
            if let Some(place) = place {
                observer.property(place, report);
            }
        }
    }

    /// Returns `true` if nothing is left to find out.
    pub(crate) fn is_decided(&self) -> bool {
        self.open.iter().all(|property| *property == VALUES && self.fault.is_some())
    }

    /// Notes the questions to the prover.
    pub(crate) fn questions(&mut self, questions: Questions) {
        self.statistics.questions = Some(questions);
    }

    /// Enters why properties stay open; equal reasons of several engines once.
    pub(crate) fn undecided(&mut self, reason: Reason) {
        if !self.reasons.contains(&reason) {
            self.reasons.push(reason);
        }
    }

    /// Enters the findings of an engine, not why it ended.
    pub(super) fn enter(
        &mut self,
        (engine, role): (EngineId, Role),
        outcome: Outcome<Programs>,
        prover: &mut dyn Prover,
    ) {
        self.statistics.states = self.statistics.states.max(outcome.states.states);
        if role == Role::Repeats {
            self.reasons.clear();
        }
        for finding in outcome.findings {
            match finding {
                Finding::Violated { property, violation: Violation::Run(None, violation) } if role == Role::Samples => {
                    self.sample.push((engine, property, violation));
                }
                Finding::Violated { property, violation } => self.violated(engine, property, violation),
                Finding::Proved { properties, certificate } => self.prove(engine, &properties, certificate, prover),
            }
        }
    }

    /// Enters the violations for which no others were found.
    pub(super) fn enter_sample(&mut self) {
        for (engine, property, violation) in std::mem::take(&mut self.sample) {
            if matches!(violation, integers::Violation::Fault(_)) && self.fault.is_none() {
                self.reasons = vec![Reason::NoValue];
            }
            self.violated(engine, property, Violation::Run(None, violation));
        }
    }

    fn violated(&mut self, engine: EngineId, property: u32, violation: Violation) {
        let (other, violation) = match violation {
            Violation::Executed(trace) => return self.settle(property, Found::Executed(engine, trace)),
            Violation::Reported(report) if property == VALUES => return self.fault = Some(*report),
            Violation::Reported(report) => return self.decided(property, *report),
            Violation::Run(other, violation) => (other, violation),
        };
        let model = other.as_deref().unwrap_or(self.model);
        match violation {
            integers::Violation::Run(run) if self.open.contains(&property) => {
                let report = evidence::report((model, self.control), property, Found::Violated(engine, run));
                self.decided(property, report);
            }
            integers::Violation::Fault(fault) if self.fault.is_none() => {
                self.fault = Some(evidence::valueless((model, self.control), engine, &fault));
            }
            integers::Violation::Run(_) | integers::Violation::Fault(_) => {}
        }
    }

    /// Enters what was found about a property, unless it has an answer.
    pub(crate) fn settle(&mut self, property: u32, found: Found) {
        if self.open.contains(&property) {
            let report = evidence::report((self.model, self.control), property, found);
            self.decided(property, report);
        }
    }

    fn decided(&mut self, property: u32, report: PropertyReport) {
        self.open.retain(|open| *open != property);
        self.reports.push((property, report));
    }

    /// Enters the properties of a proof, if its checker accepts it.
    fn prove(&mut self, engine: EngineId, properties: &[u32], evidence: Evidence, prover: &mut dyn Prover) {
        match evidence {
            Evidence::Proof(proof) => self.prove_system(engine, properties, &proof, prover),
            Evidence::Invariant(system, invariant) => match self.accept(&system, &invariant, prover) {
                None => {}
                Some(Flaw::Undecided(why)) => self.undecided(Reason::Unchecked(why)),
                Some(flaw) => self.undecided(Reason::Internal(flaw.to_string())),
            },
            Evidence::Candidate(system, invariant) => _ = self.accept(&system, &invariant, prover),
            Evidence::Boolean(document) => {
                self.certificate.boolean.extend(document.map(|document| *document));
                self.proved(engine, properties, None);
            }
        }
    }

    fn prove_system(&mut self, engine: EngineId, properties: &[u32], proof: &Proof, prover: &mut dyn Prover) {
        let part = stating(&self.model.system, properties);
        if let Some(doubt) = doubt(&part, proof, prover, self.control) {
            return self.undecided(doubt);
        }
        let mut needed = None;
        match proof {
            Proof::Exact(abstraction) => {
                let document = AbstractionDocument::of(&part, engine.name(), abstraction);
                self.certificate.abstractions.push(document);
            }
            Proof::Closed(graph) => {
                self.certificate.graphs.push(GraphDocument::of(&part, engine.name(), graph));
                needed = Some(self.needed(engine, graph));
            }
            Proof::States(_) | Proof::Searched => {}
        }
        self.proved(engine, properties, needed.as_ref());
    }

    /// Enters these properties as proved, with the variables that the proof needs, if they are known.
    fn proved(&mut self, engine: EngineId, properties: &[u32], needed: Option<&Visible>) {
        for property in properties {
            self.settle(*property, Found::Proved(engine, needed.cloned()));
        }
    }

    /// Enters what an invariant about representatives proves of the open properties, if its checker accepts it; if nothing is
    /// proved, why.
    pub(crate) fn accept(&mut self, system: &System, invariant: &Invariant, prover: &mut dyn Prover) -> Option<Flaw> {
        let checker: &mut dyn Prover = match &mut self.checker {
            Some(checker) => &mut **checker,
            None => prover,
        };
        let flaws = match flaws_by_property(&stating(system, &self.open), invariant, checker, self.control) {
            Ok(Ok(flaws)) => flaws,
            Ok(Err(flaw)) => return Some(flaw),
            Err(stop) => {
                self.stop = Some(stop);
                return None;
            }
        };
        let proved = self.open.iter().enumerate().filter(|(index, _)| !flaws.contains_key(index));
        let proved: Vec<u32> = proved.map(|(_, property)| *property).collect();
        if proved.is_empty() {
            return flaws.into_values().next();
        }
        let engine = EngineId::Modular;
        self.certificate.modular.push(ModularDocument::of(&stating(system, &proved), engine.name(), invariant));
        self.proved(engine, &proved, None);
        None
    }

    /// The variables that the facts of a graph are about.
    fn needed(&self, engine: EngineId, graph: &Graph) -> Visible {
        let system = &self.model.system;
        let variables: BTreeSet<VariableId> = graph.facts.iter().flat_map(Formula::variables).collect();
        let rounds = self.statistics.iterations.last().map_or(0, |round| round.number as usize);
        Visible {
            variables: BTreeSet::new(),
            names: variables.into_iter().map(|it| system.variable(it).name.to_string()).collect(),
            of: system.variables.len(),
            rounds: if engine == EngineId::Local { rounds } else { 0 },
        }
    }

    /// The report on the properties that were asked for, in this order; the open ones are open for these reasons. Tells an observer
    /// what it has not heard.
    pub(crate) fn conclude(mut self, asked: &[u32], reasons: &[Reason], observer: &mut dyn Observer) -> Report {
        let is_final = |property: u32| property != VALUES || self.fault.is_none();
        let told: BTreeSet<u32> =
            self.reports.iter().map(|(property, _)| *property).filter(|it| is_final(*it)).collect();
        for property in std::mem::take(&mut self.open) {
            let report = evidence::open(self.model, property, reasons.to_vec());
            self.reports.push((property, report));
        }
        let fault = self.fault;
        self.reports.retain(|(property, _)| *property != VALUES || fault.is_none());
        self.reports.sort_by_key(|(property, _)| asked.iter().position(|other| other == property));
        let properties: Vec<PropertyReport> = self.reports.into_iter().map(|(_, report)| report).chain(fault).collect();
        let (statistics, certificate) = (self.statistics, self.certificate.if_any());
        for (index, report) in properties.iter().enumerate() {
            if asked.get(index).is_none_or(|property| !told.contains(property)) {
                observer.property(index, report);
            }
        }
        Report { statistics, certificate, ..Report::of_verdicts(properties) }
    }
}

/// The system with these of its properties alone.
pub(crate) fn stating(system: &System, properties: &[u32]) -> System {
    let stated = properties.iter().filter(|property| **property != VALUES);
    system.with_properties(&stated.map(|property| *property as usize).collect::<Vec<_>>())
}

/// Why a proof is not accepted by its checker, if it is not.
/// A process of its own answers the checker, if the prover is one.
pub(super) fn doubt(system: &System, proof: &Proof, prover: &mut dyn Prover, control: &dyn Control) -> Option<Reason> {
    let mut another = prover.another();
    let prover = another.as_deref_mut().unwrap_or(prover);
    let accepted = match proof {
        Proof::Exact(abstraction) => check(system, abstraction, prover, control),
        Proof::Closed(graph) => check(system, graph, prover, control),
        Proof::States(states) => check_states(system, states, control),
        Proof::Searched => return None,
    };
    match accepted {
        Ok(Ok(())) => None,
        Ok(Err(Flaw::Undecided(why))) => Some(Reason::Unchecked(why)),
        Ok(Err(flaw)) => Some(Reason::Internal(flaw.to_string())),
        Err(stop) => Some(Reason::Stopped(stop)),
    }
}
