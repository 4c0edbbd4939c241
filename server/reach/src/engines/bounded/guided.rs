//! Shortest runs to violations, found by A* (Hart, Nilsson, Raphael, "A formal basis for the heuristic determination of
//! minimum cost paths", 1968).
//!
//! Like the breadth-first search it tries increasing numbers of live threads, so that its findings need the fewest; but
//! for each of them it expands the configurations by increasing *estimate*: the steps taken so far plus the remaining
//! [`Distances`]. These are admissible and consistent; so an expanded configuration was reached on a shortest path, and
//! the first violation that is expanded is one with the fewest steps. Configurations that cannot reach a violation are
//! left out.
//!
//! All shortest runs go through configurations whose estimate is not larger than their length. So when these have all
//! been expanded, the run with the fewest context switches can be chosen as for the breadth-first search.
//!
//! # Several properties at once
//!
//! One search serves all of them: the remaining distance is that to the nearest violation of a property that is still
//! wanted. When a property has its run, the distances are recomputed without it, and a waiting configuration moves to
//! its new place in the queue at its turn in the old one. This only increases distances, and those of a wanted property
//! were never below the ones used by the queue. So on a shortest path to any configuration, the first that was not
//! expanded waits with an estimate not larger than that of the last, before and after; and everything above holds for
//! each property. A configuration is expanded once for several properties, and only if one of them alone would expand
//! it.
//!
//! *The run depends on the property alone*, not on the others: of equally good runs the one whose configurations come
//! first is taken, in an order that does not depend on their numbers.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::budget::{Budget, Limited};
use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::engine::{Ended, Outcome, Task};
use boolprog_explore::tts::{LocalId, SharedId, Target, Tts};
use rustc_hash::{FxHashMap, FxHashSet};

use super::distances::{Before, Distances};
use super::queue::Space;
use super::switches::ShortestRuns;
use super::{ShortestRun, contains, start};
use crate::moves;
use crate::replay;
use crate::threads::{Guarantee, Threads};
use crate::watch::Watch;

/// Result of a search for shortest runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shortest {
    /// Every other violation needs more live threads than these.
    pub searched: u32,
    /// Limit that stopped the search, if any.
    pub stopped: Option<Stop>,
}

/// Searches for violations of the properties with 1, 2, ... live threads, until one of each is found, or there are no more
/// configurations, or the control stops it: it does not end by itself if any number of threads cannot violate one of the
/// properties. `found` is called with each violation as soon as it is known to be the best. The system must be plain.
///
/// Time and memory are at worst those of the breadth-first search, and for each property of a table of all thread states.
pub fn shortest(
    tts: &mut Tts,
    properties: &[u32],
    control: &dyn Control,
    found: &mut dyn FnMut(ShortestRun),
) -> Shortest {
    let mut searched = start::least(&tts.initial).saturating_sub(1);
    let search = Search::new(tts, properties, control);
    let stopped = search.and_then(|mut search| search.run(tts, &mut searched, found)).err();
    Shortest { searched, stopped }
}

/// Configurations that may be visited for all properties at once, before each is searched for on its own.
const TOGETHER: u64 = 200_000;

/// Searches for the shortest run to each of the properties: for all at once, and then, if that visits too many
/// configurations, for one after the other.
pub(super) fn shortest_runs(tts: &mut Tts, task: &mut Task<'_, Threads>) -> Outcome<Threads> {
    let control = task.control;
    let mut open = task.properties.to_vec();
    // A result that may not be the best is published only if no better one comes.
    let mut perhaps = Vec::new();
    let mut stopped = None;
    if open.len() > 1 {
        let together = Limited::new(control, Budget::states(TOGETHER));
        shortest(tts, task.properties, &together, &mut |found| {
            if found.guarantee == Guarantee::FewestSwitches {
                open.retain(|&property| property != found.property);
                (task.early)(found.into());
            } else {
                perhaps.push(found.into());
            }
        });
    }
    for property in open {
        // A search prepares tables as large as the system before it looks at its control.
        if let Err(stop) = control.poll(&Progress { phase: "bounded search", ..Progress::default() }) {
            stopped = Some(stop);
            break;
        }
        if (task.is_open)(property) {
            let Shortest { stopped: stop, .. } =
                shortest(tts, &[property], control, &mut |found| (task.early)(found.into()));
            stopped = stopped.or(stop);
        }
    }
    let ended = stopped.map_or(Ended::Complete, Ended::Stopped);
    Outcome { findings: perhaps, ..Outcome::nothing(ended) }
}

struct Search<'c> {
    /// Properties without a violation so far.
    wanted: Vec<u32>,
    /// Those of the properties, by shared state.
    targets: FxHashMap<SharedId, Vec<Target>>,
    before: Before,
    distances: Distances,
    watch: Watch<'c>,
    /// `true` if the current bound refused a creation.
    refused: bool,
    /// `true` if a smaller bound refused a creation.
    refused_before: bool,
    /// Configurations found under smaller bounds.
    found_before: u64,
}

/// Violations with the fewest steps, by property.
type Goals = BTreeMap<u32, BTreeSet<u32>>;

impl<'c> Search<'c> {
    fn new(tts: &Tts, properties: &[u32], control: &'c dyn Control) -> Result<Self, Stop> {
        let mut targets: FxHashMap<SharedId, Vec<Target>> = FxHashMap::default();
        let asked: FxHashSet<u32> = properties.iter().copied().collect();
        for target in tts.targets.iter().filter(|target| asked.contains(&target.property)) {
            targets.entry(target.shared).or_default().push(target.clone());
        }
        let before = Before::new(tts);
        let mut watch = Watch::new(control);
        let distances = distances(tts, &before, properties, &mut watch)?;
        let wanted = properties.to_vec();
        let (refused, refused_before, found_before) = (false, false, 0);
        Ok(Self { wanted, targets, before, distances, watch, refused, refused_before, found_before })
    }

    fn run(&mut self, tts: &mut Tts, searched: &mut u32, found: &mut dyn FnMut(ShortestRun)) -> Result<(), Stop> {
        let (least, fixed) = (start::least(&tts.initial), start::is_fixed(&tts.initial));
        for bound in least.max(1)..u32::MAX {
            self.refused_before |= std::mem::take(&mut self.refused);
            let mut space = Space::new(bound, self.found_before);
            self.bound(tts, &mut space, found)?;
            *searched = bound;
            self.found_before += space.found.len() as u64;
            if self.wanted.is_empty() || fixed && !self.refused {
                break;
            }
        }
        Ok(())
    }

    /// Expands the configurations with this bound by increasing estimate, as long as there are any and something is
    /// wanted.
    fn bound(&mut self, tts: &mut Tts, space: &mut Space, found: &mut dyn FnMut(ShortestRun)) -> Result<(), Stop> {
        let initial = tts.initial.clone();
        for threads in start::threads(&initial, space.bound, self.refused_before) {
            self.tick(space)?;
            for &shared in &initial.shared {
                space.insert(&self.distances, (shared, &threads), None);
            }
        }
        let mut estimate = 0;
        while estimate < space.waiting.len() && !self.wanted.is_empty() {
            let mut goals = Goals::new();
            let expanded = self.expand_all(tts, space, estimate, &mut goals);
            self.wanted.retain(|wanted| !goals.contains_key(wanted));
            for (property, goals) in &goals {
                found(self.violation(tts, space, (*property, goals), expanded.is_ok()));
            }
            expanded?;
            if !goals.is_empty() && !self.wanted.is_empty() {
                self.distances = distances(tts, &self.before, &self.wanted, &mut self.watch)?;
            }
            estimate += 1;
        }
        Ok(())
    }

    /// Expands the configurations that wait with an estimate, and records the violations among them.
    fn expand_all(&mut self, tts: &mut Tts, space: &mut Space, estimate: usize, goals: &mut Goals) -> Result<(), Stop> {
        let mut threads = Vec::with_capacity(space.bound as usize);
        while let Some(current) = space.next(&self.distances, estimate) {
            let (shared, found) = space.found.get(current);
            threads.clear();
            threads.extend_from_slice(found);
            let may_be_there = space.ways.steps(current) as usize == estimate;
            if may_be_there {
                for property in self.violated(shared, &threads) {
                    goals.entry(property).or_default().insert(current);
                }
            }
            self.expand(tts, space, current, shared, &threads)?;
        }
        Ok(())
    }

    /// The properties that are wanted and violated there.
    fn violated(&self, shared: SharedId, threads: &[LocalId]) -> impl Iterator<Item = u32> {
        let targets = self.targets.get(&shared).into_iter().flatten();
        let is_wanted = |target: &&Target| self.wanted.contains(&target.property) && contains(threads, &target.locals);
        targets.filter(is_wanted).map(|target| target.property)
    }

    fn expand(
        &mut self,
        tts: &mut Tts,
        space: &mut Space,
        current: u32,
        shared: SharedId,
        threads: &[LocalId],
    ) -> Result<(), Stop> {
        self.tick(space)?;
        let Self { distances, refused, .. } = self;
        moves::steps(tts, shared, threads, &mut |step| {
            if step.threads.len() > space.bound as usize {
                *refused = true;
            } else {
                space.insert(distances, (step.shared, step.threads), Some((current, step.transition)));
            }
            Ok(())
        })
    }

    /// The run to one of the goals: one with the fewest context switches, if all shortest runs are known.
    fn violation(
        &mut self,
        tts: &mut Tts,
        space: &Space,
        (property, goals): (u32, &BTreeSet<u32>),
        complete: bool,
    ) -> ShortestRun {
        let mut goals: Vec<u32> = goals.iter().copied().collect();
        goals.sort_unstable_by_key(|&goal| space.found.get(goal));
        let progress = space.progress();
        let mut tick = |bytes| self.watch.tick(|| Progress { bytes: progress.bytes + bytes, ..progress });
        let known = (&space.ways, &space.found);
        let runs = complete.then(|| ShortestRuns::in_order(tts, known, &goals, &mut tick).ok());
        let best = runs.flatten().and_then(|runs| runs.to(&goals, &space.found));
        let is_best = best.is_some() || space.ways.steps(goals[0]) == 0;
        let guarantee = if is_best { Guarantee::FewestSwitches } else { Guarantee::FewestSteps };
        let path = best.unwrap_or_else(|| space.ways.path(&space.found, goals[0]));
        let run = replay::run(tts, &path);
        ShortestRun { property, threads: space.bound, run, guarantee }
    }

    fn tick(&mut self, space: &Space) -> Result<(), Stop> {
        let Self { before, distances, watch, .. } = self;
        watch.tick(|| {
            let progress = space.progress();
            Progress { bytes: progress.bytes + before.bytes() + distances.bytes(), ..progress }
        })
    }
}

/// The distances to the nearest violation of one of the properties.
fn distances(tts: &Tts, before: &Before, properties: &[u32], watch: &mut Watch<'_>) -> Result<Distances, Stop> {
    let states = u64::from(tts.shared_states);
    Distances::new(tts, before, properties, &mut || {
        watch.tick(|| Progress { phase: "distances", states, ..Progress::default() })
    })
}
