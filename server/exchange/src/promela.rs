//! Promela, which spin reads.
//!
//! Every instance is a process with one option per transition, whose step is atomic; where it is and all variables are
//! global. A process of its own waits for the error and then fails an assertion. **Integers have 32 bits there**: a program
//! whose values do not fit has another meaning in spin. What has no bounds is refused where it is chosen.

mod write;

use boolprog_base::Span;
use boolprog_integer::{Initial, Sort, System};
use smol_str::SmolStr;

use crate::question::Question;

/// Why a system is not written.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotWritten {
    /// A choice without bounds.
    #[error("spin cannot choose among all integers; give the input a range, such as `input(0..9)`")]
    Choice(Span),
    /// A variable that starts with any integer.
    #[error("spin cannot start with any integer; give `{0}` a range or a value")]
    Start(SmolStr),
    /// A range that does not fit.
    #[error("spin has integers of 32 bits, and the range of `{0}` is larger")]
    Range(SmolStr),
}

/// The program. Linear in the size of the system.
pub fn write(system: &System, question: Question) -> Result<String, NotWritten> {
    let fits =
        |sort: Sort| sort.bounds().is_none_or(|(low, high)| i32::try_from(low).is_ok() && i32::try_from(high).is_ok());
    for variable in &system.variables {
        if !fits(variable.sort) {
            return Err(NotWritten::Range(variable.name.clone()));
        }
        if variable.initial == Initial::Unspecified && variable.sort == Sort::Integer {
            return Err(NotWritten::Start(variable.name.clone()));
        }
    }
    for transition in &system.transitions {
        if let Some(choice) =
            transition.choices.iter().find(|choice| choice.sort == Sort::Integer || !fits(choice.sort))
        {
            return Err(NotWritten::Choice(choice.span));
        }
    }
    Ok(write::program(system, question))
}
