//! The objects of a state: what a trace has of them, by the names of their scalar parts.

use boolprog_c_syntax::tree::{ObjectId, Storage, Unit};
use boolprog_c_syntax::types::{Bits, Kind, Length, Type};
use boolprog_machine::value::{Scalar, Shape, Value as Number};
use rustc_hash::FxHashMap;

use super::super::layout;
use super::Moment;
use super::value::{Owner, Place, Pointer, Value};
use crate::document::{FrameDocument, ThreadDocument, Value as Written};

/// A state, with the types of the unit of an expression.
#[derive(Clone, Copy)]
pub(super) struct Memory<'a> {
    pub(super) unit: &'a Unit,
    pub(super) moment: &'a Moment<'a>,
    /// Number of static objects of the program with each name.
    pub(super) statics: &'a FxHashMap<String, usize>,
}

impl<'a> Memory<'a> {
    /// The object that a name means.
    pub(super) fn object(self, id: ObjectId) -> Result<Place, String> {
        let object = &self.unit[id];
        let name = object.name.as_ref().ok_or("A value that is made here is not in the trace.")?.to_string();
        let frame = self.moment.frame.ok_or_else(|| format!("`{name}` is no shared variable."));
        let owner = match object.storage {
            Storage::Static => Owner::Shared,
            Storage::Thread => Owner::Thread(frame?.0),
            Storage::Automatic => frame.map(|(number, depth, _)| Owner::Local(number, depth))?,
        };
        let is_alone = owner_is_local(owner) || self.statics.get(&name).is_none_or(|count| *count < 2);
        let within = object.function.map(|function| format!("{}.{name}", self.unit[function].name));
        let root = match within.filter(|within| !owner_is_local(owner) && self.has(owner, within)) {
            Some(within) => within,
            None if is_alone => name,
            None => {
                return Err(format!(
                    "The program has several variables `{name}`, which this trace does not keep apart."
                ));
            }
        };
        Ok(Place { owner, root, ty: declared(&object.ty), offset: 0 })
    }

    /// The value of a scalar of a type.
    pub(super) fn read(self, place: &Place, ty: &Type, bits: Option<Bits>) -> Result<Value, String> {
        let name = self.name(place, ty, bits)?;
        match self.leaf(place.owner, &name) {
            Some(Written::Nothing) => Err(format!("`{name}` has no value here.")),
            Some(written) => self.value(written, ty),
            None => Err(absent(&name)),
        }
    }

    /// The name of a scalar of a type in the trace.
    pub(super) fn name(self, place: &Place, ty: &Type, bits: Option<Bits>) -> Result<String, String> {
        let scalar = Scalar::of(self.unit, ty).ok_or_else(|| format!("`{}` is no single value.", place.root))?;
        let shape = bits.map_or(Shape::Scalar(scalar), |bits| Shape::Bits(scalar, bits));
        let offset = u64::try_from(place.offset).ok();
        let part = offset.and_then(|offset| {
            let part = layout::part(self.unit, &place.ty, offset, shape)?;
            (part.offset == offset && part.shape == shape).then_some(part)
        });
        let part = part.ok_or_else(|| format!("The trace does not say what lies in `{}` there.", place.root))?;
        Ok(format!("{}{}", place.root, part.path))
    }

    /// The name of a structure or an array in the trace.
    pub(super) fn whole(self, place: &Place, ty: &Type) -> Result<String, String> {
        let offset = u64::try_from(place.offset).ok();
        let path = offset.and_then(|offset| layout::path(self.unit, &place.ty, offset, Some(ty)));
        let path = path.ok_or_else(|| format!("The trace does not say what lies in `{}` there.", place.root))?;
        let name = format!("{}{path}", place.root);
        let lives = |(part, value): (&String, &Written)| is_part(part, &name) && !value.is_nothing();
        match self.list(place.owner).is_some_and(|(names, values)| names.iter().zip(values).any(lives)) {
            true => Ok(name),
            false if self.has(place.owner, &name) => Err(format!("`{name}` has no value here.")),
            false if self.is_of_library(ty) => {
                Err(format!("`{name}` belongs to the library: the trace does not have its inside."))
            }
            false => Err(absent(&name)),
        }
    }

    fn is_of_library(self, ty: &Type) -> bool {
        matches!(ty.kind, Kind::Record(id) if !layout::is_visible(self.unit, &self.unit[id]))
    }

    /// The object to which a pointer to a type points.
    pub(super) fn target(self, pointer: &Pointer, target: &Type) -> Result<Place, String> {
        match pointer {
            Pointer::At(place) => Ok(place.clone()),
            Pointer::Named(written) => {
                self.named(written, target).ok_or_else(|| format!("The trace does not say what lies at `{written}`."))
            }
            Pointer::Null => Err("This pointer is `NULL`.".to_owned()),
            Pointer::Function(name) => Err(format!("`{name}` is a function, and has no value.")),
            Pointer::Text(_) => Err("The trace does not have the characters of strings one by one.".to_owned()),
        }
    }

    fn value(self, written: &Written, ty: &Type) -> Result<Value, String> {
        let number = |number: Option<i128>| number.map(Value::integer);
        let found = match (written, &ty.kind) {
            (Written::Truth(value), _) => Some(Value::truth(*value)),
            (Written::Number(value), _) => number(Some((*value).into())),
            (Written::Nothing, _) => None,
            (Written::Text(text), Kind::Pointer(_)) => Some(Value::Pointer(pointer(text.as_str()))),
            (Written::Text(text), Kind::Floating(_)) => {
                text.as_str().parse().ok().map(|number| Value::Scalar(Number::Floating(number)))
            }
            (Written::Text(text), Kind::Enumeration(id)) => {
                let constants = &self.unit[*id].constants;
                number(constants.iter().find(|(name, _)| name == text.as_str()).map(|(_, value)| *value))
            }
            (Written::Text(text), _) => number(text.as_str().parse().ok().or_else(|| handle(text.as_str()))),
        };
        found.ok_or_else(|| format!("The trace has `{written}` here, which is no value of its type."))
    }

    /// The place that the trace names `&items[2]`, `&x@T2` or `&bytes + 4`, and is of a type.
    fn named(self, written: &str, target: &Type) -> Option<Place> {
        let written = written.strip_prefix('&')?;
        let (written, more) = match written.split_once(" + ") {
            Some((written, more)) => (written, more.parse().ok()?),
            None => (written, 0),
        };
        let (path, number) = match written.rsplit_once("@T") {
            Some((path, number)) => (path, Some(number.parse().ok()?)),
            None => (written, None),
        };
        let owner = match number {
            Some(number) => self.owner(number, path)?,
            None => Some(Owner::Shared).filter(|_| !self.is_thread_local(path))?,
        };
        let (root, rest) = path.split_at(root_length(path));
        if let Some(ty) = self.declared(owner, root) {
            let offset = layout::offset(self.unit, &ty, rest)?;
            return Some(Place { owner, root: root.to_owned(), ty, offset: i128::from(offset) + more });
        }
        (more == 0 && !target.is_void()).then(|| self.guessed(owner, path, target))
    }

    /// An object of the heap, or of another unit, is what the pointer to it says that it is.
    fn guessed(self, owner: Owner, path: &str, target: &Type) -> Place {
        let size = self.unit.size_of(target).unwrap_or(0);
        let array = || target.clone().array(Length::Unknown);
        let element = path.strip_suffix(']').and_then(|path| path.rsplit_once('['));
        let element = element.and_then(|(array, index)| Some((array, index.parse::<u64>().ok()?)));
        let is_array = self.has(owner, &format!("{path}[0]")) && !target.is_array();
        match element {
            Some((root, index)) => {
                let offset = i128::from(index) * i128::from(size);
                Place { owner, root: root.to_owned(), ty: array(), offset }
            }
            None if is_array => Place { owner, root: path.to_owned(), ty: array(), offset: 0 },
            None => Place { owner, root: path.to_owned(), ty: target.clone(), offset: 0 },
        }
    }

    /// The type of an object that the unit declares.
    fn declared(self, owner: Owner, root: &str) -> Option<Type> {
        let function = match owner {
            Owner::Local(number, depth) => {
                let procedure = self.frame(number, depth)?.procedure;
                let name = &self.moment.document.procedures.get(procedure as usize)?.name;
                Some(self.unit.functions.iter().position(|it| it.name == *name)?)
            }
            _ if self.statics.get(root).is_some_and(|count| *count > 1) => return None,
            _ => None,
        };
        let mut same = self.unit.objects.iter().filter(|object| {
            let is_there = function.is_none_or(|function| object.function.is_some_and(|it| it.0 as usize == function));
            is_there
                && (object.storage == Storage::Automatic) == function.is_some()
                && object.name.as_deref() == Some(root)
        });
        let ty = declared(&same.next()?.ty);
        same.all(|other| declared(&other.ty) == ty).then_some(ty)
    }

    /// The activation of a thread that has a variable, if there is exactly one.
    fn owner(self, number: u32, path: &str) -> Option<Owner> {
        let root = &path[..root_length(path)];
        let depths = 0..self.thread(number)?.frames.len();
        let mut found = depths.map(|depth| Owner::Local(number, depth)).filter(|owner| self.has(*owner, root));
        found.next().filter(|_| found.next().is_none())
    }

    fn is_thread_local(self, path: &str) -> bool {
        let root = &path[..root_length(path)];
        !self.has(Owner::Shared, root) && self.moment.document.thread_local.iter().any(|name| is_part(name, root))
    }

    /// Returns `true` if the trace lists something, or a part of it.
    fn has(self, owner: Owner, path: &str) -> bool {
        self.list(owner).is_some_and(|(names, _)| names.iter().any(|name| is_part(name, path)))
    }

    fn leaf(self, owner: Owner, name: &str) -> Option<&'a Written> {
        let (names, values) = self.list(owner)?;
        values.get(names.iter().position(|known| known == name)?)
    }

    fn list(self, owner: Owner) -> Option<(&'a [String], &'a [Written])> {
        let document = self.moment.document;
        Some(match owner {
            Owner::Shared => (&document.shared, &self.moment.state.shared),
            Owner::Thread(number) => (&document.thread_local, &self.thread(number)?.thread_local),
            Owner::Local(number, depth) => {
                let frame = self.frame(number, depth)?;
                (&document.procedures.get(frame.procedure as usize)?.variables, &frame.values)
            }
        })
    }

    fn thread(self, number: u32) -> Option<&'a ThreadDocument> {
        self.moment.state.threads.iter().map(AsRef::as_ref).find(|thread| thread.number == number)
    }

    fn frame(self, number: u32, depth: usize) -> Option<&'a FrameDocument> {
        self.thread(number)?.frames.get(depth)
    }
}

fn owner_is_local(owner: Owner) -> bool {
    matches!(owner, Owner::Local(..))
}

/// The type of a declared object: an array of variable size has as many elements as fit.
fn declared(ty: &Type) -> Type {
    match &ty.kind {
        Kind::Array(element, Length::Variable(_)) => Type::clone(element).array(Length::Unknown),
        _ => ty.clone(),
    }
}

/// A pointer as a trace writes it.
fn pointer(written: &str) -> Pointer {
    match written.chars().next() {
        _ if written == "NULL" => Pointer::Null,
        Some('"') => Pointer::Text(written.to_owned()),
        Some('&' | '0') => Pointer::Named(written.to_owned()),
        _ => Pointer::Function(written.to_owned()),
    }
}

/// The number of the thread that a handle means: 2 of `T2 worker`.
fn handle(written: &str) -> Option<i128> {
    written.strip_prefix('T')?.split(' ').next()?.parse().ok()
}

/// The length of the name of the object in a path.
fn root_length(path: &str) -> usize {
    path.find(['.', '[']).unwrap_or(path.len())
}

fn absent(name: &str) -> String {
    format!("`{name}` is left out of the trace, which keeps what its steps read or write one by one.")
}

/// Returns `true` if a name is that of something at a path, or of a part of it.
fn is_part(name: &str, path: &str) -> bool {
    name.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}
