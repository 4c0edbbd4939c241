//! Why an instruction is not followed by the next one.

use boolprog_base::control::Stop;

use crate::fault::Fault;
use crate::value::Value;

/// Why a thread, or the whole run, ends within an instruction.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Halt {
    /// A fault.
    Fault(Box<Fault>),
    /// The process ends with this status.
    Exit(i32),
    /// The thread ends with this result.
    Finish(Box<Value>),
    /// An assumption does not hold: the run says nothing.
    Quiet,
    /// The work was stopped from outside.
    Stopped(Stop),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}
