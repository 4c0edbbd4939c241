//! Operands that C does not order (C11 6.5p3): they are evaluated from left to right, and those that meet in all orders.

use boolprog_c_syntax::tree::ExprId;

use super::{Lowering, to};
use crate::form::{Action, Base, BlockId, End, Operand, Part, Place, Requirement, Shape, Target, Unknown};
use crate::order::Conflict;

/// What an operand leaves: a place, a value, or both.
#[derive(Clone, Debug)]
pub(super) struct Evaluated {
    pub(super) place: Option<Place>,
    pub(super) value: Option<Operand>,
}

impl Evaluated {
    pub(super) fn value(value: Operand) -> Self {
        Self { place: None, value: Some(value) }
    }

    pub(super) fn place(place: Place) -> Self {
        Self { place: Some(place), value: None }
    }

    /// The operands of which it consists.
    fn operands_mut(&mut self) -> impl Iterator<Item = &mut Operand> {
        self.place.as_mut().and_then(Place::pointer_mut).into_iter().chain(&mut self.value)
    }
}

/// How a group of operands is evaluated: what the operand of a number leaves.
type Evaluate<'e, 'a> = &'e mut dyn FnMut(&mut Lowering<'a>, usize) -> Evaluated;

impl<'a> Lowering<'a> {
    /// The values of operands that C does not order.
    pub(super) fn operands(&mut self, operands: &[ExprId]) -> Vec<Operand> {
        let Some(first) = operands.first() else { return Vec::new() };
        let found = self.watched(*first, |it| {
            it.evaluate(*first, operands.len(), &mut |it, index| Evaluated::value(it.value(operands[index])))
        });
        found.into_iter().map(|found| found.value.unwrap_or(Operand::Number(0))).collect()
    }

    /// What a number of operands leave, of which this is the first one.
    pub(super) fn evaluate(&mut self, first: ExprId, count: usize, evaluate: Evaluate<'_, 'a>) -> Vec<Evaluated> {
        let Some(conflict) = self.conflict(first).filter(|conflict| !conflict.open.is_empty()) else {
            return (0..count).map(|index| self.operand_of(first, index, evaluate)).collect();
        };
        self.in_all_orders(first, count, conflict, evaluate)
    }

    /// What is known of operands that meet, of which this is the first one.
    pub(super) fn conflict(&self, first: ExprId) -> Option<&'a Conflict> {
        self.names.conflicts.of(&self.name, first.0)
    }

    /// Returns `true` if operands are evaluated in several orders, so that each has to leave all that it reads.
    pub(super) fn is_open(&self, first: ExprId) -> bool {
        self.names.conflicts.is_sought() || self.conflict(first).is_some_and(|conflict| !conflict.open.is_empty())
    }

    fn operand_of(&mut self, first: ExprId, index: usize, evaluate: Evaluate<'_, 'a>) -> Evaluated {
        self.watch_operand(first, index);
        self.part(Part::Operand(first.0), |it| evaluate(it, index))
    }

    /// Evaluates the operands that meet in all orders that differ, and all others before them.
    fn in_all_orders(
        &mut self,
        first: ExprId,
        count: usize,
        conflict: &Conflict,
        evaluate: Evaluate<'_, 'a>,
    ) -> Vec<Evaluated> {
        let orders = self.orders.of(conflict);
        let is_ordered = |index: &usize| !orders[0].contains(index);
        let mut found: Vec<Option<Evaluated>> = vec![None; count];
        for index in (0..count).filter(is_ordered) {
            found[index] = Some(self.operand_of(first, index, evaluate));
        }
        if conflict.is_cut(orders.len()) {
            self.put(Action::Require(Requirement::FewOrders, Operand::Number(0)));
        }
        let outer = self.orders.enter(orders.len());
        let mut ways: Vec<(BlockId, Vec<Evaluated>)> = Vec::new();
        for (number, order) in orders.iter().enumerate() {
            let next = (number + 1 < orders.len()).then(|| self.choose_order());
            let mut left = vec![None; count];
            for index in order {
                left[*index] = Some(self.operand_of(first, *index, evaluate));
            }
            ways.push((self.block, left.into_iter().flatten().collect()));
            self.block = next.unwrap_or(self.block);
            self.orders.is_copy = true;
        }
        self.orders.leave(outer);
        let mut met = self.met(ways).into_iter();
        found.into_iter().map(|found| found.or_else(|| met.next())).flatten().collect()
    }

    /// Goes on with an order; gives the block of those after it. The first order is the one in the text.
    fn choose_order(&mut self) -> BlockId {
        let other = self.temporary(Shape::Bool);
        self.put(Action::Any(other, Unknown::Unwritten));
        let [next, here] = [self.new_block(), self.new_block()];
        self.blocks[self.block.0 as usize].end = End::Branch(Operand::Temporary(other), to(next), to(here));
        self.block = here;
        next
    }

    /// The ways meet in a block that gets what differs.
    fn met(&mut self, ways: Vec<(BlockId, Vec<Evaluated>)>) -> Vec<Evaluated> {
        let end = self.new_block();
        let (blocks, mut left): (Vec<BlockId>, Vec<Vec<Evaluated>>) = ways.into_iter().unzip();
        let mut arguments = vec![Vec::new(); blocks.len()];
        let mut result = left[0].clone();
        for (index, found) in result.iter_mut().enumerate() {
            for (slot, operand) in found.operands_mut().enumerate() {
                let of_way = |way: &mut Vec<Evaluated>| way[index].operands_mut().nth(slot).map(|operand| *operand);
                let all: Vec<Operand> = left.iter_mut().filter_map(of_way).collect();
                let shape = all.iter().find_map(|operand| match operand {
                    Operand::Temporary(temporary) => Some(self.temporaries[temporary.0 as usize]),
                    Operand::Number(_) | Operand::Floating(_) => None,
                });
                let Some(shape) = shape.filter(|_| all.iter().any(|it| it != operand)) else { continue };
                let parameter = self.temporary(shape);
                self.blocks[end.0 as usize].parameters.push(parameter);
                arguments.iter_mut().zip(all).for_each(|(arguments, operand)| arguments.push(operand));
                *operand = Operand::Temporary(parameter);
            }
        }
        for (block, arguments) in blocks.into_iter().zip(arguments) {
            self.blocks[block.0 as usize].end = End::Jump(Target { block: end, arguments });
        }
        self.block = end;
        result
    }

    /// A structure as an operand that leaves its value, where another one may change it: a copy.
    pub(super) fn settled(&mut self, first: ExprId, value: ExprId) -> Place {
        let place = self.aggregate(value);
        let is_own = matches!(place.base, Base::Local(local) if self.unnamed.values().any(|it| *it == local));
        if is_own || !self.is_open(first) {
            return place;
        }
        let size = self.tree.size_of(&self.tree[value].ty).unwrap_or(0);
        let copy = self.unnamed(value, &self.tree[value].ty);
        self.act(Action::Copy(copy, place, size));
        copy
    }
}
