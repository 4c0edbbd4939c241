//! C2BP: from an integer program and predicates to a Boolean program that allows all its steps (Ball, Majumdar, Millstein,
//! Rajamani, "Automatic Predicate Abstraction of C Programs", PLDI 2001), also in threads that take no step (Donaldson,
//! Kaiser, Kroening, Wahl, "Symmetry-Aware Predicate Abstraction for Shared-Variable Concurrent Programs", CAV 2011).
//!
//! The abstraction is Cartesian: each predicate gets the strongest new value that cubes of few predicates before the step
//! imply. A thread with contradictory values takes no step. Values that are not determined are constrained: no pair of them, or of one and a value that is, may be
//! contradictory; an exact abstraction lists all combinations. Nothing here needs to be trusted: [`boolprog_certificate::boolean::check`] asks about every edge again.

mod cubes;
mod predicates;
mod steps;

use boolprog_base::control::{Control, Stop};
use boolprog_certificate::boolean::{BooleanProgram, Predicate, Template, Unsupported, violations};
use boolprog_prover::Prover;

pub(crate) use predicates::atoms;
pub use predicates::{Between, Seeds, add, seeds};

use crate::oracle::{Interrupt, Oracle};

/// Precision of the abstraction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// The most predicates in a cube.
    pub max_cube: usize,
    /// `true` if the combinations of values around a step are listed where they are not determined; otherwise contradictory
    /// pairs are excluded.
    pub exact: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { max_cube: 3, exact: false }
    }
}

/// Why there is no Boolean program.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotAbstracted {
    /// The integer program cannot be abstracted in this way.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The control stopped it.
    #[error("{0}")]
    Stopped(Stop),
    /// There is no prover any more.
    #[error("{0}")]
    NoProver(String),
}

impl From<Interrupt> for NotAbstracted {
    fn from(interrupt: Interrupt) -> Self {
        match interrupt {
            Interrupt::Stop(stop) => Self::Stopped(stop),
            Interrupt::NoProver(why) => Self::NoProver(why),
        }
    }
}

/// The Boolean program of these predicates, and the number of questions that it took.
pub fn abstraction(
    template: &Template,
    predicates: Vec<Predicate>,
    options: Options,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<(BooleanProgram, u64), NotAbstracted> {
    for property in &template.system().properties {
        violations(template, &property.error)?;
    }
    let mut oracle = Oracle::new(template.system(), prover, control);
    let mut program = BooleanProgram { predicates, ..BooleanProgram::default() };
    program.start = steps::start(template, &program, &mut oracle)?;
    let processes = 0..template.system().processes.len() as u16;
    let consistent = processes.map(|it| steps::consistency(template, &program, Some(it), options, &mut oracle));
    let consistent: Vec<_> = consistent.collect::<Result<_, _>>()?;
    for (number, transition) in template.transitions() {
        let consistent = &consistent[usize::from(template.process(transition))];
        let step = steps::step(template, &program, (number, transition), (options, consistent), &mut oracle)?;
        program.steps.push(step);
    }
    program.assertions = steps::assertions(template, &program, options, &mut oracle)?;
    Ok((program, oracle.queries))
}
