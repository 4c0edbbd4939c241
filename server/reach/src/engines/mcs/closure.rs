//! The closure of a cluster: the shared states and places made available by repeated steps of omega places alone.
//!
//! Given a shared state s and omega places Omega, the closure is the pair (Sigma, Omega') of shared states that
//! are mutually reachable with s and of omega places, a least fixpoint of one of the rules of [`Closure`]. Each rule
//! accelerates a cycle that consumes tokens of omega places only, so the result is exact. All rules are monotone:
//! for Omega within Omega', Sigma is within Sigma'. The proofs are in `docs/engines.md`.
//!
//! For one omega set the rules need the strongly connected components of one graph, independently of the shared state.
//! So all reachable components are computed at once ([`Components`]) and kept: the targets of a cluster's steps are
//! needed next, with the same omega set.

use std::ops::Range;

use boolprog_base::control::Stop;
use rustc_hash::FxHashMap;

use crate::net::Net;
use crate::watch::Watch;

use super::components::{Components, Graph};
use super::omega::{OmegaId, Omegas};
use super::omega_steps::{OmegaStepTable, OmegaSteps};

/// The cycles that the closure of a cluster accelerates. All rules give the same coverability set; the stronger ones
/// visit fewer nodes and cost more per cluster.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Closure {
    /// None: a cluster is one shared state and its omega places.
    Off,
    /// The strongly connected component of s under steps of omega places; every place that such a step inside
    /// the component puts a token on is omega, since the step lies on a cycle.
    Component,
    /// The component in the graph of (shared state, one token or none): steps of omega places may put down the token,
    /// the token may move, and it may be left anywhere. The shared states mutually reachable with (s, none) are Sigma,
    /// and a token seen with a shared state of Sigma can be left there again and again. For systems with more than 16
    /// million pairs of a shared and a local state no token is followed: the rule is [`Self::Component`].
    #[default]
    OneToken,
}

struct Component {
    /// Positions of its shared states, increasing.
    shared: Range<u32>,
    /// The omega set with the places that the component justifies.
    grown: OmegaId,
}

/// A closed cluster: where its shared states are kept, and its omega set.
#[derive(Clone, Copy)]
pub(super) struct Closed {
    component: u32,
    pub(super) omega: OmegaId,
}

/// A shared state and an omega set, and whether a token is followed.
type Key = (u32, OmegaId, bool);

/// Computes closures, and keeps all components it has seen.
pub(super) struct Closer {
    rule: Closure,
    search: Components,
    omega_steps: OmegaStepTable,
    list: Vec<Component>,
    shared: Vec<u32>,
    /// The component of each shared state.
    found: FxHashMap<Key, u32>,
}

impl Closer {
    pub(super) fn new(net: &Net, rule: Closure) -> Self {
        Self {
            rule,
            search: Components::new(net, rule == Closure::OneToken),
            omega_steps: OmegaStepTable::new(net),
            list: Vec::new(),
            shared: Vec::new(),
            found: FxHashMap::default(),
        }
    }

    pub(super) fn bytes(&self) -> usize {
        let components = size_of::<Component>() * self.list.capacity() + 4 * self.shared.capacity();
        components + self.search.bytes() + self.omega_steps.bytes() + size_of::<(Key, u64)>() * self.found.capacity()
    }

    pub(super) fn sigma(&self, closed: Closed) -> &[u32] {
        let Range { start, end } = self.list[closed.component as usize].shared;
        &self.shared[start as usize..end as usize]
    }

    /// Visits the omega steps from each shared state of a cluster, together with Sigma.
    pub(super) fn visit_omega_steps(
        &mut self,
        net: &Net,
        closed: Closed,
        omega: &[u64],
        mut visit: impl FnMut(&[u32], OmegaSteps<'_>),
    ) {
        self.omega_steps.turn_to(closed.omega);
        let Range { start, end } = self.list[closed.component as usize].shared;
        let sigma = &self.shared[start as usize..end as usize];
        for &shared in sigma {
            visit(sigma, self.omega_steps.of(net, omega, shared));
        }
    }

    /// The closure of a shared state and an omega set.
    pub(super) fn close(
        &mut self,
        net: &Net,
        omegas: &mut Omegas,
        shared: u32,
        mut omega: OmegaId,
        watch: &mut Watch<'_>,
    ) -> Result<Closed, Stop> {
        if self.rule == Closure::Off {
            return Ok(Closed { component: self.keep(&[shared], omega), omega });
        }
        let mut with_token = false;
        loop {
            let component = self.component(net, omegas, (shared, omega, with_token), watch)?;
            let grown = self.list[component as usize].grown;
            if grown == omega && (with_token || !self.search.can_follow_a_token()) {
                return Ok(Closed { component, omega });
            }
            // The cheap cycles first: they leave fewer tokens to be followed.
            with_token = grown == omega;
            omega = grown;
        }
    }

    fn component(&mut self, net: &Net, omegas: &mut Omegas, key: Key, watch: &mut Watch<'_>) -> Result<u32, Stop> {
        if let Some(&known) = self.found.get(&key) {
            return Ok(known);
        }
        let (shared, omega, with_token) = key;
        let Self { search, found, omega_steps, .. } = self;
        omega_steps.turn_to(omega);
        let graph = Graph { net, omega: omegas.get(omega), with_token };
        search.run(&graph, omega_steps, shared, |shared| found.contains_key(&(shared, omega, with_token)), watch)?;
        let mut search = std::mem::take(&mut self.search.found);
        for (shared, places) in search.iter() {
            let grown = if places.is_empty() { omega } else { omegas.intern_with(omega, places) };
            let id = self.keep(shared, grown);
            for &shared in shared {
                self.found.insert((shared, omega, with_token), id);
            }
        }
        search.clear();
        self.search.found = search;
        Ok(self.found[&key])
    }

    fn keep(&mut self, shared: &[u32], grown: OmegaId) -> u32 {
        let first = self.shared.len();
        self.shared.extend_from_slice(shared);
        self.shared[first..].sort_unstable();
        self.list.push(Component { shared: first as u32..self.shared.len() as u32, grown });
        self.list.len() as u32 - 1
    }
}
