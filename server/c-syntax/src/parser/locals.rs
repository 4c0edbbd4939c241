//! Declarations in functions (C11 6.7, 6.8.2).

use super::declarations::Declaration;
use super::scopes::Entity;
use super::specifiers::{Class, Specifiers};
use super::{Parsed, Parser, Reported};
use crate::source::Place;
use crate::tree::{Declared, ExprId, Object, ObjectId, StmtId, StmtKind, Storage};
use crate::types::{Kind, Length, Type};

impl Parser<'_> {
    /// A declaration in a block.
    pub(super) fn local_declaration(&mut self) -> Parsed<StmtId> {
        let start = self.place();
        let specifiers = self.specifiers()?;
        let mut declared = Vec::new();
        if !self.at(";") {
            loop {
                self.local(&specifiers, &mut declared)?;
                if !self.eat(",") {
                    break;
                }
                self.skip_attributes()?;
            }
        }
        declared.append(&mut self.sizes);
        self.expect(";")?;
        Ok(self.stmt(StmtKind::Declare(declared), self.since(start)))
    }

    fn local(&mut self, specifiers: &Specifiers, declared: &mut Vec<Declared>) -> Parsed<()> {
        let declarator = self.declarator(specifiers.ty.clone().unwrap_or_else(Type::int))?;
        declared.append(&mut self.sizes);
        let Some(name) = declarator.name.clone() else {
            return Err(self.expected("a name"));
        };
        let mut declaration = specifiers.declare(name, &declarator);
        let result = if specifiers.ty.is_none() {
            self.local_of_any_type(&mut declaration, declared)
        } else {
            self.local_name(&declaration, declared)
        };
        result.inspect_err(|Reported| self.scopes.declare(declaration.name, Entity::Broken))
    }

    /// `__auto_type name = value`
    fn local_of_any_type(&mut self, declaration: &mut Declaration, declared: &mut Vec<Declared>) -> Parsed<()> {
        self.expect("=")?;
        let value = self.assignment_value()?;
        declaration.ty = self.ty(value).unqualified();
        let object = self.declare_local(declaration)?;
        self.initialise_with(object, value)?;
        declared.append(&mut self.sizes);
        declared.push(Declared::Object(object));
        Ok(())
    }

    fn local_name(&mut self, declaration: &Declaration, declared: &mut Vec<Declared>) -> Parsed<()> {
        if declaration.class == Some(Class::Typedef) {
            return self.declare_typedef(declaration);
        }
        if let Kind::Function(signature) = &declaration.ty.kind {
            if self.at("{") {
                let message = format!("`{}` is a function in a function: move it out of this one.", declaration.name);
                return Err(self.mistake(declaration.place, message));
            }
            self.declare_function(declaration, signature.clone())?;
            return Ok(());
        }
        self.check_object(declaration)?;
        if declaration.class == Some(Class::Extern) {
            self.declare_linked(declaration, false)?;
            return Ok(());
        }
        let object = self.declare_local(declaration)?;
        if self.eat("=") {
            self.initialise(object)?;
        }
        declared.append(&mut self.sizes);
        declared.push(Declared::Object(object));
        let ty = self.unit[object].ty.clone();
        self.check_complete(&ty, declaration.place)
    }

    fn declare_local(&mut self, declaration: &Declaration) -> Parsed<ObjectId> {
        let is_static = declaration.class == Some(Class::Static);
        let storage = match (declaration.is_thread, is_static) {
            (true, _) => Storage::Thread,
            (false, true) => Storage::Static,
            (false, false) => Storage::Automatic,
        };
        if declaration.ty.is_variable() && storage != Storage::Automatic {
            let message = format!("`{}` lives as long as the program: its size is a constant.", declaration.name);
            return Err(self.mistake(declaration.place, message));
        }
        let object = self.object(Object {
            storage,
            align: declaration.attributes.align,
            cleanup: declaration.attributes.cleanup,
            ..Object::automatic(Some(declaration.name.clone()), declaration.ty.clone(), declaration.place)
        });
        self.declare_name(&declaration.name, Entity::Object(object), declaration.place)?;
        Ok(object)
    }

    /// The length of an array of variable size: a hidden object, which is set where the type is declared.
    pub(super) fn variable_length(&mut self, length: ExprId) -> Parsed<Length> {
        let place = self.place_of(length);
        if self.scopes.is_outermost() {
            return Err(self.mistake(place, "The length of an array outside of functions is a constant."));
        }
        let object = self.hidden(self.size_type(), place);
        let length = self.convert(length, self.size_type());
        self.sizes.push(Declared::Size(object, length));
        Ok(Length::Variable(object))
    }

    /// An object without a name.
    pub(super) fn hidden(&mut self, ty: Type, place: Place) -> ObjectId {
        let storage = if self.scopes.is_outermost() { Storage::Static } else { Storage::Automatic };
        self.object(Object { storage, ..Object::automatic(None, ty, place) })
    }
}
