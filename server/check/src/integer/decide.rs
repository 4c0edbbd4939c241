//! Deciding: the stages of the [`plan`](super::plan), one after the other.
//!
//! A proof counts if its checker accepts it here; runs are executed again where they become evidence.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::fmt::Write as _;

use boolprog_abstraction::alpha::{First, Order};
use boolprog_abstraction::engines::Refined;
use boolprog_abstraction::integers::{Integers, VALUES, Violation};
use boolprog_abstraction::outcome::Proof;
use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::engine::{EngineId, Finding, Outcome};
use boolprog_certificate::document::CertificateDocument;
use boolprog_certificate::integer::{Flaw, Graph, check, check_states};
use boolprog_integer::explicit::{Fault, Run, has_few_values};
use boolprog_integer::{Formula, Sort, System, VariableId};
use boolprog_prover::Prover;
use boolprog_trace::document::TraceDocument;

use super::iteration::iteration;
use super::machine::has_machine;
use super::plan::{BRIEFLY, MANY_VARIABLES, MUCH_CONTROL, Stage, States, Tools, When, plan};
use super::{Counterexamples, Known, Model, Options, Refiner, Restart, executed};
use crate::budget::Budget;
use crate::observer::Observer;
use crate::options::Separation;
use crate::report::{Iteration, Reason, Statistics, Visible};

#[derive(Default)]
pub(crate) struct Decision {
    /// One entry per property that was asked for, in order: [`VALUES`] if the program states none.
    pub(crate) verdicts: Vec<(u32, Option<Found>)>,
    /// Why the others are not decided.
    pub(crate) reasons: Vec<Reason>,
    /// A run on which something has no value, and the engine that found it.
    pub(crate) fault: Option<(EngineId, Fault)>,
    pub(crate) statistics: Statistics,
    /// The proofs that are more than a search of all states.
    pub(crate) certificate: Option<Box<CertificateDocument>>,
}

/// Answer of an engine about a property.
pub(crate) enum Found {
    /// It cannot be violated; the checker has accepted the proof, which needs these variables, if they are known.
    Proved(EngineId, Option<Visible>),
    /// The last state of a run violates it, which is not executed again yet.
    Violated(EngineId, Run),
    /// An execution of the text violates it, as its trace shows.
    Executed(EngineId, Box<TraceDocument>),
}

/// Asks about these properties of the system, of which some are known.
pub(super) fn decide(
    model: &Model,
    options: &Options,
    (asked, known): (&[u32], &Known),
    prover: &mut dyn Prover,
    control: &dyn Control,
    observer: &mut dyn Observer,
) -> Decision {
    let verdicts: Vec<_> = asked.iter().map(|property| (*property, known.found(*property))).collect();
    let asked = open(&verdicts);
    let statistics = Statistics::default();
    let decision = Decision { verdicts, reasons: Vec::new(), fault: None, statistics, certificate: None };
    let mut ledger = Ledger { model, decision, sample: Vec::new(), seed: options.seed, executed: 0, goes_on: true };
    let certain = OnceCell::new();
    for stage in plan(options.engine) {
        if asked.is_empty() || !ledger.wants(stage, options) {
            continue;
        }
        observer.engine(stage.engine);
        if stage.engine == EngineId::Random {
            ledger.execute(control);
        }
        let system = &*model.system;
        let options = &stage.options(options);
        let iterations = &mut ledger.decision.statistics.iterations;
        let (first, search) = (iterations.len(), iterations.last().map_or(1, |last| last.search + 1));
        let observe = &mut |part: &System, refined: Refined<'_>| {
            let number = (iterations.len() - first) as u32 + 1;
            let alone = alone(stage.engine, options);
            iterations.push(Iteration { search, number, options: alone, ..iteration(part, refined) });
            observer.iteration(iterations.len(), &iterations[iterations.len() - 1]);
        };
        let states = most_states(stage, options, system);
        let properties = if stage.when.is_for_all() { asked.clone() } else { open(&ledger.decision.verdicts) };
        let mut engine = (stage.make)(Tools { options, states, prover: &mut *prover, observe });
        let share = stage.share.map(|share| Budget::of(control, share));
        let of_stage = share.as_ref().map_or(control, |share| share as &dyn Control);
        let mut outcome = engine.ask(system, &properties, 0, of_stage);
        let doubtful = doubtful(model, &outcome);
        if !doubtful.is_empty() {
            // A run that the text has may violate them as well.
            let findings = engine.ask(certain.get_or_init(|| model.without_doubt()), &doubtful, 0, of_stage).findings;
            let is_violated = |finding: &Finding<Integers>| matches!(finding, Finding::Violated { .. });
            outcome.findings.splice(0..0, findings.into_iter().filter(is_violated));
        }
        drop(engine);
        if share.is_some_and(|share| share.is_used_up()) && control.poll(&Progress::default()).is_ok() {
            // That its share is used up is no reason for a verdict.
            outcome.states.reason = None;
        }
        ledger.enter(stage, outcome, prover, control);
    }
    if let Some(engine @ (EngineId::Modular | EngineId::Refinement)) = options.engine {
        let why = format!("{engine} is about any number of instances, and this program has a fixed one");
        ledger.undecided(Reason::NotModular(why));
    }
    ledger.decision
}

/// The properties that runs violate which the text may not have.
fn doubtful(model: &Model, outcome: &Outcome<Integers>) -> Vec<u32> {
    let of_finding = |finding: &Finding<Integers>| match finding {
        Finding::Violated { property, violation: Violation::Run(run) } if model.doubt(run.end()).is_some() => {
            Some(*property)
        }
        _ => None,
    };
    outcome.findings.iter().filter_map(of_finding).collect()
}

/// The options of the command line with which an engine searches alone.
fn alone(engine: EngineId, options: &Options) -> String {
    let mut text = format!("--engine {engine}");
    if matches!(engine, EngineId::Alpha | EngineId::AlphaNoProver) {
        if options.local_predicates {
            text += " --local-predicates";
        }
        match options.first.unwrap_or_default() {
            First::Guards => {}
            First::Bounds => text += " --predicates bounds",
            First::Properties => text += " --predicates properties",
            First::Declared => text += " --predicates declared",
        }
        if options.order == Order::DepthFirst {
            text += " --order depth-first";
        }
        if let Some(longest) = options.add_all {
            _ = write!(text, " --add-all {longest}");
        }
    } else if engine.builds_graphs() {
        graphs(options, &mut text);
    } else if options.seed != 0 {
        _ = write!(text, " --seed {}", options.seed);
    }
    text
}

/// The options of an engine that builds graphs.
fn graphs(options: &Options, text: &mut String) {
    let Counterexamples { boolean, values, restart, refiner, lazy } = options.counterexamples;
    match options.first {
        Some(First::Guards) => *text += " --predicates guards",
        Some(First::Bounds) => *text += " --predicates bounds",
        Some(First::Properties) => *text += " --predicates properties",
        Some(First::Declared) => *text += " --predicates declared",
        None => {}
    }
    if options.order == Order::DepthFirst {
        *text += " --order depth-first";
    }
    if boolean {
        *text += " --abstraction boolean";
    }
    if let Some(refiner) = refiner {
        let name = match refiner {
            Refiner::Weakest => "weakest",
            Refiner::Core => "core",
            Refiner::Cut => "cut",
            Refiner::Interpolants => "interpolants",
            Refiner::Separation(Separation::Conflict) => "conflict",
            Refiner::Separation(Separation::Integer) => "integer",
            Refiner::Separation(Separation::Tree) => "tree",
        };
        _ = write!(text, " --refiner {name}");
    }
    if let Some(values) = values {
        _ = write!(text, " --values {values}");
    }
    if restart == Restart::Graph {
        *text += " --restart graph";
    }
    if lazy {
        *text += " --lazy";
    }
}

/// Largest number of states that a stage may visit.
fn most_states(stage: &Stage, options: &Options, system: &System) -> Option<u64> {
    match stage.states {
        States::Few => Some(BRIEFLY.min(options.states)),
        States::Some => Some(options.states),
        States::Many => (!is_finite(system)).then_some(options.states),
        States::All => None,
    }
}

fn is_finite(system: &System) -> bool {
    system.variables.iter().all(|variable| variable.sort != Sort::Integer)
}

fn has_many_variables(system: &System) -> bool {
    is_finite(system) && system.variables.len() > MANY_VARIABLES
}

/// The properties without a verdict.
fn open(verdicts: &[(u32, Option<Found>)]) -> Vec<u32> {
    verdicts.iter().filter(|(_, found)| found.is_none()).map(|(property, _)| *property).collect()
}

struct Ledger<'a> {
    model: &'a Model,
    decision: Decision,
    /// Violations that count where no others are found.
    sample: Vec<(EngineId, u32, Violation)>,
    seed: u64,
    /// The number of times that the text was executed at random.
    executed: u64,
    /// `false` if an attempt ended for another reason than the number of its iterations, which the next would share.
    goes_on: bool,
}

impl Ledger<'_> {
    fn wants(&self, stage: &Stage, options: &Options) -> bool {
        let Decision { verdicts, reasons, fault, .. } = &self.decision;
        let has_more_states = reasons.iter().any(|reason| matches!(reason, Reason::States(_)));
        let has_time = |reason: &Reason| !matches!(reason, Reason::Stopped(Stop::Time | Stop::Cancelled));
        match stage.when {
            When::Always => true,
            When::CutOff if verdicts.iter().all(|(_, found)| found.is_some()) => false,
            When::CutOff => has_more_states,
            When::ManyStates if !has_more_states => false,
            When::ManyVariables if !has_more_states || !has_many_variables(&self.model.system) => false,
            When::Attempt | When::ManyVariables if options.chooses_predicates() => false,
            When::ManyValues if has_few_values(&self.model.system) => false,
            When::MuchControl if self.model.system.transitions.len() <= MUCH_CONTROL => false,
            When::Machine if !has_machine(&self.model.system) => false,
            When::Open
            | When::ManyStates
            | When::Attempt
            | When::ManyValues
            | When::ManyVariables
            | When::MuchControl
            | When::Machine => {
                self.goes_on && fault.is_none() && !open(verdicts).is_empty() && reasons.iter().all(has_time)
            }
        }
    }

    fn enter(&mut self, stage: &Stage, outcome: Outcome<Integers>, prover: &mut dyn Prover, control: &dyn Control) {
        let statistics = &mut self.decision.statistics;
        statistics.states = statistics.states.max(outcome.states.states);
        if stage.is_random() {
            statistics.seed = Some(self.seed);
        }
        if !stage.is_sample && stage.when == When::CutOff {
            self.decision.reasons.clear();
        }
        for finding in outcome.findings {
            match finding {
                Finding::Violated { property, violation } if stage.is_sample => {
                    self.sample.push((stage.engine, property, violation));
                }
                Finding::Violated { property, violation } => self.violated(stage.engine, property, violation),
                Finding::Proved { properties, certificate } => {
                    self.prove(stage.engine, &properties, &certificate, prover, control);
                }
            }
        }
        if !stage.is_sample {
            match outcome.states.reason {
                Some(reason) if stage.is_one_of_several() && goes_on(stage.engine, &reason) => {}
                Some(reason) => {
                    self.goes_on = stage.when != When::Attempt;
                    self.undecided(reason);
                }
                None => {}
            }
            self.enter_sample();
        }
    }

    /// Enters the violations that no other was found for.
    fn enter_sample(&mut self) {
        for (engine, property, violation) in std::mem::take(&mut self.sample) {
            if matches!(violation, Violation::Fault(_)) && self.decision.fault.is_none() {
                self.decision.reasons = vec![Reason::NoValue];
            }
            self.violated(engine, property, violation);
        }
    }

    /// Executes the text at random, if it is that of a C program; each time in other ways.
    fn execute(&mut self, control: &dyn Control) {
        let (open, ways) = (open(&self.decision.verdicts), (self.seed, self.executed));
        self.executed += 1;
        for (property, trace) in executed::at_random(self.model, &open, ways, control) {
            self.settle(property, || Found::Executed(EngineId::Random, Box::new(trace)));
        }
    }

    fn violated(&mut self, engine: EngineId, property: u32, violation: Violation) {
        match violation {
            Violation::Run(run) => self.settle(property, || Found::Violated(engine, run)),
            Violation::Fault(fault) => _ = self.decision.fault.get_or_insert((engine, fault)),
        }
    }

    /// Enters why properties stay open; equal reasons of several engines once.
    fn undecided(&mut self, reason: Reason) {
        if !self.decision.reasons.contains(&reason) {
            self.decision.reasons.push(reason);
        }
    }

    fn settle(&mut self, property: u32, found: impl FnOnce() -> Found) {
        let mut verdicts = self.decision.verdicts.iter_mut();
        if let Some((_, verdict @ None)) = verdicts.find(|(other, _)| *other == property) {
            *verdict = Some(found());
        }
    }

    /// Enters the properties of a proof, if its checker accepts it.
    fn prove(
        &mut self,
        engine: EngineId,
        properties: &[u32],
        proof: &Proof,
        prover: &mut dyn Prover,
        control: &dyn Control,
    ) {
        let stated = properties.iter().filter(|property| **property != VALUES);
        let part = self.model.system.with_properties(&stated.map(|property| *property as usize).collect::<Vec<_>>());
        if let Some(doubt) = doubt(&part, proof, prover, control) {
            return self.undecided(doubt);
        }
        if matches!(proof, Proof::Exact(_) | Proof::Closed(_)) {
            let proof = self.model.certificate(&part, engine, proof);
            match (&mut self.decision.certificate, proof) {
                (Some(known), Some(proof)) => known.abstractions.extend(proof.abstractions),
                (known, proof) => *known = proof,
            }
        }
        let needed = if let Proof::Closed(graph) = proof { Some(self.needed(engine, graph)) } else { None };
        for property in properties {
            self.settle(*property, || Found::Proved(engine, needed.clone()));
        }
    }

    /// The variables that the facts of a graph are about.
    fn needed(&self, engine: EngineId, graph: &Graph) -> Visible {
        let system = &self.model.system;
        let variables: BTreeSet<VariableId> = graph.facts.iter().flat_map(Formula::variables).collect();
        let rounds = self.decision.statistics.iterations.last().map_or(0, |round| round.number as usize);
        Visible {
            variables: BTreeSet::new(),
            names: variables.into_iter().map(|it| system.variable(it).name.to_string()).collect(),
            of: system.variables.len(),
            rounds: if engine == EngineId::Local { rounds } else { 0 },
        }
    }
}

/// Returns `true` if the next attempt need not share the reason for which one ended.
const fn goes_on(engine: EngineId, reason: &Reason) -> bool {
    match reason {
        Reason::Iterations(_) | Reason::Stalled(_) | Reason::Nodes(_) => true,
        Reason::ProverUndecided(_) => engine.builds_graphs(),
        _ => false,
    }
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
