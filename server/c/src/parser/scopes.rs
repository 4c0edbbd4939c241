//! Names that have a meaning within a block only: constants of enumerations, types and tags.

use smol_str::SmolStr;

use super::Parser;
use crate::ast::{Expr, ExprKind, Initial, Type, Variable};

/// What a name meant before it was declared in a block.
pub(super) enum Hidden {
    Constant(SmolStr, Option<i128>),
    Type(SmolStr, Option<Type>),
    Tag(SmolStr, Option<Type>),
}

/// A place in a block: how many names were hidden before.
pub(super) struct Mark(usize);

impl Parser<'_> {
    pub(super) fn mark(&self) -> Mark {
        Mark(self.hidden.len())
    }

    pub(super) fn open_block(&mut self) -> Mark {
        self.blocks += 1;
        self.mark()
    }

    /// Gives names the meanings that they had before the block.
    pub(super) fn close_block(&mut self, mark: &Mark) {
        self.blocks -= 1;
        for hidden in self.hidden.split_off(mark.0).into_iter().rev() {
            match hidden {
                Hidden::Constant(name, old) => restore(&mut self.unit.constants, name, old),
                Hidden::Type(name, old) => restore(&mut self.types, name, old),
                Hidden::Tag(name, old) => restore(&mut self.tags, name, old),
            }
        }
    }

    pub(super) fn declare_constant(&mut self, name: SmolStr, value: i128) {
        let old = self.unit.constants.insert(name.clone(), value);
        if self.blocks > 0 {
            self.hidden.push(Hidden::Constant(name, old));
        }
    }

    /// Declares the name of a type.
    pub(super) fn declare_type(&mut self, name: SmolStr, ty: Type) {
        if self.is_of_system(&name, &ty) {
            return;
        }
        let old = self.types.insert(name.clone(), ty);
        if self.blocks > 0 {
            self.hidden.push(Hidden::Type(name, old));
        }
    }

    /// Returns `true` for a type whose name has a meaning, which it keeps, whatever a header of the system in a preprocessed text
    /// says: handles of threads, integers of given sizes, and what has only members whose names are reserved.
    fn is_of_system(&self, name: &SmolStr, ty: &Type) -> bool {
        let is_sized = |known: &Type| matches!(known, Type::Integer { bits: 64, .. });
        match (self.types.get(name), ty) {
            (Some(_), _) if self.blocks > 0 => false,
            (Some(Type::Handle), _) | (Some(Type::Atomic(_)), Type::Other(_)) => true,
            (Some(known), Type::Integer { .. }) => {
                *known == crate::lower::ONCE && name == "pthread_once_t" || is_sized(known)
            }
            (Some(_), Type::Struct(index)) => {
                let members = &self.unit.structs[*index].fields;
                !members.is_empty() && members.iter().all(|(name, _)| name.starts_with("__"))
            }
            _ => false,
        }
    }

    pub(super) fn declare_tag(&mut self, tag: SmolStr, ty: Type) {
        let old = self.tags.insert(tag.clone(), ty);
        if self.blocks > 0 {
            self.hidden.push(Hidden::Tag(tag, old));
        }
    }

    /// A variable hides a type of its name, and in a block a constant.
    pub(super) fn hide(&mut self, name: &SmolStr) {
        let ty = self.types.remove(name);
        if self.blocks == 0 {
            return;
        }
        if let Some(old) = ty {
            self.hidden.push(Hidden::Type(name.clone(), Some(old)));
        }
        if let Some(old) = self.unit.constants.remove(name) {
            self.hidden.push(Hidden::Constant(name.clone(), Some(old)));
        }
    }

    /// The constants that were declared in a block since a mark, as variables of the block.
    pub(super) fn enumerators(&self, mark: &Mark) -> Vec<Variable> {
        let span = self.span();
        let of = |hidden: &Hidden| {
            let Hidden::Constant(name, _) = hidden else { return None };
            let value = *self.unit.constants.get(name)?;
            let initial = Some(Initial::Value(Expr { kind: ExprKind::Number(value, Type::INT), span }));
            let name = name.clone();
            let (is_static, thread_local) = (false, false);
            Some(Variable {
                name,
                ty: Type::INT,
                initial,
                is_static,
                thread_local,
                is_enumerator: true,
                is_extern: false,
                span,
            })
        };
        self.hidden[mark.0..].iter().filter_map(of).collect()
    }
}

fn restore<T>(names: &mut std::collections::BTreeMap<SmolStr, T>, name: SmolStr, old: Option<T>) {
    match old {
        Some(old) => names.insert(name, old),
        None => names.remove(&name),
    };
}
