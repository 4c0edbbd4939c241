//! Effects of a step on other threads: `x$`, `signal` and `broadcast`.

use boolprog_program::names::VariableId;
use boolprog_program::program::{Expr, InstanceId, LocationId, Passive, Program, Slot};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::super::choices::Choices;
use super::super::layout::{self, Layout, Words, read, write};
use super::super::store::{Store, Transfer};
use super::code::Code;
use super::{ActiveBit, Compiled, CompiledEffect, View};
use crate::tts::{Destinations, LocalId, TransferId};

pub(in super::super) struct PassiveCode {
    /// The bits of the active thread and of the shared state that it reads.
    mentions: Vec<ActiveBit>,
    /// Assignments: the position of a variable in its frame, and the right side.
    updates: Vec<(u32, Code<OtherBit>)>,
    constrain: Option<Code<OtherBit>>,
    /// Positions of its variables in other threads: index into [`Frames`].
    frame: usize,
}

#[derive(Clone, Copy, Debug)]
enum OtherBit {
    /// One of [`PassiveCode::mentions`].
    Active(u32),
    /// Old value of a variable of the frame.
    Old(u32),
    /// New value of a variable of the frame.
    New(u32),
}

/// Positions of lists of variables in threads of each instance. Edges of inlined copies share their lists.
pub(in super::super) struct Frames {
    /// A location of each instance that has any.
    locations: Vec<Option<LocationId>>,
    numbers: FxHashMap<Vec<VariableId>, usize>,
    /// For each list and instance the bits of the variables, if a thread there has them all.
    bits: Vec<Vec<Option<Box<[u32]>>>>,
}

impl Frames {
    pub(in super::super) fn new(program: &Program) -> Self {
        let mut locations = vec![None; program.instances.len()];
        for (id, location) in (0..).map(LocationId).zip(&program.locations) {
            locations[location.instance.0 as usize].get_or_insert(id);
        }
        Self { locations, numbers: FxHashMap::default(), bits: Vec::new() }
    }

    fn number(&mut self, variables: Vec<VariableId>, program: &Program) -> usize {
        if let Some(&number) = self.numbers.get(&variables) {
            return number;
        }
        let bits = |location: &Option<LocationId>| {
            let bit = |&variable: &VariableId| match program.slot_in((*location)?, variable)? {
                slot @ Slot::Local(_) => Some(Layout::bit(slot)),
                Slot::Shared(_) => None,
            };
            variables.iter().map(bit).collect()
        };
        self.bits.push(self.locations.iter().map(bits).collect());
        self.numbers.insert(variables, self.bits.len() - 1);
        self.bits.len() - 1
    }

    fn bits(&self, frame: usize, instance: InstanceId) -> Option<&[u32]> {
        self.bits[frame][instance.0 as usize].as_deref()
    }
}

impl PassiveCode {
    pub(in super::super) fn new(passive: &Passive, program: &Program, frames: &mut Frames) -> Self {
        let mut mentions = Vec::new();
        let mut variables = Vec::new();
        let mut bit = |expr: &Expr| match *expr {
            Expr::PassiveOld(variable) => Some(OtherBit::Old(position(&mut variables, variable))),
            Expr::PassiveNew(variable) => Some(OtherBit::New(position(&mut variables, variable))),
            _ => ActiveBit::of(expr).map(|bit| OtherBit::Active(position(&mut mentions, bit))),
        };
        let right_sides: Vec<_> = passive.updates.iter().map(|(_, value)| Code::of_value(value, &mut bit)).collect();
        let constrain = passive.constrain.as_ref().map(|constrain| Code::new(constrain, &mut bit));
        let targets = passive.updates.iter().map(|&(variable, _)| position(&mut variables, variable));
        let updates = targets.zip(right_sides).collect();
        Self { mentions, updates, constrain, frame: frames.number(variables, program) }
    }

    /// Returns `true` if it blocks where another thread has no choice that passes.
    pub(in super::super) fn constrains(&self) -> bool {
        self.constrain.is_some()
    }

    /// The values of the bits it mentions, packed: two steps that agree on them do the same to other threads.
    pub(in super::super) fn mentioned(&self, view: View) -> SmallVec<[u64; 1]> {
        let mut bits = SmallVec::from_elem(0, self.mentions.len().div_ceil(64));
        for (position, &bit) in (0..).zip(&self.mentions) {
            write(&mut bits, position, view.read(bit));
        }
        bits
    }

    /// Every state another thread may go to from `old`; incomplete if the store stops.
    fn destinations(&self, active: &[u64], old: &[u64], frame: &[u32], store: &mut Store) -> Destinations {
        let mut new: Words = old.into();
        let value = |bit: OtherBit, new: &[u64]| match bit {
            OtherBit::Active(position) => read(active, position),
            OtherBit::Old(variable) => read(old, frame[variable as usize]),
            OtherBit::New(variable) => read(new, frame[variable as usize]),
        };
        let mut choices = Choices::new();
        for (variable, code) in &self.updates {
            let possible = code.possible(|bit| value(bit, old));
            let bit = frame[*variable as usize];
            write(&mut new, bit, possible.value().unwrap_or(false));
            if possible.value().is_none() {
                choices.add(bit);
            }
        }
        let mut to: SmallVec<[LocalId; 2]> = SmallVec::new();
        loop {
            let constrain = self.constrain.as_ref();
            if constrain.is_none_or(|constrain| constrain.can_be_true(|bit| value(bit, &new))) {
                to.push(store.local(&new));
            }
            if store.tried().is_err() || !choices.advance(|bit, value| write(&mut new, bit, value)) {
                break;
            }
        }
        to.sort_unstable();
        Destinations::To(to)
    }
}

/// The destinations of a thread under a transfer.
pub(in super::super) fn transferred(
    compiled: &Compiled,
    store: &mut Store,
    transfer: TransferId,
    local: LocalId,
) -> Destinations {
    let old: Words = store.locals.get(local.0).into();
    let transfer = store.transfers[transfer.0 as usize].clone();
    if layout::violation(&old).is_some() {
        return of_failed(compiled, &transfer);
    }
    let location = &compiled.locations[layout::location(&old).0 as usize];
    match transfer {
        Transfer::Release => location.released_to.map_or(Destinations::Stay, |to| {
            let mut new = old.clone();
            layout::move_to(&mut new, to);
            Destinations::To(SmallVec::from_slice(&[store.local(&new)]))
        }),
        Transfer::Passive { edge, bits } => {
            let CompiledEffect::Passive(passive) = &compiled.edges[edge as usize].effect else {
                return Destinations::Stay;
            };
            match compiled.frames.bits(passive.frame, location.instance) {
                Some(frame) => passive.destinations(&bits, &old, frame, store),
                None => Destinations::Stay,
            }
        }
    }
}

/// The destinations under a transfer of a thread whose assertion failed. Its variables are forgotten, so it cannot be
/// asked whether a constraint holds in it: the step is blocked. Nothing is missed, since nothing happens after a
/// violation.
fn of_failed(compiled: &Compiled, transfer: &Transfer) -> Destinations {
    match transfer {
        Transfer::Passive { edge, .. } if compiled.edges[*edge as usize].effect.constrains_others() => {
            Destinations::To(SmallVec::new())
        }
        _ => Destinations::Stay,
    }
}

/// The position of an item in a list, at its end if it is new.
fn position<T: PartialEq>(list: &mut Vec<T>, item: T) -> u32 {
    let found = list.iter().position(|other| *other == item);
    found.unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    }) as u32
}
