//! Strongly connected components of shared states under steps of omega places, with one token or without.
//!
//! The algorithm is Tarjan's (1972), with its recursion kept in a list.

use std::ops::Range;

use boolprog_explore::control::Stop;

use crate::net::{Edge, Net};
use crate::watch::Watch;

use super::super::bits;

/// At most one token: its place, or [`NOBODY`].
type Token = u32;

/// No token.
const NOBODY: Token = u32::MAX;

/// The largest number of pairs of a shared state and a token that are numbered. With more of them no token is
/// followed, which is the weaker rule.
const MOST_PAIRS: usize = 1 << 24;

/// Edges looked at in the time of one tick.
const EDGES_PER_TICK: usize = 256;

/// Stands for "in a component that is complete".
const COMPLETE: u32 = u32::MAX;

/// A visited pair of a shared state and a token.
struct Visited {
    shared: u32,
    token: Token,
    /// The least number of a pair on the stack that is known to be reachable from here; or [`COMPLETE`].
    low: u32,
}

/// A pair on the path of the depth-first search.
struct Frame {
    number: u32,
    /// Where its successors begin in the list of those to be visited.
    first: u32,
}

/// The search, with its memory: cleared after each run in time linear in what was visited.
pub(super) struct Components {
    /// For each shared state without a token, 1 + its number among the visited; 0 if it is not.
    alone: Vec<u32>,
    /// The same with a token, row by row. Empty if no token can be followed.
    with_token: Vec<u32>,
    local_states: usize,
    visited: Vec<Visited>,
    path: Vec<Frame>,
    /// The visited pairs whose component is not complete.
    stack: Vec<u32>,
    /// Successors to be visited, those of the end of the path last.
    waiting: Vec<(u32, Token)>,
    hops: Hops,
    /// Scratch memory for an omega set.
    grown: Vec<u64>,
    /// The components with their shared states and the places outside the omega set that they justify.
    pub(super) found: Vec<(Vec<u32>, Vec<u32>)>,
}

/// For each shared state where steps of omega places lead to, each goal once. Computed when first asked for.
#[derive(Default)]
struct Hops {
    /// For each shared state its range in the list, each bound plus 1; zeros if not computed yet.
    ranges: Vec<(u32, u32)>,
    list: Vec<u32>,
    /// The goals of the shared state that is being looked at.
    seen: Vec<bool>,
}

impl Hops {
    fn compute(&mut self, net: &Net, shared: u32, omega: &[u64]) -> Range<usize> {
        let Self { ranges, list, seen } = self;
        let range = &mut ranges[shared as usize];
        if *range == (0, 0) {
            let first = list.len();
            for edge in net.edges_of_shared(shared).iter().filter(|edge| edge.to_shared != shared) {
                if !seen[edge.to_shared as usize] && bits::contains(omega, edge.local) {
                    seen[edge.to_shared as usize] = true;
                    list.push(edge.to_shared);
                }
            }
            for &to in &list[first..] {
                seen[to as usize] = false;
            }
            *range = (first as u32 + 1, list.len() as u32 + 1);
        }
        range.0 as usize - 1..range.1 as usize - 1
    }
}

impl Components {
    pub(super) fn new(net: &Net, follow_a_token: bool) -> Self {
        let pairs = net.shared_states.saturating_mul(net.local_states);
        let hops = Hops { ranges: vec![(0, 0); net.shared_states], list: vec![], seen: vec![false; net.shared_states] };
        Self {
            alone: vec![0; net.shared_states],
            with_token: if follow_a_token && pairs <= MOST_PAIRS { vec![0; pairs] } else { Vec::new() },
            local_states: net.local_states,
            visited: Vec::new(),
            path: Vec::new(),
            stack: Vec::new(),
            waiting: Vec::new(),
            hops,
            grown: Vec::new(),
            found: Vec::new(),
        }
    }

    pub(super) fn can_follow_a_token(&self) -> bool {
        !self.with_token.is_empty()
    }

    pub(super) fn bytes(&self) -> usize {
        4 * (4 * self.alone.len() + self.with_token.len() + self.stack.capacity() + self.hops.list.capacity())
            + size_of::<Visited>() * self.visited.capacity()
            + 8 * (self.waiting.capacity() + self.path.capacity())
    }

    /// Finds the components of everything that is reachable from a shared state, but for what is `known` already.
    pub(super) fn run(
        &mut self,
        net: &Net,
        shared: u32,
        omega: &[u64],
        with_token: bool,
        known: &dyn Fn(u32) -> bool,
        watch: &mut Watch<'_>,
    ) -> Result<(), Stop> {
        self.waiting.push((shared, NOBODY));
        while let Some((shared, token)) = self.next(net, omega) {
            if token == NOBODY && known(shared) {
                self.complete_at_once(shared);
            } else {
                self.visit(net, omega, with_token, shared, token);
            }
            watch.work_again(1 + net.edges_of_shared(shared).len() / EDGES_PER_TICK)?;
        }
        self.clear();
        Ok(())
    }

    /// The next pair to be visited; leaves those pairs on the way of which everything was visited.
    fn next(&mut self, net: &Net, omega: &[u64]) -> Option<(u32, Token)> {
        loop {
            let first = self.path.last().map_or(0, |frame| frame.first as usize);
            while self.waiting.len() > first {
                let (shared, token) = self.waiting.pop()?;
                match *self.number(shared, token) {
                    0 => return Some((shared, token)),
                    number => self.reaches(number - 1),
                }
            }
            self.leave(net, omega)?;
        }
    }

    fn number(&mut self, shared: u32, token: Token) -> &mut u32 {
        match token {
            NOBODY => &mut self.alone[shared as usize],
            place => &mut self.with_token[shared as usize * self.local_states + place as usize],
        }
    }

    /// The end of the path reaches a visited pair.
    fn reaches(&mut self, number: u32) {
        let low = self.visited[number as usize].low;
        if let Some(frame) = self.path.last()
            && low != COMPLETE
        {
            let own = &mut self.visited[frame.number as usize].low;
            *own = low.min(*own);
        }
    }

    fn complete_at_once(&mut self, shared: u32) {
        self.visited.push(Visited { shared, token: NOBODY, low: COMPLETE });
        *self.number(shared, NOBODY) = self.visited.len() as u32;
    }

    /// Puts a pair at the end of the path, and its successors on the list.
    fn visit(&mut self, net: &Net, omega: &[u64], with_token: bool, shared: u32, token: Token) {
        let number = self.visited.len() as u32;
        *self.number(shared, token) = number + 1;
        self.visited.push(Visited { shared, token, low: number });
        self.stack.push(number);
        self.path.push(Frame { number, first: self.waiting.len() as u32 });
        for hop in self.hops.compute(net, shared, omega) {
            self.wait(self.hops.list[hop], token);
        }
        if token != NOBODY {
            // It may be left behind.
            self.wait(shared, NOBODY);
            for edge in net.edges_of(shared, token) {
                self.wait(edge.to_shared, NOBODY);
                self.wait_with_each(edge.to_shared, edge.produced(), omega);
            }
        } else if with_token {
            for edge in net.edges_of_shared(shared).iter().filter(|edge| bits::contains(omega, edge.local)) {
                self.wait_with_each(edge.to_shared, edge.produced(), omega);
            }
        }
    }

    fn wait_with_each(&mut self, shared: u32, produced: impl Iterator<Item = u32>, omega: &[u64]) {
        for place in produced.filter(|&place| !bits::contains(omega, place)) {
            self.wait(shared, place);
        }
    }

    fn wait(&mut self, shared: u32, token: Token) {
        match *self.number(shared, token) {
            0 => self.waiting.push((shared, token)),
            number => self.reaches(number - 1),
        }
    }

    /// Leaves the end of the path; if it is the first visited of its component, the component is complete.
    fn leave(&mut self, net: &Net, omega: &[u64]) -> Option<()> {
        let Frame { number, .. } = self.path.pop()?;
        let low = self.visited[number as usize].low;
        if low == number {
            self.complete(net, omega, number);
        }
        self.reaches(number);
        Some(())
    }

    /// Takes the component that begins with a number off the stack. Without shared states of its own (each of its
    /// tokens moves on for good) it is of no use.
    fn complete(&mut self, net: &Net, omega: &[u64], first: u32) {
        let from = self.stack.iter().rposition(|&number| number == first).unwrap_or_default();
        let pairs = self.stack[from..].iter().map(|&number| &self.visited[number as usize]);
        let shared: Vec<u32> = pairs.filter(|pair| pair.token == NOBODY).map(|pair| pair.shared).collect();
        if !shared.is_empty() {
            let places = self.justified(net, omega, &shared, from);
            self.found.push((shared, places));
        }
        for number in self.stack.drain(from..) {
            self.visited[number as usize].low = COMPLETE;
        }
    }

    /// The places outside the omega set on which the component at the end of the stack can put down tokens again and
    /// again: where a token is together with one of its shared states; where a step of an omega place inside it puts
    /// a token; and where a step of such a place does.
    fn justified(&mut self, net: &Net, omega: &[u64], shared: &[u32], from: usize) -> Vec<u32> {
        let Self { alone, visited, stack, grown, .. } = self;
        let first = stack[from];
        let is_inside = |shared: u32| {
            let number = alone[shared as usize];
            number > first && visited[number as usize - 1].low != COMPLETE
        };
        let mut places = Vec::new();
        grown.clear();
        grown.extend_from_slice(omega);
        for pair in stack[from..].iter().map(|&number| &visited[number as usize]) {
            if pair.token != NOBODY && is_inside(pair.shared) && bits::insert(grown, pair.token) {
                places.push(pair.token);
            }
        }
        let mut absorb = |edge: &Edge, places: &mut Vec<u32>| {
            if is_inside(edge.to_shared) {
                places.extend(edge.produced().filter(|&place| bits::insert(grown, place)));
            }
        };
        for &shared in shared {
            for edge in net.edges_of_shared(shared) {
                if bits::contains(omega, edge.local) {
                    absorb(edge, &mut places);
                }
            }
        }
        let mut next = 0;
        while let Some(&place) = places.get(next) {
            next += 1;
            for &shared in shared {
                for edge in net.edges_of(shared, place) {
                    absorb(edge, &mut places);
                }
            }
        }
        places
    }

    fn clear(&mut self) {
        for pair in self.visited.drain(..) {
            let shared = pair.shared as usize;
            match pair.token {
                NOBODY => self.alone[shared] = 0,
                place => self.with_token[shared * self.local_states + place as usize] = 0,
            }
            self.hops.ranges[shared] = (0, 0);
        }
        self.hops.list.clear();
    }
}
