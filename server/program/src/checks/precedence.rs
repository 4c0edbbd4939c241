//! Mixes of operators that tools group differently.

use std::collections::BTreeMap;

use boolprog_base::{Diagnostic, Edit, Span};
use boolprog_syntax::ast::{BinaryOp, Expr, ExprKind};

use super::{Context, codes};
use crate::{print, walk};

pub(super) fn check(context: &Context, report: &mut Vec<Diagnostic>) {
    let mut last = None;
    for unusual in context.unusual().iter().filter(|unusual| matches!(unusual.part.kind, ExprKind::Binary(..))) {
        if !last.replace(unusual.whole).is_some_and(|last| std::ptr::eq(last, unusual.whole)) {
            expression(unusual.whole, report);
        }
    }
}

/// Returns `true` if the operator of an expression and one directly inside it are a doubtful mix.
pub(super) fn is_mixed(expr: &Expr) -> bool {
    let ExprKind::Binary(outer, left, right) = &expr.kind else { return false };
    let inside = |inner: &Expr| matches!(inner.kind, ExprKind::Binary(inner, ..) if is_doubtful(*outer, inner));
    inside(left) || inside(right)
}

/// Reports each maximal group of infix operators without parentheses between them that has a doubtful mix.
fn expression(expr: &Expr, report: &mut Vec<Diagnostic>) {
    if !matches!(expr.kind, ExprKind::Binary(..)) {
        return walk::children(expr).for_each(|part| expression(part, report));
    }
    let mut group = Group::default();
    group.operator(expr, report);
    report.extend(group.finding(expr));
}

/// A group of infix operators without parentheses between them.
#[derive(Default)]
struct Group {
    /// The first doubtful mix: the outer operator and the inner one.
    mix: Option<(BinaryOp, BinaryOp)>,
    /// The parentheses that would make the reading plain, by offset.
    inserted: BTreeMap<u32, String>,
}

impl Group {
    /// Visits the operators of the group from `outer` inwards; the expressions at its leaves are groups of their own.
    fn operator(&mut self, outer: &Expr, report: &mut Vec<Diagnostic>) {
        let ExprKind::Binary(outer_op, left, right) = &outer.kind else { return expression(outer, report) };
        for inner in [left, right] {
            if let ExprKind::Binary(inner_op, ..) = inner.kind
                && is_doubtful(*outer_op, inner_op)
            {
                self.inserted.entry(inner.span.start).or_default().push('(');
                self.inserted.entry(inner.span.end).or_default().push(')');
                self.mix.get_or_insert((*outer_op, inner_op));
            }
        }
        self.operator(right, report);
        self.operator(left, report);
    }

    fn finding(self, root: &Expr) -> Option<Diagnostic> {
        let (outer, inner) = self.mix?;
        let both = if outer == inner {
            format!("Several `{}` in a row", print::operator(outer))
        } else {
            format!("`{}` and `{}` side by side", print::operator(inner), print::operator(outer))
        };
        let message =
            format!("{both} are grouped differently by different tools. Add parentheses to say what you mean.");
        let edits = self.inserted.into_iter().map(|(at, text)| Edit { span: Span::empty(at), text }).collect();
        Some(codes::MIXED_PRECEDENCE.at(root.span, message).with_fix("Add the parentheses of this reading", edits))
    }
}

/// Returns `true` if one operator directly inside the other, without parentheses, means different things to different
/// tools: `=` and `!=`, `^`, or `<->` with any other operator, and `=>` with `|` or another `=>`.
fn is_doubtful(outer: BinaryOp, inner: BinaryOp) -> bool {
    let family = |operator| if operator == BinaryOp::NotEqual { BinaryOp::Equal } else { operator };
    let (outer, inner) = (family(outer), family(inner));
    let touchy = |operator| matches!(operator, BinaryOp::Equal | BinaryOp::Xor | BinaryOp::Iff);
    if outer == inner {
        return outer == BinaryOp::Implies;
    }
    let implies_or = matches!((outer, inner), (BinaryOp::Implies, BinaryOp::Or) | (BinaryOp::Or, BinaryOp::Implies));
    touchy(outer) || touchy(inner) || implies_or
}
