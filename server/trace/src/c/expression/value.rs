//! Values of expressions: numbers as the machine has them, and the pointers that a trace knows.

use boolprog_c_syntax::tree::Unit;
use boolprog_c_syntax::types::{EnumerationId, Kind, Type};
use boolprog_machine::value;

use super::super::layout;

/// Which list of a trace has a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Owner {
    /// Shared variables, also on the heap.
    Shared,
    /// The `thread_local` variables of a thread.
    Thread(u32),
    /// The variables of an activation: the thread, and how many activations are outside of it.
    Local(u32, usize),
}

/// Bytes of an object.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Place {
    pub(super) owner: Owner,
    /// Name of the object, or of a part of one of which no more is known.
    pub(super) root: String,
    /// Its type.
    pub(super) ty: Type,
    pub(super) offset: i128,
}

/// A pointer.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Pointer {
    Null,
    At(Place),
    /// As the trace writes it; what lies there depends on the type to which it points.
    Named(String),
    Function(String),
    /// A string literal.
    Text(String),
}

/// A value of an expression.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Scalar(value::Value),
    Pointer(Pointer),
}

impl Value {
    pub(super) fn integer(number: i128) -> Self {
        Self::Scalar(value::Value::Integer(number))
    }

    pub(super) fn truth(value: bool) -> Self {
        Self::integer(i128::from(value))
    }

    pub(super) fn is_true(&self) -> bool {
        match self {
            Self::Scalar(scalar) => scalar.is_true(),
            Self::Pointer(pointer) => *pointer != Pointer::Null,
        }
    }

    /// As C writes a value of a type.
    pub(super) fn written(&self, unit: &Unit, ty: &Type) -> String {
        match self {
            Self::Scalar(value::Value::Floating(number)) => {
                format!("{number:?}").replace("NaN", "nan").replace("inf", "infinity")
            }
            Self::Scalar(scalar) => written(scalar.integer(), unit, ty),
            Self::Pointer(Pointer::Null) => "NULL".to_owned(),
            Self::Pointer(Pointer::Named(name) | Pointer::Function(name)) => name.clone(),
            Self::Pointer(Pointer::Text(text)) => text.clone(),
            Self::Pointer(Pointer::At(place)) => format!("&{}", place.written(unit, ty.target())),
        }
    }
}

fn written(number: i128, unit: &Unit, ty: &Type) -> String {
    let named = |id: EnumerationId| {
        unit[id].constants.iter().find(|(_, value)| *value == number).map(|(name, _)| name.to_string())
    };
    match ty.kind {
        Kind::Bool => (number != 0).to_string(),
        Kind::Enumeration(id) => named(id).unwrap_or_else(|| number.to_string()),
        _ if unit.size_of(ty) == Some(16) && !unit.is_signed(ty) => number.cast_unsigned().to_string(),
        _ => number.to_string(),
    }
}

impl Place {
    /// The object of a type that lies there, as a trace writes it: `items[2]`, or `x@T2` for a variable of an activation.
    fn written(&self, unit: &Unit, wanted: Option<&Type>) -> String {
        let Self { owner, root, ty, offset } = self;
        let thread = if let Owner::Local(number, _) = owner { format!("@T{number}") } else { String::new() };
        let wanted = wanted.filter(|wanted| !wanted.is_void());
        let is_inside = unit.size_of(ty).is_none_or(|size| *offset < i128::from(size));
        let path = u64::try_from(*offset).ok().filter(|_| is_inside);
        match path.and_then(|offset| layout::path(unit, ty, offset, wanted)) {
            Some(path) => format!("{root}{path}{thread}"),
            None => format!("{root}{thread} + {offset}"),
        }
    }
}
