//! Declaration specifiers and names of types (C11 6.7.1 to 6.7.5, 6.7.7).

use super::attributes::Attributes;
use super::scopes::Entity;
use super::{Parsed, Parser, Reported, words};
use crate::source::Place;
use crate::target::Target;
use crate::types::{Floating, Integer, Kind, Qualifiers, Type};

/// A storage class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    Typedef,
    Extern,
    Static,
    /// `auto` and `register`: as without one, in a block.
    Automatic,
}

/// The words before declarators.
#[derive(Clone, Debug)]
pub(super) struct Specifiers {
    /// The type; none for `__auto_type`.
    pub(super) ty: Option<Type>,
    pub(super) class: Option<Class>,
    pub(super) is_thread: bool,
    pub(super) is_inline: bool,
    pub(super) attributes: Attributes,
    /// It declares a tag or constants, so that no declarator is missing.
    pub(super) has_tag: bool,
    pub(super) place: Place,
}

/// The words that were read so far.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each was read or not")]
struct Reading {
    words: Words,
    ty: Option<Type>,
    qualifiers: Qualifiers,
    class: Option<Class>,
    is_thread: bool,
    is_inline: bool,
    is_auto: bool,
    has_tag: bool,
    attributes: Attributes,
}

/// Number of times that each word in the names of arithmetic types was read.
#[derive(Default, PartialEq, Eq)]
struct Words {
    signed: u8,
    unsigned: u8,
    short: u8,
    long: u8,
    int: u8,
    /// A type that stands for itself, or with `signed`, `unsigned` or `long`.
    basic: Option<Basic>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Basic {
    Void,
    Char,
    Bool,
    Float,
    Double,
    LongDouble,
    Int128,
}

impl Words {
    /// Takes a word; `false` if it does not fit to those before.
    fn take(&mut self, word: &str) -> bool {
        let basic = match word {
            "signed" | "__signed" | "__signed__" => return once(&mut self.signed),
            "unsigned" => return once(&mut self.unsigned),
            "short" => return once(&mut self.short),
            "int" => return once(&mut self.int),
            "long" => {
                self.long += 1;
                return self.long <= 2;
            }
            "void" => Basic::Void,
            "char" => Basic::Char,
            "_Bool" => Basic::Bool,
            "float" | "_Float32" | "_Float16" => Basic::Float,
            "double" | "_Float64" | "_Float32x" => Basic::Double,
            "__float128" | "__float80" | "_Float128" | "_Float64x" => Basic::LongDouble,
            "__uint128_t" if !once(&mut self.unsigned) => return false,
            _ => Basic::Int128,
        };
        self.basic.replace(basic).is_none()
    }

    /// The type; none if these words do not stand together.
    fn kind(&self) -> Option<Kind> {
        let has_sign = self.signed + self.unsigned > 0;
        let has_length = self.short + self.long > 0;
        let alone = !has_sign && !has_length && self.int == 0;
        Some(match self.basic {
            None => Kind::Integer(self.integer()?),
            Some(Basic::Void) if alone => Kind::Void,
            Some(Basic::Bool) if alone => Kind::Bool,
            Some(Basic::Float) if alone => Kind::Floating(Floating::Float),
            Some(Basic::LongDouble) if alone => Kind::Floating(Floating::LongDouble),
            Some(Basic::Double) if alone => Kind::Floating(Floating::Double),
            Some(Basic::Double) if !has_sign && self.int + self.short == 0 && self.long == 1 => {
                Kind::Floating(Floating::LongDouble)
            }
            Some(basic @ (Basic::Char | Basic::Int128)) if !has_length && self.int == 0 => {
                Kind::Integer(self.signed(basic)?)
            }
            Some(_) => return None,
        })
    }

    fn integer(&self) -> Option<Integer> {
        let signed = match (self.short, self.long) {
            (0, 0) => Integer::Int,
            (1, 0) => Integer::Short,
            (0, 1) => Integer::Long,
            (0, 2) => Integer::LongLong,
            _ => return None,
        };
        match (self.signed, self.unsigned) {
            (_, 0) => Some(signed),
            (0, _) => Some(signed.unsigned()),
            _ => None,
        }
    }

    fn signed(&self, basic: Basic) -> Option<Integer> {
        Some(match (basic == Basic::Char, self.signed, self.unsigned) {
            (true, 0, 0) => Integer::Char,
            (true, _, 0) => Integer::SignedChar,
            (true, 0, _) => Integer::UnsignedChar,
            (false, _, 0) => Integer::Int128,
            (false, 0, _) => Integer::UnsignedInt128,
            _ => return None,
        })
    }
}

fn once(count: &mut u8) -> bool {
    *count += 1;
    *count == 1
}

impl Parser<'_> {
    /// `true` where a declaration or the name of a type begins.
    pub(super) fn at_type(&self) -> bool {
        self.begins_type(0)
    }

    pub(super) fn begins_type(&self, ahead: usize) -> bool {
        let token = self.ahead(ahead);
        if !token.is_word() {
            return false;
        }
        match token.text.as_str() {
            // Before an expression, this word says nothing of what follows.
            "__extension__" => self.begins_type(ahead + 1),
            word => words::begins_type(word) || matches!(self.scopes.get(word), Some(Entity::Type(..))),
        }
    }

    /// `true` where the name of a type begins, which may have attributes before it.
    pub(super) fn begins_type_name(&self, ahead: usize) -> bool {
        self.begins_type(ahead) || self.ahead(ahead).is("__attribute__")
    }

    pub(super) fn specifiers(&mut self) -> Parsed<Specifiers> {
        let start = self.place();
        let mut reading = Reading::default();
        while self.specifier(&mut reading)? {}
        let place = if self.place() == start { start } else { self.since(start) };
        let ty = self.type_of(&mut reading, place)?;
        Ok(Specifiers {
            ty,
            class: reading.class,
            is_thread: reading.is_thread,
            is_inline: reading.is_inline,
            attributes: reading.attributes,
            has_tag: reading.has_tag,
            place,
        })
    }

    fn type_of(&mut self, reading: &mut Reading, place: Place) -> Parsed<Option<Type>> {
        if reading.is_auto {
            return Ok(None);
        }
        let ty = match reading.ty.take() {
            Some(ty) if reading.words == Words::default() => ty,
            Some(_) => return Err(self.two_types(place)),
            None => match reading.words.kind() {
                Some(kind) => Type::new(kind),
                None => return Err(self.two_types(place)),
            },
        };
        let is_wide = matches!(ty.kind, Kind::Integer(Integer::Int128 | Integer::UnsignedInt128));
        if is_wide && self.unit.target == Target::I386 {
            return Err(self.mistake(place, "`__int128` does not exist on i386: use `long long`."));
        }
        let ty = reading.attributes.changed(ty).qualified(reading.qualifiers);
        Ok(Some(ty))
    }

    fn two_types(&mut self, place: Place) -> Reported {
        self.mistake(place, "These words do not form a type: keep those of one type.")
    }

    /// Reads one specifier; `false` if none stands here.
    fn specifier(&mut self, reading: &mut Reading) -> Parsed<bool> {
        let token = self.token();
        if !token.is_word() {
            let is_attribute = token.is("[") && self.ahead(1).is("[");
            if is_attribute {
                self.attributes(&mut reading.attributes)?;
            }
            return Ok(is_attribute);
        }
        let word = token.text.clone();
        match word.as_str() {
            "__attribute__" | "__attribute" | "__extension__" => self.attributes(&mut reading.attributes)?,
            "struct" | "union" => {
                reading.ty = Some(self.record()?);
                reading.has_tag = true;
            }
            "enum" => {
                reading.ty = Some(self.enumeration()?);
                reading.has_tag = true;
            }
            "_Alignas" => {
                let align = self.alignas()?;
                reading.attributes.align_at_least(align);
            }
            "_Atomic" => self.atomic(reading)?,
            "__auto_type" => {
                self.take();
                reading.is_auto = true;
            }
            "__builtin_va_list" => {
                self.take();
                reading.ty = Some(Type::new(Kind::VariableArguments));
            }
            word if words::is_typeof(word) => reading.ty = Some(self.typeof_type()?),
            word if words::is_qualifier(word) => {
                self.take();
                reading.qualifiers.is_const |= words::is_const(word);
                reading.qualifiers.is_volatile |= words::is_volatile(word);
            }
            word if words::is_storage(word) => self.storage_class(word, reading)?,
            word if words::is_basic(word) => self.basic(word, reading)?,
            word => return Ok(self.defined_type(word, reading)),
        }
        Ok(true)
    }

    /// The name of a type, unless a type was read already: then it is what is declared.
    fn defined_type(&mut self, word: &str, reading: &mut Reading) -> bool {
        if reading.ty.is_some() || reading.is_auto || reading.words != Words::default() {
            return false;
        }
        let Some(Entity::Type(ty, align)) = self.scopes.get(word).cloned() else { return false };
        self.take();
        reading.ty = Some(ty);
        reading.attributes.align_at_least(align);
        true
    }

    fn basic(&mut self, word: &str, reading: &mut Reading) -> Parsed<()> {
        let place = self.take();
        if matches!(word, "_Complex" | "__complex__" | "__complex" | "_Imaginary") {
            return Err(self.unsupported(place, "Complex numbers are not read: use two numbers."));
        }
        if reading.words.take(word) { Ok(()) } else { Err(self.two_types(place)) }
    }

    fn storage_class(&mut self, word: &str, reading: &mut Reading) -> Parsed<()> {
        let place = self.take();
        let class = match word {
            "typedef" => Class::Typedef,
            "extern" => Class::Extern,
            "static" => Class::Static,
            "auto" | "register" => Class::Automatic,
            "_Noreturn" => {
                reading.attributes.function.is_noreturn = true;
                return Ok(());
            }
            "inline" | "__inline" | "__inline__" => {
                reading.is_inline = true;
                return Ok(());
            }
            _ => {
                reading.is_thread = true;
                return Ok(());
            }
        };
        if reading.class.replace(class).is_some_and(|before| before != class) {
            return Err(self.mistake(place, format!("A second storage class, `{word}`: keep one of them.")));
        }
        Ok(())
    }

    /// `_Atomic` and `_Atomic(T)`
    fn atomic(&mut self, reading: &mut Reading) -> Parsed<()> {
        self.take();
        if self.eat("(") {
            reading.ty = Some(self.type_name()?);
            self.expect(")")?;
        }
        reading.qualifiers.is_atomic = true;
        Ok(())
    }

    /// `typeof(..)` of a type or an expression, which is not evaluated unless its type has a variable size.
    fn typeof_type(&mut self) -> Parsed<Type> {
        self.take();
        self.expect("(")?;
        let ty = if self.at_type() {
            self.type_name()?
        } else {
            let expr = self.expression()?;
            self.ty(expr).clone()
        };
        self.expect(")")?;
        Ok(ty)
    }

    /// The name of a type.
    pub(super) fn type_name(&mut self) -> Parsed<Type> {
        let specifiers = self.specifiers()?;
        let Some(ty) = specifiers.ty else {
            return Err(self.mistake(specifiers.place, "`__auto_type` needs a value: write the type."));
        };
        let declarator = self.declarator(ty)?;
        match declarator.name {
            None => Ok(declarator.ty),
            Some(name) => Err(self.mistake(declarator.place, format!("A type has no name here: remove `{name}`."))),
        }
    }
}
