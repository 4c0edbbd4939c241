//! A program prepared for taking steps.

mod code;
mod passive;

use std::ops::Range;

use boolprog_program::program::{
    Edge, Effect, Expr, Goal, InstanceId, Location, LocationId, Program, PropertyKind, Role, Slot,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::calls::Crossing;
use super::layout::{Layout, read};
use code::Code;
use passive::{Frames, PassiveCode};

pub(super) use passive::transferred;

pub(super) struct Compiled {
    pub(super) layout: Layout,
    pub(super) locations: Vec<CompiledLocation>,
    pub(super) edges: Vec<CompiledEdge>,
    pub(super) frames: Frames,
    pub(super) properties: u32,
}

pub(super) struct CompiledLocation {
    pub(super) instance: InstanceId,
    pub(super) edges: Range<u32>,
    pub(super) released_to: Option<LocationId>,
    pub(super) crossing: Option<Crossing>,
    pub(super) labels: SmallVec<[u32; 2]>,
    enforce: Option<Code<ActiveBit>>,
}

pub(super) struct CompiledEdge {
    pub(super) guard: Option<Code<ActiveBit>>,
    /// Updates of the shared state, of its own thread and of the thread it creates.
    pub(super) updates: Vec<(Place, Code<ActiveBit>)>,
    pub(super) constrain: Option<Code<ActiveBit>>,
    pub(super) effect: CompiledEffect,
    pub(super) goal: Goal,
}

/// The effect of an edge, without the values of a created thread, which are updates.
pub(super) enum CompiledEffect {
    None,
    AtomicBegin,
    AtomicEnd,
    Create(LocationId),
    Signal,
    Broadcast,
    Passive(PassiveCode),
}

impl CompiledEffect {
    /// Returns `true` if another thread can block it.
    pub(super) fn constrains_others(&self) -> bool {
        matches!(self, Self::Passive(passive) if passive.constrains())
    }
}

/// A bit that an edge sets, as its position in the packed state.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    Shared(u32),
    Local(u32),
    Created(u32),
}

/// A bit that an edge reads, as its position in the packed state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ActiveBit {
    OldShared(u32),
    OldLocal(u32),
    NewShared(u32),
    NewLocal(u32),
}

impl ActiveBit {
    /// The bit a variable of the active thread is.
    pub(super) fn of(expr: &Expr) -> Option<Self> {
        match *expr {
            Expr::Old(slot @ Slot::Shared(_)) => Some(Self::OldShared(Layout::bit(slot))),
            Expr::Old(slot @ Slot::Local(_)) => Some(Self::OldLocal(Layout::bit(slot))),
            Expr::New(slot @ Slot::Shared(_)) => Some(Self::NewShared(Layout::bit(slot))),
            Expr::New(slot @ Slot::Local(_)) => Some(Self::NewLocal(Layout::bit(slot))),
            _ => None,
        }
    }
}

/// The states before and after a step.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) old_shared: &'a [u64],
    pub(super) old_local: &'a [u64],
    pub(super) new_shared: &'a [u64],
    pub(super) new_local: &'a [u64],
}

impl View<'_> {
    pub(super) fn read(self, bit: ActiveBit) -> bool {
        match bit {
            ActiveBit::OldShared(bit) => read(self.old_shared, bit),
            ActiveBit::OldLocal(bit) => read(self.old_local, bit),
            ActiveBit::NewShared(bit) => read(self.new_shared, bit),
            ActiveBit::NewLocal(bit) => read(self.new_local, bit),
        }
    }
}

impl Compiled {
    pub(super) fn new(program: &Program) -> Self {
        let mut labels: FxHashMap<LocationId, SmallVec<[u32; 2]>> = FxHashMap::default();
        for (index, property) in program.properties.iter().enumerate() {
            if property.kind == PropertyKind::Label {
                for &location in &property.locations {
                    labels.entry(location).or_default().push(index as u32);
                }
            }
        }
        let location = |(id, location): (u32, &Location)| CompiledLocation {
            instance: location.instance,
            edges: location.edges.clone(),
            released_to: released_to(&location.role),
            crossing: Crossing::new(&location.role, program),
            labels: labels.remove(&LocationId(id)).unwrap_or_default(),
            enforce: location.enforce.as_ref().and_then(condition),
        };
        let locations = (0..).zip(&program.locations).map(location).collect();
        let mut frames = Frames::new(program);
        let edges = program.edges.iter().map(|edge| CompiledEdge::new(edge, program, &mut frames)).collect();
        Self { layout: Layout::new(program), locations, edges, frames, properties: program.properties.len() as u32 }
    }
}

impl CompiledLocation {
    /// Returns `true` if the `enforce` of its procedure lets a thread here move, and count.
    pub(super) fn permits(&self, shared: &[u64], local: &[u64]) -> bool {
        let view = View { old_shared: shared, old_local: local, new_shared: shared, new_local: local };
        self.enforce.as_ref().is_none_or(|enforce| enforce.can_be_true(|bit| view.read(bit)))
    }
}

impl CompiledEdge {
    fn new(edge: &Edge, program: &Program, frames: &mut Frames) -> Self {
        let own = |(slot, value): &(Slot, _)| {
            let place = match slot {
                Slot::Shared(_) => Place::Shared(Layout::bit(*slot)),
                Slot::Local(_) => Place::Local(Layout::bit(*slot)),
            };
            (place, Code::of_value(value, &mut ActiveBit::of))
        };
        let mut updates: Vec<_> = edge.updates.iter().map(own).collect();
        let effect = match &edge.effect {
            Effect::None => CompiledEffect::None,
            Effect::AtomicBegin => CompiledEffect::AtomicBegin,
            Effect::AtomicEnd => CompiledEffect::AtomicEnd,
            Effect::Create(creation) => {
                updates.extend(creation.values.iter().map(|(slot, value)| {
                    (Place::Created(Layout::local_bit(*slot)), Code::of_value(value, &mut ActiveBit::of))
                }));
                CompiledEffect::Create(creation.start)
            }
            Effect::Signal => CompiledEffect::Signal,
            Effect::Broadcast => CompiledEffect::Broadcast,
            Effect::Passive(passive) => CompiledEffect::Passive(PassiveCode::new(passive, program, frames)),
        };
        Self {
            guard: condition(&edge.guard),
            updates,
            constrain: edge.constrain.as_ref().and_then(condition),
            effect,
            goal: edge.goal,
        }
    }
}

/// The destination of a thread that is released here.
fn released_to(role: &Role) -> Option<LocationId> {
    match role {
        Role::Wait(next) => Some(*next),
        Role::Step | Role::Call(_) | Role::Exit | Role::Cut => None,
    }
}

/// A condition; `None` if it always holds.
fn condition(expr: &Expr) -> Option<Code<ActiveBit>> {
    (*expr != Expr::Const(true)).then(|| Code::new(expr, &mut ActiveBit::of))
}
