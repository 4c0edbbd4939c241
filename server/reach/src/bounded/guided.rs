//! A shortest run to one violation, found by A* (Hart, Nilsson, Raphael, "A formal basis for the heuristic determination
//! of minimum cost paths", 1968).
//!
//! Like the breadth-first search it goes through the numbers of live threads, so what it finds needs the fewest; but
//! for each of them it expands the configurations by increasing *estimate*: the steps taken so far and the
//! [`Distances`] that are left at least. These never promise too much, and they change by one step at most from a
//! configuration to the next; so a configuration that is expanded was reached on a shortest way, and the first
//! violation that is expanded is one with the fewest steps. Configurations that lead nowhere are left out.
//!
//! What nobody else notices is not worth a configuration of its own: the search goes by [`Leaps`], each of which stands for
//! one step or more.
//!
//! All shortest runs go through configurations whose estimate is not larger than their length. So when these have all
//! been expanded, the run with the fewest context switches can be chosen as for the breadth-first search.

use boolprog_explore::control::{Control, Progress, Stop};
use boolprog_explore::saturate::saturate;
use boolprog_explore::tts::{LocalId, SharedId, ThreadSystem, TransitionId, Tts};
use rustc_hash::FxHashMap;

use super::distances::Distances;
use super::leaps::Leaps;
use super::replay;
use super::store::Configurations;
use super::switches::ShortestRuns;
use super::ways::{Way, Ways};
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
    let search = Search::new(tts, property, control);
    let found = search.and_then(|mut search| search.run(tts, least.max(1)..u32::MAX, fixed, &mut searched));
    let stopped = found.as_ref().err().copied();
    Shortest { violation: found.unwrap_or_default(), searched, stopped }
}

struct Search<'c> {
    property: u32,
    /// By shared state, the threads that violate the property there; sorted.
    targets: FxHashMap<SharedId, Vec<Vec<LocalId>>>,
    distances: Distances,
    leaps: Leaps,
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
    ways: Ways,
    expanded: Vec<bool>,
    /// Configurations that are not expanded, by estimate; some are in several of the lists, the first one counts.
    waiting: Vec<Vec<u32>>,
    /// Violations with the fewest steps.
    goals: Vec<u32>,
}

impl<'c> Search<'c> {
    fn new(tts: &mut Tts, property: u32, control: &'c dyn Control) -> Result<Self, Stop> {
        let mut watch = Watch::new(control);
        let possible = saturate(tts, control)?;
        let leaps = Leaps::new(tts, &possible, property);
        let states = u64::from(tts.shared_states);
        let distances = Distances::new(tts, property, &mut || {
            watch.tick(|| Progress { phase: "distances", states, ..Progress::default() })
        })?;
        let targets = targets_of(tts, property);
        Ok(Self { property, targets, distances, leaps, watch, refused: false, refused_before: false, before: 0 })
    }

    fn run(
        &mut self,
        tts: &mut Tts,
        bounds: std::ops::Range<u32>,
        fixed: bool,
        searched: &mut u32,
    ) -> Result<Option<Violation>, Stop> {
        for bound in bounds {
            self.refused_before |= std::mem::take(&mut self.refused);
            let mut space = Space::new(bound);
            let ended = self.bound(&mut space);
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
    fn bound(&mut self, space: &mut Space) -> Result<(), Stop> {
        let initial = self.leaps.system.initial().clone();
        for threads in start::threads(&initial, space.bound, self.refused_before) {
            self.tick(space)?;
            for &shared in &initial.shared {
                space.insert(&self.distances, (shared, &threads), None);
            }
        }
        let mut threads = Vec::with_capacity(space.bound as usize);
        let mut estimate = 0;
        while estimate < space.waiting.len() && space.goals.is_empty() {
            while let Some(current) = space.waiting[estimate].pop() {
                if std::mem::replace(&mut space.expanded[current as usize], true) {
                    continue;
                }
                let (shared, found) = space.found.get(current);
                threads.clear();
                threads.extend_from_slice(found);
                let may_be_there = space.ways.steps(current) as usize == estimate;
                if may_be_there && self.is_violated(shared, &threads) {
                    space.goals.push(current);
                } else {
                    self.expand(space, (current, shared, &threads))?;
                }
            }
            estimate += 1;
        }
        Ok(())
    }

    fn expand(
        &mut self,
        space: &mut Space,
        (current, shared, threads): (u32, SharedId, &[LocalId]),
    ) -> Result<(), Stop> {
        self.tick(space)?;
        let Self { leaps: Leaps { system, lengths, .. }, distances, refused, .. } = self;
        moves::steps(system, shared, threads, &mut |step| {
            if step.threads.len() > space.bound as usize {
                *refused = true;
            } else {
                let length = lengths[step.transition.0 as usize];
                space.insert(distances, (step.shared, step.threads), Some((current, step.transition, length)));
            }
            Ok(())
        })
    }

    fn is_violated(&self, shared: SharedId, threads: &[LocalId]) -> bool {
        self.targets.get(&shared).into_iter().flatten().any(|wanted| contains(threads, wanted))
    }

    /// The run to one of the goals: one with the fewest context switches, if all shortest runs are known.
    fn violation(&mut self, tts: &mut Tts, space: &Space, goal: u32, complete: bool) -> Violation {
        let Self { leaps, watch, .. } = self;
        let progress = space.progress(self.before);
        let mut tick = |bytes| watch.tick(|| Progress { bytes: progress.bytes + bytes, ..progress });
        let runs = complete.then(|| ShortestRuns::new(&leaps.system, &space.ways, &space.goals, &mut tick).ok());
        let best = runs.flatten().and_then(|runs| runs.to(&space.goals, &space.found));
        let is_best = best.is_some() || space.ways.steps(goal) == 0;
        let guarantee = if is_best { Guarantee::FewestSwitches } else { Guarantee::FewestSteps };
        let path = best.unwrap_or_else(|| space.ways.path(&space.found, goal));
        let path = leaps.unfolded(tts, path);
        let run = replay::run(tts, &path);
        Violation { property: self.property, threads: space.bound, run, guarantee }
    }

    fn tick(&mut self, space: &Space) -> Result<(), Stop> {
        let Self { leaps, distances, watch, before, .. } = self;
        watch.tick(|| {
            let progress = space.progress(*before);
            Progress { bytes: progress.bytes + distances.bytes() + leaps.bytes(), ..progress }
        })
    }
}

fn targets_of(tts: &Tts, property: u32) -> FxHashMap<SharedId, Vec<Vec<LocalId>>> {
    let mut targets: FxHashMap<SharedId, Vec<Vec<LocalId>>> = FxHashMap::default();
    for target in tts.targets.iter().filter(|target| target.property == property) {
        targets.entry(target.shared).or_default().push(target.locals.clone());
    }
    targets
}

impl Space {
    fn new(bound: u32) -> Self {
        Self {
            bound,
            found: Configurations::new(bound as usize),
            ways: Ways::default(),
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
        before: Option<(u32, TransitionId, u32)>,
    ) {
        let Some(left) = distances.least(shared, threads) else { return };
        let (index, is_new) = self.found.number(shared, threads);
        let steps = before.map_or(0, |(parent, _, length)| self.ways.steps(parent) + length);
        let is_shorter = match before {
            Some((from, transition, _)) => self.ways.insert(index, steps, Way { from, transition }),
            None if is_new => {
                self.ways.start();
                true
            }
            None => false,
        };
        if is_new {
            self.expanded.push(false);
        }
        if !is_shorter {
            return;
        }
        let estimate = (steps + left) as usize;
        if self.waiting.len() <= estimate {
            self.waiting.resize(estimate + 1, Vec::new());
        }
        self.waiting[estimate].push(index);
    }

    fn progress(&self, before: u64) -> Progress {
        let waiting: usize = self.waiting.iter().map(Vec::len).sum();
        let entries = self.ways.bytes() + self.expanded.capacity() + 4 * waiting;
        Progress {
            phase: "guided search",
            states: before + self.found.len() as u64,
            frontier: waiting as u64,
            threads: self.bound,
            bytes: self.found.bytes() + entries,
        }
    }
}
