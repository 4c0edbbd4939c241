//! Strongly connected components of shared states under steps of omega places, with one token or without.
//!
//! The algorithm is Tarjan's (1972), with its recursion kept in a list.

use boolprog_base::control::Stop;

use crate::net::Net;
use crate::watch::Watch;

use super::bits;
use super::omega_steps::OmegaStepTable;

/// The place of a token, or the number of places if there is none: then the pair stands for the shared state alone.
type Token = u32;

/// The largest number of pairs of a shared state and a token that are numbered. With more of them no token is
/// followed, which is the weaker rule.
const MOST_PAIRS: usize = 1 << 24;

/// Edges examined in the time of one tick.
const EDGES_PER_TICK: usize = 256;

/// Marks a node in a complete component. Larger than any number, so that the minimum ignores it.
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
    /// Start of its successors in the list of those to be visited.
    first: u32,
}

/// Input of the search: the graph for one omega set.
pub(super) struct Graph<'g> {
    pub(super) net: &'g Net,
    pub(super) omega: &'g [u64],
    pub(super) with_token: bool,
}

/// The search, with its memory: cleared after each run in time linear in the visited part.
pub(super) struct Components {
    /// For each pair 1 + its number among the visited, 0 if it is not. Row by row; a row ends with the shared state
    /// alone, and is only that if no token can be followed.
    numbers: Vec<u32>,
    columns: usize,
    visited: Vec<Visited>,
    path: Vec<Frame>,
    /// The visited pairs whose component is not complete.
    stack: Vec<u32>,
    /// Successors to be visited, those of the end of the path last.
    waiting: Vec<(u32, Token)>,
    /// Scratch memory for an omega set.
    grown: Vec<u64>,
    pub(super) found: Found,
}

#[derive(Default)]
pub(super) struct Found {
    /// For each component where its shared states and places end.
    ends: Vec<(u32, u32)>,
    shared: Vec<u32>,
    /// The places outside the omega set that it justifies.
    places: Vec<u32>,
}

impl Found {
    /// The shared states and the justified places of each component.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[u32], &[u32])> {
        let mut first = (0, 0);
        self.ends.iter().map(move |&end| {
            let start = std::mem::replace(&mut first, end);
            (&self.shared[start.0 as usize..end.0 as usize], &self.places[start.1 as usize..end.1 as usize])
        })
    }

    pub(super) fn clear(&mut self) {
        self.ends.clear();
        self.shared.clear();
        self.places.clear();
    }
}

impl Components {
    pub(super) fn new(net: &Net, follow_a_token: bool) -> Self {
        let pairs = net.shared_states.saturating_mul(net.local_states + 1);
        let columns = if follow_a_token && pairs <= MOST_PAIRS { net.local_states + 1 } else { 1 };
        Self {
            numbers: vec![0; net.shared_states * columns],
            columns,
            visited: Vec::new(),
            path: Vec::new(),
            stack: Vec::new(),
            waiting: Vec::new(),
            grown: Vec::new(),
            found: Found::default(),
        }
    }

    pub(super) fn can_follow_a_token(&self) -> bool {
        self.columns > 1
    }

    pub(super) fn bytes(&self) -> usize {
        4 * (self.numbers.len() + self.stack.capacity())
            + size_of::<Visited>() * self.visited.capacity()
            + 8 * (self.waiting.capacity() + self.path.capacity())
    }

    fn nobody(&self) -> Token {
        self.columns as u32 - 1
    }

    /// Finds the components of everything reachable from a shared state, except for those `known` already.
    pub(super) fn run(
        &mut self,
        graph: &Graph<'_>,
        omega_steps: &mut OmegaStepTable,
        shared: u32,
        known: impl Fn(u32) -> bool,
        watch: &mut Watch<'_>,
    ) -> Result<(), Stop> {
        let nobody = self.nobody();
        self.waiting.push((shared, nobody));
        while let Some((shared, token)) = self.next(graph, omega_steps) {
            if token == nobody && known(shared) {
                self.number(shared, token);
                self.visited.push(Visited { shared, token, low: COMPLETE });
            } else {
                self.visit(graph, omega_steps, shared, token);
            }
            watch.work_again(1 + graph.net.edges_of_shared(shared).len() / EDGES_PER_TICK)?;
        }
        self.clear();
        Ok(())
    }

    /// The next pair to visit; leaves the pairs on the path whose successors were all visited.
    fn next(&mut self, graph: &Graph<'_>, omega_steps: &mut OmegaStepTable) -> Option<(u32, Token)> {
        loop {
            let first = self.path.last().map_or(0, |frame| frame.first as usize);
            while self.waiting.len() > first {
                let (shared, token) = self.waiting.pop()?;
                match self.numbers[self.at(shared, token)] {
                    0 => return Some((shared, token)),
                    number => self.reaches(number - 1),
                }
            }
            self.leave(graph, omega_steps)?;
        }
    }

    fn at(&self, shared: u32, token: Token) -> usize {
        shared as usize * self.columns + token as usize
    }

    /// Gives a pair that is about to be visited its number.
    fn number(&mut self, shared: u32, token: Token) -> u32 {
        let (at, number) = (self.at(shared, token), self.visited.len() as u32);
        self.numbers[at] = number + 1;
        number
    }

    /// The end of the path reaches a visited pair.
    fn reaches(&mut self, number: u32) {
        if let Some(frame) = self.path.last() {
            let low = self.visited[number as usize].low;
            let own = &mut self.visited[frame.number as usize].low;
            *own = low.min(*own);
        }
    }

    /// Puts a pair at the end of the path, and its successors on the list.
    fn visit(&mut self, graph: &Graph<'_>, omega_steps: &mut OmegaStepTable, shared: u32, token: Token) {
        let (number, nobody) = (self.number(shared, token), self.nobody());
        self.visited.push(Visited { shared, token, low: number });
        self.stack.push(number);
        self.path.push(Frame { number, first: self.waiting.len() as u32 });
        let Graph { net, omega, with_token } = *graph;
        let Self { numbers, columns, visited, waiting, .. } = self;
        let mut low = number;
        let mut wait = |shared: u32, token: Token| match numbers[shared as usize * *columns + token as usize] {
            0 => waiting.push((shared, token)),
            number => low = low.min(visited[number as usize - 1].low),
        };
        let omega_steps = omega_steps.of(net, omega, shared);
        for &goal in omega_steps.goals {
            wait(goal, token);
        }
        if token != nobody {
            // The token may be left there.
            wait(shared, nobody);
            for edge in net.edges_of(shared, token) {
                wait(edge.to_shared, nobody);
                edge.produced()
                    .filter(|&place| !bits::contains(omega, place))
                    .for_each(|place| wait(edge.to_shared, place));
            }
        } else if with_token {
            for &(goal, tokens) in omega_steps.puts {
                tokens.iter().for_each(|place| wait(goal, place));
            }
        }
        self.visited[number as usize].low = low;
    }

    /// Leaves the end of the path; if it is the first visited of its component, the component is complete.
    fn leave(&mut self, graph: &Graph<'_>, omega_steps: &mut OmegaStepTable) -> Option<()> {
        let Frame { number, .. } = self.path.pop()?;
        let nobody = self.nobody();
        let Visited { token, low, .. } = self.visited[number as usize];
        if low != number {
            self.reaches(number);
        } else if token != nobody && self.stack.pop_if(|&mut last| last == number).is_some() {
            // Nearly all tokens move on for good.
            self.visited[number as usize].low = COMPLETE;
        } else {
            self.complete(graph, omega_steps, number);
        }
        Some(())
    }

    /// Takes the component that begins with a number off the stack. Without shared states of its own (each of its
    /// tokens moves on for good) it is of no use.
    fn complete(&mut self, graph: &Graph<'_>, omega_steps: &mut OmegaStepTable, first: u32) {
        let nobody = self.nobody();
        let Self { visited, stack, found, .. } = self;
        let from = stack.iter().rposition(|&number| number == first).unwrap_or_default();
        let before = found.shared.len();
        for &number in &stack[from..] {
            let pair = &visited[number as usize];
            if pair.token == nobody {
                found.shared.push(pair.shared);
            }
        }
        if found.shared.len() > before {
            self.justify(graph, omega_steps, before, from);
            self.found.ends.push((self.found.shared.len() as u32, self.found.places.len() as u32));
        }
        for number in self.stack.drain(from..) {
            self.visited[number as usize].low = COMPLETE;
        }
    }

    /// The places outside the omega set on which the component at the end of the stack can put down tokens again and
    /// again: where a token is together with one of its shared states; where a step of an omega place inside it puts
    /// a token; and where a step of such a place does.
    fn justify(&mut self, graph: &Graph<'_>, omega_steps: &mut OmegaStepTable, first_shared: usize, from: usize) {
        let nobody = self.nobody();
        let Self { numbers, columns, visited, stack, grown, found, .. } = self;
        let Graph { net, omega, .. } = *graph;
        let first = stack[from];
        let is_inside = |shared: u32| {
            let number = numbers[shared as usize * *columns + nobody as usize];
            number > first && visited[number as usize - 1].low != COMPLETE
        };
        grown.clear();
        grown.extend_from_slice(omega);
        let Found { shared, places, .. } = found;
        let (shared, first_place) = (&shared[first_shared..], places.len());
        for pair in stack[from..].iter().map(|&number| &visited[number as usize]) {
            if pair.token != nobody && is_inside(pair.shared) && bits::insert(grown, pair.token) {
                places.push(pair.token);
            }
        }
        for &shared in shared {
            for &(goal, tokens) in omega_steps.of(net, omega, shared).puts {
                if is_inside(goal) {
                    places.extend(tokens.iter().filter(|&place| bits::insert(grown, place)));
                }
            }
        }
        let mut next = first_place;
        while let Some(&place) = places.get(next) {
            next += 1;
            for &shared in shared {
                for edge in net.edges_of(shared, place).iter().filter(|edge| is_inside(edge.to_shared)) {
                    places.extend(edge.produced().filter(|&place| bits::insert(grown, place)));
                }
            }
        }
    }

    fn clear(&mut self) {
        for pair in self.visited.drain(..) {
            self.numbers[pair.shared as usize * self.columns + pair.token as usize] = 0;
        }
    }
}
