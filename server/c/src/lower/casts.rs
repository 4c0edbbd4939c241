//! Casts: a value as one of another type.

use boolprog_base::Span;
use boolprog_import::Expr as Term;

use super::places::is_any_pointer;
use super::{Lower, Lowered};
use crate::ast::{Expr, Type};
use crate::value::{Value, ValueKind};

impl<'a> Lower<'a> {
    pub(super) fn cast(&mut self, ty: &Type, inner: &'a Expr, span: Span) -> Lowered<Value> {
        let ty = &self.resolved(ty, span)?;
        let value = self.rvalue(inner)?;
        match (&value.kind, ty) {
            (_, Type::Void) => Ok(Value::nothing()),
            // A handle as a number of as many bits says which thread it is, as before.
            (_, Type::Integer { bits: 32.., .. }) if value.ty == Type::Handle => Ok(value),
            (ValueKind::Number(..) | ValueKind::Truth(_), Type::Integer { .. })
                if matches!(value.ty, Type::Integer { .. }) =>
            {
                let converted = self.integers.convert(&value, ty);
                self.computed(converted, span)
            }
            (_, Type::Pointer(to)) => {
                if is_any_pointer(to, &value) {
                    return Ok(Value { ty: ty.clone(), ..value });
                }
                if let Type::Pointer(from) = &value.ty {
                    let is_known = |ty: &Type| !matches!(ty, Type::Void | Type::Function(_));
                    if is_known(from) && is_known(to) && from != to {
                        return self.unsupported(span, "a pointer to one type as a pointer to another");
                    }
                    self.recast(from, to);
                    return Ok(Value { ty: ty.clone(), ..value });
                }
                if let ValueKind::Number(Term::Number(0), ..) = value.kind {
                    return Ok(Value { kind: value.kind, ty: ty.clone() });
                }
                // A number that passes through `void *`, such as the argument of a thread.
                if **to == Type::Void {
                    return Ok(value);
                }
                self.unsupported(span, "an integer as a pointer")
            }
            (ValueKind::Number(Term::Number(0), ..), Type::Integer { .. }) => Ok(Value::number(0, ty.clone())),
            (_, Type::Integer { .. }) => self.unsupported(span, "a pointer as an integer"),
            (_, Type::Other(what)) => self.unsupported(span, what),
            _ => self.unsupported(span, "this cast"),
        }
    }
}
