//! What a selection grows to: name, expression, assignment, edge, process, file.

use boolprog_base::Span;
use boolprog_integer::syntax::ast::{
    Copies, Declaration, Edge, Expr, ExprKind, InitialValue, Item, Process, ProcessItem, Type, Value,
};

use super::Snapshot;
use crate::selection::Chain;

/// The parts of the program around an offset, innermost first; each is smaller than the next one and lies inside it. The
/// last one is the whole text.
pub fn enclosing(snapshot: &Snapshot, offset: u32) -> Vec<Span> {
    let mut chain = Chain::new(&snapshot.text, offset);
    if chain.push_comment(&snapshot.file.comments) {
        return chain.innermost_first();
    }
    match chain.pick(&snapshot.file.items, span_of) {
        Some(Item::Constant(it)) => expression(&mut chain, [&it.value]),
        Some(Item::Declaration(it)) => declaration(&mut chain, it),
        Some(Item::Process(it)) => process(&mut chain, it),
        Some(Item::Initial(it)) => expression(&mut chain, [&it.condition]),
        Some(Item::Property(it)) => expression(&mut chain, [&it.condition]),
        Some(Item::Predicate(it)) => expression(&mut chain, [&it.condition]),
        None => {}
    }
    if let Some(found) = snapshot.names.use_at(offset) {
        chain.push(found.span);
    }
    chain.innermost_first()
}

fn span_of(item: &Item) -> Span {
    match item {
        Item::Constant(it) => it.span,
        Item::Declaration(it) => it.span,
        Item::Process(it) => it.span,
        Item::Initial(it) => it.span,
        Item::Property(it) => it.span,
        Item::Predicate(it) => it.span,
    }
}

fn declaration(chain: &mut Chain, declaration: &Declaration) {
    let Some(variable) = chain.pick(&declaration.variables, |variable| variable.span) else { return };
    let mut parts = Vec::new();
    if let Type::Range(low, high) = &variable.ty {
        chain.push(variable.ty.span());
        parts.extend([low, high]);
    }
    if let Some(InitialValue::Value(value)) = &variable.initial {
        parts.push(value);
    }
    expression(chain, parts);
}

fn process(chain: &mut Chain, process: &Process) {
    if let Some(Copies::Number(number)) = &process.copies {
        expression(chain, [number]);
    }
    let item = chain.pick(&process.items, |item| match item {
        ProcessItem::Declaration(it) => it.span,
        ProcessItem::Locations(it) => it.span,
        ProcessItem::Edge(it) => it.span,
    });
    match item {
        Some(ProcessItem::Declaration(it)) => declaration(chain, it),
        Some(ProcessItem::Edge(it)) => edge(chain, it),
        Some(ProcessItem::Locations(_)) | None => {}
    }
}

fn edge(chain: &mut Chain, edge: &Edge) {
    expression(chain, &edge.guard);
    let assignments = edge.update.iter().flatten();
    let update = assignments.clone().map(|assignment| assignment.span).reduce(Span::cover);
    if update.is_some_and(|update| chain.push(update))
        && let Some(assignment) = chain.pick(assignments, |assignment| assignment.span)
    {
        match &assignment.value {
            Value::Expression(value) => expression(chain, [value]),
            Value::Input(_, span) | Value::Any(span) => {
                chain.push(*span);
            }
        }
    }
}

/// The expressions around the offset, of these and their parts.
fn expression<'a>(chain: &mut Chain, among: impl IntoIterator<Item = &'a Expr>) {
    let mut next = chain.pick(among, |expr| expr.span);
    while let Some(expr) = next {
        next = chain.pick(parts(expr), |part| part.span);
    }
}

/// What an expression is made of.
pub(super) fn parts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Hole | ExprKind::Number(_) | ExprKind::Boolean(_) | ExprKind::Name(_) | ExprKind::Count(..) => {
            Vec::new()
        }
        ExprKind::Member(instance, _) | ExprKind::At(instance, _) => instance.index.as_deref().into_iter().collect(),
        ExprKind::Paren(inner) | ExprKind::Not(inner) | ExprKind::Negate(inner) => vec![inner],
        ExprKind::Binary(_, left, right) => vec![left, right],
        ExprKind::Conditional(condition, then, otherwise) => vec![condition, then, otherwise],
    }
}
