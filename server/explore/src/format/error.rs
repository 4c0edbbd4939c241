//! What is wrong with a text.

use thiserror::Error;

use crate::tts::TtsError;

/// Why a text was refused.
#[derive(Clone, PartialEq, Eq, Error, Debug)]
#[error("line {line}: {problem}")]
pub struct FormatError {
    /// The line, counted from 1.
    pub line: u32,
    /// What is wrong there.
    pub problem: Problem,
}

impl FormatError {
    /// A problem in a line, counted from 0.
    pub(super) fn at(line: usize, problem: Problem) -> Self {
        let line = u32::try_from(line).unwrap_or(u32::MAX).saturating_add(1);
        Self { line, problem }
    }
}

/// What is wrong with a line.
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
    /// A state beyond the numbers of the first line, or the like.
    #[error(transparent)]
    System(#[from] TtsError),
    /// A text that is no target.
    #[error("expected a target such as `4|20`, `3|0,1` or `1|`")]
    Target,
    /// A text that is no initial configuration.
    #[error("expected initial states such as `0|0` (one thread), `0/0` (any number) or `1|0,1/2` (both)")]
    Initial,
}
