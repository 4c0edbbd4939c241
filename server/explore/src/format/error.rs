//! Errors in a text.

use thiserror::Error;

use crate::tts::TtsError;

/// Why a text was refused.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[error("line {line}: {problem}")]
pub struct FormatError {
    /// The line, counted from 1.
    pub line: u32,
    /// Problem on that line.
    pub problem: Problem,
}

impl FormatError {
    /// A problem in a line, counted from 0.
    pub(super) fn at(line: usize, problem: Problem) -> Self {
        let line = u32::try_from(line).unwrap_or(u32::MAX).saturating_add(1);
        Self { line, problem }
    }
}

/// An error in a line.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
pub enum Problem {
    /// The text ends before the numbers of states.
    #[error("the numbers of shared and of local states are missing, such as `2 5`")]
    NoHeader,
    /// The first line is not two numbers.
    #[error("expected the numbers of shared and of local states, such as `2 5`")]
    Header,
    /// A system without states.
    #[error("a system needs at least one shared and one local state")]
    NoStates,
    /// Something that should be the number of a state.
    #[error("`{0}` is not the number of a state: expected a number from 0 to 4294967294")]
    NotANumber(String),
    /// A line that is no step.
    #[error("expected a step such as `0 1 -> 2 3`, `0 1 +> 2 3` or `0 1 -> 2 3 4 ~> 5`")]
    NotAStep,
    /// A line `s l ~> s' l'`.
    #[error(
        "a line `s l ~> s' l'` has no defined meaning: write what the active thread does as `s l -> s' l'`, \
         followed by the moves of the other threads as `a ~> b`"
    )]
    TransferWithoutStep,
    /// A creation followed by moves.
    #[error("a creation (`+>`) cannot move other threads (`~>`) in the same step")]
    CreationWithTransfer,
    /// An incomplete `a ~> b`.
    #[error("expected the moves of other threads as `a ~> b`, such as `4 ~> 5`")]
    Moves,
    /// The system is malformed, such as a state beyond the numbers of the first line.
    #[error(transparent)]
    System(#[from] TtsError),
    /// A character that no notation has.
    #[error("`{0}` means nothing here")]
    NotASign(String),
    /// A `.spec` text that lacks a section, or has something else where it should begin.
    #[error("expected the section `{0}`")]
    Section(&'static str),
    /// Unexpected text.
    #[error("expected {0}")]
    Expected(&'static str),
    /// A place that the net does not declare.
    #[error("the place `{0}` is not declared in `vars`")]
    UndeclaredPlace(String),
    /// A rule that could leave less than no token.
    #[error("a rule can take at most as many tokens from a place as its guard asks for: it takes more from `{0}`")]
    TakesMore(String),
    /// A reset or a transfer.
    #[error(
        "a rule can only add a number of tokens to a place or take it away, such as `{0}' = {0} + 1`; resets \
         (`{0}' = 0`) and transfers between places are not supported"
    )]
    NotAnAddition(String),
    /// A guard or a target that asks for few tokens.
    #[error("a guard or a target gives lower bounds, such as `x1 >= 1, x2 >= 1`: it cannot ask for few tokens")]
    NotALowerBound,
    /// A start with an upper bound.
    #[error("a place starts with a number of tokens (`x = 1`) or at least with a number of them (`x >= 1`)")]
    UpperStart,
    /// Too many tokens to list.
    #[error(
        "the start, the targets, and the rules that move several tokens have more than 1000000 tokens together, which \
         are too many"
    )]
    TooManyTokens,
    /// A text that is no target.
    #[error("expected a target such as `4|20`, `3|0,1` or `1|`")]
    Target,
    /// A text that is no initial configuration.
    #[error("expected initial states such as `0|0` (one thread), `0/0` (any number) or `1|0,1/2` (both)")]
    Initial,
}

/// Constructs that a notation does not have.
#[derive(Clone, Copy, PartialEq, Eq, Error, Debug)]
pub enum WriteError {
    /// A step that moves one other thread.
    #[error("a step that moves one other thread (`signal`) cannot be written as .tts")]
    One,
    /// A step that another thread can block.
    #[error("a step that another thread can block (a constraint on `x$`) cannot be written as .tts")]
    Blocking,
    /// A step that changes other threads.
    #[error("a step that changes other threads (`x$`, `signal`, `broadcast`) cannot be written as .spec")]
    Others,
    /// More states than can be numbered.
    #[error("the system has too many states to be numbered")]
    TooLarge,
    /// Several initial shared states, or a number of threads with several places to start in.
    #[error("a choice of initial states cannot be written")]
    Start,
    /// Several targets, one of them with more than one thread.
    #[error("several targets for more than one thread each cannot be written as one")]
    Targets,
}
