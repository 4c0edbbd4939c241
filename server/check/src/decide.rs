//! Which engine when. The same for programs and for transition systems read from a file.
//!
//! 1. A short **bounded** search. Most violations need two or three threads and few steps, and small closed systems
//!    are exhausted; both are settled before anything larger is built.
//!    What is open then is tried on a smaller system first, if there is one; see [`Prover`].
//! 2. **Saturation**: what it does not reach is proved, for every kind of system.
//! 3. The [`portfolio`], on what saturation left. For plain systems **mcs** comes first: it decides everything that
//!    is left, and a longer bounded search finds the shortest run to each violation. Where the smaller system violates
//!    all that is left it is the other way round, since the system itself is likely to. For the other systems
//!    **backward** search comes first. An engine that takes its time is joined by the others.
//! 4. What is still open is searched with bounds, without a limit where a run is known to be there, and otherwise,
//!    where a thread can block the others, with up to [`Options::thread_limit`] threads.
//! 5. When all is decided, if somebody wants to know, a last short one for what it takes to get to thread states that none has met yet.
//!
//! No proof leaves this module whose certificate the independent checker has not accepted, *on the system itself*
//! and not on what saturation left of it; no violation whose run does not execute on it. A certificate for a smaller
//! system is accepted on that one, and says so.

mod backward;
mod certify;
mod coverability;
mod decision;
mod portfolio;
mod race;
mod schedule;
mod smaller;
mod thread_states;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_explore::engine::EngineId;
use boolprog_explore::saturate::saturate;
use boolprog_explore::tts::{LocalId, SharedId, ThreadSystem};
use boolprog_reach::bounded::{self, Firsts};

pub use crate::findings::{Counterexample, Proven};
use crate::options::{Effort, Options};
use crate::reachable::LiveThreads;
use crate::unknown::Unknown;
pub use decision::{Decision, Listener, News, Outcome};
use portfolio::Task;
pub use smaller::{Proofs, Prover, prove};
pub use thread_states::Rows;

/// Configurations that the first, short search may visit.
const SHORT_SEARCH: u64 = 2_000;

/// Live threads of that search. A small system of many threads has few configurations, each of them long.
const SHORT_SEARCH_THREADS: u32 = 6;

/// States that may be visited for the thread states alone, when every property has its answer.
const THREAD_STATES_ONLY: u64 = 1_000_000;

/// Why a property is open whose chain did not execute.
const NOT_MONOTONE: &str = "not monotone: a `constrain` over `x$` lets a further thread block a step";

/// Why a property is open if no other engine was allowed.
const ONLY_BOUNDED: &str = "only a bounded search was asked for";

/// Decides these properties of a system.
pub fn decide<S: ThreadSystem>(
    system: &mut S,
    asked: &[u32],
    options: Options,
    control: &dyn Control,
    listener: &mut Listener<'_, S>,
) -> Decision {
    decide_with(system, asked, options, control, listener, &mut |_| Proofs::default())
}

/// The same with a [`Prover`] that is asked about what the first, short search leaves open.
pub fn decide_with<S: ThreadSystem>(
    system: &mut S,
    asked: &[u32],
    options: Options,
    control: &dyn Control,
    listener: &mut Listener<'_, S>,
    prover: &mut Prover<'_>,
) -> Decision {
    let mut decider = Decider::new(system, asked, control, listener);
    let rest = decider.run(options, prover).err();
    let unknown = match rest {
        Some(Undecided::Stopped(stop)) => Unknown::Stopped { stop, threads: decider.searched },
        Some(Undecided::NotApplicable(why)) => {
            Unknown::NotApplicable { why: why.to_owned(), threads: decider.searched }
        }
        Some(Undecided::Internal(what)) => Unknown::Internal { what },
        None => Unknown::Internal { what: "a property was left without an answer".to_owned() },
    };
    for property in decider.open() {
        decider.settle(property, Outcome::Unknown(unknown.clone()));
    }
    decider.find_firsts(options);
    Decision {
        rows: decider.rows(),
        outcomes: decider.outcomes.into_iter().filter_map(|(property, outcome)| Some((property, outcome?))).collect(),
        maximal_markings: decider.maximal_markings,
        shared_states: decider.shared_states,
        local_states: decider.local_states,
    }
}

/// Why the remaining properties have no answer.
enum Undecided {
    Stopped(Stop),
    NotApplicable(&'static str),
    Internal(String),
}

impl From<Stop> for Undecided {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

struct Decider<'a, 'l, S> {
    system: &'a mut S,
    control: &'a dyn Control,
    listener: &'a mut Listener<'l, S>,
    /// Of the properties that were asked for.
    outcomes: Vec<(u32, Option<Outcome>)>,
    /// Whether nobody wants runs to violations.
    only_proofs: bool,
    /// Whether a smaller system violates everything that is open, so that the system itself is likely to.
    likely_violated: bool,
    /// Every execution with up to so many live threads was searched.
    searched: u32,
    /// All reachable thread states, sorted, once they are known.
    exact: Option<Vec<(SharedId, LocalId)>>,
    /// What the bounded searches have met.
    firsts: Firsts,
    live: Option<LiveThreads>,
    maximal_markings: Option<u64>,
    shared_states: u64,
    local_states: u64,
}

impl<'a, 'l, S: ThreadSystem> Decider<'a, 'l, S> {
    fn new(system: &'a mut S, asked: &[u32], control: &'a dyn Control, listener: &'a mut Listener<'l, S>) -> Self {
        Self {
            system,
            control,
            listener,
            outcomes: asked.iter().map(|property| (*property, None)).collect(),
            only_proofs: false,
            likely_violated: false,
            searched: 0,
            exact: None,
            firsts: Firsts::default(),
            live: None,
            maximal_markings: None,
            shared_states: 0,
            local_states: 0,
        }
    }

    fn run(&mut self, options: Options, prover: &mut Prover<'_>) -> Result<(), Undecided> {
        match options.engine {
            Some(EngineId::Bounded) => return self.search_bounded(options.thread_limit, Some(ONLY_BOUNDED)),
            Some(_) => {}
            None => {
                let short = Capped { control: self.control, states: SHORT_SEARCH };
                if !self.open().is_empty() && self.bounded(SHORT_SEARCH_THREADS, &short)? == Some(Stop::Cancelled) {
                    return Err(Stop::Cancelled.into());
                }
                if self.exact.is_some() || self.is_finished(options) {
                    return Ok(());
                }
            }
        }
        if matches!(options.thread_states, Effort::Short | Effort::Full) {
            let so_far = self.rows();
            (self.listener)(self.system, News::SoFar(&so_far));
        }
        self.on_smaller(prover);
        self.unbounded(options)
    }

    /// The engines that decide any number of threads.
    fn unbounded(&mut self, options: Options) -> Result<(), Undecided> {
        let capped = Capped { control: self.control, states: THREAD_STATES_ONLY };
        let control = if self.open().is_empty() { &capped } else { self.control };
        let saturation = saturate(self.system, control)?;
        let restricted = saturation.to_tts(self.system, control)?;
        self.shared_states = restricted.shared.len() as u64;
        self.local_states = restricted.locals.len() as u64;
        self.prove_unreached(&saturation, &restricted)?;
        if self.is_finished(options) {
            return Ok(());
        }
        let plain = restricted.tts.is_plain();
        let mcs = Task::Coverability(EngineId::Mcs);
        let tasks: &[Task] = match options.engine {
            // What these leave open is for the system itself, where more engines are at work.
            None if self.only_proofs => {
                if plain {
                    &[mcs]
                } else {
                    &[Task::BackwardBriefly]
                }
            }
            None if plain && self.likely_violated => {
                &[Task::Bounded, mcs, Task::Merged, Task::BackwardBriefly, Task::Backward]
            }
            None if plain => &[mcs, Task::Bounded, Task::Merged, Task::BackwardBriefly, Task::Backward],
            None => &[Task::BackwardBriefly, Task::Bounded, Task::Backward],
            Some(engine) if coverability::is_one(engine) => &[Task::Coverability(engine)],
            Some(_) => &[Task::BackwardBriefly, Task::Backward, Task::Bounded],
        };
        let allowed = |task: &Task| match task {
            Task::Bounded => !self.only_proofs,
            Task::Merged => options.merge_bisimilar,
            Task::Coverability(_) | Task::BackwardBriefly | Task::Backward => true,
        };
        let tasks: Vec<Task> = tasks.iter().copied().filter(allowed).collect();
        let jobs = if options.engine.is_none() { options.jobs as usize } else { 1 };
        self.portfolio((&tasks, jobs), &restricted, &saturation, options)?;
        if self.exact.is_some() {
            self.search_bounded(u32::MAX, None)
        } else {
            self.search_bounded(options.thread_limit, Some(NOT_MONOTONE))
        }
    }

    fn open(&self) -> Vec<u32> {
        self.outcomes.iter().filter(|(_, outcome)| outcome.is_none()).map(|(property, _)| *property).collect()
    }

    /// Whether there is nothing left to find out.
    fn is_finished(&self, options: Options) -> bool {
        options.thread_states == Effort::None && self.open().is_empty()
    }

    fn is_open(&self, property: u32) -> bool {
        self.outcomes.iter().any(|(other, outcome)| *other == property && outcome.is_none())
    }

    fn settle(&mut self, property: u32, outcome: Outcome) {
        (self.listener)(self.system, News::Outcome(property, &outcome));
        if let Some((_, settled)) = self.outcomes.iter_mut().find(|(other, _)| *other == property) {
            *settled = Some(outcome);
        }
    }

    /// The last bounded search: for `why` no other engine applies, or for runs to what is known to be reachable.
    fn search_bounded(&mut self, threads: u32, why: Option<&'static str>) -> Result<(), Undecided> {
        if self.open().is_empty() || self.only_proofs {
            return Ok(());
        }
        match (self.bounded(threads, self.control)?, why) {
            (Some(stop), _) => Err(stop.into()),
            (None, Some(why)) if !self.open().is_empty() => Err(Undecided::NotApplicable(why)),
            (None, _) => Ok(()),
        }
    }

    /// Searches for the open properties; says why it stopped, if something stopped it.
    fn bounded(&mut self, threads: u32, control: &dyn Control) -> Result<Option<Stop>, Undecided> {
        let question = bounded::Question { properties: self.open(), threads, thread_states: 0 };
        let answer = bounded::search(self.system, &question, control);
        self.learn(answer)
    }
}

/// A control that also stops after so many states, for work that is worth a short try only.
struct Capped<'a> {
    control: &'a dyn Control,
    states: u64,
}

impl Control for Capped<'_> {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        self.control.poll(progress)?;
        if progress.states > self.states { Err(Stop::Time) } else { Ok(()) }
    }
}
