//! Questions about a lowered program.

use std::collections::BTreeSet;

use boolprog_base::Span;
use boolprog_syntax::ast::SiteId;
use smol_str::SmolStr;

use super::{
    Edge, Effect, Goal, Instance, InstanceId, Location, LocationId, Program, Property, PropertyId, PropertyKind, Role,
    Slot,
};
use crate::names::{ProcedureId, VariableId};

/// One activation of a thread at a location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Procedure of the instance.
    pub procedure: ProcedureId,
    /// The site about to be executed; for an outer activation the call it waits for.
    pub site: SiteId,
    /// The instance, which knows the bits of the activation's variables.
    pub instance: InstanceId,
}

impl Program {
    /// The location with this id.
    pub fn location(&self, id: LocationId) -> &Location {
        &self.locations[id.0 as usize]
    }

    /// The instance with this id.
    pub fn instance(&self, id: InstanceId) -> &Instance {
        &self.instances[id.0 as usize]
    }

    /// The edges that leave a location.
    pub fn edges_of(&self, location: LocationId) -> &[Edge] {
        let range = &self.location(location).edges;
        &self.edges[range.start as usize..range.end as usize]
    }

    /// The bit of a variable for a thread at a location: that of the innermost activation of its procedure, or
    /// the one of a global. `None` if the thread has no such activation. Linear in the number of variables in
    /// scope and the depth of the calls.
    pub fn slot_in(&self, location: LocationId, variable: VariableId) -> Option<Slot> {
        let position = |list: &[VariableId]| list.iter().position(|v| *v == variable).map(|bit| bit as u32);
        if let Some(bit) = position(&self.shared_variables) {
            return Some(Slot::Shared(bit));
        }
        if let Some(bit) = position(&self.thread_local_variables) {
            return Some(Slot::Local(bit));
        }
        self.activations(location).find_map(|frame| {
            let variables = &self.instance(frame.instance).variables;
            variables.iter().find(|(v, _)| *v == variable).map(|(_, bit)| Slot::Local(*bit))
        })
    }

    /// The variable of a bit, for a thread in an activation of this instance: of the innermost activation that owns the
    /// bit, if any does. The inverse of [`Self::slot_in`], and takes as long.
    pub fn variable_of(&self, instance: InstanceId, slot: Slot) -> Option<VariableId> {
        let bit = match slot {
            Slot::Shared(bit) => return self.shared_variables.get(bit as usize).copied(),
            Slot::Local(bit) => bit,
        };
        let global = self.thread_local_variables.get(bit as usize).copied();
        let owned = |instance| self.instance(instance).variables.iter().find(|(_, own)| *own == bit);
        let caller = |inner: &InstanceId| self.instance(*inner).caller.map(|(outer, _)| outer);
        global.or_else(|| std::iter::successors(Some(instance), caller).find_map(owned).map(|(variable, _)| *variable))
    }

    /// All variables that have one of these bits in some activation.
    pub fn variables_with(&self, slots: &BTreeSet<Slot>) -> BTreeSet<VariableId> {
        self.stored().filter(|(_, slot)| slots.contains(slot)).map(|(variable, _)| variable).collect()
    }

    /// All variables with the bits that hold them, those of an instance for each instance.
    fn stored(&self) -> impl Iterator<Item = (VariableId, Slot)> {
        let shared = self.shared_variables.iter().copied().zip((0..).map(Slot::Shared));
        let thread_local = self.thread_local_variables.iter().copied().zip((0..).map(Slot::Local));
        let own = self.instances.iter().flat_map(|instance| &instance.variables);
        shared.chain(thread_local).chain(own.map(|(variable, bit)| (*variable, Slot::Local(*bit))))
    }

    /// The activations of a thread at a location, outermost first; never empty.
    pub fn frames(&self, location: LocationId) -> Vec<Frame> {
        let mut frames: Vec<Frame> = self.activations(location).collect();
        frames.reverse();
        frames
    }

    /// The bits that hold a variable, in each of its activations. Linear in the number of variables of all instances.
    pub fn slots_of(&self, variable: VariableId) -> impl Iterator<Item = Slot> {
        self.stored().filter(move |(other, _)| *other == variable).map(|(_, slot)| slot)
    }

    /// The activations of a thread at a location, innermost first.
    fn activations(&self, location: LocationId) -> impl Iterator<Item = Frame> {
        let Location { site, instance, .. } = *self.location(location);
        let frame = |(instance, site)| Frame { procedure: self.instance(instance).procedure, site, instance };
        let innermost = frame((instance, site));
        std::iter::successors(Some(innermost), move |inner| self.instance(inner.instance).caller.map(frame))
    }

    /// Returns `true` if some edge assigns variables of other threads.
    pub fn has_passive_updates(&self) -> bool {
        self.edges.iter().any(|edge| matches!(&edge.effect, Effect::Passive(passive) if !passive.updates.is_empty()))
    }

    /// Returns `true` if some edge constrains the values of other threads, which makes the program not monotone.
    pub fn has_passive_constraints(&self) -> bool {
        self.edges.iter().any(|edge| matches!(&edge.effect, Effect::Passive(passive) if passive.constrain.is_some()))
    }

    /// Adds a last property: no thread reaches a [cut](Role::Cut). If it holds, a program unrolled to some depth has
    /// all the behaviour of its text.
    pub fn ask_for_cuts(&mut self) -> PropertyId {
        let cuts = self.locations.iter().zip(0..).filter(|(location, _)| location.role == Role::Cut);
        let locations: Vec<LocationId> = cuts.map(|(_, id)| LocationId(id)).collect();
        let site = locations.first().map_or(SiteId(0), |first| self.location(*first).site);
        let name = SmolStr::new_static("cut");
        self.properties.push(Property { kind: PropertyKind::Label, site, name, span: Span::default(), locations });
        PropertyId(self.properties.len() as u32 - 1)
    }

    /// Returns `true` if calls are not inlined.
    pub fn has_calls(&self) -> bool {
        self.locations.iter().any(|location| matches!(location.role, Role::Call(_) | Role::Exit))
    }

    /// The number of activations that inlining all calls would make, at most the limit of the type; `None` if there are
    /// infinitely many. Linear.
    pub fn activations_inlined(&self) -> Option<u64> {
        self.inlined(&vec![1; self.instances.len()])
    }

    /// The same for the locations before those at which procedures have ended.
    pub fn locations_inlined(&self) -> Option<u64> {
        let mut own = vec![0; self.instances.len()];
        for location in self.locations.iter().filter(|location| location.role != Role::Exit) {
            own[location.instance.0 as usize] += 1;
        }
        self.inlined(&own)
    }

    /// The sum over all activations that inlining would make, each with what its instance has of its own.
    fn inlined(&self, own: &[u64]) -> Option<u64> {
        let mut callees = vec![Vec::new(); self.instances.len()];
        for location in self.locations.iter().filter(|location| matches!(location.role, Role::Call(_))) {
            for edge in &self.edges[location.edges.start as usize..location.edges.end as usize] {
                if let Goal::Location(entry) = edge.goal {
                    callees[location.instance.0 as usize].push(self.location(entry).instance.0 as usize);
                }
            }
        }
        let mut counts: Vec<Option<u64>> = vec![None; callees.len()];
        let mut open = vec![false; callees.len()];
        let mut pending = vec![self.location(self.entry).instance.0 as usize];
        while let Some(&instance) = pending.last() {
            let unknown: Vec<usize> =
                callees[instance].iter().copied().filter(|callee| counts[*callee].is_none()).collect();
            if unknown.is_empty() {
                let inner = callees[instance].iter().filter_map(|callee| counts[*callee]);
                counts[instance] = Some(inner.fold(own[instance], u64::saturating_add));
                pending.pop();
            } else if std::mem::replace(&mut open[instance], true) {
                return None;
            } else {
                pending.extend(unknown);
            }
        }
        counts[self.location(self.entry).instance.0 as usize]
    }

    /// Returns `true` if some location is a `wait`.
    pub fn has_waits(&self) -> bool {
        self.locations.iter().any(|location| matches!(location.role, Role::Wait(_)))
    }
}
