//! Parameters of functions (C11 6.7.6.3).

use smol_str::SmolStr;

use super::scopes::Entity;
use super::{Parsed, Parser};
use crate::source::Place;
use crate::tree::{Declared, Object, ObjectId};
use crate::types::{Kind, Type};

/// The parameters of a function, as they are written.
pub(super) enum Parameters {
    /// With types.
    Prototype {
        list: Vec<Parameter>,
        is_variadic: bool,
        /// Sizes in their types, to be computed when the function begins.
        sizes: Vec<Declared>,
    },
    /// Only names, whose declarations follow; or nothing.
    Names(Vec<(SmolStr, Place)>),
}

/// A parameter with a type.
pub(super) struct Parameter {
    pub(super) object: ObjectId,
    /// Without qualifiers.
    pub(super) ty: Type,
}

impl Parameters {
    pub(super) fn types(&self) -> Vec<Type> {
        match self {
            Self::Prototype { list, .. } => list.iter().map(|parameter| parameter.ty.clone()).collect(),
            Self::Names(_) => Vec::new(),
        }
    }

    pub(super) fn is_variadic(&self) -> bool {
        matches!(self, Self::Prototype { is_variadic: true, .. })
    }

    pub(super) fn is_prototype(&self) -> bool {
        matches!(self, Self::Prototype { .. })
    }
}

impl Parser<'_> {
    /// Parameters, from `(` to `)`.
    pub(super) fn parameters(&mut self) -> Parsed<Parameters> {
        self.expect("(")?;
        if self.eat(")") {
            return Ok(Parameters::Names(Vec::new()));
        }
        if self.at_name() && !self.at_type() {
            return self.parameter_names();
        }
        let outer = std::mem::take(&mut self.sizes);
        self.scopes.open();
        let read = if self.at_no_parameter() {
            self.take_two();
            Ok((Vec::new(), false))
        } else {
            self.deeper(Self::prototype)
        };
        self.scopes.close();
        let sizes = std::mem::replace(&mut self.sizes, outer);
        let (list, is_variadic) = read?;
        Ok(Parameters::Prototype { list, is_variadic, sizes })
    }

    /// `true` at `void)`, also by another name: there are no parameters.
    fn at_no_parameter(&self) -> bool {
        let is_void = match self.scopes.get(&self.token().text) {
            Some(Entity::Type(ty, _)) => *ty == Type::void(),
            _ => self.at("void"),
        };
        is_void && self.ahead(1).is(")")
    }

    fn parameter_names(&mut self) -> Parsed<Parameters> {
        let mut names = vec![self.name("a parameter")?];
        while self.eat(",") {
            names.push(self.name("a parameter")?);
        }
        self.expect(")")?;
        Ok(Parameters::Names(names))
    }

    fn prototype(&mut self) -> Parsed<(Vec<Parameter>, bool)> {
        let mut list = Vec::new();
        let mut is_variadic = false;
        loop {
            if self.eat("...") {
                is_variadic = true;
                break;
            }
            list.push(self.parameter()?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok((list, is_variadic))
    }

    fn parameter(&mut self) -> Parsed<Parameter> {
        if !self.at_type() && !self.at("__attribute__") && !self.at("[") {
            return Err(self.expected("the type of a parameter"));
        }
        let specifiers = self.specifiers()?;
        let declarator = self.declarator(specifiers.ty.unwrap_or_else(Type::int))?;
        let ty = adjusted(declarator.ty);
        if ty.is_void() {
            return Err(self.mistake(declarator.place, "A parameter has a value: its type cannot be `void`."));
        }
        let value = ty.unqualified();
        let object = self.declare_parameter(declarator.name, ty, declarator.place);
        Ok(Parameter { object, ty: value })
    }

    /// Makes the object of a parameter, and gives it its name.
    pub(super) fn declare_parameter(&mut self, name: Option<SmolStr>, ty: Type, place: Place) -> ObjectId {
        let object = self.object(Object::automatic(name.clone(), ty, place));
        if let Some(name) = name {
            self.scopes.declare(name, Entity::Object(object));
        }
        object
    }
}

/// The type that a parameter has: arrays and functions become pointers (C11 6.7.6.3p7, p8).
pub(super) fn adjusted(ty: Type) -> Type {
    match ty.kind {
        Kind::Array(element, _) => Type::new(Kind::Pointer(element)),
        Kind::Function(_) => ty.pointer(),
        _ => ty,
    }
}
