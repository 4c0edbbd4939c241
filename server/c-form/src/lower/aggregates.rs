//! Structures and unions: they are copied from place to place.

use boolprog_c_syntax::tree::{ExprId, ObjectId, Storage};
use boolprog_c_syntax::types::Type;

use super::Lowering;
use super::places::whole;
use crate::form::{Action, Base, Local, Place};

impl Lowering<'_> {
    /// A new local without a name.
    pub(super) fn unnamed(&mut self, ty: &Type) -> Place {
        let (size, align) = (self.tree.size_of(ty).unwrap_or(0), self.tree.align_of(ty));
        let local = self.add_local(Local { name: None, size, align });
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
        let group = self.new_group();
        let place = self.operand(group, |it| it.lvalue(to));
        let from = self.operand(group, |it| it.aggregate(value));
        let size = self.tree.size_of(&self.tree[to].ty).unwrap_or(0);
        self.act(Action::Copy(place, from, size));
        place
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
