//! Declarators: a name, or none, with what makes a type of it (C11 6.7.6, 6.7.7).

use std::sync::Arc;

use smol_str::SmolStr;

use super::attributes::Attributes;
use super::parameters::Parameters;
use super::{Parsed, Parser, Reported, words};
use crate::layout::{MAX_SIZE, Size};
use crate::source::Place;
use crate::tree::ExprId;
use crate::types::{Kind, Length, Qualifiers, Signature, Type};

/// Of how many parts a type may be made: pointers, arrays, functions, and their parameters.
const MAX_PARTS: usize = 1000;

/// A declarator, with the type that it makes.
pub(super) struct Declarator {
    pub(super) name: Option<SmolStr>,
    pub(super) ty: Type,
    /// Of the name, or where it would be.
    pub(super) place: Place,
    /// Those of the function that is declared, if it is one.
    pub(super) parameters: Option<Parameters>,
    pub(super) attributes: Attributes,
}

/// One step from what is declared to the type before it.
enum Step {
    Pointer(Qualifiers),
    Array(Bound, Place),
    Function(Parameters),
}

/// The content of the brackets of an array.
enum Bound {
    /// Nothing, or `*`.
    None,
    Length(ExprId),
}

/// The part of a declarator that was read.
#[derive(Default)]
struct Reading {
    name: Option<(SmolStr, Place)>,
    /// From the name outwards.
    steps: Vec<Step>,
    attributes: Attributes,
}

impl Parser<'_> {
    /// A declarator with or without a name.
    pub(super) fn declarator(&mut self, base: Type) -> Parsed<Declarator> {
        let start = self.place();
        let mut reading = Reading::default();
        self.read_declarator(&mut reading)?;
        self.assembler_name()?;
        self.attributes(&mut reading.attributes)?;
        if reading.steps.len() > MAX_PARTS {
            return Err(self.too_many_parts(start));
        }
        let mut parameters = None;
        let mut ty = base;
        for (number, step) in reading.steps.into_iter().enumerate().rev() {
            ty = match step {
                Step::Pointer(qualifiers) => ty.pointer().qualified(qualifiers),
                Step::Array(bound, place) => self.array(ty, &bound, place)?,
                Step::Function(read) => {
                    let ty = self.function_type(&ty, &read, start)?;
                    parameters = (number == 0).then_some(read);
                    ty
                }
            };
        }
        if !is_moderate(&ty) {
            return Err(self.too_many_parts(start));
        }
        let ty = reading.attributes.changed(ty);
        let (name, place) = reading.name.map_or((None, start), |(name, place)| (Some(name), place));
        Ok(Declarator { name, ty, place, parameters, attributes: reading.attributes })
    }

    fn too_many_parts(&mut self, start: Place) -> Reported {
        self.mistake(self.since(start), format!("A type of more than {MAX_PARTS} parts: use structures."))
    }

    fn read_declarator(&mut self, reading: &mut Reading) -> Parsed<()> {
        self.attributes(&mut reading.attributes)?;
        let mut pointers = Vec::new();
        while self.eat_any(&["*", "^"]) {
            pointers.push(Step::Pointer(self.qualifiers(&mut reading.attributes)?));
        }
        if self.at_name() && reading.name.is_none() {
            let name = self.token().text.clone();
            reading.name = Some((name, self.take()));
        } else if self.at("(") && self.is_nested_declarator() {
            self.take();
            self.deeper(|parser| parser.read_declarator(reading))?;
            self.expect(")")?;
        }
        self.attributes(&mut reading.attributes)?;
        while self.at_any(&["[", "("]) {
            if self.at("[") && self.ahead(1).is("[") {
                break;
            }
            let place = self.place();
            let step = if self.eat("[") {
                let bound = self.bound()?;
                Step::Array(bound, self.since(place))
            } else {
                Step::Function(self.parameters()?)
            };
            reading.steps.push(step);
            self.attributes(&mut reading.attributes)?;
        }
        reading.steps.extend(pointers.into_iter().rev());
        Ok(())
    }

    /// `true` at a parenthesis that does not begin parameters.
    fn is_nested_declarator(&self) -> bool {
        let next = self.ahead(1);
        let is_attribute = next.is("__attribute__") || next.is("__attribute") || next.is("[");
        let is_deeper = next.is("*") || next.is("^") || next.is("(");
        is_attribute || is_deeper || (super::cursor::is_name(next) && !self.begins_type(1))
    }

    /// Qualifiers and attributes after `*`.
    fn qualifiers(&mut self, attributes: &mut Attributes) -> Parsed<Qualifiers> {
        let mut qualifiers = Qualifiers::default();
        loop {
            let word = self.token().text.clone();
            if words::is_qualifier(&word) {
                qualifiers.is_const |= words::is_const(&word);
                qualifiers.is_volatile |= words::is_volatile(&word);
            } else if word == "_Atomic" {
                qualifiers.is_atomic = true;
            } else if matches!(word.as_str(), "__attribute__" | "__attribute" | "__extension__") {
                self.attributes(attributes)?;
                continue;
            } else {
                return Ok(qualifiers);
            }
            self.take();
        }
    }

    /// The content of brackets, to the closing one. Qualifiers and `static` change only how a parameter may be used.
    fn bound(&mut self) -> Parsed<Bound> {
        while self.at("static") || words::is_qualifier(&self.token().text) {
            self.take();
        }
        if self.at("*") && self.ahead(1).is("]") {
            self.take();
        }
        if self.eat("]") {
            return Ok(Bound::None);
        }
        let length = self.deeper(Self::assignment_value)?;
        self.expect("]")?;
        Ok(Bound::Length(length))
    }

    fn array(&mut self, element: Type, bound: &Bound, place: Place) -> Parsed<Type> {
        if element.is_function() || element.is_void() {
            return Err(self.mistake(place, "An array of functions or `void` does not exist: use pointers."));
        }
        let size = self.unit.size(&element);
        if size == Size::Unknown {
            return Err(self.mistake(place, "The elements of an array need a complete type: define it before."));
        }
        let length = match *bound {
            Bound::None => Length::Unknown,
            Bound::Length(length) => self.length(length)?,
        };
        if let (Size::Known(size), Length::Known(length)) = (size, length)
            && size.checked_mul(length).is_none_or(|size| size > MAX_SIZE)
        {
            let message = format!("An array of more than {MAX_SIZE} bytes: no memory is that large.");
            return Err(self.mistake(place, message));
        }
        Ok(element.array(length))
    }

    fn length(&mut self, length: ExprId) -> Parsed<Length> {
        let place = self.place_of(length);
        if !self.ty(length).is_integer() {
            return Err(self.mistake(place, "The length of an array is an integer: convert it."));
        }
        let Some(value) = self.constant_integer(length) else {
            return self.variable_length(length);
        };
        match u64::try_from(value) {
            Ok(value) => Ok(Length::Known(value)),
            Err(_) => Err(self.mistake(place, format!("The length of an array is not negative: it is {value}."))),
        }
    }

    fn function_type(&mut self, result: &Type, parameters: &Parameters, place: Place) -> Parsed<Type> {
        if result.is_function() || result.is_array() {
            return Err(self.mistake(place, "A function returns no array and no function: return a pointer."));
        }
        let signature = Signature {
            result: result.unqualified(),
            parameters: parameters.types(),
            is_variadic: parameters.is_variadic(),
            is_prototype: parameters.is_prototype(),
        };
        Ok(Type::new(Kind::Function(Arc::new(signature))))
    }
}

/// `true` if a type has at most [`MAX_PARTS`] parts, so that it can be walked.
fn is_moderate(ty: &Type) -> bool {
    let mut open = vec![ty];
    let mut parts = 0;
    while let Some(ty) = open.pop() {
        parts += 1;
        if parts > MAX_PARTS {
            return false;
        }
        match &ty.kind {
            Kind::Pointer(to) | Kind::Array(to, _) => open.push(to),
            Kind::Function(signature) => {
                open.push(&signature.result);
                open.extend(&signature.parameters);
            }
            _ => {}
        }
    }
    true
}
