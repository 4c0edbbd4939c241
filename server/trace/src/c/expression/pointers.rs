//! Operators on pointers. Addresses are no part of a trace, so that what depends on them has no value.

use boolprog_c_syntax::tree::Binary;
use boolprog_c_syntax::types::Type;

use super::memory::Memory;
use super::value::{Owner, Place, Pointer, Value};

const ADDRESSES: &str = "The trace has no addresses: only pointers into one object can be compared.";

impl Memory<'_> {
    /// A pointer to this type, that many elements further.
    pub(super) fn moved(self, pointer: &Pointer, target: &Type, elements: i128) -> Result<Pointer, String> {
        if elements == 0 {
            return Ok(pointer.clone());
        }
        let size = self.unit.size_of(target).unwrap_or(1);
        let place = self.target(pointer, target)?;
        let offset = elements.checked_mul(size.into()).and_then(|distance| place.offset.checked_add(distance));
        let offset = offset.ok_or("The pointer leaves its object.")?;
        Ok(Pointer::At(Place { offset, ..place }))
    }

    /// A comparison, or a difference, of two pointers to this type.
    pub(super) fn compared(
        self,
        operator: Binary,
        left: &Pointer,
        right: &Pointer,
        target: &Type,
    ) -> Result<Value, String> {
        let is_equality = matches!(operator, Binary::Equal | Binary::NotEqual);
        if is_equality && let Some(is_equal) = is_equal(left, right)? {
            return Ok(Value::truth(is_equal == (operator == Binary::Equal)));
        }
        let (left, right) = (self.target(left, target)?, self.target(right, target)?);
        if (left.owner, &left.root) != (right.owner, &right.root) {
            return Err(ADDRESSES.to_owned());
        }
        let order = left.offset.cmp(&right.offset);
        Ok(match operator {
            Binary::Equal => Value::truth(order.is_eq()),
            Binary::NotEqual => Value::truth(order.is_ne()),
            Binary::Less => Value::truth(order.is_lt()),
            Binary::LessOrEqual => Value::truth(order.is_le()),
            Binary::Greater => Value::truth(order.is_gt()),
            Binary::GreaterOrEqual => Value::truth(order.is_ge()),
            _ => {
                let size = self.unit.size_of(target).filter(|size| *size > 0).unwrap_or(1);
                Value::integer(left.offset.wrapping_sub(right.offset) / i128::from(size))
            }
        })
    }
}

/// The equality of two pointers; `None` if that depends on where in one object they point.
fn is_equal(left: &Pointer, right: &Pointer) -> Result<Option<bool>, String> {
    Ok(match (left, right) {
        (Pointer::Null, Pointer::Null) => Some(true),
        (Pointer::Function(left), Pointer::Function(right)) => Some(left == right),
        (Pointer::Named(left), Pointer::Named(right)) if left == right => Some(true),
        (Pointer::Text(_), Pointer::Text(_)) => return Err(ADDRESSES.to_owned()),
        (Pointer::Null | Pointer::Text(_) | Pointer::Function(_), _)
        | (_, Pointer::Null | Pointer::Text(_) | Pointer::Function(_)) => Some(false),
        _ => (object(left) != object(right)).then_some(false),
    })
}

/// The name of the object to which a pointer points, and the thread to which it belongs.
fn object(pointer: &Pointer) -> (&str, Option<String>) {
    let (name, thread) = match pointer {
        Pointer::At(Place { owner: Owner::Local(thread, _), root, .. }) => (&**root, Some(thread.to_string())),
        Pointer::At(place) => (&*place.root, None),
        Pointer::Named(written) => {
            let written = written.split(" + ").next().unwrap_or_default().trim_start_matches('&');
            let thread = written.rsplit_once("@T").map(|(_, thread)| thread.to_owned());
            (written.split('@').next().unwrap_or_default(), thread)
        }
        Pointer::Null | Pointer::Function(_) | Pointer::Text(_) => ("", None),
    };
    (name.split(['.', '[']).next().unwrap_or_default(), thread)
}
