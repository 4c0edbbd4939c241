//! Cone of influence: bits on whose value nothing depends that is asked.
//!
//! A bit matters if a guard, an `enforce` or a constraint reads it, or if it is read to compute a bit that matters. All
//! others are forgotten, shared ones and, wherever they are, local ones.
//!
//! *Nothing is lost:* whether an edge can be taken, and which values the bits that matter have behind it, depends on
//! bits that matter alone. So two configurations that differ only in the others have the same runs up to these. An
//! assignment without a constraint is never blocked.
//!
//! Every `*` matters as much as what it is assigned to. A constraint makes every bit matter that it mentions, and so does
//! an update of other threads; the bits of theirs that it mentions always matter.

use super::abstraction::Abstraction;
use super::others::protected;
use crate::program::{Atom, Edge, Effect, Expr, LocationId, Program, Slot, Value};

/// Forgets the bits outside the cone of the program that `abstraction` has left.
pub(super) fn choose(program: &Program, abstraction: &mut Abstraction) {
    let mut cone = Cone::new(program);
    while cone.grow(program) {}
    for (bit, matters) in abstraction.shared.iter_mut().zip(&cone.shared) {
        bit.forgotten |= !matters;
    }
    for location in (0..program.locations.len() as u32).map(LocationId) {
        abstraction.forget(location, cone.local.iter().map(|matters| !matters));
    }
}

/// The bits that matter.
struct Cone {
    shared: Vec<bool>,
    local: Vec<bool>,
    grown: bool,
}

impl Cone {
    fn new(program: &Program) -> Self {
        let mut cone =
            Self { shared: vec![false; program.shared_slots as usize], local: protected(program), grown: false };
        for location in program.locations.iter().filter(|location| !location.edges.is_empty()) {
            location.enforce.iter().for_each(|enforce| cone.read(enforce));
        }
        for property in program.properties.iter().flat_map(|property| &property.locations) {
            program.location(*property).enforce.iter().for_each(|enforce| cone.read(enforce));
        }
        for edge in &program.edges {
            asked(edge, &mut |expr| cone.read(expr));
        }
        cone
    }

    /// Adds what is read for bits that matter; whether that was anything new.
    fn grow(&mut self, program: &Program) -> bool {
        self.grown = false;
        for edge in &program.edges {
            for (slot, value) in &edge.updates {
                self.assigned(*slot, value);
            }
            if let Effect::Create(creation) = &edge.effect {
                for (slot, value) in &creation.values {
                    self.assigned(Slot::Local(*slot), value);
                }
            }
        }
        self.grown
    }

    fn assigned(&mut self, slot: Slot, value: &Value) {
        if let (true, Value::Expr(expr)) = (*self.bit(slot), value) {
            self.read(expr);
        }
    }

    fn read(&mut self, expr: &Expr) {
        expr.atoms(&mut |atom| {
            if let Atom::Old(slot) | Atom::New(slot) = atom {
                let bit = self.bit(slot);
                let new = !*bit;
                *bit = true;
                self.grown |= new;
            }
        });
    }

    fn bit(&mut self, slot: Slot) -> &mut bool {
        match slot {
            Slot::Shared(slot) => &mut self.shared[slot as usize],
            Slot::Local(slot) => &mut self.local[slot as usize],
        }
    }
}

/// The expressions of an edge on which it depends whether it can be taken, and what it does to other threads.
pub(super) fn asked(edge: &Edge, visit: &mut impl FnMut(&Expr)) {
    visit(&edge.guard);
    edge.constrain.iter().for_each(&mut *visit);
    if let Effect::Passive(passive) = &edge.effect {
        passive.constrain.iter().for_each(&mut *visit);
        for (_, value) in &passive.updates {
            if let Value::Expr(expr) = value {
                visit(expr);
            }
        }
    }
}
