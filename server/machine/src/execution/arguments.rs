//! The arguments of `main`, where they are chosen: their number and the lengths of their texts in the first step of the program, a
//! character where it is read.

use boolprog_c_syntax::environment::Piece;

use super::{Execution, Open};
use crate::code::Variable;
use crate::halt::Halt;
use crate::memory::{Filling, ObjectIndex, Origin, Wanted};
use crate::state::Arguments;
use crate::value::{Scalar, Shape, Value};

/// The most arguments.
const MOST_ARGUMENTS: i128 = 64;

/// The most characters of one.
const MOST_CHARACTERS: i128 = 1 << 12;

impl Execution<'_> {
    /// Chooses the number of arguments, and the lengths of their texts: `main`, which has not begun, gets them.
    pub(super) fn choose_arguments(&mut self) -> Result<(), Halt> {
        self.state.arguments = Arguments::Chosen;
        let count = self.choose(Open::given(Piece::Count), 0, i32::MAX.into()).min(MOST_ARGUMENTS);
        let texts = (0..count.try_into().unwrap_or(0)).map(|number| self.open_text(number)).collect();
        let vector = self.pointers(texts);
        let pointer = Shape::Scalar(Scalar::Pointer { size: self.program.pointer_size() });
        self.set_parameter(0, Shape::Scalar(Scalar::INT), Value::Integer(count))?;
        self.set_parameter(1, pointer, vector)
    }

    /// A text that is a number or has a length, as is chosen: its address.
    fn open_text(&mut self, number: u32) -> u64 {
        let value = self.choose(Open::given(Piece::Number(number)), i64::MIN.into(), i64::MAX.into());
        if value != 0 {
            return self.text_of(number, value.to_string().as_bytes());
        }
        let length = self.choose(Open::given(Piece::Length(number)), 0, MOST_CHARACTERS);
        let size = 1 + u64::try_from(length).unwrap_or(0);
        let Some(object) = self.new_text(number, size) else { return 0 };
        self.state.memory[object].contents.write(size - 1, &[0]);
        self.state.memory[object].base
    }

    /// A text with these characters.
    fn text_of(&mut self, number: u32, characters: &[u8]) -> u64 {
        let Some(object) = self.new_text(number, characters.len() as u64 + 1) else { return 0 };
        self.state.memory[object].contents.write(0, &[characters, &[0]].concat());
        self.state.memory[object].base
    }

    fn new_text(&mut self, number: u32, size: u64) -> Option<ObjectIndex> {
        let origin = Origin::Argument(number);
        let wanted = Wanted { size, align: 16, origin, filling: Filling::Nothing, is_shared: true };
        self.state.memory.allocate(&wanted)
    }

    /// A parameter of the function with which the first thread began gets another value.
    fn set_parameter(&mut self, index: usize, shape: Shape, value: Value) -> Result<(), Halt> {
        let program = self.program;
        let code = program.compiled(program.entry, self.control)?;
        let Some(parameter) = code.and_then(|code| code.parameters.get(index)) else { return Ok(()) };
        let Some(frame) = self.thread().frames.first().cloned() else { return Ok(()) };
        match parameter.variable {
            Variable::Cell(cell) => self.thread().cells[(frame.cells + cell) as usize] = value,
            Variable::Slot(slot) => {
                if let Some(object) = self.thread().slots[(frame.slots + slot) as usize] {
                    self.poke(object, 0, shape, &value);
                }
            }
        }
        Ok(())
    }

    /// Characters of an argument are read that were not chosen. Where one is zero, the text ends, unless what follows is known.
    pub(super) fn choose_characters(&mut self, object: ObjectIndex, number: u32, (begin, size): (u64, u64)) {
        for at in begin..begin + size {
            if self.state.memory[object].contents.has(at) {
                continue;
            }
            let piece = Piece::Character(number, at as u32);
            let character = self.choose(Open::given(piece), i8::MIN.into(), i8::MAX.into()) as i8;
            let end = self.state.memory[object].size - 1;
            let can_end = (at + 1..end).all(|later| !self.state.memory[object].contents.has(later));
            let character = if character == 0 && !can_end { 1 } else { character };
            self.state.memory[object].contents.write(at, &character.to_ne_bytes());
            if character == 0 {
                self.state.memory[object].size = at + 1;
            }
        }
    }
}
