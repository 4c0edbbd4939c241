//! Bits on which a run depends, for programs whose runs cannot be followed.

use std::collections::BTreeSet;

use boolprog_program::names::VariableId;
use boolprog_program::program::{Atom, Edge, Effect, Expr, Program, Slot, Value};
use boolprog_symbolic::follow::Path;

/// The bits that decide whether the steps of a run are possible, and those that give visible bits their values there.
///
/// Linear in the run, times the number of variables that other threads change.
pub(super) fn dependences(program: &Program, path: &Path, visible: &BTreeSet<Slot>) -> BTreeSet<Slot> {
    let mut found = Dependences { program, slots: BTreeSet::new() };
    for step in &path.steps {
        found.of_edge(&program.edges[step.edge.0 as usize], visible);
    }
    found.slots
}

struct Dependences<'a> {
    program: &'a Program,
    slots: BTreeSet<Slot>,
}

impl Dependences<'_> {
    fn of_edge(&mut self, edge: &Edge, visible: &BTreeSet<Slot>) {
        self.expr(&edge.guard);
        edge.constrain.iter().for_each(|constrain| self.expr(constrain));
        for (_, value) in edge.updates.iter().filter(|(slot, _)| visible.contains(slot)) {
            self.value(value);
        }
        let Effect::Passive(passive) = &edge.effect else { return };
        passive.constrain.iter().for_each(|constrain| self.expr(constrain));
        for (variable, value) in &passive.updates {
            if self.program.slots_of(*variable).any(|slot| visible.contains(&slot)) {
                self.value(value);
            }
        }
    }

    fn value(&mut self, value: &Value) {
        if let Value::Expr(expr) = value {
            self.expr(expr);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        expr.atoms(&mut |atom| match atom {
            Atom::Old(slot) | Atom::New(slot) => drop(self.slots.insert(slot)),
            Atom::PassiveOld(variable) | Atom::PassiveNew(variable) => self.variable(variable),
        });
    }

    fn variable(&mut self, variable: VariableId) {
        self.slots.extend(self.program.slots_of(variable));
    }
}
