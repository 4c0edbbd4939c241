//! The memory: objects at addresses, each with its bytes and its life.

use std::collections::VecDeque;

use boolprog_c_syntax::tree::ObjectId;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

pub use crate::ids::ObjectIndex;
use crate::ids::{FunctionIndex, Position, ThreadId, UnitId};
use crate::value::Bytes;

mod contents;
mod objects;
mod space;

pub use contents::Contents;
use objects::Objects;
use space::Space;

/// A region of bytes with an address (C11 3.15).
#[derive(Clone, Debug)]
pub struct Object {
    /// Address of the first byte.
    pub base: u64,
    /// Number of bytes.
    pub size: u64,
    /// Its maker.
    pub origin: Origin,
    /// The life that it has now.
    pub life: Life,
    /// `true` if other threads can have its address.
    pub is_shared: bool,
    /// `true` if the program must not write to it.
    pub is_constant: bool,
    /// `true` if no unit defines it: it is declared only.
    pub is_undefined: bool,
    /// The bytes; none after the end of the life.
    pub contents: Contents,
}

impl Object {
    /// Address of the first byte after it.
    pub fn end(&self) -> u64 {
        self.base + self.size
    }

    /// Returns `true` if it is alive.
    pub fn is_alive(&self) -> bool {
        self.life == Life::Alive
    }
}

/// The maker of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// A declaration or a compound literal. The thread is that to which an automatic or thread-local object belongs.
    Declaration(UnitId, ObjectId, Option<ThreadId>),
    /// `malloc` and its kin: the number of the allocation in the run, from 1, and where it is; 0 for what the library keeps for itself.
    Heap(u32, Position),
    /// A function: its code has addresses, too.
    Function(FunctionIndex),
    /// A string literal.
    Text,
    /// The result of a function, while its members are used (C11 6.2.4p8), and the arguments of `main`.
    Temporary,
    /// The text of an argument of `main`, which is chosen where it is read: the number of the argument.
    Argument(u32),
}

/// The life of an object (C11 6.2.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    /// It may be used.
    Alive,
    /// It has ended.
    Ended {
        /// The place of the thread that ended it.
        position: Position,
        /// The thread.
        thread: ThreadId,
    },
}

/// The bytes of a new object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Filling {
    /// Zero.
    Zero,
    /// Not written.
    Nothing,
}

/// The plan of a new object.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Number of bytes.
    pub size: u64,
    /// Alignment in bytes, a power of 2.
    pub align: u64,
    /// Its maker.
    pub origin: Origin,
    /// Its bytes.
    pub filling: Filling,
    /// `true` if other threads can have its address.
    pub is_shared: bool,
}

/// This number of ended objects are remembered, so that a use of them is found, before their addresses are given away again;
const REMEMBERED: usize = 4096;
/// fewer if they have more bytes together.
const REMEMBERED_BYTES: u64 = 1 << 28;

/// Number of bytes that are kept for an object beside its own.
const KEPT: u64 = 192;

/// All objects. Finding the object of an address takes constant time. A copy shares what neither has changed since.
#[derive(Clone, Debug)]
pub struct Memory {
    objects: Objects,
    space: Space,
    ended: VecDeque<ObjectIndex>,
    unused: Vec<ObjectIndex>,
    free: FxHashMap<u64, SmallVec<[u64; 4]>>,
    bytes: u64,
    /// Number of bytes that the ended objects had.
    ended_bytes: u64,
}

impl Memory {
    /// A memory without objects, with addresses of that many bytes.
    pub fn new(pointer_size: u64) -> Self {
        Self {
            objects: Objects::default(),
            space: Space::new(pointer_size),
            ended: VecDeque::new(),
            unused: Vec::new(),
            free: FxHashMap::default(),
            bytes: 0,
            ended_bytes: 0,
        }
    }

    /// Number of bytes of all living objects, and of what is kept about each.
    pub fn bytes(&self) -> u64 {
        self.bytes + self.space.bytes()
    }

    /// All objects that are alive or remembered.
    pub fn objects(&self) -> impl Iterator<Item = (ObjectIndex, &Object)> {
        self.objects.iter().enumerate().map(|(index, object)| (ObjectIndex(index as u32), object))
    }

    /// A new object; none if no addresses are left. Takes time linear in its size.
    pub fn allocate(&mut self, wanted: &Wanted) -> Option<ObjectIndex> {
        let base = self.address(wanted)?;
        let object = Object {
            base,
            size: wanted.size,
            origin: wanted.origin,
            life: Life::Alive,
            is_shared: wanted.is_shared,
            is_constant: false,
            is_undefined: false,
            contents: Contents::new(wanted.size, wanted.filling),
        };
        self.bytes += wanted.size + KEPT;
        let index = if let Some(index) = self.unused.pop() {
            *self.objects.get_mut(index) = object;
            index
        } else {
            self.objects.push(object)
        };
        self.space.enter(base, wanted.size, index);
        Some(index)
    }

    fn address(&mut self, wanted: &Wanted) -> Option<u64> {
        let used = if wanted.align <= space::GRANULE { self.free.get_mut(&space::extent(wanted.size)) } else { None };
        used.and_then(SmallVec::pop).or_else(|| self.space.reserve(wanted.size, wanted.align))
    }

    /// Ends the life of an object.
    pub fn end(&mut self, index: ObjectIndex, position: Position, thread: ThreadId) {
        let object = self.objects.get_mut(index);
        object.life = Life::Ended { position, thread };
        object.contents = Contents::default();
        self.bytes -= object.size + KEPT;
        self.ended_bytes += object.size;
        self.ended.push_back(index);
        while self.ended.len() > REMEMBERED || self.ended_bytes > REMEMBERED_BYTES {
            self.forget();
        }
    }

    fn forget(&mut self) {
        let Some(index) = self.ended.pop_front() else { return };
        let object = self.objects.get(index);
        self.ended_bytes -= object.size;
        self.space.leave(object.base, object.size);
        self.free.entry(space::extent(object.size)).or_default().push(object.base);
        self.unused.push(index);
    }

    /// The object to which an address belongs, alive or remembered; also the address one past its end.
    pub fn find(&self, address: u64) -> Option<ObjectIndex> {
        self.space.find(address)
    }

    /// Copies a part of an object.
    pub fn copy(&self, index: ObjectIndex, offset: u64, size: u64) -> Bytes {
        self[index].contents.copy(offset, size)
    }
}

impl std::ops::Index<ObjectIndex> for Memory {
    type Output = Object;

    #[inline]
    fn index(&self, index: ObjectIndex) -> &Object {
        self.objects.get(index)
    }
}

impl std::ops::IndexMut<ObjectIndex> for Memory {
    #[inline]
    fn index_mut(&mut self, index: ObjectIndex) -> &mut Object {
        self.objects.get_mut(index)
    }
}
