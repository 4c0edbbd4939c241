//! What an engine answers: never a verdict without its evidence.

use boolprog_explore::control::Stop;
use boolprog_explore::tts::{LocalId, SharedId, TransitionId};

/// An execution of a thread transition system. Threads are numbered from 0 in order of creation, those of the
/// initial configuration first; numbers are never reused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The shared state at the start.
    pub shared: SharedId,
    /// The threads at the start.
    pub threads: Vec<LocalId>,
    /// The steps.
    pub steps: Vec<RunStep>,
}

impl Run {
    /// How often a step is by another thread than the step before.
    pub fn context_switches(&self) -> usize {
        self.steps.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count()
    }
}

/// One step of a [`Run`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunStep {
    /// Who moves.
    pub thread: u32,
    /// By which transition.
    pub transition: TransitionId,
    /// Which other threads the transition's transfer moves, and where to, by increasing number.
    pub moved: Vec<(u32, LocalId)>,
}

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
