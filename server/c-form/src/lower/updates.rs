//! Assignments of scalars.

use boolprog_c_syntax::tree::{Atomic, Binary, ExprId, ExprKind, Gives, Unit};

use super::Lowering;
use super::intrinsics::Intrinsic;
use super::operands::{Evaluated, Wanted};
use crate::form::{Access, Action, Direction, Operand, Operation, Place, Shape};

/// Returns `true` if a unit changes an atomic object, perhaps in a section. Then the [intrinsics](Intrinsic) follow its functions.
pub(super) fn are_in(tree: &Unit) -> bool {
    let is_atomic = |to: ExprId| tree[to].ty.qualifiers.is_atomic;
    tree.exprs.iter().any(|expr| matches!(expr.kind, ExprKind::Update { to, .. } if is_atomic(to)))
}

impl Lowering<'_> {
    /// `to = value`; the value of the lvalue after it.
    pub(super) fn assign(&mut self, to: ExprId, value: ExprId) -> Operand {
        let access = self.access_of(to);
        self.watched(to, |it| {
            let found = it.evaluate(to, &[Wanted::Place(to), Wanted::Value(value)]);
            let (Some(place), Some(value)) = (found[0].place, found[1].value) else { return Operand::Number(0) };
            it.watch_own(to);
            it.store(place, access, value)
        })
    }

    /// `to op= value`, `++` and `--`
    pub(super) fn update(&mut self, expr: ExprId) -> Operand {
        let ExprKind::Update { to, value, .. } = &self.tree[expr].kind else { return Operand::Number(0) };
        let (to, value) = (*to, *value);
        let access = self.access_of(to);
        self.watched(to, |it| {
            let found = it.evaluate(to, &[Wanted::Changed(to), Wanted::Value(value)]);
            let (Some(place), Some(by)) = (found[0].place, found[1].value) else { return Operand::Number(0) };
            it.watch_own(to);
            it.changed(expr, (place, access), found[0].value, by)
        })
    }

    /// The place of an lvalue that an expression changes, and what it has there, unless it is read and written in one step (C11
    /// 6.5.16.2p3).
    pub(super) fn changed_place(&mut self, to: ExprId) -> Evaluated {
        let (place, access) = self.accessed(to);
        let value = (!access.is_atomic).then(|| self.load(place, access));
        Evaluated { place: Some(place), value }
    }

    /// Returns `true` if an object is read and written by one atomic access; others are a section.
    fn is_one_access(&self, expr: ExprId, access: Access) -> bool {
        let ExprKind::Update { operator, computed, .. } = &self.tree[expr].kind else { return false };
        let shape = self.scalar(computed);
        let is_same = access.shape == shape;
        access.is_atomic
            && !computed.is_pointer()
            && (is_same || is_modular(*operator) && is_integer(access.shape) && is_integer(shape))
    }

    /// Changes an object, the value of which was read before unless that is one step.
    fn changed(
        &mut self,
        expr: ExprId,
        (place, access): (Place, Access),
        before: Option<Operand>,
        by: Operand,
    ) -> Operand {
        let tree = self.tree;
        let ExprKind::Update { operator, computed, gives, .. } = &tree[expr].kind else { return by };
        let shape = self.scalar(computed);
        if before.is_none() && self.is_one_access(expr, access) {
            let by = self.converted(by, shape, access.shape);
            let result = self.temporary(access.shape);
            let operation = Atomic::Fetch(*operator, *gives);
            self.act(Action::Atomic(Some(result), operation, place, vec![by], access.shape));
            return Operand::Temporary(result);
        }
        let Some(before) = before else {
            self.call_intrinsic(Intrinsic::Begin, Vec::new());
            let before = self.load(place, access);
            let result = self.changed(expr, (place, access), Some(before), by);
            self.call_intrinsic(Intrinsic::End, Vec::new());
            return result;
        };
        let after = if let Some(element) = computed.target().filter(|_| computed.is_pointer()) {
            let backwards = *operator == Binary::Subtract;
            let direction = if backwards { Direction::Backwards } else { Direction::Forwards };
            self.moved_by(before, by, element, direction)
        } else {
            let operand = self.converted(before, access.shape, shape);
            let result = self.compute(shape, Operation::Binary(*operator, operand, by, shape));
            self.converted(result, shape, access.shape)
        };
        let after = self.store(place, access, after);
        match gives {
            Gives::Before => before,
            Gives::After => after,
        }
    }

    /// Writes a scalar; the value that can be read after it, which is not the same for a bit-field.
    pub(super) fn store(&mut self, place: Place, access: Access, value: Operand) -> Operand {
        self.act(Action::Store(place, value, access));
        let Some(bits) = access.bits else { return value };
        let (size, is_signed) = match access.shape {
            Shape::Signed(size) => (size, true),
            Shape::Unsigned(size) => (size, false),
            _ => return value,
        };
        let shift = Operand::Number(i128::from(8 * size - bits.width));
        let unsigned = Shape::Unsigned(size);
        let shape = if is_signed { Shape::Signed(size) } else { unsigned };
        let value = self.converted(value, access.shape, unsigned);
        let high = self.compute(unsigned, Operation::Binary(Binary::ShiftLeft, value, shift, unsigned));
        let high = self.converted(high, unsigned, shape);
        self.compute(shape, Operation::Binary(Binary::ShiftRight, high, shift, shape))
    }
}

/// Returns `true` if the low bits of the result depend on the low bits of the operands only.
fn is_modular(operator: Binary) -> bool {
    matches!(operator, Binary::Add | Binary::Subtract | Binary::Multiply | Binary::And | Binary::Or | Binary::Xor)
}

fn is_integer(shape: Shape) -> bool {
    matches!(shape, Shape::Signed(_) | Shape::Unsigned(_))
}
