//! A shortest run to one violation, found by A* (Hart, Nilsson, Raphael, "A formal basis for the heuristic determination
//! of minimum cost paths", 1968).
//!
//! Like the breadth-first search it goes through the numbers of live threads, so what it finds needs the fewest; but
//! for each of them it expands the configurations by increasing *estimate*: the steps taken so far and the
//! [`Distances`] that are left at least. These never promise too much, and they change by one step at most from a
//! configuration to the next; so a configuration that is expanded was reached on a shortest way, and the first
//! violation that is expanded is one with the fewest steps. Configurations that lead nowhere are left out.
//!
//! All shortest runs go through configurations whose estimate is not larger than their length. So when these have all
//! been expanded, the run with the fewest context switches can be chosen as for the breadth-first search.

use boolprog_explore::control::{Control, Progress, Stop};
use boolprog_explore::tts::{LocalId, SharedId, Target, ThreadSystem, TransitionId, Tts};

use super::distances::Distances;
use super::replay;
use super::space::path;
use super::store::Configurations;
use super::switches::ShortestRuns;
use super::{Guarantee, Violation, contains, moves, start};
use crate::watch::Watch;

/// What was found.
#[derive(Clone, Debug)]
pub struct Shortest {
    /// The violation, if there is one.
    pub violation: Option<Violation>,
    /// No violation needs so many live threads or fewer.
    pub searched: u32,
    /// What stopped the search, if something did.
    pub stopped: Option<Stop>,
}

/// Searches for a violation of the property with 1, 2, ... live threads, until it is found, or there are no more
/// configurations, or the control stops it: it does not end by itself if any number of threads cannot violate the
/// property. The system must be plain.
///
/// Time and memory are at worst those of the breadth-first search, and of a table of all thread states.
pub fn shortest(tts: &mut Tts, property: u32, control: &dyn Control) -> Shortest {
    let (least, fixed) = (start::least(&tts.initial), start::is_fixed(&tts.initial));
    let mut searched = least.saturating_sub(1);
    let mut search = Search {
        property,
        joint: tts.joint_targets().iter().filter(|target| target.property == property).cloned().collect(),
        watch: Watch::new(control),
        refused: false,
        refused_before: false,
        before: 0,
    };
    let found = search.run(tts, least.max(1)..u32::MAX, fixed, &mut searched);
    let stopped = found.as_ref().err().copied();
    Shortest { violation: found.unwrap_or_default(), searched, stopped }
}

struct Search<'c> {
    property: u32,
    /// The targets of the property that are not about one thread.
    joint: Vec<Target>,
    watch: Watch<'c>,
    /// Whether the current bound refused a creation.
    refused: bool,
    /// Whether a smaller bound did.
    refused_before: bool,
    /// Configurations found under smaller bounds.
    before: u64,
}

/// What the search with one bound has found.
struct Space {
    bound: u32,
    found: Configurations,
    /// For each configuration the one before it and the transition between; the first ones are their own parents.
    origin: Vec<(u32, TransitionId)>,
    /// For each configuration the fewest steps to it that are known.
    steps: Vec<u32>,
    expanded: Vec<bool>,
    /// Configurations that are not expanded, by estimate; some are in several of the lists, the first one counts.
    waiting: Vec<Vec<u32>>,
    /// Violations with the fewest steps.
    goals: Vec<u32>,
}

impl Search<'_> {
    fn run(
        &mut self,
        tts: &mut Tts,
        bounds: std::ops::Range<u32>,
        fixed: bool,
        searched: &mut u32,
    ) -> Result<Option<Violation>, Stop> {
        let states = u64::from(tts.shared_states);
        let distances = Distances::new(tts, self.property, &mut || {
            self.watch.tick(|| Progress { phase: "distances", states, ..Progress::default() })
        })?;
        for bound in bounds {
            self.refused_before |= std::mem::take(&mut self.refused);
            let mut space = Space::new(bound);
            let ended = self.bound(tts, &distances, &mut space);
            if let Some(&goal) = space.goals.first() {
                return Ok(Some(self.violation(tts, &space, goal, ended.is_ok())));
            }
            ended?;
            *searched = bound;
            self.before += space.found.len() as u64;
            if fixed && !self.refused {
                break;
            }
        }
        Ok(None)
    }

    /// Expands the configurations with this bound by increasing estimate, up to that of the first violation.
    fn bound(&mut self, tts: &mut Tts, distances: &Distances, space: &mut Space) -> Result<(), Stop> {
        let initial = tts.initial.clone();
        for threads in start::threads(&initial, space.bound, self.refused_before) {
            self.tick(distances, space)?;
            for &shared in &initial.shared {
                space.insert(distances, (shared, &threads), None);
            }
        }
        let mut estimate = 0;
        while estimate < space.waiting.len() && space.goals.is_empty() {
            while let Some(current) = space.waiting[estimate].pop() {
                if std::mem::replace(&mut space.expanded[current as usize], true) {
                    continue;
                }
                let (shared, threads) = space.found.get(current);
                let threads = threads.to_vec();
                if self.is_violated(tts, shared, &threads) {
                    space.goals.push(current);
                } else {
                    self.expand(tts, distances, space, (current, shared, &threads))?;
                }
            }
            estimate += 1;
        }
        Ok(())
    }

    fn expand(
        &mut self,
        tts: &mut Tts,
        distances: &Distances,
        space: &mut Space,
        (current, shared, threads): (u32, SharedId, &[LocalId]),
    ) -> Result<(), Stop> {
        self.tick(distances, space)?;
        moves::steps(tts, shared, threads, &mut |step| {
            if step.threads.len() > space.bound as usize {
                self.refused = true;
            } else {
                space.insert(distances, (step.shared, step.threads), Some((current, step.transition)));
            }
            Ok(())
        })
    }

    fn is_violated(&self, tts: &mut Tts, shared: SharedId, threads: &[LocalId]) -> bool {
        let joint = |target: &Target| target.shared == shared && contains(threads, &target.locals);
        threads.iter().any(|&local| tts.violated(shared, local).contains(&self.property))
            || self.joint.iter().any(joint)
    }

    /// The run to one of the goals: one with the fewest context switches, if all shortest runs are known.
    fn violation(&mut self, tts: &mut Tts, space: &Space, goal: u32, complete: bool) -> Violation {
        let levels = space.levels(goal);
        let progress = space.progress(self.before);
        let mut tick = |bytes| self.watch.tick(|| Progress { bytes: progress.bytes + bytes, ..progress });
        let runs = complete.then(|| ShortestRuns::new(tts, &space.found, &levels, &space.goals, &mut tick).ok());
        let best = runs.flatten().and_then(|runs| runs.to(&space.goals, &space.found));
        let guarantee =
            if best.is_some() || levels.is_empty() { Guarantee::FewestSwitches } else { Guarantee::FewestSteps };
        let run = replay::run(tts, &best.unwrap_or_else(|| path(&space.found, &space.origin, goal)));
        Violation { property: self.property, threads: space.bound, run, guarantee }
    }

    fn tick(&mut self, distances: &Distances, space: &Space) -> Result<(), Stop> {
        let before = self.before;
        self.watch.tick(|| {
            let progress = space.progress(before);
            Progress { bytes: progress.bytes + distances.bytes(), ..progress }
        })
    }
}

impl Space {
    fn new(bound: u32) -> Self {
        Self {
            bound,
            found: Configurations::new(bound as usize),
            origin: Vec::new(),
            steps: Vec::new(),
            expanded: Vec::new(),
            waiting: Vec::new(),
            goals: Vec::new(),
        }
    }

    /// Inserts a configuration, or a shorter way to one, unless it leads nowhere.
    fn insert(
        &mut self,
        distances: &Distances,
        (shared, threads): (SharedId, &[LocalId]),
        before: Option<(u32, TransitionId)>,
    ) {
        let Some(left) = distances.least(shared, threads) else { return };
        let steps = before.map_or(0, |(parent, _)| self.steps[parent as usize] + 1);
        let index = if let Some(index) = self.found.insert(shared, threads) {
            self.origin.push(before.unwrap_or((index, TransitionId(u32::MAX))));
            self.steps.push(steps);
            self.expanded.push(false);
            index
        } else if let (Some(index), Some(before)) = (self.found.find(shared, threads), before)
            && steps < self.steps[index as usize]
        {
            self.origin[index as usize] = before;
            self.steps[index as usize] = steps;
            index
        } else {
            return;
        };
        let estimate = (steps + left) as usize;
        if self.waiting.len() <= estimate {
            self.waiting.resize(estimate + 1, Vec::new());
        }
        self.waiting[estimate].push(index);
    }

    /// The expanded configurations with fewer steps than the goal, by their number of steps.
    fn levels(&self, goal: u32) -> Vec<Vec<u32>> {
        let mut levels = vec![Vec::new(); self.steps[goal as usize] as usize];
        for (index, &steps) in (0..).zip(&self.steps) {
            if self.expanded[index as usize]
                && let Some(level) = levels.get_mut(steps as usize)
            {
                level.push(index);
            }
        }
        levels
    }

    fn progress(&self, before: u64) -> Progress {
        let waiting: usize = self.waiting.iter().map(Vec::len).sum();
        let entries = 4 * self.steps.capacity() + 8 * self.origin.capacity() + self.expanded.capacity() + 4 * waiting;
        Progress {
            phase: "guided search",
            states: before + self.found.len() as u64,
            frontier: waiting as u64,
            threads: self.bound,
            bytes: self.found.bytes() + entries,
        }
    }
}
