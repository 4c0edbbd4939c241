//! Operands that C does not order (C11 6.5p3): they are evaluated from left to right, and those that meet in all orders.
//!
//! The parts of an operand are not ordered with others either: in `x + y + f()`, the call may happen between the two reads. So operands
//! that meet others are taken apart into what is no operator of arithmetic, and these parts are evaluated in all orders.

use boolprog_c_syntax::tree::{self, Binary, ExprId, ExprKind};

use super::{Lowering, to};
use crate::form::{Action, BlockId, End, Operand, Part, Place, Requirement, Shape, Target, Unknown};
use crate::order::Conflict;

/// The use of an operand.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted<'a> {
    /// The value of a scalar.
    Value(ExprId),
    /// The place of an lvalue.
    Place(ExprId),
    /// The place of an lvalue that an expression changes, and what it has there.
    Changed(ExprId),
    /// The place of a structure.
    Structure(ExprId),
    /// The pointer to a function; nothing for one that is called by its name.
    Callee(ExprId),
    /// Nothing: a part of an initialiser of the object at a place is written.
    Part(Place, &'a tree::Part),
}

/// The result of an operand: a place, a value, or both.
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

impl<'a> Lowering<'a> {
    /// The values of operands that C does not order.
    pub(super) fn operands(&mut self, operands: &[ExprId]) -> Vec<Operand> {
        let Some(first) = operands.first() else { return Vec::new() };
        let wanted: Vec<Wanted<'a>> = operands.iter().copied().map(Wanted::Value).collect();
        let found = self.watched(*first, |it| it.evaluate(*first, &wanted));
        found.into_iter().map(|found| found.value.unwrap_or(Operand::Number(0))).collect()
    }

    /// The results of operands, of which this is the first one.
    pub(super) fn evaluate(&mut self, first: ExprId, wanted: &[Wanted<'a>]) -> Vec<Evaluated> {
        let conflict = self.conflict(first);
        if conflict.is_none() && !self.names.conflicts.is_sought() {
            return wanted.iter().enumerate().map(|(index, it)| self.operand(first, index, *it)).collect();
        }
        if conflict.is_some_and(|conflict| conflict.is_large) {
            self.put(Action::Require(Requirement::FewOrders, Operand::Number(0)));
        }
        let parts: Vec<Wanted<'a>> = wanted.iter().flat_map(|wanted| self.parts_of(*wanted)).collect();
        let found = match conflict.filter(|conflict| !conflict.open.is_empty()) {
            Some(conflict) => self.in_all_orders(first, &parts, conflict),
            None => parts.iter().enumerate().map(|(index, it)| self.operand(first, index, *it)).collect(),
        };
        let mut found = found.into_iter();
        wanted.iter().filter_map(|wanted| self.put_together(*wanted, &mut found)).collect()
    }

    /// Facts about operands that meet, of which this is the first one.
    pub(super) fn conflict(&self, first: ExprId) -> Option<&'a Conflict> {
        self.names.conflicts.of(self.names.unit, &self.name, first.0)
    }

    /// Returns `true` if operands are evaluated in several orders, so that each has to leave all that it reads.
    pub(super) fn is_open(&self, first: ExprId) -> bool {
        self.names.conflicts.is_sought() || self.conflict(first).is_some_and(|conflict| !conflict.open.is_empty())
    }

    fn operand(&mut self, first: ExprId, index: usize, wanted: Wanted<'a>) -> Evaluated {
        self.watch_operand(first, index);
        self.part(Part::Operand(first.0), |it| match wanted {
            Wanted::Value(expr) => Evaluated::value(it.value(expr)),
            Wanted::Place(expr) => Evaluated::place(it.lvalue(expr)),
            Wanted::Changed(to) => it.changed_place(to),
            Wanted::Structure(expr) => Evaluated::place(it.settled(first, expr)),
            Wanted::Callee(expr) => it.callee(expr),
            Wanted::Part(whole, part) => {
                // Parts are in a definite order, as calls are.
                it.part(Part::Call, |it| it.at_point(|it| it.initial(whole, part)));
                Evaluated { place: None, value: None }
            }
        })
    }

    /// The parts of an operand that are evaluated in any order.
    fn parts_of(&self, wanted: Wanted<'a>) -> Vec<Wanted<'a>> {
        let Wanted::Value(expr) = wanted else { return vec![wanted] };
        let mut parts = Vec::new();
        let mut open = vec![expr];
        while let Some(next) = open.pop() {
            let inner = self.arithmetic_of(next);
            if inner.is_empty() {
                parts.push(Wanted::Value(next));
            }
            open.extend(inner.into_iter().rev());
        }
        parts
    }

    /// The operands of an operator of arithmetic; none for other expressions, and for those that can be a fault, which is found where
    /// the operator stands in the text.
    fn arithmetic_of(&self, expr: ExprId) -> Vec<ExprId> {
        match &self.tree[expr].kind {
            ExprKind::Binary(Binary::Divide | Binary::Remainder, ..) => Vec::new(),
            ExprKind::Binary(_, a, b) => vec![*a, *b],
            ExprKind::Unary(_, of) | ExprKind::Convert(of) if self.shape(&self.tree[*of].ty).is_some() => vec![*of],
            _ => Vec::new(),
        }
    }

    /// The result of an operand whose parts are evaluated.
    fn put_together(&mut self, wanted: Wanted<'a>, parts: &mut dyn Iterator<Item = Evaluated>) -> Option<Evaluated> {
        match wanted {
            Wanted::Value(expr) => self.computed_from(expr, parts).map(Evaluated::value),
            _ => parts.next(),
        }
    }

    fn computed_from(&mut self, expr: ExprId, parts: &mut dyn Iterator<Item = Evaluated>) -> Option<Operand> {
        let inner = self.arithmetic_of(expr);
        if inner.is_empty() {
            return parts.next().and_then(|part| part.value);
        }
        let before = std::mem::replace(&mut self.place, self.tree[expr].place);
        let values = inner.into_iter().map(|inner| {
            stacker::maybe_grow(64 << 10, 1 << 20, || self.computed_from(inner, parts)).unwrap_or(Operand::Number(0))
        });
        let values: Vec<Operand> = values.collect();
        let value = self.applied(expr, &values);
        self.place = before;
        Some(value)
    }

    /// Evaluates the operands that meet in all orders that differ, and all others before them.
    fn in_all_orders(&mut self, first: ExprId, wanted: &[Wanted<'a>], conflict: &Conflict) -> Vec<Evaluated> {
        let orders = self.orders.of(conflict);
        let mut found: Vec<Option<Evaluated>> = vec![None; wanted.len()];
        for index in (0..wanted.len()).filter(|index| !orders[0].contains(index)) {
            found[index] = Some(self.operand(first, index, wanted[index]));
        }
        if orders.len() < 2 {
            self.put(Action::Require(Requirement::FewOrders, Operand::Number(0)));
        } else if conflict.is_mixed {
            let are_all = self.temporary(Shape::Bool);
            self.put(Action::Any(are_all, Unknown::Unwritten));
            self.put(Action::Require(Requirement::FewOrders, Operand::Temporary(are_all)));
        }
        let outer = self.orders.enter(orders.len());
        let mut ways: Vec<(BlockId, Vec<Evaluated>)> = Vec::new();
        for (number, order) in orders.iter().enumerate() {
            let next = (number + 1 < orders.len()).then(|| self.choose_order());
            let mut left = vec![None; wanted.len()];
            for index in order {
                left[*index] = Some(self.operand(first, *index, wanted[*index]));
            }
            ways.push((self.block, left.into_iter().flatten().collect()));
            self.block = next.unwrap_or(self.block);
            self.orders.is_copy = true;
        }
        self.orders.leave(outer);
        let mut met = self.met(ways).into_iter();
        found.into_iter().filter_map(|found| found.or_else(|| met.next())).collect()
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
}
