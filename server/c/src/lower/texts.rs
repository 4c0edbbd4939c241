//! Texts in the program: each is an array of characters, once its address or one of its characters is needed.

use std::rc::Rc;

use boolprog_base::Span;

use super::{Lower, Lowered, Place};
use crate::ast::Type;
use crate::value::{Value, ValueKind};

/// The type of a character.
pub(super) const CHARACTER: Type = Type::Integer { bits: 8, signed: true };

/// A text as a value.
pub(super) fn value_of(bytes: &Rc<[u8]>, span: Span) -> Value {
    Value { kind: ValueKind::Text(Rc::clone(bytes), span), ty: CHARACTER.pointer() }
}

/// The characters of a text, with the one that ends it.
pub(super) fn characters(bytes: &[u8]) -> impl Iterator<Item = i64> {
    bytes.iter().map(|byte| i64::from(byte.cast_signed())).chain([0])
}

impl Lower<'_> {
    /// The value itself, with the address of its object if it is a text.
    pub(super) fn addressed(&mut self, value: &Value) -> Lowered<Value> {
        let ValueKind::Text(bytes, span) = &value.kind else { return Ok(value.clone()) };
        let place = self.text(bytes, *span)?;
        Ok(Value { kind: ValueKind::Address(place), ty: value.ty.clone() })
    }

    /// The object of a text, the same one wherever its place is executed.
    fn text(&mut self, bytes: &Rc<[u8]>, span: Span) -> Lowered<Place> {
        let key = (span, Rc::clone(bytes));
        if let Some(place) = self.texts.get(&key) {
            return Ok(place.clone());
        }
        let ty = Type::Array(Rc::new(CHARACTER), bytes.len() as u32 + 1);
        let place = self.object("text", &ty, true, span)?;
        for (leaf, character) in place.alternatives[0].1.iter().zip(characters(bytes)) {
            if let Some(leaf) = self.leaves.get_mut(leaf) {
                leaf.initial = character;
            }
        }
        self.texts.insert(key, place.clone());
        Ok(place)
    }
}
