//! Attributes of GNU C and C23: those with a meaning for types, objects and functions are kept, others are skipped.

use smol_str::SmolStr;

use super::scopes::Entity;
use super::{Parsed, Parser, words};
use crate::tree::FunctionId;
use crate::types::{Floating, Integer, Kind, Type};

/// The content of attributes.
#[derive(Clone, Debug, Default)]
pub(super) struct Attributes {
    /// Attributes of a function.
    pub(super) function: crate::tree::Attributes,
    pub(super) is_packed: bool,
    /// The alignment of `aligned`, in bytes.
    pub(super) align: Option<u64>,
    pub(super) cleanup: Option<FunctionId>,
    /// The type of `mode`, signed if it is an integer.
    pub(super) mode: Option<Type>,
}

impl Attributes {
    pub(super) fn align_at_least(&mut self, align: Option<u64>) {
        self.align = self.align.max(align);
    }

    /// The type that `mode` makes of a type.
    pub(super) fn changed(&self, ty: Type) -> Type {
        let Some(mode) = &self.mode else { return ty };
        let kind = match (&mode.kind, &ty.kind) {
            (Kind::Integer(mode), Kind::Integer(integer)) if !integer.is_signed() => Kind::Integer(mode.unsigned()),
            _ => mode.kind.clone(),
        };
        Type { kind, qualifiers: ty.qualifiers }
    }
}

impl crate::tree::Attributes {
    /// The attributes of two declarations together.
    pub(super) fn with(self, other: Self) -> Self {
        Self {
            is_noreturn: self.is_noreturn || other.is_noreturn,
            constructor: self.constructor.or(other.constructor),
            destructor: self.destructor.or(other.destructor),
            is_weak: self.is_weak || other.is_weak,
            is_inline_only: self.is_inline_only || other.is_inline_only,
        }
    }
}

/// The largest alignment that can be asked for, in bytes: that of gcc.
const MAX_ALIGN: i128 = 1 << 28;

impl Parser<'_> {
    /// Reads all attributes that stand here, and `__extension__`.
    pub(super) fn attributes(&mut self, into: &mut Attributes) -> Parsed<()> {
        loop {
            if self.eat_any(&["__attribute__", "__attribute"]) {
                self.expect("(")?;
                self.expect("(")?;
                self.attribute_list(into, ")")?;
                self.expect(")")?;
                self.expect(")")?;
            } else if self.at("[") && self.ahead(1).is("[") {
                self.take_two();
                self.attribute_list(into, "]")?;
                self.expect("]")?;
                self.expect("]")?;
            } else if !self.eat("__extension__") {
                return Ok(());
            }
        }
    }

    /// Reads attributes that change nothing.
    pub(super) fn skip_attributes(&mut self) -> Parsed<()> {
        self.attributes(&mut Attributes::default())
    }

    fn attribute_list(&mut self, into: &mut Attributes, end: &str) -> Parsed<()> {
        while !self.at(end) && !self.at_end() {
            if !self.eat(",") {
                self.attribute(into)?;
            }
        }
        Ok(())
    }

    fn attribute(&mut self, into: &mut Attributes) -> Parsed<()> {
        if !self.token().is_word() {
            return Err(self.expected("the name of an attribute"));
        }
        let mut name = self.token().text.clone();
        let place = self.take();
        if self.at(":") && self.ahead(1).is(":") {
            self.take_two();
            name = self.token().text.clone();
            self.take();
        }
        match name.trim_matches('_') {
            "packed" => into.is_packed = true,
            "noreturn" | "Noreturn" => into.function.is_noreturn = true,
            "constructor" => {
                into.function.constructor = Some(self.priority()?);
                return Ok(());
            }
            "destructor" => {
                into.function.destructor = Some(self.priority()?);
                return Ok(());
            }
            "weak" => into.function.is_weak = true,
            "gnu_inline" => into.function.is_inline_only = true,
            "aligned" => {
                let align = self.alignment_of_attribute()?;
                into.align_at_least(align);
                return Ok(());
            }
            "cleanup" => return self.cleanup(into),
            "mode" => return self.mode(into),
            "alias" | "weakref" => {
                return Err(
                    self.unsupported(place, "Other names for functions are not read: use the name of the function.")
                );
            }
            "vector_size" | "ext_vector_type" => {
                return Err(self.unsupported(place, "Vector types are not read: use an array."));
            }
            _ => {}
        }
        if self.at("(") {
            self.skip_group();
        }
        Ok(())
    }

    /// The priority of a constructor or a destructor; the last one if none is given.
    fn priority(&mut self) -> Parsed<u16> {
        if !self.eat("(") {
            return Ok(u16::MAX);
        }
        let place = self.place();
        let value = self.constant_expression("a priority")?;
        let Ok(priority) = u16::try_from(value) else {
            let message = format!("A priority is between 0 and {}, not {value}.", u16::MAX);
            return Err(self.mistake(self.since(place), message));
        };
        self.expect(")")?;
        Ok(priority)
    }

    fn alignment_of_attribute(&mut self) -> Parsed<Option<u64>> {
        if !self.eat("(") {
            return Ok(Some(16));
        }
        let align = self.alignment()?;
        self.expect(")")?;
        Ok(align)
    }

    /// A constant that is an alignment; none for zero.
    pub(super) fn alignment(&mut self) -> Parsed<Option<u64>> {
        let place = self.place();
        let value = self.constant_expression("an alignment")?;
        if value == 0 {
            return Ok(None);
        }
        if !(1..=MAX_ALIGN).contains(&value) || value & (value - 1) != 0 {
            let message = format!("An alignment is a power of two, at most {MAX_ALIGN}, not {value}.");
            return Err(self.mistake(self.since(place), message));
        }
        Ok(u64::try_from(value).ok())
    }

    /// `_Alignas(..)`
    pub(super) fn alignas(&mut self) -> Parsed<Option<u64>> {
        self.take();
        self.expect("(")?;
        let align = if self.at_type() {
            let ty = self.type_name()?;
            Some(self.unit.align_of(&ty))
        } else {
            self.alignment()?
        };
        self.expect(")")?;
        Ok(align)
    }

    fn cleanup(&mut self, into: &mut Attributes) -> Parsed<()> {
        self.expect("(")?;
        let (name, place) = self.name("the name of a function")?;
        let Some(&Entity::Function(function)) = self.scopes.get(&name) else {
            let message = format!("`{name}` is not a function that is declared here: `cleanup` needs one.");
            return Err(self.mistake(place, message));
        };
        into.cleanup = Some(function);
        self.expect(")")?;
        Ok(())
    }

    fn mode(&mut self, into: &mut Attributes) -> Parsed<()> {
        self.expect("(")?;
        if !self.token().is_word() {
            return Err(self.expected("a machine mode"));
        }
        let name = self.token().text.clone();
        let place = self.take();
        let wide = crate::layout::difference_type(self.unit.target);
        let kind = match name.trim_matches('_') {
            "QI" | "byte" => Kind::Integer(Integer::SignedChar),
            "HI" => Kind::Integer(Integer::Short),
            "SI" => Kind::Integer(Integer::Int),
            "DI" if wide == Integer::Int => Kind::Integer(Integer::LongLong),
            "DI" => Kind::Integer(Integer::Long),
            "word" | "pointer" => Kind::Integer(wide),
            "TI" => Kind::Integer(Integer::Int128),
            "SF" => Kind::Floating(Floating::Float),
            "DF" => Kind::Floating(Floating::Double),
            "XF" | "TF" => Kind::Floating(Floating::LongDouble),
            _ => {
                return Err(
                    self.mistake(place, format!("`{name}` is not a machine mode of a number: use a type of C."))
                );
            }
        };
        into.mode = Some(Type::new(kind));
        self.expect(")")?;
        Ok(())
    }

    /// `asm("name")` after a declarator: the name in object files, which means nothing here.
    pub(super) fn assembler_name(&mut self) -> Parsed<Option<SmolStr>> {
        if !words::is_asm(&self.token().text) {
            return Ok(None);
        }
        self.take();
        self.expect("(")?;
        let (name, _) = self.plain_string()?;
        self.expect(")")?;
        Ok(Some(name))
    }
}
