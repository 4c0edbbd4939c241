//! The parts of objects: their paths, and how they lie in memory.

use boolprog_c_syntax::tree::Unit;
use boolprog_c_syntax::types::{Bits, Kind, Length, Record, Type};
use boolprog_machine::value::{Scalar, Shape};

/// This number of parts of an object are listed at once; of more, only those that are accessed one by one.
pub(super) const MOST_PARTS: usize = 64;

/// A scalar part of an object.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Part {
    /// The text after the name of the object: `.items[2]`.
    pub(super) path: String,
    pub(super) offset: u64,
    pub(super) shape: Shape,
    pub(super) ty: Type,
}

/// The scalar part of an object of a type in which an access lies. `None` if there is none, or if it belongs to the inside of a type of
/// the library.
pub(super) fn part(unit: &Unit, ty: &Type, offset: u64, shape: Shape) -> Option<Part> {
    let (mut path, mut base, mut ty, mut bits) = (String::new(), 0, ty, None);
    loop {
        match &ty.kind {
            Kind::Record(id) => {
                let record = visible(unit, &unit[*id])?;
                let member = record.layout.as_ref()?.members.iter().filter(|member| {
                    let holds = member.offset <= offset - base
                        && offset - base < member.offset.saturating_add(extent(unit, &member.ty).max(1));
                    holds && (member.bits.is_none() || member.bits == bits_of(shape))
                });
                let member =
                    member.max_by_key(|member| scalar(unit, &member.ty).is_some_and(|it| it.size() == shape.size()))?;
                if let Some(name) = &member.name {
                    path.push('.');
                    path.push_str(name);
                }
                (base, ty, bits) = (base + member.offset, &member.ty, member.bits);
            }
            Kind::Array(element, length) => {
                let size = unit.size_of(element)?;
                let index = (offset - base).checked_div(size)?;
                if matches!(length, Length::Known(count @ 1..) if index >= *count) {
                    return None;
                }
                path = format!("{path}[{index}]");
                (base, ty) = (base + index * size, element);
            }
            _ => {
                let scalar = scalar(unit, ty)?;
                let shape = bits.map_or(Shape::Scalar(scalar), |bits| Shape::Bits(scalar, bits));
                return Some(Part { path, offset: base, shape, ty: ty.clone() });
            }
        }
    }
}

/// The scalar parts of an object of a type that lie in a range of bytes; none if there are too many.
pub(super) fn parts(unit: &Unit, ty: &Type, from: u64, to: u64) -> Vec<Part> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), 0, ty.clone(), None)];
    while let Some((path, base, ty, bits)) = open.pop() {
        if base >= to || base.saturating_add(extent(unit, &ty)) <= from {
            continue;
        }
        match &ty.kind {
            Kind::Record(id) => {
                let members =
                    visible(unit, &unit[*id]).and_then(|record| record.layout.as_ref()).map(|layout| &layout.members);
                for member in members.into_iter().flatten().rev() {
                    let name = member.name.as_ref().map_or_else(String::new, |name| format!(".{name}"));
                    open.push((path.clone() + &name, base + member.offset, member.ty.clone(), member.bits));
                }
            }
            Kind::Array(element, length @ (Length::Known(_) | Length::Unknown)) => {
                let size = unit.size_of(element).unwrap_or(0).max(1);
                let count = if let Length::Known(count @ 1..) = length { *count } else { u64::MAX };
                let (first, last) = (from.saturating_sub(base) / size, (to - base).div_ceil(size).min(count));
                if last.saturating_sub(first) > MOST_PARTS as u64 {
                    return Vec::new();
                }
                for index in (first..last).rev() {
                    open.push((format!("{path}[{index}]"), base + index * size, Type::clone(element), None));
                }
            }
            _ => {
                let Some(scalar) = scalar(unit, &ty) else { continue };
                let shape = bits.map_or(Shape::Scalar(scalar), |bits| Shape::Bits(scalar, bits));
                found.push(Part { path, offset: base, shape, ty });
            }
        }
        if found.len() > MOST_PARTS {
            return Vec::new();
        }
    }
    found
}

/// The path of what lies at an offset and has a type, or the scalar there: `.items[2]`, `.next`. Without a type, the outermost.
pub(super) fn path(unit: &Unit, ty: &Type, offset: u64, wanted: Option<&Type>) -> Option<String> {
    path_to(unit, ty, offset, |ty| wanted.is_none_or(|wanted| wanted.kind == ty.kind))
}

/// The path of the innermost part at an offset that a person sees: a scalar, or a structure of the library.
pub(super) fn innermost(unit: &Unit, ty: &Type, offset: u64) -> Option<String> {
    path_to(unit, ty, offset, |ty| match &ty.kind {
        Kind::Record(id) => !is_visible(unit, &unit[*id]),
        Kind::Array(..) => false,
        _ => true,
    })
}

/// The path of the outermost part at an offset that is meant, or the scalar there.
fn path_to(unit: &Unit, ty: &Type, offset: u64, is_meant: impl Fn(&Type) -> bool) -> Option<String> {
    let (mut path, mut base, mut ty) = (String::new(), 0, ty);
    loop {
        if base == offset && is_meant(ty) {
            return Some(path);
        }
        match &ty.kind {
            Kind::Record(id) => {
                let record = visible(unit, &unit[*id])?;
                let members = &record.layout.as_ref()?.members;
                let member = members.iter().rfind(|member| member.offset <= offset - base && member.bits.is_none())?;
                if let Some(name) = &member.name {
                    path.push('.');
                    path.push_str(name);
                }
                (base, ty) = (base + member.offset, &member.ty);
            }
            Kind::Array(element, _) => {
                let size = unit.size_of(element).filter(|size| *size > 0)?;
                let index = (offset - base) / size;
                path = format!("{path}[{index}]");
                (base, ty) = (base + index * size, element);
            }
            _ => return (base == offset).then_some(path),
        }
    }
}

/// The offset of a path in an object of a type: the inverse of [`path`].
pub(super) fn offset(unit: &Unit, ty: &Type, path: &str) -> Option<u64> {
    let (mut ty, mut rest, mut offset) = (ty.clone(), path, 0);
    while !rest.is_empty() {
        let end = rest[1..].find(['.', '[']).map_or(rest.len(), |at| at + 1);
        let (part, after) = rest.split_at(end);
        (offset, ty) = match (&ty.kind, part.strip_prefix('.')) {
            (Kind::Record(id), Some(name)) => {
                let (within, member) = member(unit, &unit[*id], name)?;
                (offset + within, member)
            }
            (Kind::Array(element, _), None) => {
                let index: u64 = part.strip_prefix('[')?.strip_suffix(']')?.parse().ok()?;
                (offset + index.checked_mul(unit.size_of(element)?)?, Type::clone(element))
            }
            _ => return None,
        };
        rest = after;
    }
    Some(offset)
}

/// The offset and type of the member with a name, also of one in members without names.
fn member(unit: &Unit, record: &Record, name: &str) -> Option<(u64, Type)> {
    record.layout.as_ref()?.members.iter().find_map(|member| match (&member.name, &member.ty.kind) {
        (Some(known), _) => (known == name).then(|| (member.offset, member.ty.clone())),
        (None, Kind::Record(id)) => {
            let (offset, ty) = self::member(unit, &unit[*id], name)?;
            Some((member.offset + offset, ty))
        }
        (None, _) => None,
    })
}

/// A structure whose members a person sees: those of the library are hidden.
fn visible<'u>(unit: &Unit, record: &'u Record) -> Option<&'u Record> {
    is_visible(unit, record).then_some(record)
}

/// Returns `true` for a structure that the program declares itself.
pub(super) fn is_visible(unit: &Unit, record: &Record) -> bool {
    unit.sources.files.get(record.place.file.0 as usize).is_some_and(|file| !file.is_built_in)
}

/// Returns `true` for an array that has as many elements as there is room: of no length, or of length 0.
fn is_open(ty: &Type) -> bool {
    matches!(ty.kind, Kind::Array(_, Length::Unknown | Length::Known(0)))
}

/// Returns `true` for a structure that ends with an array of as many elements as there is room (C11 6.7.2.1p18).
pub(super) fn is_flexible(unit: &Unit, ty: &Type) -> bool {
    let Kind::Record(id) = ty.kind else { return false };
    let last = unit[id].layout.as_ref().and_then(|layout| layout.members.last());
    last.is_some_and(|member| is_open(&member.ty))
}

/// Number of bytes that an object of a type may have.
fn extent(unit: &Unit, ty: &Type) -> u64 {
    if is_open(ty) || is_flexible(unit, ty) { u64::MAX } else { unit.size_of(ty).unwrap_or(u64::MAX) }
}

fn bits_of(shape: Shape) -> Option<Bits> {
    match shape {
        Shape::Bits(_, bits) => Some(bits),
        Shape::Scalar(_) | Shape::Bytes(_) => None,
    }
}

/// The scalar type that a type is, if a person sees its values.
fn scalar(unit: &Unit, ty: &Type) -> Option<Scalar> {
    Scalar::of(unit, ty).filter(|scalar| !matches!(scalar, Scalar::Arguments { .. }))
}
