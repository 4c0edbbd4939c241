//! Sizes, alignments and offsets, as the System V conventions of the targets have them.

use smol_str::SmolStr;

use crate::target::Target;
use crate::tree::{ObjectId, Part, Unit};
use crate::types::{Bits, Floating, Integer, Kind, Length, Member, RecordLayout, Type};

pub use crate::target::pointer_size;

/// The largest size of a type and the largest offset, in bytes: what addresses of the targets can reach.
pub const MAX_SIZE: u64 = 1 << 47;

/// Number of bytes of an array of unknown length that are known, or its first element if that is larger.
const BEGINNING: u64 = 256;

/// The type of `sizeof`.
pub const fn size_type(target: Target) -> Integer {
    match target {
        Target::X86_64 => Integer::UnsignedLong,
        Target::I386 => Integer::UnsignedInt,
    }
}

/// The type of the difference of two pointers.
pub const fn difference_type(target: Target) -> Integer {
    match target {
        Target::X86_64 => Integer::Long,
        Target::I386 => Integer::Int,
    }
}

/// Knowledge of the size of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// Number of bytes.
    Known(u64),
    /// Known when the program runs: an array of variable size.
    Variable,
    /// Never: an incomplete type.
    Unknown,
}

impl Unit {
    /// The size of a type. `void` and functions have size 1, as in GNU C, so that pointers to them can be moved.
    /// Takes time in the number of dimensions of an array.
    pub fn size(&self, ty: &Type) -> Size {
        let mut count = 1_u64;
        let mut ty = ty;
        while let Kind::Array(element, length) = &ty.kind {
            match length {
                Length::Known(length) => count = u64::saturating_mul(count, *length),
                Length::Variable(_) => return Size::Variable,
                Length::Unknown => return Size::Unknown,
            }
            ty = element;
        }
        match self.size_of_element(&ty.kind) {
            Some(size) => Size::Known(count.saturating_mul(size)),
            None => Size::Unknown,
        }
    }

    /// The bits of an object that a part of its initialiser sets, by their numbers from its beginning: the first one, and the one
    /// after the last.
    pub fn bits_of(&self, part: &Part) -> (u64, u64) {
        let first = 8 * part.offset;
        match part.bits {
            Some(bits) => (first + u64::from(bits.first), first + u64::from(bits.first) + u64::from(bits.width)),
            None => (first, first + 8 * self.size_of(&part.ty).unwrap_or(0)),
        }
    }

    /// Returns `true` if two parts of an initialiser set the same bits, so that the later one counts.
    pub fn overlap(&self, parts: &[Part]) -> bool {
        let mut ranges: Vec<(u64, u64)> = parts.iter().map(|part| self.bits_of(part)).collect();
        ranges.sort_unstable();
        ranges.windows(2).any(|pair| pair[0].1 > pair[1].0)
    }

    /// The size of a type in bytes; none if it is incomplete or variable. See [`size`](Self::size).
    pub fn size_of(&self, ty: &Type) -> Option<u64> {
        match self.size(ty) {
            Size::Known(size) => Some(size),
            Size::Variable | Size::Unknown => None,
        }
    }

    /// Returns `true` for an array that another file defines, and whose length only that file knows.
    pub fn is_of_unknown_length(&self, object: ObjectId) -> bool {
        !self[object].is_defined && matches!(self[object].ty.kind, Kind::Array(_, Length::Unknown))
    }

    /// The size of an object in bytes: that of its type, and more if a flexible member is initialised; of an array of
    /// [unknown length](Self::is_of_unknown_length) the beginning.
    pub fn size_of_object(&self, object: ObjectId) -> Option<u64> {
        if self.is_of_unknown_length(object) {
            let element = self.size_of(self[object].ty.target()?)?.max(1);
            return Some(element * (BEGINNING / element).max(1));
        }
        let object = &self[object];
        let size = self.size_of(&object.ty)?;
        let parts = object.initialiser.iter().flat_map(|it| &it.parts);
        let ends = parts.filter_map(|part| Some(part.offset + self.size_of(&part.ty)?));
        if matches!(object.ty.kind, Kind::Record(_)) {
            ends.max().map(|end| end.max(size)).or(Some(size))
        } else {
            Some(size)
        }
    }

    /// The alignment of an object in bytes: that of its type, and more if its declaration asks for it.
    pub fn align_of_object(&self, object: ObjectId) -> u64 {
        let object = &self[object];
        object.align.unwrap_or(1).max(self.align_of(&object.ty))
    }

    fn size_of_element(&self, kind: &Kind) -> Option<u64> {
        Some(match kind {
            Kind::Void | Kind::Bool | Kind::Function(_) => 1,
            Kind::Integer(integer) => integer.size(self.target),
            Kind::Floating(floating) => floating.size(self.target),
            Kind::Enumeration(id) => self[*id].integer.size(self.target),
            Kind::Pointer(_) => pointer_size(self.target),
            Kind::Record(id) => self[*id].layout.as_ref()?.size,
            Kind::VariableArguments => match self.target {
                Target::X86_64 => 24,
                Target::I386 => 4,
            },
            Kind::Array(..) => return None,
        })
    }

    /// The alignment of a type in bytes, as an object or member has it; 1 for incomplete records.
    pub fn align_of(&self, ty: &Type) -> u64 {
        let mut ty = ty;
        while let Kind::Array(element, _) = &ty.kind {
            ty = element;
        }
        match &ty.kind {
            Kind::Record(id) => self[*id].layout.as_ref().map_or(1, |layout| layout.align),
            Kind::VariableArguments => pointer_size(self.target),
            kind => match (self.size_of_element(kind).unwrap_or(1), self.target) {
                (12, _) | (8, Target::I386) => 4,
                (size, _) => size,
            },
        }
    }

    /// The integer type of the values of an enumeration or an integer type; none for other types, `_Bool` included.
    pub fn integer_of(&self, ty: &Type) -> Option<Integer> {
        match ty.kind {
            Kind::Integer(integer) => Some(integer),
            Kind::Enumeration(id) => Some(self[id].integer),
            _ => None,
        }
    }

    /// `true` if values of the integer type can be negative.
    pub fn is_signed(&self, ty: &Type) -> bool {
        self.integer_of(ty).is_some_and(Integer::is_signed)
    }

    /// An integer value brought into the range of an integer or pointer type, as a conversion does (C11 6.3.1).
    pub fn wrap(&self, value: i128, ty: &Type) -> i128 {
        match &ty.kind {
            Kind::Bool => i128::from(value != 0),
            Kind::Pointer(_) => size_type(self.target).wrap(value, self.target),
            _ => self.integer_of(ty).map_or(value, |integer| integer.wrap(value, self.target)),
        }
    }
}

impl Floating {
    /// Number of bytes.
    pub fn size(self, target: Target) -> u64 {
        match (self, target) {
            (Self::Float, _) => 4,
            (Self::Double, _) => 8,
            (Self::LongDouble, Target::X86_64) => 16,
            (Self::LongDouble, Target::I386) => 12,
        }
    }
}

/// A member before it has its place.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: Option<SmolStr>,
    pub(crate) ty: Type,
    /// Size and alignment of the type.
    pub(crate) size: u64,
    pub(crate) align: u64,
    /// The alignment that `_Alignas` and `aligned` ask for.
    pub(crate) at_least: Option<u64>,
    /// The number of bits of a bit-field.
    pub(crate) width: Option<Width>,
    /// It has the attribute `packed`, or the record has.
    pub(crate) is_packed: bool,
}

/// Number of bits of a bit-field; zero ends a storage unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Width(pub(crate) u8);

/// Wishes of attributes and pragmas for a record.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Packing {
    /// The largest alignment of members: `#pragma pack`.
    pub(crate) at_most: Option<u64>,
    /// The least alignment of the record: `aligned`.
    pub(crate) at_least: Option<u64>,
}

/// Gives each member its place; none if the record is larger than [`MAX_SIZE`]. Takes time in the number of members.
pub(crate) fn lay_out(fields: Vec<Field>, is_union: bool, packing: Packing) -> Option<RecordLayout> {
    let mut layout = Layout { bit: 0, end: 0, align: packing.at_least.unwrap_or(1), at_most: packing.at_most };
    let mut members = Vec::with_capacity(fields.len());
    for field in fields {
        if is_union {
            layout.bit = 0;
        }
        let (offset, bits) = match field.width {
            Some(width) => layout.place_bits(&field, width),
            None => (layout.place(&field)?, None),
        };
        if layout.bit.div_ceil(8) > MAX_SIZE {
            return None;
        }
        layout.end = layout.end.max(layout.bit);
        if field.width.is_none() || field.name.is_some() {
            members.push(Member { name: field.name, ty: field.ty, offset, bits });
        }
    }
    let size = layout.end.div_ceil(8).next_multiple_of(layout.align);
    (size <= MAX_SIZE).then_some(RecordLayout { members, size, align: layout.align })
}

/// The end of what is laid out already.
struct Layout {
    /// The first bit that is not used.
    bit: u64,
    /// The largest of these.
    end: u64,
    align: u64,
    at_most: Option<u64>,
}

impl Layout {
    fn align(&self, field: &Field) -> u64 {
        let natural = if field.is_packed { 1 } else { field.align };
        let wanted = natural.max(field.at_least.unwrap_or(1));
        self.at_most.map_or(wanted, |most| wanted.min(most))
    }

    /// The offset of an ordinary member.
    fn place(&mut self, field: &Field) -> Option<u64> {
        let align = self.align(field);
        self.align = self.align.max(align);
        let offset = self.bit.div_ceil(8).next_multiple_of(align);
        self.bit = offset.checked_add(field.size)?.checked_mul(8)?;
        Some(offset)
    }

    /// Offset and bits of a bit-field: it reaches into no more units of its type than one, unless it is packed. As gcc has it,
    /// the rule is off where `#pragma pack` is on, whatever it says.
    fn place_bits(&mut self, field: &Field, Width(width): Width) -> (u64, Option<Bits>) {
        let wanted = field.at_least.map_or(1, |least| 8 * self.at_most.map_or(least, |most| least.min(most)));
        let unit = 8 * field.align;
        if width == 0 {
            self.bit = self.bit.next_multiple_of(unit.max(wanted));
        } else {
            self.bit = self.bit.next_multiple_of(wanted);
            let is_free = field.is_packed || self.at_most.is_some();
            let units = (self.bit % unit + u64::from(width)).div_ceil(unit);
            if !is_free && units > 8 * field.size / unit {
                self.bit = self.bit.next_multiple_of(unit);
            }
        }
        if field.name.is_some() {
            let align = match self.at_most {
                Some(most) => field.align.min(most),
                None if field.is_packed => 1,
                None => field.align,
            };
            self.align = self.align.max(align).max(wanted / 8);
        }
        let first = self.bit % unit;
        let offset = (self.bit - first) / 8;
        self.bit += u64::from(width);
        (offset, Some(Bits { first: first as u8, width }))
    }
}
