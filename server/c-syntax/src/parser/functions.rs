//! Definitions of functions (C11 6.9.1).

use smol_str::SmolStr;

use super::declarations::Declaration;
use super::jumps::Labels;
use super::parameters::{Parameters, adjusted};
use super::scopes::Entity;
use super::{Parsed, Parser};
use crate::source::Place;
use crate::tree::{Declared, FunctionId, Object, ObjectId, StmtKind};
use crate::types::{Kind, Type};

/// The function whose body is read.
pub(super) struct Body {
    pub(super) function: FunctionId,
    pub(super) labels: Labels,
    /// The `switch` statements around, the innermost last.
    pub(super) switches: Vec<super::jumps::Cases>,
    /// Numbers of statements around that can be left with `break`, and of loops around.
    pub(super) breaks: usize,
    pub(super) loops: usize,
}

impl Parser<'_> {
    /// The definition of a function, after its declarator.
    pub(super) fn function(&mut self, declaration: &Declaration, parameters: Option<Parameters>) -> Parsed<()> {
        let Kind::Function(signature) = &declaration.ty.kind else { return Err(self.expected("`;`")) };
        let result = signature.result.clone();
        let id = self.declare_function(declaration, signature.clone())?;
        if self.unit[id].body.is_some() {
            let message = format!("A second definition of `{}`: remove one of them.", declaration.name);
            self.mistake(declaration.place, message);
        }
        self.unit.functions[id.0 as usize].place = declaration.place;
        self.scopes.open();
        self.body = Some(Body { function: id, labels: Labels::default(), switches: Vec::new(), breaks: 0, loops: 0 });
        let read = self.define(id, &result, parameters, declaration.place);
        self.body = None;
        self.sizes.clear();
        self.scopes.close();
        read
    }

    fn define(&mut self, id: FunctionId, result: &Type, parameters: Option<Parameters>, place: Place) -> Parsed<()> {
        if !result.is_void() {
            self.check_complete(result, place)?;
        }
        let (parameters, sizes) = match parameters {
            Some(Parameters::Prototype { list, sizes, .. }) => {
                let objects: Vec<ObjectId> = list.iter().map(|parameter| parameter.object).collect();
                (objects, sizes)
            }
            Some(Parameters::Names(names)) => (self.old_parameters(&names)?, std::mem::take(&mut self.sizes)),
            None => {
                return Err(
                    self.mistake(place, "A definition of a function lists its parameters: the type has no names.")
                );
            }
        };
        self.bind_parameters(id, &parameters, &sizes)?;
        self.unit.functions[id.0 as usize].parameters = parameters;
        let start = self.place();
        self.expect("{")?;
        let mut statements = Vec::new();
        if !sizes.is_empty() {
            statements.push(self.stmt(StmtKind::Declare(sizes), place));
        }
        self.statements(&mut statements);
        self.expect("}")?;
        let body = self.stmt(StmtKind::Block(statements), self.since(start));
        self.unit.functions[id.0 as usize].body = Some(body);
        self.close_labels(id);
        Ok(())
    }

    /// Gives parameters their names in the body.
    fn bind_parameters(&mut self, id: FunctionId, parameters: &[ObjectId], sizes: &[Declared]) -> Parsed<()> {
        let hidden = sizes.iter().map(|(Declared::Size(object, _) | Declared::Object(object))| *object);
        for object in hidden.chain(parameters.iter().copied()) {
            self.unit.objects[object.0 as usize].function = Some(id);
        }
        for &object in parameters {
            let Object { name, ty, place, .. } = self.unit[object].clone();
            self.check_complete(&ty, place)?;
            if let Some(name) = name {
                self.declare_name(&name, Entity::Object(object), place)?;
            }
        }
        Ok(())
    }

    /// Declarations of parameters between the declarator and the body; what is not declared is an `int`.
    fn old_parameters(&mut self, names: &[(SmolStr, Place)]) -> Parsed<Vec<ObjectId>> {
        let mut types: Vec<Type> = vec![Type::int(); names.len()];
        while !self.at("{") {
            if !self.at_type() {
                return Err(self.expected("the declaration of a parameter or `{`"));
            }
            let specifiers = self.specifiers()?;
            loop {
                let declarator = self.declarator(specifiers.ty.clone().unwrap_or_else(Type::int))?;
                let number = names.iter().position(|(name, _)| Some(name) == declarator.name.as_ref());
                let Some(number) = number else {
                    return Err(self.mistake(declarator.place, "Only parameters are declared before the body."));
                };
                types[number] = adjusted(declarator.ty);
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(";")?;
        }
        let parameters = names.iter().zip(types);
        Ok(parameters.map(|((name, place), ty)| self.declare_parameter(Some(name.clone()), ty, *place)).collect())
    }
}
