//! Expressions.

use boolprog_c_syntax::tree::{Binary, ExprId, ExprKind, Logical, StmtId, Unary};
use boolprog_c_syntax::types::Type;

use super::places::at;
use super::{Lowering, jumps, to};
use crate::form::{
    Action, Base, BlockId, Direction, End, FunctionId, Operand, Operation, Part, Place, Shape, Target, Unknown,
};

impl Lowering<'_> {
    /// The value of a scalar expression.
    pub(super) fn value(&mut self, expr: ExprId) -> Operand {
        let before = std::mem::replace(&mut self.place, self.tree[expr].place);
        let value = stacker::maybe_grow(64 << 10, 1 << 20, || self.scalar_value(expr));
        self.place = before;
        value
    }

    /// An expression whose value, if it has one, is dropped.
    pub(super) fn effect(&mut self, expr: ExprId) {
        let before = std::mem::replace(&mut self.place, self.tree[expr].place);
        stacker::maybe_grow(64 << 10, 1 << 20, || self.effect_here(expr));
        self.place = before;
    }

    fn effect_here(&mut self, expr: ExprId) {
        let tree = self.tree;
        match &tree[expr].kind {
            ExprKind::Convert(of) if tree[expr].ty.is_void() => self.effect(*of),
            ExprKind::Comma(first, second) => {
                self.at_point(|it| it.effect(*first));
                self.effect(*second);
            }
            ExprKind::Conditional(condition, Some(then), otherwise) => {
                self.either(*condition, |it| it.effect(*then), |it| it.effect(*otherwise));
            }
            ExprKind::Block { statements, value } => {
                self.block_expression(statements, |it| value.iter().for_each(|value| it.effect(*value)));
            }
            ExprKind::Call { function, arguments } => self.call_for_effect(*function, arguments, &tree[expr].ty),
            ExprKind::VaStart(list) => {
                let place = self.lvalue(*list);
                self.act(Action::ListStart(place));
            }
            ExprKind::VaEnd(list) => {
                self.lvalue(*list);
            }
            ExprKind::VaCopy(to, from) => {
                let (to, from) = (self.lvalue(*to), self.lvalue(*from));
                self.act(Action::ListCopy(to, from));
            }
            ExprKind::Atomic { operation, pointer, operands } => {
                self.atomic(*operation, *pointer, operands, &tree[expr].ty);
            }
            _ if self.shape(&tree[expr].ty).is_some() => {
                self.value(expr);
            }
            _ => {
                self.aggregate(expr);
            }
        }
    }

    fn scalar_value(&mut self, expr: ExprId) -> Operand {
        let tree = self.tree;
        let ty = &tree[expr].ty;
        let shape = self.scalar(ty);
        match &tree[expr].kind {
            ExprKind::Integer(number) => Operand::Number(*number),
            ExprKind::Floating(number) => Operand::Floating(*number),
            ExprKind::Read(of) => self.read(*of),
            ExprKind::Decay(of) | ExprKind::Address(of) => {
                let place = self.designated(*of);
                self.address(place)
            }
            ExprKind::Function(function) => {
                self.address(Place { base: Base::Function(FunctionId(function.0)), offset: 0 })
            }
            ExprKind::Convert(of) | ExprKind::Unary(_, of) => {
                let value = self.value(*of);
                self.applied(expr, &[value])
            }
            ExprKind::Binary(_, a, b) => {
                let operands = self.operands(&[*a, *b]);
                self.applied(expr, &operands)
            }
            ExprKind::Logical(operator, a, b) => self.logical(*operator, *a, *b),
            ExprKind::Conditional(condition, then, otherwise) => self.conditional(*condition, *then, *otherwise, shape),
            ExprKind::Comma(first, second) => {
                self.at_point(|it| it.effect(*first));
                self.value(*second)
            }
            ExprKind::Assign { to, value } => self.assign(*to, *value),
            ExprKind::Update { .. } => self.update(expr),
            ExprKind::Call { function, arguments } => self.call_for_value(*function, arguments, shape),
            ExprKind::Block { statements, value } => self.block_expression(statements, |it| match value {
                Some(value) => it.value(*value),
                None => it.any(shape, Unknown::Unwritten),
            }),
            ExprKind::SizeOf(ty) => self.size(ty),
            ExprKind::Atomic { operation, pointer, operands } => {
                let value = self.atomic(*operation, *pointer, operands, ty);
                value.unwrap_or(Operand::Number(0))
            }
            ExprKind::VaArg(list) => {
                let (place, to) = (self.lvalue(*list), self.temporary(shape));
                self.part(Part::Call, |it| it.act(Action::ListNext(to, place)));
                Operand::Temporary(to)
            }
            ExprKind::LabelAddress(label) => jumps::address(*label),
            // Lvalues where a value is wanted.
            _ => self.read(expr),
        }
    }

    fn read(&mut self, lvalue: ExprId) -> Operand {
        let (place, access) = self.accessed(lvalue);
        self.load(place, access)
    }

    /// A value that is converted, if that changes anything.
    pub(super) fn converted(&mut self, value: Operand, from: Shape, to: Shape) -> Operand {
        if from == to { value } else { self.compute(to, Operation::Convert(value, from, to)) }
    }

    /// The value of an operator whose operands have these values.
    pub(super) fn applied(&mut self, expr: ExprId, values: &[Operand]) -> Operand {
        let tree = self.tree;
        let shape = self.scalar(&tree[expr].ty);
        match (&tree[expr].kind, values) {
            (ExprKind::Convert(of), [value]) => self.converted(*value, self.scalar(&tree[*of].ty), shape),
            (ExprKind::Unary(Unary::Plus, _), [value]) => *value,
            (ExprKind::Unary(operator, of), [value]) => {
                let operand = self.scalar(&tree[*of].ty);
                self.compute(shape, Operation::Unary(*operator, *value, operand))
            }
            (ExprKind::Binary(operator, a, b), [first, second]) => {
                let types = (&tree[*a].ty, &tree[*b].ty);
                self.binary(*operator, types, (*first, *second), shape)
            }
            _ => Operand::Number(0),
        }
    }

    fn binary(
        &mut self,
        operator: Binary,
        (left, right): (&Type, &Type),
        (first, second): (Operand, Operand),
        shape: Shape,
    ) -> Operand {
        match (operator, left.target().filter(|_| left.is_pointer()), right.is_pointer()) {
            (Binary::Subtract, Some(to), true) => {
                let size = self.size(to);
                self.compute(shape, Operation::Distance(first, second, size))
            }
            (Binary::Add, Some(to), false) => self.moved_by(first, second, to, Direction::Forwards),
            (Binary::Subtract, Some(to), false) => self.moved_by(first, second, to, Direction::Backwards),
            _ => self.compute(shape, Operation::Binary(operator, first, second, self.scalar(left))),
        }
    }

    /// The truth value of a scalar, as a `_Bool`.
    pub(super) fn truth(&mut self, expr: ExprId) -> Operand {
        let value = self.value(expr);
        self.converted(value, self.scalar(&self.tree[expr].ty), Shape::Bool)
    }

    /// One of two continuations, which meet again.
    pub(super) fn either(
        &mut self,
        condition: ExprId,
        then: impl FnOnce(&mut Self),
        otherwise: impl FnOnce(&mut Self),
    ) {
        let condition = self.at_point(|it| it.truth(condition));
        let (first, second, end) = (self.new_block(), self.new_block(), self.new_block());
        self.end(End::Branch(condition, to(first), to(second)));
        self.block = first;
        then(self);
        self.jump(end);
        self.block = second;
        otherwise(self);
        self.go_on_in(end);
    }

    fn logical(&mut self, operator: Logical, a: ExprId, b: ExprId) -> Operand {
        let condition = self.at_point(|it| it.truth(a));
        let (second, (end, result)) = (self.new_block(), self.meeting(Shape::Signed(4)));
        let decided = Target { block: end, arguments: vec![Operand::Number(i128::from(operator == Logical::Or))] };
        self.end(match operator {
            Logical::And => End::Branch(condition, to(second), decided),
            Logical::Or => End::Branch(condition, decided, to(second)),
        });
        self.block = second;
        let value = self.truth(b);
        let value = self.converted(value, Shape::Bool, Shape::Signed(4));
        self.meet(end, value);
        result
    }

    fn conditional(&mut self, condition: ExprId, then: Option<ExprId>, otherwise: ExprId, shape: Shape) -> Operand {
        let of_condition = self.scalar(&self.tree[condition].ty);
        let value = self.at_point(|it| it.value(condition));
        let truth = self.converted(value, of_condition, Shape::Bool);
        let (first, second, (end, result)) = (self.new_block(), self.new_block(), self.meeting(shape));
        self.end(End::Branch(truth, to(first), to(second)));
        self.block = first;
        let value = match then {
            Some(then) => self.value(then),
            None => self.converted(value, of_condition, shape),
        };
        self.end(End::Jump(Target { block: end, arguments: vec![value] }));
        self.block = second;
        let value = self.value(otherwise);
        self.meet(end, value);
        result
    }

    /// A block with one parameter, in which several ways meet.
    fn meeting(&mut self, shape: Shape) -> (BlockId, Operand) {
        let (block, value) = (self.new_block(), self.temporary(shape));
        self.blocks[block.0 as usize].parameters.push(value);
        (block, Operand::Temporary(value))
    }

    /// Goes on in such a block, with its parameter.
    fn meet(&mut self, block: BlockId, value: Operand) {
        self.blocks[self.block.0 as usize].end = End::Jump(Target { block, arguments: vec![value] });
        self.block = block;
    }

    /// `({ .. })`
    pub(super) fn block_expression<T>(&mut self, statements: &[StmtId], last: impl FnOnce(&mut Self) -> T) -> T {
        self.scoped(|it| {
            let is_within = std::mem::replace(&mut it.is_within_expression, true);
            it.full(|it| statements.iter().for_each(|statement| it.statement(*statement)));
            it.is_within_expression = is_within;
            last(it)
        })
    }

    /// The place where an expression of a type without scalar value is, such as a structure.
    pub(super) fn aggregate(&mut self, expr: ExprId) -> Place {
        let tree = self.tree;
        let before = std::mem::replace(&mut self.place, tree[expr].place);
        let place = match &tree[expr].kind {
            ExprKind::Read(of) => self.lvalue(*of),
            ExprKind::Comma(first, second) => {
                self.at_point(|it| it.effect(*first));
                self.aggregate(*second)
            }
            ExprKind::Conditional(condition, Some(then), otherwise) => {
                let copy = self.unnamed(expr, &tree[expr].ty);
                let size = self.tree.size_of(&tree[expr].ty).unwrap_or(0);
                self.either(*condition, |it| it.copy(copy, *then, size), |it| it.copy(copy, *otherwise, size));
                copy
            }
            ExprKind::Assign { to, value } => self.assign_aggregate(*to, *value),
            ExprKind::Call { function, arguments } => self.call_for_place(*function, arguments, &tree[expr].ty),
            ExprKind::Block { statements, value: Some(value) } => {
                self.block_expression(statements, |it| it.aggregate(*value))
            }
            ExprKind::Object(_)
            | ExprKind::Text(_)
            | ExprKind::Deref(_)
            | ExprKind::Index(..)
            | ExprKind::Member(..)
            | ExprKind::Compound(_)
            | ExprKind::Function(_) => self.lvalue(expr),
            _ => {
                let pointer = self.any(self.pointer(), Unknown::NotExpressed);
                at(pointer)
            }
        };
        self.place = before;
        place
    }
}
