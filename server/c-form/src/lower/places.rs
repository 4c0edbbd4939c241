//! Lvalues: a place is computed once, and then read and written.

use boolprog_c_syntax::layout::{Size, pointer_size};
use boolprog_c_syntax::tree::{Binary, ExprId, ExprKind};
use boolprog_c_syntax::types::{Kind, Length, Type};

use super::Lowering;
use crate::form::{
    Access, Action, Base, Direction, FunctionId, ObjectId, Operand, Operation, Place, Requirement, Shape,
};

impl Lowering<'_> {
    /// The place that an lvalue or a designator designates.
    pub(super) fn lvalue(&mut self, expr: ExprId) -> Place {
        let tree = self.tree;
        match &tree[expr].kind {
            ExprKind::Object(object) => {
                let place = self.place_of(*object);
                // The local of an array of variable size is a pointer to it.
                if tree[*object].ty.is_variable() { at(self.load(place, self.pointer_access())) } else { place }
            }
            ExprKind::Text(text) => whole(Base::Object(ObjectId(self.names.first_text + text.0))),
            ExprKind::Function(function) => whole(Base::Function(FunctionId(function.0))),
            ExprKind::Deref(pointer) => at(self.value(*pointer)),
            ExprKind::Index(array, index) => self.element((*array, *index), &tree[expr].ty, true),
            ExprKind::Member(of, record, member) => {
                let place = self.lvalue(*of);
                let layout = tree[*record].layout.as_ref();
                let offset = layout.map_or(0, |layout| layout.members[*member as usize].offset);
                Place { offset: place.offset + offset, ..place }
            }
            ExprKind::Compound(object) => self.compound(*object),
            // A structure that is no lvalue, such as the result of a call, lies in a local.
            _ => self.aggregate(expr),
        }
    }

    /// The place of an lvalue, and how it is accessed.
    pub(super) fn accessed(&mut self, expr: ExprId) -> (Place, Access) {
        let access = self.access_of(expr);
        (self.lvalue(expr), access)
    }

    /// The access to an lvalue; for a bit-field, with its bits.
    pub(super) fn access_of(&self, expr: ExprId) -> Access {
        let access = self.access(&self.tree[expr].ty);
        let bits = match &self.tree[expr].kind {
            ExprKind::Member(_, record, member) => {
                let layout = self.tree[*record].layout.as_ref();
                layout.and_then(|layout| layout.members[*member as usize].bits)
            }
            _ => None,
        };
        Access { bits, ..access }
    }

    /// The place to which a pointer is made: it may be that after the last element of an array (C11 6.5.3.2p3).
    pub(super) fn designated(&mut self, expr: ExprId) -> Place {
        match &self.tree[expr].kind {
            ExprKind::Index(array, index) => self.element((*array, *index), &self.tree[expr].ty, false),
            _ => self.lvalue(expr),
        }
    }

    /// The place of an element of this type, given its array and its index. It is one of the array, or if it is not used, the one
    /// after the last, also where the array is a part of an object that has room for others (C11 6.5.6p8).
    fn element(&mut self, (array, index): (ExprId, ExprId), element: &Type, is_used: bool) -> Place {
        let operands = self.operands(&[array, index]);
        if let Some(length) = self.length_of_part(array) {
            let last = i128::from(if is_used { length - 1 } else { length });
            let is_known = matches!(operands[1], Operand::Number(index) if (0..=last).contains(&index));
            let shape = match self.shape(&self.tree[index].ty) {
                Some(Shape::Unsigned(8)) => Shape::Unsigned(8),
                _ => Shape::Signed(8),
            };
            for (low, high) in [(Operand::Number(0), operands[1]), (operands[1], Operand::Number(last))] {
                if !is_known {
                    let is_within = Operation::Binary(Binary::LessOrEqual, low, high, shape);
                    let is_within = self.compute(Shape::Signed(4), is_within);
                    self.act(Action::Require(Requirement::Index, is_within));
                }
            }
        }
        at(self.moved_by(operands[0], operands[1], element, Direction::Forwards))
    }

    /// The number of elements of an array that is a part of an object, if its type says it. A member of length 0 or 1 stands for any
    /// number, as old code has it.
    fn length_of_part(&self, array: ExprId) -> Option<u64> {
        let ExprKind::Decay(of) = self.tree[array].kind else { return None };
        let least = match self.tree[of].kind {
            ExprKind::Member(..) => 2,
            ExprKind::Index(..) | ExprKind::Deref(_) => 1,
            _ => return None,
        };
        match self.tree[of].ty.kind {
            Kind::Array(_, Length::Known(length)) if length >= least => Some(length),
            _ => None,
        }
    }

    /// A pointer that is moved by a number of elements.
    pub(super) fn moved_by(&mut self, pointer: Operand, by: Operand, element: &Type, where_to: Direction) -> Operand {
        let size = self.size(element);
        self.compute(self.pointer(), Operation::Move(pointer, by, size, where_to))
    }

    /// The number of bytes of a type, also of one that is known only when the program runs.
    pub(super) fn size(&mut self, ty: &Type) -> Operand {
        match (self.tree.size(ty), &ty.kind) {
            (Size::Variable, Kind::Array(element, length)) => {
                let element = self.size(element);
                let count = match length {
                    Length::Known(count) => Operand::Number((*count).into()),
                    Length::Unknown => Operand::Number(0),
                    Length::Variable(object) => {
                        let place = self.place_of(*object);
                        let access = self.access(&self.tree[*object].ty);
                        self.load(place, access)
                    }
                };
                let shape = Shape::Unsigned(pointer_size(self.tree.target) as u8);
                let product = Operation::Binary(Binary::Multiply, element, count, shape);
                self.compute(shape, product)
            }
            _ => Operand::Number(self.tree.size_of(ty).unwrap_or(1).into()),
        }
    }

    /// Reads a scalar.
    pub(super) fn load(&mut self, place: Place, access: Access) -> Operand {
        let to = self.temporary(access.shape);
        self.act(Action::Load(to, place, access));
        Operand::Temporary(to)
    }

    /// The address of a place.
    pub(super) fn address(&mut self, place: Place) -> Operand {
        match place {
            Place { base: Base::Pointer(pointer), offset: 0 } => pointer,
            _ => self.compute(self.pointer(), Operation::Address(place)),
        }
    }
}

/// The beginning of what lies there.
pub(super) fn whole(base: Base) -> Place {
    Place { base, offset: 0 }
}

/// The target of a pointer.
pub(super) fn at(pointer: Operand) -> Place {
    whole(Base::Pointer(pointer))
}
