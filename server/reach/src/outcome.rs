//! Why a search has no answer.

use boolprog_base::control::Stop;
use boolprog_base::engine::Ended;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The work was stopped.
    Stopped(Stop),
    /// The engine does not apply to this system, and why.
    Refused(&'static str),
}

impl From<Reason> for Ended {
    fn from(reason: Reason) -> Self {
        match reason {
            Reason::Stopped(stop) => Self::Stopped(stop),
            Reason::Refused(why) => Self::Refused(why.to_owned()),
        }
    }
}
