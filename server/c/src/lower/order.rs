//! Orders of evaluation that C leaves open: an expression of which one part changes a variable that another part accesses, where
//! nothing says which comes first, has no meaning.

use std::collections::BTreeSet;

use smol_str::SmolStr;

use super::Lower;
use super::effects::Effects;
use crate::ast::{Expr, ExprKind, Initial, Stmt, StmtKind};

/// The variables that the evaluation of an expression accesses, by their names.
#[derive(Default)]
struct Accesses<'e> {
    reads: BTreeSet<&'e SmolStr>,
    writes: BTreeSet<&'e SmolStr>,
    /// What may be written only after the value is known.
    late: BTreeSet<&'e SmolStr>,
    /// What called functions may write. Calls do not overlap one another: they are taken from left to right.
    called: BTreeSet<&'e SmolStr>,
}

impl<'e> Accesses<'e> {
    /// A variable that one of two parts changes and the other one accesses.
    fn conflict(&self, other: &Self) -> Option<&'e SmolStr> {
        let accesses = |b: &Self, it: &SmolStr| b.reads.contains(it) || b.writes.contains(it);
        let one = |a: &Self, b: &Self| a.writes.union(&a.called).copied().find(|it| accesses(b, it));
        one(self, other).or_else(|| one(other, self))
    }

    fn add(&mut self, mut other: Self) {
        self.reads.append(&mut other.reads);
        self.writes.append(&mut other.writes);
        self.late.append(&mut other.late);
        self.called.append(&mut other.called);
    }

    /// What comes after these accesses.
    fn then(mut self, next: Self) -> Self {
        self.late.clear();
        self.add(next);
        self
    }

    fn write(&mut self, name: &'e SmolStr) {
        self.writes.insert(name);
        self.late.insert(name);
    }
}

/// The accesses of an expression, or a variable with the expression in which its accesses have no order.
type Found<'e> = Result<Accesses<'e>, (&'e SmolStr, &'e Expr)>;

impl<'a> Lower<'a> {
    /// Refuses the expressions of a statement whose values depend on an order that C leaves open.
    pub(super) fn check_order(&mut self, statement: &'a Stmt) {
        let mut whole: Vec<&Expr> = Vec::new();
        match &statement.kind {
            StmtKind::Expr(expr)
            | StmtKind::Return(Some(expr))
            | StmtKind::If(expr, ..)
            | StmtKind::While(expr, _)
            | StmtKind::DoWhile(_, expr)
            | StmtKind::Switch(expr, _) => whole.push(expr),
            StmtKind::For(_, condition, step, _) => whole.extend(condition.iter().chain(step)),
            StmtKind::Declare(variables) => {
                let values = variables.iter().filter_map(|it| match &it.initial {
                    Some(Initial::Value(value)) => Some(value),
                    _ => None,
                });
                whole.extend(values);
            }
            _ => {}
        }
        for expr in whole {
            let order =
                Order { effects: self.effects, hides: &|name| self.scopes.iter().any(|it| it.contains_key(name)) };
            if let Err((name, part)) = order.accesses(expr) {
                let what = format!("a change of `{name}` and another access to it in no defined order");
                _ = self.unsupported::<()>(part.span, &what);
            }
        }
    }
}

/// What decides whether two accesses have an order.
struct Order<'l, 'e> {
    effects: &'l Effects<'e>,
    /// Whether a name is that of a local variable.
    hides: &'l dyn Fn(&SmolStr) -> bool,
}

impl<'e> Order<'_, 'e> {
    fn accesses(&self, expr: &'e Expr) -> Found<'e> {
        match &expr.kind {
            ExprKind::Name(name) => Ok(Accesses { reads: BTreeSet::from([name]), ..Accesses::default() }),
            ExprKind::Binary(_, left, right) | ExprKind::Index(left, right) => {
                self.unordered(expr, [&**left, &**right])
            }
            ExprKind::Call(function, arguments) => {
                let found = self.unordered(expr, std::iter::once(&**function).chain(arguments))?;
                let mut found = found.then(Accesses::default());
                found.called.extend(self.called(function, arguments));
                Ok(found)
            }
            ExprKind::Logical(_, left, right) | ExprKind::Comma(left, right) => {
                Ok(self.accesses(left)?.then(self.accesses(right)?))
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                let mut either = self.accesses(otherwise)?;
                if let Some(then) = then {
                    either.add(self.accesses(then)?);
                }
                Ok(self.accesses(condition)?.then(either))
            }
            ExprKind::Assign(operator, left, right) => self.assignment(expr, left, right, operator.is_some()),
            ExprKind::Step { of, .. } => {
                let mut found = self.accesses(of)?;
                if let Some(name) = variable(of) {
                    found.write(name);
                }
                Ok(found)
            }
            // The address of a variable is no access to it.
            ExprKind::Address(inner) if variable(inner).is_some() => Ok(Accesses::default()),
            ExprKind::Unary(_, inner)
            | ExprKind::Cast(_, inner)
            | ExprKind::Deref(inner)
            | ExprKind::Address(inner)
            | ExprKind::Member(inner, _) => self.accesses(inner),
            _ => Ok(Accesses::default()),
        }
    }

    /// Parts of which none comes first.
    fn unordered(&self, whole: &'e Expr, parts: impl IntoIterator<Item = &'e Expr>) -> Found<'e> {
        let mut found = Accesses::default();
        for part in parts {
            let mut next = self.accesses(part)?;
            if let Some(name) = found.conflict(&next) {
                return Err((name, whole));
            }
            next.add(found);
            found = next;
        }
        Ok(found)
    }

    /// An assignment, before which the values of both sides are known, but perhaps nothing else is done.
    fn assignment(&self, whole: &'e Expr, left: &'e Expr, right: &'e Expr, reads: bool) -> Found<'e> {
        let Some(name) = variable(left) else { return self.unordered(whole, [left, right]) };
        let mut found = self.accesses(right)?;
        if found.late.contains(name) || (reads && (found.writes.contains(name) || found.called.contains(name))) {
            return Err((name, whole));
        }
        found.write(name);
        if reads {
            found.reads.insert(name);
        }
        Ok(found)
    }

    /// What a call may write of the variables that have names where it is: global ones, and those whose addresses it gets.
    fn called(&self, function: &'e Expr, arguments: &'e [Expr]) -> Vec<&'e SmolStr> {
        let Some(name) = variable(function).filter(|it| !(self.hides)(it)) else { return Vec::new() };
        let writes = self.effects.writes(name);
        let globals = writes.globals.iter().copied().filter(|it| !(self.hides)(it));
        let given = arguments.iter().filter_map(|it| match &it.kind {
            ExprKind::Address(inner) if writes.through_pointers => variable(inner),
            _ => None,
        });
        globals.chain(given).collect()
    }
}

/// The name of a variable that is accessed as a whole.
fn variable(expr: &Expr) -> Option<&SmolStr> {
    match &expr.kind {
        ExprKind::Name(name) => Some(name),
        _ => None,
    }
}
