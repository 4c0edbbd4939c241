//! Objects whose size a call gives in terms of `sizeof`: `malloc` and `calloc`, and `memset` to 0.
//!
//! A place that is executed once makes one object, and so does one after which nobody can know the object that it made
//! before. The others make a few objects: where a run needs more, [nothing is known of it](super::bounds).

use std::rc::Rc;

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use boolprog_integer::{Arithmetic, Comparison, Sort};
use smol_str::SmolStr;

use super::{Check, Lower, Lowered};
use crate::Asked;
use crate::ast::{Binary, Expr, ExprKind, Type};
use crate::graph::{Graph, Node, Op};
use crate::term;
use crate::value::{Value, ValueKind};

/// The most objects of the heap that one place makes, where it makes them again and again.
const POOL: i64 = 3;

/// A place that makes objects of the heap, in a thread, with the calls that lead there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Site {
    thread: usize,
    calls: Vec<Span>,
}

/// An object of the heap.
pub(super) struct Allocation {
    at: Node,
    site: Site,
    leaves: Rc<[SmolStr]>,
}

impl<'a> Lower<'a> {
    /// `malloc`, `calloc`: a new object, of any value or of zeros. They never fail.
    pub(super) fn allocate(&mut self, extent: &'a [Expr], zeros: bool, span: Span) -> Lowered<Value> {
        let (element, number) = match extent {
            [size] => self.extent(size)?,
            [number, size] => {
                let (element, each) = self.extent(size)?;
                (element, each.saturating_mul(self.number_of_elements(number)?))
            }
            _ => return self.unsupported(span, "such a call"),
        };
        let site = self.site(span);
        let ty = if number == 1 { element.clone() } else { Type::Array(Rc::new(element.clone()), number) };
        if self.pools.contains(&site) {
            return self.pooled(&ty, element.pointer(), zeros, span);
        }
        let at = self.here();
        let place = self.object("allocated", &ty, false, span)?;
        self.fresh(&place, zeros, span)?;
        if let Some((_, leaves)) = place.alternatives.first() {
            self.allocations.push(Allocation { at, site, leaves: Rc::clone(leaves) });
        }
        Ok(Value { kind: ValueKind::Address(place), ty: element.pointer() })
    }

    /// Objects of the heap that are made again and again are several, if others can still know an old one.
    pub(super) fn close_allocations(&mut self, graph: &Graph) {
        for Allocation { at, site, leaves } in std::mem::take(&mut self.allocations) {
            let is_taken = leaves.iter().any(|leaf| self.taken.contains_key(leaf));
            if is_taken && graph.reached(at, &|_| true)[at] {
                self.pools.insert(site);
            }
        }
    }

    /// Returns `true` if a variable is part of an object of the heap that this thread makes, which then is one of several.
    pub(super) fn is_made_here(&mut self, leaf: &SmolStr) -> bool {
        let made = self.allocations.iter().find(|it| it.leaves.contains(leaf)).map(|it| it.site.clone());
        made.is_some_and(|site| {
            self.pools.insert(site);
            true
        })
    }

    fn site(&self, span: Span) -> Site {
        let calls = self.stacks[self.stack].iter().map(|it| it.call);
        Site { thread: self.thread, calls: calls.chain([span]).collect() }
    }

    /// One of several objects, each of which is made once.
    fn pooled(&mut self, ty: &Type, pointer: Type, zeros: bool, span: Span) -> Lowered<Value> {
        let made = self.variable("made", &Type::INT, true);
        if let Some(leaf) = self.leaves.get_mut(&made) {
            (leaf.sort, leaf.is_integer) = (Sort::Range(0, POOL), false);
        }
        let (some, none) = (self.new_node(), self.new_node());
        let number = self.together(|it| {
            let number = it.temporary(Term::Name(made.clone()), &Type::INT, true);
            let next = term::arithmetic(Arithmetic::Add, Term::Name(number.clone()), Term::Number(1));
            it.fork(term::compare(Comparison::Less, Term::Name(number.clone()), Term::Number(POOL)), some, none);
            it.node = Some(some);
            it.step(Op::Assign(vec![(made.clone(), next)]), true);
            number
        });
        let after = self.node;
        self.node = Some(none);
        let bound = format!(
            "a run violates it in which a place makes more than {POOL} objects of the heap: more are not checked"
        );
        self.exceed(Check::Heap, span, bound);
        let (result, end) = (self.variable("allocated", &pointer, false), self.new_node());
        self.node = after;
        for index in 0..POOL {
            let (this, others) = (self.new_node(), self.new_node());
            let place = self.object("allocated", ty, true, span)?;
            let address = self.number_of(&place, span)?;
            self.fork(term::compare(Comparison::Equal, Term::Name(number.clone()), Term::Number(index)), this, others);
            self.node = Some(this);
            self.fresh(&place, zeros, span)?;
            self.step(Op::Assign(vec![(result.clone(), Term::Number(address))]), false);
            self.go(end);
            self.node = Some(others);
        }
        self.node = Some(end);
        Ok(self.integers.named(result, pointer))
    }

    /// `free`: an access to all of an object, which has a race with every other one.
    pub(super) fn free(&mut self, pointer: &'a Expr, span: Span) -> Lowered<Value> {
        let value = self.rvalue(pointer)?;
        if self.options.asks(Asked::Races) {
            let alternatives = match &self.addressed(&value)?.kind {
                ValueKind::Address(place) => place.alternatives.clone(),
                ValueKind::Number(number, ..) => {
                    let begun = self.taken.values().filter(|it| it.at == 0 && it.object().is_some());
                    let is_it = |of: i64| term::compare(Comparison::Equal, number.clone(), Term::Number(of));
                    begun.map(|it| (is_it(it.number), Rc::clone(&it.row.leaves))).collect()
                }
                _ => return self.unsupported(span, "`free` of this"),
            };
            let width = alternatives.iter().map(|(_, leaves)| leaves.len()).max().unwrap_or(0);
            let place = super::Place { alternatives, ty: Type::INT };
            for index in 0..width {
                self.step(Op::Skip, true);
                self.touch(&place, index, true);
            }
        }
        Ok(Value::nothing())
    }

    /// Gives a new object, which nobody else knows, its first values.
    fn fresh(&mut self, place: &super::Place, zeros: bool, span: Span) -> Lowered<()> {
        let first = self.graph.edges.len();
        if zeros {
            self.zero(place, span)?;
        } else {
            self.any(place, span)?;
        }
        for edge in &mut self.graph.edges[first..] {
            edge.unit = None;
            edge.accesses.clear();
        }
        Ok(())
    }

    /// `memset(object, 0, sizeof object)`, or another constant where the object consists of bytes.
    pub(super) fn fill(&mut self, arguments: &'a [Expr], span: Span) -> Lowered<Value> {
        let [object, value, size] = arguments else { return self.unsupported(span, "such a call") };
        let pointer = self.rvalue(object)?;
        let value = self.rvalue(value)?;
        let place = self.object_at(&pointer, span)?;
        let is_whole = self.is_size_of(size, &place.ty)?;
        let slots = self.layout("", &place.ty, span)?;
        let are_bytes = slots.iter().all(|slot| matches!(slot.ty, Type::Integer { bits: 8, .. }));
        match value.kind {
            ValueKind::Number(Term::Number(0), ..) if is_whole => self.zero(&place, span)?,
            ValueKind::Number(Term::Number(_), ..) if is_whole && are_bytes => {
                let place = self.fixed(&place, &[&place]);
                for (index, slot) in slots.iter().enumerate() {
                    let byte = self.integer(&value, &slot.ty, span)?;
                    self.store(&place, index, &byte);
                }
            }
            _ => return self.unsupported(span, "`memset` other than of a whole object to 0"),
        }
        Ok(pointer)
    }

    /// `memcpy(to, from, sizeof *to)` of objects of one type.
    pub(super) fn copy_memory(&mut self, arguments: &'a [Expr], span: Span) -> Lowered<Value> {
        let [to, from, size] = arguments else { return self.unsupported(span, "such a call") };
        let (to, from) = (self.rvalue(to)?, self.rvalue(from)?);
        let (target, source) = (self.object_at(&to, span)?, self.object_at(&from, span)?);
        if target.ty != source.ty || !self.is_size_of(size, &target.ty)? {
            return self.unsupported(span, "`memcpy` other than of a whole object to one of the same type");
        }
        self.copy(&target, &source, span)?;
        Ok(to)
    }

    /// The whole object that a pointer points to: of a known array, all of it.
    fn object_at(&mut self, pointer: &Value, span: Span) -> Lowered<super::Place> {
        match &self.addressed(pointer)?.kind {
            ValueKind::Address(place) => Ok(place.clone()),
            _ => self.pointed(pointer, span),
        }
    }

    /// Whether a number of bytes is the size of a type.
    fn is_size_of(&mut self, size: &'a Expr, ty: &Type) -> Lowered<bool> {
        if let ExprKind::SizeOf(measured) = &size.kind
            && self.measured(measured, size.span)? == *ty
        {
            return Ok(true);
        }
        let bytes = match self.rvalue(size)?.kind {
            ValueKind::Number(Term::Number(bytes), ..) => i128::from(bytes),
            _ => return Ok(false),
        };
        Ok(ty.size(&self.unit.structs).is_some_and(|(size, _)| size == bytes))
    }

    fn zero(&mut self, place: &super::Place, span: Span) -> Lowered<()> {
        let place = self.fixed(place, &[place]);
        for index in 0..self.layout("", &place.ty, span)?.len() {
            self.store(&place, index, &Term::Number(0));
        }
        Ok(())
    }

    /// The type and the number of elements of `sizeof (T)`, `n * sizeof (T)` or `sizeof (T) * n`.
    fn extent(&mut self, size: &'a Expr) -> Lowered<(Type, u32)> {
        match &size.kind {
            ExprKind::SizeOf(measured) => Ok((self.measured(measured, size.span)?, 1)),
            ExprKind::Binary(Binary::Multiply, left, right) => {
                let (number, size) =
                    if matches!(left.kind, ExprKind::SizeOf(_)) { (right, left) } else { (left, right) };
                let (element, each) = self.extent(size)?;
                Ok((element, each.saturating_mul(self.number_of_elements(number)?)))
            }
            _ => self.unsupported(size.span, "the heap, other than of `sizeof` something; use global variables"),
        }
    }

    fn number_of_elements(&mut self, number: &'a Expr) -> Lowered<u32> {
        match self.rvalue(number)?.kind {
            ValueKind::Number(Term::Number(number @ 1..), ..) => Ok(u32::try_from(number).unwrap_or(u32::MAX)),
            _ => self.unsupported(number.span, "the heap, of a size that is not constant; use global variables"),
        }
    }
}
