//! Assignments, and operations that read and write an object.

use boolprog_c_syntax::layout::Size;
use boolprog_c_syntax::tree::{Atomic, Binary, ExprId, Gives};
use boolprog_c_syntax::types::{Kind, Type};

use super::effects::Effects;
use super::places::{Base, Lvalue};
use super::{Compiler, Use};
use crate::code::{AtomicOperation, Op, Update};
use crate::program::root;
use crate::value::{Scalar, Shape};

/// `to operator= value`, as the tree has it.
#[derive(Clone, Copy)]
pub(super) struct Change<'t> {
    pub to: ExprId,
    pub operator: Binary,
    pub value: ExprId,
    pub computed: &'t Type,
    pub gives: Gives,
}

impl Compiler<'_> {
    /// `to = value`
    pub(super) fn assign(&mut self, to: ExprId, value: ExprId, how: Use) {
        let operands = [self.effects(to), self.effects(value)];
        let mut disorder = self.disorder(&operands);
        disorder.is_watched |= self.meets(to, &operands);
        let ty = self.tree[to].ty.clone();
        let mut lvalue = None;
        self.watch(disorder);
        self.blocks(disorder, 2, |compiler, index| {
            if index == 0 {
                let found = compiler.place(to);
                compiler.prepare(found);
                lvalue = Some(found);
            } else {
                compiler.value(value);
            }
        });
        if let Some(lvalue) = lvalue {
            let way = self.way(lvalue, &ty);
            self.store(lvalue, way, how);
        }
        self.settle(disorder);
    }

    /// Returns `true` if the side effect on an lvalue may be unsequenced with one of its operands.
    fn meets(&self, to: ExprId, operands: &[Effects]) -> bool {
        let mut own = Effects::default();
        own.write(root(self.tree, to));
        operands.iter().any(|effects| self.conflict(&own.writes, &effects.writes))
    }

    /// `to operator= value`
    pub(super) fn update(&mut self, change: Change<'_>, how: Use) {
        let mut left = self.effects(change.to);
        left.read(root(self.tree, change.to));
        let operands = [left, self.effects(change.value)];
        let mut disorder = self.disorder(&operands);
        disorder.is_watched |= self.meets(change.to, &operands);
        let ty = self.tree[change.to].ty.clone();
        let gives = if how == Use::Effect { Gives::After } else { change.gives };
        let is_atomic = ty.qualifiers.is_atomic;
        let mut found = Lvalue::from(Base::Address(1));
        self.watch(disorder);
        self.blocks(disorder, 2, |compiler, index| {
            if index == 1 {
                compiler.operand(&change);
                return;
            }
            found = compiler.place(change.to);
            compiler.prepare(found);
            let way = compiler.way(found, &ty);
            match found.base {
                Base::Cell(_) => compiler.load(found, &ty),
                _ if is_atomic => {}
                _ => {
                    compiler.emit(Op::LoadUnder(way));
                }
            }
        });
        let has_address = !matches!(found.base, Base::Cell(_));
        let update = self.describe(&change, &ty, gives, has_address);
        self.code.updates.push(update);
        let index = self.code.updates.len() as u32 - 1;
        let way = self.way(found, &ty);
        if is_atomic && has_address {
            self.emit(Op::ModifyAtomic(index, way));
            if how == Use::Effect {
                self.emit(Op::Drop);
            }
        } else {
            self.emit(Op::Modify(index));
            let keeps = how == Use::Value && gives == Gives::After;
            self.store(found, way, if keeps { Use::Value } else { Use::Effect });
        }
        self.settle(disorder);
    }

    /// The right operand; that of a pointer to arrays of variable size is a number of bytes.
    fn operand(&mut self, change: &Change<'_>) {
        self.value(change.value);
        if let Kind::Pointer(to) = &self.tree[change.to].ty.kind
            && self.tree.size(to) == Size::Variable
        {
            self.size(to);
            self.emit(Op::Binary(Binary::Multiply, Scalar::Integer { size: 8, signed: true }));
        }
    }

    fn describe(&self, change: &Change<'_>, ty: &Type, gives: Gives, has_address: bool) -> Update {
        let stored = self.scalar(ty);
        let step = self.pointer_step(ty);
        Update { operator: change.operator, stored, computed: self.scalar(change.computed), step, gives, has_address }
    }

    /// The size of what a pointer points to; none for other types.
    fn pointer_step(&self, ty: &Type) -> Option<u64> {
        let Kind::Pointer(to) = &ty.kind else { return None };
        Some(self.tree.size_of(to).unwrap_or(1))
    }

    /// An atomic operation. A number that is added to a pointer is one of bytes.
    pub(super) fn atomic(&mut self, operation: Atomic, pointer: ExprId, operands: &[ExprId]) {
        let all: Vec<ExprId> = std::iter::once(pointer).chain(operands.iter().copied()).collect();
        self.values(&all);
        let target = self.tree[pointer].ty.target();
        let shape = target
            .map_or(Shape::Bytes(0), |ty| if ty.is_void() { Shape::Scalar(Scalar::Bool) } else { self.shape(ty) });
        self.code.atomics.push(AtomicOperation { operation, shape });
        let index = self.code.atomics.len() as u32 - 1;
        self.emit(Op::Atomic(index));
    }
}
