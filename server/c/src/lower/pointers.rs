//! Addresses and their numbers, and pointers that go through arrays.
//!
//! Where a pointer moves by a number that is not constant, or to the end of its array, the elements of the array have
//! numbers one after the other, and the end has the next one: sums and comparisons of pointers are those of their numbers.

use std::collections::BTreeMap;
use std::rc::Rc;

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use boolprog_integer::{Arithmetic, Comparison};
use smol_str::SmolStr;

use super::rows::{Element, Row, Taken};
use super::{Check, Lower, Lowered, Place};
use crate::ast::{Binary, Expr, ExprKind, Type};
use crate::term;
use crate::value::{Value, ValueKind};

/// The most objects of which the address of one is taken by one expression.
const MAX_ADDRESSES: usize = 64;

/// The most elements of an array that pointers go through.
const MAX_WALKED: usize = 256;

/// The most pairs of an element that a pointer may point to and an index from there.
const MAX_WAYS: usize = 10_000;

/// Integers beyond this are not added to pointers.
const MOST: i128 = 1 << 40;

impl<'a> Lower<'a> {
    /// The elements that a pointer may point to, with their type.
    fn elements(&mut self, pointer: &Value, span: Span) -> Lowered<(Type, Vec<Element>)> {
        match (&pointer.kind, &pointer.ty) {
            (ValueKind::Address(place), Type::Pointer(to)) => {
                if **to != Type::Void && !super::places::is_of_type(place, to) {
                    return self.unsupported(span, "a pointer to one type as a pointer to another");
                }
                let ty = match &place.ty {
                    // A pointer to an array is one to the whole of it.
                    Type::Array(element, _) if **to != place.ty => element.plain(),
                    object => object.clone(),
                };
                let of = place.alternatives.iter().filter(|(_, leaves)| !leaves.is_empty());
                let found = of.map(|(when, leaves)| {
                    let (row, at) = self.row_of(leaves, &ty);
                    Element { when: when.clone(), row, at }
                });
                Ok((ty.clone(), found.collect()))
            }
            (ValueKind::Number(number, ..), Type::Pointer(ty)) => {
                self.is_of_its_type(number, ty, span);
                let found = self.taken.values().filter(|it| it.row.width > 0 && it.row.element == **ty).map(|it| {
                    let when = term::compare(Comparison::Equal, number.clone(), Term::Number(it.number));
                    Element { when, row: Rc::clone(&it.row), at: it.at }
                });
                Ok(((**ty).clone(), found.collect()))
            }
            _ => self.unsupported(span, "an index into a pointer that is no known array"),
        }
    }

    /// The element with an index, counted from where a pointer points to.
    pub(super) fn element(&mut self, left: &'a Expr, right: &'a Expr, span: Span) -> Lowered<Place> {
        let (pointer, index) = self.pointer_and_index(left, right)?;
        self.indexed(&pointer, &index, span)
    }

    /// The operands of an index, of which either may be the pointer.
    fn pointer_and_index(&mut self, left: &'a Expr, right: &'a Expr) -> Lowered<(Value, Value)> {
        let (left, right) = (self.rvalue(left)?, self.rvalue(right)?);
        let (pointer, index) = if matches!(right.ty, Type::Pointer(_)) { (right, left) } else { (left, right) };
        Ok((self.addressed(&pointer)?, index))
    }

    fn indexed(&mut self, pointer: &Value, index: &Value, span: Span) -> Lowered<Place> {
        let (ty, elements) = self.elements(pointer, span)?;
        let (index, low, high) = self.index(index, span)?;
        let is = |comparison, number: i128| term::compare(comparison, index.clone(), Term::Number(number as i64));
        let is_known = matches!(pointer.kind, ValueKind::Address(_));
        let bounds = |it: &Element| (-(it.at as i128), (it.row.length() - it.at) as i128);
        if let (true, Some((first, last))) = (is_known, elements.first().map(bounds))
            && elements.iter().all(|it| bounds(it) == (first, last))
        {
            if low < first {
                self.require(is(Comparison::GreaterOrEqual, first), Check::Index, span);
            }
            if high >= last {
                self.require(is(Comparison::Less, last), Check::Index, span);
            }
        } else {
            let inside = elements.iter().fold(Term::Truth(false), |any, it| {
                let (first, last) = bounds(it);
                let inside = term::and(is(Comparison::GreaterOrEqual, first), is(Comparison::Less, last));
                term::or(any, term::and(it.when.clone(), inside))
            });
            self.require(inside, Check::Index, span);
        }
        // An element is one alternative, whichever pointer and index lead there.
        let mut alternatives: Vec<(Vec<Term>, Rc<[SmolStr]>)> = Vec::new();
        let (mut known, mut ways) = (BTreeMap::new(), 0);
        for Element { when, row, at } in elements {
            let offset = |other: usize| other as i128 - at as i128;
            for other in (0..row.length()).filter(|other| (low..=high).contains(&offset(*other))) {
                ways += 1;
                if ways > MAX_WAYS {
                    return self.unsupported(
                        span,
                        &format!("an element to which more than {MAX_WAYS} pointers and indices lead"),
                    );
                }
                let is_it = if low == high { Term::Truth(true) } else { is(Comparison::Equal, offset(other)) };
                let (condition, part) = (term::and(when.clone(), is_it), row.part(other));
                let index = *known.entry(part.first().cloned()).or_insert(alternatives.len());
                match alternatives.get_mut(index) {
                    Some((conditions, _)) => conditions.push(condition),
                    None => alternatives.push((vec![condition], part)),
                }
            }
        }
        let alternatives = alternatives.into_iter().map(|(conditions, part)| (term::any(conditions), part));
        Ok(super::places::known(alternatives.collect(), &ty))
    }

    /// An index, its least and its greatest value.
    fn index(&mut self, index: &Value, span: Span) -> Lowered<(Term, i128, i128)> {
        let settled = self.integers.settle(index);
        Ok(match self.computed(settled, span)? {
            (Term::Number(only), ..) => (Term::Number(only), i128::from(only), i128::from(only)),
            known => known,
        })
    }

    /// `&left[right]`
    pub(super) fn address_of_element(&mut self, left: &'a Expr, right: &'a Expr, span: Span) -> Lowered<Value> {
        let (pointer, index) = self.pointer_and_index(left, right)?;
        let is_constant = matches!(index.kind, ValueKind::Number(Term::Number(_), ..));
        if is_constant || !matches!(pointer.kind, ValueKind::Address(_)) {
            return self.moved(&pointer, &index, true, span);
        }
        let place = self.indexed(&pointer, &index, span)?;
        let ty = place.ty.clone().pointer();
        Ok(Value { kind: ValueKind::Address(place), ty })
    }

    /// The sum of a pointer and a number, or their difference. It has to be in the same array, or at its end.
    pub(super) fn moved(&mut self, pointer: &Value, by: &Value, adds: bool, span: Span) -> Lowered<Value> {
        if matches!(&pointer.ty, Type::Pointer(to) if matches!(**to, Type::Void | Type::Function(_))) {
            return self.unsupported(span, "arithmetic on such a pointer");
        }
        let (ty, elements) = self.elements(pointer, span)?;
        let (by, low, high) = self.index(by, span)?;
        let (by, low, high) = if adds { (by, low, high) } else { (term::negate(by), -high, -low) };
        let result = ty.clone().pointer();
        if let (ValueKind::Address(_), true) = (&pointer.kind, low == high) {
            let target = |it: &Element| usize::try_from(it.at as i128 + low).ok().filter(|at| *at < it.row.length());
            if let Some(targets) = elements.iter().map(target).collect::<Option<Vec<_>>>() {
                let parts = elements.iter().zip(targets).map(|(it, at)| (it.when.clone(), it.row.part(at)));
                let place = Place { alternatives: parts.collect(), ty };
                return Ok(Value { kind: ValueKind::Address(place), ty: result });
            }
        }
        if !self.options.unbounded && (low < -MOST || high > MOST) {
            return self.unsupported(span, "a sum of a pointer and an integer of 64 bits");
        }
        let number = self.integer(pointer, &result, span)?;
        let sum = term::arithmetic(Arithmetic::Add, number.clone(), by);
        let mut inside = Term::Truth(false);
        for (first, end) in self.walked_ranges(&elements, span)? {
            let both = term::and(within(&number, first, end), within(&sum, first, end));
            inside = term::or(inside, both);
        }
        self.require(inside, Check::Index, span);
        let name = self.temporary(sum, &result, false);
        Ok(self.pointer_named(name, result))
    }

    /// A pointer in a variable.
    fn pointer_named(&self, name: SmolStr, ty: Type) -> Value {
        Value { kind: ValueKind::Number(Term::Name(name), 0, self.taken.len() as i128), ty }
    }

    /// The first and the last numbers of the arrays of elements.
    fn walked_ranges(&mut self, elements: &[Element], span: Span) -> Lowered<Vec<(i64, i64)>> {
        let mut found = Vec::new();
        for Element { row, .. } in elements {
            if row.length() > MAX_WALKED {
                return self.unsupported(span, &format!("pointers through more than {MAX_WALKED} elements"));
            }
            self.walked.insert(row.walked());
            let first = self.number_at(row, 0, span)?;
            let range = (first, first + i64::from(row.length() as u32));
            if !found.contains(&range) {
                found.push(range);
            }
        }
        Ok(found)
    }

    /// The pointers of `(uintptr_t)p < (uintptr_t)q`, which compares them as `p < q` does. None of another expression.
    pub(super) fn compared_addresses(
        &mut self,
        operator: Binary,
        left: &'a Expr,
        right: &'a Expr,
    ) -> Option<(&'a Expr, &'a Expr)> {
        let (ExprKind::Cast(first, p), ExprKind::Cast(second, q)) = (&left.kind, &right.kind) else { return None };
        let is_number = first == second && matches!(first, Type::Integer { bits: 32, .. });
        // What `void *` holds may be a number.
        let mut is_pointer = |it: &'a Expr| matches!(self.type_of(it), Some(Type::Pointer(to) | Type::Array(to, _)) if *to != Type::Void);
        (operator.compares() && is_number && is_pointer(p) && is_pointer(q)).then_some((p, q))
    }

    /// `left < right`, or another comparison of two pointers into one array, or their difference.
    pub(super) fn ordered(&mut self, operator: Binary, left: &Value, right: &Value, span: Span) -> Lowered<Value> {
        let ((_, mut elements), (_, others)) = (self.elements(left, span)?, self.elements(right, span)?);
        elements.extend(others);
        let (a, b) = (self.integer(left, &left.ty, span)?, self.integer(right, &right.ty, span)?);
        let mut inside = Term::Truth(false);
        for (first, end) in self.walked_ranges(&elements, span)? {
            inside = term::or(inside, term::and(within(&a, first, end), within(&b, first, end)));
        }
        self.in_one_array(inside, span);
        let (left, right) = (Value::number(0, Type::INT), Value::number(0, Type::INT));
        let most = self.taken.len() as i128;
        let of = |number, value: Value| Value { kind: ValueKind::Number(number, 0, most), ..value };
        let result = self.integers.binary(operator, &of(a, left), &of(b, right));
        self.computed(result, span)
    }

    /// Goes on where two pointers point into one array. Otherwise nothing is known.
    fn in_one_array(&mut self, condition: Term, span: Span) {
        if condition == Term::Truth(true) {
            return;
        }
        let (same, others) = (self.new_node(), self.new_node());
        self.fork(condition, same, others);
        self.enter(others);
        let bound =
            "a run violates it in which the addresses of different objects are compared: their order is not known";
        self.exceed(Check::Layout, span, bound.to_owned());
        self.enter(same);
    }

    /// The number of the address that is meant, of several that are then taken.
    pub(super) fn number_of_any(&mut self, place: &Place, span: Span) -> Lowered<Term> {
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
        if leaves.is_empty() {
            return self.unsupported(span, "the address of this");
        }
        let ty = match &place.ty {
            Type::Array(element, _) => element.plain(),
            other => other.clone(),
        };
        let (row, at) = self.row_of(leaves, &ty);
        self.number_at(&row, at, span)
    }

    fn number_at(&mut self, row: &Rc<Row>, at: usize, span: Span) -> Lowered<i64> {
        let first = row.key(0);
        let is_own = !self.leaves.get(&first).is_some_and(|leaf| leaf.shared);
        if is_own && !self.runs_once() && !self.is_made_here(&first) {
            let what = "a pointer to a local variable of a function that several threads run; use a global variable";
            return self.unsupported(span, what);
        }
        if self.walked.contains(&row.walked()) {
            (0..=row.length()).try_for_each(|at| self.take_address(row, at, span).map(|_| ()))?;
        }
        self.take_address(row, at, span)
    }

    fn take_address(&mut self, row: &Rc<Row>, at: usize, span: Span) -> Lowered<i64> {
        let number = i64::from(self.taken.len() as u32) + 1;
        let entry = self.taken.entry(self.at_address(row.key(at)));
        let taken = entry.or_insert_with(|| Taken { number, row: Rc::clone(row), at });
        if taken.row.element != row.element {
            return self.unsupported(span, "the address of an object and of its first part");
        }
        Ok(taken.number)
    }

    /// All variables that a function can reach which gets the address of an object.
    pub(super) fn reached(&self, place: &Place) -> Place {
        let [(_, leaves)] = place.alternatives.as_slice() else { return place.clone() };
        if matches!(place.ty, Type::Array(..)) {
            return place.clone();
        }
        let (row, _) = self.row_of(leaves, &place.ty);
        let ty = Type::Array(Rc::new(row.element.clone()), row.length() as u32);
        Place { alternatives: vec![(Term::Truth(true), Rc::clone(&row.leaves))], ty }
    }
}

/// `first <= number && number <= end`
fn within(number: &Term, first: i64, end: i64) -> Term {
    let bound = |comparison, bound| term::compare(comparison, number.clone(), Term::Number(bound));
    term::and(bound(Comparison::GreaterOrEqual, first), bound(Comparison::LessOrEqual, end))
}
