//! Enumerations (C11 6.7.2.2), with the types of their values that GNU C gives them.

use smol_str::SmolStr;

use super::attributes::Attributes;
use super::scopes::{Entity, Tag};
use super::{Parsed, Parser};
use crate::layout::difference_type;
use crate::source::Place;
use crate::types::{Enumeration, EnumerationId, Integer, Kind, Type};

impl Parser<'_> {
    /// An enumeration, from its keyword.
    pub(super) fn enumeration(&mut self) -> Parsed<Type> {
        let start = self.take();
        let mut attributes = Attributes::default();
        self.attributes(&mut attributes)?;
        let tag = if self.at_name() { Some(self.name("a tag")?) } else { None };
        let fixed = if self.eat(":") { Some(self.underlying()?) } else { None };
        if tag.is_none() && !self.at("{") {
            return Err(self.expected("a tag or `{`"));
        }
        let place = tag.as_ref().map_or(start, |(_, place)| *place);
        let id = self.tagged_enumeration(tag.map(|(tag, _)| tag), place)?;
        if let Some(integer) = fixed {
            self.unit.enumerations[id.0 as usize].integer = integer;
        }
        let ty = Type::new(Kind::Enumeration(id));
        if self.eat("{") {
            if !self.unit[id].constants.is_empty() {
                let message = format!("A second definition of `{}`.", self.describe(&ty));
                return Err(self.mistake(place, message));
            }
            self.define_enumeration(id, fixed, attributes)?;
        }
        Ok(ty)
    }

    /// The type after `:`, as in C23.
    fn underlying(&mut self) -> Parsed<Integer> {
        let place = self.place();
        let ty = self.specifiers()?.ty;
        match ty.and_then(|ty| self.unit.integer_of(&ty)) {
            Some(integer) => Ok(integer),
            None => Err(self.mistake(self.since(place), "The values of an enumeration have an integer type.")),
        }
    }

    fn tagged_enumeration(&mut self, tag: Option<SmolStr>, place: Place) -> Parsed<EnumerationId> {
        let is_declared_here = self.at("{");
        let known = tag
            .as_ref()
            .and_then(|tag| if is_declared_here { self.scopes.tag_here(tag) } else { self.scopes.tag(tag) });
        match known {
            Some(Tag::Enumeration(id)) => return Ok(id),
            Some(Tag::Record(_)) => {
                let message = format!("The tag `{}` means something else here.", tag.unwrap_or_default());
                return Err(self.mistake(place, message));
            }
            None => {}
        }
        let integer = Integer::UnsignedInt;
        self.unit.enumerations.push(Enumeration { tag: tag.clone(), integer, constants: Vec::new() });
        let id = EnumerationId(self.unit.enumerations.len() as u32 - 1);
        if let Some(tag) = tag {
            self.scopes.declare_tag(tag, Tag::Enumeration(id));
        }
        Ok(id)
    }

    /// The constants, after `{`.
    fn define_enumeration(
        &mut self,
        id: EnumerationId,
        fixed: Option<Integer>,
        mut attributes: Attributes,
    ) -> Parsed<()> {
        let mut constants: Vec<(SmolStr, i128)> = Vec::new();
        while !self.eat("}") {
            let (name, place) = self.name("a constant or `}`")?;
            self.skip_attributes()?;
            let value = if self.eat("=") {
                self.constant_expression("the value of a constant")?
            } else {
                constants.last().map_or(0, |(_, value)| value.wrapping_add(1))
            };
            self.declare_constant(name.clone(), value, place)?;
            constants.push((name, value));
            if !self.eat(",") && !self.at("}") {
                return Err(self.expected("`,` or `}`"));
            }
        }
        self.attributes(&mut attributes)?;
        let least = constants.iter().map(|(_, value)| *value).min().unwrap_or(0);
        let largest = constants.iter().map(|(_, value)| *value).max().unwrap_or(0);
        let wide = difference_type(self.unit.target);
        let all = [Integer::SignedChar, Integer::Short, Integer::Int, wide, Integer::LongLong];
        let candidates = if attributes.is_packed { &all[..] } else { &all[2..] };
        let integer = fixed.or_else(|| self.narrowest(candidates, least, largest));
        let enumeration = &mut self.unit.enumerations[id.0 as usize];
        enumeration.integer = integer.unwrap_or(Integer::UnsignedLongLong);
        enumeration.constants = constants;
        self.widen_constants(id);
        Ok(())
    }

    /// The first type, unsigned if no value is negative, that has these values.
    fn narrowest(&self, candidates: &[Integer], least: i128, largest: i128) -> Option<Integer> {
        let target = self.unit.target;
        candidates
            .iter()
            .map(|signed| if least < 0 { *signed } else { signed.unsigned() })
            .find(|integer| integer.wrap(least, target) == least && integer.wrap(largest, target) == largest)
    }

    /// Constants are of type `int`, all of them of the type of the enumeration if one is not in its range (GNU C).
    fn widen_constants(&mut self, id: EnumerationId) {
        let enumeration = &self.unit[id];
        let integer = enumeration.integer;
        if integer.rank() <= Integer::Int.rank()
            && enumeration.constants.iter().all(|(_, value)| i32::try_from(*value).is_ok())
        {
            return;
        }
        for (name, value) in enumeration.constants.clone() {
            self.scopes.declare(name, Entity::Constant(value, Type::new(Kind::Integer(integer))));
        }
    }

    fn declare_constant(&mut self, name: SmolStr, value: i128, place: Place) -> Parsed<()> {
        if self.scopes.here(&name).is_some_and(|entity| !matches!(entity, Entity::Broken)) {
            return Err(self.mistake(place, format!("A second declaration of `{name}`: rename one of them.")));
        }
        let narrow = [Integer::Int, Integer::UnsignedInt, Integer::Long, Integer::LongLong];
        let target = self.unit.target;
        let integer = narrow.into_iter().find(|integer| integer.wrap(value, target) == value);
        let ty = Type::new(Kind::Integer(integer.unwrap_or(Integer::UnsignedLongLong)));
        self.scopes.declare(name, Entity::Constant(value, ty));
        Ok(())
    }
}
