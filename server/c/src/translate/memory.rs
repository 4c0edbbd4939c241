//! Memory: objects with addresses that are numbers, and the scalars in them.
//!
//! An object gets its address when something points to it. Its bytes are variables in the coarsest parts of which every access of
//! the program is a sequence: mostly, each scalar is one variable.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_c_form::form::{Array, Shape, Unit};
use boolprog_c_form::points_to::{Offset, Thing};
use boolprog_c_syntax::tree::Storage;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::{SmolStr, format_smolstr};

use super::parts::Parts;
use crate::locks::Lock;

/// One of the objects that a place in the program makes: a copy of what the points-to sets know as one thing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Instance {
    /// The knowledge of the points-to sets.
    pub(super) thing: Thing,
    /// Its number among the copies.
    pub(super) copy: u32,
}

/// Positions in an object that are known one by one.
const MOST: usize = 300;

/// The positions in an object at which something may be, after a pointer.
#[derive(Default)]
pub(super) struct Positions {
    /// The positions of the pointer, where what is after it is known by itself.
    pub(super) offsets: Vec<u64>,
    /// The arrays of which all elements are known together, with the first offset of each place in an element.
    pub(super) elements: Vec<(Smashed, u64)>,
    /// `true` if there are more.
    pub(super) are_more: bool,
}

impl Positions {
    /// The offsets at which a number of bytes after those positions are known.
    pub(super) fn after(&self, bytes: u64) -> Vec<u64> {
        let one_by_one = self.offsets.iter().map(|at| at + bytes);
        one_by_one.chain(self.elements.iter().map(|(array, at)| array.place(*at))).collect()
    }
}

/// The first position at which a scalar of a size may be that is a number of bytes after a pointer, and the distance to the next one.
/// A scalar of which the sets know nothing is aligned.
pub(super) fn aligned(pointer: Offset, after: u64, size: u64) -> (u64, u64) {
    match pointer {
        Offset::At(at) => (at, u64::MAX),
        Offset::Every { step: 0 | 1, .. } if matches!(size, 2 | 4 | 8) => (after.next_multiple_of(size) - after, size),
        Offset::Every { step, rest } => (rest, step.max(1)),
    }
}

/// Arrays of which the number of elements has no bound lie at multiples of this address, and are not larger than half of it.
const AREA: i64 = 1 << 40;

/// More scalars of an element are not told apart where a pointer may point to each of them.
const MOST_RESIDUES: usize = 64;

/// An array of which all elements are known together: what is known lies in the first one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Smashed {
    /// The offset of the first element.
    pub(super) first: u64,
    /// The offset after the last one.
    pub(super) end: u64,
    /// The number of bytes of an element.
    pub(super) element: u64,
}

impl Smashed {
    /// Returns `true` if an offset is in the array.
    fn contains(&self, offset: u64) -> bool {
        (self.first..self.end).contains(&offset)
    }

    /// The place in the first element for one that is in any.
    pub(super) fn place(&self, offset: u64) -> u64 {
        self.first + (offset - self.first) % self.element
    }

    /// Returns `true` if a number of bytes that are another one after a pointer are in one element, or not in the array.
    pub(super) fn has_in_one_element(&self, pointer: Offset, after: u64, size: u64) -> bool {
        let (at, step) = aligned(pointer, after, size);
        let at = at.saturating_add(after);
        let step = if let Offset::At(_) = pointer { 0 } else { step };
        let is_inside = at >= self.end || self.has_residues(at, step, size);
        if at >= self.first {
            return is_inside;
        }
        let distance = self.first - at;
        let to_last = distance - 1 - (distance - 1).checked_rem(step).unwrap_or(distance - 1);
        at.saturating_add(to_last).saturating_add(size) <= self.first && (step == 0 || is_inside)
    }

    /// Returns `true` if a number of bytes are in one element, where they are any number of steps after an offset.
    fn has_residues(&self, at: u64, step: u64, size: u64) -> bool {
        let every = common_divisor(step, self.element);
        let least = (i128::from(at) - i128::from(self.first)).rem_euclid(every.into()) as u64;
        let most = least + (self.element - 1 - least) / every * every;
        most + size <= self.element
    }
}

/// The greatest common divisor.
pub(super) fn common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// Facts about the objects.
pub(super) struct Memory<'a> {
    unit: &'a Unit,
    /// Addresses that were given.
    addresses: FxHashMap<Instance, i64>,
    by_address: BTreeMap<i64, Instance>,
    next: i64,
    /// The parts of each object.
    parts: BTreeMap<Instance, Parts>,
    /// Number of bytes of heap objects.
    sizes: FxHashMap<Thing, u64>,
    /// Objects of the heap whose sizes are not constant: those are the capacities.
    varying: FxHashSet<Thing>,
    /// Arrays of the heap.
    heap: BTreeMap<Thing, Array>,
    /// The arrays in each object of which all elements are known together.
    smashed: BTreeMap<Thing, Vec<Smashed>>,
    /// Objects that are such an array without a bound.
    endless: BTreeSet<Thing>,
    /// Number of addresses of those that were given.
    areas: i64,
}

impl<'a> Memory<'a> {
    pub(super) fn new(unit: &'a Unit) -> Self {
        Self {
            unit,
            addresses: FxHashMap::default(),
            by_address: BTreeMap::new(),
            next: 1,
            parts: BTreeMap::new(),
            sizes: FxHashMap::default(),
            varying: FxHashSet::default(),
            heap: BTreeMap::new(),
            smashed: BTreeMap::new(),
            endless: BTreeSet::new(),
            areas: 0,
        }
    }

    /// The address of an object.
    pub(super) fn address(&mut self, of: Instance) -> i64 {
        if let Some(address) = self.addresses.get(&of) {
            return *address;
        }
        let address = if self.endless.contains(&of.thing) {
            self.areas += 1;
            self.areas * AREA
        } else {
            let align = self.align(of.thing).max(1).cast_signed();
            let address = (self.next + align - 1) / align * align;
            // The place after the last byte is no other object.
            self.next = address + self.size(of.thing).max(1).cast_signed() + 1;
            address
        };
        self.addresses.insert(of, address);
        self.by_address.insert(address, of);
        address
    }

    /// The object at an address, with the offset.
    pub(super) fn at(&self, address: i64) -> Option<(Instance, u64)> {
        let (first, of) = self.by_address.range(..=address).next_back()?;
        let offset = (address - first).cast_unsigned();
        (offset <= self.size(of.thing)).then_some((*of, offset))
    }

    /// Number of bytes of an object.
    pub(super) fn size(&self, thing: Thing) -> u64 {
        match thing {
            Thing::Object(object) => self.unit.objects[object.0 as usize].size,
            Thing::Local(function, local) => self.unit.functions[function.0 as usize].locals[local.0 as usize].size,
            Thing::Allocated(..) => self.sizes.get(&thing).copied().unwrap_or(0),
            Thing::Code(_) => 1,
        }
    }

    /// Where a scalar or other bytes can lie that are a number of bytes after a pointer, within an object. A pointer about which
    /// the sets know nothing is aligned.
    pub(super) fn positions(&self, thing: Thing, pointer: Offset, after: u64, size: u64) -> Positions {
        let object = self.size(thing);
        let (mut at, step) = aligned(pointer, after, size);
        let mut found = Positions::default();
        while at.saturating_add(after).saturating_add(size) <= object {
            let offset = at + after;
            if let Some(array) = self.smashed(thing, offset) {
                let known = array.place(offset);
                if found.elements.iter().any(|(other, first)| *other == array && array.place(*first) == known) {
                    // From here on, all is as before.
                    at = at.saturating_add((array.end - offset).div_ceil(step).saturating_mul(step));
                    continue;
                }
                found.are_more |= found.elements.len() >= MOST_RESIDUES;
                found.elements.push((array, offset));
            } else {
                found.are_more |= found.offsets.len() >= MOST;
                found.offsets.push(at);
            }
            if found.are_more {
                break;
            }
            at = at.saturating_add(step);
        }
        found
    }

    /// Says how many bytes a place of allocation makes, at most; returns `true` if that is more than was known. Then all
    /// addresses are given anew.
    pub(super) fn allocates(&mut self, thing: Thing, size: u64) -> bool {
        let known = self.sizes.entry(thing).or_default();
        let is_more = size > *known;
        if is_more {
            *known = size;
            self.addresses.clear();
            self.by_address.clear();
            (self.next, self.areas) = (1, 0);
        }
        is_more
    }

    /// The objects that a place of allocation makes are arrays without a bound, of which all elements are known together from now on;
    /// returns `true` if that is new.
    pub(super) fn smash_endless(&mut self, thing: Thing, element: u64) -> bool {
        let size = AREA.cast_unsigned() / 2;
        self.varying.insert(thing);
        self.endless.insert(thing);
        self.smash(thing, vec![Smashed { first: 0, end: size, element }]);
        self.allocates(thing, size)
    }

    /// All elements of some arrays of an object are known together from now on.
    pub(super) fn smash(&mut self, thing: Thing, arrays: Vec<Smashed>) {
        self.smashed.insert(thing, arrays);
    }

    /// The array around an offset, if all of its elements are known together.
    pub(super) fn smashed(&self, thing: Thing, offset: u64) -> Option<Smashed> {
        self.smashed.get(&thing)?.iter().copied().find(|array| array.contains(offset))
    }

    /// The part of the first elements of an array that is as this one in another element; none where elements are known together.
    pub(super) fn first_alike(&self, of: Instance, (at, size): (u64, u64)) -> Option<(u64, u64)> {
        let around = |array: &&Array| (array.offset..array.end()).contains(&at);
        let array = self.arrays(of.thing).iter().find(around).filter(|_| self.smashed(of.thing, at).is_none())?;
        let residue = |at: u64| (at - array.offset) % array.element;
        let is_alike = |part: &&(u64, u64)| part.0 >= array.offset && residue(part.0) == residue(at) && part.1 == size;
        self.overlapping(of, array.offset, at + size - array.offset).iter().find(is_alike).copied()
    }

    /// The offset at which what is at an offset is known.
    pub(super) fn known_at(&self, thing: Thing, offset: u64) -> u64 {
        self.smashed(thing, offset).map_or(offset, |array| array.place(offset))
    }

    /// The objects that a place of allocation makes are arrays with elements of a size.
    pub(super) fn set_element(&mut self, thing: Thing, element: u64) {
        self.heap.insert(thing, Array { offset: 0, element, count: u64::MAX / element });
    }

    /// The arrays in an object.
    pub(super) fn arrays(&self, thing: Thing) -> &[Array] {
        match thing {
            Thing::Object(object) => &self.unit.objects[object.0 as usize].members.arrays,
            Thing::Local(function, local) => {
                &self.unit.functions[function.0 as usize].locals[local.0 as usize].members.arrays
            }
            Thing::Allocated(..) => self.heap.get(&thing).map_or(&[], std::slice::from_ref),
            Thing::Code(_) => &[],
        }
    }

    /// Says that the size of objects is not constant; returns `true` if that was not known.
    pub(super) fn varies(&mut self, thing: Thing) -> bool {
        self.varying.insert(thing)
    }

    /// Returns `true` if the size of objects is not constant.
    pub(super) fn is_varying(&self, thing: Thing) -> bool {
        self.varying.contains(&thing)
    }

    /// The first address after all objects.
    pub(super) fn top(&self) -> i64 {
        if self.areas > 0 { (self.areas + 1) * AREA } else { self.next }
    }

    /// Returns `false` for an object that no unit defines: its first values are not known.
    pub(super) fn is_known(&self, thing: Thing) -> bool {
        match thing {
            Thing::Object(object) => {
                let object = &self.unit.objects[object.0 as usize];
                object.is_defined || object.is_kept_by_library
            }
            _ => true,
        }
    }

    /// Returns `true` for an object of which only the beginning is known.
    pub(super) fn is_beginning(&self, thing: Thing) -> bool {
        matches!(thing, Thing::Object(object) if self.unit.objects[object.0 as usize].is_beginning)
    }

    /// Returns `true` for an object that must not be written.
    pub(super) fn is_constant(&self, thing: Thing) -> bool {
        matches!(thing, Thing::Object(object) if self.unit.objects[object.0 as usize].is_constant)
    }

    /// Returns `true` for a text.
    pub(super) fn is_text(&self, thing: Thing) -> bool {
        self.text(thing).is_some()
    }

    /// The bytes of a text.
    pub(super) fn text(&self, thing: Thing) -> Option<&[u8]> {
        match thing {
            Thing::Object(object) => self.unit.objects[object.0 as usize].text.as_deref(),
            _ => None,
        }
    }

    /// The objects that no unit defines.
    pub(super) fn unknown(&self) -> Vec<Instance> {
        let all = self.parts.keys().copied();
        all.filter(|instance| !self.is_known(instance.thing)).collect()
    }

    /// The scalar of this shape in a text.
    pub(super) fn text_at(&self, of: Instance, offset: u64, shape: Shape) -> Option<i64> {
        let Thing::Object(object) = of.thing else { return None };
        let bytes = self.unit.objects[object.0 as usize].text.as_ref()?;
        let bytes = bytes.get(offset as usize..(offset + shape.size()) as usize)?;
        let mut wide = [0; 8];
        wide.get_mut(..bytes.len())?.copy_from_slice(bytes);
        let number = u64::from_le_bytes(wide);
        let unused = 64 - 8 * bytes.len() as u32;
        Some(match shape {
            Shape::Signed(_) => (number << unused).cast_signed() >> unused,
            _ => number.cast_signed(),
        })
    }

    pub(super) fn align(&self, thing: Thing) -> u64 {
        match thing {
            Thing::Object(object) => self.unit.objects[object.0 as usize].align,
            Thing::Local(function, local) => self.unit.functions[function.0 as usize].locals[local.0 as usize].align,
            Thing::Allocated(..) => 16,
            Thing::Code(_) => 1,
        }
    }

    /// The name of an object, as the text has it if it has one.
    pub(super) fn name(&self, thing: Thing) -> SmolStr {
        match thing {
            Thing::Object(object) => self.unit.objects[object.0 as usize].name.clone(),
            Thing::Local(function, local) => {
                let name = &self.unit.functions[function.0 as usize].locals[local.0 as usize].name;
                name.clone().unwrap_or_else(|| "value".into())
            }
            Thing::Allocated(..) => "heap".into(),
            Thing::Code(function) => self.unit.functions[function.0 as usize].name.clone(),
        }
    }

    /// A scalar as the text writes it; none if it has no name there.
    pub(super) fn written(&self, of: Instance, (offset, size): (u64, u64)) -> Option<SmolStr> {
        let members = match of.thing {
            Thing::Object(object) => &self.unit.objects[object.0 as usize].members,
            Thing::Local(function, local) => &self.unit.functions[function.0 as usize].locals[local.0 as usize].members,
            Thing::Allocated(..) | Thing::Code(_) => return None,
        };
        let mut all = members.scalars.iter().filter(|member| (member.offset, member.size) == (offset, size));
        let member = all.next()?;
        Some(format_smolstr!("{}{}", self.name(of.thing), member.name))
    }

    /// A lock that begins at a place of an object; none if there may be several of the name, or it has none.
    pub(super) fn lock(&self, of: Instance, offset: u64) -> Option<Lock> {
        let Thing::Object(id) = of.thing else { return None };
        let object = &self.unit.objects[id.0 as usize];
        let first = object.members.scalars.iter().find(|member| member.offset == offset)?;
        let is_one = object.storage == Storage::Static && of.copy == 0;
        is_one.then(|| Lock { object: id, offset, name: format_smolstr!("{}{}", object.name, first.name) })
    }

    /// Notes that a scalar is accessed.
    pub(super) fn access(&mut self, of: Instance, offset: u64, shape: Shape) {
        self.parts.entry(of).or_default().access(offset, shape);
    }

    /// Notes that a bit-field is accessed, in a storage unit of this shape.
    pub(super) fn access_unit(&mut self, of: Instance, offset: u64, shape: Shape) {
        self.parts.entry(of).or_default().access_unit(offset, shape);
    }

    /// Returns `true` if a part is accessed by itself, not just as a part of a storage unit of bit-fields.
    pub(super) fn is_apart(&self, of: Instance, part: (u64, u64)) -> bool {
        self.parts.get(&of).is_some_and(|parts| parts.is_apart(part))
    }

    /// Returns `true` if a scalar is accessed in a range of bytes.
    pub(super) fn is_accessed(&self, of: Instance, offset: u64, size: u64) -> bool {
        self.parts.get(&of).is_some_and(|parts| !parts.accessed(offset, size).is_empty())
    }

    /// Notes that what is written or copied begins or ends at an offset.
    pub(super) fn cut(&mut self, of: Instance, at: u64) {
        self.parts.entry(of).or_default().cut(at);
    }

    /// The scalars of one object, from an offset on, are also ones of another; returns `true` if one is new.
    pub(super) fn match_cells(
        &mut self,
        (of, at): (Instance, u64),
        (other, other_at): (Instance, u64),
        size: u64,
    ) -> bool {
        let accessed = self.parts.get(&other).map(|parts| parts.accessed(other_at, size)).unwrap_or_default();
        let parts = self.parts.entry(of).or_default();
        let mut has_changed = false;
        for (offset, shape) in accessed {
            has_changed |= parts.access(offset - other_at + at, shape);
        }
        has_changed
    }

    /// Divides the objects by what was noted.
    pub(super) fn divide(&mut self) {
        self.parts.values_mut().for_each(Parts::divide);
    }

    /// The shape of a part.
    pub(super) fn shape(&self, of: Instance, (offset, size): (u64, u64)) -> Shape {
        self.parts.get(&of).and_then(|parts| parts.shape((offset, size))).unwrap_or(Shape::Unsigned(size as u8))
    }

    /// The parts of an object in a range of bytes, as offset and number of bytes; also those that lie there in part only.
    pub(super) fn overlapping(&self, of: Instance, offset: u64, size: u64) -> Vec<(u64, u64)> {
        self.parts.get(&of).map(|parts| parts.overlapping(offset, size)).unwrap_or_default()
    }

    /// The parts of which a range of bytes consists; none if it does not consist of parts.
    pub(super) fn covering(&self, of: Instance, offset: u64, size: u64) -> Option<Vec<(u64, u64)>> {
        let parts = self.overlapping(of, offset, size);
        let is_inside = parts.iter().all(|(at, part)| *at >= offset && at + part <= offset + size);
        let covered: u64 = parts.iter().map(|(_, part)| part).sum();
        (is_inside && covered == size).then_some(parts)
    }
}
