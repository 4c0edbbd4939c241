//! Contexts: shared states that are mutually reachable, with the omega places that make them so.

use std::hash::Hasher;
use std::ops::Range;

use boolprog_explore::control::Stop;
use fixedbitset::FixedBitSet;
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::net::{Edge, Net};
use crate::watch::Watch;

use super::bits;
use super::closure::{Closed, Closer, Closure};
use super::omega::{OmegaId, Omegas};
use super::tail::{Downward, TailId, Tails};

/// Index of a context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct ContextId(pub(super) u32);

/// Where a step leads to: the context, and the tokens it puts on places outside the omega set it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Successor {
    pub(super) context: ContextId,
    tokens: Tokens,
}

impl Successor {
    pub(super) fn tokens(self) -> impl Iterator<Item = u32> {
        self.tokens.iter()
    }
}

/// At most two tokens, increasing; the rest is filled up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Tokens([u32; 2]);

impl Tokens {
    const NONE: u32 = u32::MAX;

    /// Those that an edge puts on places outside an omega set.
    fn of(edge: &Edge, omega: &[u64]) -> Self {
        let mut outside = edge.produced().filter(|&place| !bits::contains(omega, place));
        Self(std::array::from_fn(|_| outside.next().unwrap_or(Self::NONE)))
    }

    fn iter(self) -> impl Iterator<Item = u32> {
        self.0.into_iter().take_while(|&place| place != Self::NONE)
    }

    fn is_empty(self) -> bool {
        self.0[0] == Self::NONE
    }

    /// Whether a token at this place is enough for them.
    fn are_within(self, place: u32) -> bool {
        self.is_empty() || self.0 == [place, Self::NONE]
    }
}

/// One context.
struct Context {
    closed: Closed,
    /// The contexts that are at least as large: Sigma within theirs, omega set within theirs. Itself is the first;
    /// of the others those that are hit come first.
    larger: Vec<ContextId>,
    /// The contexts that are at most as large, itself included.
    smaller: FixedBitSet,
    /// Every tail inserted here, and what is below.
    tails: Downward,
    exits: Option<Exits>,
    /// For each place outside the omega set the steps of a token there.
    moves: FxHashMap<u32, Range<u32>>,
}

/// Steps of omega places out of Sigma.
struct Exits {
    steps: Range<u32>,
    /// The shared states they lead to, increasing.
    shared: Vec<u32>,
}

/// All contexts so far.
pub(super) struct Contexts {
    net: Net,
    closer: Closer,
    omegas: Omegas,
    list: Vec<Context>,
    /// By least shared state and omega set.
    table: HashTable<u32>,
    /// Which context a shared state and a not yet closed omega set give.
    closed: FxHashMap<(u32, OmegaId), ContextId>,
    by_shared: Vec<Vec<ContextId>>,
    /// The exits and moves of all contexts.
    successors: Vec<Successor>,
    bytes: usize,
}

impl Contexts {
    pub(super) fn new(net: Net, rule: Closure) -> Self {
        Self {
            closer: Closer::new(&net, rule),
            omegas: Omegas::new(bits::words(net.local_states)),
            list: Vec::new(),
            table: HashTable::new(),
            closed: FxHashMap::default(),
            by_shared: vec![Vec::new(); net.shared_states],
            successors: Vec::new(),
            bytes: net.bytes() + net.shared_states * size_of::<Vec<ContextId>>(),
            net,
        }
    }

    fn get(&self, ContextId(id): ContextId) -> &Context {
        &self.list[id as usize]
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Memory in use.
    pub(super) fn bytes(&self) -> usize {
        let tails: usize = self.list.iter().map(|context| context.tails.bytes()).sum();
        let tables = 24 * self.closed.capacity() + size_of::<Successor>() * self.successors.capacity();
        self.bytes + tails + tables + self.omegas.bytes() + self.closer.bytes()
    }

    /// Sigma, increasing.
    pub(super) fn shared(&self, id: ContextId) -> &[u32] {
        self.closer.sigma(self.get(id).closed)
    }

    /// The omega set of a context.
    pub(super) fn omega(&self, id: ContextId) -> &[u64] {
        self.omegas.get(self.get(id).closed.omega)
    }

    /// The contexts that are at most as large as this one, itself included.
    pub(super) fn smaller(&self, id: ContextId) -> &FixedBitSet {
        &self.get(id).smaller
    }

    /// The context of a shared state and an omega set.
    pub(super) fn root(&mut self, shared: u32, omega: &[u32], watch: &mut Watch<'_>) -> Result<ContextId, Stop> {
        let none = self.omegas.intern(&vec![0; bits::words(self.net.local_states)]);
        let omega = self.omegas.intern_with(none, omega);
        self.close(shared, omega, watch)
    }

    /// The context of the shared states of another one with more omega places.
    pub(super) fn grow(&mut self, id: ContextId, places: &[u32], watch: &mut Watch<'_>) -> Result<ContextId, Stop> {
        let omega = self.omegas.intern_with(self.get(id).closed.omega, places);
        self.close(self.shared(id)[0], omega, watch)
    }

    fn close(&mut self, shared: u32, omega: OmegaId, watch: &mut Watch<'_>) -> Result<ContextId, Stop> {
        if let Some(&known) = self.closed.get(&(shared, omega)) {
            return Ok(known);
        }
        let Self { closer, net, omegas, .. } = self;
        let closed = closer.close(net, omegas, shared, omega, watch)?;
        let id = self.find_or_insert(closed);
        self.closed.insert((shared, omega), id);
        Ok(id)
    }

    fn find_or_insert(&mut self, closed: Closed) -> ContextId {
        let Self { list, table, closer, .. } = self;
        let key = |closed: Closed| (closer.sigma(closed)[0], closed.omega);
        let hash = hash(key(closed));
        if let Some(&id) = table.find(hash, |&id| key(list[id as usize].closed) == key(closed)) {
            return ContextId(id);
        }
        let id = list.len() as u32;
        table.insert_unique(hash, id, |&id| self::hash(key(list[id as usize].closed)));
        self.insert(ContextId(id), closed);
        ContextId(id)
    }

    fn insert(&mut self, id: ContextId, closed: Closed) {
        let shared = self.closer.sigma(closed);
        let places = self.omegas.get(closed.omega);
        let omega = |id: ContextId| self.omegas.get(self.get(id).closed.omega);
        // One common shared state is enough: the rules are monotone.
        let larger: Vec<ContextId> = self.by_shared[shared[0] as usize]
            .iter()
            .copied()
            .filter(|&other| bits::is_subset(places, omega(other)))
            .collect();
        let mut smaller = FixedBitSet::with_capacity(id.0 as usize + 1);
        for &other in shared.iter().flat_map(|&shared| &self.by_shared[shared as usize]) {
            if bits::is_subset(omega(other), places) {
                smaller.insert(other.0 as usize);
            }
        }
        for other in smaller.ones() {
            self.list[other].larger.push(id);
        }
        for &ContextId(other) in &larger {
            self.list[other as usize].smaller.grow_and_insert(id.0 as usize);
        }
        smaller.insert(id.0 as usize);
        for &shared in shared {
            self.by_shared[shared as usize].push(id);
        }
        self.bytes += size_of::<Context>() + 4 * shared.len() + 12 * larger.len() + smaller.len() / 4;
        self.list.push(Context {
            closed,
            larger: std::iter::once(id).chain(larger).collect(),
            smaller,
            tails: Downward::default(),
            exits: None,
            moves: FxHashMap::default(),
        });
    }

    /// Adds a tail that is not covered to a context.
    pub(super) fn insert_tail(&mut self, ContextId(id): ContextId, tails: &mut Tails, tail: TailId) {
        self.list[id as usize].tails.insert(tails, tail);
    }

    /// Whether a tail of this context is below an inserted one of this or a larger context. With `strictly`, a tail
    /// of this context counts only if it is strictly larger; larger contexts are strictly larger anyway.
    pub(super) fn is_covered(&mut self, id: ContextId, tails: &mut Tails, tail: TailId, strictly: bool) -> bool {
        let context = self.get(id);
        let own = if strictly { context.tails.covers_strictly(tails, tail) } else { context.tails.covers(tails, tail) };
        own || self.is_covered_by_larger(id, tails, tail)
    }

    fn is_covered_by_larger(&mut self, id: ContextId, tails: &mut Tails, tail: TailId) -> bool {
        let hit = self.get(id).larger[1..].iter().position(|&other| {
            let context = self.get(other);
            !context.tails.is_empty() && {
                let rest = tails.outside(tail, self.omegas.get(context.closed.omega));
                context.tails.covers(tails, rest)
            }
        });
        // Half way to the front: a context that is hit often gets there, one lucky hit does not displace it.
        if let Some(at) = hit.map(|at| at + 1) {
            self.list[id.0 as usize].larger.swap(at, 1.max(at / 2));
        }
        hit.is_some()
    }

    /// A step, by its index in what [`Self::exits`] and [`Self::moves`] return.
    pub(super) fn successor(&self, index: u32) -> Successor {
        self.successors[index as usize]
    }

    /// The steps of omega places out of a context.
    ///
    /// Inside Sigma such a step changes nothing: what it produces is omega. Where a step to a shared state leaves a
    /// token behind, one to the same shared state that leaves none is dominated.
    pub(super) fn exits(&mut self, id: ContextId, watch: &mut Watch<'_>) -> Result<Range<u32>, Stop> {
        if let Some(exits) = &self.get(id).exits {
            return Ok(exits.steps.clone());
        }
        let (sigma, omega) = (self.shared(id), self.omega(id));
        let mut found = Vec::new();
        for &shared in sigma {
            for edge in self.net.edges_of_shared(shared).iter().filter(|edge| bits::contains(omega, edge.local)) {
                let tokens = Tokens::of(edge, omega);
                if !tokens.is_empty() || sigma.binary_search(&edge.to_shared).is_err() {
                    found.push((edge.to_shared, tokens));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        let mut shared: Vec<u32> = found.iter().map(|&(shared, _)| shared).collect();
        shared.dedup();
        // No tokens come last.
        let mut before = None;
        found.retain(|&(shared, tokens)| before.replace(shared) != Some(shared) || !tokens.is_empty());
        let steps = self.close_all(id, &found, watch)?;
        self.list[id.0 as usize].exits = Some(Exits { steps: steps.clone(), shared });
        Ok(steps)
    }

    /// The steps of a token outside the omega set, those that stay in the context last.
    ///
    /// Those that at most lose the token are left out if the shared state afterwards is in Sigma or an exit leads
    /// there: their results are below the node itself or that exit's.
    pub(super) fn moves(&mut self, id: ContextId, place: u32, watch: &mut Watch<'_>) -> Result<Range<u32>, Stop> {
        if let Some(moves) = self.get(id).moves.get(&place) {
            return Ok(moves.clone());
        }
        self.exits(id, watch)?;
        let (sigma, omega) = (self.shared(id), self.omega(id));
        let exits = self.get(id).exits.as_ref().map_or(&[][..], |exits| &exits.shared);
        let mut found = Vec::new();
        let mut inside = Vec::new();
        for &shared in sigma {
            for edge in self.net.edges_of(shared, place) {
                let tokens = Tokens::of(edge, omega);
                let stays = sigma.binary_search(&edge.to_shared).is_ok();
                let kept = stays || exits.binary_search(&edge.to_shared).is_ok();
                if kept && tokens.are_within(place) {
                    continue;
                }
                if stays {
                    inside.push((sigma[0], tokens));
                } else {
                    found.push((edge.to_shared, tokens));
                }
            }
        }
        for steps in [&mut found, &mut inside] {
            steps.sort_unstable();
            steps.dedup();
        }
        found.append(&mut inside);
        let moves = self.close_all(id, &found, watch)?;
        self.list[id.0 as usize].moves.insert(place, moves.clone());
        self.bytes += 24;
        Ok(moves)
    }

    /// Replaces shared states by their contexts with the omega set of `id`, each result once.
    fn close_all(&mut self, id: ContextId, found: &[(u32, Tokens)], watch: &mut Watch<'_>) -> Result<Range<u32>, Stop> {
        let omega = self.get(id).closed.omega;
        let mut steps = Vec::with_capacity(found.len());
        for &(shared, tokens) in found {
            steps.push(Successor { context: self.close(shared, omega, watch)?, tokens });
        }
        let first = self.successors.len();
        if found.len() > 1 {
            let mut seen = FxHashSet::default();
            steps.retain(|&step| seen.insert(step));
        }
        self.successors.append(&mut steps);
        Ok(first as u32..self.successors.len() as u32)
    }
}

fn hash((shared, OmegaId(omega)): (u32, OmegaId)) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(shared);
    hasher.write_u32(omega);
    hasher.finish()
}
