//! The closure of a context: what repeating steps of omega places alone makes available.
//!
//! Given a shared state s and omega places Omega, the closure is the pair (Sigma, Omega') of shared states that
//! are mutually reachable with s and of omega places, a least fixpoint of one of the rules of [`Closure`]. Each rule
//! accelerates a cycle that consumes tokens of omega places only, so the result is exact. All rules are monotone:
//! for Omega within Omega', Sigma is within Sigma'.

use boolprog_explore::tts::{Count, Initial};

use crate::net::{Edge, Net};

use super::bits;

/// Which cycles the closure of a context looks for. All rules give the same coverability set; the stronger ones
/// visit fewer nodes and cost more per context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Closure {
    /// None: a context is one shared state and its omega places.
    Off,
    /// (a) The strongly connected component of s under steps of omega places; every place that such a step inside
    /// the component puts a token on is omega, since the step lies on a cycle.
    Component,
    /// (b) The component, and excursions of one token: a step of an omega place leaves the component with a token;
    /// that token moves, or the shared state moves by other omega places. If the shared state comes back to the
    /// component, repeating the excursion puts any number of tokens where the token is now.
    Excursions,
    /// (c) The component in the graph of (shared state, one token or none), where the token may be left behind
    /// anywhere: what is mutually reachable with (s, none) is Sigma, and a token seen with a shared state of Sigma
    /// can be left there again and again.
    OneToken,
}

/// The steps from one shared state to another, by the places that can do them.
struct Hop {
    to: u32,
    sources: Vec<u64>,
}

/// Computes closures. Holds scratch memory, so that a closure allocates little.
pub(super) struct Closer {
    rule: Closure,
    /// For each shared state its successors; only for other shared states.
    hops: Vec<Vec<Hop>>,
    /// For each shared state its predecessors, and which of their hops leads here.
    hops_into: Vec<Vec<(u32, u32)>>,
    /// For each shared state the edges into it from elsewhere or by a token, for searching backwards.
    edges_into: Vec<Vec<Edge>>,
    forward: Visited,
    backward: Visited,
}

/// Visited (shared state, token or none) pairs. Cleared in time linear in what was visited.
struct Visited {
    columns: usize,
    bits: Vec<u64>,
    list: Vec<(u32, Token)>,
}

/// At most one token: its place.
type Token = Option<u32>;

impl Visited {
    fn new(net: &Net) -> Self {
        let columns = net.local_states + 1;
        Self { columns, bits: vec![0; bits::words(columns * net.shared_states)], list: Vec::new() }
    }

    fn index(&self, shared: u32, token: Token) -> usize {
        shared as usize * self.columns + token.map_or(0, |place| place as usize + 1)
    }

    fn contains(&self, shared: u32, token: Token) -> bool {
        let index = self.index(shared, token);
        self.bits[index / 64] >> (index % 64) & 1 == 1
    }

    fn insert(&mut self, shared: u32, token: Token) {
        let index = self.index(shared, token);
        let (word, bit) = (&mut self.bits[index / 64], 1 << (index % 64));
        if *word & bit == 0 {
            *word |= bit;
            self.list.push((shared, token));
        }
    }

    fn clear(&mut self) {
        for (shared, token) in std::mem::take(&mut self.list) {
            let index = self.index(shared, token);
            self.bits[index / 64] = 0;
        }
    }
}

impl Closer {
    pub(super) fn new(net: &Net, rule: Closure) -> Self {
        let mut hops: Vec<Vec<Hop>> = Vec::new();
        let mut hops_into = vec![Vec::new(); net.shared_states];
        let words = bits::words(net.local_states);
        for from in 0..net.shared_states as u32 {
            let mut row: Vec<Hop> = Vec::new();
            for edge in net.edges_of_shared(from).iter().filter(|edge| edge.to_shared != from) {
                let at = row.iter().position(|hop| hop.to == edge.to_shared).unwrap_or_else(|| {
                    hops_into[edge.to_shared as usize].push((from, row.len() as u32));
                    row.push(Hop { to: edge.to_shared, sources: vec![0; words] });
                    row.len() - 1
                });
                bits::insert(&mut row[at].sources, edge.local);
            }
            hops.push(row);
        }
        let mut edges_into = vec![Vec::new(); net.shared_states];
        if rule == Closure::OneToken {
            for &edge in net.edges() {
                edges_into[edge.to_shared as usize].push(edge);
            }
        }
        let (forward, backward) = (Visited::new(net), Visited::new(net));
        Self { rule, hops, hops_into, edges_into, forward, backward }
    }

    /// Extends `omega` to its closure, and returns Sigma, increasing.
    pub(super) fn close(&mut self, net: &Net, shared: u32, omega: &mut [u64]) -> Vec<u32> {
        let mut sigma;
        loop {
            sigma = if self.rule == Closure::Off { vec![shared] } else { self.component(shared, omega) };
            let grown = match self.rule {
                Closure::Off => false,
                Closure::Component => absorb(net, &sigma, omega),
                Closure::Excursions => absorb(net, &sigma, omega) || self.excursions(net, &sigma, omega),
                Closure::OneToken => absorb(net, &sigma, omega) || self.one_token(net, shared, &mut sigma, omega),
            };
            if !grown {
                return sigma;
            }
        }
    }

    /// The shared states mutually reachable by steps of omega places, increasing.
    fn component(&mut self, shared: u32, omega: &[u64]) -> Vec<u32> {
        let Self { hops, hops_into, forward, backward, .. } = self;
        forward.insert(shared, None);
        let mut next = 0;
        while let Some(&(from, _)) = forward.list.get(next) {
            next += 1;
            for hop in &hops[from as usize] {
                if bits::intersects(&hop.sources, omega) {
                    forward.insert(hop.to, None);
                }
            }
        }
        backward.insert(shared, None);
        next = 0;
        while let Some(&(to, _)) = backward.list.get(next) {
            next += 1;
            for &(from, hop) in &hops_into[to as usize] {
                if forward.contains(from, None) && bits::intersects(&hops[from as usize][hop as usize].sources, omega) {
                    backward.insert(from, None);
                }
            }
        }
        let mut sigma: Vec<u32> = backward.list.iter().map(|&(shared, _)| shared).collect();
        sigma.sort_unstable();
        forward.clear();
        backward.clear();
        sigma
    }

    /// Rule (b): adds the places that excursions of one token reach; whether there is a new one.
    fn excursions(&mut self, net: &Net, sigma: &[u32], omega: &mut [u64]) -> bool {
        let Self { hops, forward: visited, .. } = self;
        let mut grown = false;
        let mut arrive = |shared: u32, place: u32, omega: &mut [u64], visited: &mut Visited| {
            if bits::contains(omega, place) {
                return;
            }
            if sigma.binary_search(&shared).is_ok() {
                grown |= bits::insert(omega, place);
            } else {
                visited.insert(shared, Some(place));
            }
        };
        for &from in sigma {
            for edge in net.edges_of_shared(from) {
                if sigma.binary_search(&edge.to_shared).is_err() && bits::contains(omega, edge.local) {
                    edge.produced().for_each(|place| arrive(edge.to_shared, place, omega, visited));
                }
            }
        }
        let mut next = 0;
        while let Some(&(shared, token)) = visited.list.get(next) {
            next += 1;
            let Some(place) = token else { continue };
            for hop in &hops[shared as usize] {
                if bits::intersects(&hop.sources, omega) {
                    arrive(hop.to, place, omega, visited);
                }
            }
            for edge in net.edges_of(shared, place) {
                edge.produced().for_each(|place| arrive(edge.to_shared, place, omega, visited));
            }
        }
        visited.clear();
        grown
    }

    /// Rule (c): extends Sigma, and adds the places where a token was left behind; whether there is a new one.
    fn one_token(&mut self, net: &Net, shared: u32, sigma: &mut Vec<u32>, omega: &mut [u64]) -> bool {
        self.one_token_forward(net, shared, omega);
        self.one_token_backward(shared, omega);
        let Self { forward, backward, .. } = self;
        sigma.clear();
        sigma.extend(backward.list.iter().filter(|(_, token)| token.is_none()).map(|&(shared, _)| shared));
        sigma.sort_unstable();
        let mut grown = false;
        for &(shared, token) in &forward.list {
            if let Some(place) = token
                && backward.contains(shared, None)
            {
                grown |= bits::insert(omega, place);
            }
        }
        forward.clear();
        backward.clear();
        grown
    }

    fn one_token_forward(&mut self, net: &Net, shared: u32, omega: &[u64]) {
        let Self { hops, forward, .. } = self;
        forward.insert(shared, None);
        let mut next = 0;
        while let Some(&(shared, token)) = forward.list.get(next) {
            next += 1;
            for hop in &hops[shared as usize] {
                if bits::intersects(&hop.sources, omega) {
                    forward.insert(hop.to, token);
                }
            }
            let edges = match token {
                None => net.edges_of_shared(shared),
                Some(place) => {
                    forward.insert(shared, None);
                    net.edges_of(shared, place)
                }
            };
            for edge in edges.iter().filter(|edge| token.is_some() || bits::contains(omega, edge.local)) {
                forward.insert(edge.to_shared, None);
                for place in edge.produced().filter(|&place| !bits::contains(omega, place)) {
                    forward.insert(edge.to_shared, Some(place));
                }
            }
        }
    }

    /// Inside what was visited forwards.
    fn one_token_backward(&mut self, shared: u32, omega: &[u64]) {
        let Self { hops, hops_into, edges_into, forward, backward, .. } = self;
        let arrive = |shared: u32, token: Token, backward: &mut Visited| {
            if forward.contains(shared, token) {
                backward.insert(shared, token);
            }
        };
        backward.insert(shared, None);
        let mut next = 0;
        while let Some(&(shared, token)) = backward.list.get(next) {
            next += 1;
            for &(from, hop) in &hops_into[shared as usize] {
                if bits::intersects(&hops[from as usize][hop as usize].sources, omega) {
                    arrive(from, token, backward);
                }
            }
            for edge in &edges_into[shared as usize] {
                // A token may be left behind at once, so a step that needs one reaches "none" whatever it produces.
                if token.is_none_or(|place| edge.produced().any(|produced| produced == place)) {
                    let before = if bits::contains(omega, edge.local) { None } else { Some(edge.local) };
                    arrive(edge.shared, before, backward);
                }
            }
            if token.is_none() {
                for place in 0..forward.columns as u32 - 1 {
                    arrive(shared, Some(place), backward);
                }
            }
        }
    }
}

/// Rule (a): adds the places that steps of omega places inside Sigma put tokens on; whether there is a new one.
fn absorb(net: &Net, sigma: &[u32], omega: &mut [u64]) -> bool {
    let mut grown = false;
    let mut again = true;
    while std::mem::take(&mut again) {
        for &shared in sigma {
            for edge in net.edges_of_shared(shared) {
                if bits::contains(omega, edge.local) && sigma.binary_search(&edge.to_shared).is_ok() {
                    for place in edge.produced() {
                        again |= bits::insert(omega, place);
                    }
                }
            }
        }
        grown |= again;
    }
    grown
}

impl Closure {
    /// The rule that has proved fastest for a system that starts like this: excursions where any number of threads
    /// start, one token where threads are created one by one.
    pub fn best_for(initial: &Initial) -> Self {
        if initial.count == Count::Any && !initial.pool.is_empty() { Self::Excursions } else { Self::OneToken }
    }
}
