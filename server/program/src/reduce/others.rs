//! The view of a thread by other threads, which must not change.

use crate::program::{Atom, Effect, LocationId, Program, Role, Value};

pub(super) struct Apart<'a> {
    program: &'a Program,
    /// `true` if a step can change other threads, or read their bits: it finds them by their instance.
    passive: bool,
    /// `true` if there are calls that are not inlined: an activation is of one procedure.
    calls: bool,
}

impl<'a> Apart<'a> {
    pub(super) fn new(program: &'a Program) -> Self {
        Self { program, passive: is_passive(program), calls: program.has_calls() }
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

/// The local bits that another thread can change or ask for.
pub(super) fn protected(program: &Program) -> Vec<bool> {
    let mut mentioned = Vec::new();
    for edge in &program.edges {
        let Effect::Passive(passive) = &edge.effect else { continue };
        let mut visit = |atom| {
            if let Atom::PassiveOld(variable) | Atom::PassiveNew(variable) = atom {
                mentioned.push(variable);
            }
        };
        passive.constrain.iter().for_each(|constrain| constrain.atoms(&mut visit));
        for (_, value) in &passive.updates {
            if let Value::Expr(expr) = value {
                expr.atoms(&mut visit);
            }
        }
        mentioned.extend(passive.updates.iter().map(|(variable, _)| *variable));
    }
    let mut protected = vec![false; program.local_slots as usize];
    let globals = program.thread_local_variables.iter().copied().zip(0..);
    let own = program.instances.iter().flat_map(|instance| instance.variables.iter().copied());
    for (_, slot) in globals.chain(own).filter(|(variable, _)| mentioned.contains(variable)) {
        protected[slot as usize] = true;
    }
    protected
}
