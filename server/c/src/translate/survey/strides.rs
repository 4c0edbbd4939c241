//! Arrays of the heap: objects of which the program loads and stores scalars alone, each some elements after another one.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_c_form::form::{Action, Argument, Base, FunctionId, Place};
use boolprog_c_form::points_to::{Offset, Set, Thing};

use super::super::Translation;
use super::super::memory::aligned;

/// The accesses to objects of the heap.
#[derive(Default)]
struct Strides {
    /// The first offset of each scalar, with its size.
    scalars: BTreeMap<Thing, BTreeSet<(u64, u64)>>,
    /// The distance between elements.
    distances: BTreeMap<Thing, u64>,
    /// Objects that are accessed in another way.
    others: BTreeSet<Thing>,
}

impl Translation<'_> {
    /// The arrays of the heap, with the number of bytes of an element of each. The order of the characters of a text matters, so that
    /// a text is none.
    pub(in crate::translate) fn strides(&self) -> BTreeMap<Thing, u64> {
        let mut found = Strides::default();
        for thread in self.threads {
            let id = thread.function;
            for instruction in self.unit.functions[id.0 as usize].instructions() {
                self.note_strides(&mut found, id, &instruction.action);
            }
        }
        let Strides { scalars, distances: mut strides, others } = found;
        let is_within = |thing: &Thing, stride: u64| {
            scalars.get(thing).into_iter().flatten().all(|(first, size)| first % stride + size <= stride)
        };
        strides.retain(|thing, stride| *stride > 1 && !others.contains(thing) && is_within(thing, *stride));
        strides
    }

    fn note_strides(&self, found: &mut Strides, id: FunctionId, action: &Action) {
        match action {
            Action::Load(_, place, access) | Action::Store(place, _, access) if access.bits.is_none() => {
                found.add_scalar(&self.pointees(id, place), place.offset, access.shape.size());
            }
            Action::Load(_, place, _) | Action::Store(place, ..) | Action::Zero(place, _) => {
                found.add_other(&self.pointees(id, place));
            }
            Action::Copy(to, from, _) => {
                found.add_other(&self.pointees(id, to));
                found.add_other(&self.pointees(id, from));
            }
            Action::Atomic(_, _, place, operands, _) => {
                found.add_other(&self.pointees(id, place));
                for operand in operands {
                    found.add_other(&self.sets.operand(id, *operand));
                }
            }
            Action::Forget(pointer, _) => found.add_other(&self.sets.operand(id, *pointer)),
            Action::Call(call) => {
                let keeps = ["__boolprog_release", "__boolprog_size", "__boolprog_is_late"];
                if !keeps.iter().any(|name| self.given::<1>(call, name).is_some()) {
                    for argument in &call.arguments {
                        match argument {
                            Argument::Value(value, _) => found.add_other(&self.sets.operand(id, *value)),
                            Argument::Copy(place, _) => found.add_other(&self.pointees(id, place)),
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn pointees(&self, id: FunctionId, place: &Place) -> Set {
        match place.base {
            Base::Pointer(pointer) => self.sets.operand(id, pointer),
            _ => Set::default(),
        }
    }
}

impl Strides {
    fn add_scalar(&mut self, set: &Set, after: u64, size: u64) {
        for pointee in set.iter().filter(|pointee| matches!(pointee.thing, Thing::Allocated(..))) {
            let (first, step) = aligned(pointee.offset, after, size);
            self.scalars.entry(pointee.thing).or_default().insert((first + after, size));
            if matches!(pointee.offset, Offset::Every { .. }) {
                let stride = self.distances.entry(pointee.thing).or_insert(step);
                *stride = common_divisor(*stride, step);
            }
        }
    }

    fn add_other(&mut self, set: &Set) {
        self.others.extend(set.iter().map(|pointee| pointee.thing));
    }
}

fn common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}
