//! A shortest run to a violation with the fewest context switches.
//!
//! All shortest runs lie in the graph of the steps that increase the distance from the start by one, restricted to
//! predecessors of violations. That part is found by walking back from the violations along the recorded [`Ways`]; then
//! the fewest switches to each configuration are computed forwards, for each local state of the thread that moved last.
//!
//! # Why the local state is enough
//!
//! Take any run, and a step of it by another thread than the one before, although both are in the same local state. Let
//! the two exchange their roles from there on. This is a run through the same configurations: the effect of a transfer
//! on a thread belongs to the role. That step is no switch any more, and the later steps are switches if and only if
//! they were, since the threads that they compare were renamed in the same way. So there is a run with the fewest
//! switches in which the last thread moves on whenever one in its local state does. The number of switches of such a
//! run depends on its transitions only: one for each that does not start where the last one left its thread. No
//! transfer comes in between, because it moves threads that are not active; and a created thread is one like the
//! others.

use boolprog_base::control::Stop;
use boolprog_explore::tts::{LocalId, ThreadSystem, Transition, TransitionId};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::store::Configurations;
use super::ways::{Way, Ways};
use crate::replay::Path;

/// A step on a shortest run.
struct Edge {
    to: u32,
    way: Way,
}

struct Arrival {
    /// Local state of the thread that moved last, unless it ended.
    mover: Option<LocalId>,
    switches: u32,
    /// The configuration before, which of its arrivals (none at the start), and the transition.
    before: (u32, usize, TransitionId),
}

#[derive(Default)]
pub(super) struct ShortestRuns {
    /// Best path to each configuration, except the first ones, for each local state of the mover.
    arrivals: FxHashMap<u32, SmallVec<[Arrival; 2]>>,
}

impl ShortestRuns {
    /// Finds the runs that end in one of the goals; all steps on them must have been recorded. `tick` is called for
    /// each, with the memory in use.
    ///
    /// Takes time and memory linear in the steps that lie on such a run, times the number of threads.
    pub(super) fn new<S: ThreadSystem + ?Sized>(
        system: &S,
        ways: &Ways,
        goals: &[u32],
        tick: &mut dyn FnMut(usize) -> Result<(), Stop>,
    ) -> Result<Self, Stop> {
        let mut edges = leading_to(goals, ways, tick)?;
        edges.reverse();
        Self::along(system, &edges, tick)
    }

    /// The same, if the numbers of configurations depend on more than the goals: the choice among equally good runs
    /// depends on the configurations alone, provided that later ones have taken more steps.
    pub(super) fn in_order<S: ThreadSystem + ?Sized>(
        system: &S,
        (ways, found): (&Ways, &Configurations),
        goals: &[u32],
        tick: &mut dyn FnMut(usize) -> Result<(), Stop>,
    ) -> Result<Self, Stop> {
        let mut edges = leading_to(goals, ways, tick)?;
        edges.sort_by_cached_key(|&Edge { to, way: Way { from, transition } }| {
            (ways.steps(to), found.get(to), found.get(from), transition)
        });
        Self::along(system, &edges, tick)
    }

    /// Finds the runs with these steps, which are sorted so that each comes after those that may precede it.
    fn along<S: ThreadSystem + ?Sized>(
        system: &S,
        edges: &[Edge],
        tick: &mut dyn FnMut(usize) -> Result<(), Stop>,
    ) -> Result<Self, Stop> {
        let bytes = size_of_val(edges);
        let mut runs = Self::default();
        for edge in edges {
            tick(bytes + 2 * size_of::<(u32, SmallVec<[Arrival; 2]>)>() * runs.arrivals.len())?;
            runs.extend(edge, system.transition(edge.way.transition));
        }
        Ok(runs)
    }

    /// Appends a step to the best path that suits it.
    fn extend(&mut self, &Edge { to, way }: &Edge, transition: Transition) {
        let ways = self.arrivals.get(&way.from).into_iter().flatten().enumerate();
        let costs = ways.map(|(index, way)| (way.switches + u32::from(way.mover != Some(transition.local)), index));
        let (switches, index) = costs.min().unwrap_or_default();
        let mover = transition.to_local;
        let arrival = Arrival { mover, switches, before: (way.from, index, way.transition) };
        let arrivals = self.arrivals.entry(to).or_default();
        match arrivals.iter_mut().find(|known| known.mover == mover) {
            Some(known) if known.switches > switches => *known = arrival,
            Some(_) => {}
            None => arrivals.push(arrival),
        }
    }

    /// The first with the fewest switches to one of these goals; `None` if no step leads to any.
    pub(super) fn to<'f>(&self, goals: &[u32], found: &'f Configurations) -> Option<Path<'f>> {
        let arrivals = |&goal: &u32| {
            let arrivals = self.arrivals.get(&goal).into_iter().flatten().enumerate();
            arrivals.map(move |(index, arrival)| (arrival.switches, goal, index))
        };
        let (_, mut at, mut index) = goals.iter().flat_map(arrivals).min_by_key(|(switches, ..)| *switches)?;
        let mut steps = Vec::new();
        while let Some(arrivals) = self.arrivals.get(&at) {
            let (before, way, transition) = arrivals[index].before;
            steps.push((transition, found.get(at).1));
            (at, index) = (before, way);
        }
        steps.reverse();
        let (shared, threads) = found.get(at);
        Some(Path { shared, threads, steps })
    }
}

/// The steps on shortest runs to the goals, each after those that may come after it.
fn leading_to(goals: &[u32], ways: &Ways, tick: &mut dyn FnMut(usize) -> Result<(), Stop>) -> Result<Vec<Edge>, Stop> {
    let most = goals.iter().map(|&goal| ways.steps(goal)).max().unwrap_or_default();
    let mut levels = vec![Vec::new(); most as usize + 1];
    let mut seen: FxHashSet<u32> = FxHashSet::default();
    let mut see = |configuration: u32, levels: &mut Vec<Vec<u32>>| {
        if seen.insert(configuration) {
            levels[ways.steps(configuration) as usize].push(configuration);
        }
    };
    for &goal in goals {
        see(goal, &mut levels);
    }
    let mut edges = Vec::with_capacity(levels.len());
    while let Some(level) = levels.pop() {
        for to in level {
            for way in ways.to(to) {
                tick(3 * size_of::<Edge>() * edges.capacity())?;
                edges.push(Edge { to, way });
                see(way.from, &mut levels);
            }
        }
    }
    Ok(edges)
}
