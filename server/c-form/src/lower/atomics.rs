//! Atomic operations.

use boolprog_c_syntax::tree::{Atomic, ExprId};
use boolprog_c_syntax::types::Type;

use super::Lowering;
use super::places::at;
use crate::form::{Action, Operand, Part};

impl Lowering<'_> {
    /// An atomic operation, with what it gives: as a generic function, it is in a definite order with all else (C11 7.17.7).
    pub(super) fn atomic(
        &mut self,
        operation: Atomic,
        pointer: ExprId,
        operands: &[ExprId],
        ty: &Type,
    ) -> Option<Operand> {
        let all: Vec<ExprId> = std::iter::once(pointer).chain(operands.iter().copied()).collect();
        let mut values = self.operands(&all).into_iter();
        let place = at(values.next().unwrap_or(Operand::Number(0)));
        let shape = self.tree[pointer].ty.target().map_or(self.pointer(), |target| self.scalar(target));
        let result = self.shape(ty).map(|shape| self.temporary(shape));
        let action = Action::Atomic(result, operation, place, values.collect(), shape);
        self.part(Part::Call, |it| it.act(action));
        result.map(Operand::Temporary)
    }
}
