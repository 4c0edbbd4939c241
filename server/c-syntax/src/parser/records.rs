//! Structures and unions (C11 6.7.2.1, 6.7.2.3).

use smol_str::SmolStr;

use super::attributes::Attributes;
use super::declarators::Declarator;
use super::scopes::Tag;
use super::specifiers::Specifiers;
use super::{Parsed, Parser, Reported};
use crate::layout::{Field, MAX_SIZE, Packing, Size, Width, lay_out};
use crate::source::Place;
use crate::types::{Kind, Length, Record, RecordId, Type};

impl Parser<'_> {
    /// A structure or union, from its keyword.
    pub(super) fn record(&mut self) -> Parsed<Type> {
        let is_union = self.at("union");
        let start = self.take();
        let mut attributes = Attributes::default();
        self.attributes(&mut attributes)?;
        let tag = if self.at_name() { Some(self.name("a tag")?) } else { None };
        self.attributes(&mut attributes)?;
        if tag.is_none() && !self.at("{") {
            return Err(self.expected("a tag or `{`"));
        }
        let place = tag.as_ref().map_or(start, |(_, place)| *place);
        let tag = tag.map(|(tag, _)| tag);
        let record = self.tagged_record(tag, is_union, place)?;
        if self.at("{") {
            if self.unit[record].layout.is_some() {
                let message = format!("A second definition of `{}`.", self.describe(&Type::new(Kind::Record(record))));
                return Err(self.mistake(place, message));
            }
            self.deeper(|parser| parser.define_record(record, attributes))?;
        }
        Ok(Type::new(Kind::Record(record)))
    }

    /// The record that a tag means here, or a new one.
    fn tagged_record(&mut self, tag: Option<SmolStr>, is_union: bool, place: Place) -> Parsed<RecordId> {
        // `struct s {` and `struct s;` declare a tag of this scope, other uses find one of a scope around.
        let is_declared_here = self.at("{") || self.at(";");
        let known = tag
            .as_ref()
            .and_then(|tag| if is_declared_here { self.scopes.tag_here(tag) } else { self.scopes.tag(tag) });
        match known {
            Some(Tag::Record(record)) if self.unit[record].is_union == is_union => return Ok(record),
            Some(_) => {
                let message = format!("The tag `{}` means something else here.", tag.unwrap_or_default());
                return Err(self.mistake(place, message));
            }
            None => {}
        }
        self.unit.records.push(Record { tag: tag.clone(), is_union, layout: None, place });
        let record = RecordId(self.unit.records.len() as u32 - 1);
        if let Some(tag) = tag {
            self.scopes.declare_tag(tag, Tag::Record(record));
        }
        Ok(record)
    }

    /// The members in braces.
    fn define_record(&mut self, record: RecordId, mut attributes: Attributes) -> Parsed<()> {
        let at_most = self.token().pack.map(|pack| u64::from(pack.get()));
        self.expect("{")?;
        let mut fields = Vec::new();
        while !self.eat("}") {
            if self.at_end() {
                return Err(self.expected("`}`"));
            }
            if !self.eat(";") && self.members(&mut fields).is_err() {
                self.skip_statement();
            }
        }
        self.attributes(&mut attributes)?;
        for field in &mut fields {
            field.is_packed |= attributes.is_packed;
        }
        let place = self.unit[record].place;
        let is_union = self.unit[record].is_union;
        if self.unit[record].layout.is_some() {
            return Err(self.mistake(place, "A second definition of this structure is inside of the first one."));
        }
        let Some(layout) = lay_out(fields, is_union, Packing { at_most, at_least: attributes.align }) else {
            let message = format!("A structure of more than {MAX_SIZE} bytes: no memory is that large.");
            return Err(self.mistake(place, message));
        };
        self.unit.records[record.0 as usize].layout = Some(layout);
        self.name_members(record)
    }

    /// A declaration of members.
    fn members(&mut self, fields: &mut Vec<Field>) -> Parsed<()> {
        if self.at("_Static_assert") { self.static_assert() } else { self.fields(fields) }
    }

    /// Members that one declaration makes.
    fn fields(&mut self, fields: &mut Vec<Field>) -> Parsed<()> {
        if !self.at_type() && !self.at("__attribute__") && !self.at("[") {
            return Err(self.expected("a member"));
        }
        let specifiers = self.specifiers()?;
        let Some(base) = specifiers.ty.clone() else {
            return Err(self.mistake(specifiers.place, "A member needs a type: write it instead of `__auto_type`."));
        };
        if self.eat(";") {
            // An anonymous member is defined here (C11 6.7.2.1p13); what has a tag, or is the name of a type, declares no member.
            let is_anonymous =
                specifiers.has_tag && matches!(base.kind, Kind::Record(record) if self.unit[record].tag.is_none());
            if is_anonymous {
                let place = specifiers.place;
                fields.push(self.field(None, base, &specifiers, &Attributes::default(), None, place)?);
            }
            return Ok(());
        }
        loop {
            self.one_field(&base, &specifiers, fields)?;
            if !self.eat(",") {
                break;
            }
        }
        if !self.at("}") {
            self.expect(";")?;
        }
        Ok(())
    }

    fn one_field(&mut self, base: &Type, specifiers: &Specifiers, fields: &mut Vec<Field>) -> Parsed<()> {
        let Declarator { name, ty, place, mut attributes, .. } = self.declarator(base.clone())?;
        let width = if self.eat(":") { Some(self.width(&ty, name.is_some())?) } else { None };
        self.attributes(&mut attributes)?;
        if name.is_none() && width.is_none() {
            return Err(self.mistake(place, "Expected the name of a member."));
        }
        fields.push(self.field(name, ty, specifiers, &attributes, width, place)?);
        Ok(())
    }

    fn field(
        &mut self,
        name: Option<SmolStr>,
        ty: Type,
        specifiers: &Specifiers,
        attributes: &Attributes,
        width: Option<Width>,
        place: Place,
    ) -> Parsed<Field> {
        let size = match self.unit.size(&ty) {
            _ if ty.is_function() || ty.is_void() => return Err(self.no_member_type(place)),
            Size::Known(size) => size,
            Size::Variable => {
                return Err(self.unsupported(place, "A member of variable size is not read: use a pointer."));
            }
            Size::Unknown if matches!(ty.kind, Kind::Array(_, Length::Unknown)) => 0,
            Size::Unknown => return Err(self.no_member_type(place)),
        };
        let align = self.unit.align_of(&ty);
        let at_least = attributes.align.max(specifiers.attributes.align);
        let is_packed = attributes.is_packed || specifiers.attributes.is_packed && !specifiers.has_tag;
        Ok(Field { name, ty, size, align, at_least, width, is_packed })
    }

    fn no_member_type(&mut self, place: Place) -> Reported {
        self.mistake(place, "A member needs a complete type: define it before, or use a pointer.")
    }

    /// The number of bits of a bit-field.
    fn width(&mut self, ty: &Type, is_named: bool) -> Parsed<Width> {
        let place = self.place();
        let width = self.constant_expression("a number of bits")?;
        let place = self.since(place);
        if !ty.is_integer() {
            return Err(self.mistake(place, "A bit-field has an integer type."));
        }
        let most = if ty.kind == Kind::Bool { 1 } else { 8 * self.unit.size_of(ty).unwrap_or(0) };
        match u8::try_from(width) {
            Ok(0) if is_named => Err(self.mistake(place, "A bit-field with a name has at least one bit.")),
            Ok(width) if u64::from(width) <= most => Ok(Width(width)),
            _ => Err(self.mistake(place, format!("A bit-field of this type has at most {most} bits, not {width}."))),
        }
    }
}
