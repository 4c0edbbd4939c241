//! The view of a thread by other threads, which must not change.

use std::collections::{BTreeMap, BTreeSet};

use crate::names::VariableId;
use crate::program::{Atom, Effect, LocationId, Passive, Program, Role, Slot, Value};

pub(super) struct Apart<'a> {
    program: &'a Program,
    /// `true` if a step can change other threads, or read their bits: it finds them by their instance.
    passive: bool,
    /// `true` if there are calls that are not inlined: an activation is of one procedure.
    calls: bool,
}

impl<'a> Apart<'a> {
    /// Of a program in which nothing is forgotten.
    pub(super) fn new(program: &'a Program) -> Self {
        Self { program, passive: is_passive(program), calls: program.has_calls() }
    }

    /// Of a program of which only bits that other threads neither change nor ask for may be left.
    pub(super) fn left(program: &'a Program, seen: &Seen, hidden: &BTreeSet<VariableId>) -> Self {
        let passive = seen.0.keys().any(|variable| !hidden.contains(variable));
        Self { passive, ..Self::new(program) }
    }

    /// `true` if one location may represent the other: each takes its own steps, and other threads cannot distinguish
    /// them.
    pub(super) fn can_be_one(&self, one: LocationId, other: LocationId) -> bool {
        let (left, right) = (self.program.location(one), self.program.location(other));
        let both_step = left.role == Role::Step && right.role == Role::Step;
        one == other || both_step && (left.instance == right.instance || !self.passive && !self.calls)
    }
}

/// `true` if a step can change other threads, or read their bits.
pub(super) fn is_passive(program: &Program) -> bool {
    program.has_passive_updates() || program.has_passive_constraints()
}

/// The variables that a thread changes or asks for in other threads.
pub(super) fn mentioned(passive: &Passive, visit: &mut impl FnMut(VariableId)) {
    let mut atom = |atom| {
        if let Atom::PassiveOld(variable) | Atom::PassiveNew(variable) = atom {
            visit(variable);
        }
    };
    passive.constrain.iter().for_each(|constrain| constrain.atoms(&mut atom));
    for (_, value) in &passive.updates {
        if let Value::Expr(expr) = value {
            expr.atoms(&mut atom);
        }
    }
    passive.updates.iter().for_each(|(variable, _)| visit(*variable));
}

/// The local variables that another thread can change or ask for, each with its slots.
pub(super) struct Seen(BTreeMap<VariableId, Vec<u32>>);

impl Seen {
    pub(super) fn new(program: &Program) -> Self {
        let mut seen: BTreeMap<VariableId, Vec<u32>> = BTreeMap::new();
        for edge in &program.edges {
            if let Effect::Passive(passive) = &edge.effect {
                mentioned(passive, &mut |variable| drop(seen.insert(variable, Vec::new())));
            }
        }
        for (variable, slots) in &mut seen {
            let local = |slot| if let Slot::Local(bit) = slot { Some(bit) } else { None };
            *slots = program.slots_of(*variable).filter_map(local).collect();
        }
        Self(seen)
    }

    /// The variables, each with its slots.
    pub(super) fn variables(&self) -> impl Iterator<Item = (VariableId, &[u32])> {
        self.0.iter().map(|(variable, slots)| (*variable, slots.as_slice()))
    }

    /// Adds the slots that are stored in the same places as those that are kept, as other threads see them.
    pub(super) fn complete(&self, kept: &mut [bool]) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for slots in self.0.values() {
                if slots.iter().any(|slot| kept[*slot as usize]) {
                    for slot in slots {
                        changed |= !std::mem::replace(&mut kept[*slot as usize], true);
                    }
                }
            }
        }
    }

    /// For each local bit, `true` if another thread can change or ask for it.
    pub(super) fn protected(&self, program: &Program) -> Vec<bool> {
        let mut protected = vec![false; program.local_slots as usize];
        self.0.values().flatten().for_each(|slot| protected[*slot as usize] = true);
        protected
    }
}

/// The local bits that another thread can change or ask for.
pub(super) fn protected(program: &Program) -> Vec<bool> {
    Seen::new(program).protected(program)
}
