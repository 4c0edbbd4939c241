//! `mcs`: the minimal coverability set of a plain system: all behaviour of any number of threads.
//!
//! A marking of the classic construction (Karp and Miller 1969) is a shared state, a set of omega places (local states
//! with any number of threads) and a finite tail of further threads. Omega sets are wide but few, tails are short but
//! many, and most markings differ only in the shared state. So a node here is a *cluster* (see [`Closure`]: shared
//! states Sigma that are mutually reachable, and omega places) with a tail, and stands for the markings with each of
//! the shared states of Sigma.
//!
//! The search is depth-first. A new node is dropped if an earlier one covers it; the tails of each cluster are hashed
//! with all that is below them, so this is one look-up per larger cluster. Otherwise it is compared with its ancestors:
//! those that are smaller justify more omega places. Nodes covered by later ones are detected at their turn, and at the
//! end.
//!
//! # Why the result is the minimal coverability set
//!
//! *Nothing is missing.* Every inserted node stays below some node that is not superseded: a superseding node is
//! strictly larger, and there are finitely many nodes. At the end each such node was expanded, and each of its
//! successors is covered (the steps that are left out lead below the node itself or below a successor that is not left
//! out). So the downward closure of the nodes contains the initial configurations and is closed under steps.
//!
//! *Nothing is too much.* Each omega is justified by a sequence of steps from a coverable configuration to a larger
//! one with the same shared state: for a plain system it can be repeated. A closure's cycles consume omega tokens
//! only; an ancestor's shared states lie within Sigma, where they are mutually reachable.
//!
//! *It ends.* No inserted node is covered by an earlier one, so an infinite branch would contain an infinite
//! increasing chain (Dickson), and acceleration makes each step of it add an omega place; branching is finite (König).

mod bits;
mod closure;
mod clusters;
mod components;
mod initial;
mod merged;
mod nodes;
mod omega;
mod omega_steps;
mod path;
mod tail;

use std::ops::Range;

use boolprog_base::budget::STATES_PER_POLL;
use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::engine::{Engine, Outcome, Statistics, Task, Undecided};
use boolprog_certificate::sets::{self, Ideal};
use boolprog_explore::tts::{LocalId, SharedId, Tts};

use crate::coverability::{self, CoverabilitySet, Found};
use crate::coverable::Coverable;
use crate::net::Net;
use crate::threads::{Subject, Threads};
use crate::watch::Watch;
pub use closure::Closure;
use clusters::{ClusterId, Clusters};
use initial::{InitialMarking, initial_markings};
pub use merged::McsMerged;
use nodes::{Node, NodeId, Nodes};
use path::Path;
use tail::{TailId, Tails};

/// A listener for covered markings before the search is complete.
pub struct Interim<'i> {
    /// At this number of nodes, or after the work that this number usually takes, or when the set is complete.
    pub nodes: u32,
    /// Receives the markings known then, which are the same each time: everything below them can be covered.
    pub tell: &'i mut dyn FnMut(&CoverabilitySet),
}

/// Computes the coverability set, and publishes the covered markings once before it is complete. Refuses systems that
/// are not plain.
///
/// The set may be as large as Ackermann's function of the number of local states; in practice it has up to some ten
/// thousand markings.
pub fn search(
    tts: &Tts,
    closure: Closure,
    interim: Option<Interim<'_>>,
    control: &dyn Control,
) -> Result<Found, Undecided> {
    let net = Net::new(tts)?;
    let mut search = Search {
        clusters: Clusters::new(net, closure),
        tails: Tails::new(tts.local_states as usize),
        nodes: Nodes::default(),
        path: Path::new(tts.shared_states as usize),
        stack: Vec::new(),
        interim,
        watch: Watch::new(control),
        expanded: 0,
        places: Vec::new(),
    };
    let set = search.run(tts)?;
    Ok(Found { set, statistics: search.statistics() })
}

/// The engine `mcs`.
#[derive(Clone, Copy, Debug)]
pub struct Mcs {
    /// Number of nodes at which the covered markings are published, unless the search ends before.
    pub told_after: u32,
}

impl<'s> Engine<&'s Subject<'s>> for Mcs {
    type Kind = Threads;

    fn run(&mut self, subject: &'s Subject<'s>, task: &mut Task<'_, Threads>) -> Outcome<Threads> {
        let tell = &mut |set: &CoverabilitySet| drop(subject.coverable.set(Coverable::new(&set.ideals)));
        let interim = (!task.properties.is_empty()).then_some(Interim { nodes: self.told_after, tell });
        let found = search(subject.tts, Closure::default(), interim, task.control);
        coverability::outcome(found, subject.tts, task.properties)
    }
}

/// Long tails that are compared in the time of one tick.
const LOOKS_PER_TICK: usize = 32;

struct Search<'c, 'i> {
    clusters: Clusters,
    tails: Tails,
    nodes: Nodes,
    path: Path,
    /// Nodes to be expanded; the last one is next.
    stack: Vec<NodeId>,
    /// The receiver of the covered configurations, until they are published.
    interim: Option<Interim<'i>>,
    watch: Watch<'c>,
    expanded: usize,
    /// Scratch memory for places that become omega.
    places: Vec<u32>,
}

impl Search<'_, '_> {
    fn run(&mut self, tts: &Tts) -> Result<CoverabilitySet, Stop> {
        for InitialMarking { shared, omega, tail } in initial_markings(&tts.initial) {
            self.tick()?;
            self.path.clear();
            let cluster = self.clusters.of(shared, &omega, &mut self.watch)?;
            let tail = self.tails.intern(&tail);
            self.insert(cluster, tail, None)?;
            while let Some(id) = self.stack.pop() {
                self.expand(id)?;
            }
        }
        let set = self.maximal()?;
        self.tell(&set);
        Ok(set)
    }

    fn expand(&mut self, id: NodeId) -> Result<(), Stop> {
        if self.supersede(id) {
            return self.tick();
        }
        self.expanded += 1;
        let Node { cluster, tail, parent, .. } = *self.nodes.get(id);
        self.path.enter(&self.clusters, &self.tails, id, cluster, tail, parent);
        let exits = self.clusters.exits(cluster, &mut self.watch)?;
        self.insert_all(exits, tail, id)?;
        let mut last = None;
        for position in 0..self.tails.len(tail) {
            let place = self.tails.get(tail)[position];
            if last.replace(place) != Some(place) {
                let moves = self.clusters.moves(cluster, place, &mut self.watch)?;
                if !moves.is_empty() {
                    let rest = self.tails.without(tail, position);
                    self.insert_all(moves, rest, id)?;
                }
            }
        }
        Ok(())
    }

    /// Inserts the results of the steps of a node, which keep a tail.
    fn insert_all(&mut self, steps: Range<u32>, kept: TailId, parent: NodeId) -> Result<(), Stop> {
        for step in steps {
            let step = self.clusters.successor(step);
            let tail = step.tokens().fold(kept, |tail, place| self.tails.with(tail, place));
            self.insert(step.cluster, tail, Some(parent))?;
        }
        Ok(())
    }

    /// Returns `true` if a node is below another one by now.
    fn supersede(&mut self, id: NodeId) -> bool {
        let Some(since) = self.nodes.not_superseded_since(id) else { return true };
        if since == self.nodes.len() {
            return false;
        }
        let Node { cluster, tail, .. } = *self.nodes.get(id);
        let superseded = self.clusters.is_superseded(cluster, &mut self.tails, tail, since);
        self.nodes.set_superseded(id, superseded);
        superseded
    }

    /// Inserts a node unless it is covered, with the omegas that its ancestors justify.
    fn insert(&mut self, mut cluster: ClusterId, mut tail: TailId, parent: Option<NodeId>) -> Result<(), Stop> {
        self.tick()?;
        loop {
            tail = self.tails.outside(tail, self.clusters.omega(cluster));
            if self.clusters.is_covered(cluster, &mut self.tails, tail) {
                return Ok(());
            }
            self.path.justified(&self.clusters, &self.tails, cluster, tail, &mut self.places);
            if self.places.is_empty() {
                break;
            }
            cluster = self.clusters.grow(cluster, &self.places, &mut self.watch)?;
            self.places.clear();
        }
        self.clusters.insert_tail(cluster, &mut self.tails, tail, self.nodes.len() + 1);
        self.stack.push(self.nodes.insert(cluster, tail, parent));
        let work = u64::from(self.nodes.len()).max(self.watch.polls() * STATES_PER_POLL);
        if self.interim.as_ref().is_some_and(|interim| u64::from(interim.nodes) <= work) {
            let set = self.maximal()?;
            self.tell(&set);
        }
        Ok(())
    }

    fn tell(&mut self, set: &CoverabilitySet) {
        if let Some(interim) = self.interim.take() {
            (interim.tell)(set);
        }
    }

    /// The maximal nodes so far, by cluster.
    fn maximal(&mut self) -> Result<CoverabilitySet, Stop> {
        let mut tails = vec![sets::Tails::default(); self.clusters.len()];
        for id in (0..self.nodes.len()).map(NodeId) {
            self.tick()?;
            if !self.supersede(id) {
                let node = self.nodes.get(id);
                tails[node.cluster.0 as usize].push(self.tails.get(node.tail).iter().copied().map(LocalId));
            }
        }
        let clusters = (0..).map(ClusterId).zip(tails).filter(|(_, tails)| !tails.is_empty());
        let ideals = clusters.map(|(id, tails)| Ideal {
            shared: self.clusters.shared(id).iter().copied().map(SharedId).collect(),
            omega: bits::elements(self.clusters.omega(id)).map(LocalId).collect(),
            tails,
        });
        Ok(CoverabilitySet { ideals: ideals.collect() })
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            clusters: self.clusters.len(),
            nodes: self.nodes.len() as usize,
            expanded: self.expanded,
            bytes: self.bytes(),
            ..Statistics::default()
        }
    }

    fn bytes(&self) -> usize {
        self.clusters.bytes() + self.tails.bytes() + self.nodes.bytes() + self.path.bytes()
    }

    fn tick(&mut self) -> Result<(), Stop> {
        let Self { clusters, tails, nodes, path, stack, watch, .. } = self;
        let ticks = 1 + tails.take_looks() / LOOKS_PER_TICK;
        watch.work(ticks, || Progress {
            phase: "mcs",
            states: u64::from(nodes.len()),
            frontier: stack.len() as u64,
            threads: 0,
            bytes: clusters.bytes() + tails.bytes() + nodes.bytes() + path.bytes(),
            ..Progress::default()
        })
    }
}
