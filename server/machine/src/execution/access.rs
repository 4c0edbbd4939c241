//! Accesses: reading and writing objects (C11 3.1, 6.2.6, 6.5p7 aside).

use std::sync::Arc;

use boolprog_c_syntax::environment::Piece;

use super::{Execution, Flow, Open};
use crate::code::Way;
use crate::fault::Kind;
use crate::halt::Halt;
use crate::memory::{ObjectIndex, Origin};
use crate::observer::{Access, Does, Happening, Touched};
use crate::races::Entry;
use crate::value::{Scalar, Shape, Value};

/// The most bytes of a text that are read at a time.
const BLOCK: u64 = 1 << 12;

impl Execution<'_> {
    /// Reads at an address.
    pub(super) fn load(&mut self, address: u64, way: Way) -> Result<(Value, Flow), Halt> {
        let (offset, size) = way.shape.range(0);
        let (object, at) = self.locate(address, way.align, offset + size, false)?;
        self.load_object(object, at, way.shape, way.is_atomic)
    }

    /// Writes at an address.
    pub(super) fn store(&mut self, address: u64, way: Way, value: &Value) -> Result<Flow, Halt> {
        let (offset, size) = way.shape.range(0);
        let (object, at) = self.locate(address, way.align, offset + size, !way.is_initial)?;
        self.store_object(object, at, way.shape, way.is_atomic, value)
    }

    /// Reads an object of the frame.
    pub(super) fn load_slot(&mut self, slot: u32, offset: u32, shape: Shape) -> Result<Flow, Halt> {
        let Some(object) = self.slot(slot) else {
            return Err(self.fault(Kind::Memory, "C11 6.2.4p2", "A variable is used outside of its life.".into()));
        };
        let (value, flow) = self.load_object(object, offset.into(), shape, false)?;
        self.push(value);
        Ok(flow)
    }

    /// Reads a part of an object.
    pub(super) fn load_object(
        &mut self,
        object: ObjectIndex,
        at: u64,
        shape: Shape,
        is_atomic: bool,
    ) -> Result<(Value, Flow), Halt> {
        let (begin, size) = shape.range(at);
        if let Shape::Bytes(_) = shape {
            self.charge(size)?;
        }
        if begin + size > self.state.memory[object].size {
            let address = self.state.memory[object].base + at;
            self.locate(address, 1, begin + size - at, false)?;
        }
        if !matches!(shape, Shape::Bytes(_)) && !self.state.memory[object].contents.is_written(begin, size) {
            self.settle_unwritten(object, at, shape)?;
        }
        let value = self.peek(object, at, shape);
        if self.observed {
            self.tell_access(object, at, shape, Does::Read, value.clone(), value.clone(), is_atomic);
        }
        let flow = self.touched(object, at, shape, Does::Read, is_atomic)?;
        Ok((value, flow))
    }

    /// Writes a part of an object.
    pub(super) fn store_object(
        &mut self,
        object: ObjectIndex,
        at: u64,
        shape: Shape,
        is_atomic: bool,
        value: &Value,
    ) -> Result<Flow, Halt> {
        let before = if self.observed { self.peek_written(object, at, shape) } else { Value::None };
        self.poke(object, at, shape, value);
        if self.observed {
            self.tell_access(object, at, shape, Does::Write, before, shape.kept(value.clone()), is_atomic);
        }
        self.touched(object, at, shape, Does::Write, is_atomic)
    }

    /// The value of a part of an object, without any check.
    pub(crate) fn peek(&self, object: ObjectIndex, at: u64, shape: Shape) -> Value {
        self.state.memory[object].contents.value(at, shape)
    }

    /// The same; [`Value::None`] if it has not been written.
    fn peek_written(&self, object: ObjectIndex, at: u64, shape: Shape) -> Value {
        let (begin, size) = shape.range(at);
        if self.state.memory[object].contents.is_written(begin, size) {
            self.peek(object, at, shape)
        } else {
            Value::None
        }
    }

    /// Sets a part of an object, without any check.
    pub(super) fn poke(&mut self, object: ObjectIndex, at: u64, shape: Shape, value: &Value) {
        self.state.memory[object].contents.set(at, shape, value);
    }

    /// An access is noted where accesses are compared, and ends the step if others could see it.
    pub(super) fn touched(
        &mut self,
        object: ObjectIndex,
        at: u64,
        shape: Shape,
        does: Does,
        is_atomic: bool,
    ) -> Result<Flow, Halt> {
        let (base, is_shared, is_constant) = {
            let object = &self.state.memory[object];
            (object.base, object.is_shared, object.is_constant)
        };
        self.note(shape.bits(base + at), does != Does::Read);
        if !is_shared {
            return Ok(Flow::Next);
        }
        if does != Does::Read {
            self.state.version += 1;
        }
        if is_constant {
            return Ok(Flow::Next);
        }
        let (begin, size) = shape.range(at);
        if self.state.options.kinds.contains(Kind::Race) && size > 0 {
            self.check_race(object, begin, size, does, is_atomic)?;
        }
        Ok(Flow::Seen)
    }

    /// No other thread may have accessed the same bytes without anything that orders the two accesses, unless both read or both are
    /// atomic (C11 5.1.2.4p25).
    pub(super) fn check_race(
        &mut self,
        object: ObjectIndex,
        begin: u64,
        size: u64,
        does: Does,
        is_atomic: bool,
    ) -> Result<(), Halt> {
        let is_write = does != Does::Read;
        let is_ordered = is_atomic || self.thread().sections > 0;
        let entry = Entry { is_write, is_ordered, ..Entry::new(self.id(), self.position(), begin, size) };
        match self.state.races.access(object, entry) {
            Some(other) => Err(self.race(object, is_write, other)),
            None => Ok(()),
        }
    }

    /// The fault that two accesses are.
    pub(super) fn race(&self, object: ObjectIndex, is_write: bool, other: Entry) -> Halt {
        let does = |is_write: bool| if is_write { "written" } else { "read" };
        let place = self.program.position(other.position);
        let message = format!(
            "{} is {} here, and {} by thread {} in line {}; nothing orders the two.",
            self.name(object),
            does(is_write),
            does(other.is_write),
            other.thread.0,
            place.line
        );
        let mut halt = self.fault(Kind::Race, "C11 5.1.2.4p25", message);
        if let Halt::Fault(fault) = &mut halt {
            fault.other = Some((other.thread, other.position));
        }
        halt
    }

    #[expect(clippy::too_many_arguments, reason = "they are what an access is")]
    pub(super) fn tell_access(
        &mut self,
        object: ObjectIndex,
        at: u64,
        shape: Shape,
        does: Does,
        before: Value,
        after: Value,
        is_atomic: bool,
    ) {
        let is_ordered = is_atomic || self.thread().sections > 0;
        let touched = Touched::Object(object, at);
        let access = Access { touched, shape, does, before, after, is_ordered };
        self.tell(Happening::Access(&access));
    }

    /// A part of an object is read in which bytes were never written: a fault, or any value that then stays. A scalar of which nothing
    /// was written gets its value by one choice, all else by one for each byte.
    pub(super) fn settle_unwritten(&mut self, object: ObjectIndex, at: u64, shape: Shape) -> Result<(), Halt> {
        if let Origin::Argument(number) = self.state.memory[object].origin {
            self.choose_characters(object, number, shape.range(at));
            return Ok(());
        }
        let open = self.unwritten_part(object, at)?;
        let (begin, size) = shape.range(at);
        let contents = &self.state.memory[object].contents;
        let is_new = (begin..begin + size).all(|at| !contents.has(at));
        if let (Shape::Scalar(scalar), true) = (shape, is_new) {
            let value = self.any(open, scalar);
            self.poke(object, at, shape, &value);
            return Ok(());
        }
        for at in begin..begin + size {
            if !self.state.memory[object].contents.has(at) {
                let open = Open { piece: Piece::Unwritten(at as u32), ..open };
                let byte = self.choose(open, 0, 255).to_le_bytes()[0];
                self.state.memory[object].contents.write(at, &[byte]);
            }
        }
        Ok(())
    }

    /// The choice for bytes of an object that were never written; a fault if these are looked for.
    fn unwritten_part(&self, object: ObjectIndex, at: u64) -> Result<Open, Halt> {
        let declaration = match self.state.memory[object].origin {
            Origin::Declaration(unit, declared, _) => Some((unit, declared)),
            _ => None,
        };
        let name = || self.name(object);
        if self.state.memory[object].is_undefined {
            self.check(Kind::Definition, "C11 6.9p5", || format!("{} is read, which has no definition.", name()))?;
            return Ok(Open::undefined(declaration, at));
        }
        let message = || format!("{} is read, but nothing was written there.", name());
        self.check(Kind::Uninitialised, "C11 6.3.2.1p2", message)?;
        Ok(Open::unwritten(declaration, at))
    }

    /// A variable without an address is read that was never written.
    pub(super) fn unwritten(&mut self, cell: u32, scalar: Scalar) -> Result<Value, Halt> {
        let unit = self.unit();
        let declaration = self.code.cell_objects.get(cell as usize).map(|object| (unit, *object));
        self.check(Kind::Uninitialised, "C11 6.3.2.1p2", || {
            let name = declaration.and_then(|(unit, object)| self.program.object(unit, object).name.as_ref());
            format!("`{}` is read, but nothing was written there.", name.map_or("", |name| name.as_str()))
        })?;
        Ok(self.any(Open::unwritten(declaration, 0), scalar))
    }

    /// Reads bytes for a native function. A fault if they are not all in one living object.
    pub(crate) fn read_bytes(&mut self, address: u64, size: u64) -> Result<Vec<u8>, Halt> {
        if size == 0 {
            return Ok(Vec::new());
        }
        self.charge(size)?;
        let (object, at) = self.locate(address, 1, size, false)?;
        let shape = Shape::Bytes(size as u32);
        if !self.state.memory[object].contents.is_written(at, size) {
            self.settle_unwritten(object, at, shape)?;
        }
        self.touched(object, at, shape, Does::Read, false)?;
        if self.observed {
            let value = self.peek(object, at, shape);
            self.tell_access(object, at, shape, Does::Read, value.clone(), value, false);
        }
        Ok(self.state.memory[object].contents.read(at, size).to_vec())
    }

    /// Reads bytes for a native function, up to and without the first 0, at most as many as the limit.
    pub(crate) fn read_text(&mut self, address: u64, limit: u64) -> Result<Vec<u8>, Halt> {
        let mut text = Vec::new();
        while (text.len() as u64) < limit {
            let from = address.wrapping_add(text.len() as u64);
            let (object, at) = self.locate(from, 1, 1, false)?;
            let room = (self.state.memory[object].size - at).min(limit - text.len() as u64).min(BLOCK);
            let contents = &self.state.memory[object].contents;
            let length = contents.read(at, room).iter().position(|byte| *byte == 0).map_or(room, |end| end as u64);
            // A byte that was never written is read alone, since it may get any value.
            let is_plain = length > 0 && contents.is_written(at, length);
            let bytes = self.read_bytes(from, if is_plain { length } else { 1 })?;
            if bytes == [0] {
                break;
            }
            text.extend(bytes);
        }
        Ok(text)
    }

    /// Writes bytes for a native function. A fault if they are not all in one living object that may be written.
    pub(crate) fn write_bytes(&mut self, address: u64, bytes: &[u8]) -> Result<(), Halt> {
        let size = bytes.len() as u64;
        if size == 0 {
            return Ok(());
        }
        self.charge(size)?;
        let (object, at) = self.locate(address, 1, size, true)?;
        let shape = Shape::Bytes(size as u32);
        let before = if self.observed { self.peek(object, at, shape) } else { Value::None };
        self.state.memory[object].contents.write(at, bytes);
        self.touched(object, at, shape, Does::Write, false)?;
        if self.observed {
            let after = self.peek(object, at, shape);
            self.tell_access(object, at, shape, Does::Write, before, after, false);
        }
        Ok(())
    }

    /// Copies bytes as they are, also those that were never written.
    pub(crate) fn copy_bytes(&mut self, to: u64, from: u64, size: u64) -> Result<(), Halt> {
        if size == 0 {
            return Ok(());
        }
        self.charge(size)?;
        let shape = Shape::Bytes(size as u32);
        let (object, at) = self.locate(from, 1, size, false)?;
        let (value, _) = self.load_object(object, at, shape, false)?;
        let (object, at) = self.locate(to, 1, size, true)?;
        self.store_object(object, at, shape, false, &value)?;
        Ok(())
    }

    /// All bytes of the object at an address become zero, before its initialiser is evaluated.
    pub(super) fn zero(&mut self, address: u64) -> Result<(), Halt> {
        let (object, _) = self.locate(address, 1, 0, false)?;
        let size = self.state.memory[object].size;
        self.charge(size)?;
        self.state.memory[object].contents.write(0, &vec![0; size as usize]);
        Ok(())
    }

    /// Copies the beginning of a text to an address.
    pub(super) fn text(&mut self, address: u64, text: ObjectIndex, size: u32) -> Result<(), Halt> {
        let (object, at) = self.locate(address, 1, size.into(), false)?;
        let value = Value::Bytes(Arc::new(self.state.memory.copy(text, 0, size.into())));
        self.store_object(object, at, Shape::Bytes(size), false, &value)?;
        Ok(())
    }
}
