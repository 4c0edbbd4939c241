//! Structures and unions: they are copied from place to place.

use boolprog_c_syntax::tree::{ExprId, ObjectId, Storage};
use boolprog_c_syntax::types::Type;

use super::Lowering;
use super::operands::Evaluated;
use super::places::whole;
use crate::form::{Action, Base, Local, Place};

impl Lowering<'_> {
    /// The local without a name that gets the value of an expression.
    pub(super) fn unnamed(&mut self, expr: ExprId, ty: &Type) -> Place {
        let local = match self.unnamed.get(&expr) {
            Some(local) => *local,
            None => {
                let (size, align) = (self.tree.size_of(ty).unwrap_or(0), self.tree.align_of(ty));
                self.add_local(Local { name: None, size, align })
            }
        };
        self.unnamed.insert(expr, local);
        self.begin(local);
        whole(Base::Local(local))
    }

    /// Copies a structure to a place.
    pub(super) fn copy(&mut self, to: Place, value: ExprId, size: u64) {
        let from = self.aggregate(value);
        self.act(Action::Copy(to, from, size));
    }

    /// `to = value` of a structure; the place that it was written to.
    pub(super) fn assign_aggregate(&mut self, to: ExprId, value: ExprId) -> Place {
        let size = self.tree.size_of(&self.tree[to].ty).unwrap_or(0);
        self.watched(to, |it| {
            let found = it.evaluate(to, 2, &mut |it, index| match index {
                0 => Evaluated::place(it.lvalue(to)),
                _ => Evaluated::place(it.settled(to, value)),
            });
            let [place, from] = [0, 1].map(|index| found[index].place.unwrap_or(whole(Base::Result)));
            it.watch_own(to);
            it.act(Action::Copy(place, from, size));
            place
        })
    }

    /// `(T){ .. }`
    pub(super) fn compound(&mut self, object: ObjectId) -> Place {
        if self.tree[object].storage == Storage::Automatic {
            self.declare(object);
        } else {
            self.initialise(object);
        }
        self.place_of(object)
    }
}
