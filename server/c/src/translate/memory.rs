//! Memory: objects with addresses that are numbers, and the scalars in them.
//!
//! An object gets its address when something points to it. An access of a number of bytes at an offset is one variable; bytes that
//! are also accessed with another size or offset are forgotten by each access that writes there otherwise.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_c_form::form::{Shape, Unit};
use boolprog_c_form::points_to::Thing;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

/// One of the objects that a place in the program makes: a copy of what the points-to sets know as one thing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Instance {
    /// What the sets know.
    pub(super) thing: Thing,
    /// Its number among the copies.
    pub(super) copy: u32,
}

/// What is known of the objects.
pub(super) struct Memory<'a> {
    unit: &'a Unit,
    /// Addresses that were given.
    addresses: FxHashMap<Instance, i64>,
    by_address: BTreeMap<i64, Instance>,
    next: i64,
    /// The scalars of each object: offset and number of bytes.
    cells: BTreeMap<Instance, BTreeSet<(u64, u64)>>,
    shapes: FxHashMap<(Instance, u64, u64), Shape>,
    /// Number of bytes of heap objects.
    sizes: FxHashMap<Thing, u64>,
}

impl<'a> Memory<'a> {
    pub(super) fn new(unit: &'a Unit) -> Self {
        Self {
            unit,
            addresses: FxHashMap::default(),
            by_address: BTreeMap::new(),
            next: 1,
            cells: BTreeMap::new(),
            shapes: FxHashMap::default(),
            sizes: FxHashMap::default(),
        }
    }

    /// The address of an object.
    pub(super) fn address(&mut self, of: Instance) -> i64 {
        if let Some(address) = self.addresses.get(&of) {
            return *address;
        }
        let align = self.align(of.thing).max(1).cast_signed();
        let address = (self.next + align - 1) / align * align;
        // The place after the last byte is no other object.
        self.next = address + self.size(of.thing).max(1).cast_signed() + 1;
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

    /// Says how many bytes a place of allocation makes, at most; returns `true` if that is more than was known. Then all
    /// addresses are given anew.
    pub(super) fn allocates(&mut self, thing: Thing, size: u64) -> bool {
        let known = self.sizes.entry(thing).or_default();
        let is_more = size > *known;
        if is_more {
            *known = size;
            self.addresses.clear();
            self.by_address.clear();
            self.next = 1;
        }
        is_more
    }

    /// The first address after all objects.
    pub(super) fn top(&self) -> i64 {
        self.next
    }

    /// Returns `false` for an object that no unit defines: its first values are not known.
    pub(super) fn is_known(&self, thing: Thing) -> bool {
        match thing {
            Thing::Object(object) => self.unit.objects[object.0 as usize].is_defined,
            _ => true,
        }
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
        let all = self.cells.keys().copied();
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

    fn align(&self, thing: Thing) -> u64 {
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

    /// Notes that a scalar is accessed.
    pub(super) fn access(&mut self, of: Instance, offset: u64, shape: Shape) {
        self.cells.entry(of).or_default().insert((offset, shape.size()));
        self.shapes.entry((of, offset, shape.size())).or_insert(shape);
    }

    /// The scalars of one object, from an offset on, are also ones of another; returns `true` if one is new.
    pub(super) fn match_cells(
        &mut self,
        (of, at): (Instance, u64),
        (other, other_at): (Instance, u64),
        size: u64,
    ) -> bool {
        let mut has_changed = false;
        for (offset, cell) in self.overlapping(other, other_at, size) {
            if offset < other_at || offset + cell > other_at + size {
                continue;
            }
            let shape = self.shape(other, (offset, cell));
            let offset = offset - other_at + at;
            if self.cells.entry(of).or_default().insert((offset, cell)) {
                self.shapes.entry((of, offset, cell)).or_insert(shape);
                has_changed = true;
            }
        }
        has_changed
    }

    /// The shape of a scalar that is accessed.
    pub(super) fn shape(&self, of: Instance, (offset, size): (u64, u64)) -> Shape {
        self.shapes.get(&(of, offset, size)).copied().unwrap_or(Shape::Unsigned(size as u8))
    }

    /// The scalars that are accessed and lie in a range of bytes at least in part.
    pub(super) fn overlapping(&self, of: Instance, offset: u64, size: u64) -> Vec<(u64, u64)> {
        let Some(cells) = self.cells.get(&of) else { return Vec::new() };
        let end = offset.saturating_add(size);
        let first = offset.saturating_sub(16);
        cells.range((first, 0)..(end, 0)).filter(|(at, size)| at + size > offset).copied().collect()
    }
}
