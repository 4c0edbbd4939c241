//! In which order the bits of a program have their variables.
//!
//! The size of a diagram depends on it, often exponentially: "these are equal, pair by pair" is linear with the pairs
//! next to one another and has 2^n nodes with one list after the other. So bits that depend on one another shall be
//! close together. They depend on one another if one is computed from the other, or if a condition compares them.
//!
//! **FORCE** (Aloul, Markov, Sakallah: "FORCE: a fast and easy-to-implement variable-ordering heuristic", 2003): each
//! group of bits that belong together pulls them to its centre; the bits are sorted by where they are pulled to on
//! average, again and again. The best of these orders by *span* is taken, the sum over the groups of the distance from
//! first to last. The start is the order in which the program mentions the bits.

use boolprog_program::program::{Atom, Edge, Effect, Expr, Program, Slot, Value};
use boolprog_syntax::ast::BinaryOp;
use rustc_hash::FxHashMap;

/// The bits that the program mentions, in a good order. Linear in the size of the program, times a logarithm.
pub(super) fn order(program: &Program) -> Vec<Slot> {
    let mut mentioned = Mentioned::default();
    program.edges.iter().for_each(|edge| mentioned.add_edge(edge));
    let Mentioned { order, groups, .. } = mentioned;
    let positions = force(order.len(), &groups);
    let mut placed: Vec<(u32, Slot)> = positions.into_iter().zip(order).collect();
    placed.sort_unstable_by_key(|(position, _)| *position);
    placed.into_iter().map(|(_, slot)| slot).collect()
}

/// Bits by first mention, and which of them, by that number, belong together.
#[derive(Default)]
struct Mentioned {
    numbers: FxHashMap<Slot, usize>,
    order: Vec<Slot>,
    groups: Vec<Vec<usize>>,
}

impl Mentioned {
    fn add_edge(&mut self, edge: &Edge) {
        for (slot, value) in &edge.updates {
            self.add_update(*slot, value);
        }
        if let Effect::Create(creation) = &edge.effect {
            creation.values.iter().for_each(|(bit, value)| self.add_update(Slot::Local(*bit), value));
        }
        self.add_condition(&edge.guard);
        edge.constrain.iter().for_each(|constrain| self.add_condition(constrain));
    }

    fn add_update(&mut self, target: Slot, value: &Value) {
        let mut group = vec![self.number(target)];
        if let Value::Expr(expr) = value {
            self.add_atoms(expr, &mut group);
        }
        self.add_group(group);
    }

    /// The parts of a conjunction or disjunction are groups of their own: it is small in any order if they are.
    fn add_condition(&mut self, expr: &Expr) {
        match expr {
            Expr::Not(operand) => self.add_condition(operand),
            Expr::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Implies, left, right) => {
                self.add_condition(left);
                self.add_condition(right);
            }
            _ => {
                let mut group = Vec::new();
                self.add_atoms(expr, &mut group);
                self.add_group(group);
            }
        }
    }

    fn add_atoms(&mut self, expr: &Expr, group: &mut Vec<usize>) {
        expr.atoms(&mut |atom| {
            if let Atom::Old(slot) | Atom::New(slot) = atom {
                group.push(self.number(slot));
            }
        });
    }

    fn add_group(&mut self, mut group: Vec<usize>) {
        group.sort_unstable();
        group.dedup();
        if group.len() > 1 {
            self.groups.push(group);
        }
    }

    fn number(&mut self, slot: Slot) -> usize {
        *self.numbers.entry(slot).or_insert_with(|| {
            self.order.push(slot);
            self.order.len() - 1
        })
    }
}

/// A position for each of `count` members of groups.
fn force(count: usize, groups: &[Vec<usize>]) -> Vec<u32> {
    let mut best: Vec<u32> = (0..).take(count).collect();
    let mut least = span(&best, groups);
    let mut positions = best.clone();
    for _ in 0..4 + 4 * count.max(1).ilog2() {
        positions = pulled(&positions, groups);
        let span = span(&positions, groups);
        if span < least {
            least = span;
            best.clone_from(&positions);
        }
    }
    best
}

fn span(positions: &[u32], groups: &[Vec<usize>]) -> u64 {
    let distance = |group: &Vec<usize>| {
        let places = || group.iter().map(|member| positions[*member]);
        places().max().zip(places().min()).map_or(0, |(last, first)| u64::from(last - first))
    };
    groups.iter().map(distance).sum()
}

/// The positions after all variables have moved to the centres of their groups; ties keep their order.
fn pulled(positions: &[u32], groups: &[Vec<usize>]) -> Vec<u32> {
    let mut pulls = vec![Mean::default(); positions.len()];
    for group in groups {
        let mut centre = Mean::default();
        for member in group {
            centre.add(f64::from(positions[*member]));
        }
        for member in group {
            pulls[*member].add(centre.value().unwrap_or_default());
        }
    }
    let place = |member: usize| pulls[member].value().unwrap_or(f64::from(positions[member]));
    let mut sorted: Vec<usize> = (0..positions.len()).collect();
    sorted.sort_unstable_by(|a, b| place(*a).total_cmp(&place(*b)).then(positions[*a].cmp(&positions[*b])));
    let mut moved = vec![0; positions.len()];
    (0..).zip(sorted).for_each(|(position, member)| moved[member] = position);
    moved
}

#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f64,
    count: f64,
}

impl Mean {
    fn add(&mut self, number: f64) {
        self.sum += number;
        self.count += 1.0;
    }

    /// `None` if there are no numbers.
    fn value(self) -> Option<f64> {
        (self.count > 0.0).then(|| self.sum / self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every member has a place of its own.
    fn is_order(positions: &[u32]) -> bool {
        let mut sorted = positions.to_vec();
        sorted.sort_unstable();
        sorted.into_iter().eq((0..).take(positions.len()))
    }

    #[test]
    fn pairs_become_neighbours() {
        for count in [1, 2, 3, 7, 40] {
            let pairs: Vec<Vec<usize>> = (0..count).map(|index| vec![index, count + index]).collect();
            let positions = force(2 * count, &pairs);
            assert!(is_order(&positions), "{positions:?}");
            assert_eq!(span(&positions, &pairs), count as u64, "{positions:?}");
        }
    }

    #[test]
    fn a_good_order_stays() {
        let chain: Vec<Vec<usize>> = (0..9).map(|index| vec![index, index + 1]).collect();
        assert_eq!(force(10, &chain), (0..10).collect::<Vec<_>>());
        assert_eq!(force(3, &[]), vec![0, 1, 2]);
        assert_eq!(force(0, &[]), Vec::<u32>::new());
    }

    #[test]
    fn no_order_is_worse_than_the_first() {
        let rings: Vec<Vec<usize>> = (0..30).map(|index| vec![index, (index * 7 + 3) % 30]).collect();
        let positions = force(30, &rings);
        assert!(is_order(&positions));
        assert!(span(&positions, &rings) <= span(&(0..30).collect::<Vec<_>>(), &rings));
    }
}
