//! Functions of the program that are called at places which the text does not tell: what happens then is not known.

use boolprog_c_form::form::{Argument, Call, Shape};
use boolprog_c_form::points_to::{Set, Thing};
use boolprog_c_syntax::environment::Piece;
use boolprog_import::Expr;
use boolprog_integer::{Check, Comparison};

use super::super::memory::Instance;
use super::super::walk::{Walk, is};
use crate::graph::Op;
use crate::term;

impl Walk<'_, '_> {
    /// A signal may call a function from now on.
    pub(in crate::translate) fn interrupts(&mut self, call: &Call) {
        let Some(Argument::Value(handler, _)) = call.arguments.first() else { return };
        let value = self.operand(*handler);
        for function in codes(&self.all.sets.operand(self.id, *handler)) {
            let address = self.all.memory.address(Instance { thing: function, copy: 0 });
            let is_other = term::compare(Comparison::NotEqual, value.term.clone(), Expr::Number(address));
            self.may_call(is_other);
        }
    }

    /// A function that the program does not have may call those that it gets, or got before.
    pub(in crate::translate) fn calls_back(&mut self) {
        if codes(&self.all.sets.known_outside()).next().is_some() {
            self.may_call(Expr::Truth(false));
        }
    }

    /// Goes on in either case if a condition holds, and else only where nothing is called.
    fn may_call(&mut self, is_none: Expr) {
        let any = self.between("calls_back", Shape::Bool);
        self.all.variables.widen(any, (0, 1));
        let name = self.all.variables.name(any);
        self.step(Op::Choose(name.clone(), Some((0, 1)), Piece::Callback), false);
        self.require(&term::or(is_none, is(&name, 0)), Check::Callback);
    }
}

/// The functions in a set.
fn codes(set: &Set) -> impl Iterator<Item = Thing> {
    set.iter().map(|pointee| pointee.thing).filter(|thing| matches!(thing, Thing::Code(_)))
}
