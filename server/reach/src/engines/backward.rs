//! `backward`: from a target to everything that can lead there, for any number of threads.
//!
//! Configurations are ordered by "the same shared state, and at least these threads". A target is upward closed: more
//! threads do no harm. So is the set of configurations from which one step leads into an upward-closed set, as
//! [`predecessors`] shows, and its finitely many smallest elements can be computed. The search starts with the smallest
//! elements of a target and adds predecessors until there are no new ones; the target can be covered if and only if an
//! initial configuration is above one of them (Abdulla, Cerans, Jonsson, Tsay, "General decidability theorems for
//! infinite-state systems", LICS 1996).
//!
//! *It ends*: no element is inserted above an earlier one, and by Dickson's lemma there is no infinite sequence of that
//! kind. The time until then has no elementary bound.
//!
//! Unlike in [`mcs`](super::mcs) nothing is ever accelerated, so that the search is exact for all systems in which an
//! additional thread never disables a step: transfers and signals included. A thread that can block a transfer of all
//! others violates this. Then the search decides the *monotone closure*, in which such a thread vanishes instead: the
//! closure can do all that the system can, so "never" holds for the system, but a chain need not be one of its
//! executions. [`Chain::run`] decides that.
//!
//! Elements that saturation does not reach are left out; so are those above an element of a property that holds: they
//! are unreachable. When there are many elements, a [`place_invariant`] that excludes some of them is looked for. If
//! another engine knows some [`Coverable`] configurations, the search ends with the first element that is one: the
//! target can be covered, and for a chain, the elements that lead to that one are enough.

mod bag;
mod conditions;
mod engine;
mod net;
mod place_invariant;
mod predecessors;
mod pruning;
mod rules;
mod simplex;
mod upward;

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::engine::Statistics;
use boolprog_explore::saturate::Saturation;
use boolprog_explore::tts::{Initial, LocalId, SharedId, Tts};

pub use engine::BackwardSearch;
pub use net::BackwardNet;
use predecessors::Predecessors;
use pruning::Pruning;
use simplex::Work;
use upward::{Threads, UpwardClosed};

use crate::chain::{Chain, smallest_start};
use crate::coverable::Coverable;
use crate::watch::Watch;
use boolprog_certificate::sets::PlaceInvariant;

/// Transitions or elements examined in the time of one tick.
const LOOKS_PER_TICK: usize = 64;

/// Elements that a search inserts before it looks for a place invariant. Until then it is faster than a linear program.
const PATIENCE: usize = 256;

/// Ticks that a look for a place invariant may always take.
const SHORT_LOOK: usize = 512;

/// All looks together may take this part of the ticks of the search besides. Its ticks are shorter, about that much.
const PART_FOR_LOOKS: usize = 4;

/// Memory of an element: as a node, in the set of found ones, and waiting.
const BYTES_PER_ELEMENT: usize = size_of::<Node>() + 2 * size_of::<Threads>() + 2 * size_of::<(usize, u32)>();

/// Answer of the search about a property.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It cannot be violated: [`Backward::unreachable`] is the evidence.
    Never,
    /// It can be violated if this chain can be executed, which is certain if no thread blocks another.
    Chain(Chain),
    /// It can be violated, since the start of this chain can be covered. [`Backward::complete`] constructs the
    /// execution.
    Coverable(Chain),
}

/// The backward search of one system, one property after the other.
pub struct Backward<'a> {
    tts: &'a Tts,
    predecessors: Predecessors<'a>,
    /// Predecessors of the property that is searched, and of those that hold.
    found: UpwardClosed,
    pruning: Pruning<'a>,
    coverable: Option<&'a Coverable>,
    statistics: Statistics,
}

/// An element that was found for the property that is searched.
#[derive(Clone)]
struct Node {
    shared: SharedId,
    threads: Threads,
    /// The element it leads to; `None` for those of the targets.
    next: Option<u32>,
}

/// An element that is known to be reachable.
#[derive(Clone, Copy)]
enum Reached {
    /// It is below an initial configuration.
    Start(u32),
    /// Another engine can cover it.
    Coverable(u32),
}

struct Round<'r, 'p, 'c> {
    initial: &'r Initial,
    predecessors: &'r Predecessors<'r>,
    found: &'r mut UpwardClosed,
    pruning: &'r mut Pruning<'p>,
    /// Number of elements at which a place invariant is looked for.
    next_look: usize,
    /// Ticks that the looks may take besides, times [`PART_FOR_LOOKS`].
    saved: usize,
    nodes: Vec<Node>,
    /// Elements to be expanded: those with the fewest threads first, since they leave out most; then the oldest.
    waiting: BinaryHeap<Reverse<(usize, u32)>>,
    coverable: Option<&'r Coverable>,
    end: Option<Reached>,
    watch: Watch<'c>,
    statistics: Statistics,
}

impl<'a> Backward<'a> {
    /// Prepares a search. The saturation must be that of this system. Linear.
    pub fn new(tts: &'a Tts, saturation: &'a Saturation) -> Self {
        Self {
            tts,
            predecessors: Predecessors::new(tts, saturation),
            found: UpwardClosed::default(),
            pruning: Pruning::new(tts, saturation, PATIENCE),
            coverable: None,
            statistics: Statistics::default(),
        }
    }

    /// The same, with some configurations that are known to be coverable.
    #[must_use]
    pub fn with_coverable(self, coverable: &'a Coverable) -> Self {
        Self { coverable: Some(coverable), ..self }
    }

    /// The same, with another number of elements before a place invariant is looked for: with [`usize::MAX`] none ever is.
    #[must_use]
    pub fn with_patience(mut self, elements: usize) -> Self {
        self.pruning.patience = elements;
        self
    }

    /// Searches for the start, backwards from all targets of a property.
    ///
    /// The elements are few and small in practice, but there is no useful bound. Fails only if the control stops it,
    /// and can then be asked about other properties.
    pub fn search(&mut self, property: u32, control: &dyn Control) -> Result<Answer, Stop> {
        let targets = self.tts.targets.iter().filter(|target| target.property == property);
        let targets = targets.map(|target| (target.shared, Threads::from_slice(&target.locals)));
        self.search_from(targets, self.coverable, control)
    }

    /// Searches backwards from the start of the chain of an [`Answer::Coverable`] for an initial configuration, and
    /// joins both parts. `None` if there is no path, so that the claimed configuration is not coverable.
    ///
    /// Fails only if the control stops it.
    pub fn complete(&mut self, Chain(rest): &Chain, control: &dyn Control) -> Result<Option<Chain>, Stop> {
        let first = rest.first().map(|(shared, threads)| (*shared, Threads::from_slice(threads)));
        let found = self.search_from(first.into_iter(), None, control)?;
        let Answer::Chain(Chain(mut elements)) = found else { return Ok(None) };
        elements.extend_from_slice(&rest[1..]);
        Ok(Some(Chain(elements)))
    }

    fn search_from(
        &mut self,
        targets: impl Iterator<Item = (SharedId, Threads)>,
        coverable: Option<&Coverable>,
        control: &dyn Control,
    ) -> Result<Answer, Stop> {
        let mut round = Round {
            initial: &self.tts.initial,
            predecessors: &self.predecessors,
            found: &mut self.found,
            next_look: self.pruning.patience,
            saved: 0,
            pruning: &mut self.pruning,
            nodes: Vec::new(),
            waiting: BinaryHeap::new(),
            coverable,
            end: None,
            watch: Watch::new(control),
            statistics: self.statistics,
        };
        let result = round.run(targets);
        let Round { nodes, end, statistics, .. } = round;
        self.statistics = statistics;
        if result.is_err() || end.is_some() {
            for node in &nodes {
                self.found.remove(node.shared, &node.threads);
            }
        }
        let chain = |end| Chain(path(&nodes, end).map(|node| (node.shared, node.threads.to_vec())).collect());
        result.map(|()| match end {
            None => Answer::Never,
            Some(Reached::Start(start)) => Answer::Chain(chain(start)),
            Some(Reached::Coverable(element)) => Answer::Coverable(chain(element)),
        })
    }

    /// Evidence for every [`Answer::Never`] so far: configurations such that nothing above them is reachable, none
    /// above another, sorted. Every target of these properties is above one of them, or excluded by one of the
    /// [`Self::place_invariants`], or not reached by saturation.
    pub fn unreachable(&self) -> Vec<(SharedId, Vec<LocalId>)> {
        self.found.minimal()
    }

    /// Place invariants that hold in everything that is reachable, the other part of the evidence.
    pub fn place_invariants(&self) -> Vec<PlaceInvariant> {
        self.pruning.known().iter().map(place_invariant::PlaceInvariant::certificate).collect()
    }

    /// The work of the search, all properties together.
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }
}

fn path(nodes: &[Node], start: u32) -> impl Iterator<Item = &Node> {
    std::iter::successors(Some(&nodes[start as usize]), |node| node.next.map(|next| &nodes[next as usize]))
}

impl Round<'_, '_, '_> {
    fn run(&mut self, targets: impl Iterator<Item = (SharedId, Threads)>) -> Result<(), Stop> {
        for (shared, threads) in targets {
            self.work(1)?;
            if self.predecessors.is_possible(shared, &threads) {
                self.insert(shared, threads, None);
            }
        }
        while let Some(Reverse((_, index))) = self.waiting.pop() {
            if self.end.is_some() {
                break;
            }
            self.expand(index)?;
            if self.nodes.len() >= self.next_look {
                self.prune()?;
            }
        }
        Ok(())
    }

    /// Looks for a place invariant, and leaves out the elements that it excludes. If these are few, the next attempt is
    /// later.
    fn prune(&mut self) -> Result<(), Stop> {
        let Self { nodes, waiting, watch, predecessors, pruning, .. } = self;
        let mut oldest: Vec<u32> = waiting.iter().map(|&Reverse((_, index))| index).collect();
        if oldest.is_empty() {
            return Ok(());
        }
        let middle = oldest.len() / 2;
        let (_, &mut index, _) = oldest.select_nth_unstable(middle);
        let path: Vec<_> = path(nodes, index).map(|node| (node.shared, node.threads.clone())).collect();
        let known = self.coverable.map_or(0, Coverable::bytes);
        let progress = progress(nodes, waiting.len(), predecessors.bytes() + pruning.bytes() + known);
        let tell = &mut |ticks| watch.work(ticks, || progress);
        let mut work = Work { left: SHORT_LOOK + self.saved / PART_FOR_LOOKS, tell };
        let place_invariant = pruning.look(&path, &mut work)?;
        self.saved = work.left.saturating_sub(SHORT_LOOK) * PART_FOR_LOOKS;
        let pruned = place_invariant.map_or(0, |place_invariant| {
            self.found.remove_if(|shared, threads| place_invariant.excludes(shared, threads))
        });
        self.statistics.pruned += pruned;
        let is_much = 4 * pruned > self.waiting.len();
        self.next_look = self.nodes.len() + if is_much { self.pruning.patience } else { self.nodes.len() };
        Ok(())
    }

    fn expand(&mut self, index: u32) -> Result<(), Stop> {
        let Node { shared, threads, .. } = self.nodes[index as usize].clone();
        self.work(1 + self.found.effort(shared, &threads) / LOOKS_PER_TICK)?;
        if self.found.contains_smaller(shared, &threads) || self.pruning.excludes(shared, &threads) {
            return Ok(());
        }
        self.statistics.expanded += 1;
        let predecessors = self.predecessors;
        self.work(predecessors.count(shared) / LOOKS_PER_TICK)?;
        predecessors.visit(shared, &threads, &mut |shared, threads| {
            self.work(1 + self.found.effort(shared, &threads) / LOOKS_PER_TICK)?;
            self.insert(shared, threads, Some(index));
            Ok(())
        })
    }

    fn insert(&mut self, shared: SharedId, threads: Threads, next: Option<u32>) {
        if self.end.is_some() || self.pruning.excludes(shared, &threads) || self.found.contains(shared, &threads) {
            return;
        }
        let index = self.nodes.len() as u32;
        if smallest_start(self.initial, shared, &threads).is_some() {
            self.end = Some(Reached::Start(index));
        } else if self.coverable.is_some_and(|coverable| coverable.contains(shared, &threads)) {
            self.end = Some(Reached::Coverable(index));
        }
        self.statistics.nodes += 1;
        self.statistics.threads = self.statistics.threads.max(threads.len());
        self.waiting.push(Reverse((threads.len(), index)));
        self.found.insert(shared, threads.clone());
        self.nodes.push(Node { shared, threads, next });
    }

    fn work(&mut self, ticks: usize) -> Result<(), Stop> {
        self.saved += ticks;
        let Self { nodes, waiting, watch, predecessors, pruning, coverable, .. } = self;
        let known = coverable.map_or(0, Coverable::bytes);
        watch.work(ticks, || progress(nodes, waiting.len(), predecessors.bytes() + pruning.bytes() + known))
    }
}

fn progress(nodes: &[Node], waiting: usize, bytes: usize) -> Progress {
    Progress {
        phase: "backward search",
        states: nodes.len() as u64,
        frontier: waiting as u64,
        threads: 0,
        bytes: bytes + nodes.len() * BYTES_PER_ELEMENT,
        ..Progress::default()
    }
}
