//! The objects of an execution: from what the machine tells to instances, parts and values.

use boolprog_c_syntax::tree::{ObjectId, Storage};
use boolprog_c_syntax::types::{Kind, Length, Type};
use boolprog_machine::machine::Machine;
use boolprog_machine::memory::{Memory, ObjectIndex, Origin};
use boolprog_machine::program::{Program, UnitId};
use boolprog_machine::thread::ThreadId;
use boolprog_machine::value::{Scalar, Shape, Value};
use rustc_hash::FxHashMap;

use super::layout;
use super::model::{Instance, InstanceId, Leaf, LeafId, Model, Raw, place};

/// The longest text of a string literal, in characters.
const LONGEST_TEXT: usize = 40;

/// The objects that the machine has now, and those that it had.
#[derive(Clone)]
pub(super) struct Objects<'a> {
    program: &'a Program,
    /// The machine before the first step.
    start: &'a Machine,
    /// Number of objects that it has.
    known_at_start: u32,
    pub(super) model: Model,
    current: FxHashMap<ObjectIndex, InstanceId>,
}

impl<'a> Objects<'a> {
    pub(super) fn new(program: &'a Program, start: &'a Machine) -> Self {
        let known_at_start = start.memory().objects().count() as u32;
        Self { program, start, known_at_start, model: Model::default(), current: FxHashMap::default() }
    }

    /// An object begins its life in a frame.
    pub(super) fn born(&mut self, memory: &Memory, index: ObjectIndex, frame: (ThreadId, u32)) -> InstanceId {
        let object = &memory[index];
        let (ty, is_automatic) = match object.origin {
            Origin::Declaration(unit, id, _) => (Some((unit, self.declared(unit, id))), self.is_automatic(unit, id)),
            _ => (None, false),
        };
        let id = InstanceId(self.model.instances.len() as u32);
        self.model.instances.push(Instance {
            index,
            origin: object.origin,
            base: object.base,
            size: object.size,
            frame: is_automatic.then_some(frame),
            ty,
            is_visible: false,
            leaves: std::collections::BTreeMap::new(),
        });
        self.current.insert(index, id);
        id
    }

    /// The type of a declared object: an array of variable size has as many elements as fit.
    fn declared(&self, unit: UnitId, id: ObjectId) -> Type {
        let ty = &self.program.unit(unit)[id].ty;
        match &ty.kind {
            Kind::Array(element, Length::Variable(_)) => Type::clone(element).array(Length::Unknown),
            _ => ty.clone(),
        }
    }

    fn is_automatic(&self, unit: UnitId, id: ObjectId) -> bool {
        self.program.unit(unit)[id].storage == Storage::Automatic
    }

    /// The object at an index now; of one that was there from the start, it is met for the first time.
    pub(super) fn at(&mut self, memory: &Memory, index: ObjectIndex) -> InstanceId {
        match self.current.get(&index) {
            Some(id) => *id,
            None => self.born(memory, index, (ThreadId(0), 1)),
        }
    }

    /// Returns `true` if a person knows the object: it belongs neither to the library nor to temporaries.
    pub(super) fn is_known(&self, id: InstanceId) -> bool {
        match self.model.instance(id).origin {
            Origin::Declaration(unit, object, _) => self.program.known_name(unit, object).is_some(),
            Origin::Heap(..) | Origin::Argument(_) => true,
            Origin::Function(_) | Origin::Text | Origin::Temporary => false,
        }
    }

    /// The scalar part in which an access lies. One of the library to an object of unknown type has none.
    pub(super) fn leaf(&mut self, id: InstanceId, offset: u64, shape: Shape, is_hidden: bool) -> Option<LeafId> {
        let instance = self.model.instance(id);
        let (offset, shape, ty) = match &instance.ty {
            Some((unit, ty)) => match layout::part(self.program.unit(*unit), ty, offset, shape) {
                Some(part) => (part.offset, part.shape, Some((*unit, part.ty))),
                None if is_hidden || matches!(instance.origin, Origin::Declaration(..)) => return None,
                None => (offset, shape, None),
            },
            None if is_hidden => return None,
            None => (offset, shape, None),
        };
        if matches!(shape, Shape::Bytes(_)) {
            return None;
        }
        Some(self.known(id, offset, shape, ty))
    }

    fn known(&mut self, id: InstanceId, offset: u64, shape: Shape, ty: Option<(UnitId, Type)>) -> LeafId {
        if let Some(leaf) = self.model.instance(id).leaves.get(&place(offset, shape)) {
            return *leaf;
        }
        let instance = self.model.instance(id);
        let is_static = matches!(instance.origin, Origin::Declaration(..)) && instance.frame.is_none();
        let initial = if is_static { self.at_the_start(id, offset, shape) } else { Raw::Nothing };
        let leaf = LeafId(self.model.leaves.len() as u32);
        self.model.has_views |= !self.overlapping(id, offset, offset + shape.size()).is_empty();
        self.model.leaves.push(Leaf { instance: id, offset, shape, ty, initial });
        self.model.instances[id.0 as usize].leaves.insert(place(offset, shape), leaf);
        leaf
    }

    fn at_the_start(&mut self, id: InstanceId, offset: u64, shape: Shape) -> Raw {
        let index = self.model.instance(id).index;
        let start = self.start.memory();
        if index.0 >= self.known_at_start {
            return Raw::Nothing;
        }
        let value = start.scalar(index, offset, shape);
        self.raw(start, &value, shape)
    }

    /// The parts of static objects with these names are listed even if nothing accesses them. Takes time linear in the number of
    /// objects at the start times that of the names.
    pub(super) fn expect(&mut self, names: &[String]) {
        let start = self.start.memory();
        for (index, object) in start.objects() {
            let Origin::Declaration(unit, id, None) = object.origin else { continue };
            let name = self.program.known_name(unit, id).filter(|_| !self.is_automatic(unit, id));
            let Some(name) = name else { continue };
            let paths: Vec<&str> = names.iter().filter_map(|it| it.strip_prefix(&**name)).collect();
            if paths.is_empty() {
                continue;
            }
            for part in layout::parts(self.program.unit(unit), &self.declared(unit, id), 0, object.size) {
                if paths.contains(&&*part.path) {
                    let instance = self.at(start, index);
                    self.known(instance, part.offset, part.shape, Some((unit, part.ty)));
                }
            }
        }
    }

    /// The parts that a copy or a filling of bytes touches.
    pub(super) fn leaves_within(&mut self, id: InstanceId, from: u64, to: u64) -> Vec<LeafId> {
        let typed = self.model.instance(id).ty.clone();
        if let Some((unit, ty)) = typed {
            for part in layout::parts(self.program.unit(unit), &ty, from, to) {
                self.known(id, part.offset, part.shape, Some((unit, part.ty)));
            }
        }
        self.overlapping(id, from, to)
    }

    /// The known parts that have bytes in a range.
    pub(super) fn overlapping(&self, id: InstanceId, from: u64, to: u64) -> Vec<LeafId> {
        let near = self.model.instance(id).leaves.range((from.saturating_sub(16), 0)..(to, 0));
        let within = |leaf: &LeafId| {
            let leaf = self.model.leaf(*leaf);
            leaf.offset + leaf.shape.size() > from
        };
        near.map(|(_, leaf)| *leaf).filter(within).collect()
    }

    /// The value of a part now.
    pub(super) fn value(&mut self, memory: &Memory, leaf: LeafId) -> Raw {
        let Leaf { instance, offset, shape, .. } = *self.model.leaf(leaf);
        let index = self.model.instance(instance).index;
        let value = memory.scalar(index, offset, shape);
        self.raw(memory, &value, shape)
    }

    /// A value with pointers that say where they point.
    pub(super) fn raw(&mut self, memory: &Memory, value: &Value, shape: Shape) -> Raw {
        match (value, shape) {
            (Value::None | Value::Bytes(_), _) => Raw::Nothing,
            (Value::Floating(number), _) => Raw::Floating(*number),
            (Value::Integer(number), Shape::Scalar(Scalar::Bool)) => Raw::Truth(*number != 0),
            (Value::Integer(_), Shape::Scalar(Scalar::Pointer { .. })) => self.pointer(memory, value.address()),
            (Value::Integer(number), _) => Raw::Number(*number),
        }
    }

    /// The place to which an address points.
    pub(super) fn pointer(&mut self, memory: &Memory, address: u64) -> Raw {
        if address == 0 {
            return Raw::Null;
        }
        let Some(index) = memory.find(address) else { return Raw::Address(address) };
        let object = &memory[index];
        let offset = address - object.base;
        match object.origin {
            Origin::Function(function) => Raw::Function(function),
            Origin::Text => Raw::Text(text(memory, index, offset)),
            Origin::Declaration(..) | Origin::Heap(..) | Origin::Temporary | Origin::Argument(_) => {
                Raw::Pointer(self.at(memory, index), offset)
            }
        }
    }

    /// A pointer of a type points to an object of the heap: that is what the object is used as.
    pub(super) fn points(&mut self, unit: UnitId, ty: &Type, raw: &Raw) {
        let Raw::Pointer(id, 0) = *raw else { return };
        let Kind::Pointer(target) = &ty.kind else { return };
        let tree = self.program.unit(unit);
        let Some(size) = tree.size_of(target).filter(|size| *size > 0 && !target.is_void()) else { return };
        let instance = &mut self.model.instances[id.0 as usize];
        if instance.ty.is_some() || !matches!(instance.origin, Origin::Heap(..)) || instance.size < size {
            return;
        }
        let is_room = instance.size < 2 * size && (matches!(target.kind, Kind::Record(_)) || instance.size == size);
        let is_one = is_room || layout::is_flexible(tree, target);
        let length = Length::Known(instance.size / size);
        let ty = Type::clone(target);
        instance.ty = Some((unit, if is_one { ty } else { ty.array(length) }));
        self.type_leaves(id);
    }

    /// The parts of an object get the types that they have in it.
    fn type_leaves(&mut self, id: InstanceId) {
        let Some((unit, ty)) = self.model.instance(id).ty.clone() else { return };
        for leaf in self.model.instance(id).leaves.values().copied().collect::<Vec<_>>() {
            let Leaf { offset, shape, .. } = *self.model.leaf(leaf);
            let part = layout::part(self.program.unit(unit), &ty, offset, shape);
            self.model.leaves[leaf.0 as usize].ty = part.map(|part| (unit, part.ty));
        }
    }

    /// The program itself uses an object.
    pub(super) fn see(&mut self, raw: &Raw) {
        if let Raw::Pointer(id, _) = raw {
            self.model.instances[id.0 as usize].is_visible = true;
        }
    }
}

fn text(memory: &Memory, index: ObjectIndex, offset: u64) -> String {
    let object = &memory[index];
    let bytes = object.contents.read(offset, object.size - offset);
    let text = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
    String::from_utf8_lossy(text).chars().take(LONGEST_TEXT).collect()
}
