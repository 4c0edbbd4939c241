//! The fewest steps to each thread state, over any number of threads.
//!
//! Zhao's *uniform cutoff* (2009, section 4.1) compares what different numbers of threads reach within d steps, for every
//! d: from it on, more threads reach nothing sooner. A thread state that some number of threads reach in d steps needs at
//! most d + 1 threads, since at most d have moved; so a breadth-first search finds all of this, though the number of
//! threads is not bounded.
//!
//! Its configurations have the threads that started fixed and those that have moved; any number of others wait at the
//! start, each of which may take its first step next. They differ in nothing else from those of a bounded search, because
//! in the systems it applies to a waiting thread neither blocks a step nor is changed by one.
//!
//! *Exact*: a prefix of a shortest execution is a shortest one to the configuration where it ends, since every execution
//! to that configuration can go on in the same way. So a configuration counts only in the layer where it occurs first,
//! and the fewest threads of the executions to it are the fewest of those through the layer before.

use std::collections::hash_map::Entry;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_explore::tts::{Count, Effect, LocalId, SharedId, ThreadSystem, Transition, TransitionId};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::watch::Watch;

/// The least that an execution to a thread state takes: as few steps as possible, and with these as few threads as
/// possible.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Soonest {
    /// No execution to it has fewer steps, with whatever number of threads.
    pub steps: u32,
    /// No execution with this number of steps has fewer threads that start.
    pub threads: u32,
}

/// Thread states, each with the least that it takes.
pub type AllSoonest = FxHashMap<(SharedId, LocalId), Soonest>;

/// Why the fewest steps are not known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotFound {
    /// The number of threads that start is fixed, threads are created, or a step changes other threads.
    NotApplicable,
    /// The control stopped the search.
    Stopped(Stop),
}

impl From<Stop> for NotFound {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// A shared state, and the threads that have moved or started fixed, sorted.
type Configuration = (SharedId, Box<[LocalId]>);

/// Configurations that occur after the same number of steps for the first time, with the fewest threads that started.
type Layer = FxHashMap<Configuration, u32>;

/// Searches, step by step, until this number of thread states was found: those that are reachable.
///
/// Time and memory are linear in the number of configurations of the threads that move within the largest number of steps
/// found, times the number of steps of each.
pub fn soonest<S: ThreadSystem + ?Sized>(
    system: &mut S,
    thread_states: usize,
    control: &dyn Control,
) -> Result<AllSoonest, NotFound> {
    let initial = system.initial().clone();
    if initial.count != Count::Any || initial.pool.is_empty() {
        return Err(NotFound::NotApplicable);
    }
    let (mut fixed, mut pool) = (initial.fixed, initial.pool);
    fixed.sort_unstable();
    pool.sort_unstable();
    pool.dedup();
    let started = fixed.len() as u32;
    let start = initial.shared.iter().map(|&shared| ((shared, fixed.clone().into_boxed_slice()), started));
    let mut search = Search {
        pool,
        found: AllSoonest::default(),
        known: FxHashSet::default(),
        bytes: 0,
        watch: Watch::new(control),
    };
    let mut layer: Layer = start.collect();
    for steps in 0.. {
        for ((shared, threads), started) in &layer {
            search.note(*shared, threads, Soonest { steps, threads: *started })?;
        }
        if search.found.len() >= thread_states || layer.is_empty() {
            break;
        }
        layer = search.next(system, layer)?;
    }
    Ok(search.found)
}

struct Search<'c> {
    /// The place where any number of threads start.
    pool: Vec<LocalId>,
    found: AllSoonest,
    /// The configurations of earlier layers.
    known: FxHashSet<Configuration>,
    /// Memory of all configurations.
    bytes: usize,
    watch: Watch<'c>,
}

impl Search<'_> {
    /// Notes the thread states of a configuration: those of its threads, and those of one more that waits.
    fn note(&mut self, shared: SharedId, threads: &[LocalId], soonest: Soonest) -> Result<(), Stop> {
        let waiting = Soonest { threads: soonest.threads + 1, ..soonest };
        let moved = threads.iter().map(|&local| (local, soonest));
        for (local, soonest) in moved.chain(self.pool.iter().map(|&local| (local, waiting))) {
            let least = self.found.entry((shared, local)).or_insert(soonest);
            *least = soonest.min(*least);
        }
        self.tick(0)
    }

    /// The configurations that one more step leads to for the first time.
    fn next<S: ThreadSystem + ?Sized>(&mut self, system: &mut S, layer: Layer) -> Result<Layer, NotFound> {
        let mut next = Layer::default();
        for ((shared, threads), &started) in &layer {
            for (position, &local) in threads.iter().enumerate() {
                if position == 0 || threads[position - 1] != local {
                    let others = [&threads[..position], &threads[position + 1..]].concat();
                    self.steps(system, (*shared, local), (&others, started), &layer, &mut next)?;
                }
            }
            for position in 0..self.pool.len() {
                let local = self.pool[position];
                self.steps(system, (*shared, local), (threads, started + 1), &layer, &mut next)?;
            }
        }
        if let Some(stop) = system.stopped() {
            return Err(stop.into());
        }
        self.known.extend(layer.into_keys());
        Ok(next)
    }

    /// Adds what the steps of one thread lead to, among these other threads.
    fn steps<S: ThreadSystem + ?Sized>(
        &mut self,
        system: &mut S,
        (shared, local): (SharedId, LocalId),
        (others, started): (&[LocalId], u32),
        layer: &Layer,
        next: &mut Layer,
    ) -> Result<(), NotFound> {
        for id in system.transitions(shared, local) {
            self.tick(next.len())?;
            let Transition { to_shared, to_local, effect, .. } = system.transition(TransitionId(id));
            if effect != Effect::None {
                return Err(NotFound::NotApplicable);
            }
            let mut threads: Vec<LocalId> = others.iter().copied().chain(to_local).collect();
            threads.sort_unstable();
            let configuration = (to_shared, threads.into_boxed_slice());
            if layer.contains_key(&configuration) || self.known.contains(&configuration) {
                continue;
            }
            match next.entry(configuration) {
                Entry::Occupied(mut least) => *least.get_mut() = started.min(*least.get()),
                Entry::Vacant(new) => {
                    self.bytes += size_of::<(Configuration, u32)>() + size_of_val(&*new.key().1);
                    new.insert(started);
                }
            }
        }
        Ok(())
    }

    /// A few microseconds of work were done.
    fn tick(&mut self, next: usize) -> Result<(), Stop> {
        let Self { known, bytes, watch, .. } = self;
        let states = (known.len() + next) as u64;
        watch.tick(|| Progress {
            phase: "fewest steps",
            states,
            frontier: next as u64,
            threads: 0,
            bytes: 2 * *bytes,
            ..Progress::default()
        })
    }
}
