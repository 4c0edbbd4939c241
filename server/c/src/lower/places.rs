//! Places: what can be assigned, and where it is.

use std::collections::BTreeSet;
use std::rc::Rc;

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use boolprog_integer::Comparison;
use smol_str::SmolStr;

use super::objects::Slot;
use super::{Binding, Check, Lower, Lowered, Refused};
use crate::ast::{Binary, Expr, ExprKind, Type};
use crate::graph::Op;
use crate::term;
use crate::value::{Place, Value, ValueKind};

impl<'a> Lower<'a> {
    /// The number of variables of an object of a type.
    pub(super) fn width(&self, ty: &Type) -> usize {
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

    /// The place that an expression denotes.
    pub(super) fn place(&mut self, expr: &'a Expr) -> Lowered<Place> {
        match &expr.kind {
            ExprKind::Name(name) => match self.lookup(name) {
                Some(Binding::Object { place, .. }) => Ok(place),
                Some(Binding::Value(_)) => self.unsupported(expr.span, "this use of a parameter"),
                Some(Binding::Given) => self.unsupported(expr.span, "the arguments of the program"),
                Some(Binding::Refused(why)) => self.refuse_again(why, expr.span),
                None => self.undeclared(name, expr.span),
            },
            ExprKind::Member(inner, field) => {
                let object = self.place(inner)?;
                self.member(object, field, expr.span)
            }
            ExprKind::Index(array, index) => self.element(array, index, expr.span),
            ExprKind::Deref(pointer) => {
                if let ExprKind::Binary(Binary::Add, array, index) = &pointer.kind
                    && matches!(self.type_of(array), Some(Type::Array(..) | Type::Pointer(_)))
                {
                    return self.element(array, index, expr.span);
                }
                let pointer_value = self.rvalue(pointer)?;
                self.pointed(&pointer_value, expr.span)
            }
            ExprKind::Cast(_, inner) => self.place(inner),
            ExprKind::Compound(ty, initial) => self.literal(ty, initial, expr.span),
            ExprKind::Comma(left, right) => {
                self.rvalue(left)?;
                self.place(right)
            }
            _ => self.unsupported(expr.span, "an assignment to this"),
        }
    }

    /// What a pointer points to; it has to be one of the objects whose address is taken.
    pub(super) fn pointed(&mut self, pointer: &Value, span: Span) -> Lowered<Place> {
        let Type::Pointer(ty) = pointer.ty.clone() else {
            return self.unsupported(span, "`*` of something that is no pointer");
        };
        let pointer = &self.addressed(pointer)?;
        match &pointer.kind {
            ValueKind::Address(place) => match &place.ty {
                Type::Array(element, _) if *element == ty => Ok(self.part_of(place, 0, &ty)),
                object if *object == *ty || is_any_pointer(&ty, pointer) => Ok(place.clone()),
                _ => self.unsupported(span, "a pointer to one type as a pointer to another"),
            },
            ValueKind::Number(number, ..) => {
                self.is_of_its_type(number, &ty, span);
                let mut alternatives = Vec::new();
                for taken in self.taken.values() {
                    if let (Some(object), true) = (taken.object(), *taken.ty() == *ty) {
                        let is_it = term::compare(Comparison::Equal, number.clone(), Term::Number(taken.number));
                        alternatives.push((is_it, object));
                    } else if !ty.is_hidden()
                        && !matches!(
                            *ty,
                            Type::Integer { .. } | Type::Handle | Type::Struct(_) | Type::Pointer(_) | Type::Array(..)
                        )
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
        // What another thread makes that is lowered later is known here since its address is taken.
        let shared = |name: &SmolStr| self.leaves.get(name).is_none_or(|leaf| leaf.shared);
        place.alternatives.iter().any(|(_, leaves)| leaves.iter().any(shared))
    }

    /// Returns `true` if every access to a place is atomic.
    pub(super) fn is_atomic(&self, place: &Place) -> bool {
        place.alternatives.iter().all(|(_, leaves)| leaves.iter().all(|name| self.is_atomic_leaf(name)))
    }

    pub(super) fn is_atomic_leaf(&self, name: &SmolStr) -> bool {
        self.leaves.get(name).map_or_else(|| self.atomics.contains(name), |leaf| leaf.atomic)
    }

    /// The variables whose addresses are taken, and of which every access is atomic.
    pub(super) fn taken_atomics(&self) -> BTreeSet<SmolStr> {
        let leaves = self.taken.values().flat_map(|taken| taken.row.leaves.iter());
        leaves.filter(|leaf| self.is_atomic_leaf(leaf)).cloned().collect()
    }

    /// A name that no declaration gives a meaning.
    fn undeclared(&mut self, name: &SmolStr, span: Span) -> Lowered<Place> {
        if let Some(variable) = self.unit.globals.iter().find(|it| it.name == *name) {
            return self.refuse_use(variable, span);
        }
        if name == "errno" {
            let place = self.object(name, &Type::INT, false, span)?;
            self.any(&place, span)?;
            return Ok(place);
        }
        let message = format!("`{name}` is not declared.");
        if self.refused.iter().any(|it| it.message == message) {
            return Err(Refused);
        }
        self.refuse(span, message)
    }

    /// The value at a place.
    pub(super) fn load(&mut self, place: &Place, span: Span) -> Lowered<Value> {
        let place = &self.held(place);
        match &place.ty {
            Type::Array(element, _) => {
                Ok(Value { kind: ValueKind::Address(place.clone()), ty: Type::Pointer(Rc::clone(element)) })
            }
            Type::Struct(_) => Ok(Value { kind: ValueKind::Whole(place.clone()), ty: place.ty.clone() }),
            Type::Integer { .. } | Type::BitField(..) | Type::Handle | Type::Pointer(_) => {
                let Some(value) = chosen(place, 0) else {
                    self.node = None;
                    return Ok(Value::number(0, place.ty.clone().of_value()));
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
        self.store_member(place, &value);
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

    /// Assigns a value to a place where a condition holds.
    pub(super) fn assign_if(&mut self, condition: &Term, place: &Place, value: &Value, span: Span) -> Lowered<()> {
        let place = &self.holding(place, value);
        let value = self.integer(value, &place.ty, span)?;
        let is_only = place.alternatives.len() == 1;
        let both = |when: &Term| if is_only { condition.clone() } else { term::and(when.clone(), condition.clone()) };
        let alternatives = place.alternatives.iter().map(|(when, leaves)| (both(when), Rc::clone(leaves)));
        let place = &Place { alternatives: alternatives.collect(), ty: place.ty.clone() };
        let one = |(when, leaves): &(Term, Rc<[SmolStr]>)| {
            let name = leaves.first()?.clone();
            Some((name.clone(), term::conditional(when.clone(), value.clone(), Term::Name(name))))
        };
        let assignments = place.alternatives.iter().filter_map(one).collect();
        let shared = self.is_shared(place);
        self.step(Op::Assign(assignments), shared);
        self.touch(place, 0, true);
        Ok(())
    }

    /// A place that stays the same while others are assigned: conditions that depend on these are kept as they are now.
    pub(super) fn fixed(&mut self, place: &Place, assigned: &[&Place]) -> Place {
        let is_assigned =
            |name: &SmolStr| assigned.iter().any(|it| it.alternatives.iter().any(|(_, leaves)| leaves.contains(name)));
        let mut alternatives = place.alternatives.clone();
        for (when, _) in alternatives.iter_mut().filter(|(when, _)| term::mentions(when, &is_assigned)) {
            let kept = self.temporary(term::number_of(when.clone()), &Type::BOOL, false);
            *when = term::compare(Comparison::Equal, Term::Name(kept), Term::Number(1));
        }
        Place { alternatives, ty: place.ty.clone() }
    }

    /// The value at a place, which stays the same when the place is assigned.
    pub(super) fn load_kept(&mut self, place: &Place, span: Span) -> Lowered<Value> {
        let mut value = self.load(place, span)?;
        if let ValueKind::Number(number @ Term::Name(_), ..) = &mut value.kind
            && !self.is_shared(place)
        {
            *number = Term::Name(self.temporary(number.clone(), &place.ty, false));
        }
        Ok(value)
    }

    /// Copies an object, variable by variable.
    pub(super) fn copy(&mut self, to: &Place, from: &Place, span: Span) -> Lowered<()> {
        if to.ty != from.ty {
            return self.unsupported(span, "an assignment between different types");
        }
        let (from, to) = (&self.fixed(from, &[to]), &self.fixed(to, &[to]));
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
        if let (Type::Handle, _) | (_, Type::Handle) = (&value.ty, ty) {
            return self.handle(value, ty, span);
        }
        match (&value.kind, ty) {
            (_, Type::BitField(of, bits)) => self.bits(value, of, *bits, span),
            (ValueKind::Address(place), _) => {
                if matches!(ty, Type::Integer { bits: 1, .. }) {
                    return Ok(Term::Number(1));
                }
                if matches!(ty, Type::Integer { .. }) {
                    return self.unsupported(span, "a pointer as an integer");
                }
                if matches!(ty, Type::Pointer(to) if !is_of_type(place, to) && !is_any_pointer(to, value)) {
                    return self.unsupported(span, "a pointer to one type as a pointer to another");
                }
                let place = place.clone();
                if let (Type::Pointer(from), Type::Pointer(to)) = (&value.ty, ty) {
                    self.recast(from, to);
                    self.recast(&place.ty, to);
                }
                self.number_of_any(&place, span)
            }
            (ValueKind::Number(number, ..), Type::Pointer(to)) => {
                if let Type::Pointer(from) = &value.ty {
                    self.recast(from, to);
                }
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
}

/// Returns `true` if a pointer to a type can point to an object.
pub(super) fn is_of_type(place: &Place, to: &Type) -> bool {
    match &place.ty {
        Type::Array(element, _) => **element == *to || place.ty == *to,
        object => *object == *to,
    }
}

/// Returns `true` for an address as one of `void`, or for the address of a pointer or of an integer as large, as one of
/// `void *`: what is stored there is converted, as it would be when it is read.
pub(super) fn is_any_pointer(to: &Type, value: &Value) -> bool {
    let is_as_large = |ty: &Type| matches!(ty, Type::Pointer(_) | Type::Integer { bits: 32, .. });
    let ValueKind::Address(place) = &value.kind else { return false };
    *to == Type::Void || (*to == Type::Void.pointer() && is_as_large(&place.ty))
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
pub(super) fn known(mut alternatives: Vec<(Term, Rc<[SmolStr]>)>, ty: &Type) -> Place {
    if let [(condition, _)] = alternatives.as_mut_slice() {
        *condition = Term::Truth(true);
    }
    Place { alternatives, ty: ty.clone() }
}
