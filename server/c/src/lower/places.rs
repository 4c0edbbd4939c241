//! Places: what can be assigned, and where it is.

use std::rc::Rc;

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use boolprog_integer::Comparison;
use smol_str::SmolStr;

use super::objects::Slot;
use super::{Binding, Check, Lower, Lowered, Taken};
use crate::ast::{Binary, Expr, ExprKind, Type};
use crate::graph::Op;
use crate::term;
use crate::value::{Place, Value, ValueKind};

/// The most objects of which the address of one is taken by one expression.
const MAX_ADDRESSES: usize = 64;

impl<'a> Lower<'a> {
    /// The number of variables of an object of a type.
    fn width(&self, ty: &Type) -> usize {
        ty.width(&self.unit.structs).unwrap_or(0)
    }

    /// A part of a place, by the number of variables before it.
    fn part_of(&self, place: &Place, offset: usize, ty: &Type) -> Place {
        let width = self.width(ty);
        let cut = |(condition, leaves): &(Term, Rc<[SmolStr]>)| {
            let end = offset.saturating_add(width).min(leaves.len());
            (condition.clone(), Rc::from(&leaves[offset.min(end)..end]))
        };
        Place { alternatives: place.alternatives.iter().map(cut).collect(), ty: ty.clone() }
    }

    /// The variable with this number of an object that only functions of threads access.
    pub(super) fn hidden(&self, place: &Place, index: usize) -> Place {
        self.part_of(place, index, &Type::INT)
    }

    /// The elements or fields of an object.
    pub(super) fn parts(&self, place: &Place) -> Vec<Place> {
        match &place.ty {
            Type::Array(element, size) => {
                let width = self.width(element);
                (0..*size as usize).map(|index| self.part_of(place, index * width, element)).collect()
            }
            Type::Struct(index) => {
                let mut offset = 0;
                let fields = self.unit.structs[*index].fields.iter().map(|(_, ty)| {
                    let part = self.part_of(place, offset, &ty.plain());
                    offset += self.width(ty);
                    part
                });
                fields.collect()
            }
            _ => vec![place.clone()],
        }
    }

    pub(super) fn field_index(&self, place: &Place, field: &SmolStr) -> Option<usize> {
        let Type::Struct(index) = place.ty else { return None };
        self.unit.structs[index].fields.iter().position(|(name, _)| name == field)
    }

    /// The place that an expression denotes.
    pub(super) fn place(&mut self, expr: &'a Expr) -> Lowered<Place> {
        match &expr.kind {
            ExprKind::Name(name) => match self.lookup(name) {
                Some(Binding::Object { place, .. }) => Ok(place),
                Some(Binding::Value(_)) => self.unsupported(expr.span, "this use of a parameter"),
                None => match self.unit.globals.iter().find(|it| it.name == *name) {
                    Some(variable) => self.refuse_use(variable, expr.span),
                    None => self.refuse(expr.span, format!("`{name}` is not declared.")),
                },
            },
            ExprKind::Member(inner, field) => {
                let object = self.place(inner)?;
                match self.field_index(&object, field) {
                    Some(index) => Ok(self.parts(&object).swap_remove(index)),
                    None => match object.ty {
                        Type::Other(what) => self.unsupported(expr.span, what),
                        _ => self.refuse(expr.span, format!("There is no field `{field}`.")),
                    },
                }
            }
            ExprKind::Index(array, index) => {
                let place = self.element_and_after(array, index, false, expr.span)?;
                Ok(self.part_of(&place, 0, &place.ty))
            }
            ExprKind::Deref(pointer) => {
                if let ExprKind::Binary(Binary::Add, array, index) = &pointer.kind
                    && matches!(self.type_of(array), Some(Type::Array(..) | Type::Pointer(_)))
                {
                    let place = self.element_and_after(array, index, false, expr.span)?;
                    return Ok(self.part_of(&place, 0, &place.ty));
                }
                let pointer_value = self.rvalue(pointer)?;
                self.pointed(&pointer_value, expr.span)
            }
            ExprKind::Cast(_, inner) => self.place(inner),
            ExprKind::Comma(left, right) => {
                self.rvalue(left)?;
                self.place(right)
            }
            _ => self.unsupported(expr.span, "an assignment to this"),
        }
    }

    /// An element, and those of its array after it, which a pointer to it can reach.
    ///
    /// With a variable index, those after it only if they are asked for.
    pub(super) fn element_and_after(
        &mut self,
        array: &'a Expr,
        index: &'a Expr,
        after: bool,
        span: Span,
    ) -> Lowered<Place> {
        let array = self.rvalue(array)?;
        let array = self.addressed(&array)?;
        let index = self.rvalue(index)?;
        match &array.kind {
            ValueKind::Address(place) if matches!(place.ty, Type::Array(..)) => {
                self.element(place, &index, after, span)
            }
            ValueKind::Address(place) => self.element(&self.rest_of(place), &index, after, span),
            _ => self.indexed(&array, &index, span),
        }
    }

    /// The element with an index, which has to be one of the array. With those after it if the index is constant, or if they
    /// are asked for.
    fn element(&mut self, array: &Place, index: &Value, after: bool, span: Span) -> Lowered<Place> {
        let Type::Array(element, size) = &array.ty else { return self.unsupported(span, "this index") };
        let settled = self.integers.settle(index);
        let (index, low, high) = self.computed(settled, span)?;
        let size = i64::from(*size);
        if low < 0 {
            let inside = term::compare(Comparison::GreaterOrEqual, index.clone(), Term::Number(0));
            self.require(inside, Check::Index, span);
        }
        if high >= i128::from(size) {
            let inside = term::compare(Comparison::Less, index.clone(), Term::Number(size));
            self.require(inside, Check::Index, span);
        }
        let ty = (**element).clone();
        if let Term::Number(index) = index {
            // Outside of the array control does not go on.
            let from = usize::try_from(index).ok().filter(|_| (0..size).contains(&index));
            let alternatives = from.map(|index| from_leaf(array, index * self.width(element))).unwrap_or_default();
            return Ok(Place { alternatives, ty });
        }
        let mut alternatives = Vec::new();
        let all_after = |number| Place { alternatives: from_leaf(array, number * self.width(element)), ty: ty.clone() };
        let parts = if after { (0..self.parts(array).len()).map(all_after).collect() } else { self.parts(array) };
        for (number, part) in parts.into_iter().enumerate() {
            let is_it = term::compare(Comparison::Equal, index.clone(), Term::Number(i64::from(number as u32)));
            for (condition, leaves) in part.alternatives {
                alternatives.push((term::and(condition, is_it.clone()), leaves));
            }
        }
        Ok(Place { alternatives, ty })
    }

    /// `array + index`, an element of a known array.
    pub(super) fn offset(&mut self, array: &Value, index: &Value, span: Span) -> Lowered<Value> {
        let known = match (&array.kind, &index.kind) {
            (ValueKind::Address(place), ValueKind::Number(Term::Number(index), ..)) => match &place.ty {
                Type::Array(..) => Some((place.clone(), *index)),
                _ => Some((self.rest_of(place), *index)),
            },
            _ => None,
        };
        let Some((Place { ty: Type::Array(element, size), alternatives }, index)) = known else {
            return self.unsupported(span, "pointer arithmetic; use an index");
        };
        // The address after the last element is one, but no object.
        let Some(index) = usize::try_from(index).ok().filter(|index| *index < size as usize) else {
            return self.unsupported(span, "pointer arithmetic; use an index");
        };
        let ty = (*element).clone();
        let alternatives = from_leaf(&Place { alternatives, ty: ty.clone() }, index * self.width(&ty));
        let place = Place { alternatives, ty: ty.clone() };
        Ok(Value { kind: ValueKind::Address(place), ty: ty.pointer() })
    }

    /// An object, with the elements of its array after it, as an array.
    pub(super) fn rest_of(&self, place: &Place) -> Place {
        let leaves = place.alternatives.iter().map(|(_, leaves)| leaves.len()).min().unwrap_or(0);
        let length = leaves / self.width(&place.ty).max(1);
        Place { alternatives: place.alternatives.clone(), ty: Type::Array(Rc::new(place.ty.clone()), length as u32) }
    }

    /// The element with an index of the array that a pointer in a variable points into.
    fn indexed(&mut self, pointer: &Value, index: &Value, span: Span) -> Lowered<Place> {
        let (ValueKind::Number(number, ..), Type::Pointer(ty)) = (&pointer.kind, pointer.ty.clone()) else {
            return self.unsupported(span, "an index into a pointer that is no known array");
        };
        let settled = self.integers.settle(index);
        let (index, low, high) = self.computed(settled, span)?;
        let width = self.width(&ty).max(1);
        let mut alternatives = Vec::new();
        for Taken { number: other, leaves, .. } in self.taken.values().filter(|taken| taken.ty == *ty) {
            let is_it = term::compare(Comparison::Equal, number.clone(), Term::Number(*other));
            for (at, part) in
                leaves.chunks_exact(width).enumerate().filter(|(at, _)| (low..=high).contains(&(*at as i128)))
            {
                let is_there = term::compare(Comparison::Equal, index.clone(), Term::Number(i64::from(at as u32)));
                let part = if low == high { &leaves[at * width..] } else { part };
                alternatives.push((term::and(is_it.clone(), is_there), Rc::from(part)));
            }
        }
        let some = alternatives.iter().fold(Term::Truth(false), |any, (it, _)| term::or(any, it.clone()));
        self.require(some, Check::Index, span);
        Ok(known(alternatives, &ty))
    }

    /// What a pointer points to; it has to be one of the objects whose address is taken.
    pub(super) fn pointed(&mut self, pointer: &Value, span: Span) -> Lowered<Place> {
        let Type::Pointer(ty) = pointer.ty.clone() else {
            return self.unsupported(span, "`*` of something that is no pointer");
        };
        let pointer = &self.addressed(pointer)?;
        match &pointer.kind {
            ValueKind::Address(place) => Ok(match &place.ty {
                Type::Array(element, _) if *element == ty => self.part_of(place, 0, &ty),
                _ => place.clone(),
            }),
            ValueKind::Number(number, ..) => {
                let width = self.width(&ty);
                let mut alternatives = Vec::new();
                for Taken { number: other, leaves, ty: taken } in self.taken.values() {
                    if *taken == *ty && leaves.len() >= width {
                        let is_it = term::compare(Comparison::Equal, number.clone(), Term::Number(*other));
                        alternatives.push((is_it, Rc::from(&leaves[..width])));
                    } else if !ty.is_hidden()
                        && !matches!(*ty, Type::Integer { .. } | Type::Struct(_) | Type::Pointer(_))
                    {
                        return self.unsupported(span, "`*` of a pointer of this type");
                    }
                }
                let some = alternatives.iter().fold(Term::Truth(false), |any, (it, _)| term::or(any, it.clone()));
                self.require(some, Check::Pointer, span);
                Ok(known(alternatives, &ty))
            }
            _ => self.unsupported(span, "`*` of this"),
        }
    }

    pub(super) fn is_shared(&self, place: &Place) -> bool {
        let shared = |name: &SmolStr| self.leaves.get(name).is_some_and(|leaf| leaf.shared);
        place.alternatives.iter().any(|(_, leaves)| leaves.iter().any(shared))
    }

    /// Returns `true` if every access to a place is atomic.
    pub(super) fn is_atomic(&self, place: &Place) -> bool {
        let atomic = |name: &SmolStr| self.leaves.get(name).is_some_and(|leaf| leaf.atomic);
        place.alternatives.iter().all(|(_, leaves)| leaves.iter().all(atomic))
    }

    /// The value at a place.
    pub(super) fn load(&mut self, place: &Place, span: Span) -> Lowered<Value> {
        let place = &self.held(place);
        match &place.ty {
            Type::Array(element, _) => {
                Ok(Value { kind: ValueKind::Address(place.clone()), ty: Type::Pointer(Rc::clone(element)) })
            }
            Type::Struct(_) => Ok(Value { kind: ValueKind::Whole(place.clone()), ty: place.ty.clone() }),
            Type::Integer { .. } | Type::Pointer(_) => {
                let Some(value) = chosen(place, 0) else {
                    self.node = None;
                    return Ok(Value::number(0, place.ty.clone()));
                };
                let shared = self.is_shared(place);
                let is_plain = matches!(value, Term::Name(_)) && !shared;
                let name = match value {
                    Term::Name(name) if is_plain => name,
                    value => {
                        let name = self.temporary(value, &place.ty, shared);
                        self.touch(place, 0, false);
                        name
                    }
                };
                let mut value = self.integers.named(name, place.ty.clone());
                if let (Type::Pointer(_), ValueKind::Number(_, low, high)) = (&place.ty, &mut value.kind) {
                    (*low, *high) = (0, self.taken.len() as i128);
                }
                Ok(value)
            }
            _ => self.unsupported(span, "the value of such an object"),
        }
    }

    /// Assigns a value to a place, converted to its type.
    pub(super) fn assign(&mut self, place: &Place, value: &Value, span: Span) -> Lowered<()> {
        if let ValueKind::Whole(from) = &value.kind {
            return self.copy(place, from, span);
        }
        let place = &self.holding(place, value);
        let value = self.integer(value, &place.ty, span)?;
        self.store(place, 0, &value);
        Ok(())
    }

    pub(super) fn store(&mut self, place: &Place, index: usize, value: &Term) {
        let assignments: Vec<(SmolStr, Term)> = match place.alternatives.as_slice() {
            [] => {
                self.node = None;
                return;
            }
            [(_, only)] => only.get(index).map(|name| (name.clone(), value.clone())).into_iter().collect(),
            several => {
                let one = |(condition, leaves): &(Term, Rc<[SmolStr]>)| {
                    let name = leaves.get(index)?.clone();
                    let kept = term::conditional(condition.clone(), value.clone(), Term::Name(name.clone()));
                    Some((name, kept))
                };
                several.iter().filter_map(one).collect()
            }
        };
        let shared = self.is_shared(place);
        self.step(Op::Assign(assignments), shared);
        self.touch(place, index, true);
    }

    /// Copies a structure, variable by variable.
    fn copy(&mut self, to: &Place, from: &Place, span: Span) -> Lowered<()> {
        if to.ty != from.ty {
            return self.unsupported(span, "an assignment between different types");
        }
        for (index, Slot { ty, .. }) in self.layout("", &to.ty, span)?.into_iter().enumerate() {
            let Some(value) = chosen(from, index) else { continue };
            for leaf in from.alternatives.iter().filter_map(|(_, leaves)| leaves.get(index)) {
                for copy in to.alternatives.iter().filter_map(|(_, leaves)| leaves.get(index)) {
                    self.holds_as(copy, leaf);
                }
            }
            let holds =
                |(_, leaves): &(Term, Rc<[SmolStr]>)| leaves.get(index).is_some_and(|it| self.numbers.contains(it));
            let ty = if from.alternatives.iter().any(holds) { super::numbers::NUMBER } else { ty };
            let shared = self.is_shared(from);
            let name = self.temporary(value, &ty, shared);
            self.touch(from, index, false);
            self.store(to, index, &Term::Name(name));
        }
        Ok(())
    }

    /// A value as one integer of this type.
    pub(super) fn integer(&mut self, value: &Value, ty: &Type, span: Span) -> Lowered<Term> {
        let value = &self.addressed(value)?;
        match (&value.kind, ty) {
            (ValueKind::Address(place), _) => {
                if matches!(ty, Type::Integer { bits: 1, .. }) {
                    return Ok(Term::Number(1));
                }
                if matches!(ty, Type::Integer { .. }) {
                    return self.unsupported(span, "a pointer as an integer");
                }
                let place = place.clone();
                self.number_of_any(&place, span)
            }
            (ValueKind::Number(number, ..), Type::Pointer(_)) => {
                if matches!(value.ty, Type::Integer { .. }) && *number != Term::Number(0) {
                    return self.unsupported(span, "an integer as a pointer");
                }
                Ok(number.clone())
            }
            (ValueKind::Number(number, ..), Type::Integer { bits, .. }) if matches!(value.ty, Type::Pointer(_)) => {
                if *bits != 1 {
                    return self.unsupported(span, "a pointer as an integer");
                }
                let is_some = term::compare(Comparison::NotEqual, number.clone(), Term::Number(0));
                Ok(term::number_of(is_some))
            }
            (ValueKind::Number(..) | ValueKind::Truth(_), Type::Integer { .. }) => {
                let settled = self.integers.convert(value, ty).and_then(|value| self.integers.settle(&value));
                Ok(self.computed(settled, span)?.0)
            }
            (ValueKind::Number(number, ..), _) => Ok(number.clone()),
            (ValueKind::Function(_), Type::Integer { bits: 1, .. }) => Ok(Term::Number(1)),
            (ValueKind::Function(name), Type::Pointer(_)) => Ok(Term::Number(self.number_of_function(name))),
            (ValueKind::Nothing, _) => self.unsupported(span, "the value of a text or of a function without a result"),
            _ => self.unsupported(span, "this value here"),
        }
    }

    /// The number of the address that is meant, of several that are then taken.
    fn number_of_any(&mut self, place: &Place, span: Span) -> Lowered<Term> {
        if place.alternatives.len() > MAX_ADDRESSES {
            return self.unsupported(span, "the address of one of many objects");
        }
        let mut number = None;
        for (condition, leaves) in place.alternatives.iter().rev() {
            let only = Place { alternatives: vec![(Term::Truth(true), Rc::clone(leaves))], ty: place.ty.clone() };
            let this = Term::Number(self.number_of(&only, span)?);
            number = Some(match number {
                None => this,
                Some(others) => term::conditional(condition.clone(), this, others),
            });
        }
        Ok(number.unwrap_or(Term::Number(0)))
    }

    /// The number of an address, which is then taken.
    pub(super) fn number_of(&mut self, place: &Place, span: Span) -> Lowered<i64> {
        let [(_, leaves)] = place.alternatives.as_slice() else {
            return self.unsupported(span, "the address of one of several objects here");
        };
        let Some(first) = leaves.first().cloned() else { return self.unsupported(span, "the address of this") };
        let ty = match &place.ty {
            Type::Array(element, _) => (**element).clone(),
            other => other.clone(),
        };
        let is_own = !self.leaves.get(&first).is_some_and(|leaf| leaf.shared);
        if is_own && !self.runs_once() && !self.is_made_here(&first) {
            let what = "a pointer to a local variable of a function that several threads run; use a global variable";
            return self.unsupported(span, what);
        }
        let number = i64::from(self.taken.len() as u32) + 1;
        let entry = self.taken.entry(first);
        let taken = entry.or_insert_with(|| Taken { number, leaves: Rc::clone(leaves), ty: ty.clone() });
        if taken.ty != ty {
            return self.unsupported(span, "the address of an object and of its first part");
        }
        Ok(taken.number)
    }
}

/// The integer with this index in the object that is meant. None if there is no such object.
pub(super) fn chosen(place: &Place, index: usize) -> Option<Term> {
    let mut alternatives = place.alternatives.iter().rev();
    let last = alternatives.next()?.1.get(index)?;
    let name = |leaves: &Rc<[SmolStr]>| leaves.get(index).cloned().map(Term::Name);
    let mut value = Term::Name(last.clone());
    for (condition, leaves) in alternatives {
        value = term::conditional(condition.clone(), name(leaves)?, value);
    }
    Some(value)
}

/// A place of which one alternative is meant, and it is known which one if there is only one.
fn known(mut alternatives: Vec<(Term, Rc<[SmolStr]>)>, ty: &Type) -> Place {
    if let [(condition, _)] = alternatives.as_mut_slice() {
        *condition = Term::Truth(true);
    }
    Place { alternatives, ty: ty.clone() }
}

/// A place from one of its variables on.
fn from_leaf(place: &Place, from: usize) -> Vec<(Term, Rc<[SmolStr]>)> {
    let rest =
        |(condition, leaves): &(Term, Rc<[SmolStr]>)| (condition.clone(), Rc::from(&leaves[from.min(leaves.len())..]));
    place.alternatives.iter().map(rest).collect()
}
