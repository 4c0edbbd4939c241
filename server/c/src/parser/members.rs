//! The members of structures and unions.

use std::rc::Rc;

use smol_str::SmolStr;

use super::{MAX_TYPE, Parsed, Parser};
use crate::ast::{Expr, Type};
use crate::preprocess::error;

/// Names and types of members.
type Members = Vec<(SmolStr, Type)>;

impl Parser<'_> {
    /// Enters the members of a structure, of which none contains the structure itself.
    pub(super) fn complete(&mut self, index: usize, fields: Members) -> Parsed<()> {
        let (mut width, mut depth, mut has_array) = (0_usize, 1, false);
        for (name, ty) in &fields {
            let Some(of_field) = ty.width(&self.unit.structs) else {
                return Err(error(self.span(), format!("The structure of the field `{name}` is not complete here.")));
            };
            width = width.saturating_add(of_field);
            let structs = &self.unit.structs;
            let inner = ty.innermost();
            depth = depth.max(if let Type::Struct(index) = inner { structs[*index].depth + 1 } else { 1 });
            has_array |= ty.has_array(structs);
        }
        if depth > MAX_TYPE {
            return Err(error(self.span(), format!("A structure is nested more than {MAX_TYPE} levels deep.")));
        }
        let size = crate::ast::size_of(&fields, self.unit.structs[index].is_union, &self.unit.structs);
        let of = &mut self.unit.structs[index];
        (of.fields, of.width, of.size) = (fields, Some(width), size);
        (of.depth, of.has_array) = (depth, has_array);
        Ok(())
    }

    /// The members of one declaration.
    pub(super) fn members(&mut self, found: &mut Members) -> Parsed<()> {
        if !self.at_type() {
            self.is_type_missing()?;
            return Err(error(self.span(), "Expected the type of a field."));
        }
        let start = self.at;
        let base = self.base()?;
        if self.eat(";") {
            // Of other types that no name follows there is no member.
            if self.is_anonymous(start) {
                found.push((SmolStr::default(), base.ty));
            }
            return Ok(());
        }
        loop {
            let mut ty = base.ty.clone();
            let mut name = SmolStr::default();
            if !self.at(":") {
                let declared = self.named(ty)?;
                (name, ty) = (declared.name, declared.ty);
            }
            let is_padding = name.is_empty();
            if self.eat(":") {
                let bits = self.conditional()?;
                ty = self.bit_field(&ty, &bits);
            }
            self.attributes()?;
            // Bits without a name are no member; no bits are the end of what is one place in memory.
            if !(is_padding && matches!(ty, Type::BitField(..))) {
                found.push((name, ty));
            }
            if !self.another(";")? {
                return Ok(());
            }
        }
    }

    /// Returns `true` if the tokens from a place on are a structure or union without a tag.
    fn is_anonymous(&self, start: usize) -> bool {
        let tokens = &self.tokens[start..self.at];
        let keyword = tokens.iter().position(|it| it.is("struct") || it.is("union"));
        keyword.and_then(|at| tokens.get(at + 1)).is_some_and(|next| next.is("{") || next.is("__attribute__"))
    }

    /// The type of a bit-field. One of a wider type than `int` has the values of one of `int`.
    fn bit_field(&self, ty: &Type, bits: &Expr) -> Type {
        let bits = self.constant(bits).ok().and_then(|bits| u8::try_from(bits).ok());
        match (ty, bits) {
            (Type::Integer { bits: most, signed }, Some(bits @ 1..=32)) if bits <= *most => {
                let of = if *most > 32 { Type::Integer { bits: 32, signed: *signed } } else { ty.clone() };
                Type::BitField(Rc::new(of), bits)
            }
            _ => Type::Other("such a bit-field"),
        }
    }
}
