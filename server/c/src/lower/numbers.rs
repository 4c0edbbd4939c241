//! Numbers that pass through `void *`, such as arguments and results of threads: a variable to which one is assigned holds
//! numbers, in all of the program.

use boolprog_import::Expr as Term;
use smol_str::SmolStr;

use super::{Lower, Place};
use crate::ast::Type;
use crate::value::{Value, ValueKind};

/// The type of a number in a variable of type `void *`.
pub(super) const NUMBER: Type = Type::INT;

impl Lower<'_> {
    /// A place as it holds what is assigned to it: one of an integer if that is a number.
    pub(super) fn holding(&mut self, place: &Place, value: &Value) -> Place {
        if place.ty == Type::Void.pointer() && is_number(value) {
            self.numbers.extend(first_leaves(place));
        }
        self.held(place)
    }

    /// A place as one of what it holds.
    pub(super) fn held(&mut self, place: &Place) -> Place {
        if place.ty != Type::Void.pointer() || !first_leaves(place).any(|leaf| self.numbers.contains(&leaf)) {
            return place.clone();
        }
        self.numbers.extend(first_leaves(place));
        Place { ty: NUMBER, ..place.clone() }
    }

    /// What one variable holds, another one holds as well.
    pub(super) fn holds_as(&mut self, to: &SmolStr, from: &SmolStr) {
        if self.numbers.contains(from) {
            self.numbers.insert(to.clone());
        }
    }
}

/// Returns `true` for a number that is no null pointer.
pub(super) fn is_number(value: &Value) -> bool {
    let is_null = matches!(value.kind, ValueKind::Number(Term::Number(0), ..));
    matches!((&value.kind, &value.ty), (ValueKind::Number(..) | ValueKind::Truth(_), Type::Integer { .. })) && !is_null
}

fn first_leaves(place: &Place) -> impl Iterator<Item = SmolStr> {
    place.alternatives.iter().filter_map(|(_, leaves)| leaves.first().cloned())
}
