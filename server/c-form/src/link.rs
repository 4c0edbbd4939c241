//! Linking: units whose names mean the same become one.

use std::fmt;

use boolprog_c_syntax::tree::{Linkage, Precedence};
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use crate::form::{Base, Function, FunctionId, Object, ObjectId, Unit};

/// A name that two units define.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DefinedTwice {
    /// The name.
    pub name: SmolStr,
}

impl fmt::Display for DefinedTwice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is defined twice. Make one of the definitions `static`, or rename it.", self.name)
    }
}

/// The units as one. The functions that set initial values stay one for each unit. Takes time linear in their size.
pub fn link(units: Vec<Unit>) -> Result<Unit, DefinedTwice> {
    let mut linked = Unit::default();
    let (mut objects, mut functions) = (FxHashMap::default(), FxHashMap::default());
    for unit in units {
        let new_objects = unit.objects.into_iter().map(|object| add(object, &mut linked.objects, &mut objects));
        let new_objects: Vec<u32> = new_objects.map(|added| Ok(added?.index)).collect::<Result<_, _>>()?;
        let added = unit.functions.into_iter().map(|it| add(it, &mut linked.functions, &mut functions));
        let added: Vec<Added> = added.collect::<Result<_, _>>()?;
        let new_functions: Vec<u32> = added.iter().map(|added| added.index).collect();
        for Added { index, .. } in added.into_iter().filter(|added| added.is_definition) {
            rename(&mut linked.functions[index as usize], &new_objects, &new_functions);
        }
    }
    Ok(linked)
}

/// An entity with a name that other units may mean.
trait Symbol {
    fn name(&self) -> &SmolStr;
    fn linkage(&self) -> Linkage;
    fn is_defined(&self) -> bool;
    fn precedence(&self) -> Precedence;
}

impl Symbol for Object {
    fn name(&self) -> &SmolStr {
        &self.name
    }

    fn linkage(&self) -> Linkage {
        self.linkage
    }

    fn is_defined(&self) -> bool {
        self.is_defined
    }

    fn precedence(&self) -> Precedence {
        Precedence::Program
    }
}

impl Symbol for Function {
    fn name(&self) -> &SmolStr {
        &self.name
    }

    fn linkage(&self) -> Linkage {
        self.linkage
    }

    fn is_defined(&self) -> bool {
        !self.blocks.is_empty()
    }

    fn precedence(&self) -> Precedence {
        self.precedence
    }
}

/// A symbol among those of the program.
struct Added {
    index: u32,
    /// `true` if it is the definition there.
    is_definition: bool,
}

/// Adds a symbol, or finds the one of the same name; a definition takes the place of a declaration, and of a lesser definition.
fn add<T: Symbol>(symbol: T, all: &mut Vec<T>, named: &mut FxHashMap<SmolStr, u32>) -> Result<Added, DefinedTwice> {
    let known = if symbol.linkage() == Linkage::External { named.get(symbol.name()).copied() } else { None };
    let Some(index) = known else {
        let added = Added { index: all.len() as u32, is_definition: symbol.is_defined() };
        if symbol.linkage() == Linkage::External {
            named.insert(symbol.name().clone(), added.index);
        }
        all.push(symbol);
        return Ok(added);
    };
    let before = &mut all[index as usize];
    let is_definition = symbol.is_defined() && (!before.is_defined() || symbol.precedence() > before.precedence());
    if symbol.is_defined()
        && before.is_defined()
        && [&symbol, before].iter().all(|it| it.precedence() == Precedence::Program)
    {
        return Err(DefinedTwice { name: symbol.name().clone() });
    }
    if is_definition {
        *before = symbol;
    }
    Ok(Added { index, is_definition })
}

/// Gives what a function names its new numbers.
fn rename(function: &mut Function, objects: &[u32], functions: &[u32]) {
    for instruction in function.blocks.iter_mut().flat_map(|block| &mut block.instructions) {
        if let Some(called) = instruction.action.called_mut() {
            *called = FunctionId(functions[called.0 as usize]);
        }
        for place in instruction.action.places_mut() {
            match &mut place.base {
                Base::Object(object) => *object = ObjectId(objects[object.0 as usize]),
                Base::Function(function) => *function = FunctionId(functions[function.0 as usize]),
                Base::Local(_) | Base::Result | Base::Pointer(_) => {}
            }
        }
    }
}
