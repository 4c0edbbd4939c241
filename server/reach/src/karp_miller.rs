//! The coverability tree of Karp and Miller (1969): the executable specification of [`crate::contexts`].
//!
//! A label is a shared state and a vector over the local states with entries in the naturals and omega. From each
//! label every enabled transition fires; where the result is larger than the label of an ancestor with the same shared
//! state, the entries that grew become omega. A label that occurs elsewhere in the tree already is not expanded again:
//! the set of all labels still contains the roots and is closed under steps, and each omega is still justified by a
//! cycle, so the downward closure is the same.
//!
//! Sound for plain systems only. Slow: no label is ever dropped because a larger one exists.

use std::collections::VecDeque;

use boolprog_explore::control::{Control, Progress, Stop};
use boolprog_explore::tts::{Count, LocalId, SharedId, Tts};
use rustc_hash::FxHashSet;

use crate::certificate::Region;
use crate::multisets::Multisets;
use crate::net::{Edge, Net};
use crate::outcome::Reason;
use crate::watch::Watch;

/// In which order labels are expanded. The result does not depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    /// The newest first.
    DepthFirst,
    /// The oldest first.
    BreadthFirst,
}

/// Any number of threads.
const OMEGA: u32 = u32::MAX;

/// A shared state, and for each local state its number of threads.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
struct Label {
    shared: u32,
    threads: Vec<u32>,
}

struct Node {
    label: Label,
    parent: Option<usize>,
}

/// The maximal labels of the tree, each as a region with one shared state and one tail, sorted by shared state.
/// Refuses systems that are not plain, and ends early only if the control says so.
pub fn maximal_labels(tts: &Tts, order: Order, control: &dyn Control) -> Result<Vec<Region>, Reason> {
    let net = Net::new(tts)?;
    let labels = tree(tts, &net, order, control).map_err(Reason::Stopped)?;
    let mut maximal: Vec<&Label> =
        labels.iter().filter(|label| !labels.iter().any(|other| label != &other && label.is_below(other))).collect();
    maximal.sort_unstable();
    Ok(maximal.into_iter().map(Label::to_region).collect())
}

fn tree(tts: &Tts, net: &Net, order: Order, control: &dyn Control) -> Result<Vec<Label>, Stop> {
    let mut watch = Watch::new(control);
    let mut nodes: Vec<Node> = Vec::new();
    let mut known: FxHashSet<Label> = FxHashSet::default();
    let mut waiting = VecDeque::new();
    for label in roots(tts) {
        if known.insert(label.clone()) {
            waiting.push_back(nodes.len());
            nodes.push(Node { label, parent: None });
        }
    }
    while let Some(current) = match order {
        Order::DepthFirst => waiting.pop_back(),
        Order::BreadthFirst => waiting.pop_front(),
    } {
        for edge in net.edges_of_shared(nodes[current].label.shared) {
            watch.tick(|| Progress {
                phase: "Karp-Miller tree",
                states: nodes.len() as u64,
                frontier: waiting.len() as u64,
                threads: 0,
                bytes: nodes.len() * 2 * (size_of::<Node>() + 4 * net.local_states),
            })?;
            let Some(mut label) = nodes[current].label.fire(edge) else { continue };
            let mut ancestor = Some(current);
            while let Some(index) = ancestor {
                label.accelerate(&nodes[index].label);
                ancestor = nodes[index].parent;
            }
            if known.insert(label.clone()) {
                waiting.push_back(nodes.len());
                nodes.push(Node { label, parent: Some(current) });
            }
        }
    }
    Ok(nodes.into_iter().map(|node| node.label).collect())
}

fn roots(tts: &Tts) -> Vec<Label> {
    let initial = &tts.initial;
    let mut pool = initial.pool.clone();
    pool.sort_unstable();
    pool.dedup();
    let choices: Vec<Vec<LocalId>> = match initial.count {
        Count::Exactly(count) if !pool.is_empty() => Multisets::new(pool.clone(), count as usize).collect(),
        _ => vec![Vec::new()],
    };
    let mut roots = Vec::new();
    for &SharedId(shared) in &initial.shared {
        for chosen in &choices {
            let mut threads = vec![0; tts.local_states as usize];
            for &LocalId(local) in initial.fixed.iter().chain(chosen) {
                threads[local as usize] += 1;
            }
            if initial.count == Count::Any {
                for &LocalId(local) in &pool {
                    threads[local as usize] = OMEGA;
                }
            }
            roots.push(Label { shared, threads });
        }
    }
    roots
}

impl Label {
    /// The label after a step, if the step is possible.
    fn fire(&self, edge: &Edge) -> Option<Self> {
        let mut threads = self.threads.clone();
        let source = &mut threads[edge.local as usize];
        match *source {
            0 => return None,
            OMEGA => {}
            _ => *source -= 1,
        }
        for local in edge.produced() {
            let threads = &mut threads[local as usize];
            *threads = threads.saturating_add(1);
        }
        Some(Self { shared: edge.to_shared, threads })
    }

    fn is_below(&self, other: &Self) -> bool {
        self.shared == other.shared && self.threads.iter().zip(&other.threads).all(|(small, large)| small <= large)
    }

    /// If this label is larger than an ancestor, the entries that grew become omega.
    fn accelerate(&mut self, ancestor: &Self) {
        if ancestor.is_below(self) {
            for (entry, before) in self.threads.iter_mut().zip(&ancestor.threads) {
                if *entry > *before {
                    *entry = OMEGA;
                }
            }
        }
    }

    fn to_region(&self) -> Region {
        let entries = || (0..).map(LocalId).zip(self.threads.iter().copied());
        let finite = entries().filter(|&(_, threads)| threads != OMEGA);
        Region {
            shared: vec![SharedId(self.shared)],
            omega: entries().filter(|&(_, threads)| threads == OMEGA).map(|(local, _)| local).collect(),
            tails: vec![finite.flat_map(|(local, threads)| std::iter::repeat_n(local, threads as usize)).collect()],
        }
    }
}
