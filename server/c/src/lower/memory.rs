//! Objects whose size a call gives in terms of `sizeof`: `malloc` and `calloc` where they are executed once, and `memset` to 0.

use std::rc::Rc;

use boolprog_base::Span;
use boolprog_import::Expr as Term;

use super::{Binding, Lower, Lowered};
use crate::ast::{Binary, Expr, ExprKind, Measured, Type};
use crate::graph::{Graph, Node};
use crate::value::{Value, ValueKind};

/// Where an object of the heap is made.
#[derive(Clone, Copy)]
pub(super) struct Allocation {
    at: Node,
    span: Span,
}

impl<'a> Lower<'a> {
    /// `malloc`, `calloc`: a new object, of any value or of zeros. They never fail.
    pub(super) fn allocate(&mut self, extent: &'a [Expr], zeros: bool, span: Span) -> Lowered<Value> {
        let (element, number) = match extent {
            [size] => self.extent(size)?,
            [number, size] => {
                let (element, each) = self.extent(size)?;
                (element, each.saturating_mul(self.number_of_elements(number)?))
            }
            _ => return self.unsupported(span, "such a call"),
        };
        if !self.runs_once() {
            return self.unsupported(span, "the heap in a function that several threads run; use global variables");
        }
        let at = self.here();
        self.allocations.push(Allocation { at, span });
        let ty = if number == 1 { element.clone() } else { Type::Array(Rc::new(element.clone()), number) };
        let place = self.object("allocated", &ty, false, span)?;
        if zeros {
            self.zero(&place, span)?;
        } else {
            self.any(&place, span)?;
        }
        Ok(Value { kind: ValueKind::Address(place), ty: element.pointer() })
    }

    /// Refuses objects of the heap that are made again and again.
    pub(super) fn close_allocations(&mut self, graph: &Graph) {
        for Allocation { at, span } in std::mem::take(&mut self.allocations) {
            if graph.reached(at, &|_| true)[at] {
                // It is recorded.
                _ = self.unsupported::<()>(span, "the heap in a loop; use global variables");
            }
        }
    }

    /// `memset(object, 0, sizeof object)`
    pub(super) fn clear(&mut self, arguments: &'a [Expr], span: Span) -> Lowered<Value> {
        let [object, value, size] = arguments else { return self.unsupported(span, "such a call") };
        let pointer = self.rvalue(object)?;
        let value = self.rvalue(value)?;
        let place = match &pointer.kind {
            ValueKind::Address(place) => place.clone(),
            _ => self.pointed(&pointer, span)?,
        };
        let is_zero = matches!(value.kind, ValueKind::Number(Term::Number(0), ..));
        let is_whole = match &size.kind {
            ExprKind::SizeOf(measured) => self.measured(measured, size.span)? == place.ty,
            _ => false,
        };
        if !is_zero || !is_whole {
            return self.unsupported(span, "`memset` other than of a whole object to 0");
        }
        self.zero(&place, span)?;
        Ok(pointer)
    }

    fn zero(&mut self, place: &super::Place, span: Span) -> Lowered<()> {
        for index in 0..self.layout("", &place.ty, span)?.len() {
            self.store(place, index, &Term::Number(0));
        }
        Ok(())
    }

    /// The type and the number of elements of `sizeof (T)`, `n * sizeof (T)` or `sizeof (T) * n`.
    fn extent(&mut self, size: &'a Expr) -> Lowered<(Type, u32)> {
        match &size.kind {
            ExprKind::SizeOf(measured) => Ok((self.measured(measured, size.span)?, 1)),
            ExprKind::Binary(Binary::Multiply, left, right) => {
                let (number, size) =
                    if matches!(left.kind, ExprKind::SizeOf(_)) { (right, left) } else { (left, right) };
                let (element, each) = self.extent(size)?;
                Ok((element, each.saturating_mul(self.number_of_elements(number)?)))
            }
            _ => self.unsupported(size.span, "the heap, other than of `sizeof` something; use global variables"),
        }
    }

    fn number_of_elements(&mut self, number: &'a Expr) -> Lowered<u32> {
        match self.rvalue(number)?.kind {
            ValueKind::Number(Term::Number(number @ 1..), ..) => Ok(u32::try_from(number).unwrap_or(u32::MAX)),
            _ => self.unsupported(number.span, "the heap, of a size that is not constant; use global variables"),
        }
    }

    /// The type whose size is meant.
    fn measured(&mut self, measured: &'a Measured, span: Span) -> Lowered<Type> {
        match measured {
            Measured::Type(ty) => Ok(ty.clone()),
            Measured::Object(expr) => match self.type_of(expr) {
                Some(ty) => Ok(ty),
                None => self.unsupported(span, "`sizeof` of this"),
            },
        }
    }

    /// The type of an expression, which is not evaluated.
    fn type_of(&mut self, expr: &'a Expr) -> Option<Type> {
        match &expr.kind {
            ExprKind::Name(name) => match self.lookup(name)? {
                Binding::Object { place, .. } => Some(place.ty),
                Binding::Value(value) => Some(value.ty),
            },
            ExprKind::Deref(inner) | ExprKind::Index(inner, _) => match self.type_of(inner)? {
                Type::Pointer(to) | Type::Array(to, _) => Some((*to).clone()),
                _ => None,
            },
            ExprKind::Member(inner, field) => match self.type_of(inner)? {
                Type::Struct(index) => {
                    let fields = &self.unit.structs[index].fields;
                    Some(fields.iter().find(|(name, _)| name == field)?.1.plain())
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// `sizeof`, where `int`, `long` and pointers have 32 bits.
    pub(super) fn size_of(&mut self, measured: &'a Measured, span: Span) -> Lowered<Value> {
        let ty = self.measured(measured, span)?;
        match size(&ty) {
            Some(size) => Ok(Value::number(size, Type::UNSIGNED)),
            None => self.unsupported(span, "`sizeof` of this"),
        }
    }
}

/// The number of bytes of a type; none for structures, which have gaps, and for what the system defines.
fn size(ty: &Type) -> Option<i128> {
    match ty {
        Type::Integer { bits, .. } => Some(i128::from((*bits).max(8) / 8)),
        Type::Pointer(_) => Some(4),
        Type::Atomic(inner) => size(inner),
        Type::Array(element, number) => Some(size(element)? * i128::from(*number)),
        _ => None,
    }
}
