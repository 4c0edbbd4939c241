//! Names of the objects of an execution and of their parts, and where they are listed.

use std::collections::BTreeMap;

use boolprog_c_syntax::tree::{ObjectId, Storage, Unit};
use boolprog_c_syntax::types::{Kind, Type};
use boolprog_machine::memory::Origin;
use boolprog_machine::program::{FunctionIndex, Program, UnitId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::handles::Handles;
use super::layout;
use super::model::{Change, Instance, InstanceId, Leaf, LeafId, Model, Raw, Target};
use super::places::Places;
use crate::document::{ProcedureDocument, RangeDocument, Value};

/// The largest number that other programs read exactly as a number of JSON.
const EXACT: i128 = 1 << 53;

/// The place where a variable is listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Column {
    Shared(usize),
    ThreadLocal(usize),
    Local(usize),
}

/// The names of an execution.
pub(super) struct Names<'a> {
    program: &'a Program,
    model: &'a Model,
    bases: Vec<Option<String>>,
    leaves: Vec<Option<(String, Column)>>,
    cells: FxHashMap<(UnitId, ObjectId), usize>,
    handles: Handles,
    pub(super) shared: Vec<String>,
    pub(super) thread_local: Vec<String>,
    procedures: BTreeMap<FunctionIndex, (usize, Vec<String>)>,
}

/// Names by their places in the text: unit and declaration, or the object; offset, and lowest bit.
type Ordered = BTreeMap<(u32, u32, (u64, u8)), String>;

impl<'a> Names<'a> {
    /// Names everything. `functions` are those that the execution shows; it begins with `main`.
    pub(super) fn new(
        program: &'a Program,
        model: &'a Model,
        places: &Places<'_>,
        main: Option<FunctionIndex>,
        functions: impl Iterator<Item = FunctionIndex>,
    ) -> Self {
        let mut procedures: BTreeMap<FunctionIndex, (usize, Vec<String>)> =
            functions.map(|it| (it, (0, Vec::new()))).collect();
        for (number, (index, _)) in procedures.values_mut().enumerate() {
            *index = number;
        }
        let mut names = Self {
            program,
            model,
            bases: bases(program, model),
            leaves: Vec::new(),
            cells: FxHashMap::default(),
            handles: Handles::new(program, model, places, main),
            shared: Vec::new(),
            thread_local: Vec::new(),
            procedures,
        };
        names.list();
        names
    }

    /// The procedures of the document.
    pub(super) fn procedures(&self) -> Vec<ProcedureDocument> {
        let procedure = |(function, (_, variables)): (&FunctionIndex, &(usize, Vec<String>))| ProcedureDocument {
            name: self.program.function(*function).name.to_string(),
            variables: variables.clone(),
            labels: Vec::new(),
        };
        self.procedures.iter().map(procedure).collect()
    }

    /// The number of a function among the procedures, and how many variables it has.
    pub(super) fn procedure(&self, function: FunctionIndex) -> (u32, usize) {
        self.procedures.get(&function).map_or((0, 0), |(index, variables)| (*index as u32, variables.len()))
    }

    /// The name of a part of an object, and where it is listed; none if a person does not see it.
    pub(super) fn leaf(&self, id: LeafId) -> Option<(&str, Column)> {
        self.leaves[id.0 as usize].as_ref().map(|(name, column)| (name.as_str(), *column))
    }

    /// The place where a variable without an address is listed.
    pub(super) fn cell(&self, unit: UnitId, object: ObjectId) -> Option<usize> {
        self.cells.get(&(unit, object)).copied()
    }

    /// The name of a function.
    pub(super) fn function_name(&self, function: FunctionIndex) -> &str {
        &self.program.function(function).name
    }

    /// The innermost part of an object at an offset that a person sees: `q.mutex`.
    pub(super) fn lying(&self, id: InstanceId, offset: u64) -> Option<String> {
        self.called(id, offset, layout::innermost)
    }

    fn value(&self, raw: &Raw, leaf_type: Option<&(UnitId, Type)>) -> Value {
        let target = leaf_type.and_then(|(_, ty)| ty.target());
        match raw {
            Raw::Nothing => Value::Nothing,
            Raw::Truth(value) => Value::Truth(*value),
            Raw::Number(number) => self.number(*number, leaf_type),
            Raw::Floating(number) => Value::text(floating(*number)),
            Raw::Null => Value::text("NULL"),
            Raw::Function(function) => Value::text(self.program.function(*function).name.as_str()),
            Raw::Text(text) => Value::text(format!("{text:?}")),
            Raw::Address(address) => Value::text(format!("{address:#x}")),
            Raw::Pointer(id, offset) => match self.named(*id, *offset, target) {
                Some(name) => Value::text(format!("&{name}")),
                None => Value::text(format!("{:#x}", self.model.instance(*id).base + offset)),
            },
        }
    }

    /// The value of a variable as the document has it.
    pub(super) fn value_of(&self, target: Target, raw: &Raw) -> Value {
        self.handles.written(target, raw).unwrap_or_else(|| match target {
            Target::Leaf(leaf) => self.value(raw, self.model.leaf(leaf).ty.as_ref()),
            Target::Cell(unit, object) => self.value(raw, Some(&(unit, self.program.object(unit, object).ty.clone()))),
        })
    }

    /// Where `heap1`, `heap2` and so on are allocated.
    pub(super) fn heap(&self, places: &Places<'_>) -> Vec<RangeDocument> {
        let visible = self.model.instances.iter().filter(|instance| instance.is_visible);
        let allocated = visible.filter_map(|instance| match instance.origin {
            Origin::Heap(_, position) => Some(places.range(position)),
            _ => None,
        });
        allocated.collect()
    }

    /// A constant of an enumeration has its name.
    fn number(&self, number: i128, ty: Option<&(UnitId, Type)>) -> Value {
        if let Some((unit, ty)) = ty
            && let Kind::Enumeration(id) = ty.kind
            && let Some((name, _)) = self.program.unit(*unit)[id].constants.iter().find(|(_, value)| *value == number)
        {
            return Value::text(name.as_str());
        }
        match i64::try_from(number) {
            Ok(small) if number.abs() <= EXACT => Value::Number(small),
            _ => Value::text(number.to_string()),
        }
    }

    /// The part of an object at an offset to which a pointer of a type points.
    fn named(&self, id: InstanceId, offset: u64, wanted: Option<&Type>) -> Option<String> {
        let wanted = wanted.filter(|wanted| !wanted.is_void());
        self.called(id, offset, |unit, ty, offset| layout::path(unit, ty, offset, wanted))
    }

    /// The name of an object, with the path of what lies at an offset.
    fn called(
        &self,
        id: InstanceId,
        offset: u64,
        path: impl Fn(&Unit, &Type, u64) -> Option<String>,
    ) -> Option<String> {
        let instance = self.model.instance(id);
        let base = self.bases[id.0 as usize].as_ref()?;
        let path = match &instance.ty {
            Some((unit, ty)) if offset < instance.size => path(self.program.unit(*unit), ty, offset),
            _ if offset == 0 => Some(String::new()),
            _ => None,
        };
        let thread = instance.frame.map_or_else(String::new, |(thread, _)| format!("@T{}", thread.0 + 1));
        Some(path.map_or_else(|| format!("{base}{thread} + {offset}"), |path| format!("{base}{path}{thread}")))
    }

    /// Lists all variables.
    fn list(&mut self) {
        let (mut shared, mut thread_local) = (Ordered::new(), Ordered::new());
        let mut locals: BTreeMap<FunctionIndex, Ordered> = BTreeMap::new();
        let mut placed = Vec::with_capacity(self.model.leaves.len());
        for leaf in &self.model.leaves {
            let found = self.leaf_name(leaf).and_then(|name| {
                let instance = self.model.instance(leaf.instance);
                let (order, list) = match instance.origin {
                    Origin::Declaration(unit, object, _) if instance.frame.is_some() => {
                        ((unit.0, object.0, leaf.place()), locals.entry(self.function(unit, object)?).or_default())
                    }
                    Origin::Declaration(unit, object, _) => {
                        let is_thread = self.program.object(unit, object).storage == Storage::Thread;
                        ((unit.0, object.0, leaf.place()), if is_thread { &mut thread_local } else { &mut shared })
                    }
                    _ => ((u32::MAX, leaf.instance.0, leaf.place()), &mut shared),
                };
                list.insert(order, name.clone());
                Some(name)
            });
            placed.push(found);
        }
        let cells = self.cells_set();
        for (unit, object) in &cells {
            if let Some((function, name)) =
                self.function(*unit, *object).zip(self.program.object(*unit, *object).name.as_ref())
            {
                locals.entry(function).or_default().insert((unit.0, object.0, (0, 0)), name.to_string());
            }
        }
        (self.shared, self.thread_local) = (distinct(shared), distinct(thread_local));
        for (function, names) in locals {
            self.procedures.entry(function).and_modify(|(_, variables)| *variables = distinct(names));
        }
        self.place(placed, cells);
    }

    /// Finds the columns of what is listed.
    fn place(&mut self, placed: Vec<Option<String>>, cells: FxHashSet<(UnitId, ObjectId)>) {
        let indices = |names: &[String]| -> FxHashMap<String, usize> {
            names.iter().enumerate().map(|(index, name)| (name.clone(), index)).collect()
        };
        let (shared, thread_local) = (indices(&self.shared), indices(&self.thread_local));
        let locals: BTreeMap<_, _> =
            self.procedures.iter().map(|(function, (_, variables))| (*function, indices(variables))).collect();
        let column = |leaf: &Leaf, name: &str| {
            let instance = self.model.instance(leaf.instance);
            match instance.origin {
                Origin::Declaration(unit, object, _) if instance.frame.is_some() => {
                    let function = self.function(unit, object)?;
                    locals.get(&function)?.get(name).map(|index| Column::Local(*index))
                }
                _ => shared
                    .get(name)
                    .map(|it| Column::Shared(*it))
                    .or_else(|| thread_local.get(name).map(|it| Column::ThreadLocal(*it))),
            }
        };
        let all = self.model.leaves.iter().zip(placed);
        let leaves =
            all.map(|(leaf, name)| name.and_then(|name| column(leaf, &name).map(|column| (name, column)))).collect();
        let cell = |(unit, object): (UnitId, ObjectId)| {
            let name = self.program.object(unit, object).name.as_ref()?;
            let index = locals.get(&self.function(unit, object)?)?.get(name.as_str())?;
            Some(((unit, object), *index))
        };
        let cells = cells.into_iter().filter_map(cell).collect();
        (self.leaves, self.cells) = (leaves, cells);
    }

    /// The variables without an address that are set.
    fn cells_set(&self) -> FxHashSet<(UnitId, ObjectId)> {
        let changes = self.model.drafts.iter().flat_map(|draft| &draft.changes);
        let cells = changes.filter_map(|change| match change {
            Change::Set(Target::Cell(unit, object), _) => Some((*unit, *object)),
            _ => None,
        });
        cells.collect()
    }

    /// The function in which a variable is declared, if it is shown.
    fn function(&self, unit: UnitId, object: ObjectId) -> Option<FunctionIndex> {
        let declared = self.program.object(unit, object).function?;
        let is_it = |function: &&FunctionIndex| self.program.function(**function).declaration == Some((unit, declared));
        self.procedures.keys().find(is_it).copied()
    }

    fn leaf_name(&self, leaf: &Leaf) -> Option<String> {
        let instance = self.model.instance(leaf.instance);
        let base = self.bases[leaf.instance.0 as usize].as_ref()?;
        let typed = instance.ty.as_ref().and_then(|(unit, ty)| {
            layout::part(self.program.unit(*unit), ty, leaf.offset, leaf.shape)
                .filter(|part| part.offset == leaf.offset)
        });
        match typed {
            Some(part) => Some(format!("{base}{}", part.path)),
            None if matches!(instance.origin, Origin::Heap(..) | Origin::Argument(_)) => {
                Some(format!("{base}{}", element(instance, leaf)))
            }
            None => None,
        }
    }
}

/// A part of an object of the heap whose type is not known, or of an argument of the program: one of equal elements.
fn element(instance: &Instance, leaf: &Leaf) -> String {
    let size = leaf.shape.size().max(1);
    let is_text = matches!(instance.origin, Origin::Argument(_));
    if !is_text && leaf.offset == 0 && size == instance.size {
        String::new()
    } else {
        format!("[{}]", leaf.offset / size)
    }
}

/// The names of objects; none of those that a person does not see.
fn bases(program: &Program, model: &Model) -> Vec<Option<String>> {
    let (mut used, mut of_heap) = (FxHashMap::default(), 0);
    let mut known: FxHashMap<(UnitId, ObjectId), String> = FxHashMap::default();
    let mut name = |instance: &Instance| match instance.origin {
        Origin::Heap(..) if instance.is_visible => {
            of_heap += 1;
            Some(format!("heap{of_heap}"))
        }
        Origin::Argument(number) => Some(format!("argv[{number}]")),
        Origin::Declaration(unit, id, _) => {
            let name = program.known_name(unit, id)?;
            let object = program.object(unit, id);
            if instance.frame.is_some() {
                return Some(name.to_string());
            }
            if let Some(known) = known.get(&(unit, id)) {
                return Some(known.clone());
            }
            let inner = object.function.map(|function| format!("{}.{name}", program.unit(unit)[function].name));
            let count = used.entry(name.clone()).and_modify(|count| *count += 1).or_insert(1_u32);
            let full = if *count == 1 { name.to_string() } else { inner.unwrap_or_else(|| format!("{name}#{count}")) };
            known.insert((unit, id), full.clone());
            Some(full)
        }
        _ => None,
    };
    model.instances.iter().map(&mut name).collect()
}

/// The names in order, each once.
fn distinct(names: Ordered) -> Vec<String> {
    let mut seen = FxHashSet::default();
    names.into_values().filter(|name| seen.insert(name.clone())).collect()
}

/// A floating value with as many digits as tell it apart, and a point.
fn floating(number: f64) -> String {
    format!("{number:?}").replace("NaN", "nan").replace("inf", "infinity")
}
