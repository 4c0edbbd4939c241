//! Readable forms of types and trees, for messages and tests.

mod expressions;
mod statements;

use crate::tree::Unit;
use crate::types::{Floating, Integer, Kind, Length, Qualifiers, Signature, Type};

/// The stack that one level of a tree needs at most, and the size of the pieces by which it grows; in bytes.
const LEVEL: usize = 64 << 10;
const PIECE: usize = 1 << 20;

/// Writes what may be nested as deep as a tree is.
fn nested(write: impl FnOnce()) {
    stacker::maybe_grow(LEVEL, PIECE, write);
}

impl Unit {
    /// A type, as C writes it: `char *const [3]`. Takes time in the number of its parts.
    pub fn type_name(&self, ty: &Type) -> String {
        self.declared(ty, String::new())
    }

    /// The declaration of a name (or of a declarator around it) with a type.
    fn declared(&self, ty: &Type, name: String) -> String {
        let mut ty = ty;
        let mut name = name;
        loop {
            match &ty.kind {
                Kind::Pointer(to) => {
                    let qualified = spaced(&qualifiers(ty.qualifiers));
                    name = format!("*{}", (qualified + &name).trim_end());
                    if to.is_array() || to.is_function() {
                        name = format!("({name})");
                    }
                    ty = to;
                }
                Kind::Array(element, length) => {
                    let length = match length {
                        Length::Known(length) => length.to_string(),
                        Length::Unknown => String::new(),
                        Length::Variable(_) => "*".into(),
                    };
                    name = format!("{name}[{length}]");
                    ty = element;
                }
                Kind::Function(signature) => {
                    name = format!("{name}({})", self.parameters(signature));
                    ty = &signature.result;
                }
                kind => {
                    let blank = if name.is_empty() { "" } else { " " };
                    return format!("{}{}{blank}{name}", spaced(&qualifiers(ty.qualifiers)), self.base(kind));
                }
            }
        }
    }

    fn parameters(&self, signature: &Signature) -> String {
        let mut all: Vec<String> = signature.parameters.iter().map(|ty| self.type_name(ty)).collect();
        if signature.is_variadic {
            all.push("...".into());
        }
        if all.is_empty() && signature.is_prototype { "void".into() } else { all.join(", ") }
    }

    fn base(&self, kind: &Kind) -> String {
        let tagged = |word: &str, tag: &Option<smol_str::SmolStr>| match tag {
            Some(tag) => format!("{word} {tag}"),
            None => format!("{word} without a tag"),
        };
        match kind {
            Kind::Void => "void".into(),
            Kind::Bool => "_Bool".into(),
            Kind::Integer(integer) => integer.name().into(),
            Kind::Floating(Floating::Float) => "float".into(),
            Kind::Floating(Floating::Double) => "double".into(),
            Kind::Floating(Floating::LongDouble) => "long double".into(),
            Kind::Enumeration(id) => tagged("enum", &self[*id].tag),
            Kind::Record(id) => tagged(if self[*id].is_union { "union" } else { "struct" }, &self[*id].tag),
            _ => "va_list".into(),
        }
    }
}

impl Integer {
    /// The type, as C writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Char => "char",
            Self::SignedChar => "signed char",
            Self::UnsignedChar => "unsigned char",
            Self::Short => "short",
            Self::UnsignedShort => "unsigned short",
            Self::Int => "int",
            Self::UnsignedInt => "unsigned int",
            Self::Long => "long",
            Self::UnsignedLong => "unsigned long",
            Self::LongLong => "long long",
            Self::UnsignedLongLong => "unsigned long long",
            Self::Int128 => "__int128",
            Self::UnsignedInt128 => "unsigned __int128",
        }
    }
}

fn qualifiers(qualifiers: Qualifiers) -> String {
    let words =
        [(qualifiers.is_const, "const"), (qualifiers.is_volatile, "volatile"), (qualifiers.is_atomic, "_Atomic")];
    let words: Vec<&str> = words.into_iter().filter(|(is_there, _)| *is_there).map(|(_, word)| word).collect();
    words.join(" ")
}

fn spaced(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!("{words} ") }
}
