//! Designators: `.member`, `[index]`, `[first ... last]`, and `member:` of old GNU C.

use super::cursor::{Cursor, Level, Range};
use crate::layout::MAX_SIZE;
use crate::parser::{Parsed, Parser};
use crate::types::{Kind, Length};

impl Parser<'_> {
    /// Goes to what designators name, and takes the `=`.
    pub(super) fn designators(&mut self, cursor: &mut Cursor, is_old: bool, ranges: &mut Vec<Range>) -> Parsed<()> {
        cursor.levels.truncate(1);
        if is_old {
            self.designated_member(cursor)?;
            self.expect(":")?;
            return Ok(());
        }
        let mut is_index = false;
        let mut is_first = true;
        while self.at_any(&["[", "."]) {
            if !is_first {
                self.enter(cursor)?;
            }
            is_first = false;
            is_index = self.eat("[");
            if is_index {
                self.designated_element(cursor, ranges)?;
                self.expect("]")?;
            } else {
                self.take();
                self.designated_member(cursor)?;
            }
        }
        // Old GNU C allows `[index] value`.
        if !self.eat("=") && !is_index {
            return Err(self.expected("`=`"));
        }
        Ok(())
    }

    /// Goes into the aggregate that is designated so far.
    fn enter(&mut self, cursor: &mut Cursor) -> Parsed<()> {
        let Some(slot) = self.slot(cursor.levels.last()) else {
            return Err(self.mistake(self.place(), "Nothing is in what the designator before names."));
        };
        cursor.levels.push(Level { ty: slot.ty, offset: slot.offset, at: 0 });
        Ok(())
    }

    fn designated_member(&mut self, cursor: &mut Cursor) -> Parsed<()> {
        let (name, place) = self.name("the name of a member")?;
        let ty = cursor.levels.last().map(|level| level.ty.clone());
        let way = match ty {
            Some(ty) => self.way(&ty, &name, place)?,
            None => Vec::new(),
        };
        for (step, (_, number)) in way.into_iter().enumerate() {
            if step > 0 {
                self.enter(cursor)?;
            }
            if let Some(level) = cursor.levels.last_mut() {
                level.at = u64::from(number);
            }
        }
        Ok(())
    }

    fn designated_element(&mut self, cursor: &mut Cursor, ranges: &mut Vec<Range>) -> Parsed<()> {
        let start = self.place();
        let first = self.constant_expression("an index")?;
        let last = if self.eat("...") { self.constant_expression("an index")? } else { first };
        let place = self.since(start);
        let number = cursor.levels.len() - 1;
        let Some((element, length)) = cursor.levels.last().and_then(|level| match &level.ty.kind {
            Kind::Array(element, length) => Some((element.clone(), *length)),
            _ => None,
        }) else {
            return Err(self.mistake(place, "An index in an initialiser needs an array."));
        };
        let end = if let Length::Known(length) = length { length } else { MAX_SIZE };
        let (Ok(first), Ok(last)) = (u64::try_from(first), u64::try_from(last)) else {
            return Err(self.mistake(place, "An index in an initialiser is not negative."));
        };
        if first > last || last >= end {
            return Err(
                self.mistake(place, format!("The array has {end} elements, the first of which has the index 0."))
            );
        }
        let stride = self.unit.size_of(&element).unwrap_or(0);
        if stride.checked_mul(last + 1).is_none_or(|size| size > MAX_SIZE) {
            return Err(
                self.mistake(place, format!("An array of more than {MAX_SIZE} bytes: no memory is that large."))
            );
        }
        if let Some(level) = cursor.levels.last_mut() {
            level.at = first;
        }
        if last > first {
            ranges.push(Range { level: number, stride, more: last - first });
        }
        Ok(())
    }
}
