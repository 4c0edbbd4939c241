//! Operators of GNU C in the place of functions, because types are arguments, or arguments of any type.

use super::constants::Constant;
use super::{Parsed, Parser};
use crate::source::Place;
use crate::tree::{ExprId, ExprKind};
use crate::types::{Kind, Type};

impl Parser<'_> {
    /// An operator that looks like a call of a function; nothing is taken if this is another name.
    pub(super) fn built_in(&mut self, name: &str) -> Parsed<Option<ExprId>> {
        if !name.starts_with("__") || !self.ahead(1).is("(") {
            return Ok(None);
        }
        let atomic = super::atomics::operation(name);
        if atomic.is_none() && !is_built_in(name) {
            return Ok(None);
        }
        let start = self.take();
        self.take();
        let expr = match (atomic, name) {
            (Some(operation), _) => self.atomic_call(operation, !name.starts_with("__sync_"), start)?,
            (_, "__builtin_offsetof") => self.offset_of(start)?,
            (_, "__builtin_types_compatible_p") => self.types_compatible(start)?,
            (_, "__builtin_choose_expr") => self.choose_expr()?,
            (_, "__builtin_constant_p") => self.constant_p(start)?,
            _ => self.variable_arguments(name, start)?,
        };
        self.expect(")")?;
        Ok(Some(expr))
    }

    fn types_compatible(&mut self, start: Place) -> Parsed<ExprId> {
        let left = self.type_name()?;
        self.expect(",")?;
        let right = self.type_name()?;
        // An array is compatible with one without a length; enumerations are types of their own here.
        let is_distinct = matches!((&left.kind, &right.kind), (Kind::Enumeration(_), other) | (other, Kind::Enumeration(_))
            if !matches!(other, Kind::Enumeration(_)));
        let holds = !is_distinct && self.are_kinds_compatible(&left.kind, &right.kind);
        Ok(self.integer(i128::from(holds), Type::int(), self.since(start)))
    }

    fn choose_expr(&mut self) -> Parsed<ExprId> {
        let condition = self.constant_expression("a condition")?;
        self.expect(",")?;
        let first = self.assignment()?;
        self.expect(",")?;
        let second = self.assignment()?;
        Ok(if condition == 0 { second } else { first })
    }

    fn constant_p(&mut self, start: Place) -> Parsed<ExprId> {
        let operand = self.assignment_value()?;
        let is_constant = match self.constant(operand) {
            Some(Constant::Integer(_) | Constant::Floating(_)) => true,
            Some(Constant::Address) => self.is_text(operand),
            None => false,
        };
        Ok(self.integer(i128::from(is_constant), Type::int(), self.since(start)))
    }

    /// `true` for the value of a string literal.
    fn is_text(&self, value: ExprId) -> bool {
        matches!(self.unit[value].kind, ExprKind::Decay(of) if matches!(self.unit[of].kind, ExprKind::Text(_)))
    }

    /// `va_start` and the like.
    fn variable_arguments(&mut self, name: &str, start: Place) -> Parsed<ExprId> {
        let list = self.argument_list()?;
        let (kind, ty) = match name {
            "__builtin_va_arg" => {
                self.expect(",")?;
                let ty = self.type_name()?;
                self.check_complete(&ty, start)?;
                (ExprKind::VaArg(list), ty.unqualified())
            }
            "__builtin_va_copy" => {
                self.expect(",")?;
                (ExprKind::VaCopy(list, self.argument_list()?), Type::void())
            }
            "__builtin_va_end" => (ExprKind::VaEnd(list), Type::void()),
            _ => {
                // The last parameter before `...` says nothing new.
                if self.eat(",") {
                    self.assignment()?;
                }
                (ExprKind::VaStart(list), Type::void())
            }
        };
        let place = self.since(start);
        Ok(self.expr(kind, ty, place))
    }

    /// An object of type `va_list`.
    fn argument_list(&mut self) -> Parsed<ExprId> {
        let list = self.assignment()?;
        if self.ty(list).kind == Kind::VariableArguments && self.is_lvalue(list) {
            return Ok(list);
        }
        let ty = self.describe(self.ty(list));
        Err(self.mistake(self.place_of(list), format!("An object of type `va_list` is needed here, not `{ty}`.")))
    }
}

fn is_built_in(name: &str) -> bool {
    matches!(
        name,
        "__builtin_offsetof"
            | "__builtin_types_compatible_p"
            | "__builtin_choose_expr"
            | "__builtin_constant_p"
            | "__builtin_va_start"
            | "__builtin_c23_va_start"
            | "__builtin_va_arg"
            | "__builtin_va_end"
            | "__builtin_va_copy"
    )
}
