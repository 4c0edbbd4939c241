//! Calls of functions (C11 6.5.2.2).

use std::sync::Arc;

use smol_str::SmolStr;

use super::attributes::Attributes;
use super::declarations::Declaration;
use super::{Parsed, Parser};
use crate::source::Place;
use crate::tree::{ExprId, ExprKind};
use crate::types::{Kind, Signature, Type};

/// Functions of the library that give pointers, and that gcc knows without a declaration.
const GIVES_POINTER: [&str; 18] = [
    "malloc", "calloc", "realloc", "alloca", "memchr", "memcpy", "memmove", "memset", "strcat", "strchr", "strcpy",
    "strdup", "strncat", "strncpy", "strndup", "strrchr", "strstr", "strpbrk",
];

impl Parser<'_> {
    /// A function that is called without a declaration: `int f()` (C90; gcc warns), or what gcc knows of a function of the library that
    /// gives a pointer.
    pub(super) fn implicit_function(&mut self, name: &SmolStr, place: Place) -> Parsed<ExprId> {
        let result = if GIVES_POINTER.contains(&name.as_str()) { Type::void().pointer() } else { Type::int() };
        let signature = Arc::new(Signature { result, parameters: Vec::new(), is_variadic: false, is_prototype: false });
        let ty = Type::new(Kind::Function(signature.clone()));
        let declaration = Declaration {
            name: name.clone(),
            ty: ty.clone(),
            class: None,
            is_thread: false,
            is_inline: false,
            attributes: Attributes::default(),
            place,
        };
        let function = self.declare_function(&declaration, signature)?;
        self.implicit.insert(function);
        let ty = Type::new(Kind::Function(self.unit[function].signature.clone()));
        Ok(self.expr(ExprKind::Function(function), ty, place))
    }

    /// A call, at the parenthesis.
    pub(super) fn call(&mut self, callee: ExprId, start: Place) -> Parsed<ExprId> {
        let function = self.value(callee);
        let signature = self.ty(function).target().and_then(Type::signature).cloned();
        let Some(signature) = signature else {
            let ty = self.describe(self.ty(function));
            return Err(self.mistake(self.place_of(callee), format!("Only a function can be called, not `{ty}`.")));
        };
        self.take();
        let mut arguments = Vec::new();
        while !self.at(")") {
            arguments.push(self.argument(&signature, arguments.len())?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        let place = self.since(start);
        self.check_count(&signature, arguments.len(), place)?;
        if !signature.result.is_void() {
            self.check_complete(&signature.result, place)?;
        }
        Ok(self.expr(ExprKind::Call { function, arguments }, signature.result.unqualified(), place))
    }

    fn argument(&mut self, signature: &Signature, number: usize) -> Parsed<ExprId> {
        let value = self.assignment_value()?;
        if self.ty(value).is_void() {
            return Err(self.mistake(self.place_of(value), "An argument needs a value: this expression has none."));
        }
        match signature.parameters.get(number) {
            Some(ty) if signature.is_prototype => self.passed(value, ty),
            _ => Ok(self.promoted_argument(value)),
        }
    }

    /// A value for a parameter. A union with the attribute `transparent_union` takes any of its members.
    fn passed(&mut self, value: ExprId, ty: &Type) -> Parsed<ExprId> {
        let place = self.place_of(value);
        match ty.kind {
            Kind::Record(id) if self.unit[id].is_union => self.cast(value, ty, place),
            _ => self.assigned(value, ty),
        }
    }

    fn check_count(&mut self, signature: &Signature, count: usize, place: Place) -> Parsed<()> {
        let wanted = signature.parameters.len();
        let is_fit = !signature.is_prototype || count == wanted || signature.is_variadic && count > wanted;
        if is_fit {
            return Ok(());
        }
        let least = if signature.is_variadic { "at least " } else { "" };
        let arguments = if wanted == 1 { "argument" } else { "arguments" };
        Err(self.mistake(place, format!("This function takes {least}{wanted} {arguments}, not {count}.")))
    }
}
