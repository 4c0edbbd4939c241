//! Deciding a program for any number of instances of its processes with `[*]`.
//!
//! Five searches take turns, in the order of one [table](turns), and the first answer with evidence counts. Violations are
//! found by a search with 1, 2, 3, ... instances of each such process, the fewest first, or with [many](crowds) of which few
//! act at a time, and executed again as those of any other program; those of a C program also in executions of
//! its text at random. Proofs are [invariants](boolprog_abstraction::modular) about some of the instances, which count if their
//! checker accepts them. [Refinement](crate::refine) finds both, through Boolean programs. Questions to the prover are
//! remembered, so that a turn which begins again soon is where the last one was; the checker of proofs is another process.

mod crowds;
mod instances;
mod invariants;
mod predicates;
mod turns;

use boolprog_abstraction::integers::VALUES;
use boolprog_base::control::{Control, Progress};
use boolprog_base::engine::EngineId;
use boolprog_certificate::document::ModularDocument;
use boolprog_prover::{Prover, Remembering};

use crate::integer::{
    Executions, Known, Ledger, Model, Options, ProgramEngine, Searches, Tools, asked, decide, evidence,
};
use crate::learned::Learned;
use crate::observer::{Observer, Unobserved};
use crate::report::{Reason, Report};
use crate::schedule::planned;
use crate::statistics::Questions;
use crowds::Crowds;
use instances::{Instances, Visited};
use invariants::Invariants;
use predicates::{Loops, Predicates};
use turns::{AT_ONCE, Facts, Search, TURNS, Turn};

/// Decides every property that the options ask for, for any number of instances. The order of the reports, and what the
/// observer hears, is as for [`integer::check`](crate::integer::check). Proofs of earlier versions that hold of this one come first.
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

/// The same about some of the properties by the proofs that are found soonest.
pub(crate) fn prove_at_once(
    model: &Model,
    asked: Vec<u32>,
    options: &Options,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Report {
    take_turns(AT_ONCE, (model, &Learned::default()), (asked, options), prover, control, &mut Unobserved)
}

fn take_turns(
    turns: &[Turn],
    (model, learned): (&Model, &Learned),
    (asked, options): (Vec<u32>, &Options),
    prover: &mut dyn Prover,
    control: &dyn Control,
    observer: &mut dyn Observer,
) -> Report {
    let prover = &mut Remembering::new(prover);
    let mut ledger = Ledger::new(model, (&asked, &Known::default()), prover, control);
    let mut searches = AnyNumber::new(model, options, prover);
    enter_learned(&mut ledger, learned, (&asked, options), prover, observer);
    let stages = planned(turns, options.engine);
    decide(stages, &mut searches, (&mut ledger, &asked), options, prover, observer);
    ledger.questions(Questions { asked: prover.questions, remembered: prover.remembered });
    let reasons = searches.reasons(&ledger);
    ledger.conclude(&asked, &reasons, observer)
}

/// Enters what earlier versions of the program had in common with this one. An invariant says more than that there was one.
fn enter_learned(
    ledger: &mut Ledger<'_>,
    learned: &Learned,
    (asked, options): (&[u32], &Options),
    prover: &mut dyn Prover,
    observer: &mut dyn Observer,
) {
    let model = ledger.model;
    let proved = learned.proved(model, asked);
    for (property, engine) in &proved {
        let report = evidence::report((model, ledger.control), *property, evidence::Found::Proved(*engine, None));
        let place = asked.iter().position(|other| other == property);
        if let Some(place) = place {
            observer.property(place, &report);
        }
    }
    if options.engine.is_none_or(|only| only == EngineId::Modular) {
        learned.invariants.iter().for_each(|known| offer(ledger, known, prover));
    }
    for (property, engine) in proved {
        ledger.settle(property, evidence::Found::Proved(engine, None));
    }
}

/// Enters what an invariant of an earlier version of the program still proves.
fn offer(ledger: &mut Ledger<'_>, known: &ModularDocument, prover: &mut dyn Prover) {
    let Some((system, invariant)) = known.read(&ledger.model.subject()) else { return };
    let is_named = |property: &u32| {
        let stated = system.properties.get(*property as usize);
        stated.is_some_and(|stated| known.properties.contains(&stated.id()))
    };
    // The program may state nothing but that every value exists.
    if ledger.open == [VALUES] || ledger.open.iter().any(is_named) {
        ledger.accept(&system, &invariant, prover);
    }
}

/// The searches for any number of instances, with what they know.
struct AnyNumber<'a> {
    model: &'a Model,
    options: Options,
    visited: Visited,
    invariants: invariants::Known,
    loops: Loops<'a>,
}

impl<'a> AnyNumber<'a> {
    fn new(model: &'a Model, options: &Options, prover: &mut dyn Prover) -> Self {
        let (visited, invariants) = (Visited::default(), invariants::Known::default());
        Self { model, options: *options, visited, invariants, loops: Loops::new(model, prover) }
    }

    /// The search with one number of instances.
    fn instances(&mut self, number: u16, states: u64) -> Instances<'_> {
        let inputs = self.options.inputs;
        let states = states.min(self.options.states);
        Instances { visited: &mut self.visited, number, inputs, states, any_values: false }
    }

    /// Why the open properties have no answer.
    fn reasons(&self, ledger: &Ledger<'_>) -> Vec<Reason> {
        let has_fault = ledger.fault.is_some();
        let mut reasons: Vec<Reason> = ledger.stop.map(Reason::Stopped).into_iter().collect();
        if has_fault {
            reasons.push(Reason::NoValue);
        }
        let is_prover = |reason: &&Reason| matches!(reason, Reason::NoProver(_));
        let (first, others): (Vec<_>, Vec<_>) = ledger.reasons.iter().partition(is_prover);
        reasons.extend(first.into_iter().chain(others).cloned());
        for reason in &self.loops.given_up {
            if !reasons.contains(reason) {
                reasons.push(reason.clone());
            }
        }
        let is_late = reasons.iter().any(|reason| reason.stop().is_some());
        if self.invariants.refuted > 0 && !has_fault && !is_late {
            reasons.push(Reason::Level(self.invariants.refuted));
        }
        match self.options.engine {
            Some(engine) if planned(TURNS, Some(engine)).next().is_none() => {
                reasons.push(Reason::NotModular(format!("the engine {engine} needs a number of instances")));
            }
            _ => reasons.push(Reason::Instances(self.visited.complete)),
        }
        if self.model.kind().actor() == "thread" {
            let replicated = self.model.system.processes.iter().filter(|process| process.replicated);
            let functions: Vec<String> = replicated.map(|process| process.name.to_string()).collect();
            reasons = reasons.into_iter().map(|reason| reason.of_threads(&functions)).collect();
        }
        reasons
    }
}

impl Searches for AnyNumber<'_> {
    type Method = Search;
    type Facts = Facts;

    fn facts(&self, ledger: &Ledger<'_>) -> Facts {
        let is_open = ledger.stop.is_none() && !ledger.is_decided();
        let has_prover = ledger.reasons.iter().all(|reason| !matches!(reason, Reason::NoProver(_)));
        Facts { is_open, wants_proofs: is_open && ledger.fault.is_none() && has_prover }
    }

    fn has_work(&self, method: &Search, _: &Ledger<'_>) -> bool {
        match method {
            Search::Few(instances, _) | Search::Many(instances) => self.visited.complete < *instances,
            Search::Executions(_) => self.model.machine.is_some(),
            Search::Crowd(..) | Search::Invariant(_) | Search::Predicates => true,
        }
    }

    fn begin(&mut self, open: &[u32]) {
        self.invariants.begin(open);
        self.loops.begin();
    }

    fn engine<'t>(&'t mut self, turn: &Turn, tools: Tools<'t>) -> ProgramEngine<'t> {
        let (budget, prover) = (turn.budget, tools.prover);
        match turn.method {
            Search::Few(instances, states) => Box::new(self.instances(instances, states)),
            Search::Many(instances) => Box::new(Instances { any_values: true, ..self.instances(instances, u64::MAX) }),
            Search::Crowd(acting, states) => {
                let states = states.min(self.options.states);
                Box::new(Crowds { acting, states, fewer: self.instances(0, u64::MAX) })
            }
            Search::Executions(way) => Box::new(Executions { seed: self.options.seed, way }),
            Search::Invariant(domain) => Box::new(Invariants { known: &mut self.invariants, domain, budget, prover }),
            Search::Predicates => Box::new(Predicates { loops: &mut self.loops, prover }),
        }
    }

    fn ended(&mut self, _: &Turn, reason: Reason, ledger: &mut Ledger<'_>) {
        let still = reason.stop().and_then(|_| ledger.control.poll(&Progress::default()).err());
        match still {
            Some(stop) => ledger.stop = Some(stop),
            // Other searches may need less memory.
            None => ledger.undecided(reason),
        }
    }
}
