//! The reachability cutoff of a program: the least n such that every thread state that occurs with any number of
//! threads occurs with n.
//!
//! The coverability set gives the number of thread states; the bounded search finds the fewest live threads with which
//! each occurs. The largest of these numbers is the cutoff.

use std::time::{Duration, Instant};

use boolprog_base::control::Stop;
use boolprog_base::engine::{Engine, Undecided};
use boolprog_explore::tts::Tts;
use boolprog_reach::coverability::{CoverabilitySet, Found};
use boolprog_reach::engines::bounded::Bounded;
use boolprog_reach::engines::karp_miller::{self, Procedure};
use boolprog_reach::engines::mcs;

use crate::engine::Deadline;

/// Knowledge about the cutoff of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cutoff {
    /// The exact cutoff.
    Exactly(u32),
    /// This number of threads does not suffice; the search for more was stopped.
    Above(u32),
}

#[derive(Clone, Debug)]
pub(crate) struct Figures {
    /// Local states that saturation leaves.
    pub(crate) local_states: usize,
    pub(crate) thread_states: usize,
    pub(crate) maximal_markings: usize,
    /// Local states with a thread in them: the most in one maximal marking, and the mean.
    pub(crate) occupied: (usize, f64),
    /// Work of each of [`PROCEDURES`]; `None` if it was not finished in time.
    pub(crate) work: [Option<Work>; PROCEDURES.len()],
    /// Seconds for the coverability set, and the memory of the search in bytes.
    pub(crate) set_seconds: f64,
    pub(crate) set_bytes: usize,
    pub(crate) cutoff: Cutoff,
    /// Seconds of the bounded search for all thread states with up to as many threads as the cutoff says.
    pub(crate) bounded_seconds: f64,
    /// Memory of that search, in bytes.
    pub(crate) bounded_bytes: usize,
}

/// Work of a procedure for the coverability set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    /// Nodes that it expanded.
    pub(crate) expanded: usize,
    pub(crate) seconds: f64,
}

/// The procedures for the coverability set that are compared; `None` is `mcs`.
pub(crate) const PROCEDURES: [(&str, Option<Procedure>); 5] = [
    ("mcs", None),
    ("km-zhao", Some(Procedure::Zhao)),
    ("km-bfs", Some(Procedure::BreadthFirst)),
    ("km-dfs", Some(Procedure::DepthFirst)),
    ("km-tree", Some(Procedure::Unmerged)),
];

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum NoFigures {
    /// The coverability set was not finished in time.
    Stopped(Stop),
    /// The system has none; why, in a word or two.
    Refused(&'static str),
}

impl From<Stop> for NoFigures {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// Computes the figures of a system. Each of the two searches gets the time of its own.
pub(crate) fn figures(tts: &Tts, threads: u32, timeout: Duration) -> Result<Figures, NoFigures> {
    let started = Instant::now();
    let Found { set, statistics } = match mcs::search(tts, mcs::Closure::default(), None, &Deadline::after(timeout)) {
        Ok(found) => found,
        Err(Undecided::Stopped(stop)) => return Err(NoFigures::Stopped(stop)),
        Err(Undecided::Refused(_)) => return Err(NoFigures::Refused("not plain")),
    };
    let set_seconds = started.elapsed().as_secs_f64();
    let thread_states = set.thread_states(tts).iter().map(|row| row.count_ones(..)).sum();
    let started = Instant::now();
    let deadline = Deadline::after(timeout);
    let cutoff = cutoff(tts, thread_states, threads, &deadline);
    let bounded_seconds = started.elapsed().as_secs_f64();
    let work = PROCEDURES.map(|(_, procedure)| match procedure {
        None => Some(Work { expanded: statistics.expanded, seconds: set_seconds }),
        Some(procedure) => {
            let started = Instant::now();
            let found = karp_miller::search(tts, procedure, &Deadline::after(timeout)).ok()?;
            Some(Work { expanded: found.statistics.expanded, seconds: started.elapsed().as_secs_f64() })
        }
    });
    Ok(Figures {
        local_states: tts.local_states as usize,
        thread_states,
        maximal_markings: set.maximal_markings(),
        occupied: occupied(&set),
        work,
        set_seconds,
        set_bytes: statistics.bytes,
        cutoff,
        bounded_seconds,
        bounded_bytes: deadline.peak_bytes(),
    })
}

/// The cutoff of a system with this number of thread states.
pub(crate) fn cutoff(tts: &Tts, thread_states: usize, threads: u32, control: &Deadline) -> Cutoff {
    let outcome = Bounded { thread_states }.ask(&mut tts.clone(), &[], threads, control);
    let firsts = &outcome.states.firsts;
    if firsts.len() == thread_states {
        Cutoff::Exactly(firsts.values().map(|first| first.threads).max().unwrap_or(0))
    } else {
        Cutoff::Above(outcome.searched)
    }
}

/// Over all maximal markings: in how many local states there are threads, at most and on average.
fn occupied(set: &CoverabilitySet) -> (usize, f64) {
    let (mut most, mut sum, mut markings) = (0, 0, 0);
    for ideal in &set.ideals {
        for tail in ideal.tails.iter() {
            let distinct = tail.chunk_by(|left, right| left == right).count();
            let places = ideal.omega.len() + distinct;
            most = most.max(places);
            sum += places * ideal.shared.len();
            markings += ideal.shared.len();
        }
    }
    (most, sum as f64 / f64::max(1.0, markings as f64))
}
