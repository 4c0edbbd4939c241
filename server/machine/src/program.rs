//! Programs: translation units linked by their names, whose functions are compiled when they are first called.

use std::sync::Arc;
use std::sync::OnceLock;

use boolprog_base::Span;
use boolprog_base::control::{Control, Stop};
use boolprog_c_syntax::layout::pointer_size;
use boolprog_c_syntax::library::PREFIX;
use boolprog_c_syntax::target::Target;
use boolprog_c_syntax::texts::Texts;
use boolprog_c_syntax::tree::{self, FunctionId, ObjectId, Unit};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::code::Code;
pub use crate::ids::{FunctionIndex, UnitId};
use crate::ids::{ObjectIndex, Position};
use crate::memory::Memory;

mod compile;
mod integers;
mod link;
mod numbers;
mod privacy;

pub(crate) use compile::shape_of;
pub(crate) use integers::integers;
pub use link::LinkMistake;
pub(crate) use privacy::{Privacy, root};

/// A program: it does not change while it is executed, and can be shared by machines.
#[derive(Debug)]
pub struct Program {
    pub(crate) units: Vec<LinkedUnit>,
    /// The text of its files.
    pub(crate) texts: Texts,
    pub(crate) functions: Vec<Function>,
    pub(crate) by_name: FxHashMap<SmolStr, FunctionIndex>,
    /// The memory before the first step: functions, texts, and static objects, which are still zero.
    pub(crate) image: Memory,
    /// The numbers in the text, in order: values that are chosen are likely to be compared with them.
    pub(crate) numbers: Arc<[i128]>,
    /// Objects with thread storage duration.
    pub(crate) thread_objects: Vec<(UnitId, ObjectId)>,
    /// The function with which it begins.
    pub(crate) entry: FunctionIndex,
    /// Sets the initial values of static objects.
    pub(crate) initialise: FunctionIndex,
    /// Sets the initial values of the objects of a thread.
    pub(crate) initialise_thread: FunctionIndex,
    /// Functions that are called before the first one, in order.
    pub(crate) constructors: Vec<FunctionIndex>,
    /// Functions that are called when the program ends, the last one first.
    pub(crate) destructors: Vec<FunctionIndex>,
    target: Target,
}

/// A unit, and what its names mean in the program.
#[derive(Debug)]
pub(crate) struct LinkedUnit {
    pub tree: Arc<Unit>,
    pub is_library: bool,
    pub functions: Vec<FunctionIndex>,
    pub objects: Vec<Storage>,
    pub texts: Vec<ObjectIndex>,
    pub privacy: Privacy,
    /// The automatic objects of each function.
    pub locals: Vec<Vec<ObjectId>>,
}

/// The place of an object of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Storage {
    /// At a fixed address.
    Static(ObjectIndex),
    /// For each thread: the number among those of the thread.
    Thread(u32),
    /// In a frame: the code of the function says where.
    Automatic,
}

/// A function of a program.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: SmolStr,
    /// The declaration, in the unit that defines it if there is one; none for what the machine adds.
    pub declaration: Option<(UnitId, FunctionId)>,
    /// `true` if it belongs to the library: events and stacks show its call, and nothing of its inside.
    pub is_hidden: bool,
    pub(crate) object: ObjectIndex,
    pub(crate) body: Body,
}

/// The execution of a function.
#[derive(Debug)]
pub(crate) enum Body {
    /// By instructions, which are made at the first call.
    Code(OnceLock<Box<Code>>),
    /// By the machine, if that has a native function of its name: it is declared only.
    Undefined,
}

impl Program {
    /// Links units. Those of the library define what the program does not define itself. Fails if a name has two definitions, or
    /// there is no function `entry`, with which it begins: usually `main`. Takes time linear in their size.
    pub fn new(units: Vec<Arc<Unit>>, library: Vec<Arc<Unit>>, entry: &str) -> Result<Self, Vec<LinkMistake>> {
        link::link(units, library, entry)
    }

    /// Sizes of types.
    pub fn target(&self) -> Target {
        self.target
    }

    /// Number of bytes of a pointer.
    pub(crate) fn pointer_size(&self) -> u8 {
        pointer_size(self.target) as u8
    }

    /// The numbers in the text of the program, in order, each once: at most some hundred.
    pub fn numbers(&self) -> &Arc<[i128]> {
        &self.numbers
    }

    /// The units: those of the program, and then those of the library.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.units.iter().enumerate().map(|(index, unit)| (UnitId(index as u32), &*unit.tree))
    }

    /// A unit.
    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.0 as usize].tree
    }

    /// Returns `true` if a unit belongs to the library.
    pub fn is_library(&self, id: UnitId) -> bool {
        self.units[id.0 as usize].is_library
    }

    /// A function.
    pub fn function(&self, index: FunctionIndex) -> &Function {
        &self.functions[index.0 as usize]
    }

    /// The declaration of an object.
    pub fn object(&self, unit: UnitId, object: ObjectId) -> &tree::Object {
        &self.unit(unit)[object]
    }

    /// The name of an object that a person knows. None of the library, of its macros, and of temporaries.
    pub fn known_name(&self, unit: UnitId, object: ObjectId) -> Option<&SmolStr> {
        let name = self.object(unit, object).name.as_ref()?;
        (!self.is_library(unit) && !name.starts_with(PREFIX)).then_some(name)
    }

    /// A position as a person says it.
    pub fn position(&self, position: Position) -> boolprog_c_syntax::source::Position {
        self.unit(position.unit).sources.position(position.place)
    }

    /// The part of the [text of its files](Texts) that a position is in. None for the library.
    pub fn span_in_text(&self, position: Position) -> Option<Span> {
        self.texts.span(position.unit.0, position.place)
    }

    /// The name of the function with which the program begins, in the texts of its files; none if the library has it.
    pub fn entry_in_text(&self) -> Option<Span> {
        let (unit, id) = self.function(self.entry).declaration?;
        self.span_in_text(Position { unit, place: self.unit(unit)[id].place })
    }

    /// The name of the object of this name that lives as long as the program, where it is declared; none if there are several of the
    /// name, or only the library has one. Linear in the objects.
    pub fn object_in_text(&self, name: &str) -> Option<Span> {
        let own = self.units().filter(|(id, _)| !self.is_library(*id));
        let objects = own.flat_map(|(id, unit)| unit.objects.iter().map(move |object| (id, object)));
        let is_meant = |object: &tree::Object| object.is_defined && object.storage == tree::Storage::Static;
        let mut found = objects.filter(|(_, object)| object.name.as_deref() == Some(name) && is_meant(object));
        let (unit, object) = found.next()?;
        if found.next().is_some() { None } else { self.span_in_text(Position { unit, place: object.place }) }
    }

    /// The function that a name means in all units, if one of them defines it.
    pub(crate) fn defined(&self, name: &str) -> Option<FunctionIndex> {
        let index = self.by_name.get(name).copied()?;
        matches!(self.function(index).body, Body::Code(_)).then_some(index)
    }

    /// The instructions of a function that has been called; none if it has none.
    pub(crate) fn code(&self, index: FunctionIndex) -> Option<&Code> {
        match &self.function(index).body {
            Body::Code(code) => code.get().map(Box::as_ref),
            Body::Undefined => None,
        }
    }

    /// The instructions of a function, which is compiled unless it has been called before; none if no unit defines it. Fails if the
    /// work is stopped.
    pub(crate) fn compiled(&self, index: FunctionIndex, control: &dyn Control) -> Result<Option<&Code>, Stop> {
        let Body::Code(code) = &self.function(index).body else { return Ok(None) };
        if code.get().is_none() {
            let made = compile::function(self, index, control)?;
            return Ok(Some(code.get_or_init(|| Box::new(made))));
        }
        Ok(code.get().map(Box::as_ref))
    }
}
