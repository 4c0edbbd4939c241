//! The search for a property, on a net.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::engine::Statistics;
use boolprog_explore::saturate::Saturation;
use boolprog_explore::tts::{LocalId, SharedId, Tts};
use rustc_hash::FxHashMap;

use super::super::bag::Bag;
use super::super::conditions::Conditions;
use super::super::place_invariant::{PlaceInvariant, Potential};
use super::super::simplex::Work;
use super::agglomeration::{Agglomerated, agglomerate};
use super::antichain::Antichain;
use crate::chain::smallest_start;
use crate::watch::Watch;

/// Every how many elements one with the fewest threads is expanded, and not one that is nearest to the start.
const SMALLEST_EVERY: u32 = 8;

/// Ticks that all linear programs may always take.
const TICKS_FOR_PROGRAMS: usize = 20_000;

/// Besides, they may take this part of the ticks of the search.
const PART_FOR_PROGRAMS: usize = 4;

/// Ticks that one linear program may take, which also ends cycles.
const TICKS_OF_A_PROGRAM: usize = 1 << 20;

/// Potentials that are kept: that of the target, and the newest ones.
const MOST_POTENTIALS: usize = 32;

/// Elements of an antichain that are compared in the time of one tick.
const COMPARISONS_PER_TICK: usize = 512;

/// Memory of an element besides its threads: as a node, in its antichain, and waiting twice.
const BYTES_PER_ELEMENT: usize = size_of::<Node>() + size_of::<(Bag, u32, u64)>() + 2 * size_of::<(u64, u32)>();

/// An element that was found.
pub(super) struct Node {
    pub(super) shared: SharedId,
    pub(super) threads: Bag,
    pub(super) next: Next,
    state: State,
}

/// The successors of an element.
#[derive(Clone, Copy)]
pub(super) enum Next {
    /// It is this target, by index.
    Target(u32),
    /// This rule leads above this element.
    Rule(u32, u32),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Waiting,
    /// It waits, and is not worth another linear program.
    Measured,
    /// It was expanded, or is above another element or a place invariant.
    Done,
}

/// A net, prepared for the search.
pub(super) struct Search<'a> {
    pub(super) tts: &'a Tts,
    pub(super) possible: &'a Saturation,
    pub(super) net: Agglomerated,
    /// For each shared state the rules that lead there from others.
    into: FxHashMap<SharedId, Vec<u32>>,
    /// For each shared state the rules that stay there, by the local states in which they put down threads.
    within: FxHashMap<(SharedId, LocalId), Vec<u32>>,
    conditions: Option<Conditions>,
    /// Place invariants of all reachable configurations, found for any property.
    pub(super) excluded: Vec<PlaceInvariant>,
    pub(super) statistics: Statistics,
}

/// The result of a search: its elements, and the one that is below a start, if there is one.
pub(super) struct Found {
    pub(super) nodes: Vec<Node>,
    pub(super) start: Option<u32>,
    /// The smallest elements, apart from those that place invariants exclude.
    pub(super) smallest: FxHashMap<SharedId, Antichain>,
}

struct Round<'r, 'a, 'c> {
    search: &'r mut Search<'a>,
    found: Found,
    potentials: Vec<Potential>,
    /// The elements by their distance from the start, as far as it is known; the newest first.
    nearest: BinaryHeap<(Reverse<u64>, u32)>,
    /// The elements by the number of their threads; the oldest first.
    fewest: BinaryHeap<Reverse<(u32, u32)>>,
    programs: usize,
    ticks_for_programs: usize,
    ticks: usize,
    /// Memory of the threads of all elements.
    bytes: usize,
    watch: Watch<'c>,
}

impl<'a> Search<'a> {
    /// Prepares the search in a system; the saturation must be that of this system. `None` if it is not plain.
    pub(super) fn new(tts: &'a Tts, possible: &'a Saturation, control: &dyn Control) -> Result<Option<Self>, Stop> {
        let mut watch = Watch::new(control);
        let tell = &mut |ticks| watch.work(ticks, || PREPARING);
        let mut work = Work { left: usize::MAX, tell };
        let Some(net) = agglomerate(tts, possible, &mut work)? else { return Ok(None) };
        let rules = net.remaining.iter().map(|&rule| &net.rules[rule as usize]);
        let conditions = Conditions::of_rules(tts, possible, rules, &mut work)?;
        let mut into: FxHashMap<SharedId, Vec<u32>> = FxHashMap::default();
        let mut within: FxHashMap<(SharedId, LocalId), Vec<u32>> = FxHashMap::default();
        for &index in &net.remaining {
            let rule = &net.rules[index as usize];
            if rule.from == rule.to {
                rule.gains().for_each(|local| within.entry((rule.to, local)).or_default().push(index));
            } else {
                into.entry(rule.to).or_default().push(index);
            }
        }
        let (excluded, statistics) = (Vec::new(), Statistics::default());
        Ok(Some(Self { tts, possible, net, into, within, conditions, excluded, statistics }))
    }

    /// Searches for the start, backwards from all targets of a property. There is no useful bound on the number of
    /// elements, but it ends, since the elements of an antichain are finitely many (Dickson's lemma).
    pub(super) fn search(&mut self, property: u32, control: &dyn Control) -> Result<Found, Stop> {
        let found = Found { nodes: Vec::new(), start: None, smallest: FxHashMap::default() };
        let mut round = Round {
            search: self,
            found,
            potentials: Vec::new(),
            nearest: BinaryHeap::new(),
            fewest: BinaryHeap::new(),
            programs: 0,
            ticks_for_programs: 0,
            ticks: 0,
            bytes: 0,
            watch: Watch::new(control),
        };
        round.run(property)?;
        Ok(round.found)
    }

    pub(super) fn is_possible(&self, shared: SharedId, threads: &Bag) -> bool {
        threads.iter().all(|(local, _)| self.possible.contains(shared, local))
    }

    /// The rules that may lead above an element from a configuration that is not above it.
    fn rules_to(&self, shared: SharedId, threads: &Bag) -> Vec<u32> {
        let within = threads.iter().filter_map(|(local, _)| self.within.get(&(shared, local)));
        let mut rules: Vec<u32> = self.into.get(&shared).into_iter().chain(within).flatten().copied().collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    }
}

impl Round<'_, '_, '_> {
    fn run(&mut self, property: u32) -> Result<(), Stop> {
        for (index, target) in (0..).zip(&self.search.tts.targets) {
            let is_possible = self.search.is_possible(target.shared, &Bag::of(target.locals.iter().copied()));
            if target.property == property && is_possible {
                let threads = self.search.net.counted(&target.locals);
                self.insert(target.shared, threads, Next::Target(index))?;
            }
        }
        let mut turn = 0;
        while self.found.start.is_none()
            && let Some(index) = self.next(turn)?
        {
            turn += 1;
            self.expand(index)?;
        }
        Ok(())
    }

    /// The element whose turn it is.
    fn next(&mut self, turn: u32) -> Result<Option<u32>, Stop> {
        loop {
            self.work(1)?;
            let nearest = if turn.is_multiple_of(SMALLEST_EVERY) { None } else { self.nearest.pop() };
            let (index, distance) = match nearest {
                Some((Reverse(distance), index)) => (index, distance),
                None => match self.fewest.pop() {
                    Some(Reverse((_, index))) => (index, u64::MAX),
                    None => return Ok(None),
                },
            };
            if self.found.nodes[index as usize].state == State::Done {
                continue;
            }
            let known = self.distance(index);
            if known <= distance && self.measure(index)?.is_none_or(|measured| measured <= distance) {
                if self.found.nodes[index as usize].state != State::Done {
                    return Ok(Some(index));
                }
            } else {
                self.nearest.push((Reverse(self.distance(index)), index));
            }
        }
    }

    /// A lower bound on the distance of an element from the start.
    fn distance(&self, index: u32) -> u64 {
        let Node { shared, threads, .. } = &self.found.nodes[index as usize];
        self.potentials.iter().map(|potential| potential.distance(*shared, threads.iter())).max().unwrap_or_default()
    }

    /// Finds the best potential for an element, if it is its turn: excludes it, or returns its distance.
    fn measure(&mut self, index: u32) -> Result<Option<u64>, Stop> {
        let Self { search, found, watch, bytes, .. } = self;
        let node = &mut found.nodes[index as usize];
        let may_take = TICKS_FOR_PROGRAMS + self.ticks / PART_FOR_PROGRAMS;
        let Some(conditions) = &search.conditions else { return Ok(None) };
        if node.state == State::Measured || self.ticks_for_programs > may_take {
            return Ok(None);
        }
        node.state = State::Measured;
        self.programs += 1;
        let (shared, threads) = (node.shared, node.threads.clone());
        let progress = progress(found.nodes.len(), self.fewest.len(), *bytes + search.net.bytes + conditions.bytes());
        let mut taken = 0;
        let tell = &mut |ticks| {
            taken += ticks;
            watch.work(ticks, || progress)
        };
        let mut work = Work { left: TICKS_OF_A_PROGRAM, tell };
        let potential = conditions.potential(shared, threads.iter(), &mut work)?;
        self.ticks_for_programs += taken;
        let Some(potential) = potential else { return Ok(None) };
        if potential.gain == 0 {
            self.exclude(potential.weights);
            return Ok(None);
        }
        let distance = potential.distance(shared, threads.iter());
        if self.potentials.len() < MOST_POTENTIALS {
            self.potentials.push(potential);
        } else {
            self.potentials[1 + self.programs % (MOST_POTENTIALS - 1)] = potential;
        }
        Ok(Some(distance))
    }

    /// Leaves out all elements that exceed the bound of a place invariant.
    fn exclude(&mut self, place_invariant: PlaceInvariant) {
        let Found { nodes, smallest, .. } = &mut self.found;
        let pruned = &mut self.search.statistics.pruned;
        for (&shared, antichain) in smallest {
            antichain.remove_if(
                |threads, _| place_invariant.excess(shared, threads.iter()) > 0,
                |index| {
                    nodes[index as usize].state = State::Done;
                    *pruned += 1;
                },
            );
        }
        self.search.excluded.push(place_invariant);
    }

    fn expand(&mut self, index: u32) -> Result<(), Stop> {
        let node = &mut self.found.nodes[index as usize];
        node.state = State::Done;
        let (shared, threads) = (node.shared, node.threads.clone());
        self.search.statistics.expanded += 1;
        for rule in self.search.rules_to(shared, &threads) {
            let before = &self.search.net.rules[rule as usize];
            let (shared, threads) = (before.from, before.before(&threads));
            self.work(1)?;
            if self.search.is_possible(shared, &threads) {
                self.insert(shared, threads, Next::Rule(rule, index))?;
            }
        }
        Ok(())
    }

    fn insert(&mut self, shared: SharedId, threads: Bag, next: Next) -> Result<(), Stop> {
        let Self { search, found, .. } = self;
        let is_excluded = search.excluded.iter().any(|excluded| excluded.excess(shared, threads.iter()) > 0);
        let antichain = found.smallest.entry(shared).or_default();
        let comparisons = antichain.len();
        if !is_excluded && found.start.is_none() && !antichain.contains(&threads) {
            let index = found.nodes.len() as u32;
            let nodes = &mut found.nodes;
            antichain.insert(threads.clone(), index, |above| nodes[above as usize].state = State::Done);
            let is_start = smallest_start(&search.tts.initial, shared, &threads.threads()).is_some();
            found.start = is_start.then_some(index);
            let size = threads.size();
            search.statistics.nodes += 1;
            search.statistics.threads = search.statistics.threads.max(size as usize);
            self.bytes += BYTES_PER_ELEMENT + 2 * threads.bytes();
            found.nodes.push(Node { shared, threads, next, state: State::Waiting });
            self.nearest.push((Reverse(self.distance(index)), index));
            self.fewest.push(Reverse((size, index)));
        }
        self.work(1 + comparisons / COMPARISONS_PER_TICK)
    }

    fn work(&mut self, ticks: usize) -> Result<(), Stop> {
        self.ticks += ticks;
        let Self { search, found, fewest, bytes, watch, .. } = self;
        let conditions = search.conditions.as_ref().map_or(0, Conditions::bytes);
        watch.work(ticks, || progress(found.nodes.len(), fewest.len(), *bytes + search.net.bytes + conditions))
    }
}

const PREPARING: Progress =
    Progress { phase: "backward search", states: 0, frontier: 0, threads: 0, bytes: 0, ahead: 0 };

fn progress(nodes: usize, waiting: usize, bytes: usize) -> Progress {
    Progress { states: nodes as u64, frontier: waiting as u64, bytes, ..PREPARING }
}
