//! Steps of omega places, as the closure and the exits of clusters need them.

use crate::net::{Edge, Net};

use super::bits;
use super::omega::OmegaId;

/// At most two tokens, increasing; the rest is filled up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Tokens([u32; 2]);

impl Tokens {
    const NOBODY: u32 = u32::MAX;

    /// No tokens. In the order of tokens this is the last.
    pub(super) const NONE: Self = Self([Self::NOBODY; 2]);

    /// The tokens that an edge puts on places outside an omega set.
    pub(super) fn of(edge: &Edge, omega: &[u64]) -> Self {
        let mut outside = edge.produced().filter(|&place| !bits::contains(omega, place));
        Self(std::array::from_fn(|_| outside.next().unwrap_or(Self::NOBODY)))
    }

    pub(super) fn iter(self) -> impl Iterator<Item = u32> {
        self.0.into_iter().take_while(|&place| place != Self::NOBODY)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0[0] == Self::NOBODY
    }

    /// Returns `true` if a token at this place is enough for them.
    pub(super) fn are_within(self, place: u32) -> bool {
        self.is_empty() || self.0 == [place, Self::NOBODY]
    }
}

/// Results of steps of omega places from one shared state.
#[derive(Clone, Copy)]
pub(super) struct OmegaSteps<'h> {
    /// The other shared states they lead to, each once.
    pub(super) goals: &'h [u32],
    /// Those steps that put down tokens outside the omega set: where they lead to, and the tokens. With repetition.
    pub(super) puts: &'h [(u32, Tokens)],
}

/// The omega steps for one omega set at a time, each shared state's computed when first asked for.
pub(super) struct OmegaStepTable {
    omega: Option<OmegaId>,
    rows: Vec<Option<Row>>,
    /// The shared states that have a row.
    filled: Vec<u32>,
    goals: Vec<u32>,
    puts: Vec<(u32, Tokens)>,
    /// The goals of the row that is being computed.
    seen: Vec<bool>,
}

/// Ranges of a shared state's omega steps in the lists.
#[derive(Clone, Copy)]
struct Row {
    goals: (u32, u32),
    puts: (u32, u32),
}

impl OmegaStepTable {
    pub(super) fn new(net: &Net) -> Self {
        Self {
            omega: None,
            rows: vec![None; net.shared_states],
            filled: Vec::new(),
            goals: Vec::new(),
            puts: Vec::new(),
            seen: vec![false; net.shared_states],
        }
    }

    pub(super) fn bytes(&self) -> usize {
        self.rows.len() * (size_of::<Option<Row>>() + 1)
            + 4 * (self.filled.capacity() + self.goals.capacity())
            + size_of::<(u32, Tokens)>() * self.puts.capacity()
    }

    pub(super) fn turn_to(&mut self, omega: OmegaId) {
        if self.omega.replace(omega) != Some(omega) {
            for shared in self.filled.drain(..) {
                self.rows[shared as usize] = None;
            }
            self.goals.clear();
            self.puts.clear();
        }
    }

    /// The omega steps from a shared state, for the omega set that was turned to. At first, linear in the number of edges from
    /// there.
    #[inline]
    pub(super) fn of(&mut self, net: &Net, omega: &[u64], shared: u32) -> OmegaSteps<'_> {
        let row = match self.rows[shared as usize] {
            Some(row) => row,
            None => self.fill(net, omega, shared),
        };
        let slice = |(first, end): (u32, u32)| first as usize..end as usize;
        OmegaSteps { goals: &self.goals[slice(row.goals)], puts: &self.puts[slice(row.puts)] }
    }

    #[inline(never)]
    fn fill(&mut self, net: &Net, omega: &[u64], shared: u32) -> Row {
        let Self { rows, filled, goals, puts, seen, .. } = self;
        let (first_goal, first_put) = (goals.len(), puts.len());
        for edge in net.edges_of_shared(shared).iter().filter(|edge| bits::contains(omega, edge.local)) {
            if edge.to_shared != shared && !seen[edge.to_shared as usize] {
                seen[edge.to_shared as usize] = true;
                goals.push(edge.to_shared);
            }
            let tokens = Tokens::of(edge, omega);
            if !tokens.is_empty() {
                puts.push((edge.to_shared, tokens));
            }
        }
        for &goal in &goals[first_goal..] {
            seen[goal as usize] = false;
        }
        let row = Row { goals: (first_goal as u32, goals.len() as u32), puts: (first_put as u32, puts.len() as u32) };
        rows[shared as usize] = Some(row);
        filled.push(shared);
        row
    }
}
