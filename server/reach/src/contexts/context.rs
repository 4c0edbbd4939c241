//! Contexts: shared states that are mutually reachable, with the omega places that make them so.

use std::hash::Hasher;
use std::rc::Rc;

use fixedbitset::FixedBitSet;
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use smallvec::SmallVec;

use crate::net::Net;

use super::bits;
use super::closure::{Closer, Closure};
use super::omega::{OmegaId, Omegas};
use super::tail::{Downward, Tail, is_within};

/// Index of a context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct ContextId(pub(super) u32);

/// Where a step leads to: the context, and the tokens it puts on places outside the omega set it comes from.
pub(super) type Successor = (ContextId, SmallVec<[u32; 2]>);

/// One context.
pub(super) struct Context {
    /// Sigma, increasing.
    pub(super) shared: Vec<u32>,
    pub(super) omega: OmegaId,
    /// The contexts that are at least as large: Sigma within theirs, omega set within theirs. Itself is the first;
    /// of the others the one with the last hit comes first.
    larger: Vec<ContextId>,
    /// The contexts that are at most as large, itself included.
    smaller: FixedBitSet,
    /// Every tail inserted here, and what is below.
    pub(super) tails: Downward,
    /// Steps of omega places out of Sigma.
    exits: Option<Rc<[Successor]>>,
    /// Which shared states exits lead to.
    exits_to: FxHashSet<u32>,
    /// For each place outside the omega set the steps of a token there.
    moves: FxHashMap<u32, Rc<[Successor]>>,
}

/// All contexts so far.
pub(super) struct Contexts {
    pub(super) net: Net,
    closer: Closer,
    rule: Closure,
    pub(super) omegas: Omegas,
    list: Vec<Context>,
    /// By least shared state and omega set.
    table: HashTable<u32>,
    /// Which context a shared state and a not yet closed omega set give.
    closed: FxHashMap<(u32, OmegaId), ContextId>,
    by_shared: Vec<Vec<ContextId>>,
    bytes: usize,
}

impl Contexts {
    pub(super) fn new(net: Net, rule: Closure) -> Self {
        Self {
            closer: Closer::new(&net, rule),
            rule,
            omegas: Omegas::new(bits::words(net.local_states)),
            list: Vec::new(),
            table: HashTable::new(),
            closed: FxHashMap::default(),
            by_shared: vec![Vec::new(); net.shared_states],
            bytes: 0,
            net,
        }
    }

    pub(super) fn get(&self, ContextId(id): ContextId) -> &Context {
        &self.list[id as usize]
    }

    pub(super) fn get_mut(&mut self, ContextId(id): ContextId) -> &mut Context {
        &mut self.list[id as usize]
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Memory in use.
    pub(super) fn bytes(&self) -> usize {
        self.bytes + self.omegas.bytes() + 24 * self.closed.capacity()
    }

    /// The omega set of a context.
    pub(super) fn omega(&self, id: ContextId) -> &[u64] {
        self.omegas.get(self.get(id).omega)
    }

    /// Whether `small` is at most as large as `large`.
    pub(super) fn is_smaller(&self, small: ContextId, large: ContextId) -> bool {
        self.get(large).smaller.contains(small.0 as usize)
    }

    /// The context of a shared state and an omega set.
    pub(super) fn close(&mut self, shared: u32, omega: &[u64]) -> ContextId {
        let omega = self.omegas.intern(omega);
        self.close_interned(shared, omega)
    }

    /// The context of a shared state and the omega set of another context.
    fn close_interned(&mut self, shared: u32, omega: OmegaId) -> ContextId {
        if let Some(&known) = self.closed.get(&(shared, omega)) {
            return known;
        }
        let mut places = self.omegas.get(omega).to_vec();
        let sigma = self.closer.close(&self.net, shared, &mut places);
        let closed = self.omegas.intern(&places);
        let id = self.find_or_insert(sigma, closed);
        self.closed.insert((shared, omega), id);
        if self.rule != Closure::Off {
            self.closed.insert((shared, closed), id);
        }
        id
    }

    fn find_or_insert(&mut self, shared: Vec<u32>, omega: OmegaId) -> ContextId {
        let Self { list, table, .. } = self;
        let key = |context: &Context| (context.shared[0], context.omega);
        let hash = hash(shared[0], omega);
        if let Some(&id) = table.find(hash, |&id| key(&list[id as usize]) == (shared[0], omega)) {
            return ContextId(id);
        }
        let id = list.len() as u32;
        table.insert_unique(hash, id, |&id| {
            let (shared, omega) = key(&list[id as usize]);
            self::hash(shared, omega)
        });
        self.insert(ContextId(id), shared, omega);
        ContextId(id)
    }

    fn insert(&mut self, id: ContextId, shared: Vec<u32>, omega: OmegaId) {
        let places = self.omegas.get(omega);
        // One common shared state is enough: the rules are monotone.
        let larger: Vec<ContextId> = self.by_shared[shared[0] as usize]
            .iter()
            .copied()
            .filter(|&other| bits::is_subset(places, self.omegas.get(self.get(other).omega)))
            .collect();
        let mut smaller = FixedBitSet::with_capacity(id.0 as usize + 1);
        for &other in shared.iter().flat_map(|&shared| &self.by_shared[shared as usize]) {
            if bits::is_subset(self.omegas.get(self.get(other).omega), places) {
                smaller.insert(other.0 as usize);
            }
        }
        for other in smaller.ones() {
            self.list[other].larger.push(id);
        }
        for &other in &larger {
            self.get_mut(other).smaller.grow_and_insert(id.0 as usize);
        }
        smaller.insert(id.0 as usize);
        for &shared in &shared {
            self.by_shared[shared as usize].push(id);
        }
        self.bytes += 400 + 8 * shared.len() + 4 * larger.len() + smaller.len() / 4;
        self.list.push(Context {
            shared,
            omega,
            larger: std::iter::once(id).chain(larger).collect(),
            smaller,
            tails: Downward::default(),
            exits: None,
            exits_to: FxHashSet::default(),
            moves: FxHashMap::default(),
        });
    }

    /// Adds a tail to a context.
    pub(super) fn insert_tail(&mut self, id: ContextId, tail: &Tail) {
        self.bytes += Downward::bytes_of(tail);
        self.get_mut(id).tails.insert(tail);
    }

    /// Whether a tail of this context is below an inserted one of this or a larger context. With `strictly`, a tail
    /// of this context counts only if it is strictly larger; larger contexts are strictly larger anyway.
    pub(super) fn is_covered(&mut self, id: ContextId, tail: &Tail, strictly: bool) -> bool {
        let own = &self.get(id).tails;
        if if strictly { own.covers_strictly(tail) } else { own.covers(tail) } {
            return true;
        }
        let larger = &self.get(id).larger;
        let hit = larger.iter().skip(1).position(|&other| {
            let context = self.get(other);
            if context.tails.is_empty() {
                return false;
            }
            let omega = self.omegas.get(context.omega);
            if tail.iter().any(|&place| bits::contains(omega, place)) {
                let rest: Tail = tail.iter().copied().filter(|&place| !bits::contains(omega, place)).collect();
                context.tails.covers(&rest)
            } else {
                context.tails.covers(tail)
            }
        });
        // Half way to the front: a context that is hit often gets there, one lucky hit does not displace it.
        if let Some(at) = hit.map(|at| at + 1) {
            self.get_mut(id).larger.swap(at, 1.max(at / 2));
        }
        hit.is_some()
    }

    /// The steps of omega places out of a context.
    ///
    /// Inside Sigma such a step changes nothing: what it produces is omega. Where a step to a shared state leaves a
    /// token behind, one to the same shared state that leaves none is dominated.
    pub(super) fn exits(&mut self, id: ContextId) -> Rc<[Successor]> {
        if let Some(exits) = &self.get(id).exits {
            return Rc::clone(exits);
        }
        let context = self.get(id);
        let omega = self.omegas.get(context.omega);
        let mut found = Vec::new();
        for &shared in &context.shared {
            for edge in self.net.edges_of_shared(shared).iter().filter(|edge| bits::contains(omega, edge.local)) {
                let tokens: SmallVec<[u32; 2]> = edge.produced().filter(|&to| !bits::contains(omega, to)).collect();
                let inside = context.shared.binary_search(&edge.to_shared).is_ok();
                if !inside || !tokens.is_empty() {
                    found.push((edge.to_shared, tokens));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        let exits_to = found.iter().map(|&(shared, _)| shared).collect();
        let with_token: FxHashSet<u32> =
            found.iter().filter(|(_, tokens)| !tokens.is_empty()).map(|&(shared, _)| shared).collect();
        found.retain(|(shared, tokens)| !tokens.is_empty() || !with_token.contains(shared));
        self.get_mut(id).exits_to = exits_to;
        let exits = self.close_all(id, found);
        self.get_mut(id).exits = Some(Rc::clone(&exits));
        exits
    }

    /// The steps of a token outside the omega set. Requires [`Self::exits`] to have been called.
    ///
    /// Those that at most lose the token are left out if the shared state afterwards is in Sigma or an exit leads
    /// there: their results are below the node itself or that exit's.
    pub(super) fn moves(&mut self, id: ContextId, place: u32) -> Rc<[Successor]> {
        if let Some(moves) = self.get(id).moves.get(&place) {
            return Rc::clone(moves);
        }
        let context = self.get(id);
        let omega = self.omegas.get(context.omega);
        let mut found = Vec::new();
        for &shared in &context.shared {
            for edge in self.net.edges_of(shared, place) {
                let tokens: SmallVec<[u32; 2]> = edge.produced().filter(|&to| !bits::contains(omega, to)).collect();
                let inside = context.shared.binary_search(&edge.to_shared).is_ok();
                let kept = inside || context.exits_to.contains(&edge.to_shared);
                if !(kept && is_within(&tokens, &[place])) {
                    let to_shared = if inside { context.shared[0] } else { edge.to_shared };
                    found.push((to_shared, tokens));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        let moves = self.close_all(id, found);
        self.get_mut(id).moves.insert(place, Rc::clone(&moves));
        moves
    }

    /// Replaces shared states by their contexts with the omega set of `id`, each result once.
    fn close_all(&mut self, id: ContextId, found: Vec<(u32, SmallVec<[u32; 2]>)>) -> Rc<[Successor]> {
        let omega = self.get(id).omega;
        let mut seen = FxHashSet::default();
        let mut successors = Vec::with_capacity(found.len());
        for (shared, tokens) in found {
            let successor = (self.close_interned(shared, omega), tokens);
            if seen.insert(successor.clone()) {
                successors.push(successor);
            }
        }
        self.bytes += 40 * successors.len();
        successors.into()
    }
}

fn hash(shared: u32, OmegaId(omega): OmegaId) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(shared);
    hasher.write_u32(omega);
    hasher.finish()
}
