//! Initialisers: the values of the parts of an object.

use std::rc::Rc;

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use smol_str::SmolStr;

use super::{Lower, Lowered, Place};
use crate::ast::{Designator, Expr, ExprKind, Initial, Item, Type};
use crate::graph::Op;
use crate::value::{Value, ValueKind};

/// Values of parts of an object, in the order in which they are given.
type Parts = Vec<(Place, Value)>;

impl<'a> Lower<'a> {
    /// Gives an object its value at the start of the program: constants at once, other values by assignments.
    pub(super) fn start_with(&mut self, place: &Place, initial: &'a Initial, span: Span) -> Lowered<()> {
        for (target, value) in self.initial_values(place, initial, span)? {
            if matches!(value.kind, ValueKind::Whole(_)) {
                self.assign(&target, &value, span)?;
                continue;
            }
            let Some((_, leaves)) = target.alternatives.first().cloned() else { continue };
            let target = self.holding(&target, &value);
            match self.integer(&value, &target.ty, span)? {
                Term::Number(number) => {
                    if let Some(leaf) = leaves.first().and_then(|name| self.leaves.get_mut(name)) {
                        leaf.initial = number;
                    }
                }
                other => self.step(Op::Assign(vec![(leaves[0].clone(), other)]), false),
            }
        }
        Ok(())
    }

    /// Assigns the values of an initialiser; parts that it does not name are 0.
    pub(super) fn initialise(&mut self, place: &Place, initial: &'a Initial, span: Span) -> Lowered<()> {
        if matches!(initial, Initial::List(..)) {
            for (_, leaves) in place.alternatives.clone() {
                let zeros = leaves.iter().map(|leaf| (leaf.clone(), Term::Number(0))).collect();
                self.step(Op::Assign(zeros), false);
            }
        }
        for (target, value) in self.initial_values(place, initial, span)? {
            self.assign(&target, &value, span)?;
        }
        Ok(())
    }

    /// The object of `(type) { .. }`, a new one wherever that is evaluated.
    pub(super) fn literal(&mut self, ty: &Type, initial: &'a Initial, span: Span) -> Lowered<Place> {
        let ty = &self.resolved(ty, span)?;
        let place = self.object("literal", ty, false, span)?;
        self.initialise(&place, initial, span)?;
        Ok(place)
    }

    /// The parts of an object that an initialiser names, with their values.
    fn initial_values(&mut self, place: &Place, initial: &'a Initial, span: Span) -> Lowered<Parts> {
        match (initial, &place.ty) {
            (Initial::Value(value), ty) if is_prepared(ty) => match self.rvalue(value)?.kind {
                ValueKind::Number(..) => Ok(Vec::new()),
                _ => self.unsupported(span, "this initialiser"),
            },
            (Initial::List(items), ty) if is_prepared(ty) => match items.iter().find(|it| has_kind(&it.value)) {
                Some(item) if *ty == Type::Mutex => {
                    self.unsupported(item.span, "a mutex that is not `PTHREAD_MUTEX_NORMAL`")
                }
                _ => Ok(Vec::new()),
            },
            (Initial::Value(value), Type::Array(..)) => match self.characters(place, value) {
                Some(found) => Ok(found),
                None => self.unsupported(span, "this initialiser"),
            },
            (
                Initial::Value(value),
                Type::Integer { .. } | Type::BitField(..) | Type::Handle | Type::Pointer(_) | Type::Struct(_),
            ) => Ok(vec![(place.clone(), self.rvalue(value)?)]),
            (Initial::List(items), Type::Integer { .. } | Type::BitField(..) | Type::Handle | Type::Pointer(_)) => {
                match items.as_slice() {
                    [only] if only.part.is_empty() => self.initial_values(place, &only.value, span),
                    [] => Ok(Vec::new()),
                    _ => self.unsupported(span, "this initialiser"),
                }
            }
            (Initial::List(items), Type::Array(..) | Type::Struct(_)) => match items.as_slice() {
                [Item { part, value: Initial::Value(text), .. }] if part.is_empty() => {
                    match self.characters(place, text) {
                        Some(found) => Ok(found),
                        None => self.listed(place, items),
                    }
                }
                _ => self.listed(place, items),
            },
            _ => self.unsupported(span, "this initialiser"),
        }
    }

    /// The characters of an array that a text gives; none if the value is no such text.
    fn characters(&mut self, place: &Place, value: &Expr) -> Option<Parts> {
        let (ExprKind::Text(Some(bytes)), Type::Array(element, size)) = (&value.kind, &place.ty) else { return None };
        if !matches!(**element, Type::Integer { bits: 8, .. }) || bytes.len() > *size as usize {
            return None;
        }
        let characters = super::texts::characters(bytes).chain(std::iter::repeat(0));
        let value = |it| Value::number(i128::from(it), (**element).clone());
        Some(self.parts(place).into_iter().zip(characters.map(value)).collect())
    }

    /// The values in the braces of an array or a structure. Braces of parts may be left out: their values then are the next
    /// ones of the list.
    fn listed(&mut self, place: &Place, items: &'a [Item]) -> Lowered<Parts> {
        let (mut found, parts) = (Vec::new(), self.parts(place));
        let (mut next, mut rest) = (0, items);
        let mut given = vec![false; parts.len()];
        while let [item, after @ ..] = rest {
            let (first, last) = match item.part.first() {
                Some(designator) => self.designated(place, designator, item.span)?,
                None => (next, next),
            };
            if last >= parts.len() || first > last {
                return self.unsupported(item.span, "this initialiser");
            }
            if matches!(item.value, Initial::List(_)) && item.part.len() == 1 && given[first..=last].contains(&true) {
                return self.unsupported(item.span, "an initialiser that gives a part two values");
            }
            given[first..=last].fill(true);
            self.uses(&place.ty, last, item.span)?;
            let inside = self.names_inside(place, &item.part);
            if inside.is_empty() {
                let values = self.next_values(&parts[first], &mut rest)?;
                for part in &parts[first + 1..=last] {
                    found.extend(
                        values.iter().map(|(target, value)| (moved(target, &parts[first], part), value.clone())),
                    );
                }
                found.extend(values);
            } else {
                if after.first().is_some_and(|it| it.part.is_empty()) {
                    return self.unsupported(after[0].span, "an initialiser of the part after one inside of another");
                }
                for part in &parts[first..=last] {
                    let inner = self.inside(part, inside, item.span)?;
                    found.extend(self.initial_values(&inner, &item.value, item.span)?);
                }
                rest = after;
            }
            next = last + 1;
        }
        Ok(found)
    }

    /// The value of the next part: the first item, or as many as it has parts itself.
    fn next_values(&mut self, part: &Place, items: &mut &'a [Item]) -> Lowered<Parts> {
        let [item, after @ ..] = *items else { return Ok(Vec::new()) };
        let Initial::Value(value) = &item.value else {
            *items = after;
            return self.initial_values(part, &item.value, item.span);
        };
        let is_whole = match &part.ty {
            Type::Struct(_) => self.type_of(value).as_ref() == Some(&part.ty),
            Type::Array(..) => self.characters(part, value).is_some(),
            _ => true,
        };
        if is_whole {
            *items = after;
            return self.initial_values(part, &item.value, item.span);
        }
        let mut found = Vec::new();
        // The first member of a union only.
        let is_union = matches!(part.ty, Type::Struct(index) if self.unit.structs[index].is_union);
        let parts = self.parts(part);
        for (index, inner) in parts[..if is_union { 1 } else { parts.len() }].iter().enumerate() {
            self.uses(&part.ty, index, item.span)?;
            if index > 0 && items.first().is_none_or(|it| !it.part.is_empty()) {
                break;
            }
            found.extend(self.next_values(inner, items)?);
        }
        Ok(found)
    }

    /// The first and the last index of the parts that are named.
    fn designated(&mut self, place: &Place, designator: &Designator, span: Span) -> Lowered<(usize, usize)> {
        match (designator, &place.ty) {
            (Designator::Field(field), Type::Struct(_)) => match self.path(&place.ty, field).as_deref() {
                Some([index, ..]) => Ok((*index, *index)),
                _ => self.refuse(span, format!("There is no field `{field}`.")),
            },
            (Designator::Elements(first, last), Type::Array(..)) => Ok((*first as usize, *last as usize)),
            _ => self.unsupported(span, "this initialiser"),
        }
    }

    /// The names that say which part of the first named one is meant: the same ones if that is an unnamed member.
    fn names_inside<'d>(&self, place: &Place, names: &'d [Designator]) -> &'d [Designator] {
        match names {
            [Designator::Field(field), ..] if self.path(&place.ty, field).is_some_and(|path| path.len() > 1) => names,
            [_, inside @ ..] => inside,
            [] => names,
        }
    }

    /// The part that is named within a part.
    fn inside(&mut self, place: &Place, names: &[Designator], span: Span) -> Lowered<Place> {
        let (mut place, mut names) = (place.clone(), names);
        while let Some(name) = names.first() {
            let (first, last) = self.designated(&place, name, span)?;
            self.uses(&place.ty, last, span)?;
            names = self.names_inside(&place, names);
            place = match self.parts(&place).get(first) {
                Some(part) if first == last => part.clone(),
                _ => return self.unsupported(span, "this initialiser"),
            };
        }
        Ok(place)
    }
}

/// Returns `true` for objects that only functions of threads change, which are ready to use from the start.
fn is_prepared(ty: &Type) -> bool {
    matches!(ty, Type::Mutex | Type::Condition | Type::ReadWriteLock)
}

/// Returns `true` if an initialiser of a mutex, as a header of the system gives it, has another value than 0 in it: its kind.
fn has_kind(initial: &Initial) -> bool {
    match initial {
        Initial::Value(Expr { kind: ExprKind::Number(value, _), .. }) => *value != 0,
        Initial::Value(Expr { kind: ExprKind::Name(name), .. }) => {
            !["PTHREAD_MUTEX_TIMED_NP", "PTHREAD_MUTEX_NORMAL", "PTHREAD_MUTEX_DEFAULT", "NULL"]
                .contains(&name.as_str())
        }
        // A null pointer.
        Initial::Value(Expr { kind: ExprKind::Cast(Type::Pointer(_), inner), .. }) => {
            !matches!(inner.kind, ExprKind::Number(0, _))
        }
        Initial::Value(_) => true,
        Initial::List(items) => items.iter().any(|it| has_kind(&it.value)),
    }
}

/// A place within an object, as the same one within another object of the type.
fn moved(place: &Place, from: &Place, to: &Place) -> Place {
    let offset = match (place.alternatives.first(), from.alternatives.first()) {
        (Some((_, part)), Some((_, whole))) => part.first().and_then(|leaf| whole.iter().position(|it| it == leaf)),
        _ => None,
    };
    let length = place.alternatives.first().map_or(0, |(_, leaves)| leaves.len());
    let cut = |(condition, leaves): &(Term, Rc<[SmolStr]>)| {
        let from = offset.unwrap_or(0).min(leaves.len());
        (condition.clone(), Rc::from(&leaves[from..(from + length).min(leaves.len())]))
    };
    Place { alternatives: to.alternatives.iter().map(cut).collect(), ty: place.ty.clone() }
}
