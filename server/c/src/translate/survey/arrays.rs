//! Arrays of which all elements may be known together: the program accesses each element by itself, or the array as a whole.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_c_form::form::{
    Action, Argument, Array, Base, Call, Callee, FunctionId, Operand, Operation, Place, TemporaryId,
};
use boolprog_c_form::points_to::{Offset, Set, Thing};

use super::super::Translation;
use super::super::library::prints;
use super::super::memory::{Smashed, aligned, common_divisor};

/// Arrays with more elements are known by all elements together.
const MOST_ELEMENTS: u64 = 300;

/// The same of arrays of identifiers of threads, which loops create that are not copied round by round.
const MOST_IDENTIFIERS: u64 = 24;

/// The end of an object of which the number of elements has no bound.
const ENDLESS: u64 = u64::MAX;

/// An access to an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    /// A number of bytes that are another one after a pointer.
    Bytes { pointer: Offset, after: u64, size: u64 },
    /// Bytes get the same value, or values that are not known.
    Filled { pointer: Offset, after: u64, size: u64 },
    /// Another kind of access.
    Other,
}

/// The accesses to each object.
#[derive(Default)]
struct Uses {
    all: BTreeMap<Thing, BTreeSet<Use>>,
    /// Objects that get identifiers of threads at places that are not known.
    identified: BTreeSet<Thing>,
}

impl Translation<'_> {
    /// Finds the arrays that may be known by all elements together, and those that have to be.
    pub(in crate::translate) fn survey_arrays(&mut self) {
        let uses = self.uses();
        for (thing, accesses) in &uses.all {
            match thing {
                Thing::Allocated(..) => {
                    let array = stride(accesses).map(|element| Smashed { first: 0, end: ENDLESS, element });
                    if let Some(array) = array.filter(|array| accesses.iter().all(|access| access.fits(array))) {
                        self.memory.set_element(*thing, array.element);
                    }
                }
                Thing::Object(_) | Thing::Local(..) if self.memory.is_known(*thing) && !self.memory.is_text(*thing) => {
                    let most = if uses.identified.contains(thing) { MOST_IDENTIFIERS } else { MOST_ELEMENTS };
                    let is_large = |array: &&Array| array.count > most;
                    let large = self.memory.arrays(*thing).iter().filter(is_large);
                    let large =
                        large.map(|array| Smashed { first: array.offset, end: array.end(), element: array.element });
                    // Elements that are accessed by constant indexes alone are few.
                    let large = large.filter(|array| accesses.iter().any(|access| access.is_at_any(array)));
                    let fitting = large.filter(|array| accesses.iter().all(|access| access.fits(array)));
                    let fitting = fitting.collect();
                    self.memory.smash(*thing, fitting);
                }
                _ => {}
            }
        }
    }

    fn uses(&self) -> Uses {
        let mut found = Uses::default();
        for thread in self.threads {
            let id = thread.function;
            let function = &self.unit.functions[id.0 as usize];
            let identifiers = identifiers(function.instructions().map(|instruction| &instruction.action));
            for instruction in function.instructions() {
                self.note_use(&mut found, id, &instruction.action);
                if let Action::Store(place, Operand::Temporary(value), _) = &instruction.action
                    && identifiers.contains(value)
                {
                    let places = self.pointees(id, *place);
                    let open = places.into_iter().filter(|(_, offset)| matches!(offset, Offset::Every { .. }));
                    found.identified.extend(open.map(|(thing, _)| thing));
                }
            }
        }
        found
    }

    fn note_use(&self, found: &mut Uses, id: FunctionId, action: &Action) {
        match action {
            Action::Load(_, place, access) | Action::Store(place, _, access) if access.bits.is_none() => {
                self.note_bytes(found, id, *place, access.shape.size());
            }
            Action::Load(_, place, _) | Action::Store(place, ..) => self.note_other(found, id, *place),
            Action::Zero(place, size) => self.note_filled(found, id, *place, *size),
            Action::Copy(to, from, size) => {
                self.note_bytes(found, id, *to, *size);
                self.note_bytes(found, id, *from, *size);
            }
            Action::Atomic(_, _, place, operands, shape) => {
                self.note_bytes(found, id, *place, shape.size());
                for operand in operands {
                    self.note_bytes(found, id, pointed(*operand), shape.size());
                }
            }
            Action::Call(call) => self.note_call(found, id, call),
            _ => {}
        }
    }

    fn note_call(&self, found: &mut Uses, id: FunctionId, call: &Call) {
        let keeps = ["__boolprog_release", "__boolprog_size", "__boolprog_is_late"];
        if keeps.iter().any(|name| self.given::<1>(call, name).is_some()) {
            return;
        }
        let filled = self.given::<3>(call, "__boolprog_fill");
        if let Some([to, _, Operand::Number(size)]) = filled
            && let Ok(size) = u64::try_from(size)
        {
            return self.note_filled(found, id, pointed(to), size);
        }
        let Callee::Function(called) = call.function else { return };
        if self.is_unknown(call) && !prints(&self.unit.functions[called.0 as usize].name) {
            return;
        }
        for argument in &call.arguments {
            match argument {
                Argument::Value(value, _) => self.note_other(found, id, pointed(*value)),
                Argument::Copy(place, _) => self.note_other(found, id, *place),
            }
        }
    }

    fn note_bytes(&self, found: &mut Uses, id: FunctionId, place: Place, size: u64) {
        for (thing, pointer) in self.pointees(id, place) {
            found.add(thing, Use::Bytes { pointer, after: place.offset, size });
        }
    }

    fn note_filled(&self, found: &mut Uses, id: FunctionId, place: Place, size: u64) {
        for (thing, pointer) in self.pointees(id, place) {
            found.add(thing, Use::Filled { pointer, after: place.offset, size });
        }
    }

    fn note_other(&self, found: &mut Uses, id: FunctionId, place: Place) {
        for (thing, _) in self.pointees(id, place) {
            found.add(thing, Use::Other);
        }
    }

    /// The objects in which a place may be, with what is known of the offset of its base.
    pub(super) fn pointees(&self, id: FunctionId, place: Place) -> Vec<(Thing, Offset)> {
        let set = match place.base {
            Base::Object(object) => return vec![(Thing::Object(object), Offset::At(0))],
            Base::Local(local) => return vec![(Thing::Local(id, local), Offset::At(0))],
            Base::Pointer(pointer) => self.sets.operand(id, pointer),
            _ => Set::default(),
        };
        set.iter().map(|pointee| (pointee.thing, pointee.offset)).collect()
    }
}

impl Uses {
    fn add(&mut self, thing: Thing, access: Use) {
        self.all.entry(thing).or_default().insert(access);
    }
}

impl Use {
    /// Returns `true` if it can be in any element of an array.
    fn is_at_any(self, array: &Smashed) -> bool {
        match self {
            Self::Bytes { pointer: Offset::Every { step, .. }, .. }
            | Self::Filled { pointer: Offset::Every { step, .. }, .. } => step <= array.element,
            _ => false,
        }
    }

    /// Returns `true` if it is in one element of an array, fills the whole array, or is elsewhere.
    fn fits(self, array: &Smashed) -> bool {
        match self {
            Self::Bytes { pointer, after, size } => array.has_in_one_element(pointer, after, size),
            Self::Filled { pointer, after, size } => {
                let first = if let Offset::At(at) = pointer { Some(at + after) } else { None };
                let is_whole = first.is_some_and(|first| first <= array.first && first + size >= array.end);
                is_whole || array.has_in_one_element(pointer, after, size)
            }
            Self::Other => false,
        }
    }
}

/// The distance between the elements of an array of which only the accesses are known; none of a text, in which the order of the
/// characters matters.
fn stride(accesses: &BTreeSet<Use>) -> Option<u64> {
    let distance = |access: &Use| match *access {
        Use::Bytes { pointer: pointer @ Offset::Every { .. }, after, size } => Some(aligned(pointer, after, size).1),
        _ => None,
    };
    accesses.iter().filter_map(distance).reduce(common_divisor).filter(|stride| *stride > 1)
}

/// The place to which a pointer points.
fn pointed(pointer: Operand) -> Place {
    Place { base: Base::Pointer(pointer), offset: 0 }
}

/// The temporaries that are identifiers of threads.
fn identifiers<'a>(actions: impl Iterator<Item = &'a Action>) -> BTreeSet<TemporaryId> {
    let mut found = BTreeSet::new();
    for action in actions {
        match action {
            Action::Create(Some(to), ..) => _ = found.insert(*to),
            Action::Compute(to, Operation::Convert(Operand::Temporary(from), ..)) if found.contains(from) => {
                found.insert(*to);
            }
            _ => {}
        }
    }
    found
}
