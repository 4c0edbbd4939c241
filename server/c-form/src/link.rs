//! Linking: units whose names mean the same become one.

use std::fmt;

use boolprog_c_syntax::tree::Linkage;
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
        let new_objects = new_objects.collect::<Result<Vec<u32>, _>>()?;
        let is_body: Vec<bool> = unit.functions.iter().map(Symbol::is_defined).collect();
        let new_functions = unit.functions.into_iter().map(|it| add(it, &mut linked.functions, &mut functions));
        let new_functions = new_functions.collect::<Result<Vec<u32>, _>>()?;
        for (index, _) in new_functions.iter().zip(is_body).filter(|(_, is_body)| *is_body) {
            rename(&mut linked.functions[*index as usize], &new_objects, &new_functions);
        }
    }
    Ok(linked)
}

/// An entity with a name that other units may mean.
trait Symbol {
    fn name(&self) -> &SmolStr;
    fn linkage(&self) -> Linkage;
    fn is_defined(&self) -> bool;
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
}

/// Adds a symbol, or finds the one of the same name; a definition takes the place of a declaration.
fn add<T: Symbol>(symbol: T, all: &mut Vec<T>, named: &mut FxHashMap<SmolStr, u32>) -> Result<u32, DefinedTwice> {
    if symbol.linkage() != Linkage::External {
        all.push(symbol);
        return Ok(all.len() as u32 - 1);
    }
    let Some(known) = named.get(symbol.name()).copied() else {
        named.insert(symbol.name().clone(), all.len() as u32);
        all.push(symbol);
        return Ok(all.len() as u32 - 1);
    };
    let before = &mut all[known as usize];
    match (before.is_defined(), symbol.is_defined()) {
        (true, true) => return Err(DefinedTwice { name: symbol.name().clone() }),
        (false, true) => *before = symbol,
        (_, false) => {}
    }
    Ok(known)
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
