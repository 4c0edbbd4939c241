//! Where the members of structures and unions lie.

use smol_str::SmolStr;

use super::MAX_SIZE;
use crate::types::{Bits, Member, RecordLayout, Type};

/// A member before it has its place.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: Option<SmolStr>,
    pub(crate) ty: Type,
    /// Size and alignment of the type.
    pub(crate) size: u64,
    pub(crate) align: u64,
    /// What `_Alignas` and `aligned` ask for.
    pub(crate) at_least: Option<u64>,
    /// The number of bits of a bit-field.
    pub(crate) width: Option<Width>,
    /// It has the attribute `packed`, or the record has.
    pub(crate) is_packed: bool,
}

/// Number of bits of a bit-field; zero ends a storage unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Width(pub(crate) u8);

/// What attributes and pragmas ask of a record.
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
