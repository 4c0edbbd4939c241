//! `bounded`: everything that at most n live threads can do, for n = 1, 2, ...
//!
//! For each n, breadth-first search over the configurations with at most n live threads, threads in the same local
//! state not distinguished. A transition that would create one thread too many is not enabled. So the first violation
//! that is found needs the fewest live threads, and among those the fewest steps.
//!
//! Applies to every system: transfers are enumerated, so the answer is exact for each n. When no creation was ever
//! refused because of the bound (and the number of initial threads is fixed), the configurations found are *all*
//! configurations: the search was a proof, and hands them over so that it can be checked.
//!
//! A system may start with any number of threads. Then bound n starts with exactly n threads: fewer were searched
//! under the smaller bounds. That is enough only as long as the bound refused no creation; afterwards every number
//! of initial threads up to n is started with, because a thread that waits at its start would take the place of a
//! created one.
//!
//! In plain systems that are searched by others as well only shortest runs are looked for, by the faster [`shortest`].

mod distances;
mod guided;
mod queue;
mod space;
mod start;
mod store;
mod switches;
mod ways;

use std::collections::BTreeSet;
use std::collections::hash_map::Entry;
use std::ops::Range;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::engine::{Ended, Engine, Finding, Outcome, Task};
use boolprog_explore::tts::{LocalId, SharedId, Target, ThreadSystem};
use rustc_hash::FxHashMap;

use crate::first::{self, Firsts};
use crate::moves;
use crate::replay;
use crate::threads::{Counterexample, Guarantee, Subject, Threads, Violation};
use crate::watch::Watch;
use boolprog_certificate::run::Run;
use guided::shortest_runs;
pub use guided::{Shortest, shortest};
use space::Space;
use store::Configurations;
use switches::ShortestRuns;
use ways::Way;

/// A run to a violation with as few live threads as possible, and then as few steps as possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShortestRun {
    /// To a violation of this property.
    pub property: u32,
    /// No violation has fewer live threads (at the moment with the most of them) than this.
    pub threads: u32,
    /// The execution; the violation is in its last configuration.
    pub run: Run,
    /// Only weaker than the strongest if the search was stopped just after it had found the violation.
    pub guarantee: Guarantee,
}

impl From<ShortestRun> for Finding<Threads> {
    fn from(ShortestRun { property, threads, run, guarantee }: ShortestRun) -> Self {
        let counterexample = Counterexample { run, threads, guarantee: Some(guarantee) };
        Self::Violated { property, violation: Violation::Run(counterexample) }
    }
}

/// The engine of bounded search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounded {
    /// Number of thread states that are wanted as well: the search continues for them when all properties are violated.
    /// 0 if they are of no interest, `usize::MAX` if their number is unknown.
    pub thread_states: usize,
}

/// Searches with 1, 2, ... live threads until all properties are violated and all wanted thread states are found, or
/// the search is complete, or the largest bound was searched, or the control stops it.
///
/// Time and memory are linear in the number of configurations with at most n threads (a polynomial in the number
/// of local states whose degree is n), times the number of choices that a transfer has.
impl<S: ThreadSystem + ?Sized> Engine<&mut S> for Bounded {
    type Kind = Threads;

    fn run(&mut self, system: &mut S, task: &mut Task<'_, Threads>) -> Outcome<Threads> {
        let mut search = Search::new(system, task.properties, self.thread_states, task.control);
        let mut searched = 0;
        let ended = search.run(system, task.threads, &mut searched);
        search.outcome(searched, ended)
    }
}

impl<'s> Engine<&'s Subject<'s>> for Bounded {
    type Kind = Threads;

    /// In plain systems only shortest runs are looked for, guided by distances.
    fn run(&mut self, subject: &'s Subject<'s>, task: &mut Task<'_, Threads>) -> Outcome<Threads> {
        let mut tts = subject.tts.clone();
        if tts.is_plain() { shortest_runs(&mut tts, task) } else { self.run(&mut tts, task) }
    }
}

/// The targets that are not about one thread, by shared state.
fn joint_targets<S: ThreadSystem + ?Sized>(system: &S) -> FxHashMap<SharedId, Vec<Target>> {
    let mut targets: FxHashMap<SharedId, Vec<Target>> = FxHashMap::default();
    for target in system.joint_targets() {
        targets.entry(target.shared).or_default().push(target.clone());
    }
    targets
}

struct Search<'c> {
    /// Properties without a violation so far.
    asked: BTreeSet<u32>,
    joint: FxHashMap<SharedId, Vec<Target>>,
    /// Number of thread states for which the search continues.
    wanted: usize,
    watch: Watch<'c>,
    violations: Vec<ShortestRun>,
    /// Thread states found under this bound or a smaller one: each is asked only once which properties it violates.
    firsts: Firsts,
    /// `true` if the current bound refused a creation.
    refused: bool,
    /// `true` if a smaller bound refused a creation.
    refused_before: bool,
    /// Configurations found under smaller bounds.
    before: u64,
}

enum Level {
    Answered,
    Complete(Box<Configurations>),
}

enum End {
    /// Every property that was asked for is violated, and as many thread states as were wanted are found.
    Answered,
    /// These are all reachable configurations, for any bound: the properties without a violation hold.
    Exhausted(Box<Configurations>),
    Bound,
}

impl<'c> Search<'c> {
    fn new<S: ThreadSystem + ?Sized>(system: &S, properties: &[u32], wanted: usize, control: &'c dyn Control) -> Self {
        Self {
            asked: properties.iter().copied().collect(),
            joint: joint_targets(system),
            wanted,
            watch: Watch::new(control),
            violations: Vec::new(),
            firsts: Firsts::default(),
            refused: false,
            refused_before: false,
            before: 0,
        }
    }

    fn run<S: ThreadSystem + ?Sized>(&mut self, system: &mut S, most: u32, searched: &mut u32) -> Result<End, Stop> {
        let initial = system.initial();
        let (least, fixed) = (start::least(initial), start::is_fixed(initial));
        *searched = most.min(least.saturating_sub(1));
        for bound in least.max(1)..=most {
            match self.bound(system, bound)? {
                Level::Answered => return Ok(End::Answered),
                Level::Complete(found) => {
                    *searched = bound;
                    if fixed && !self.refused {
                        return Ok(End::Exhausted(found));
                    }
                }
            }
        }
        Ok(End::Bound)
    }

    fn outcome(self, searched: u32, end: Result<End, Stop>) -> Outcome<Threads> {
        let mut outcome = Outcome { searched, ..Outcome::nothing(Ended::Complete) };
        outcome.findings = self.violations.into_iter().map(Finding::from).collect();
        outcome.states.firsts = self.firsts;
        match end {
            Ok(End::Answered) => {}
            Ok(End::Exhausted(found)) => {
                outcome.states.all = Some(found.thread_states());
                let properties: Vec<u32> = self.asked.into_iter().collect();
                if !properties.is_empty() {
                    outcome.findings.push(Finding::Proved { properties, certificate: (&*found).into() });
                }
            }
            Ok(End::Bound) => outcome.ended = Ended::Bound,
            Err(stop) => outcome.ended = Ended::Stopped(stop),
        }
        outcome
    }

    fn bound<S: ThreadSystem + ?Sized>(&mut self, system: &mut S, bound: u32) -> Result<Level, Stop> {
        let mut space = Space::new(bound, self.before);
        self.refused_before |= std::mem::take(&mut self.refused);
        self.start(system, bound, &mut space)?;
        let mut threads = Vec::with_capacity(bound as usize);
        let mut level = 0..space.found.len() as u32;
        while !level.is_empty() {
            self.save_switches(system, &space, level.clone())?;
            space.now.steps += 1;
            for current in level.clone() {
                if self.is_answered() {
                    return Ok(Level::Answered);
                }
                let (shared, locals) = space.found.get(current);
                threads.clear();
                threads.extend_from_slice(locals);
                self.expand(system, &mut space, current, (shared, &threads))?;
            }
            let next = level.end..space.found.len() as u32;
            level = next;
        }
        self.before += space.found.len() as u64;
        Ok(if self.is_answered() { Level::Answered } else { Level::Complete(Box::new(space.found)) })
    }

    /// `true` if there is nothing left to find, nor to improve.
    fn is_answered(&self) -> bool {
        self.asked.is_empty() && self.firsts.len() >= self.wanted && self.improvable().next().is_none()
    }

    /// The violations whose run might have fewer switches.
    fn improvable(&self) -> impl Iterator<Item = usize> {
        (0..self.violations.len()).filter(|&index| self.violations[index].guarantee < Guarantee::FewestSwitches)
    }

    /// Gives the violations that were found in a level the runs with the fewest context switches. The level has to
    /// be complete.
    fn save_switches<S: ThreadSystem + ?Sized>(
        &mut self,
        system: &mut S,
        space: &Space,
        level: Range<u32>,
    ) -> Result<(), Stop> {
        let improvable: Vec<usize> = self.improvable().collect();
        if improvable.is_empty() {
            return Ok(());
        }
        let mut goals = Vec::with_capacity(improvable.len());
        for &index in &improvable {
            goals.push(self.violating(system, space, level.clone(), self.violations[index].property)?);
        }
        let progress = progress(system, &self.firsts, space, level.start);
        let mut tick = |bytes: usize| self.watch.tick(|| Progress { bytes: progress.bytes + bytes, ..progress });
        let runs = ShortestRuns::new(system, &space.ways, &goals.concat(), &mut tick)?;
        for (index, goals) in improvable.into_iter().zip(goals) {
            if let Some(path) = runs.to(&goals, &space.found) {
                let violation = &mut self.violations[index];
                violation.run = replay::run(system, &path);
                violation.guarantee = Guarantee::FewestSwitches;
            }
        }
        Ok(())
    }

    /// The configurations of a level that violate a property.
    fn violating<S: ThreadSystem + ?Sized>(
        &mut self,
        system: &mut S,
        space: &Space,
        level: Range<u32>,
        property: u32,
    ) -> Result<Vec<u32>, Stop> {
        let mut alone: FxHashMap<(SharedId, LocalId), bool> = FxHashMap::default();
        let mut violating = Vec::new();
        for index in level {
            let Self { watch, firsts, .. } = self;
            watch.tick(|| progress(system, firsts, space, index))?;
            let (shared, threads) = space.found.get(index);
            let mut violates = |&local: &LocalId| {
                let state = alone.entry((shared, local));
                *state.or_insert_with(|| system.violated(shared, local).contains(&property))
            };
            let joint = |target: &Target| target.property == property && contains(threads, &target.locals);
            if threads.iter().any(&mut violates) || self.joint.get(&shared).into_iter().flatten().any(joint) {
                violating.push(index);
            }
        }
        Ok(violating)
    }

    /// Inserts the initial configurations of this bound.
    fn start<S: ThreadSystem + ?Sized>(&mut self, system: &mut S, bound: u32, space: &mut Space) -> Result<(), Stop> {
        let initial = system.initial().clone();
        for threads in start::threads(&initial, bound, self.refused_before) {
            for &shared in &initial.shared {
                let Self { watch, firsts, .. } = self;
                watch.tick(|| progress(system, firsts, space, 0))?;
                if let Some(index) = space.found.insert(shared, &threads) {
                    space.ways.start();
                    self.inspect(system, space, index);
                }
            }
        }
        Ok(())
    }

    /// Inserts the successors of a configuration, breadth-first.
    fn expand<S: ThreadSystem + ?Sized>(
        &mut self,
        system: &mut S,
        space: &mut Space,
        current: u32,
        (shared, threads): (SharedId, &[LocalId]),
    ) -> Result<(), Stop> {
        let before = space.found.len() as u32;
        let bytes = system.bytes() + first::bytes(&self.firsts);
        let Self { watch, refused, .. } = self;
        moves::steps(system, shared, threads, &mut |step| {
            watch.tick(|| Progress { bytes: bytes + space.bytes(), ..space.progress(current) })?;
            if step.threads.len() > space.now.threads as usize {
                *refused = true;
            } else {
                let (to, _) = space.found.number(step.shared, step.threads);
                space.ways.insert(to, space.now.steps, Way { from: current, transition: step.transition });
            }
            Ok(())
        })?;
        let Self { watch, firsts, .. } = self;
        watch.tick(|| progress(system, firsts, space, current))?;
        for index in before..space.found.len() as u32 {
            self.inspect(system, space, index);
        }
        // A system that gave up leaves steps out.
        system.stopped().map_or(Ok(()), Err)
    }

    /// Notes which thread states a new configuration is the first to have, and which properties it is the first to
    /// violate.
    fn inspect<S: ThreadSystem + ?Sized>(&mut self, system: &mut S, space: &Space, index: u32) {
        let (shared, threads) = space.found.get(index);
        let mut violated = BTreeSet::new();
        for &local in threads {
            if let Entry::Vacant(unseen) = self.firsts.entry((shared, local)) {
                unseen.insert(space.now);
                violated.extend(system.violated(shared, local));
            }
        }
        let joint = self.joint.get(&shared).into_iter().flatten();
        violated.extend(joint.filter(|target| contains(threads, &target.locals)).map(|target| target.property));
        for property in violated {
            if self.asked.remove(&property) {
                let run = replay::run(system, &space.path(index));
                let least = run.context_switches() == 0;
                let guarantee = if least { Guarantee::FewestSwitches } else { Guarantee::FewestSteps };
                self.violations.push(ShortestRun { property, threads: space.now.threads, run, guarantee });
            }
        }
    }
}

fn progress<S: ThreadSystem + ?Sized>(system: &S, firsts: &Firsts, space: &Space, expanded: u32) -> Progress {
    let bytes = system.bytes() + first::bytes(firsts) + space.bytes();
    Progress { bytes, ..space.progress(expanded) }
}

/// Returns `true` if all these threads are among those; both sorted.
fn contains(threads: &[LocalId], wanted: &[LocalId]) -> bool {
    let mut threads = threads.iter();
    wanted.iter().all(|local| threads.any(|thread| thread == local))
}
