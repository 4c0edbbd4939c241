//! Proofs and violations of integer programs through Boolean ones, also for any number of instances: abstract, check,
//! execute, refine.
//!
//! A round makes a Boolean program of the predicates ([`boolean`](boolprog_abstraction::boolean)) and checks it like any
//! other. If nothing is violated there, the integer program is proved once the checker of the abstraction has accepted it,
//! too. A counterexample becomes a path of the integer program ([`lift`]): one that can be taken is executed again, and is
//! the violation; otherwise its weakest preconditions are the predicates of the next round
//! ([`newton`](boolprog_abstraction::newton)).

mod beside;
mod lift;
mod missing;
mod refiner;
mod round;
mod words;

use std::sync::Arc;

use boolprog_abstraction::boolean::NotAbstracted;
pub use boolprog_abstraction::boolean::{Options as Precision, Seeds, seeds};
use boolprog_base::control::Control;
pub use boolprog_certificate::boolean::{Origin, Printed};
use boolprog_certificate::boolean::{Template, Unsupported};
use boolprog_certificate::document::{BooleanDocument, CertificateDocument, QuestionDocument};
use boolprog_integer::{Instantiation, System};
use boolprog_prover::Prover;
use boolprog_trace::document::TraceDocument;

use crate::integer::Model;
use crate::options::Options as CheckOptions;
use crate::report::Verdict;
pub use beside::{Beside, BesideStep, Parting, beside};
pub use lift::Lifted;
pub(crate) use refiner::{Conclusion, Refiner};
pub use round::{Abstracted, abstracted};

/// Options of the loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// `true` if processes with `[*]` have any number of instances, and not the number of the model.
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
    /// The result of the check of the Boolean program.
    pub verdict: RoundVerdict,
    /// The counterexamples that cannot be taken.
    pub spurious: Vec<SpuriousPath>,
    /// Names of the predicates that are new in the next round.
    pub added: Vec<String>,
    /// `true` if they are those of interpolants, because weakest preconditions say nothing new.
    pub by_interpolants: bool,
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

/// The findings of the loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refinement {
    /// The rounds, in order.
    pub rounds: Vec<Round>,
    /// Conclusion.
    pub outcome: Outcome,
    /// The Boolean program of the last round.
    pub boolean: Option<Abstracted>,
    /// The proofs, if there is a property and all are proved.
    pub certificate: Option<Box<CertificateDocument>>,
}

/// The system in which two instances of each process with `[*]` stand for all, or the given number of them.
pub fn template(model: &Model, any: bool) -> Result<Template, NotAbstracted> {
    let all: Vec<usize> = (0..model.system.properties.len()).collect();
    template_of(model, any, &all)
}

/// The same with these properties alone.
fn template_of(model: &Model, any: bool, properties: &[usize]) -> Result<Template, NotAbstracted> {
    let any = any && model.system.processes.iter().any(|process| process.replicated);
    let system = if any {
        System::clone(&with_threads(model, 2, properties)?.system)
    } else {
        model.system.with_properties(properties)
    };
    Ok(Template::new(system, any)?)
}

/// The model with this number of instances of processes with `[*]`, and these properties.
fn with_threads(model: &Model, threads: u16, properties: &[usize]) -> Result<Model, NotAbstracted> {
    let made = model.with_instances(threads);
    let mut model = made.map_err(|why| NotAbstracted::Unsupported(Unsupported(why.to_string())))?;
    model.system = Arc::new(model.system.with_properties(properties));
    Ok(model)
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
    let all: Vec<usize> = (0..model.system.properties.len()).collect();
    let mut refiner = match Refiner::new(model, options, &all) {
        Ok(refiner) => refiner,
        Err(why) => return Refinement::without_rounds(Outcome::Unknown(why.to_string())),
    };
    let mut certificate = None;
    let outcome = loop {
        let known = refiner.rounds.len();
        if known == options.rounds as usize {
            break Outcome::Unknown(format!("the properties are open after {known} rounds"));
        }
        let conclusion = refiner.round((&mut *prover, Some(&mut *checker)), control);
        refiner.rounds[known..].iter().for_each(&mut *observe);
        match conclusion {
            Ok(None) => {}
            Ok(Some(Conclusion::Proved(proof))) => {
                certificate = saved(model, options.any, proof);
                break Outcome::Proved;
            }
            Ok(Some(Conclusion::Violated { property, report })) => {
                let Verdict::Violated(violation) = &report.verdict else { continue };
                break Outcome::Violated { property, trace: Box::new(TraceDocument::clone(violation.trace())) };
            }
            Err(why) => break Outcome::Unknown(why),
        }
    };
    Refinement { rounds: refiner.rounds, outcome, boolean: refiner.boolean, certificate }
}

/// A proof as a certificate of the program, if it is about a property.
fn saved(model: &Model, any: bool, proof: Option<BooleanDocument>) -> Option<Box<CertificateDocument>> {
    let question = QuestionDocument::of_instantiation(&model.system, instantiation(model, any));
    let mut document = Box::new(CertificateDocument::new((&model.path, &model.text), question));
    document.boolean.extend(proof);
    document.if_any()
}

/// The instantiation that a proof is about.
fn instantiation(model: &Model, any: bool) -> Instantiation {
    let is_any = any && model.system.processes.iter().any(|process| process.replicated);
    let any = Instantiation { threads: None, representatives: true, ..model.instantiation };
    if is_any { any } else { model.instantiation }
}

impl Refinement {
    fn without_rounds(outcome: Outcome) -> Self {
        Self { rounds: Vec::new(), outcome, boolean: None, certificate: None }
    }
}
