//! The few variables with which a property of a program with calls may be proved.
//!
//! At first those that the property mentions. Then, round by round, those from which visible ones are computed, and the
//! conditions right before an assignment to a visible one or before the property. Whatever is left out, a proof is one
//! ([`boolprog_program::reduce::Abstraction`]); only its existence depends on the choice.

use std::collections::BTreeSet;

use boolprog_program::names::VariableId;
use boolprog_program::program::{
    Atom, Edge, Expr, Goal, InstanceId, LocationId, Program, PropertyId, Role, Slot, Value,
};

/// The visible variables, and the locations whose conditions matter.
pub(super) struct FewVariables {
    variables: BTreeSet<VariableId>,
    places: BTreeSet<LocationId>,
}

impl FewVariables {
    /// The variables that these properties mention.
    pub(super) fn of_properties(program: &Program, properties: &[u32]) -> Self {
        let mut visible = Self { variables: BTreeSet::new(), places: BTreeSet::new() };
        for edge in &program.edges {
            if matches!(edge.goal, Goal::Violation(PropertyId(property)) if properties.contains(&property)) {
                visible.places.insert(edge.source);
                visible.add(program, edge.source, &edge.guard);
            }
        }
        for property in properties {
            for location in &program.properties[*property as usize].locations {
                visible.places.insert(*location);
                if let Some(enforce) = &program.location(*location).enforce {
                    visible.add(program, *location, enforce);
                }
            }
        }
        visible
    }

    pub(super) fn variables(&self) -> &BTreeSet<VariableId> {
        &self.variables
    }

    /// Goes one round further. Returns `false` if there are no more variables to add.
    pub(super) fn extend(&mut self, program: &Program) -> bool {
        let before = (self.variables.len(), self.places.len());
        let old = self.variables.clone();
        let results = results(program, &old);
        for edge in &program.edges {
            let callee = target_instance(program, edge);
            let leaves = matches!(edge.goal, Goal::Location(to) if program.location(to).role == Role::Exit);
            for (slot, value) in &edge.updates {
                let counts = match slot {
                    Slot::Local(bit) if leaves && *bit >= program.thread_local_variables.len() as u32 => {
                        results.contains(&(callee, *bit))
                    }
                    _ => variable(program, callee, *slot).is_some_and(|variable| old.contains(&variable)),
                };
                if counts {
                    self.places.insert(edge.source);
                    if let Value::Expr(expr) = value {
                        self.add(program, edge.source, expr);
                    }
                }
            }
        }
        let places = self.places.clone();
        for edge in &program.edges {
            let leads = matches!(edge.goal, Goal::Location(to) if places.contains(&to));
            let is_call = matches!(program.location(edge.source).role, Role::Call(_));
            if places.contains(&edge.source) || leads && !is_call {
                self.places.insert(edge.source);
                self.add(program, edge.source, &edge.guard);
                edge.constrain.iter().for_each(|constrain| self.add(program, edge.source, constrain));
            }
        }
        before != (self.variables.len(), self.places.len())
    }

    fn add(&mut self, program: &Program, at: LocationId, expr: &Expr) {
        let instance = program.location(at).instance;
        expr.atoms(&mut |atom| {
            if let Atom::Old(slot) | Atom::New(slot) = atom {
                self.variables.extend(variable(program, instance, slot));
            }
        });
    }
}

/// The instance whose bits an edge writes.
fn target_instance(program: &Program, edge: &Edge) -> InstanceId {
    match edge.goal {
        Goal::Location(to) => program.location(to).instance,
        Goal::End | Goal::Violation(_) => program.location(edge.source).instance,
    }
}

/// The bits at the exits of procedures that become visible variables of a caller.
fn results(program: &Program, visible: &BTreeSet<VariableId>) -> BTreeSet<(InstanceId, u32)> {
    let mut bits = BTreeSet::new();
    for edge in &program.edges {
        let source = program.location(edge.source);
        let Role::Call(site) = &source.role else { continue };
        for (bit, result) in (program.thread_local_variables.len() as u32..).zip(&site.results) {
            let target = result.and_then(|slot| variable(program, source.instance, slot));
            if target.is_some_and(|variable| visible.contains(&variable)) {
                bits.insert((target_instance(program, edge), bit));
            }
        }
    }
    bits
}

/// The variable of a bit in an activation of an instance; `None` if it owns no such bit.
fn variable(program: &Program, instance: InstanceId, slot: Slot) -> Option<VariableId> {
    match slot {
        Slot::Shared(bit) => program.shared_variables.get(bit as usize).copied(),
        Slot::Local(bit) => program.thread_local_variables.get(bit as usize).copied().or_else(|| {
            let own = program.instance(instance).variables.iter();
            own.filter(|(_, slot)| *slot == bit).map(|(variable, _)| *variable).next()
        }),
    }
}
