//! Assignments of scalars.

use boolprog_c_syntax::tree::{Atomic, Binary, ExprId, ExprKind, Gives};

use super::Lowering;
use crate::form::{Access, Action, Direction, Operand, Operation, Place, Shape};

impl Lowering<'_> {
    /// `to = value`; the value of the lvalue after it.
    pub(super) fn assign(&mut self, to: ExprId, value: ExprId) -> Operand {
        let group = self.new_group();
        let (place, access) = self.operand(group, |it| it.accessed(to));
        let value = self.operand(group, |it| it.value(value));
        self.store(place, access, value)
    }

    /// `to op= value`, `++` and `--`
    pub(super) fn update(&mut self, expr: ExprId) -> Operand {
        let ExprKind::Update { to, operator, value, computed, gives } = &self.tree[expr].kind else {
            return Operand::Number(0);
        };
        let (to, value, gives) = (*to, *value, *gives);
        let group = self.new_group();
        let (place, access) = self.operand(group, |it| it.accessed(to));
        let by = self.operand(group, |it| it.value(value));
        if access.is_atomic && !computed.is_pointer() {
            let shape = self.scalar(computed);
            if access.shape == shape || is_modular(*operator) && is_integer(access.shape) && is_integer(shape) {
                let by = self.converted(by, shape, access.shape);
                let result = self.temporary(access.shape);
                let operation = Atomic::Fetch(*operator, gives);
                self.act(Action::Atomic(Some(result), operation, place, vec![by], access.shape));
                return Operand::Temporary(result);
            }
        }
        let before = self.load(place, access);
        let after = if let Some(element) = computed.target().filter(|_| computed.is_pointer()) {
            let backwards = *operator == Binary::Subtract;
            let direction = if backwards { Direction::Backwards } else { Direction::Forwards };
            self.moved_by(before, by, element, direction)
        } else {
            let shape = self.scalar(computed);
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
