//! Pointers: arithmetic on them, and the objects to which they point.

use boolprog_base::words::count;
use boolprog_c_syntax::tree::Storage;

use super::Execution;
use crate::code::Stride;
use crate::fault::Kind;
use crate::halt::Halt;
use crate::memory::{Life, Object, ObjectIndex, Origin};
use crate::value::Value;

/// Addresses below belong to null pointers that were moved.
const NULL: u64 = 4096;

impl Execution<'_> {
    /// The object at an address, and the offset in it, for an access of this number of bytes. All that C11 6.5.3.2p4 asks for is checked.
    pub(super) fn locate(
        &self,
        address: u64,
        align: u8,
        size: u64,
        is_write: bool,
    ) -> Result<(ObjectIndex, u64), Halt> {
        let found = self.state.memory.find(address);
        if let Some(index) = found {
            let object = &self.state.memory[index];
            let offset = address.wrapping_sub(object.base);
            let fits = offset.checked_add(size).is_some_and(|end| end <= object.size);
            let is_aligned = self.is_aligned(address, align);
            let is_data = !matches!(object.origin, Origin::Function(_));
            if fits && is_aligned && is_data && object.is_alive() && !(is_write && object.is_constant) {
                return Ok((index, offset));
            }
        }
        Err(self.bad_access(address, align, size, found))
    }

    /// Returns `true` if an object with this alignment may lie at an address, or if that is not looked for.
    fn is_aligned(&self, address: u64, align: u8) -> bool {
        align <= 1 || address.is_multiple_of(align.into()) || !self.state.options.kinds.contains(Kind::Alignment)
    }

    /// Why an access is none.
    fn bad_access(&self, address: u64, align: u8, size: u64, found: Option<ObjectIndex>) -> Halt {
        let rule = "C11 6.5.3.2p4";
        let Some(index) = found else {
            let message = if address < NULL {
                "A null pointer is used to access an object.".to_owned()
            } else {
                format!("A pointer is used that points to no object: its value is {address:#x}.")
            };
            return self.fault(Kind::Pointer, rule, message);
        };
        let object = &self.state.memory[index];
        let name = self.name(index);
        if let Life::Ended { position, .. } = object.life {
            let message = match object.origin {
                Origin::Heap(..) => format!("{name} is used after it was freed in {}.", self.said(position)),
                _ => format!("{name}{} is used after its lifetime has ended.", self.owner(object.origin)),
            };
            return self.fault(Kind::Memory, "C11 6.2.4p2", message);
        }
        if matches!(object.origin, Origin::Function(_)) {
            return self.fault(Kind::Pointer, rule, format!("{name} is accessed as if it were an object."));
        }
        let offset = address.wrapping_sub(object.base);
        let is_outside = offset.checked_add(size).is_none_or(|end| end > object.size);
        if is_outside && self.is_beginning(index) {
            return self.beyond(index);
        }
        if is_outside {
            let message =
                format!("{name} has {}, but {size} bytes at offset {offset} are accessed.", count(object.size, "byte"));
            return self.fault(Kind::Pointer, "C11 6.5.6p8", message);
        }
        if !self.is_aligned(address, align) {
            let name = self.name_within(index);
            let message = format!(
                "An object that must lie at a multiple of {align} bytes is accessed at offset {offset} of {name}."
            );
            return self.fault(Kind::Alignment, "C11 6.3.2.3p7", message);
        }
        let rule = if object.origin == Origin::Text { "C11 6.4.5p7" } else { "C11 6.7.3p6" };
        self.fault(Kind::Pointer, rule, format!("{name} is written, but it is constant."))
    }

    /// Returns `true` for an array of which only another file knows the length.
    fn is_beginning(&self, index: ObjectIndex) -> bool {
        let origin = self.state.memory[index].origin;
        matches!(origin, Origin::Declaration(unit, object, _) if self.program.unit(unit).is_of_unknown_length(object))
    }

    /// Such an array is used at an element that it may have.
    fn beyond(&self, index: ObjectIndex) -> Halt {
        let name = self.name(index);
        let message = format!("{name} may be too short: its length is not known here. Declare it with its length.");
        self.fault(Kind::Unsupported, "", message)
    }

    /// An object, as messages name it.
    pub(crate) fn name(&self, index: ObjectIndex) -> String {
        match self.state.memory[index].origin {
            Origin::Declaration(unit, object, _) => match &self.program.object(unit, object).name {
                Some(name) => format!("`{name}`"),
                None => "A compound literal".into(),
            },
            Origin::Heap(_, position) => format!("The memory allocated in {}", self.said(position)),
            Origin::Function(function) => format!("The function `{}`", self.program.function(function).name),
            Origin::Text => "A string literal".into(),
            Origin::Temporary => "A temporary object".into(),
            Origin::Argument(number) => format!("The argument {number} of the program"),
        }
    }

    /// An object, as messages name it after their first word.
    pub(crate) fn name_within(&self, index: ObjectIndex) -> String {
        let name = self.name(index);
        let mut characters = name.chars();
        characters.next().into_iter().flat_map(char::to_lowercase).chain(characters).collect()
    }

    /// The function that a local variable belongs to, after its name.
    fn owner(&self, origin: Origin) -> String {
        let Origin::Declaration(unit, object, _) = origin else { return String::new() };
        let object = self.program.object(unit, object);
        let is_local = object.name.is_some() && object.storage == Storage::Automatic;
        let function = object.function.filter(|_| is_local);
        function.map_or_else(String::new, |id| format!(", a local variable of `{}`,", self.program.unit(unit)[id].name))
    }

    /// `address -> address` of a member.
    pub(super) fn offset(&mut self, by: u32, align: u8) -> Result<(), Halt> {
        let address = self.pop().address();
        if !self.is_aligned(address, align) {
            self.locate(address, align, 0, false)?;
        }
        let member = self.bounded(address.wrapping_add(by.into()));
        self.push(Value::Integer(member.into()));
        Ok(())
    }

    /// `pointer number -> pointer`
    pub(super) fn move_pointer(&mut self, stride: Stride) -> Result<(), Halt> {
        let index = self.pop().integer();
        let pointer = self.pop().address();
        let length = i128::from(stride.length);
        let last = if stride.is_used { length - 1 } else { length };
        if length > 0 && !(0..=last).contains(&index) {
            self.check(Kind::Index, "C11 6.5.6p8", || {
                format!("Index {index} is out of bounds: the array has {}.", count(length, "element"))
            })?;
        }
        let index = if stride.is_back { index.wrapping_neg() } else { index };
        let moved = self.moved(pointer, index.wrapping_mul(stride.size.into()))?;
        self.push(Value::Integer(moved.into()));
        Ok(())
    }

    /// `pointer number size -> pointer`
    pub(super) fn move_by(&mut self, is_back: bool) -> Result<(), Halt> {
        let size = self.pop().integer();
        let count = self.pop().integer();
        let pointer = self.pop().address();
        let count = if is_back { count.wrapping_neg() } else { count };
        let moved = self.moved(pointer, count.wrapping_mul(size))?;
        self.push(Value::Integer(moved.into()));
        Ok(())
    }

    /// A pointer, this number of bytes further on. It stays in its object, or one past its end (C11 6.5.6p8).
    pub(super) fn moved(&self, pointer: u64, bytes: i128) -> Result<u64, Halt> {
        let result = self.bounded(pointer.wrapping_add(bytes.cast_unsigned() as u64));
        if bytes == 0 {
            return Ok(result);
        }
        let Some(index) = self.state.memory.find(pointer) else { return Ok(result) };
        let object = &self.state.memory[index];
        let is_inside = (object.base..=object.end()).contains(&result) && object.base <= pointer;
        if !is_inside && object.is_alive() && !matches!(object.origin, Origin::Function(_)) {
            if self.is_beginning(index) {
                return Err(self.beyond(index));
            }
            let offset = i128::from(pointer) - i128::from(object.base) + bytes;
            self.check(Kind::Pointer, "C11 6.5.6p8", || {
                format!(
                    "A pointer to offset {offset} is computed, but {} has {}.",
                    self.name_within(index),
                    count(object.size, "byte")
                )
            })?;
        }
        Ok(result)
    }

    /// A number as an address of the target.
    fn bounded(&self, address: u64) -> u64 {
        if self.program.pointer_size() == 4 { u64::from(address as u32) } else { address }
    }

    /// `pointer pointer -> number`
    pub(super) fn difference(&mut self, size: i128) -> Result<(), Halt> {
        let b = self.pop().address();
        let a = self.pop().address();
        self.check_same_object(a, b, "C11 6.5.6p9")?;
        self.push(Value::Integer((i128::from(a) - i128::from(b)) / size));
        Ok(())
    }

    /// Pointers that are compared or subtracted point into one object.
    pub(super) fn check_same_object(&self, a: u64, b: u64, rule: &'static str) -> Result<(), Halt> {
        let (a, b) = (self.state.memory.find(a), self.state.memory.find(b));
        match (a, b) {
            (Some(first), Some(second)) if first != second => self.check(Kind::Pointer, rule, || {
                format!(
                    "Pointers into different objects are compared or subtracted: {} and {}.",
                    self.name_within(first),
                    self.name_within(second)
                )
            }),
            _ => Ok(()),
        }
    }
}

impl Object {
    /// Returns `true` if its life has ended.
    pub fn has_ended(&self) -> bool {
        matches!(self.life, Life::Ended { .. })
    }
}
