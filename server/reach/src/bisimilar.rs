//! Merging bisimilar local states: a smaller system with the same verdicts.
//!
//! Two local states are *bisimilar* if, under each shared state, threads in them have the same steps: to the same
//! shared states, and to local states that are bisimilar again. The classes are found by refining the partition into
//! the local states that no target names and a singleton for each that one names (Kanellakis and Smolka 1990): a class
//! is split while steps of its members differ.
//!
//! **The verdicts are the same.** Let *f* replace each thread's local state by its class. A step from a configuration
//! *c* is a step from *f(c)* in the merged system. Conversely a step from *f(c)* takes a thread of some class; a thread
//! of *c* is in a member of it, and has a step that leads to the image. So, by induction, the configurations reachable
//! in the merged system are the images of the reachable ones. A target names classes of one member only, so *c* is
//! above it if and only if *f(c)* is. (Every target local state needs a class of its own: with two of them in one
//! class, one thread in each would look the same as two in one.)
//!
//! **The certificate is one of the system itself** after [`Merged::lift`]: the configurations whose images are in a set
//! that contains the start, is closed under steps and contains no target are such a set, too.
//!
//! The thread states are lost: bisimilar local states have the same future, not the same past.

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::engine::Undecided;
use boolprog_explore::tts::{Effect, Initial, LocalId, Target, Transition, Tts};
use itertools::Itertools;

use crate::net::Net;
use crate::watch::Watch;
use boolprog_certificate::sets::Ideal;

/// A system with one local state per class.
#[derive(Clone, Debug)]
pub struct Merged {
    /// Merged system.
    pub tts: Tts,
    /// The local states of each class, increasing.
    members: Vec<Vec<LocalId>>,
}

/// Merges the local states of a system that its targets do not distinguish. Refuses systems that are not plain.
///
/// Each local state is examined again when its steps lead into a class that was split: few times in practice, as often
/// as there are classes at worst.
pub fn merge(tts: &Tts, control: &dyn Control) -> Result<Merged, Undecided> {
    let net = Net::new(tts)?;
    let mut partition = Partition::new(&net, tts);
    partition.refine(&mut Watch::new(control))?;
    let Partition { class_of, sizes, .. } = partition;
    // Numbered in the order of their first members.
    let mut number = vec![None; sizes.len()];
    let mut members: Vec<Vec<LocalId>> = Vec::new();
    for (local, &class) in (0..).zip(&class_of) {
        let number = *number[class as usize].get_or_insert(members.len());
        if number == members.len() {
            members.push(Vec::new());
        }
        members[number].push(LocalId(local));
    }
    let merged = |LocalId(local): LocalId| number[class_of[local as usize] as usize].unwrap_or_default() as u32;
    let tts = quotient(tts, &members, &|local| LocalId(merged(local)));
    Ok(Merged { tts, members })
}

/// The system with one local state per class: the steps are those of each first member.
fn quotient(tts: &Tts, members: &[Vec<LocalId>], merged: &dyn Fn(LocalId) -> LocalId) -> Tts {
    let is_first = |local: LocalId| members[merged(local).0 as usize][0] == local;
    let transitions = tts.transitions.iter().filter(|transition| is_first(transition.local));
    let transitions = transitions.map(|&transition| Transition {
        local: merged(transition.local),
        to_local: transition.to_local.map(merged),
        effect: match transition.effect {
            Effect::Create(local) => Effect::Create(merged(local)),
            other => other,
        },
        ..transition
    });
    let all = |list: &[LocalId]| -> Vec<LocalId> { list.iter().copied().map(merged).collect() };
    let mut pool = all(&tts.initial.pool);
    pool.sort_unstable();
    pool.dedup();
    let initial =
        Initial { shared: tts.initial.shared.clone(), fixed: all(&tts.initial.fixed), pool, count: tts.initial.count };
    let targets = tts.targets.iter().map(|target| Target { locals: all(&target.locals), ..target.clone() }).collect();
    Tts::new(tts.shared_states, members.len() as u32, initial, transitions.collect(), Vec::new(), targets)
        .unwrap_or_else(|error| unreachable!("classes are fewer than local states: {error}"))
}

impl Merged {
    /// The members of each class, increasing.
    pub fn classes(&self) -> &[Vec<LocalId>] {
        &self.members
    }

    /// The ideals of the original system that stand for these, of the merged one. `None` if they have more than `most`
    /// tails: a tail stands for one of each combination of members.
    pub fn lift(&self, ideals: &[Ideal], most: usize) -> Option<Vec<Ideal>> {
        let mut left = most;
        ideals.iter().map(|ideal| self.lift_ideal(ideal, &mut left)).collect()
    }

    fn lift_ideal(&self, ideal: &Ideal, left: &mut usize) -> Option<Ideal> {
        let mut omega: Vec<LocalId> =
            ideal.omega.iter().flat_map(|class| &self.members[class.0 as usize]).copied().collect();
        omega.sort_unstable();
        let mut tails = Vec::new();
        for tail in ideal.tails.iter() {
            let lifted = self.lift_tail(tail, *left)?;
            *left -= lifted.len();
            tails.extend(lifted);
        }
        Some(Ideal { shared: ideal.shared.clone(), omega, tails: tails.into_iter().collect() })
    }

    fn lift_tail(&self, tail: &[LocalId], most: usize) -> Option<Vec<Vec<LocalId>>> {
        let mut lifted = vec![Vec::new()];
        for run in tail.chunk_by(|left, right| left == right) {
            let mut longer = Vec::new();
            for chosen in self.members[run[0].0 as usize].iter().copied().combinations_with_replacement(run.len()) {
                if longer.len() + lifted.len() > most {
                    return None;
                }
                longer.extend(lifted.iter().map(|list| [&list[..], &chosen].concat()));
            }
            lifted = longer;
        }
        for list in &mut lifted {
            list.sort_unstable();
        }
        Some(lifted)
    }
}

/// A step: the shared state before and after, and the classes of the tokens it puts down, sorted.
type Step = (u32, u32, [u32; 2]);

/// No second, or no first token.
const NOBODY: u32 = u32::MAX;

struct Partition<'n> {
    net: &'n Net,
    /// For each local state its edges: the shared state and the range in its list.
    edges: Vec<Vec<(u32, u32)>>,
    /// For each local state those with a step that puts a token there.
    before: Vec<Vec<u32>>,
    class_of: Vec<u32>,
    sizes: Vec<usize>,
    /// The steps of the members of each class. All have the same, except for those that are treated next.
    steps: Vec<Vec<Step>>,
}

impl<'n> Partition<'n> {
    fn new(net: &'n Net, tts: &Tts) -> Self {
        let mut edges = vec![Vec::new(); net.local_states];
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); net.local_states];
        for shared in 0..net.shared_states as u32 {
            for (index, edge) in (0..).zip(net.edges_of_shared(shared)) {
                edges[edge.local as usize].push((shared, index));
                edge.produced().for_each(|place| before[place as usize].push(edge.local));
            }
        }
        for list in &mut before {
            list.sort_unstable();
            list.dedup();
        }
        let (mut class_of, mut classes) = (vec![0; net.local_states], 1);
        for &LocalId(local) in tts.targets.iter().flat_map(|target| &target.locals) {
            if class_of[local as usize] == 0 {
                class_of[local as usize] = classes;
                classes += 1;
            }
        }
        let mut sizes = vec![1; classes as usize];
        sizes[0] = net.local_states + 1 - classes as usize;
        Self { net, edges, before, class_of, sizes, steps: vec![Vec::new(); classes as usize] }
    }

    fn refine(&mut self, watch: &mut Watch<'_>) -> Result<(), Stop> {
        let mut waiting: Vec<u32> = (0..self.class_of.len() as u32).collect();
        while !waiting.is_empty() {
            let mut looked_at = Vec::with_capacity(waiting.len());
            for &local in &waiting {
                watch.tick(|| Progress {
                    phase: "merging",
                    states: self.sizes.len() as u64,
                    frontier: waiting.len() as u64,
                    ..Progress::default()
                })?;
                looked_at.push((self.class_of[local as usize], self.steps_of(local), local));
            }
            looked_at.sort_unstable();
            let mut moved = Vec::new();
            for class in looked_at.chunk_by(|left, right| left.0 == right.0) {
                self.split(class, &mut moved);
            }
            for &(local, class) in &moved {
                self.class_of[local as usize] = class;
            }
            waiting = moved.iter().flat_map(|&(local, _)| &self.before[local as usize]).copied().collect();
            waiting.sort_unstable();
            waiting.dedup();
        }
        Ok(())
    }

    fn steps_of(&self, local: u32) -> Vec<Step> {
        let edges = self.edges[local as usize].iter();
        let mut steps: Vec<Step> = edges
            .map(|&(shared, index)| {
                let edge = &self.net.edges_of_shared(shared)[index as usize];
                let mut classes = edge.produced().map(|place| self.class_of[place as usize]);
                let mut tokens = std::array::from_fn(|_| classes.next().unwrap_or(NOBODY));
                tokens.sort_unstable();
                (shared, edge.to_shared, tokens)
            })
            .collect();
        steps.sort_unstable();
        steps.dedup();
        steps
    }

    /// Splits a class by the steps of those of its members that were examined, ordered by them. The others have the
    /// steps noted for the class; if there are none, the largest part keeps the number.
    fn split(&mut self, looked_at: &[(u32, Vec<Step>, u32)], moved: &mut Vec<(u32, u32)>) {
        let class = looked_at[0].0 as usize;
        let parts = || looked_at.chunk_by(|left, right| left.1 == right.1);
        if looked_at.len() == self.sizes[class]
            && let Some(largest) = parts().max_by_key(|part| part.len())
        {
            self.steps[class].clone_from(&largest[0].1);
        }
        for part in parts().filter(|part| part[0].1 != self.steps[class]).collect::<Vec<_>>() {
            let new = self.sizes.len() as u32;
            self.sizes[class] -= part.len();
            self.sizes.push(part.len());
            self.steps.push(part[0].1.clone());
            moved.extend(part.iter().map(|&(_, _, local)| (local, new)));
        }
    }
}
