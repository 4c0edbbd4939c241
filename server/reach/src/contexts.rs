//! The minimal coverability set of a plain system, over contexts: everything that any number of threads can do.
//!
//! A label of the classic construction (Karp and Miller 1969) is a shared state, a set of omega places (local states
//! with any number of threads) and a finite tail of further threads. Omega sets are wide but few, tails are short but
//! many, and most labels differ only in the shared state. So a node here is a *context* (see [`Closure`]: shared
//! states Sigma that are mutually reachable, and omega places) with a tail, and stands for the labels with each of
//! the shared states of Sigma.
//!
//! The search is depth-first. A new node is dropped if an earlier one covers it; the tails of each context are hashed
//! with all that is below them, so this is one look-up per larger context. Otherwise it is compared with its
//! ancestors: those that are smaller justify more omega places. Nodes that later ones cover are found when it is
//! their turn, and at the end.
//!
//! # Why the result is the minimal coverability set
//!
//! *Nothing is missing.* Whatever was ever inserted stays below some node that is not superseded: being superseded
//! goes strictly upwards, and there are finitely many nodes. At the end each such node was expanded, and each of its
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
mod context;
mod hops;
mod nodes;
mod omega;
mod path;
mod roots;
mod tail;
mod targets;

use std::ops::Range;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_explore::tts::{LocalId, SharedId, Tts};
use fixedbitset::FixedBitSet;

use crate::net::Net;
use crate::outcome::Reason;
use crate::watch::Watch;
use boolprog_certificate::sets::{self, Certificate, Region};
pub use closure::Closure;
use context::{ContextId, Contexts};
use nodes::{Node, NodeId, Nodes};
use path::Path;
use roots::Root;
use tail::{TailId, Tails};
use targets::Targets;

/// What to search for, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Stop as soon as all these properties are violated. Without them the whole set is computed.
    pub until_violated: Option<Vec<u32>>,
    /// Which cycles are accelerated at once.
    pub closure: Closure,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Answer {
    /// For each target of the system, by index, whether it can be covered. Those that are set are certain whatever
    /// the end; the others are only if the set is complete.
    pub covered: FixedBitSet,
    /// Why the search ended.
    pub end: End,
    /// Figures.
    pub statistics: Statistics,
}

/// Why a search ended.
#[derive(Clone, Debug)]
pub enum End {
    /// Everything was searched.
    Complete(CoverabilitySet),
    /// The properties asked for are violated.
    Answered,
    /// The control said so.
    Stopped(Stop),
}

/// How much work it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// Contexts.
    pub contexts: usize,
    /// Nodes inserted.
    pub nodes: usize,
    /// Nodes expanded.
    pub expanded: usize,
    /// Memory in use at the end, in bytes.
    pub bytes: usize,
}

/// The minimal coverability set: a configuration can be covered if and only if it is below one of these.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoverabilitySet {
    /// For each context its maximal tails.
    pub regions: Vec<Region>,
}

impl CoverabilitySet {
    /// The number of maximal labels, each with one shared state.
    pub fn maximal_markings(&self) -> usize {
        self.regions.iter().map(|region| region.shared.len() * region.tails.len()).sum()
    }

    /// The reachable thread states: for each shared state its local states.
    pub fn thread_states(&self, tts: &Tts) -> Vec<FixedBitSet> {
        let mut rows = vec![FixedBitSet::with_capacity(tts.local_states as usize); tts.shared_states as usize];
        for region in &self.regions {
            for &SharedId(shared) in &region.shared {
                let locals = region.omega.iter().chain(region.tails.locals());
                rows[shared as usize].extend(locals.map(|&LocalId(local)| local as usize));
            }
        }
        rows
    }

    /// Evidence that what is not in this set is not reachable.
    pub fn certificate(&self) -> Certificate {
        Certificate::Regions(self.regions.clone())
    }
}

/// Somebody who wants to know what can be covered before all is known.
pub struct Interim<'i> {
    /// When there are so many nodes, or when the set is complete with fewer.
    pub nodes: u32,
    /// Hears of what is known then, which is the same each time: labels below which everything can be covered.
    pub tell: &'i mut dyn FnMut(&CoverabilitySet),
}

/// Computes the coverability set, or as much of it as the question needs. Refuses systems that are not plain.
///
/// The set may be as large as Ackermann's function of the number of local states; in practice it has up to some ten
/// thousand labels.
pub fn search(tts: &Tts, question: &Question, control: &dyn Control) -> Result<Answer, Reason> {
    search_telling(tts, question, None, control)
}

/// The same, and tells once what is known before all is.
pub fn search_telling(
    tts: &Tts,
    question: &Question,
    interim: Option<Interim<'_>>,
    control: &dyn Control,
) -> Result<Answer, Reason> {
    let net = Net::new(tts)?;
    let mut search = Search {
        contexts: Contexts::new(net, question.closure),
        tails: Tails::new(tts.local_states as usize),
        nodes: Nodes::default(),
        path: Path::new(tts.shared_states as usize),
        stack: Vec::new(),
        targets: Targets::new(tts, question.until_violated.as_deref()),
        interim,
        watch: Watch::new(control),
        expanded: 0,
        places: Vec::new(),
    };
    let end = match search.run(tts) {
        Ok(Finished::All) => search.maximal().map_or_else(End::Stopped, |set| {
            search.tell(&set);
            End::Complete(set)
        }),
        Ok(Finished::Answered) => End::Answered,
        Err(stop) => End::Stopped(stop),
    };
    let statistics = Statistics {
        contexts: search.contexts.len(),
        nodes: search.nodes.len() as usize,
        expanded: search.expanded,
        bytes: search.bytes(),
    };
    Ok(Answer { covered: search.targets.into_covered(), end, statistics })
}

enum Finished {
    All,
    Answered,
}

struct Search<'c, 'i> {
    contexts: Contexts,
    tails: Tails,
    nodes: Nodes,
    path: Path,
    /// Nodes to be expanded; the last one is next.
    stack: Vec<NodeId>,
    targets: Targets,
    /// Who wants to be told, and was not yet.
    interim: Option<Interim<'i>>,
    watch: Watch<'c>,
    expanded: usize,
    /// Scratch memory for places that become omega.
    places: Vec<u32>,
}

impl Search<'_, '_> {
    fn run(&mut self, tts: &Tts) -> Result<Finished, Stop> {
        for Root { shared, omega, tail } in roots::roots(&tts.initial) {
            self.tick()?;
            self.path.clear();
            let context = self.contexts.root(shared, &omega, &mut self.watch)?;
            let tail = self.tails.intern(&tail);
            self.insert(context, tail, None)?;
            while let Some(id) = self.stack.pop() {
                if self.targets.is_answered() {
                    return Ok(Finished::Answered);
                }
                self.expand(id)?;
            }
        }
        Ok(if self.targets.is_answered() { Finished::Answered } else { Finished::All })
    }

    fn expand(&mut self, id: NodeId) -> Result<(), Stop> {
        if self.supersede(id) {
            return self.tick();
        }
        self.expanded += 1;
        let Node { context, tail, parent, .. } = *self.nodes.get(id);
        self.path.enter(&self.contexts, &self.tails, (id, context, tail), parent);
        let exits = self.contexts.exits(context, &mut self.watch)?;
        self.insert_all(exits, tail, id)?;
        let mut last = None;
        for position in 0..self.tails.len(tail) {
            let place = self.tails.get(tail)[position];
            if last.replace(place) != Some(place) {
                let moves = self.contexts.moves(context, place, &mut self.watch)?;
                if !moves.is_empty() {
                    let rest = self.tails.without(tail, position);
                    self.insert_all(moves, rest, id)?;
                }
            }
        }
        Ok(())
    }

    /// Inserts what steps make of a node: it keeps a tail.
    fn insert_all(&mut self, steps: Range<u32>, kept: TailId, parent: NodeId) -> Result<(), Stop> {
        for step in steps {
            let step = self.contexts.successor(step);
            let tail = step.tokens().fold(kept, |tail, place| self.tails.with(tail, place));
            self.insert(step.context, tail, Some(parent))?;
        }
        Ok(())
    }

    /// Whether a node is below another one by now.
    fn supersede(&mut self, id: NodeId) -> bool {
        let Some(since) = self.nodes.not_superseded_since(id) else { return true };
        if since == self.nodes.len() {
            return false;
        }
        let Node { context, tail, .. } = *self.nodes.get(id);
        let superseded = self.contexts.is_superseded(context, &mut self.tails, tail, since);
        self.nodes.set_superseded(id, superseded);
        superseded
    }

    /// Inserts a node unless it is covered, with what its ancestors justify.
    fn insert(&mut self, mut context: ContextId, mut tail: TailId, parent: Option<NodeId>) -> Result<(), Stop> {
        self.tick()?;
        loop {
            tail = self.tails.outside(tail, self.contexts.omega(context));
            if self.contexts.is_covered(context, &mut self.tails, tail) {
                return Ok(());
            }
            self.path.justified(&self.contexts, &self.tails, context, tail, &mut self.places);
            if self.places.is_empty() {
                break;
            }
            context = self.contexts.grow(context, &self.places, &mut self.watch)?;
            self.places.clear();
        }
        self.contexts.insert_tail(context, &mut self.tails, tail, self.nodes.len() + 1);
        self.targets.inspect(&self.contexts, context, self.tails.get(tail));
        self.stack.push(self.nodes.insert(context, tail, parent));
        if self.interim.as_ref().is_some_and(|interim| interim.nodes <= self.nodes.len()) {
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

    /// The maximal nodes so far, by context.
    fn maximal(&mut self) -> Result<CoverabilitySet, Stop> {
        let mut tails = vec![sets::Tails::default(); self.contexts.len()];
        for id in (0..self.nodes.len()).map(NodeId) {
            self.tick()?;
            if !self.supersede(id) {
                let node = self.nodes.get(id);
                tails[node.context.0 as usize].push(self.tails.get(node.tail).iter().copied().map(LocalId));
            }
        }
        let contexts = (0..).map(ContextId).zip(tails).filter(|(_, tails)| !tails.is_empty());
        let regions = contexts.map(|(id, tails)| Region {
            shared: self.contexts.shared(id).iter().copied().map(SharedId).collect(),
            omega: bits::elements(self.contexts.omega(id)).map(LocalId).collect(),
            tails,
        });
        Ok(CoverabilitySet { regions: regions.collect() })
    }

    fn bytes(&self) -> usize {
        self.contexts.bytes() + self.tails.bytes() + self.nodes.bytes() + self.path.bytes()
    }

    fn tick(&mut self) -> Result<(), Stop> {
        let Self { contexts, tails, nodes, path, stack, watch, .. } = self;
        watch.tick(|| Progress {
            phase: "contexts",
            states: u64::from(nodes.len()),
            frontier: stack.len() as u64,
            threads: 0,
            bytes: contexts.bytes() + tails.bytes() + nodes.bytes() + path.bytes(),
        })
    }
}
