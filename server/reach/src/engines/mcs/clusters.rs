//! Clusters: shared states that are mutually reachable, with the omega places that make them so.

use std::hash::Hasher;
use std::ops::Range;

use boolprog_base::control::Stop;
use fixedbitset::FixedBitSet;
use hashbrown::HashTable;
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use crate::net::Net;
use crate::watch::Watch;

use super::bits;
use super::closure::{Closed, Closer, Closure};
use super::omega::{OmegaId, Omegas};
use super::omega_steps::Tokens;
use super::tail::{Downward, TailId, Tails};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct ClusterId(pub(super) u32);

/// Result of a step: the cluster, and the tokens it puts on places outside the omega set it comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Successor {
    pub(super) cluster: ClusterId,
    tokens: Tokens,
}

impl Successor {
    pub(super) fn tokens(self) -> impl Iterator<Item = u32> {
        self.tokens.iter()
    }
}

struct Cluster {
    closed: Closed,
    /// The clusters that are at least as large: Sigma within theirs, omega set within theirs. The cluster itself is
    /// first, followed by the others, with frequent hits first.
    larger: Vec<ClusterId>,
    /// The clusters that are at most as large, itself included.
    smaller: FixedBitSet,
    /// All tails inserted here, and everything below.
    tails: Downward,
    exits: Option<Exits>,
    /// The number of nodes when the last tail was inserted.
    newest: u32,
}

/// Steps of omega places out of Sigma.
#[derive(Clone, Copy)]
struct Exits {
    /// Range of its steps in the list of successors.
    steps: (u32, u32),
    /// Range of the shared states they lead to in the list of goals, increasing.
    goals: (u32, u32),
}

pub(super) struct Clusters {
    net: Net,
    closer: Closer,
    omegas: Omegas,
    list: Vec<Cluster>,
    /// By least shared state and omega set.
    table: HashTable<u32>,
    /// Cluster of a shared state and an omega set before closure.
    closed: FxHashMap<u64, ClusterId>,
    by_shared: Vec<Vec<ClusterId>>,
    successors: Vec<Successor>,
    /// For each cluster and place outside its omega set where the steps of a token there are among them.
    moves: FxHashMap<u64, (u32, u32)>,
    /// The shared states that exits lead to.
    goals: Vec<u32>,
    found: Vec<(u32, Tokens)>,
    repeated: FxHashSet<Successor>,
    bytes: usize,
}

impl Clusters {
    pub(super) fn new(net: Net, rule: Closure) -> Self {
        Self {
            closer: Closer::new(&net, rule),
            omegas: Omegas::new(bits::words(net.local_states)),
            list: Vec::new(),
            table: HashTable::new(),
            closed: FxHashMap::default(),
            by_shared: vec![Vec::new(); net.shared_states],
            successors: Vec::new(),
            moves: FxHashMap::default(),
            goals: Vec::new(),
            found: Vec::new(),
            repeated: FxHashSet::default(),
            bytes: net.bytes() + net.shared_states * size_of::<Vec<ClusterId>>(),
            net,
        }
    }

    fn get(&self, ClusterId(id): ClusterId) -> &Cluster {
        &self.list[id as usize]
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn bytes(&self) -> usize {
        let tails: usize = self.list.iter().map(|cluster| cluster.tails.bytes()).sum();
        let tables = 24 * (self.closed.capacity() + self.moves.capacity())
            + size_of::<Successor>() * self.successors.capacity()
            + 4 * self.goals.capacity();
        self.bytes + tails + tables + self.omegas.bytes() + self.closer.bytes()
    }

    pub(super) fn shared(&self, id: ClusterId) -> &[u32] {
        self.closer.sigma(self.get(id).closed)
    }

    pub(super) fn omega(&self, id: ClusterId) -> &[u64] {
        self.omegas.get(self.get(id).closed.omega)
    }

    /// The clusters that are at most as large as this one, itself included.
    pub(super) fn smaller(&self, id: ClusterId) -> &FixedBitSet {
        &self.get(id).smaller
    }

    /// The cluster of a shared state and an omega set.
    pub(super) fn of(&mut self, shared: u32, omega: &[u32], watch: &mut Watch<'_>) -> Result<ClusterId, Stop> {
        let none = self.omegas.intern(&vec![0; bits::words(self.net.local_states)]);
        let omega = self.omegas.intern_with(none, omega);
        self.close(shared, omega, watch)
    }

    /// The cluster of the shared states of another one with more omega places.
    pub(super) fn grow(&mut self, id: ClusterId, places: &[u32], watch: &mut Watch<'_>) -> Result<ClusterId, Stop> {
        let omega = self.omegas.intern_with(self.get(id).closed.omega, places);
        self.close(self.shared(id)[0], omega, watch)
    }

    fn close(&mut self, shared: u32, omega: OmegaId, watch: &mut Watch<'_>) -> Result<ClusterId, Stop> {
        if let Some(&known) = self.closed.get(&key(shared, omega.0)) {
            return Ok(known);
        }
        let Self { closer, net, omegas, .. } = self;
        let closed = closer.close(net, omegas, shared, omega, watch)?;
        let id = self.find_or_insert(closed);
        self.closed.insert(key(shared, omega.0), id);
        Ok(id)
    }

    fn find_or_insert(&mut self, closed: Closed) -> ClusterId {
        let Self { list, table, closer, .. } = self;
        let key = |closed: Closed| (closer.sigma(closed)[0], closed.omega);
        let hash = hash(key(closed));
        if let Some(&id) = table.find(hash, |&id| key(list[id as usize].closed) == key(closed)) {
            return ClusterId(id);
        }
        let id = list.len() as u32;
        table.insert_unique(hash, id, |&id| self::hash(key(list[id as usize].closed)));
        self.insert(ClusterId(id), closed);
        ClusterId(id)
    }

    fn insert(&mut self, id: ClusterId, closed: Closed) {
        let shared = self.closer.sigma(closed);
        let places = self.omegas.get(closed.omega);
        let omega = |id: ClusterId| self.omegas.get(self.get(id).closed.omega);
        // One common shared state is enough: the rules are monotone.
        let larger: Vec<ClusterId> = self.by_shared[shared[0] as usize]
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
        for &ClusterId(other) in &larger {
            self.list[other as usize].smaller.grow_and_insert(id.0 as usize);
        }
        smaller.insert(id.0 as usize);
        for &shared in shared {
            self.by_shared[shared as usize].push(id);
        }
        self.bytes += size_of::<Cluster>() + 4 * shared.len() + 12 * larger.len() + smaller.len() / 4;
        self.list.push(Cluster {
            closed,
            larger: std::iter::once(id).chain(larger).collect(),
            smaller,
            tails: Downward::default(),
            exits: None,
            newest: 0,
        });
    }

    /// Adds a tail that is not covered to a cluster, at this number of nodes.
    pub(super) fn insert_tail(&mut self, ClusterId(id): ClusterId, tails: &mut Tails, tail: TailId, nodes: u32) {
        let cluster = &mut self.list[id as usize];
        cluster.tails.insert(tails, tail);
        cluster.newest = nodes;
    }

    /// Returns `true` if a tail of this cluster is below an inserted one of this or a larger cluster.
    pub(super) fn is_covered(&mut self, id: ClusterId, tails: &mut Tails, tail: TailId) -> bool {
        self.get(id).tails.covers(tails, tail) || self.is_covered_by_larger(id, tails, tail, None)
    }

    /// Returns `true` if an inserted tail of this cluster is now below another one of this or a larger cluster, but was
    /// not with fewer nodes.
    pub(super) fn is_superseded(&mut self, id: ClusterId, tails: &mut Tails, tail: TailId, since: u32) -> bool {
        self.get(id).tails.covers_strictly(tails, tail) || self.is_covered_by_larger(id, tails, tail, Some(since))
    }

    /// Larger clusters are strictly larger. With `since` those count into which tails were inserted afterwards.
    fn is_covered_by_larger(&mut self, id: ClusterId, tails: &mut Tails, tail: TailId, since: Option<u32>) -> bool {
        let hit = self.get(id).larger[1..].iter().position(|&other| {
            let cluster = self.get(other);
            since.is_none_or(|since| cluster.newest > since) && !cluster.tails.is_empty() && {
                let rest = tails.outside(tail, self.omegas.get(cluster.closed.omega));
                cluster.tails.covers(tails, rest)
            }
        });
        // Half way to the front: a cluster with many hits arrives there, one lucky hit does not displace it.
        if let Some(at) = hit.map(|at| at + 1) {
            self.list[id.0 as usize].larger.swap(at, 1.max(at / 2));
        }
        hit.is_some()
    }

    /// A step, by its index in the ranges of [`Self::exits`] and [`Self::moves`].
    pub(super) fn successor(&self, index: u32) -> Successor {
        self.successors[index as usize]
    }

    /// The steps of omega places out of a cluster.
    ///
    /// Inside Sigma such a step changes nothing: what it produces is omega. If a step to a shared state leaves a token,
    /// one to the same shared state that leaves none is dominated.
    pub(super) fn exits(&mut self, id: ClusterId, watch: &mut Watch<'_>) -> Result<Range<u32>, Stop> {
        let Exits { steps, .. } = match self.get(id).exits {
            Some(exits) => exits,
            None => self.find_exits(id, watch)?,
        };
        Ok(steps.0..steps.1)
    }

    fn find_exits(&mut self, id: ClusterId, watch: &mut Watch<'_>) -> Result<Exits, Stop> {
        let closed = self.get(id).closed;
        let Self { net, closer, omegas, found, goals, .. } = self;
        found.clear();
        closer.visit_omega_steps(net, closed, omegas.get(closed.omega), |sigma, omega_steps| {
            let goals = omega_steps.goals.iter().filter(|goal| sigma.binary_search(goal).is_err());
            found.extend(goals.map(|&goal| (goal, Tokens::NONE)));
            found.extend_from_slice(omega_steps.puts);
        });
        found.sort_unstable();
        found.dedup();
        let first_goal = goals.len();
        // No tokens come last.
        found.retain(|&(goal, tokens)| {
            let is_new = goals[first_goal..].last() != Some(&goal);
            if is_new {
                goals.push(goal);
            }
            is_new || !tokens.is_empty()
        });
        let goals = (first_goal as u32, goals.len() as u32);
        let exits = Exits { steps: self.close_found(id, watch)?, goals };
        self.list[id.0 as usize].exits = Some(exits);
        Ok(exits)
    }

    /// The steps of a token outside the omega set, those that stay in the cluster last.
    ///
    /// Those that at most lose the token are left out if the shared state afterwards is in Sigma or an exit leads
    /// there: their results are below the node itself or that exit's.
    pub(super) fn moves(&mut self, id: ClusterId, place: u32, watch: &mut Watch<'_>) -> Result<Range<u32>, Stop> {
        let steps = match self.moves.get(&key(id.0, place)) {
            Some(&steps) => steps,
            None => self.find_moves(id, place, watch)?,
        };
        Ok(steps.0..steps.1)
    }

    fn find_moves(&mut self, id: ClusterId, place: u32, watch: &mut Watch<'_>) -> Result<(u32, u32), Stop> {
        self.exits(id, watch)?;
        let Cluster { closed, exits, .. } = self.get(id);
        let (closed, (first, end)) = (*closed, exits.map_or((0, 0), |exits| exits.goals));
        let Self { net, closer, omegas, found, goals, .. } = self;
        let (sigma, omega) = (closer.sigma(closed), omegas.get(closed.omega));
        let goals = &goals[first as usize..end as usize];
        found.clear();
        for &shared in sigma {
            for edge in net.edges_of(shared, place) {
                let tokens = Tokens::of(edge, omega);
                let stays = sigma.binary_search(&edge.to_shared).is_ok();
                let at_most_loses = tokens.are_within(place);
                if !at_most_loses || !(stays || goals.binary_search(&edge.to_shared).is_ok()) {
                    found.push((if stays { STAYS } else { edge.to_shared }, tokens));
                }
            }
        }
        if found.len() > 1 {
            found.sort_unstable();
            found.dedup();
        }
        let moves = self.close_found(id, watch)?;
        self.moves.insert(key(id.0, place), moves);
        Ok(moves)
    }

    /// Replaces shared states by their clusters with the omega set of `id`, each result once. Those in the same cluster
    /// are next to each other if they were in the same order.
    fn close_found(&mut self, id: ClusterId, watch: &mut Watch<'_>) -> Result<(u32, u32), Stop> {
        let omega = self.get(id).closed.omega;
        let first = self.successors.len();
        let mut last = None;
        for at in 0..self.found.len() {
            let (shared, tokens) = self.found[at];
            let cluster = match last {
                Some((known, cluster)) if known == shared => cluster,
                _ if shared == STAYS => id,
                _ => self.close(shared, omega, watch)?,
            };
            last = Some((shared, cluster));
            self.successors.push(Successor { cluster, tokens });
        }
        self.remove_repeated(first);
        Ok((first as u32, self.successors.len() as u32))
    }

    /// Removes steps that occurred before, from an index on. Shared states of one cluster may lie apart.
    fn remove_repeated(&mut self, first: usize) {
        let Self { successors, repeated, .. } = self;
        if successors[first..].is_sorted_by(|left, right| left.cluster < right.cluster) {
            return;
        }
        repeated.clear();
        let mut kept = first;
        for at in first..successors.len() {
            let step = successors[at];
            if repeated.insert(step) {
                successors[kept] = step;
                kept += 1;
            }
        }
        successors.truncate(kept);
    }
}

/// Two numbers in one: hashed at once.
fn key(first: u32, second: u32) -> u64 {
    u64::from(first) << 32 | u64::from(second)
}

/// In place of a shared state: in the same cluster. Larger than any, so that these come last.
const STAYS: u32 = u32::MAX;

fn hash((shared, OmegaId(omega)): (u32, OmegaId)) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u32(shared);
    hasher.write_u32(omega);
    hasher.finish()
}
