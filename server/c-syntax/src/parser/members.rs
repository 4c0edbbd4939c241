//! Members by name, also those of anonymous members (C11 6.5.2.3, 6.7.2.1p13).

use smol_str::SmolStr;

use super::{Parsed, Parser, Reported};
use crate::source::Place;
use crate::tree::{Binary, ExprId, ExprKind};
use crate::types::{Kind, Member, RecordId, Type};

impl Parser<'_> {
    /// Makes the members of a record known by their names.
    pub(super) fn name_members(&mut self, record: RecordId) -> Parsed<()> {
        let Some(layout) = &self.unit[record].layout else { return Ok(()) };
        let members = layout.members.clone();
        for (number, member) in members.iter().enumerate() {
            let names = match (&member.name, &member.ty.kind) {
                (Some(name), _) => vec![name.clone()],
                (None, Kind::Record(inner)) => self.names_of(*inner),
                (None, _) => Vec::new(),
            };
            for name in names {
                if self.members.insert((record, name.clone()), number as u32).is_some() {
                    let message = format!("A second member `{name}`: rename one of them.");
                    return Err(self.mistake(self.unit[record].place, message));
                }
            }
        }
        Ok(())
    }

    /// The names of the members of a record, and of those of anonymous members.
    fn names_of(&self, record: RecordId) -> Vec<SmolStr> {
        let mut names = Vec::new();
        let mut open = vec![record];
        while let Some(record) = open.pop() {
            for member in self.unit[record].layout.iter().flat_map(|layout| &layout.members) {
                match (&member.name, &member.ty.kind) {
                    (Some(name), _) => names.push(name.clone()),
                    (None, Kind::Record(inner)) => open.push(*inner),
                    (None, _) => {}
                }
            }
        }
        names
    }

    pub(super) fn member(&self, record: RecordId, number: u32) -> Option<&Member> {
        self.unit[record].layout.as_ref()?.members.get(number as usize)
    }

    /// The way to a member: numbers of members, each in the record of the one before.
    pub(super) fn way(&mut self, ty: &Type, name: &SmolStr, place: Place) -> Parsed<Vec<(RecordId, u32)>> {
        let Kind::Record(mut record) = ty.kind else {
            let message = format!("`.{name}` needs a structure or a union before it.");
            return Err(self.mistake(place, message));
        };
        let mut way = Vec::new();
        loop {
            let Some(&number) = self.members.get(&(record, name.clone())) else {
                return Err(self.no_member(record, name, place));
            };
            way.push((record, number));
            match self.member(record, number) {
                Some(Member { name: None, ty: Type { kind: Kind::Record(inner), .. }, .. }) => record = *inner,
                _ => return Ok(way),
            }
        }
    }

    fn no_member(&mut self, record: RecordId, name: &SmolStr, place: Place) -> Reported {
        let what = self.describe(&Type::new(Kind::Record(record)));
        if self.unit[record].layout.is_none() {
            let message = format!("`{what}` is declared, but not defined before its member `{name}` is used.");
            return self.mistake(place, message);
        }
        let names = self.names_of(record);
        let meant = boolprog_base::most_similar(name, names.iter().map(SmolStr::as_str));
        let hint = meant.map_or_else(String::new, |meant| format!(" Did you mean `{meant}`?"));
        let message = format!("`{what}` has no member `{name}`.{hint}");
        self.mistake(place, message)
    }

    /// `e.name`, where `e` designates an object or is a value.
    pub(super) fn member_of(&mut self, of: ExprId, name: &SmolStr, place: Place) -> Parsed<ExprId> {
        let ty = self.ty(of).clone();
        let way = self.way(&ty, name, place)?;
        let mut expr = of;
        for (record, number) in way {
            let Some(member) = self.member(record, number) else { return Err(Reported) };
            let ty = member.ty.clone();
            if ty.is_array() && !self.is_lvalue(expr) {
                expr = self.temporary(expr);
            }
            let ty = ty.qualified(self.ty(expr).qualifiers);
            let place = self.place_of(of).to(place);
            expr = self.expr(ExprKind::Member(expr, record, number), ty, place);
        }
        Ok(expr)
    }

    /// `offsetof(T, designator)`
    pub(super) fn offset_of(&mut self, start: Place) -> Parsed<ExprId> {
        let mut ty = self.type_name()?;
        self.expect(",")?;
        let size_type = self.size_type();
        let mut offset = self.integer(0, size_type.clone(), start);
        let mut is_first = true;
        while is_first || self.at_any(&[".", "[", "->"]) {
            let (more, next) = if self.eat("[") {
                let (more, next) = self.offset_of_element(&ty, start)?;
                self.expect("]")?;
                (more, next)
            } else {
                if !is_first {
                    self.take();
                }
                let (bytes, next) = self.offset_of_member(&ty)?;
                (self.integer(i128::from(bytes), size_type.clone(), start), next)
            };
            offset = self.expr(ExprKind::Binary(Binary::Add, offset, more), size_type.clone(), start);
            ty = next;
            is_first = false;
        }
        let place = self.since(start);
        match self.constant_integer(offset) {
            Some(value) => Ok(self.integer(value, size_type, place)),
            None => Ok(offset),
        }
    }

    fn offset_of_member(&mut self, ty: &Type) -> Parsed<(u64, Type)> {
        let (name, place) = self.name("the name of a member")?;
        let mut offset = 0;
        let mut next = ty.clone();
        for (record, number) in self.way(ty, &name, place)? {
            let Some(member) = self.member(record, number) else { return Err(Reported) };
            if member.bits.is_some() {
                return Err(self.mistake(place, format!("The bit-field `{name}` has no offset in bytes.")));
            }
            offset += member.offset;
            next = member.ty.clone();
        }
        Ok((offset, next))
    }

    fn offset_of_element(&mut self, ty: &Type, start: Place) -> Parsed<(ExprId, Type)> {
        let index = self.expression_value()?;
        let (Kind::Array(element, _), Some(size)) = (&ty.kind, ty.target().and_then(|it| self.unit.size_of(it))) else {
            return Err(self.mistake(self.place_of(index), "An index needs an array before it."));
        };
        let element = Type::clone(element);
        let size_type = self.size_type();
        let index = self.convert(index, size_type.clone());
        let size = self.integer(i128::from(size), size_type.clone(), start);
        Ok((self.expr(ExprKind::Binary(Binary::Multiply, index, size), size_type, start), element))
    }
}
