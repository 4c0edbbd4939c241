//! Primary expressions, compound literals, `sizeof` and `_Generic` (C11 6.5.1, 6.5.2.5, 6.5.3.4).

use std::sync::Arc;

use smol_str::SmolStr;

use super::scopes::Entity;
use super::{Parsed, Parser, Reported};
use crate::layout::Size;
use crate::lexer::TokenKind;
use crate::literals::{self, Number};
use crate::source::Place;
use crate::tree::{ExprId, ExprKind, StmtKind, Text, TextId};
use crate::types::{Integer, Kind, Length, Qualifiers, Type};

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Parsed<ExprId> {
        match self.token().kind {
            TokenKind::Number => self.number(),
            TokenKind::Character => self.character(),
            TokenKind::String => self.text(),
            TokenKind::Punctuation if self.at("(") => self.parenthesised(),
            TokenKind::Word if self.at("_Generic") => self.generic(),
            TokenKind::Word => self.word(),
            _ => Err(self.expected("an expression")),
        }
    }

    fn parenthesised(&mut self) -> Parsed<ExprId> {
        let start = self.take();
        let expr = if self.at("{") { self.statement_expression(start)? } else { self.expression()? };
        self.expect(")")?;
        Ok(expr)
    }

    /// `({ .. })` of GNU C, after the parenthesis.
    fn statement_expression(&mut self, start: Place) -> Parsed<ExprId> {
        if self.body.is_none() {
            return Err(self.mistake(start, "Statements need a function around."));
        }
        self.take();
        let outer = std::mem::take(&mut self.sizes);
        let mut statements = Vec::new();
        self.scopes.open();
        self.statements(&mut statements);
        self.scopes.close();
        self.sizes = outer;
        self.expect("}")?;
        let last = statements.last().map(|last| self.unit[*last].kind.clone());
        let value = match last {
            Some(StmtKind::Expr(value)) if !self.ty(value).is_void() => {
                statements.pop();
                Some(value)
            }
            _ => None,
        };
        let ty = value.map_or_else(Type::void, |value| self.ty(value).clone());
        let place = self.since(start);
        Ok(self.expr(ExprKind::Block { statements, value }, ty, place))
    }

    fn number(&mut self) -> Parsed<ExprId> {
        let text = self.token().text.clone();
        let place = self.take();
        match literals::number(&text, self.unit.target) {
            Ok(Number::Integer(value, integer)) => Ok(self.integer(value, Type::new(Kind::Integer(integer)), place)),
            Ok(Number::Floating(value, floating)) => {
                Ok(self.expr(ExprKind::Floating(value), Type::new(Kind::Floating(floating)), place))
            }
            Err(message) => Err(self.mistake(place, message)),
        }
    }

    fn character(&mut self) -> Parsed<ExprId> {
        let text = self.token().text.clone();
        let place = self.take();
        match literals::character(&text, self.unit.target) {
            Ok((value, integer)) => Ok(self.integer(value, Type::new(Kind::Integer(integer)), place)),
            Err(message) => Err(self.mistake(place, message)),
        }
    }

    /// Adjacent string literals.
    fn text(&mut self) -> Parsed<ExprId> {
        let (text, place) = self.string()?;
        Ok(self.text_of(text, place))
    }

    fn string(&mut self) -> Parsed<(Text, Place)> {
        let first = self.at;
        let start = self.place();
        while self.token().kind == TokenKind::String {
            self.take();
        }
        if self.at == first {
            return Err(self.expected("a string"));
        }
        match literals::string(&self.tokens[first..self.at], self.unit.target) {
            Ok(text) => Ok((text, self.since(start))),
            Err(mistake) => Err(self.mistake(mistake.place, mistake.message)),
        }
    }

    /// A string that is read here, and not by the program.
    pub(super) fn plain_string(&mut self) -> Parsed<(SmolStr, Place)> {
        let (text, place) = self.string()?;
        let bytes = text.bytes.strip_suffix(&[0]).unwrap_or(&text.bytes);
        Ok((SmolStr::from(String::from_utf8_lossy(bytes)), place))
    }

    fn text_of(&mut self, text: Text, place: Place) -> ExprId {
        let ty = text.ty.clone();
        self.unit.texts.push(text);
        let id = TextId(self.unit.texts.len() as u32 - 1);
        self.expr(ExprKind::Text(id), ty, place)
    }

    fn word(&mut self) -> Parsed<ExprId> {
        let name = self.token().text.clone();
        let place = self.place();
        if let Some(built_in) = self.built_in(&name)? {
            return Ok(built_in);
        }
        if !self.at_name() {
            return Err(self.expected("an expression"));
        }
        match self.scopes.get(&name).cloned() {
            Some(Entity::Object(object)) => {
                self.take();
                let ty = self.unit[object].ty.clone();
                Ok(self.expr(ExprKind::Object(object), ty, place))
            }
            Some(Entity::Function(function)) => {
                self.take();
                let ty = Type::new(Kind::Function(self.unit[function].signature.clone()));
                Ok(self.expr(ExprKind::Function(function), ty, place))
            }
            Some(Entity::Constant(value, ty)) => {
                self.take();
                Ok(self.integer(value, ty, place))
            }
            Some(Entity::Broken) => Err(Reported),
            Some(Entity::Type(..)) => Err(self.expected("an expression")),
            None => self.unknown(&name, place),
        }
    }

    fn unknown(&mut self, name: &SmolStr, place: Place) -> Parsed<ExprId> {
        if matches!(name.as_str(), "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") {
            self.take();
            return Ok(self.name_of_function(place));
        }
        if self.ahead(1).is("(") {
            self.take();
            return self.implicit_function(name, place);
        }
        let meant = boolprog_base::most_similar(name, self.scopes.all());
        let hint = meant.map_or_else(|| " Declare it before.".into(), |meant| format!(" Did you mean `{meant}`?"));
        self.mistake(place, format!("`{name}` is not declared.{hint}"));
        self.scopes.declare(name.clone(), Entity::Broken);
        Err(Reported)
    }

    /// `__func__`
    fn name_of_function(&mut self, place: Place) -> ExprId {
        let name = self.body.as_ref().map_or("", |body| &self.unit[body.function].name);
        let bytes: Arc<[u8]> = name.bytes().chain([0]).collect();
        let element = Type::new(Kind::Integer(Integer::Char));
        let element = element.qualified(Qualifiers { is_const: true, ..Qualifiers::default() });
        let ty = element.array(Length::Known(bytes.len() as u64));
        self.text_of(Text { bytes, ty }, place)
    }

    /// `(T){ .. }`, at the brace.
    pub(super) fn compound(&mut self, ty: Type, start: Place) -> Parsed<ExprId> {
        let object = self.hidden(ty, start);
        self.initialise(object)?;
        let ty = self.unit[object].ty.clone();
        self.check_complete(&ty, start)?;
        let place = self.since(start);
        Ok(self.expr(ExprKind::Compound(object), ty, place))
    }

    /// The operand of `sizeof` and `_Alignof`: a type, or an expression that is not evaluated.
    fn type_of_operand(&mut self) -> Parsed<(Type, Option<ExprId>)> {
        if self.at("(") && self.begins_type_name(1) {
            let start = self.take();
            let ty = self.type_name()?;
            self.expect(")")?;
            if !self.at("{") {
                return Ok((ty, None));
            }
            let compound = self.compound(ty, start)?;
            let expr = self.postfixes(compound, start)?;
            return Ok((self.ty(expr).clone(), Some(expr)));
        }
        let expr = self.prefixed()?;
        Ok((self.ty(expr).clone(), Some(expr)))
    }

    pub(super) fn size_of(&mut self) -> Parsed<ExprId> {
        let start = self.take();
        let (ty, operand) = self.type_of_operand()?;
        let place = self.since(start);
        if let Some(operand) = operand
            && let ExprKind::Member(_, record, number) = self.unit[operand].kind
            && self.member(record, number).is_some_and(|member| member.bits.is_some())
        {
            return Err(self.mistake(place, "A bit-field has no size in bytes."));
        }
        let size_type = self.size_type();
        match self.unit.size(&ty) {
            Size::Known(size) => Ok(self.integer(i128::from(size), size_type, place)),
            Size::Variable => Ok(self.expr(ExprKind::SizeOf(ty), size_type, place)),
            Size::Unknown => {
                let message = format!("The size of `{}` is not known: define the type before.", self.describe(&ty));
                Err(self.mistake(place, message))
            }
        }
    }

    pub(super) fn align_of(&mut self) -> Parsed<ExprId> {
        let start = self.take();
        let (ty, operand) = self.type_of_operand()?;
        let own = operand.and_then(|operand| match self.unit[operand].kind {
            ExprKind::Object(object) => self.unit[object].align,
            _ => None,
        });
        let align = own.unwrap_or(0).max(self.unit.align_of(&ty));
        let place = self.since(start);
        let ty = self.size_type();
        Ok(self.integer(i128::from(align), ty, place))
    }

    /// `_Generic(..)`: gives the expression whose type fits to that of the first one.
    fn generic(&mut self) -> Parsed<ExprId> {
        let start = self.take();
        self.expect("(")?;
        let control = self.assignment_value()?;
        let wanted = self.ty(control).unqualified();
        let mut chosen = None;
        let mut default = None;
        while self.eat(",") {
            if self.eat("default") {
                self.expect(":")?;
                default = Some(self.assignment()?);
            } else {
                let ty = self.type_name()?;
                self.expect(":")?;
                let expr = self.assignment()?;
                if chosen.is_none() && self.are_compatible(&ty, &wanted) {
                    chosen = Some(expr);
                }
            }
        }
        self.expect(")")?;
        if let Some(expr) = chosen.or(default) {
            return Ok(expr);
        }
        let message = format!("No choice is for the type `{}`: add one, or `default`.", self.describe(&wanted));
        Err(self.mistake(self.since(start), message))
    }
}
