//! Functions of the program that are called at places which the text does not tell: what happens then is not known.

use boolprog_c_form::form::{Argument, Call};
use boolprog_c_form::points_to::{Set, Thing};
use boolprog_import::Expr;
use boolprog_integer::Comparison;

use super::super::memory::Instance;
use super::super::walk::Walk;
use crate::flow::Check;
use crate::term;

impl Walk<'_, '_> {
    /// A signal may call a function from now on.
    pub(in crate::translate) fn interrupts(&mut self, call: &Call) {
        let Some(Argument::Value(handler, _)) = call.arguments.first() else { return };
        let value = self.operand(*handler);
        for function in codes(&self.all.sets.operand(self.id, *handler)) {
            let address = self.all.memory.address(Instance { thing: function, copy: 0 });
            let is_other = term::compare(Comparison::NotEqual, value.term.clone(), Expr::Number(address));
            self.require(&is_other, Check::Callback);
        }
    }

    /// A function that the program does not have may call those that it gets, or got before.
    pub(in crate::translate) fn calls_back(&mut self) {
        if codes(&self.all.sets.known_outside()).next().is_some() {
            self.require(&Expr::Truth(false), Check::Callback);
        }
    }
}

/// The functions in a set.
fn codes(set: &Set) -> impl Iterator<Item = Thing> {
    set.iter().map(|pointee| pointee.thing).filter(|thing| matches!(thing, Thing::Code(_)))
}
