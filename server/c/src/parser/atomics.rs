//! Atomic operations of GNU C that take and give their values through pointers, as those that take and give the values.

use smol_str::SmolStr;

use crate::ast::{Expr, ExprKind};

/// A call, in which such an operation has its other form: `__atomic_load(p, r, order)` is `*r = __atomic_load_n(p, order)`.
pub(super) fn call(function: Expr, arguments: Vec<Expr>) -> ExprKind {
    let span = function.span;
    let known = match &function.kind {
        ExprKind::Name(name) => OPERATIONS.iter().find(|it| it.name == name && it.arguments == arguments.len()),
        _ => None,
    };
    let Some(operation) = known else { return ExprKind::Call(Box::new(function), arguments) };
    let pointed = |pointer: Expr| Expr { span: pointer.span, kind: ExprKind::Deref(Box::new(pointer)) };
    let (mut passed, mut result) = (Vec::new(), None);
    for (index, argument) in arguments.into_iter().enumerate() {
        if operation.result == Some(index) {
            result = Some(pointed(argument));
        } else if operation.value == Some(index) {
            passed.push(pointed(argument));
        } else {
            passed.push(argument);
        }
    }
    let name = SmolStr::from(format!("{}_n", operation.name));
    let call = ExprKind::Call(Box::new(Expr { kind: ExprKind::Name(name), span }), passed);
    match result {
        Some(result) => ExprKind::Assign(None, Box::new(result), Box::new(Expr { kind: call, span })),
        None => call,
    }
}

/// An operation, with the indices of the arguments that point to its value and its result.
struct Operation {
    name: &'static str,
    arguments: usize,
    value: Option<usize>,
    result: Option<usize>,
}

static OPERATIONS: [Operation; 4] = [
    Operation { name: "__atomic_load", arguments: 3, value: None, result: Some(1) },
    Operation { name: "__atomic_store", arguments: 3, value: Some(1), result: None },
    Operation { name: "__atomic_exchange", arguments: 4, value: Some(1), result: Some(2) },
    Operation { name: "__atomic_compare_exchange", arguments: 6, value: Some(2), result: None },
];
