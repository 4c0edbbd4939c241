//! Operands that are evaluated in any order (C11 6.5p3).

use super::Execution;
use crate::choices::Question;
use crate::thread::Order;

impl Execution<'_> {
    /// Begins operands.
    pub(super) fn order(&mut self, index: u32) {
        let count = self.code.orders[index as usize].0.len();
        let base = self.thread().stack.len() as u32;
        let order = Order {
            blocks: index,
            left: (0..count as u32).collect(),
            current: 0,
            results: vec![Vec::new(); count],
            base,
        };
        self.thread().orders.push(order);
        self.next_operand();
    }

    /// The result of an operand is put aside.
    pub(super) fn operand_end(&mut self) {
        let thread = self.thread();
        if let Some(order) = thread.orders.last_mut() {
            let base = (order.base as usize).min(thread.stack.len());
            order.results[order.current as usize] = thread.stack.split_off(base);
        }
        self.next_operand();
    }

    /// Goes on with any of the operands that are left, or after them.
    fn next_operand(&mut self) {
        let Some(order) = self.thread().orders.last() else { return };
        let left = order.left.len();
        let blocks = order.blocks;
        if left == 0 {
            let (_, end) = self.code.orders[blocks as usize];
            let thread = self.thread();
            if let Some(order) = thread.orders.pop() {
                thread.stack.extend(order.results.into_iter().flatten());
            }
            self.frame().next = end;
            return;
        }
        let picked = self.choose(Question::Order, 0, left as i128 - 1).cast_unsigned() as usize;
        if let Some(order) = self.state.threads[self.current].orders.last_mut() {
            order.current = order.left.remove(picked).unwrap_or(0);
            let start = self.code.orders[blocks as usize].0[order.current as usize];
            self.frame().next = start;
        }
    }
}
