//! The orders in which the operands of an expression are evaluated.

use crate::order::{Conflict, Pair};

/// Orders of operands within operands at most, all together.
const MOST_ORDERS: usize = 48;

/// Operands of which all orders are looked for at most.
const MOST_OPERANDS: usize = 6;

/// The state of what is being lowered.
#[derive(Debug)]
pub(super) struct Orders {
    /// Number of orders of the operands around.
    count: usize,
    /// `true` in all orders but the first one: what is lowered here was lowered before.
    pub(super) is_copy: bool,
    /// Watches of the accesses of operands, outermost first.
    pub(super) watches: Vec<super::unsequenced::Watch>,
}

impl Default for Orders {
    fn default() -> Self {
        Self { count: 1, is_copy: false, watches: Vec::new() }
    }
}

impl Orders {
    /// The orders of operands that meet which differ for one of the pairs, the one of the text first; only that one if there are
    /// too many.
    pub(super) fn of(&self, conflict: &Conflict) -> Vec<Vec<usize>> {
        let mut operands: Vec<usize> = conflict.open.iter().flat_map(|pair| [pair.0, pair.1]).collect();
        operands.sort_unstable();
        operands.dedup();
        if operands.len() <= MOST_OPERANDS {
            let orders = different(&operands, &conflict.open);
            if orders.len() * self.count <= MOST_ORDERS {
                return orders;
            }
        }
        vec![operands]
    }

    /// Begins operands of this number of orders; gives what is to be left.
    pub(super) fn enter(&mut self, orders: usize) -> (usize, bool) {
        let outer = (self.count, self.is_copy);
        self.count *= orders;
        outer
    }

    pub(super) fn leave(&mut self, (count, is_copy): (usize, bool)) {
        (self.count, self.is_copy) = (count, is_copy);
    }
}

/// One order for each way in which the operands of the pairs can follow one another.
fn different(operands: &[usize], pairs: &[Pair]) -> Vec<Vec<usize>> {
    let mut found: Vec<(Vec<bool>, Vec<usize>)> = Vec::new();
    let mut open = vec![Vec::new()];
    while let Some(begun) = open.pop() {
        let left: Vec<usize> = operands.iter().copied().filter(|it| !begun.contains(it)).collect();
        open.extend(left.iter().rev().map(|next| begun.iter().copied().chain([*next]).collect::<Vec<usize>>()));
        if left.is_empty() {
            let at = |operand: usize| begun.iter().position(|it| *it == operand);
            let ways: Vec<bool> = pairs.iter().map(|pair| at(pair.0) < at(pair.1)).collect();
            if !found.iter().any(|(known, _)| *known == ways) {
                found.push((ways, begun));
            }
        }
    }
    found.into_iter().map(|(_, order)| order).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_that_do_not_differ_for_a_pair_are_left_out() {
        assert_eq!(different(&[0, 1, 2], &[Pair(0, 2)]), [[0, 1, 2], [1, 2, 0]]);
        assert_eq!(different(&[0, 1, 2], &[Pair(0, 1), Pair(0, 2), Pair(1, 2)]).len(), 6);
        assert_eq!(different(&[0, 1, 2, 3], &[Pair(0, 1), Pair(0, 2), Pair(0, 3)]).len(), 8);
    }
}
