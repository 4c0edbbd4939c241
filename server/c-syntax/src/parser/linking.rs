//! Linkage: several declarations of one object or function (C11 6.2.2, 6.9.2).

use std::sync::Arc;

use smol_str::SmolStr;

use super::declarations::Declaration;
use super::scopes::Entity;
use super::specifiers::Class;
use super::{Parsed, Parser, Reported};
use crate::source::Place;
use crate::tree::{Function, FunctionId, Linkage, Object, ObjectId, Storage};
use crate::types::{Kind, Length, Signature, Type};

impl Object {
    /// An object of a block, or a parameter, of which nothing else is said.
    pub(super) fn automatic(name: Option<SmolStr>, ty: Type, place: Place) -> Self {
        Self {
            name,
            ty,
            storage: Storage::Automatic,
            linkage: Linkage::None,
            is_defined: true,
            align: None,
            initialiser: None,
            cleanup: None,
            function: None,
            place,
        }
    }
}

impl Parser<'_> {
    /// Declares a function, which has linkage wherever it is declared.
    pub(super) fn declare_function(
        &mut self,
        declaration: &Declaration,
        signature: Arc<Signature>,
    ) -> Parsed<FunctionId> {
        let name = &declaration.name;
        let is_inline = declaration.is_inline && declaration.class.is_none();
        // An inline definition is for this unit; other units may have one, too (C11 6.7.4p7).
        let is_internal = is_inline || declaration.class == Some(Class::Static);
        let linkage = if is_internal { Linkage::Internal } else { Linkage::External };
        let id = match self.linked.get(name) {
            Some(&Entity::Function(id)) => self.declare_function_again(id, declaration, &signature)?,
            Some(_) => return Err(self.declared_otherwise(name, declaration.place)),
            None => {
                self.unit.functions.push(Function {
                    name: name.clone(),
                    signature,
                    linkage,
                    parameters: Vec::new(),
                    body: None,
                    labels: Vec::new(),
                    attributes: declaration.attributes.function,
                    place: declaration.place,
                });
                let id = FunctionId(self.unit.functions.len() as u32 - 1);
                if is_inline {
                    self.inline.insert(id);
                }
                id
            }
        };
        self.linked.insert(name.clone(), Entity::Function(id));
        self.declare_name(name, Entity::Function(id), declaration.place)?;
        Ok(id)
    }

    fn declare_function_again(
        &mut self,
        id: FunctionId,
        declaration: &Declaration,
        signature: &Arc<Signature>,
    ) -> Parsed<FunctionId> {
        let function = &self.unit[id];
        let (before, after) = (Kind::Function(function.signature.clone()), Kind::Function(signature.clone()));
        let composite = if self.are_kinds_compatible(&before, &after) {
            self.composite(&Type::new(before), &Type::new(after)).signature().cloned()
        } else if function.body.is_none() && (self.is_built_in(function.place) || self.implicit.contains(&id)) {
            None
        } else {
            let message = format!(
                "`{}` is declared as `{}` here, but as `{}` before.",
                declaration.name,
                self.describe(&Type::new(after)),
                self.describe(&Type::new(before))
            );
            return Err(self.mistake(declaration.place, message));
        };
        let is_inline = declaration.is_inline && declaration.class.is_none();
        let becomes_external = !is_inline && self.inline.remove(&id);
        let function = &mut self.unit.functions[id.0 as usize];
        if becomes_external {
            function.linkage = Linkage::External;
        }
        function.signature = composite.unwrap_or_else(|| signature.clone());
        function.attributes = function.attributes.with(declaration.attributes.function);
        if function.body.is_none() {
            function.place = declaration.place;
        }
        Ok(id)
    }

    /// `true` for a place in a header that is part of this program.
    fn is_built_in(&self, place: Place) -> bool {
        self.unit.sources.files.get(place.file.0 as usize).is_some_and(|file| file.is_built_in)
    }

    fn declared_otherwise(&mut self, name: &str, place: Place) -> Reported {
        self.mistake(place, format!("`{name}` is something else in an earlier declaration: rename one of them."))
    }

    /// Makes an object.
    pub(super) fn object(&mut self, mut object: Object) -> ObjectId {
        object.function = self.body.as_ref().map(|body| body.function);
        self.unit.objects.push(object);
        ObjectId(self.unit.objects.len() as u32 - 1)
    }

    /// Declares an object with linkage: outside of functions, or `extern`.
    pub(super) fn declare_linked(&mut self, declaration: &Declaration, is_defined: bool) -> Parsed<ObjectId> {
        let name = &declaration.name;
        if declaration.attributes.function.is_weak && !is_defined {
            let message =
                "The address of a weak object without a definition may be null, which is not read: define it.";
            return Err(self.unsupported(declaration.place, message));
        }
        let id = match self.linked.get(name) {
            Some(&Entity::Object(id)) => self.declare_object_again(id, declaration, is_defined)?,
            Some(_) => return Err(self.declared_otherwise(name, declaration.place)),
            None => {
                let is_static = declaration.class == Some(Class::Static);
                self.object(Object {
                    storage: if declaration.is_thread { Storage::Thread } else { Storage::Static },
                    linkage: if is_static { Linkage::Internal } else { Linkage::External },
                    is_defined,
                    align: declaration.attributes.align,
                    ..Object::automatic(Some(name.clone()), declaration.ty.clone(), declaration.place)
                })
            }
        };
        self.linked.insert(name.clone(), Entity::Object(id));
        self.declare_name(name, Entity::Object(id), declaration.place)?;
        Ok(id)
    }

    fn declare_object_again(&mut self, id: ObjectId, declaration: &Declaration, is_defined: bool) -> Parsed<ObjectId> {
        let before = self.unit[id].ty.clone();
        if !self.are_compatible(&before, &declaration.ty) {
            let message = format!(
                "`{}` has the type `{}` here, but `{}` in an earlier declaration.",
                declaration.name,
                self.describe(&declaration.ty),
                self.describe(&before)
            );
            return Err(self.mistake(declaration.place, message));
        }
        if declaration.class == Some(Class::Static) && self.unit[id].linkage == Linkage::External {
            let message = format!("`{}` is `static` here, but not in an earlier declaration.", declaration.name);
            return Err(self.mistake(declaration.place, message));
        }
        let composite = self.composite(&before, &declaration.ty);
        let object = &mut self.unit.objects[id.0 as usize];
        object.ty = composite;
        object.align = object.align.max(declaration.attributes.align);
        if is_defined && !object.is_defined {
            object.place = declaration.place;
        }
        object.is_defined |= is_defined;
        Ok(id)
    }

    /// Gives a name its meaning in this scope.
    pub(super) fn declare_name(&mut self, name: &SmolStr, entity: Entity, place: Place) -> Parsed<()> {
        let is_same = match (self.scopes.here(name), &entity) {
            (None | Some(Entity::Broken), _) => true,
            (Some(Entity::Function(before)), Entity::Function(after)) => before == after,
            (Some(Entity::Object(before)), Entity::Object(after)) => before == after,
            (Some(Entity::Type(before, _)), Entity::Type(after, _)) => self.are_compatible(before, after),
            _ => false,
        };
        if !is_same {
            return Err(
                self.mistake(place, format!("A second declaration of `{name}` in this scope: rename one of them."))
            );
        }
        self.scopes.declare(name.clone(), entity);
        Ok(())
    }

    /// Completes the types of objects that are defined without an initialiser (C11 6.9.2).
    pub(super) fn complete_tentative(&mut self) {
        for number in 0..self.unit.objects.len() {
            let object = &self.unit.objects[number];
            if !object.is_defined || object.function.is_some() || object.storage == Storage::Automatic {
                continue;
            }
            if let Kind::Array(element, Length::Unknown) = &object.ty.kind {
                let ty = Type::clone(element).array(Length::Known(1));
                self.unit.objects[number].ty = ty;
            } else if self.unit.size_of(&object.ty).is_none() {
                let message = format!("The type `{}` is never completed: define it.", self.describe(&object.ty));
                self.mistake(object.place, message);
            }
        }
    }
}
