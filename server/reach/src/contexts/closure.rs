//! The closure of a context: what repeating steps of omega places alone makes available.
//!
//! Given a shared state s and omega places Omega, the closure is the pair (Sigma, Omega') of shared states that
//! are mutually reachable with s and of omega places, a least fixpoint of one of the rules of [`Closure`]. Each rule
//! accelerates a cycle that consumes tokens of omega places only, so the result is exact. All rules are monotone:
//! for Omega within Omega', Sigma is within Sigma'. The proofs are in `docs/engines.md`.
//!
//! For one omega set the rules ask for the strongly connected components of one graph, whichever the shared state is.
//! So the components of everything that is reachable are found at once ([`Components`]) and kept: the shared states
//! that a context's steps lead to are asked for next, with the same omega set.

mod components;

use boolprog_explore::control::Stop;
use rustc_hash::FxHashMap;

use crate::net::Net;
use crate::watch::Watch;

use super::omega::{OmegaId, Omegas};
use components::Components;

/// Which cycles the closure of a context looks for. All rules give the same coverability set; the stronger ones
/// visit fewer nodes and cost more per context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Closure {
    /// None: a context is one shared state and its omega places.
    Off,
    /// The strongly connected component of s under steps of omega places; every place that such a step inside
    /// the component puts a token on is omega, since the step lies on a cycle.
    Component,
    /// The component in the graph of (shared state, one token or none): steps of omega places may put down the token,
    /// the token may move, and it may be left behind anywhere. What is mutually reachable with (s, none) is Sigma,
    /// and a token seen with a shared state of Sigma can be left there again and again. For systems with more than 16
    /// million pairs of a shared and a local state no token is followed: the rule is [`Self::Component`].
    #[default]
    OneToken,
}

/// A strongly connected component.
struct Component {
    /// Its shared states, increasing.
    shared: Box<[u32]>,
    /// The omega set with the places that the component justifies.
    grown: OmegaId,
}

/// A closed context: where its shared states are kept, and its omega set.
#[derive(Clone, Copy)]
pub(super) struct Closed {
    component: u32,
    pub(super) omega: OmegaId,
}

/// Computes closures, and keeps all components it has seen.
pub(super) struct Closer {
    rule: Closure,
    search: Components,
    list: Vec<Component>,
    /// The component of a shared state for an omega set, without and with a token.
    found: FxHashMap<(u32, OmegaId, bool), u32>,
    bytes: usize,
}

impl Closer {
    pub(super) fn new(net: &Net, rule: Closure) -> Self {
        let search = Components::new(net, rule == Closure::OneToken);
        Self { rule, search, list: Vec::new(), found: FxHashMap::default(), bytes: 0 }
    }

    /// Memory in use.
    pub(super) fn bytes(&self) -> usize {
        self.bytes + self.search.bytes() + 24 * self.found.capacity()
    }

    /// Sigma, increasing.
    pub(super) fn sigma(&self, closed: Closed) -> &[u32] {
        &self.list[closed.component as usize].shared
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
            return Ok(Closed { component: self.keep(&mut [shared], omega), omega });
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

    fn component(
        &mut self,
        net: &Net,
        omegas: &mut Omegas,
        (shared, omega, with_token): (u32, OmegaId, bool),
        watch: &mut Watch<'_>,
    ) -> Result<u32, Stop> {
        if let Some(&known) = self.found.get(&(shared, omega, with_token)) {
            return Ok(known);
        }
        let places = omegas.get(omega).to_vec();
        let Self { search, found, .. } = self;
        let known = |shared: u32| found.contains_key(&(shared, omega, with_token));
        search.run(net, shared, &places, with_token, &known, watch)?;
        let mut search = std::mem::take(&mut self.search.found);
        for (mut shared, tokens) in search.drain(..) {
            let grown = if tokens.is_empty() { omega } else { omegas.intern_with(omega, &tokens) };
            let id = self.keep(&mut shared, grown);
            for shared in shared {
                self.found.insert((shared, omega, with_token), id);
            }
        }
        self.search.found = search;
        Ok(self.found[&(shared, omega, with_token)])
    }

    fn keep(&mut self, shared: &mut [u32], grown: OmegaId) -> u32 {
        shared.sort_unstable();
        self.bytes += size_of::<Component>() + size_of_val(shared);
        self.list.push(Component { shared: shared.into(), grown });
        self.list.len() as u32 - 1
    }
}
