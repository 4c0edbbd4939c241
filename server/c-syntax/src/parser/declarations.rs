//! Declarations outside of functions, and what all declarations have in common (C11 6.7, 6.9).

use smol_str::SmolStr;

use super::attributes::Attributes;
use super::cursor::is_name;
use super::declarators::Declarator;
use super::scopes::Entity;
use super::specifiers::{Class, Specifiers};
use super::{Parsed, Parser, Reported, words};
use crate::source::Place;
use crate::types::{Kind, Length, Type};

/// A name with what is declared of it.
#[derive(Clone)]
pub(super) struct Declaration {
    pub(super) name: SmolStr,
    pub(super) ty: Type,
    pub(super) class: Option<Class>,
    pub(super) is_thread: bool,
    pub(super) is_inline: bool,
    pub(super) attributes: Attributes,
    pub(super) place: Place,
}

impl Specifiers {
    /// The meaning of these specifiers and a declarator together.
    pub(super) fn declare(&self, name: SmolStr, declarator: &Declarator) -> Declaration {
        let mut attributes = self.attributes.clone();
        let own = &declarator.attributes;
        attributes.function = attributes.function.with(own.function);
        attributes.align_at_least(own.align);
        attributes.cleanup = own.cleanup.or(attributes.cleanup);
        Declaration {
            name,
            ty: declarator.ty.clone(),
            class: self.class,
            is_thread: self.is_thread,
            is_inline: self.is_inline,
            attributes,
            place: declarator.place,
        }
    }
}

impl Parser<'_> {
    /// A function or a declaration outside of functions.
    pub(super) fn external(&mut self) -> Parsed<()> {
        if self.eat(";") {
            return Ok(());
        }
        if self.at("_Static_assert") {
            return self.static_assert();
        }
        if words::is_asm(&self.token().text) {
            return self.skip_assembly();
        }
        self.begin_declaration()?;
        let specifiers = self.specifiers()?;
        if self.eat(";") {
            return Ok(());
        }
        let mut is_first = true;
        loop {
            let declarator = self.declarator(specifiers.ty.clone().unwrap_or_else(Type::int))?;
            let Some(name) = declarator.name.clone() else {
                return Err(self.expected("a name"));
            };
            let declaration = specifiers.declare(name, &declarator);
            if is_first && declaration.ty.is_function() && self.at_body() {
                return self.function(&declaration, declarator.parameters);
            }
            self.external_name(&declaration, specifiers.ty.is_none())
                .inspect_err(|Reported| self.give_up(&declaration))?;
            is_first = false;
            if !self.eat(",") {
                break;
            }
            self.skip_attributes()?;
        }
        self.expect(";")?;
        Ok(())
    }

    /// Reports a mistake unless a declaration begins here. Old functions and objects begin without a type.
    fn begin_declaration(&mut self) -> Parsed<()> {
        let next = self.ahead(1);
        let is_old = self.at_name() && (next.is("(") || next.is("=") || next.is("["));
        if self.at_type() || self.at("__attribute__") || self.at("[") || is_old {
            return Ok(());
        }
        if !self.at_name() {
            return Err(self.expected("a declaration"));
        }
        Err(self.unknown_type())
    }

    /// Reports that the next word is not a type.
    pub(super) fn unknown_type(&mut self) -> Reported {
        let name = self.token().text.clone();
        if matches!(self.scopes.get(&name), Some(Entity::Broken)) {
            return Reported;
        }
        let types = self.scopes.all().filter(|name| matches!(self.scopes.get(name), Some(Entity::Type(..))));
        let basic =
            ["int", "char", "void", "long", "short", "double", "float", "unsigned", "signed", "struct", "static"];
        let meant = boolprog_base::most_similar(&name, basic.into_iter().chain(types));
        let hint = meant
            .map_or_else(|| " Define it, or include its header.".into(), |meant| format!(" Did you mean `{meant}`?"));
        self.mistake(self.place(), format!("`{name}` is not a type.{hint}"))
    }

    /// `true` before the body of a function, or the declarations of its parameters.
    fn at_body(&self) -> bool {
        self.at("{") || self.at_type() && !self.at("__extension__")
    }

    /// Declares a name that is not the definition of a function.
    fn external_name(&mut self, declaration: &Declaration, is_auto: bool) -> Parsed<()> {
        if declaration.class == Some(Class::Typedef) {
            return self.declare_typedef(declaration);
        }
        if let Kind::Function(signature) = &declaration.ty.kind {
            self.declare_function(declaration, signature.clone())?;
            return Ok(());
        }
        if is_auto {
            return Err(self.mistake(declaration.place, "`__auto_type` needs a function around: write the type."));
        }
        let is_initialised = self.at("=");
        self.check_object(declaration)?;
        let object = self.declare_linked(declaration, is_initialised || declaration.class != Some(Class::Extern))?;
        if is_initialised {
            if self.unit[object].initialiser.is_some() {
                let message = format!("A second value of `{}`: remove one of them.", declaration.name);
                return Err(self.mistake(declaration.place, message));
            }
            self.take();
            self.initialise(object)?;
        }
        Ok(())
    }

    pub(super) fn declare_typedef(&mut self, declaration: &Declaration) -> Parsed<()> {
        let entity = Entity::Type(declaration.ty.clone(), declaration.attributes.align);
        self.declare_name(&declaration.name, entity, declaration.place)
    }

    /// Reports a mistake if no object has the declared type. That of an array may still be incomplete.
    pub(super) fn check_object(&mut self, declaration: &Declaration) -> Parsed<()> {
        let ty = &declaration.ty;
        if ty.is_void() && declaration.class != Some(Class::Extern) {
            let message = format!("`{}` has no value: its type cannot be `void`.", declaration.name);
            return Err(self.mistake(declaration.place, message));
        }
        Ok(())
    }

    /// Reports a mistake if the type of an object is incomplete.
    pub(super) fn check_complete(&mut self, ty: &Type, place: Place) -> Parsed<()> {
        let is_incomplete = match &ty.kind {
            Kind::Array(_, Length::Unknown) => true,
            Kind::Record(id) => self.unit[*id].layout.is_none(),
            _ => false,
        };
        if is_incomplete {
            let message = format!("The type `{}` is incomplete: define it before.", self.describe(ty));
            return Err(self.mistake(place, message));
        }
        Ok(())
    }

    /// After a mistake in a declaration, its name is known nevertheless.
    pub(super) fn give_up(&mut self, declaration: &Declaration) {
        if self.scopes.get(&declaration.name).is_none() {
            self.scopes.declare(declaration.name.clone(), Entity::Broken);
        }
    }

    /// After a declaration from `start` to here that was skipped, the names that it may have declared are known nevertheless: a
    /// mistake is reported once.
    pub(super) fn give_up_names(&mut self, start: usize) {
        let mut depth = 0_usize;
        for at in start..self.at {
            let token = &self.tokens[at];
            match token.text.as_str() {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                name if depth == 0 && is_name(token) && self.scopes.get(name).is_none() => {
                    self.scopes.declare(name.into(), Entity::Broken);
                }
                _ => {}
            }
        }
    }

    /// `_Static_assert(condition, text);`
    pub(super) fn static_assert(&mut self) -> Parsed<()> {
        let start = self.take();
        self.expect("(")?;
        let holds = self.constant_expression("a condition")? != 0;
        let text = if self.eat(",") { Some(self.plain_string()?.0) } else { None };
        self.expect(")")?;
        if !holds {
            let text = text.map_or_else(String::new, |text| format!(": {text}"));
            self.mistake(self.since(start), format!("A static assertion does not hold{text}."));
        }
        self.expect(";")?;
        Ok(())
    }
}
