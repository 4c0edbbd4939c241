//! Assignments: `=`, `+=`, `++` and their like.

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use smol_str::SmolStr;

use super::{Lower, Lowered, Place};
use crate::ast::{Binary, Expr};
use crate::value::{Value, ValueKind};

impl<'a> Lower<'a> {
    pub(super) fn assignment(
        &mut self,
        operator: Option<Binary>,
        left: &'a Expr,
        right: &'a Expr,
        span: Span,
    ) -> Lowered<Value> {
        let place = self.place(left)?;
        let value = match operator {
            None => self.rvalue(right)?,
            Some(operator) if self.is_atomic(&place) => {
                let right = self.rvalue(right)?;
                return self.together(|it| {
                    let old = it.load(&place, left.span)?;
                    let value = it.binary(operator, &old, &right, span)?;
                    it.keep(&value, &place, span)
                });
            }
            Some(operator) => {
                let old = self.load(&place, left.span)?;
                let right = self.rvalue(right)?;
                self.binary(operator, &old, &right, span)?
            }
        };
        if matches!(value.kind, ValueKind::Whole(_)) {
            self.assign(&place, &value, span)?;
            return Ok(value);
        }
        self.keep(&value, &place, span)
    }

    /// Assigns a value to a place; the result is the value as it is there.
    fn keep(&mut self, value: &Value, place: &Place, span: Span) -> Lowered<Value> {
        let place = &self.holding(place, value);
        let settled = self.integer(value, &place.ty, span)?;
        let stored = self.stored(settled, place);
        self.assign(place, &stored, span)?;
        Ok(stored)
    }

    /// A value of the type of a place, to be assigned there and used afterwards.
    fn stored(&mut self, settled: Term, place: &Place) -> Value {
        let mut value = self.integers.named(SmolStr::default(), place.ty.clone());
        if let ValueKind::Number(expr, low, high) = &mut value.kind {
            if let Term::Number(number) = settled {
                (*low, *high) = (i128::from(number), i128::from(number));
            }
            *expr = settled;
        }
        // A plain name may be that of the place, whose value changes.
        let ValueKind::Number(expr, ..) = &value.kind else { return value };
        if matches!(expr, Term::Number(_)) {
            return value;
        }
        let name = self.temporary(expr.clone(), &place.ty, false);
        if let ValueKind::Number(expr, ..) = &mut value.kind {
            *expr = Term::Name(name);
        }
        value
    }

    pub(super) fn increment(&mut self, before: bool, adds: bool, of: &'a Expr, span: Span) -> Lowered<Value> {
        let place = self.place(of)?;
        let operator = if adds { Binary::Add } else { Binary::Subtract };
        let step = |it: &mut Self| {
            let old = it.load(&place, of.span)?;
            let old = match old.kind {
                ValueKind::Number(expr, ..) => it.stored(expr, &place),
                _ => return it.unsupported(span, "such arithmetic on pointers"),
            };
            let new = it.binary(operator, &old, &Value::int(1), span)?;
            let new = it.keep(&new, &place, span)?;
            Ok(if before { new } else { old })
        };
        if self.is_atomic(&place) { self.together(step) } else { step(self) }
    }
}
