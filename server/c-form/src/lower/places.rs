//! Lvalues: a place is computed once, and then read and written.

use boolprog_c_syntax::layout::{Size, pointer_size};
use boolprog_c_syntax::tree::{Binary, ExprId, ExprKind};
use boolprog_c_syntax::types::{Kind, Length, Type};

use super::Lowering;
use crate::form::{Access, Action, Base, Direction, FunctionId, ObjectId, Operand, Operation, Place, Shape};

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
            ExprKind::Index(array, index) => at(self.moved(*array, *index, &tree[expr].ty)),
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

    /// How an lvalue is accessed; for a bit-field, with its bits.
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

    /// A pointer that is moved by an integer, both given as expressions.
    pub(super) fn moved(&mut self, pointer: ExprId, by: ExprId, element: &Type) -> Operand {
        let operands = self.operands(&[pointer, by]);
        self.moved_by(operands[0], operands[1], element, Direction::Forwards)
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
