//! Structures and unions: they are copied from place to place.

use boolprog_c_syntax::tree::{ExprId, ObjectId, Storage};
use boolprog_c_syntax::types::Type;

use super::Lowering;
use super::operands::Wanted;
use super::places::whole;
use crate::form::{Action, Base, Local, Members, Place};

impl Lowering<'_> {
    /// The local without a name that gets the value of an expression.
    pub(super) fn unnamed(&mut self, expr: ExprId, ty: &Type) -> Place {
        let (size, align) = (self.tree.size_of(ty).unwrap_or(0), self.tree.align_of(ty));
        let known = self.unnamed.get(&expr).copied();
        let local =
            known.unwrap_or_else(|| self.add_local(Local { name: None, size, align, members: Members::default() }));
        self.unnamed.insert(expr, local);
        self.begin(local);
        whole(Base::Local(local))
    }

    /// Returns `true` for a place in such a local, which no other expression names.
    pub(super) fn is_unnamed(&self, place: Place) -> bool {
        matches!(place.base, Base::Local(local) if self.unnamed.values().any(|it| *it == local))
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
            let found = it.evaluate(to, &[Wanted::Place(to), Wanted::Structure(value)]);
            let [place, from] = [0, 1].map(|index| found[index].place.unwrap_or(whole(Base::Result)));
            it.watch_own(to);
            it.act(Action::Copy(place, from, size));
            place
        })
    }

    /// A structure as an operand that leaves its value, where another one may change it: a copy. Accesses that are compared are there,
    /// too.
    pub(super) fn settled(&mut self, first: ExprId, value: ExprId) -> Place {
        let place = self.aggregate(value);
        if self.is_unnamed(place) || !self.is_open(first) && self.orders.watches.is_empty() {
            return place;
        }
        let size = self.tree.size_of(&self.tree[value].ty).unwrap_or(0);
        let copy = self.unnamed(value, &self.tree[value].ty);
        self.act(Action::Copy(copy, place, size));
        copy
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
