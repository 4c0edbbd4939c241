//! Among the shortest runs to a violation one with the fewest context switches.
//!
//! A shortest run wastes no step, so all of them lie in the graph of the steps to configurations that take just as many
//! more steps to get to, as far as it leads to a violation. That part is found by walking back from the violations, by
//! decreasing number of steps; then the fewest switches to each configuration are computed forwards, for each local state
//! that the thread that moved last can be in.
//!
//! # Why the local state is enough
//!
//! Take any run, and a step of it by another thread than the one before, although both are in the same local state.
//! Let the two exchange their roles from there on. This is a run through the same configurations: what a transfer does
//! to a thread goes with the role. That step is no switch any more, and the later steps are switches if and only if
//! they were, since whoever they compare was renamed alike. So there is a run with the fewest switches in which the
//! last thread moves on whenever one in its local state does. The number of switches of such a run depends on its
//! transitions only: one for each that does not start where the last one left its thread. No transfer comes in
//! between, because it moves threads that are not active; and a created thread is one like the others.

use boolprog_explore::control::Stop;
use boolprog_explore::tts::{LocalId, SharedId, ThreadSystem, Transition, TransitionId};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::moves;
use super::replay::Path;
use super::store::Configurations;

/// A step on a shortest run.
struct Edge {
    from: u32,
    to: u32,
    transition: TransitionId,
}

/// A way to come to a configuration.
struct Arrival {
    /// Where the thread that moved last is, unless it ended.
    mover: Option<LocalId>,
    switches: u32,
    /// The configuration before, which of its arrivals (none at the start), and the transition.
    before: (u32, usize, TransitionId),
}

/// The shortest runs to some configurations with equally many steps.
#[derive(Default)]
pub(super) struct ShortestRuns {
    /// For each configuration but the first ones the best way for each local state of the mover.
    arrivals: FxHashMap<u32, SmallVec<[Arrival; 2]>>,
}

/// Configurations on shortest runs.
#[derive(Default)]
struct Marked {
    /// With the number of steps to them.
    configurations: FxHashMap<u32, u32>,
    shared: FxHashSet<SharedId>,
}

impl ShortestRuns {
    /// Finds those that end in one of the goals. `levels` holds, for each number of steps below that to the goals, the
    /// configurations, at least those on shortest runs; `length` says for how many steps a transition of the system
    /// stands, and `tick` is called for each, with the memory in use.
    ///
    /// Enumerates the steps of all these levels once more, which takes about as long as the search did; memory is
    /// linear in the steps that lie on such a run, times the number of threads.
    pub(super) fn new<S: ThreadSystem + ?Sized, L: IntoIterator<Item = u32> + Clone>(
        system: &mut S,
        found: &Configurations,
        levels: &[L],
        goals: &[u32],
        length: impl Fn(TransitionId) -> u32,
        tick: &mut dyn FnMut(usize) -> Result<(), Stop>,
    ) -> Result<Self, Stop> {
        let mut marked = Marked::default();
        for &goal in goals {
            tick(0)?;
            marked.insert((goal, levels.len() as u32), found);
        }
        let mut edges = Vec::with_capacity(levels.len());
        let mut bytes = 0;
        for (steps, level) in levels.iter().enumerate().rev() {
            let mut tick = |more| tick(bytes + more);
            let leading = leading_to(&mut marked, system, found, (level.clone(), steps as u32), &length, &mut tick)?;
            bytes += size_of::<Edge>() * leading.capacity();
            edges.push(leading);
        }
        let mut runs = Self::default();
        for edge in edges.iter().rev().flatten() {
            tick(bytes + 2 * size_of::<(u32, SmallVec<[Arrival; 2]>)>() * runs.arrivals.len())?;
            runs.extend(edge, system.transition(edge.transition));
        }
        Ok(runs)
    }

    /// Takes one more step on the best way that suits it.
    fn extend(&mut self, edge: &Edge, transition: Transition) {
        let ways = self.arrivals.get(&edge.from).into_iter().flatten().enumerate();
        let costs = ways.map(|(index, way)| (way.switches + u32::from(way.mover != Some(transition.local)), index));
        let (switches, index) = costs.min().unwrap_or_default();
        let mover = transition.to_local;
        let arrival = Arrival { mover, switches, before: (edge.from, index, edge.transition) };
        let arrivals = self.arrivals.entry(edge.to).or_default();
        match arrivals.iter_mut().find(|known| known.mover == mover) {
            Some(known) if known.switches > switches => *known = arrival,
            Some(_) => {}
            None => arrivals.push(arrival),
        }
    }

    /// The one with the fewest switches to one of these goals; `None` if no step leads to any.
    pub(super) fn to<'f>(&self, goals: &[u32], found: &'f Configurations) -> Option<Path<'f>> {
        let arrivals = |&goal: &u32| {
            let arrivals = self.arrivals.get(&goal).into_iter().flatten().enumerate();
            arrivals.map(move |(index, arrival)| (arrival.switches, goal, index))
        };
        let (_, mut at, mut index) = goals.iter().flat_map(arrivals).min()?;
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

impl Marked {
    fn insert(&mut self, (configuration, steps): (u32, u32), found: &Configurations) {
        self.configurations.insert(configuration, steps);
        self.shared.insert(found.get(configuration).0);
    }
}

/// The transitions from configurations with so many steps to the marked ones, as far as they waste none; afterwards those
/// where they start are marked too.
fn leading_to<S: ThreadSystem + ?Sized>(
    marked: &mut Marked,
    system: &mut S,
    found: &Configurations,
    (level, steps): (impl IntoIterator<Item = u32>, u32),
    length: &impl Fn(TransitionId) -> u32,
    tick: &mut dyn FnMut(usize) -> Result<(), Stop>,
) -> Result<Vec<Edge>, Stop> {
    let mut edges = Vec::new();
    for from in level {
        let before = edges.len();
        let (shared, threads) = found.get(from);
        moves::steps(system, shared, threads, &mut |step| {
            tick(size_of::<Edge>() * edges.capacity())?;
            if marked.shared.contains(&step.shared)
                && let Some(to) = found.find(step.shared, step.threads)
                && marked.configurations.get(&to) == Some(&(steps + length(step.transition)))
            {
                edges.push(Edge { from, to, transition: step.transition });
            }
            Ok(())
        })?;
        if edges.len() > before {
            marked.insert((from, steps), found);
        }
    }
    Ok(edges)
}
