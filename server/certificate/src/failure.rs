//! Why a check of evidence ends early.

use boolprog_base::control::Stop;

/// The control stopped it, or the evidence has a flaw.
pub(crate) enum Failure<F> {
    Stop(Stop),
    Flaw(F),
}

/// The result of a check: a stop is none.
pub(crate) fn settled<T, F>(checked: Result<T, Failure<F>>) -> Result<Result<T, F>, Stop> {
    match checked {
        Ok(accepted) => Ok(Ok(accepted)),
        Err(Failure::Stop(stop)) => Err(stop),
        Err(Failure::Flaw(flaw)) => Ok(Err(flaw)),
    }
}
