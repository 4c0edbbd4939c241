//! Initialisers (C11 6.7.9, and GNU C).

use super::{Parsed, Parser};
use crate::source::Place;
use crate::tree::{ExprId, ExprKind, Initialiser, ObjectId, Part, Storage};
use crate::types::{Kind, Length, Member, Type};

mod cursor;
mod designators;
mod values;

use cursor::{Cursor, Level, Range, Slot};
use values::{Braces, Values};

/// Number of values that all initialisers of a unit may have, ranges unfolded.
const MAX_PARTS: usize = 1 << 22;

impl Parser<'_> {
    /// The initialiser of an object, after `=` or at the brace of a compound literal.
    pub(super) fn initialise(&mut self, object: ObjectId) -> Parsed<()> {
        let start = self.place();
        let ty = self.unit[object].ty.clone();
        if ty.is_variable() && !(self.at("{") && self.ahead(1).is("}")) {
            return Err(self.mistake(start, "An array of variable size has no initialiser: assign its elements."));
        }
        let mut values = Values::default();
        let mut zeroes = true;
        let mut length = 0;
        if self.at("{") {
            length = self.braces(&ty, 0, &mut values)?;
        } else {
            let value = self.assignment()?;
            zeroes = ty.is_array();
            length = self.whole(&ty, value, &mut values)?.max(length);
        }
        if let Kind::Array(element, Length::Unknown) = &ty.kind {
            self.unit.objects[object.0 as usize].ty = Type::clone(element).array(Length::Known(length));
        }
        self.finish(object, Initialiser { parts: self.kept(values), zeroes, place: self.since(start) })
    }

    /// Initialises an object with a value.
    pub(super) fn initialise_with(&mut self, object: ObjectId, value: ExprId) -> Parsed<()> {
        let ty = self.unit[object].ty.clone();
        let mut values = Values::default();
        self.whole(&ty, value, &mut values)?;
        self.finish(object, Initialiser { parts: values.parts, zeroes: false, place: self.place_of(value) })
    }

    fn finish(&mut self, object: ObjectId, initialiser: Initialiser) -> Parsed<()> {
        if self.unit[object].storage != Storage::Automatic
            && let Some(part) = initialiser.parts.iter().find(|part| self.constant(part.value).is_none())
        {
            let message =
                "The value is not constant, but the object lives as long as the program: assign it in a function.";
            return Err(self.mistake(self.place_of(part.value), message));
        }
        self.parts += initialiser.parts.len();
        self.unit.objects[object.0 as usize].initialiser = Some(initialiser);
        Ok(())
    }

    /// One value without braces for a whole object. Gives the length of a string.
    fn whole(&mut self, ty: &Type, value: ExprId, values: &mut Values) -> Parsed<u64> {
        if let Some(length) = self.text_length(ty, value) {
            let ty = completed(ty, length);
            values.parts.push(Part { offset: 0, bits: None, ty, value });
            return Ok(length);
        }
        if ty.is_array() {
            // GNU C: an array from a compound literal, whose parts are constants.
            return self.copied(ty, value, values);
        }
        let value = self.value(value);
        let value = self.assigned(value, ty)?;
        values.parts.push(Part { offset: 0, bits: None, ty: ty.unqualified(), value });
        Ok(0)
    }

    fn copied(&mut self, ty: &Type, value: ExprId, values: &mut Values) -> Parsed<u64> {
        if let ExprKind::Compound(object) = self.unit[value].kind
            && let Kind::Array(element, Length::Known(length)) = &self.unit[object].ty.kind
            && ty.target().is_some_and(|other| self.are_kinds_compatible(&element.kind, &other.kind))
            && let Some(initialiser) = &self.unit[object].initialiser
        {
            values.parts.extend(initialiser.parts.iter().cloned());
            return Ok(*length);
        }
        Err(self.mistake(self.place_of(value), "An array is initialised by a list in braces, or by a string."))
    }

    /// The length of a string, if it is the value of an array of its characters.
    fn text_length(&self, ty: &Type, value: ExprId) -> Option<u64> {
        let ExprKind::Text(text) = self.unit[value].kind else { return None };
        let Kind::Array(element, _) = &ty.kind else { return None };
        let Kind::Array(own, Length::Known(length)) = &self.unit[text].ty.kind else { return None };
        let (element, own) = (self.unit.integer_of(element)?, self.unit.integer_of(own)?);
        let (target, is_byte) = (self.unit.target, own.rank() == 1);
        (element.size(target) == own.size(target) && (is_byte == (element.rank() == 1))).then_some(*length)
    }

    /// A list in braces, for an object of the type at the offset. Gives the length of an array without one.
    fn braces(&mut self, ty: &Type, offset: u64, values: &mut Values) -> Parsed<u64> {
        self.deeper(|parser| parser.list(ty, offset, values))
    }

    fn list(&mut self, ty: &Type, offset: u64, values: &mut Values) -> Parsed<u64> {
        self.expect("{")?;
        let mut cursor = Cursor { levels: vec![Level { ty: ty.clone(), offset, at: 0 }], length: 0 };
        while !self.eat("}") {
            if self.at_end() {
                return Err(self.expected("`}`"));
            }
            self.element(&mut cursor, values)?;
            if !self.eat(",") && !self.at("}") {
                return Err(self.expected("`,` or `}`"));
            }
        }
        Ok(cursor.length)
    }

    /// A value of a list, with its designators.
    fn element(&mut self, cursor: &mut Cursor, values: &mut Values) -> Parsed<()> {
        let start = self.place();
        let mut ranges = Vec::new();
        let is_old = self.at_name() && self.ahead(1).is(":");
        let is_designated = self.at(".") || self.at("[") || is_old;
        if is_designated {
            self.designators(cursor, is_old, &mut ranges)?;
        }
        let before = values.mark();
        if self.at("{") {
            let slot = self.next_slot(cursor, start)?;
            let is_braced_scalar = !matches!(slot.ty.kind, Kind::Record(_) | Kind::Array(..));
            let first = values.parts.len();
            if !is_braced_scalar {
                let size = self.unit.size_of(&slot.ty).unwrap_or(0);
                values.braces.push(Braces { first, offset: slot.offset, size });
            }
            self.braces(&slot.ty, slot.offset, values)?;
            if is_braced_scalar {
                for part in &mut values.parts[first..] {
                    part.bits = slot.bits;
                }
            }
        } else {
            let value = self.deeper(Self::assignment)?;
            self.element_value(cursor, value, values, start)?;
        }
        self.advance(cursor);
        for range in &ranges {
            cursor.skip(range);
        }
        cursor.measure();
        self.repeat(&ranges, before, values, start)
    }

    /// A value without braces: it goes to the first scalar, or to an aggregate that it fits to.
    fn element_value(&mut self, cursor: &mut Cursor, value: ExprId, values: &mut Values, start: Place) -> Parsed<()> {
        if let [Level { ty, offset, at: 0 }] = &cursor.levels[..]
            && let Some(length) = self.text_length(ty, value)
        {
            // `char a[] = { "text" }`
            values.parts.push(Part { offset: *offset, bits: None, ty: completed(ty, length), value });
            cursor.levels[0].at = length - 1;
            return Ok(());
        }
        let mut slot = self.next_slot(cursor, start)?;
        loop {
            if let Some(length) = self.text_length(&slot.ty, value) {
                values.parts.push(Part { offset: slot.offset, bits: None, ty: completed(&slot.ty, length), value });
                break;
            }
            let is_aggregate = matches!(slot.ty.kind, Kind::Array(..) | Kind::Record(_));
            if !is_aggregate || self.are_kinds_compatible(&slot.ty.kind, &self.ty(value).kind) && !slot.ty.is_array() {
                let value = self.value(value);
                let value = self.assigned(value, &slot.ty)?;
                values.parts.push(Part { offset: slot.offset, bits: slot.bits, ty: slot.ty.unqualified(), value });
                break;
            }
            cursor.levels.push(Level { ty: slot.ty, offset: slot.offset, at: 0 });
            slot = match self.slot(cursor.levels.last()) {
                Some(slot) => slot,
                // An aggregate without members has no value.
                None => self.next_slot_after(cursor, start)?,
            };
        }
        Ok(())
    }

    /// The place of the next value; moves after what is full.
    fn next_slot(&mut self, cursor: &mut Cursor, start: Place) -> Parsed<Slot> {
        if let Some(slot) = self.slot(cursor.levels.last()) {
            return Ok(slot);
        }
        self.next_slot_after(cursor, start)
    }

    fn next_slot_after(&mut self, cursor: &mut Cursor, start: Place) -> Parsed<Slot> {
        while cursor.levels.len() > 1 {
            cursor.levels.pop();
            self.advance(cursor);
            if let Some(slot) = self.slot(cursor.levels.last()) {
                return Ok(slot);
            }
        }
        Err(self.mistake(start, "There are more values than members or elements: remove some."))
    }

    /// Goes after an element or member. A union has one value.
    fn advance(&self, cursor: &mut Cursor) {
        if let Some(level) = cursor.levels.last_mut() {
            let is_union = matches!(level.ty.kind, Kind::Record(id) if self.unit[id].is_union);
            level.at = if is_union { u64::MAX } else { level.at + 1 };
        }
    }

    /// The element or member at a position; none after the last one.
    fn slot(&self, level: Option<&Level>) -> Option<Slot> {
        let Level { ty, offset, at } = level?;
        match &ty.kind {
            Kind::Array(element, length) => {
                let is_in = !matches!(length, Length::Known(length) if at >= length);
                let size = self.unit.size_of(element)?;
                let offset = at.checked_mul(size).and_then(|it| it.checked_add(*offset)).filter(|_| is_in)?;
                Some(Slot { ty: Type::clone(element), offset, bits: None })
            }
            Kind::Record(record) => {
                let record = &self.unit[*record];
                let layout = record.layout.as_ref()?;
                let Member { ty, offset: inner, bits, .. } = layout.members.get(usize::try_from(*at).ok()?)?;
                Some(Slot { ty: ty.clone(), offset: offset + inner, bits: *bits })
            }
            _ => (*at == 0).then(|| Slot { ty: ty.clone(), offset: *offset, bits: None }),
        }
    }

    /// Repeats what was read since `before` for the other elements of ranges.
    fn repeat(&mut self, ranges: &[Range], before: (usize, usize), values: &mut Values, start: Place) -> Parsed<()> {
        for range in ranges.iter().rev() {
            let pattern = values.since(before);
            if pattern.parts.is_empty() {
                return Ok(());
            }
            let count = u64::try_from(pattern.parts.len().max(pattern.braces.len()));
            let total = count.ok().and_then(|it| it.checked_mul(range.more)).unwrap_or(u64::MAX);
            if total.saturating_add((self.parts + values.parts.len()) as u64) > MAX_PARTS as u64 {
                return Err(self.mistake(
                    start,
                    format!("More than {MAX_PARTS} values in the initialisers of this program: assign them in a loop."),
                ));
            }
            for number in 1..=range.more {
                let shift = number * range.stride;
                values.repeat(&pattern, shift);
            }
        }
        Ok(())
    }
}

/// An array that has the length of its string, if it has none of its own.
fn completed(ty: &Type, length: u64) -> Type {
    match &ty.kind {
        Kind::Array(element, Length::Unknown) => Type::clone(element).array(Length::Known(length)),
        _ => ty.clone(),
    }
}
