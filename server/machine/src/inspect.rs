//! Looking at a machine from outside: calls, variables and values, as debuggers show them.

use boolprog_c_syntax::tree::ObjectId;
use boolprog_c_syntax::types::{Kind, Length, Member, Type};
use smol_str::SmolStr;

use crate::code::Variable;
use crate::fault::Position;
use crate::machine::Machine;
use crate::memory::ObjectIndex;
use crate::program::{FunctionIndex, UnitId, shape_of};
use crate::thread::{Frame, Thread, ThreadId};
use crate::value::{Shape, Value};

/// A call that is being executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Activation {
    /// The function.
    pub function: FunctionIndex,
    /// The place of what is executed, or of the call that it waits for; of a function of the library, that in its text.
    pub position: Position,
    /// `true` if it belongs to the library.
    pub is_hidden: bool,
}

/// A variable of a call.
#[derive(Clone, Debug)]
pub struct Local {
    /// The unit of its declaration.
    pub unit: UnitId,
    /// Its declaration.
    pub object: ObjectId,
    /// Where it is.
    pub home: Home,
}

/// Where a variable is.
#[derive(Clone, PartialEq, Debug)]
pub enum Home {
    /// In the memory.
    Object(ObjectIndex),
    /// It has no address, but this value; [`Value::None`] if nothing was written.
    Value(Value),
}

/// A value with its parts.
#[derive(Clone, PartialEq, Debug)]
pub enum Tree {
    /// A scalar.
    Scalar(Value),
    /// Something that is not written, not alive, or cannot be shown.
    Nothing,
    /// The members of a structure or union, which have no name if they are anonymous.
    Members(Vec<(Option<SmolStr>, Tree)>),
    /// The elements of an array.
    Elements(Vec<Tree>),
}

/// This number of elements of an array are shown.
const SHOWN: u64 = 1 << 16;

impl Machine {
    /// The calls of a thread, outermost first. Linear in their number.
    pub fn activations(&self, thread: ThreadId) -> Vec<Activation> {
        let program = self.program();
        let frames = self.state().threads.get(thread.0 as usize).map_or(&[][..], |thread| &thread.frames);
        let activation = |frame: &Frame| Activation {
            function: frame.function,
            position: frame.position(program),
            is_hidden: program.function(frame.function).is_hidden,
        };
        frames.iter().map(activation).collect()
    }

    /// The place of a thread in the program: of what it executes next, or of the call that does. None if it has ended.
    pub fn position(&self, thread: ThreadId) -> Option<Position> {
        let activations = self.activations(thread);
        let own = activations.iter().rfind(|activation| !activation.is_hidden);
        own.or(activations.last()).map(|activation| activation.position)
    }

    /// The name of the function of the program with which a thread begins. None if it has ended.
    pub fn start_of(&self, thread: ThreadId) -> Option<&str> {
        let own = self.activations(thread).into_iter().find(|activation| !activation.is_hidden)?;
        Some(&self.program().function(own.function).name)
    }

    /// The variables in whose scope a call of a thread is, in textual order; the calls are numbered as those of
    /// [`activations`](Self::activations). Takes time linear in their number.
    pub fn variables(&self, thread: ThreadId, call: usize) -> Vec<Local> {
        let thread = self.state().threads.get(thread.0 as usize);
        let found = thread.and_then(|thread| Some((thread, thread.frames.get(call)?)));
        let Some((thread, frame)) = found else { return Vec::new() };
        let Some(code) = self.program().code(frame.function) else { return Vec::new() };
        let unit = frame.position(self.program()).unit;
        let mut variables = Vec::new();
        for scope in code.around(frame.scope) {
            for object in code.scopes[scope as usize].declared.iter().rev() {
                let home = code.variables.get(object).and_then(|variable| thread.home(frame, *variable));
                variables.extend(home.map(|home| Local { unit, object: *object, home }));
            }
        }
        variables.reverse();
        variables
    }

    /// The objects with thread storage duration of a thread, by their declarations.
    pub fn thread_objects(&self, thread: ThreadId) -> impl Iterator<Item = (UnitId, ObjectId, ObjectIndex)> {
        let objects = self.state().threads.get(thread.0 as usize).map_or(&[][..], |thread| &thread.objects);
        self.program().thread_objects.iter().zip(objects).map(|((unit, object), index)| (*unit, *object, *index))
    }

    /// The object at an address that is alive, and the offset in it.
    pub fn object_at(&self, address: u64) -> Option<(ObjectIndex, u64)> {
        let index = self.memory().find(address)?;
        let object = &self.memory()[index];
        object.is_alive().then(|| (index, address.wrapping_sub(object.base)))
    }

    /// The value of a part of an object, read as a type of a unit. Takes time linear in its size, of arrays up to a limit.
    pub fn value(&self, object: ObjectIndex, offset: u64, unit: UnitId, ty: &Type) -> Tree {
        let tree = self.program().unit(unit);
        match &ty.kind {
            Kind::Array(element, length) => {
                let size = tree.size_of(element).unwrap_or(0).max(1);
                let room = self.memory()[object].size.saturating_sub(offset) / size;
                let count = match length {
                    Length::Known(length) => room.min(*length),
                    Length::Unknown | Length::Variable(_) => room,
                };
                let at = |index| self.value(object, offset + index * size, unit, element);
                Tree::Elements((0..count.min(SHOWN)).map(at).collect())
            }
            Kind::Record(record) => {
                let members = tree[*record].layout.as_ref().map_or(&[][..], |layout| &layout.members);
                let part = |member: &Member| {
                    let at = offset + member.offset;
                    let value = match (member.bits, shape_of(tree, &member.ty)) {
                        (Some(bits), Some(Shape::Scalar(scalar))) => self.scalar(object, at, Shape::Bits(scalar, bits)),
                        _ => self.value(object, at, unit, &member.ty),
                    };
                    (member.name.clone(), value)
                };
                Tree::Members(members.iter().map(part).collect())
            }
            _ => match shape_of(tree, ty) {
                Some(shape @ Shape::Scalar(_)) => self.scalar(object, offset, shape),
                _ => Tree::Nothing,
            },
        }
    }

    /// A scalar in an object; nothing if it is not alive, not all within, or not written.
    fn scalar(&self, object: ObjectIndex, offset: u64, shape: Shape) -> Tree {
        let place = &self.memory()[object];
        let (begin, size) = shape.range(offset);
        let is_there = place.is_alive() && begin + size <= place.size && place.contents.is_written(begin, size);
        if is_there { Tree::Scalar(place.contents.value(offset, shape)) } else { Tree::Nothing }
    }
}

impl Thread {
    /// Where a variable of a frame is; none if its life has not begun.
    fn home(&self, frame: &Frame, variable: Variable) -> Option<Home> {
        match variable {
            Variable::Cell(cell) => self.cells.get((frame.cells + cell) as usize).cloned().map(Home::Value),
            Variable::Slot(slot) => self.slots.get((frame.slots + slot) as usize).copied().flatten().map(Home::Object),
        }
    }
}
