//! Mixes of operators that tools group differently.

use std::collections::BTreeMap;

use boolprog_syntax::ast::{BinaryOp, Expr, ExprKind};
use boolprog_syntax::{Diagnostic, Edit, Span};

use super::{Context, codes};
use crate::{print, walk};

pub(super) fn check(context: &Context, report: &mut Vec<Diagnostic>) {
    for (_, procedure) in context.procedures() {
        procedure.enforce.iter().chain(&procedure.abortif).for_each(|expr| expression(expr, report));
    }
    context.statements(|_, statement| walk::expressions(statement, |expr, _| expression(expr, report)));
}

/// Reports each maximal group of infix operators without parentheses between them that has a doubtful mix.
fn expression(expr: &Expr, report: &mut Vec<Diagnostic>) {
    let mut groups = vec![expr];
    while let Some(root) = groups.pop() {
        if matches!(root.kind, ExprKind::Binary(..)) {
            report.extend(group(root, &mut groups));
        } else {
            groups.extend(walk::children(root));
        }
    }
}

/// The finding of one group; the expressions at its leaves are added to `rest`.
fn group<'a>(root: &'a Expr, rest: &mut Vec<&'a Expr>) -> Option<Diagnostic> {
    let mut inserted: BTreeMap<u32, String> = BTreeMap::new();
    let mut mix = None;
    let mut pending = vec![root];
    while let Some(outer) = pending.pop() {
        let ExprKind::Binary(outer_op, ..) = outer.kind else {
            rest.push(outer);
            continue;
        };
        for inner in walk::children(outer) {
            if let ExprKind::Binary(inner_op, ..) = inner.kind
                && is_doubtful(outer_op, inner_op)
            {
                inserted.entry(inner.span.start).or_default().push('(');
                inserted.entry(inner.span.end).or_default().push(')');
                mix.get_or_insert((outer_op, inner_op));
            }
            pending.push(inner);
        }
    }
    let (outer, inner) = mix?;
    let both = if outer == inner {
        format!("Several `{}` in a row", print::operator(outer))
    } else {
        format!("`{}` and `{}` side by side", print::operator(inner), print::operator(outer))
    };
    let message = format!("{both} are grouped differently by different tools. Add parentheses to say what you mean.");
    let edits = inserted.into_iter().map(|(at, text)| Edit { span: Span::empty(at), text }).collect();
    Some(codes::MIXED_PRECEDENCE.at(root.span, message).with_fix("Add the parentheses of this reading", edits))
}

/// Whether one operator directly inside the other, without parentheses, means different things to different tools:
/// `=` and `!=`, `^`, or `<->` with any other operator, and `=>` with `|` or another `=>`.
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
