//! Objects whose size a call gives in terms of `sizeof`: `malloc` and `calloc`, and `memset` to 0.
//!
//! A place that is executed once makes one object, and so does one after which nobody can know the object that it made
//! before. The others make a few objects: where a run needs more, [nothing is known of it](super::bounds).

use std::rc::Rc;

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use boolprog_integer::{Arithmetic, Comparison, Sort};
use smol_str::SmolStr;

use super::{Binding, Check, Lower, Lowered};
use crate::ast::{Binary, Expr, ExprKind, Measured, Type};
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
            let is_taken = leaves.first().is_some_and(|leaf| self.taken.contains_key(leaf));
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

    /// `memset(object, 0, sizeof object)`
    pub(super) fn clear(&mut self, arguments: &'a [Expr], span: Span) -> Lowered<Value> {
        let [object, value, size] = arguments else { return self.unsupported(span, "such a call") };
        let pointer = self.rvalue(object)?;
        let value = self.rvalue(value)?;
        let place = match &pointer.kind {
            ValueKind::Address(place) => place.clone(),
            _ => self.pointed(&pointer, span)?,
        };
        let is_zero = matches!(value.kind, ValueKind::Number(Term::Number(0), ..));
        let is_whole = match &size.kind {
            ExprKind::SizeOf(measured) => self.measured(measured, size.span)? == place.ty,
            _ => false,
        };
        if !is_zero || !is_whole {
            return self.unsupported(span, "`memset` other than of a whole object to 0");
        }
        self.zero(&place, span)?;
        Ok(pointer)
    }

    fn zero(&mut self, place: &super::Place, span: Span) -> Lowered<()> {
        for index in 0..self.layout("", &place.ty, span)?.len() {
            self.store(place, index, &Term::Number(0));
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

    /// The type whose size is meant.
    fn measured(&mut self, measured: &'a Measured, span: Span) -> Lowered<Type> {
        match measured {
            Measured::Type(ty) => Ok(ty.clone()),
            Measured::Object(expr) => match self.type_of(expr) {
                Some(ty) => Ok(ty),
                None => self.unsupported(span, "`sizeof` of this"),
            },
        }
    }

    /// The type of an expression, which is not evaluated.
    pub(super) fn type_of(&mut self, expr: &'a Expr) -> Option<Type> {
        match &expr.kind {
            ExprKind::Name(name) => match self.lookup(name)? {
                Binding::Object { place, .. } => Some(place.ty),
                Binding::Value(value) => Some(value.ty),
            },
            ExprKind::Deref(inner) | ExprKind::Index(inner, _) => match self.type_of(inner)? {
                Type::Pointer(to) | Type::Array(to, _) => Some((*to).clone()),
                _ => None,
            },
            ExprKind::Binary(Binary::Add, pointer, _) => match self.type_of(pointer)? {
                Type::Pointer(to) | Type::Array(to, _) => Some(Type::Pointer(to)),
                _ => None,
            },
            ExprKind::Member(inner, field) => match self.type_of(inner)? {
                Type::Struct(index) => {
                    let fields = &self.unit.structs[index].fields;
                    Some(fields.iter().find(|(name, _)| name == field)?.1.plain())
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// `sizeof`, where `int`, `long` and pointers have 32 bits.
    pub(super) fn size_of(&mut self, measured: &'a Measured, span: Span) -> Lowered<Value> {
        let ty = self.measured(measured, span)?;
        match self.size(&ty) {
            Some((size, _)) => Ok(Value::number(size, Type::UNSIGNED)),
            None => self.unsupported(span, "`sizeof` of this"),
        }
    }

    /// The number of bytes of a type, and of which number its addresses are multiples. None for what the system defines, and
    /// for structures with integers of 64 bits, whose places differ between systems of 32 bits.
    fn size(&self, ty: &Type) -> Option<(i128, i128)> {
        match ty {
            Type::Integer { bits, .. } => {
                let bytes = i128::from((*bits).max(8) / 8);
                Some((bytes, bytes))
            }
            Type::Pointer(_) => Some((4, 4)),
            Type::Atomic(inner) => self.size(inner),
            Type::Array(element, number) => {
                let (size, aligned) = self.size(element)?;
                Some((size * i128::from(*number), aligned))
            }
            Type::Struct(index) => {
                let of = &self.unit.structs[*index];
                let (mut end, mut most) = (0, 1);
                for (_, ty) in of.fields.iter().filter(|_| !of.is_union) {
                    let (size, aligned) = self.size(ty).filter(|(_, aligned)| *aligned <= 4)?;
                    end = next_multiple(end, aligned) + size;
                    most = most.max(aligned);
                }
                (end > 0).then_some((next_multiple(end, most), most))
            }
            _ => None,
        }
    }
}

/// The least multiple of a number from another number on.
fn next_multiple(from: i128, of: i128) -> i128 {
    (from + of - 1) / of * of
}
