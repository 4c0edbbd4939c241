//! Orders of evaluation that C leaves open: an expression of which one part changes an object that another part accesses, where
//! nothing says which comes first, has no meaning, or several.

use std::collections::BTreeSet;

use smol_str::SmolStr;

use super::Lower;
use super::locations::{Location, Shapes};
use super::written::{Known, known};
use crate::ast::{Expr, ExprKind, Initial, Stmt, StmtKind};

/// The objects that the evaluation of an expression accesses.
#[derive(Default)]
pub(super) struct Accesses<'e> {
    pub(super) reads: BTreeSet<Location<'e>>,
    pub(super) writes: BTreeSet<Location<'e>>,
    /// What may be written only after the value is known.
    late: BTreeSet<Location<'e>>,
    /// What called functions access. Calls do not overlap one another: they are taken from left to right.
    pub(super) called: Effects<'e>,
    /// The first accesses without an order, and the expression whose parts they are.
    conflict: Option<(Location<'e>, &'e Expr)>,
}

impl Accesses<'_> {
    fn add(&mut self, mut other: Self) {
        self.reads.append(&mut other.reads);
        self.writes.append(&mut other.writes);
        self.late.append(&mut other.late);
        self.called.reads.append(&mut other.called.reads);
        self.called.writes.append(&mut other.called.writes);
        self.conflict = self.conflict.or(other.conflict);
    }

    /// What comes after these accesses.
    fn then(mut self, next: Self) -> Self {
        self.late.clear();
        self.add(next);
        self
    }
}

/// What a function and those that it calls may access of what others can know.
#[derive(Clone, Default)]
pub(super) struct Effects<'a> {
    pub(super) reads: BTreeSet<Location<'a>>,
    pub(super) writes: BTreeSet<Location<'a>>,
}

/// The order of accesses in expressions.
pub(super) struct Order<'l, 'e> {
    pub(super) shapes: &'l Shapes<'e>,
    /// What the functions may access that a call calls; none if they have no definition.
    pub(super) call: &'l dyn Fn(&'e Expr, &'e [Expr]) -> Option<Effects<'e>>,
}

impl<'e> Order<'_, 'e> {
    /// Adds the accesses of all expressions of a statement.
    pub(super) fn statement(&self, statement: &'e Stmt, found: &mut Accesses<'e>) {
        super::contents::for_each_whole(statement, &mut |whole| found.add(self.accesses(whole)));
    }

    fn initial(&self, initial: &'e Initial) -> Accesses<'e> {
        match initial {
            Initial::Value(value) => self.accesses(value),
            Initial::List(items) => {
                let mut found = Accesses::default();
                for item in items {
                    found.add(self.initial(&item.value));
                }
                found
            }
        }
    }

    fn accesses(&self, expr: &'e Expr) -> Accesses<'e> {
        match &expr.kind {
            ExprKind::Name(name) if self.shapes.is_address(name) => Accesses::default(),
            ExprKind::Name(_) | ExprKind::Member(..) | ExprKind::Deref(_) | ExprKind::Index(..) => {
                let mut found = self.place(expr);
                found.reads.extend(self.locations(expr));
                found
            }
            ExprKind::Binary(_, left, right) => self.unordered(expr, [&**left, &**right]),
            ExprKind::Call(function, arguments) => self.called(expr, function, arguments),
            ExprKind::Logical(_, left, right) | ExprKind::Comma(left, right) => {
                self.accesses(left).then(self.accesses(right))
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                let mut either = self.accesses(otherwise);
                if let Some(then) = then {
                    either.add(self.accesses(then));
                }
                self.accesses(condition).then(either)
            }
            ExprKind::Assign(operator, left, right) => self.assignment(expr, left, right, operator.is_some()),
            ExprKind::Step { of, .. } => {
                let (mut found, place) = (self.place(of), self.locations(of));
                found.reads.extend(&place);
                found.writes.extend(&place);
                found.late.extend(place);
                found
            }
            ExprKind::Address(inner) => self.place(inner),
            ExprKind::Unary(_, inner) | ExprKind::Cast(_, inner) => self.accesses(inner),
            ExprKind::Compound(_, initial) => self.initial(initial),
            ExprKind::Block(statements) => self.block(statements),
            ExprKind::Number(..) | ExprKind::Text(_) | ExprKind::SizeOf(_) | ExprKind::Refused(_) => {
                Accesses::default()
            }
        }
    }

    fn locations(&self, expr: &'e Expr) -> Vec<Location<'e>> {
        let mut found = Vec::new();
        self.shapes.locations(expr, &mut found);
        found
    }

    /// What is accessed to know which object an expression denotes, but not the object.
    fn place(&self, expr: &'e Expr) -> Accesses<'e> {
        match &expr.kind {
            ExprKind::Name(_) => Accesses::default(),
            ExprKind::Member(inner, _) | ExprKind::Cast(_, inner) => self.place(inner),
            ExprKind::Deref(pointer) => self.accesses(pointer),
            ExprKind::Index(array, index) => self.unordered(expr, [&**array, &**index]),
            _ => self.accesses(expr),
        }
    }

    /// Parts of which none comes first.
    fn unordered(&self, whole: &'e Expr, parts: impl IntoIterator<Item = &'e Expr>) -> Accesses<'e> {
        let mut found = Accesses::default();
        for part in parts {
            let next = self.accesses(part);
            self.beside(whole, &mut found, next);
        }
        found
    }

    /// Adds accesses that come before or after those found so far.
    fn beside(&self, whole: &'e Expr, found: &mut Accesses<'e>, next: Accesses<'e>) {
        let conflict = self.conflict(found, &next).or_else(|| self.conflict(&next, found));
        found.add(next);
        found.conflict = found.conflict.or(conflict.map(|it| (it, whole)));
    }

    /// What one part changes and the other one accesses.
    fn conflict(&self, one: &Accesses<'e>, other: &Accesses<'e>) -> Option<Location<'e>> {
        let own = || other.reads.iter().chain(&other.writes);
        let all = || own().chain(&other.called.reads).chain(&other.called.writes);
        let by_expression = one.writes.iter().find_map(|it| self.met(it, all()));
        by_expression.or_else(|| one.called.writes.iter().find_map(|it| self.met(it, own())))
    }

    /// The first of these that may be the same object, or the object itself if that has a name.
    fn met<'s>(&self, it: &Location<'e>, others: impl IntoIterator<Item = &'s Location<'e>>) -> Option<Location<'e>>
    where
        'e: 's,
    {
        let other = others.into_iter().find(|other| self.shapes.overlap(it, other))?;
        Some(if it.base.is_some() { *it } else { *other })
    }

    /// An assignment, before which the values of both sides are known, but perhaps nothing else is done.
    fn assignment(&self, whole: &'e Expr, left: &'e Expr, right: &'e Expr, reads: bool) -> Accesses<'e> {
        let place = self.locations(left);
        let mut found = self.place(left);
        let value = self.accesses(right);
        let is_changed = place.iter().find_map(|it| {
            let changed = self.met(it, &value.late);
            let before = || self.met(it, &value.writes).or_else(|| self.met(it, &value.called.writes));
            changed.or_else(|| if reads { before() } else { None })
        });
        self.beside(whole, &mut found, value);
        found.conflict = found.conflict.or(is_changed.map(|it| (it, whole)));
        if reads {
            found.reads.extend(&place);
        }
        found.writes.extend(&place);
        found.late.extend(place);
        found
    }

    /// A call, whose arguments are evaluated before.
    fn called(&self, whole: &'e Expr, function: &'e Expr, arguments: &'e [Expr]) -> Accesses<'e> {
        let is_named = matches!(function.kind, ExprKind::Name(_));
        let operands = std::iter::once(function).filter(|_| !is_named).chain(arguments);
        let mut found = self.unordered(whole, operands).then(Accesses::default());
        let defined = (self.call)(function, arguments);
        let is_defined = defined.is_some();
        let Effects { mut reads, mut writes } = defined.unwrap_or_default();
        if let (ExprKind::Name(name), false) = (&function.kind, is_defined) {
            for (index, argument) in arguments.iter().enumerate() {
                let mut pointed = Vec::new();
                match known(name, index) {
                    Known::Nothing => {}
                    Known::Reads => {
                        self.shapes.elements(argument, &mut pointed);
                        reads.extend(pointed);
                    }
                    Known::Writes => {
                        self.shapes.elements(argument, &mut pointed);
                        reads.extend(&pointed);
                        writes.extend(pointed);
                    }
                    // A function without a definition gets pointers to local variables only, in this form.
                    Known::Unknown => {
                        if let ExprKind::Address(inner) = &argument.kind {
                            writes.extend(self.locations(inner));
                        }
                    }
                }
            }
        }
        found.called.reads.append(&mut reads);
        found.called.writes.append(&mut writes);
        found
    }

    /// `({ .. })`: its statements come one after the other. Names that it declares are its own.
    fn block(&self, statements: &'e [Stmt]) -> Accesses<'e> {
        let mut found = Accesses::default();
        for it in statements {
            self.statement(it, &mut found);
        }
        let own: BTreeSet<&SmolStr> = statements
            .iter()
            .filter_map(|it| if let StmtKind::Declare(variables) = &it.kind { Some(variables) } else { None })
            .flat_map(|variables| variables.iter().map(|it| &it.name))
            .collect();
        let is_outside = |it: &Location<'e>| it.base.is_none_or(|name| !own.contains(name));
        for set in [&mut found.reads, &mut found.writes, &mut found.called.reads, &mut found.called.writes] {
            set.retain(is_outside);
        }
        // The statements are checked where they are executed.
        Accesses { late: BTreeSet::new(), conflict: None, ..found }
    }
}

impl<'a> Lower<'a> {
    /// Refuses the expressions of a statement whose values depend on an order that C leaves open.
    pub(super) fn check_order(&mut self, statement: &'a Stmt) {
        super::contents::for_each_own(statement, &mut |whole| self.check_expression(whole));
    }

    /// The same of one expression.
    pub(super) fn check_expression(&mut self, whole: &'a Expr) {
        let is_local = |name: &SmolStr| self.scopes.iter().any(|it| it.contains_key(name));
        let effects = self.effects;
        let call = |function: &'a Expr, arguments: &'a [Expr]| {
            let callees = effects.callees(function, arguments.len(), &is_local);
            let mut all = Effects::default();
            for name in &callees {
                let of = effects.effects(name);
                all.reads.extend(&of.reads);
                all.writes.extend(&of.writes);
            }
            // A local variable of this name is another one.
            let is_seen = |it: &Location<'a>| it.base.is_none_or(|name| !is_local(name));
            all.reads.retain(is_seen);
            all.writes.retain(is_seen);
            (!callees.is_empty()).then_some(all)
        };
        let order = Order { shapes: &effects.shapes, call: &call };
        let Some((location, part)) = order.accesses(whole).conflict else { return };
        let changed = location.base.map_or_else(|| "what a pointer points to".to_owned(), |name| format!("`{name}`"));
        let what = format!("a change of {changed} and another access to it in no defined order");
        _ = self.unsupported::<()>(part.span, &what);
    }
}
