//! Lvalues: where the objects are that they designate.

use boolprog_c_syntax::layout::Size;
use boolprog_c_syntax::tree::{ExprId, ExprKind, ObjectId, Storage as Duration};
use boolprog_c_syntax::types::{Bits, Kind, Length, Type};

use super::{Compiler, Use};
use crate::code::{Op, Stride, Variable, Way};
use crate::memory::ObjectIndex;
use crate::program::Storage;
use crate::value::{Scalar, Shape};

/// The most structures and arrays around an element that are examined for its alignment.
const OUTWARDS: usize = 1000;

/// The place of an lvalue.
#[derive(Clone, Copy, Debug)]
pub(super) enum Base {
    /// A variable without an address.
    Cell(u32),
    /// In an object of the frame, at an offset.
    Slot(u32, u32),
    /// In an object of the program, at an offset.
    Static(ObjectIndex, u32),
    /// At the address on the stack, which must have that alignment.
    Address(u8),
}

/// An lvalue.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lvalue {
    pub base: Base,
    pub bits: Option<Bits>,
}

impl From<Base> for Lvalue {
    fn from(base: Base) -> Self {
        Self { base, bits: None }
    }
}

impl Compiler<'_> {
    /// Finds an lvalue; its address is computed now if it has to be.
    pub(super) fn place(&mut self, expr: ExprId) -> Lvalue {
        let before = std::mem::replace(&mut self.place, self.tree[expr].place);
        let lvalue = match &self.tree[expr].kind {
            ExprKind::Object(object) => self.object(*object).into(),
            ExprKind::Text(text) => Base::Static(self.linked.texts[text.0 as usize], 0).into(),
            ExprKind::Compound(object) => {
                self.compound(*object);
                self.object(*object).into()
            }
            ExprKind::Deref(pointer) => {
                self.value(*pointer);
                Base::Address(self.align(&self.tree[expr].ty)).into()
            }
            ExprKind::Index(array, index) => {
                self.index(expr, *array, *index, true);
                Base::Address(self.known_align(expr)).into()
            }
            ExprKind::Member(of, record, number) => {
                let layout = self.tree[*record].layout.as_ref();
                let member = layout.and_then(|layout| layout.members.get(*number as usize));
                let (offset, bits) = member.map_or((0, None), |member| (member.offset, member.bits));
                let base = self.place(*of).base;
                Lvalue { base: self.further(base, offset), bits }
            }
            _ => {
                self.expr(expr, Use::Value);
                self.code.slots += 1;
                self.emit(Op::Materialise(self.code.slots - 1));
                Base::Address(1).into()
            }
        };
        self.place = before;
        lvalue
    }

    /// A compound literal begins its life where it is evaluated; a static one gets its value before those that are made of it.
    fn compound(&mut self, object: ObjectId) {
        if self.tree[object].storage == Duration::Automatic {
            self.declare(object);
            self.born(object);
        } else if self.function == self.program.initialise {
            self.initialise(object);
        }
    }

    fn align(&self, ty: &Type) -> u8 {
        if ty.is_function() { 1 } else { self.tree.align_of(ty).min(128) as u8 }
    }

    /// The alignment that the address of an lvalue must have: that of its type, unless it lies in a structure at an offset where it
    /// may have less, as in packed ones (GNU C). Elements and members are followed outwards.
    fn known_align(&self, lvalue: ExprId) -> u8 {
        let mut align = self.align(&self.tree[lvalue].ty);
        let mut inner = lvalue;
        for _ in 0..OUTWARDS {
            inner = match self.tree[inner].kind {
                ExprKind::Member(of, record, number) => {
                    let member = self.tree[record].layout.as_ref().and_then(|it| it.members.get(number as usize));
                    let within = member.map_or(0, |member| member.offset.trailing_zeros());
                    align = align.min(1 << within.min(7));
                    of
                }
                ExprKind::Index(array, _) => match self.tree[array].kind {
                    ExprKind::Decay(of) => of,
                    _ => return align,
                },
                _ => return align,
            };
            align = align.min(self.align(&self.tree[inner].ty));
        }
        1
    }

    /// The place of an object.
    pub(super) fn object(&mut self, object: ObjectId) -> Base {
        match self.storage(object) {
            Storage::Static(index) => Base::Static(index, 0),
            Storage::Thread(number) => {
                self.emit(Op::ThreadObject(number));
                Base::Address(1)
            }
            Storage::Automatic => match self.variables.get(&object) {
                Some(Variable::Cell(cell)) => Base::Cell(*cell),
                Some(Variable::Slot(slot)) => Base::Slot(*slot, 0),
                None => {
                    self.unsupported("A variable of another function is used.".into());
                    Base::Slot(0, 0)
                }
            },
        }
    }

    /// A part of an object, this number of bytes after its beginning.
    pub(super) fn further(&mut self, base: Base, offset: u64) -> Base {
        if offset == 0 {
            return base;
        }
        let sum = |known: u32| u32::try_from(u64::from(known) + offset).ok();
        let (further, align) = match base {
            Base::Cell(_) => return base,
            Base::Slot(slot, known) => (sum(known).map(|offset| Base::Slot(slot, offset)), 1),
            Base::Static(object, known) => (sum(known).map(|offset| Base::Static(object, offset)), 1),
            Base::Address(align) => (None, align),
        };
        if let Some(further) = further {
            return further;
        }
        self.address(base);
        if let Ok(offset) = u32::try_from(offset) {
            self.emit(Op::Offset(offset, align));
        } else {
            self.number(offset.into());
            self.emit(Op::Move(Stride { size: 1, length: 0, is_used: false, is_back: false }));
        }
        Base::Address(1)
    }

    /// Leaves the address of an lvalue on the stack.
    pub(super) fn address(&mut self, base: Base) {
        match base {
            Base::Slot(slot, offset) => {
                self.emit(Op::Slot(slot, offset));
            }
            Base::Static(object, offset) => {
                let address = self.program.image[object].base + u64::from(offset);
                self.number(address.into());
            }
            Base::Address(_) => {}
            Base::Cell(_) => self.unsupported("The address of a variable is used that has none.".into()),
        }
    }

    /// Moves a pointer to an element of an array: `array[index]`.
    pub(super) fn index(&mut self, expr: ExprId, array: ExprId, index: ExprId, is_used: bool) {
        self.values(&[array, index]);
        let length = self.length(array);
        let ty = self.tree[expr].ty.clone();
        self.step(&ty, length, is_used, false);
    }

    /// The number of elements of an array that is indexed; 0 if its type does not say it. A member of length 0 or 1 stands
    /// for any number, as old code has it.
    fn length(&self, array: ExprId) -> u32 {
        let ExprKind::Decay(of) = self.tree[array].kind else { return 0 };
        let is_member = matches!(self.tree[of].kind, ExprKind::Member(..));
        match self.tree[of].ty.kind {
            Kind::Array(_, Length::Known(length)) if length > 1 || !is_member => u32::try_from(length).unwrap_or(0),
            _ => 0,
        }
    }

    /// `pointer number -> pointer`: moves by elements of a type.
    pub(super) fn step(&mut self, ty: &Type, length: u32, is_used: bool, is_back: bool) {
        let size = match self.tree.size(ty) {
            Size::Known(size) => u32::try_from(size).ok(),
            Size::Variable | Size::Unknown => None,
        };
        if let Some(size) = size {
            self.emit(Op::Move(Stride { size, length, is_used, is_back }));
        } else {
            self.size(ty);
            self.emit(Op::MoveBy { is_back });
        }
    }

    /// Leaves the size of a type on the stack, also of one of variable size.
    pub(super) fn size(&mut self, ty: &Type) {
        if let Size::Known(size) = self.tree.size(ty) {
            self.number(size.into());
            return;
        }
        let Kind::Array(element, length) = &ty.kind else {
            self.number(0);
            return;
        };
        self.size(element);
        match length {
            Length::Known(length) => self.number((*length).into()),
            Length::Variable(object) => {
                let base = self.object(*object);
                let ty = self.tree[*object].ty.clone();
                self.load(base.into(), &ty);
            }
            Length::Unknown => self.number(0),
        }
        self.emit(Op::Binary(boolprog_c_syntax::tree::Binary::Multiply, Scalar::Integer { size: 8, signed: false }));
    }

    /// The access to an object of a type by an lvalue.
    pub(super) fn way(&self, lvalue: Lvalue, ty: &Type) -> Way {
        let shape = match (lvalue.bits, self.shape(ty)) {
            (Some(bits), Shape::Scalar(scalar)) => Shape::Bits(scalar, bits),
            (_, shape) => shape,
        };
        let align = if let Base::Address(align) = lvalue.base { align } else { 1 };
        Way { shape, align, is_atomic: ty.qualifiers.is_atomic, is_initial: false }
    }

    /// Reads an lvalue, whose address is on the stack if it has to be.
    pub(super) fn load(&mut self, lvalue: Lvalue, ty: &Type) {
        let way = self.way(lvalue, ty);
        match lvalue.base {
            Base::Cell(cell) => self.emit(Op::LoadCell(cell, self.scalar(ty))),
            Base::Slot(slot, offset) => self.emit(Op::LoadSlot(slot, offset, way.shape)),
            Base::Static(object, offset) if !way.is_atomic => self.emit(Op::LoadStatic(object, offset, way.shape)),
            base => {
                self.address(base);
                self.emit(Op::Load(way))
            }
        };
    }

    /// Leaves the address under an lvalue that will be written, unless the instruction that writes has it.
    pub(super) fn prepare(&mut self, lvalue: Lvalue) {
        if !matches!(lvalue.base, Base::Cell(_)) {
            self.address(lvalue.base);
        }
    }

    /// Writes the value on the stack to an lvalue that was prepared.
    pub(super) fn store(&mut self, lvalue: Lvalue, way: Way, how: Use) {
        let is_beside = matches!(way.shape, Shape::Bits(..)) && !way.is_initial;
        if is_beside && !matches!(lvalue.base, Base::Cell(_)) {
            self.emit(Op::LoadBeside(way));
            self.emit(if how == Use::Effect { Op::StoreBeside(way) } else { Op::KeepBeside(way) });
            return;
        }
        let op = match (lvalue.base, way.shape, how) {
            (Base::Cell(cell), Shape::Scalar(scalar), Use::Effect) => Op::StoreCell(cell, scalar),
            (Base::Cell(cell), Shape::Scalar(scalar), Use::Value) => Op::KeepCell(cell, scalar),
            (_, _, Use::Effect) => Op::Store(way),
            (_, _, Use::Value) => Op::Keep(way),
        };
        self.emit(op);
    }
}
