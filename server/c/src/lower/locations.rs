//! Which objects expressions denote, as far as their text tells: by the names of variables and members.

use std::collections::BTreeSet;

use smol_str::SmolStr;

use super::contents::{for_each_expression, for_each_statement, in_initial};
use crate::ast::{Expr, ExprKind, StmtKind, Type, Unit, Variable};

/// Objects that an access may mean.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Location<'e> {
    /// The variable that they are part of; none for what some pointer points to.
    pub(super) base: Option<&'e SmolStr>,
    /// The member that they are; none if they may be any part.
    member: Option<&'e SmolStr>,
}

impl<'e> Location<'e> {
    pub(super) const fn variable(name: &'e SmolStr) -> Self {
        Self { base: Some(name), member: None }
    }

    pub(super) const POINTED: Self = Self { base: None, member: None };
}

/// What the declarations of a program say of its names, wherever they stand.
#[derive(Default)]
pub(super) struct Shapes<'a> {
    globals: BTreeSet<&'a SmolStr>,
    /// Variables whose address is known to some pointer: those of `&x`, and arrays.
    pointed: BTreeSet<&'a SmolStr>,
    arrays: BTreeSet<&'a SmolStr>,
    /// Variables that are declared somewhere with another type than an array.
    others: BTreeSet<&'a SmolStr>,
    /// Names of members that are arrays in some structure.
    array_members: BTreeSet<&'a SmolStr>,
    /// Names of members that are no single object, or share theirs with others, in some structure.
    blurred_members: BTreeSet<&'a SmolStr>,
}

impl<'a> Shapes<'a> {
    pub(super) fn of(unit: &'a Unit) -> Self {
        let mut shapes = Self { globals: unit.globals.iter().map(|it| &it.name).collect(), ..Self::default() };
        for of in &unit.structs {
            for (name, ty) in &of.fields {
                if matches!(ty, Type::Array(..)) {
                    shapes.array_members.insert(name);
                }
                if of.is_union || name.is_empty() || matches!(ty, Type::Array(..) | Type::Struct(_) | Type::Of(_)) {
                    shapes.blurred_members.insert(name);
                }
            }
        }
        unit.globals.iter().for_each(|it| shapes.declare(unit, it));
        for function in unit.functions.values() {
            shapes.others.extend(function.parameters.iter().map(|(name, _)| name));
            if let Some(body) = &function.body {
                for_each_statement(body, &mut |statement| {
                    if let StmtKind::Declare(variables) = &statement.kind {
                        for it in variables {
                            shapes.declare(unit, it);
                        }
                    }
                });
                for_each_expression(body, &mut |expr| shapes.take_address(expr));
            }
        }
        for initial in unit.globals.iter().filter_map(|it| it.initial.as_ref()) {
            in_initial(initial, &mut |expr| shapes.take_address(expr));
        }
        shapes
    }

    fn declare(&mut self, unit: &Unit, variable: &'a Variable) {
        let Variable { name, ty, .. } = variable;
        if matches!(ty, Type::Array(..)) {
            self.arrays.insert(name)
        } else {
            self.others.insert(name)
        };
        if ty.has_array(&unit.structs) {
            self.pointed.insert(name);
        }
    }

    fn take_address(&mut self, expr: &'a Expr) {
        if let ExprKind::Address(inner) = &expr.kind {
            let mut found = Vec::new();
            self.locations(inner, &mut found);
            self.pointed.extend(found.into_iter().filter_map(|it| it.base));
        }
    }

    pub(super) fn is_global(&self, name: &SmolStr) -> bool {
        self.globals.contains(name)
    }

    /// Adds the objects that an expression may denote where it is assigned or read.
    pub(super) fn locations<'e>(&self, expr: &'e Expr, found: &mut Vec<Location<'e>>) {
        match &expr.kind {
            ExprKind::Name(name) => found.push(Location::variable(name)),
            ExprKind::Member(inner, name) => {
                let first = found.len();
                self.locations(inner, found);
                let member = Some(name).filter(|it| !self.blurred_members.contains(it));
                found[first..].iter_mut().for_each(|it| it.member = member);
            }
            ExprKind::Index(array, index) => {
                let is_number = matches!(array.kind, ExprKind::Number(..));
                self.elements(if is_number { index } else { array }, found);
            }
            ExprKind::Deref(pointer) => self.elements(pointer, found),
            ExprKind::Cast(_, inner) | ExprKind::Comma(_, inner) => self.locations(inner, found),
            ExprKind::Conditional(condition, then, otherwise) => {
                self.locations(then.as_deref().unwrap_or(condition), found);
                self.locations(otherwise, found);
            }
            _ => {}
        }
    }

    /// Adds what a pointer or an array may stand for, as an operand of `*`.
    pub(super) fn elements<'e>(&self, pointer: &'e Expr, found: &mut Vec<Location<'e>>) {
        match &pointer.kind {
            ExprKind::Name(name) if self.arrays.contains(name) => {
                found.push(Location::variable(name));
                if self.others.contains(name) {
                    found.push(Location::POINTED);
                }
            }
            ExprKind::Member(_, name) if self.array_members.contains(name) => {
                self.locations(pointer, found);
                found.push(Location::POINTED);
            }
            ExprKind::Index(..) => {
                self.locations(pointer, found);
                found.push(Location::POINTED);
            }
            ExprKind::Address(inner) => self.locations(inner, found),
            ExprKind::Cast(_, inner) => self.elements(inner, found),
            _ => found.push(Location::POINTED),
        }
    }

    /// Returns `true` if the name of a variable alone is no access to it: an array is an address.
    pub(super) fn is_address(&self, name: &SmolStr) -> bool {
        self.arrays.contains(name) && !self.others.contains(name)
    }

    /// Returns `true` if two accesses may mean the same object.
    pub(super) fn overlap(&self, first: &Location<'_>, second: &Location<'_>) -> bool {
        let is_pointed = |name: Option<&SmolStr>| name.is_none_or(|name| self.pointed.contains(name));
        let of_one = match (first.base, second.base) {
            (Some(first), Some(second)) => first == second,
            (name, None) | (None, name) => is_pointed(name),
        };
        let apart = matches!((first.member, second.member), (Some(first), Some(second)) if first != second);
        of_one && !apart
    }
}
