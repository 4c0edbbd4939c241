//! What an engine answers: never a verdict without its evidence.

use boolprog_base::control::Stop;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The work was stopped.
    Stopped(Stop),
    /// The engine does not apply to this system, and why.
    Refused(&'static str),
    /// Everything was searched with up to so many threads, and nothing was found. Proves nothing beyond.
    Bounded {
        /// The largest number of live threads searched completely.
        threads: u32,
    },
}
