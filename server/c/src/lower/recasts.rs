//! Pointers that become pointers to another type, as through `void *`: what they point to may be of a type that is not theirs.

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use boolprog_integer::Comparison;

use super::{Check, Lower};
use crate::ast::Type;
use crate::term;

/// Types of what pointers point to, of all pointers that become pointers to another type: before and after.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Recasts {
    from: Vec<Type>,
    to: Vec<Type>,
}

impl Lower<'_> {
    /// A pointer to one type becomes one to another.
    pub(super) fn recast(&mut self, from: &Type, to: &Type) {
        if from == to {
            return;
        }
        let from = match from {
            Type::Array(element, _) if **element == *to => return,
            Type::Array(element, _) => element.plain(),
            from => from.clone(),
        };
        for (known, ty) in [(&mut self.recasts.from, from), (&mut self.recasts.to, to.clone())] {
            if !known.contains(&ty) {
                known.push(ty);
            }
        }
    }

    /// Goes on where a pointer to a type points to an object of that type, to nothing, or to the end of an array. Otherwise
    /// nothing is known.
    pub(super) fn is_of_its_type(&mut self, number: &Term, ty: &Type, span: Span) {
        if !self.recasts.to.contains(ty) {
            return;
        }
        let others = self
            .taken
            .values()
            .filter(|it| *it.ty() != *ty && self.recasts.from.contains(it.ty()) && it.object().is_some());
        let is_it = |number_of: i64| term::compare(Comparison::Equal, number.clone(), Term::Number(number_of));
        let is_other = others.fold(Term::Truth(false), |any, it| term::or(any, is_it(it.number)));
        if is_other == Term::Truth(false) {
            return;
        }
        let (other, good) = (self.new_node(), self.new_node());
        self.fork(is_other, other, good);
        self.enter(other);
        let bound = "a run violates it in which a pointer to one type is used as a pointer to another: what is there is not known";
        self.exceed(Check::Layout, span, bound.to_owned());
        self.enter(good);
    }
}
