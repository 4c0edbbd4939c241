//! Linking: which declarations of several units mean the same.

use std::fmt;
use std::sync::Arc;
use std::sync::OnceLock;

use boolprog_c_syntax::layout::pointer_size;
use boolprog_c_syntax::texts::Texts;
use boolprog_c_syntax::tree::{
    self, Attributes, FunctionId, Linkage, ObjectId, Precedence, Storage as Duration, TextId, Unit,
};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::{Body, Function, FunctionIndex, LinkedUnit, Privacy, Program, Storage, UnitId};
use crate::ids::{ObjectIndex, Position};
use crate::memory::{Filling, Memory, Origin, Wanted};

/// Why units make no program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LinkMistake {
    /// Two units define a name.
    Twice {
        /// The name.
        name: SmolStr,
        /// The second definition.
        position: Position,
    },
    /// No unit defines the function with which the program begins.
    NoEntry(SmolStr),
    /// Its static objects do not fit into the memory of the program.
    TooLarge {
        /// The object.
        name: SmolStr,
        /// Its declaration.
        position: Position,
    },
}

impl fmt::Display for LinkMistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Twice { name, .. } => {
                write!(f, "`{name}` is defined twice. Make one of the definitions `static`, or rename it.")
            }
            Self::NoEntry(name) => write!(
                f,
                "There is no function `{name}`, with which the program begins. Define it, or name another one."
            ),
            Self::TooLarge { name, .. } => {
                write!(f, "`{name}` does not fit into the memory of the program. Make it smaller.")
            }
        }
    }
}

/// The most bytes that all static objects may have together.
const LIMIT: u64 = 1 << 30;

pub(super) fn link(units: Vec<Arc<Unit>>, library: Vec<Arc<Unit>>, entry: &str) -> Result<Program, Vec<LinkMistake>> {
    let target = units.first().map(|unit| unit.target).unwrap_or_default();
    let of_program = units.len();
    let units: Vec<Arc<Unit>> = units.into_iter().chain(library).collect();
    let mut linker = Linker {
        of_program,
        functions: Vec::new(),
        by_name: FxHashMap::default(),
        objects_by_name: FxHashMap::default(),
        image: Memory::new(pointer_size(target)),
        thread_objects: Vec::new(),
        texts: FxHashMap::default(),
        mistakes: Vec::new(),
    };
    let functions = linker.functions(&units);
    let objects = linker.objects(&units);
    let texts = linker.texts(&units);
    let initialise = linker.add("initialisers", None, 0);
    let initialise_thread = linker.add("initialisers of a thread", None, 0);
    let entry = match linker.entry(entry) {
        Some(entry) if linker.mistakes.is_empty() => entry,
        _ => return Err(linker.mistakes),
    };
    let parts = functions.into_iter().zip(objects).zip(texts);
    let files = Texts::of(&units[..of_program]);
    let numbers = super::numbers::numbers(units[..of_program].iter().map(|unit| &**unit));
    let units =
        units.into_iter().zip(parts).enumerate().map(|(index, (tree, ((functions, objects), texts)))| LinkedUnit {
            privacy: Privacy::new(&tree),
            locals: locals(&tree),
            is_library: index >= of_program,
            functions,
            objects,
            texts,
            tree,
        });
    let units: Vec<LinkedUnit> = units.collect();
    Ok(Program {
        constructors: marked(&units, &linker.functions, |attributes| attributes.constructor),
        destructors: marked(&units, &linker.functions, |attributes| attributes.destructor),
        units,
        texts: files,
        functions: linker.functions,
        by_name: linker.by_name,
        image: linker.image,
        numbers,
        thread_objects: linker.thread_objects,
        entry,
        initialise,
        initialise_thread,
        target,
    })
}

/// Functions with an attribute that has a priority, in the order of these, and then in textual order.
fn marked(
    units: &[LinkedUnit],
    functions: &[Function],
    priority: impl Fn(&Attributes) -> Option<u16>,
) -> Vec<FunctionIndex> {
    let mut marked = Vec::new();
    for (index, unit) in units.iter().enumerate() {
        for (id, function) in unit.tree.functions.iter().enumerate() {
            let declaration = (UnitId(index as u32), FunctionId(id as u32));
            let own = functions[unit.functions[id].0 as usize].declaration == Some(declaration);
            let priority = priority(&function.attributes).filter(|_| own && function.body.is_some());
            marked.extend(priority.map(|priority| (priority, unit.functions[id])));
        }
    }
    marked.sort_by_key(|(priority, _)| *priority);
    marked.into_iter().map(|(_, function)| function).collect()
}

/// The automatic objects of each function.
fn locals(unit: &Unit) -> Vec<Vec<ObjectId>> {
    let mut locals = vec![Vec::new(); unit.functions.len()];
    for (index, object) in unit.objects.iter().enumerate() {
        if let (Duration::Automatic, Some(function)) = (object.storage, object.function) {
            locals[function.0 as usize].push(ObjectId(index as u32));
        }
    }
    locals
}

struct Linker {
    of_program: usize,
    functions: Vec<Function>,
    by_name: FxHashMap<SmolStr, FunctionIndex>,
    objects_by_name: FxHashMap<SmolStr, Storage>,
    image: Memory,
    thread_objects: Vec<(UnitId, ObjectId)>,
    texts: FxHashMap<tree::Text, ObjectIndex>,
    mistakes: Vec<LinkMistake>,
}

impl Linker {
    /// The function of the program with which it begins, which may be `static`.
    fn entry(&mut self, name: &str) -> Option<FunctionIndex> {
        let is_entry = |function: &Function| {
            let is_own = function.declaration.is_some_and(|(unit, _)| (unit.0 as usize) < self.of_program);
            is_own && function.name == name && matches!(function.body, Body::Code(_))
        };
        let found = self.functions.iter().position(is_entry);
        if found.is_none() {
            self.mistakes.push(LinkMistake::NoEntry(name.into()));
        }
        found.map(|index| FunctionIndex(index as u32))
    }

    /// The meaning of the functions of each unit. Definitions come first, those of the program before those of the library.
    fn functions(&mut self, units: &[Arc<Unit>]) -> Vec<Vec<FunctionIndex>> {
        let mut own = FxHashMap::default();
        for (unit, id, function) in all_functions(units).filter(|(.., function)| function.body.is_some()) {
            let index = self.add(&function.name, Some((unit, id)), function.labels.len());
            own.insert((unit, id), index);
            if function.linkage == Linkage::External {
                self.define(index, function, unit, units);
            }
        }
        for (unit, id, function) in all_functions(units).filter(|(.., function)| function.body.is_none()) {
            let known = self.by_name.get(&function.name).copied();
            let index = known.unwrap_or_else(|| self.declare(&function.name, (unit, id)));
            own.insert((unit, id), index);
        }
        let of_unit = |(unit, tree): (usize, &Arc<Unit>)| {
            let ids = (0..tree.functions.len() as u32).map(FunctionId);
            ids.map(|id| self.meaning(own[&(UnitId(unit as u32), id)], &tree[id])).collect()
        };
        units.iter().enumerate().map(of_unit).collect()
    }

    /// The function that an own declaration means: where a definition is replaced, the other one.
    fn meaning(&self, own: FunctionIndex, function: &tree::Function) -> FunctionIndex {
        if function.linkage == Linkage::External {
            self.by_name.get(&function.name).copied().unwrap_or(own)
        } else {
            own
        }
    }

    fn define(&mut self, index: FunctionIndex, function: &tree::Function, unit: UnitId, units: &[Arc<Unit>]) {
        let Some(known) = self.by_name.get(&function.name).copied() else {
            self.by_name.insert(function.name.clone(), index);
            return;
        };
        let precedence = |unit: UnitId, function| units[unit.0 as usize].precedence(function);
        let before = self.functions[known.0 as usize].declaration;
        let before = before.map(|(unit, id)| precedence(unit, &units[unit.0 as usize][id]));
        let new = precedence(unit, function);
        if before.is_none_or(|before| new > before) {
            self.by_name.insert(function.name.clone(), index);
        } else if before == Some(Precedence::Program) && new == Precedence::Program {
            let position = Position { unit, place: function.place };
            self.mistakes.push(LinkMistake::Twice { name: function.name.clone(), position });
        }
    }

    fn declare(&mut self, name: &SmolStr, declaration: (UnitId, FunctionId)) -> FunctionIndex {
        let index = self.add(name, Some(declaration), 0);
        self.functions[index.0 as usize].body = Body::Undefined;
        self.by_name.insert(name.clone(), index);
        index
    }

    /// A function has a byte for its beginning, and one for each label.
    fn add(&mut self, name: &str, declaration: Option<(UnitId, FunctionId)>, labels: usize) -> FunctionIndex {
        let index = FunctionIndex(self.functions.len() as u32);
        let size = 1 + labels as u64;
        let wanted =
            Wanted { size, align: 16, origin: Origin::Function(index), filling: Filling::Zero, is_shared: true };
        let object = self.object(&wanted);
        self.image[object].is_constant = true;
        let is_hidden = declaration.is_none_or(|(unit, _)| unit.0 as usize >= self.of_program);
        let body = Body::Code(OnceLock::new());
        self.functions.push(Function { name: name.into(), declaration, is_hidden, object, body });
        index
    }

    /// Addresses for what is there from the beginning: there are enough, since its size is limited.
    fn object(&mut self, wanted: &Wanted) -> ObjectIndex {
        self.image.allocate(wanted).unwrap_or(ObjectIndex(0))
    }

    /// The places of the objects of each unit.
    fn objects(&mut self, units: &[Arc<Unit>]) -> Vec<Vec<Storage>> {
        for rank in [Rank::Initialised, Rank::Tentative, Rank::Declared] {
            for (unit, id, object) in all_objects(units).filter(|(.., object)| Rank::of(object) == rank) {
                if let Some(name) = external(object) {
                    self.name_object(name, unit, id, &units[unit.0 as usize]);
                }
            }
        }
        let mut result: Vec<Vec<Storage>> = units.iter().map(|unit| Vec::with_capacity(unit.objects.len())).collect();
        for (unit, id, object) in all_objects(units) {
            let known = external(object).and_then(|name| self.objects_by_name.get(name)).copied();
            let storage = known.unwrap_or_else(|| self.storage(unit, id, &units[unit.0 as usize]));
            result[unit.0 as usize].push(storage);
        }
        result
    }

    fn name_object(&mut self, name: &SmolStr, unit: UnitId, id: ObjectId, tree: &Unit) {
        if !self.objects_by_name.contains_key(name) {
            let storage = self.storage(unit, id, tree);
            self.objects_by_name.insert(name.clone(), storage);
        } else if Rank::of(&tree[id]) == Rank::Initialised && (unit.0 as usize) < self.of_program {
            let position = Position { unit, place: tree[id].place };
            self.mistakes.push(LinkMistake::Twice { name: name.clone(), position });
        }
    }

    fn storage(&mut self, unit: UnitId, id: ObjectId, tree: &Unit) -> Storage {
        match tree[id].storage {
            Duration::Automatic => Storage::Automatic,
            Duration::Thread => {
                self.thread_objects.push((unit, id));
                Storage::Thread(self.thread_objects.len() as u32 - 1)
            }
            Duration::Static => Storage::Static(self.static_object(unit, id, tree)),
        }
    }

    fn static_object(&mut self, unit: UnitId, id: ObjectId, tree: &Unit) -> ObjectIndex {
        let object = &tree[id];
        let size = tree.size_of_object(id).unwrap_or(0);
        let align = tree.align_of_object(id);
        let is_too_large = self.image.bytes().saturating_add(size) > LIMIT;
        if is_too_large {
            let name = object.name.clone().unwrap_or_default();
            self.mistakes.push(LinkMistake::TooLarge { name, position: Position { unit, place: object.place } });
        }
        let size = if is_too_large { 0 } else { size };
        let origin = Origin::Declaration(unit, id, None);
        let is_known = object.is_defined || tree.is_kept_by_library(&object.ty);
        let filling = if is_known { Filling::Zero } else { Filling::Nothing };
        let index = self.object(&Wanted { size, align, origin, filling, is_shared: true });
        self.image[index].is_constant = object.ty.qualifiers.is_const;
        self.image[index].is_undefined = !is_known;
        index
    }

    /// String literals; equal ones are one object, as compilers have it (C11 6.4.5p7).
    fn texts(&mut self, units: &[Arc<Unit>]) -> Vec<Vec<ObjectIndex>> {
        units
            .iter()
            .map(|unit| (0..unit.texts.len() as u32).map(|id| self.text(&unit[TextId(id)], unit)).collect())
            .collect()
    }

    fn text(&mut self, text: &tree::Text, unit: &Unit) -> ObjectIndex {
        if let Some(index) = self.texts.get(text) {
            return *index;
        }
        let size = text.bytes.len() as u64;
        let align = unit.align_of(&text.ty);
        let index = self.object(&Wanted { size, align, origin: Origin::Text, filling: Filling::Zero, is_shared: true });
        let object = &mut self.image[index];
        object.is_constant = true;
        object.contents.write(0, &text.bytes);
        self.texts.insert(text.clone(), index);
        index
    }
}

/// The weight of a declaration of an object: the most decides where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rank {
    Initialised,
    Tentative,
    Declared,
}

impl Rank {
    fn of(object: &tree::Object) -> Self {
        match (object.is_defined, &object.initialiser) {
            (true, Some(_)) => Self::Initialised,
            (true, None) => Self::Tentative,
            (false, _) => Self::Declared,
        }
    }
}

fn external(object: &tree::Object) -> Option<&SmolStr> {
    object.name.as_ref().filter(|_| object.linkage == Linkage::External)
}

fn all_functions(units: &[Arc<Unit>]) -> impl Iterator<Item = (UnitId, FunctionId, &tree::Function)> {
    units.iter().enumerate().flat_map(|(unit, tree)| {
        let functions = tree.functions.iter().enumerate();
        functions.map(move |(id, function)| (UnitId(unit as u32), FunctionId(id as u32), function))
    })
}

fn all_objects(units: &[Arc<Unit>]) -> impl Iterator<Item = (UnitId, ObjectId, &tree::Object)> {
    units.iter().enumerate().flat_map(|(unit, tree)| {
        let objects = tree.objects.iter().enumerate();
        objects.map(move |(id, object)| (UnitId(unit as u32), ObjectId(id as u32), object))
    })
}
