//! Satisfiability of formulas over integers, for the engines of `abstraction` and the checkers of `certificate`.
//!
//! A [`Prover`] answers one kind of question: can these formulas hold together, and with which values? The questions of
//! engines (does a state imply a formula, which valuations are possible) reduce to it. Some provers answer another: are
//! there relations that satisfy [Horn clauses](HornClauses)?
//!
//! The prover is a separate process, which speaks SMT-LIB ([`SmtLib`]), for four reasons: a user who needs no prover
//! never loads it; `boolprog` starts without it; a crash, an endless query or a malformed answer affects only that
//! process; and any solver that reads SMT-LIB can be used. Z3 is such a process by itself, `z3 -in`, and as a library
//! in the program `boolprog-z3` (package of that name).
//!
//! **Invariant:** if the process is missing, crashes, hangs or gives malformed answers, the answer is
//! [`Answer::Unknown`], in bounded time and memory.

mod client;
mod command;
#[cfg(unix)]
mod group;
mod horn;
mod independent;
mod memory;
mod process;
mod recording;
mod script;

use std::collections::BTreeMap;
use std::sync::Arc;

use boolprog_base::control::{Control, Stop};
use boolprog_integer::{Choice, Formula, InputId, InstanceId, System, VariableId};

pub use client::SmtLib;
pub use command::{DEFAULT, of_command};
pub use horn::{HornClauses, Solution};
pub use memory::Remembering;
pub use recording::Recording;

/// A question: can these formulas hold together? The values of variables and choices are those of their sorts, and
/// integers have no bounds.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a> {
    /// System that declares the variables and locations of the formulas.
    pub system: &'a System,
    /// The choices that the formulas speak of, if any.
    pub choices: &'a [Choice],
    /// Formulas that are to hold together.
    pub conjuncts: &'a [&'a Formula],
    /// `true` if values are wanted in the answer.
    pub model: bool,
}

/// Values that make the formulas of a query hold, for the variables and choices that occur in it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    /// The values of variables; a Boolean is 0 or 1.
    pub variables: BTreeMap<VariableId, i64>,
    /// The values of choices.
    pub inputs: BTreeMap<InputId, i64>,
    /// The numbers of locations.
    pub locations: BTreeMap<InstanceId, i64>,
}

impl Model {
    /// Adds the values of another one, which is about other variables.
    fn extend(&mut self, other: Self) {
        self.variables.extend(other.variables);
        self.inputs.extend(other.inputs);
        self.locations.extend(other.locations);
    }
}

/// Answer of a prover.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// They can, with these values; none if the query wanted none.
    Satisfiable(Model),
    /// The formulas cannot hold together.
    Unsatisfiable,
    /// The prover does not know.
    Unknown(Unknown),
}

/// Why a prover does not know.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unknown {
    /// It gave up on this question; the next one may be easier.
    #[error("{0}")]
    Undecided(String),
    /// The prover answers no questions at all; why, as a sentence.
    #[error("{0}")]
    Unavailable(String),
}

/// Formulas about one system, which are given in several questions.
pub type Given = Arc<[Formula]>;

/// Decides whether formulas can hold together.
pub trait Prover {
    /// Answers a question. An error says that `control` wanted it to stop.
    fn ask(&mut self, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Stop>;

    /// Answers a question where these formulas hold, too. Of several questions in a row with the same ones, they are read once
    /// if the prover can. Values are those of the question's own formulas.
    fn ask_given(&mut self, given: &Given, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Stop> {
        let conjuncts: Vec<&Formula> = given.iter().chain(query.conjuncts.iter().copied()).collect();
        self.ask(&Query { conjuncts: &conjuncts, ..*query }, control)
    }

    /// Looks for relations that satisfy clauses. Not every prover can.
    fn solve(&mut self, _: &HornClauses<'_>, _: &dyn Control) -> Result<Solution, Stop> {
        Ok(Solution::Unknown(Unknown::Unavailable("this prover solves no Horn clauses".to_owned())))
    }

    /// A prover of the same kind that shares nothing with this one, for a second opinion; none if there is only one.
    fn another(&self) -> Option<Box<dyn Prover>> {
        None
    }
}

impl<P: Prover + ?Sized> Prover for Box<P> {
    fn ask(&mut self, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Stop> {
        (**self).ask(query, control)
    }

    fn ask_given(&mut self, given: &Given, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Stop> {
        (**self).ask_given(given, query, control)
    }

    fn solve(&mut self, clauses: &HornClauses<'_>, control: &dyn Control) -> Result<Solution, Stop> {
        (**self).solve(clauses, control)
    }

    fn another(&self) -> Option<Box<dyn Prover>> {
        (**self).another()
    }
}

impl<P: Prover + ?Sized> Prover for &mut P {
    fn ask(&mut self, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Stop> {
        (**self).ask(query, control)
    }

    fn ask_given(&mut self, given: &Given, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Stop> {
        (**self).ask_given(given, query, control)
    }

    fn solve(&mut self, clauses: &HornClauses<'_>, control: &dyn Control) -> Result<Solution, Stop> {
        (**self).solve(clauses, control)
    }

    fn another(&self) -> Option<Box<dyn Prover>> {
        (**self).another()
    }
}

/// A prover that knows nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProver;

impl Prover for NoProver {
    fn ask(&mut self, _: &Query<'_>, _: &dyn Control) -> Result<Answer, Stop> {
        Ok(Answer::Unknown(Unknown::Unavailable("no prover is used".to_owned())))
    }

    fn solve(&mut self, _: &HornClauses<'_>, _: &dyn Control) -> Result<Solution, Stop> {
        Ok(Solution::Unknown(Unknown::Unavailable("no prover is used".to_owned())))
    }
}
