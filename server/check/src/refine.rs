//! Proofs and violations of integer programs through Boolean ones, also for any number of instances: abstract, check,
//! execute, refine.
//!
//! A round makes a Boolean program of the predicates ([`boolean`](boolprog_abstraction::boolean)) and checks it like any
//! other. If nothing is violated there, the integer program is proved once the checker of the abstraction has accepted it,
//! too. A counterexample becomes a path of the integer program ([`lift`]): one that can be taken is executed again, and is
//! the violation; otherwise its weakest preconditions are the predicates of the next round
//! ([`newton`](boolprog_abstraction::newton)).

mod lift;
mod missing;
mod round;
mod words;

use std::sync::Arc;

use boolprog_abstraction::boolean::NotAbstracted;
pub use boolprog_abstraction::boolean::{Options as Precision, Seeds, seeds};
use boolprog_base::control::{Control, Progress};
use boolprog_certificate::boolean::{Flaw, Predicate, Template, Unsupported};
use boolprog_integer::System;
use boolprog_prover::Prover;
use boolprog_trace::document::TraceDocument;

use crate::integer::Model;
use crate::options::Options as CheckOptions;
use crate::report::Verdict;
pub use lift::Lifted;
use round::Stage;
pub use round::{Abstracted, abstracted};

/// Options of the loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether processes with `[*]` have any number of instances, and not the number of the model.
    pub any: bool,
    /// The predicates of the first round.
    pub seeds: Seeds,
    /// Precision of the abstraction.
    pub precision: Precision,
    /// The most rounds.
    pub rounds: u32,
    /// Options of the check of the Boolean programs.
    pub check: CheckOptions,
}

impl Default for Options {
    fn default() -> Self {
        let (seeds, precision, check) = (Seeds::default(), Precision::default(), CheckOptions::default());
        Self { any: true, seeds, precision, rounds: 30, check }
    }
}

/// Result of one round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// Number of the round, from 1.
    pub number: u32,
    /// Names of its predicates.
    pub predicates: Vec<String>,
    /// `true` if the abstraction is exact, because a round before it added no predicate, or as the options say.
    pub exact: bool,
    /// Number of lines of the Boolean program.
    pub lines: usize,
    /// Questions to the prover: for the abstraction, for paths, and for the check of a proof.
    pub questions: u64,
    /// What the check of the Boolean program says.
    pub verdict: RoundVerdict,
    /// The counterexamples that cannot be taken.
    pub spurious: Vec<SpuriousPath>,
    /// Names of the predicates that are new in the next round.
    pub added: Vec<String>,
}

/// Verdict on the Boolean program of a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoundVerdict {
    /// Nothing is violated.
    Proved,
    /// An assertion is violated.
    Violated,
    /// It is not decided.
    Unknown,
}

/// A counterexample of a Boolean program that the integer program does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpuriousPath {
    /// Id of the property; none if it ends in a missing value.
    pub property: Option<String>,
    /// Line of its assertion in the Boolean program, from 1.
    pub line: u32,
    /// Number of instances with a step, or a place, in it.
    pub instances: usize,
    /// Its number of steps.
    pub steps: usize,
    /// The first step that cannot be taken, from 1.
    pub step: usize,
    /// The statements that contradict each other, each with its step, from 1; those of step 0 are values at the start.
    pub core: Vec<(usize, String)>,
}

/// Conclusion of the loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// No property can be violated, and every value exists. The checkers accepted the proof of the last Boolean program, and
    /// the abstraction.
    Proved,
    /// The last state of a run violates the property with this index, or has no value for it; or an edge of its last state
    /// misses a value, if there is no property. The run was executed again.
    Violated {
        /// Index of the property.
        property: Option<u32>,
        /// The run.
        trace: Box<TraceDocument>,
    },
    /// It is not decided, as a sentence.
    Unknown(String),
}

/// What the loop found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refinement {
    /// The rounds, in order.
    pub rounds: Vec<Round>,
    /// Conclusion.
    pub outcome: Outcome,
    /// The Boolean program of the last round.
    pub boolean: Option<Abstracted>,
}

/// The system in which two instances of each process with `[*]` stand for all, or the given number of them.
pub fn template(model: &Model, any: bool) -> Result<Template, NotAbstracted> {
    let any = any && model.system.processes.iter().any(|process| process.replicated);
    let system = if any { with_threads(model, 2)?.system } else { Arc::clone(&model.system) };
    Ok(Template::new(System::clone(&system), any)?)
}

/// The model with this number of instances of processes with `[*]`.
fn with_threads(model: &Model, threads: u16) -> Result<Model, NotAbstracted> {
    let made = model.with_instances(threads);
    made.map_err(|why| NotAbstracted::Unsupported(Unsupported(why.to_string())))
}

/// Goes round until a round decides, adds no predicate, or the limits are reached. `prover` serves the search, `checker` the
/// check of a proof; they may be two processes. `observe` hears of each round.
pub fn refine(
    model: &Model,
    options: &Options,
    (prover, checker): (&mut dyn Prover, &mut dyn Prover),
    control: &dyn Control,
    observe: &mut dyn FnMut(&Round),
) -> Refinement {
    let mut refinement = Refinement { rounds: Vec::new(), outcome: Outcome::Unknown(String::new()), boolean: None };
    let outcome = go_round(model, options, (prover, checker), control, observe, &mut refinement);
    Refinement { outcome: outcome.unwrap_or_else(Outcome::Unknown), ..refinement }
}

fn go_round(
    model: &Model,
    options: &Options,
    (prover, checker): (&mut dyn Prover, &mut dyn Prover),
    control: &dyn Control,
    observe: &mut dyn FnMut(&Round),
    refinement: &mut Refinement,
) -> Result<Outcome, String> {
    let template = template(model, options.any).map_err(|why| why.to_string())?;
    let mut precision = options.precision;
    let mut predicates = seeds(&template, options.seeds);
    for number in 1..=options.rounds {
        control.poll(&Progress { phase: "refinement", ..Progress::default() }).map_err(|stop| stop.to_string())?;
        let mut stage = Stage { model, template: &template, options, precision, prover: &mut *prover, control };
        let abstracted = stage.abstracted(predicates.clone())?;
        let mut round = Round {
            number,
            predicates: names(&predicates),
            exact: precision.exact,
            lines: abstracted.printed.origins.len(),
            questions: abstracted.questions,
            verdict: RoundVerdict::Unknown,
            spurious: Vec::new(),
            added: Vec::new(),
        };
        let step = stage.decide(&abstracted, &mut round, &mut predicates);
        let outcome = match step {
            Ok(None) if round.verdict == RoundVerdict::Proved => {
                Some(certified(&template, &abstracted, &mut *checker, control, &mut round.questions))
            }
            Ok(outcome) => outcome.map(Ok),
            Err(why) => Some(Err(why)),
        };
        precision.exact |= round.added.is_empty();
        observe(&round);
        refinement.rounds.push(round);
        refinement.boolean = Some(abstracted);
        if let Some(outcome) = outcome {
            return outcome;
        }
    }
    Err(format!("the properties are open after {} rounds", options.rounds))
}

/// The conclusion from a proof of the Boolean program, if the checker accepts the abstraction.
fn certified(
    template: &Template,
    abstracted: &Abstracted,
    checker: &mut dyn Prover,
    control: &dyn Control,
    questions: &mut u64,
) -> Result<Outcome, String> {
    match boolprog_certificate::boolean::check(template, &abstracted.program, checker, control) {
        Ok(Ok(asked)) => {
            *questions += asked;
            Ok(Outcome::Proved)
        }
        Ok(Err(flaw @ Flaw::Undecided(_))) => Err(format!("the Boolean program is proved, but not certified: {flaw}")),
        Ok(Err(flaw)) => Err(format!("internal error: {flaw}")),
        Err(stop) => Err(format!("the Boolean program is proved, but not certified: {stop}")),
    }
}

fn names(predicates: &[Predicate]) -> Vec<String> {
    predicates.iter().map(|predicate| predicate.name.clone()).collect()
}
