//! Declarators: a name with what stands around it.

use std::rc::Rc;

use boolprog_base::Span;
use smol_str::SmolStr;

use super::{MAX_TYPE, Parsed, Parser, function};
use crate::ast::Type;
use crate::preprocess::error;

/// Names and types of parameters.
pub(super) type Parameters = Vec<(SmolStr, Type)>;

/// What may stand after `*` and changes nothing.
static QUALIFIERS: &[&str] =
    &["const", "volatile", "__volatile__", "__restrict", "__restrict__", "restrict", "__const"];

/// A declared name with its type, and the names of the parameters of a function.
pub(super) struct Declarator {
    pub(super) name: SmolStr,
    pub(super) ty: Type,
    pub(super) parameters: Option<Parameters>,
    pub(super) span: Span,
}

impl Parser<'_> {
    pub(super) fn type_name(&mut self) -> Parsed<Type> {
        let base = self.base()?;
        if !base.has_type {
            return Err(error(self.span(), "Expected a type."));
        }
        let declared = self.declarator(base.ty)?;
        if !declared.name.is_empty() {
            return Err(error(declared.span, format!("`{}` in the name of a type.", declared.name)));
        }
        Ok(declared.ty.plain())
    }

    /// A declarator, with or without a name.
    pub(super) fn declarator(&mut self, ty: Type) -> Parsed<Declarator> {
        let mut declared = self.deeper(|it| it.declarator_of(ty))?;
        self.attributes()?;
        if std::mem::take(&mut self.declared.has_other_type) {
            declared.ty = Type::Other("a type with the attribute `mode` or `vector_size`");
        }
        if declared.ty.depth() > MAX_TYPE {
            return Err(error(declared.span, format!("A type is nested more than {MAX_TYPE} levels deep.")));
        }
        Ok(declared)
    }

    /// A declarator with a name.
    pub(super) fn named(&mut self, ty: Type) -> Parsed<Declarator> {
        let declared = self.declarator(ty)?;
        if declared.name.is_empty() {
            return Err(error(self.span(), "Expected a name."));
        }
        Ok(declared)
    }

    fn declarator_of(&mut self, ty: Type) -> Parsed<Declarator> {
        let start = self.span();
        let mut ty = ty;
        self.attributes()?;
        let mut length = 0;
        while self.eat("*") {
            self.longer(&mut length)?;
            ty = ty.pointer();
            loop {
                if self.eat("_Atomic") {
                    ty = ty.atomic();
                } else if !QUALIFIERS.iter().any(|word| self.eat(word)) {
                    break;
                }
            }
        }
        self.attributes()?;
        // `(*f)(..)` is a pointer to a function, `(*a)[2]` one to an array.
        let inner = self.at("(")
            && self
                .tokens
                .get(self.at + 1)
                .is_some_and(|next| next.is("*") || (next.is_word() && !self.is_type(&next.text)));
        if inner {
            self.at += 1;
            let stars = std::iter::from_fn(|| self.eat("*").then_some(())).count();
            let mut declared = self.deeper(|it| it.declarator_of(Type::Void))?;
            self.expect(")")?;
            let (ty, parameters) = self.suffixes(ty)?;
            let outer = (0..stars).fold(ty, |ty, _| ty.pointer());
            if stars == 0 {
                declared.parameters = parameters;
                declared.ty = outer;
            } else {
                declared.ty = match declared.ty {
                    Type::Array(_, size) => Type::Array(Rc::new(outer), size),
                    _ => outer,
                };
            }
            return Ok(declared);
        }
        let name = self.optional_name();
        let span = if name.is_some() { self.since(self.tokens[self.at - 1].span) } else { start };
        let (ty, parameters) = self.suffixes(ty)?;
        Ok(Declarator { name: name.unwrap_or_default(), ty, parameters, span })
    }

    /// Sizes of arrays and parameters after a name.
    pub(super) fn suffixes(&mut self, ty: Type) -> Parsed<(Type, Option<Parameters>)> {
        if self.at("(") {
            let parameters = self.parameters()?;
            return Ok((function(ty.plain()), parameters));
        }
        if !self.eat("[") {
            return Ok((ty, None));
        }
        let start = self.span();
        let size = if self.at("]") {
            0
        } else {
            let size = self.conditional()?;
            match self.constant(&size) {
                Ok(value) => u32::try_from(value).map_err(|_| error(start, "This is no size of an array."))?,
                Err(_) => return self.variable_size().map(|ty| (ty, None)),
            }
        };
        self.expect("]")?;
        let (element, _) = self.deeper(|it| it.suffixes(ty))?;
        Ok((Type::Array(Rc::new(element), size), None))
    }

    /// An array whose size is not constant.
    fn variable_size(&mut self) -> Parsed<Type> {
        self.expect("]")?;
        Ok(Type::Other("an array of variable size"))
    }

    /// Those between parentheses; `None` for `()`, which says nothing about them.
    fn parameters(&mut self) -> Parsed<Option<Parameters>> {
        let of_function = self.declared;
        let found = self.listed_parameters();
        self.declared = of_function;
        found
    }

    fn listed_parameters(&mut self) -> Parsed<Option<Parameters>> {
        self.expect("(")?;
        if self.eat(")") {
            return Ok(None);
        }
        let mut found = Vec::new();
        if self.at("void") && self.after(")") {
            self.at += 1;
        }
        if self.eat(")") {
            return Ok(Some(found));
        }
        loop {
            if self.eat("...") {
                self.expect(")")?;
                return Ok(Some(found));
            }
            if self.at_type() {
                let base = self.base()?;
                if !base.has_type {
                    return Err(error(self.span(), "Expected a type."));
                }
                let Declarator { name, ty, .. } = self.declarator(base.ty)?;
                let ty = match ty {
                    Type::Array(element, _) => (*element).clone().pointer(),
                    Type::Function(_) => ty.pointer(),
                    other => other.plain(),
                };
                self.attributes()?;
                found.push((name, ty));
            } else {
                self.is_type_missing()?;
                found.push((self.name()?, Type::INT));
            }
            if !self.another(")")? {
                return Ok(Some(found));
            }
        }
    }
}
