//! The variables of the diagrams for the bits of a configuration.
//!
//! Each bit of the shared valuation has a variable for now and one for after the step. Each bit of a local
//! valuation has one for now per thread, and a single one for after the step, since one thread moves at a time.
//! The variables of one bit are neighbours.
//!
//! The bits are in the order of [`order`]; those that no edge mentions come last.
//!
//! With calls that are not inlined, each bit has one more variable before these, for its value when the present
//! activation was entered.

use boolprog_program::program::{Effect, Program, Slot};
use serde::{Deserialize, Serialize};

use super::order::order;
use super::sets::Variable;

/// A bit of a configuration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bit {
    /// Of the shared valuation.
    Shared(u32),
    /// The bit that is T if some thread is inside an atomic section.
    Held,
    /// The place of a thread, and the number of its local bit.
    Local(u32, u32),
    /// The bit that is T if the thread at this place is the one inside an atomic section.
    Inside(u32),
    /// A bit when the present activation was entered.
    Entry(EntryBit),
}

/// A bit of the only thread, or of what it shares, when the present activation was entered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EntryBit {
    /// Of the shared valuation.
    Shared(u32),
    /// The bit that is T if the thread was inside an atomic section, in the shared valuation.
    Held,
    /// The local bit with this number.
    Local(u32),
    /// The bit that is T if the thread was inside an atomic section.
    Inside,
}

#[derive(Clone, Copy, Debug)]
struct Place {
    /// Of the shared valuation, or of the first thread.
    now: Variable,
    next: Variable,
}

/// The variables of all bits.
///
/// If the program has atomic sections, the shared valuation has one more bit, "some thread is inside", and the local
/// valuation too, "this thread is": the bits after the last [`Slot::Shared`] and [`Slot::Local`].
#[derive(Debug)]
pub struct Variables {
    shared: Vec<Place>,
    local: Vec<Place>,
    threads: u32,
    atomic: Option<(Slot, Slot)>,
    count: u32,
}

impl Variables {
    /// Variables for a program and this number of threads.
    pub(super) fn new(program: &Program, threads: u32) -> Self {
        Self::after(0, program, threads)
    }

    /// Variables for one thread whose calls are not inlined.
    pub(super) fn with_entries(program: &Program) -> Self {
        Self::after(1, program, 1)
    }

    /// Variables with this number of others before those of each bit.
    fn after(others: u32, program: &Program, threads: u32) -> Self {
        let atomic = program.edges.iter().any(|edge| edge.effect == Effect::AtomicBegin);
        let atomic = atomic.then_some((Slot::Shared(program.shared_slots), Slot::Local(program.local_slots)));
        let extra = u32::from(atomic.is_some());
        let unplaced = |slots: u32| vec![None; (slots + extra) as usize];
        let (shared, local) = (unplaced(program.shared_slots), unplaced(program.local_slots));
        let mut layout = Layout { shared, local, threads, others, count: 0 };
        if let Some((held, inside)) = atomic {
            layout.place(held);
            layout.place(inside);
        }
        for slot in order(program) {
            layout.place(slot);
        }
        let shared = (0..program.shared_slots).map(Slot::Shared).map(|slot| layout.place(slot)).collect::<Vec<_>>();
        let local = (0..program.local_slots).map(Slot::Local).map(|slot| layout.place(slot)).collect::<Vec<_>>();
        let (shared, local) = match atomic {
            Some((held, inside)) => (with(shared, layout.place(held)), with(local, layout.place(inside))),
            None => (shared, local),
        };
        Self { shared, local, threads, atomic, count: layout.count }
    }

    /// The number of variables.
    pub fn count(&self) -> u32 {
        self.count
    }

    /// The number of threads with variables.
    pub fn threads(&self) -> u32 {
        self.threads
    }

    /// The bits "some thread is inside an atomic section" and "this thread is", if there are such sections.
    pub fn atomic(&self) -> Option<(Slot, Slot)> {
        self.atomic
    }

    /// The variable of a bit before the step.
    pub fn now(&self, slot: Slot, thread: u32) -> Variable {
        match slot {
            Slot::Shared(bit) => self.shared[bit as usize].now,
            Slot::Local(bit) => self.local[bit as usize].now + thread,
        }
    }

    /// The variable of a bit when the present activation was entered, if there are [such](Self::with_entries).
    pub(super) fn entry(&self, slot: Slot) -> Variable {
        self.now(slot, 0) - 1
    }

    /// The variable of a bit of the shared valuation, or of the thread that moves, after the step.
    pub fn next(&self, slot: Slot) -> Variable {
        match slot {
            Slot::Shared(bit) => self.shared[bit as usize].next,
            Slot::Local(bit) => self.local[bit as usize].next,
        }
    }

    /// All bits of the shared valuation.
    pub fn shared_slots(&self) -> impl Iterator<Item = Slot> + use<> {
        (0..self.shared.len() as u32).map(Slot::Shared)
    }

    /// All bits of a local valuation.
    pub fn local_slots(&self) -> impl Iterator<Item = Slot> + use<> {
        (0..self.local.len() as u32).map(Slot::Local)
    }

    /// All bits of configurations, each with its variable before the step.
    pub fn bits(&self) -> Vec<(Bit, Variable)> {
        let shared = self.shared_slots().map(|slot| (slot, 0));
        let local = self.local_slots().flat_map(|slot| (0..self.threads).map(move |thread| (slot, thread)));
        shared.chain(local).map(|(slot, thread)| (self.bit(slot, thread), self.now(slot, thread))).collect()
    }

    pub(super) fn bit(&self, slot: Slot, thread: u32) -> Bit {
        match (slot, self.atomic) {
            (Slot::Shared(_), Some((held, _))) if slot == held => Bit::Held,
            (Slot::Local(_), Some((_, inside))) if slot == inside => Bit::Inside(thread),
            (Slot::Shared(bit), _) => Bit::Shared(bit),
            (Slot::Local(bit), _) => Bit::Local(thread, bit),
        }
    }

    /// The variables of a thread, before the step.
    pub fn of_thread(&self, thread: u32) -> impl Iterator<Item = Variable> {
        self.local.iter().map(move |place| place.now + thread)
    }
}

fn with(mut places: Vec<Place>, last: Place) -> Vec<Place> {
    places.push(last);
    places
}

/// Variables while they are given out.
struct Layout {
    shared: Vec<Option<Place>>,
    local: Vec<Option<Place>>,
    threads: u32,
    /// The number of further variables before those of each bit.
    others: u32,
    count: u32,
}

impl Layout {
    /// The place of a bit, the next free one if it has none yet.
    fn place(&mut self, slot: Slot) -> Place {
        let (place, copies) = match slot {
            Slot::Shared(bit) => (&mut self.shared[bit as usize], 1),
            Slot::Local(bit) => (&mut self.local[bit as usize], self.threads),
        };
        *place.get_or_insert_with(|| {
            let now = self.count + self.others;
            self.count = now + copies + 1;
            Place { now, next: now + copies }
        })
    }
}
