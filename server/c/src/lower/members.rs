//! Members of structures: those of unions, of which one is used, and bit-fields, which may be in one place in memory.

use std::rc::Rc;

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use smol_str::{SmolStr, format_smolstr};

use super::{Lower, Lowered, Place};
use crate::ast::{Struct, Type};
use crate::graph::Op;
use crate::term;
use crate::value::{Value, ValueKind};

impl Lower<'_> {
    fn structure(&self, ty: &Type) -> Option<&Struct> {
        match ty {
            Type::Struct(index) => self.unit.structs.get(*index),
            _ => None,
        }
    }

    /// Where a member is: its index, after those of unnamed members from outside to inside.
    pub(super) fn path(&self, of: &Type, field: &SmolStr) -> Option<Vec<usize>> {
        self.structure(of)?.path(field, &self.unit.structs)
    }

    pub(super) fn type_of_member(&self, of: &Type, field: &SmolStr) -> Option<Type> {
        let mut ty = of.clone();
        for index in self.path(of, field)? {
            ty = self.structure(&ty)?.fields.get(index)?.1.plain();
        }
        Some(ty)
    }

    /// The place of a member, which is used.
    pub(super) fn member(&mut self, object: Place, field: &SmolStr, span: Span) -> Lowered<Place> {
        let Some(path) = self.path(&object.ty, field) else {
            return match object.ty {
                Type::Other(what) => self.unsupported(span, what),
                _ => self.refuse(span, format!("There is no field `{field}`.")),
            };
        };
        let mut place = object;
        for index in path {
            self.uses(&place.ty, index, span)?;
            place = self.parts(&place).swap_remove(index);
        }
        Ok(place)
    }

    /// A member of a structure is used. Of a union, no program uses two members.
    pub(super) fn uses(&mut self, of: &Type, index: usize, span: Span) -> Lowered<()> {
        let (Type::Struct(number), Some(of)) = (of, self.structure(of).filter(|it| it.is_union)) else { return Ok(()) };
        let named = |index: usize| match of.fields[index].0.as_str() {
            "" => "a structure".to_owned(),
            name => format!("`{name}`"),
        };
        let (name, ty) = (named(index), of.fields[index].1.clone());
        let first = self.used.get(number).map_or(index, |first| *first);
        if first != index {
            let what = format!("{name} of a `union` of which {} is used before", named(first));
            return self.unsupported(span, &what);
        }
        self.used.insert(*number, index);
        self.layout("", &ty, span).map(|_| ())
    }

    /// Remembers which members are in the same place in memory.
    pub(super) fn remember_members(&mut self, place: &Place) {
        let parts = self.parts(place);
        let firsts = |part: &Place| part.alternatives.iter().filter_map(|it| it.1.first().cloned()).collect::<Vec<_>>();
        if self.structure(&place.ty).is_some_and(|it| it.is_union) {
            for part in parts.iter().skip(1) {
                self.overlaid.extend(firsts(part).into_iter().zip(firsts(place)));
            }
            return;
        }
        let is_bits = |part: &Place| matches!(part.ty, Type::BitField(..));
        for run in parts.chunk_by(|a, b| is_bits(a) && is_bits(b)).filter(|run| run.len() > 1) {
            let leaves: Rc<[SmolStr]> = run.iter().flat_map(firsts).collect();
            self.beside.extend(leaves.iter().map(|leaf| (leaf.clone(), Rc::clone(&leaves))));
        }
    }

    /// The first variable of what has the same address.
    pub(super) fn at_address(&self, leaf: SmolStr) -> SmolStr {
        let mut leaf = leaf;
        while let Some(of_union) = self.overlaid.get(&leaf).filter(|it| **it != leaf) {
            leaf = of_union.clone();
        }
        leaf
    }

    /// A value as that of a bit-field.
    pub(super) fn bits(&mut self, value: &Value, of: &Type, bits: u8, span: Span) -> Lowered<Term> {
        let is_integer = matches!(value.ty, Type::Integer { .. });
        if *of == Type::BOOL || !is_integer || !matches!(value.kind, ValueKind::Number(..) | ValueKind::Truth(_)) {
            return self.integer(value, of, span);
        }
        let cut = self.integers.convert(value, of).and_then(|it| self.integers.cut(&it, bits));
        self.computed(cut, span)
    }

    /// Assigns a member. C allows that bit-fields beside one another are read and written together: what another thread assigns
    /// to one of them in between is lost.
    pub(super) fn store_member(&mut self, place: &Place, value: &Term) {
        let others = |(when, leaves): &(Term, Rc<[SmolStr]>)| {
            let leaf = leaves.first().filter(|_| matches!(place.ty, Type::BitField(..)))?;
            let others = self.beside.get(leaf)?.iter().filter(|it| *it != leaf);
            Some(others.map(|other| (when.clone(), other.clone())).collect::<Vec<_>>())
        };
        let others: Vec<(Term, SmolStr)> = place.alternatives.iter().filter_map(others).flatten().collect();
        if others.is_empty() || !self.is_shared(place) {
            return self.store(place, 0, value);
        }
        let beside = others.iter().map(|(when, other)| (when.clone(), Rc::from([other.clone()])));
        let beside = Place { alternatives: beside.collect(), ty: place.ty.clone() };
        let kept: Vec<SmolStr> = others.iter().map(|(_, it)| self.copy_of(it)).collect();
        let reads = kept.iter().zip(&others).map(|(kept, (_, other))| (kept.clone(), Term::Name(other.clone())));
        self.step(Op::Assign(reads.collect()), true);
        self.touch(&beside, 0, false);
        let kept = kept.into_iter().map(Term::Name);
        let written =
            place.alternatives.iter().filter_map(|(when, leaves)| Some((when, leaves.first()?, value.clone())));
        let kept = others.iter().zip(kept).map(|((when, other), kept)| (when, other, kept));
        let one = |(when, leaf, value): (&Term, &SmolStr, Term)| {
            (leaf.clone(), term::conditional(when.clone(), value, Term::Name(leaf.clone())))
        };
        let writes = written.chain(kept).map(one).collect();
        self.step(Op::Assign(writes), true);
        let all = place.alternatives.iter().chain(&beside.alternatives).cloned().collect();
        self.touch(&Place { alternatives: all, ty: place.ty.clone() }, 0, true);
    }

    /// A variable for the value of another one.
    fn copy_of(&mut self, leaf: &SmolStr) -> SmolStr {
        let sort = self.leaves.get(leaf).map(|leaf| leaf.sort);
        let name = self.variable(&format_smolstr!("from_{leaf}"), &Type::INT, false);
        if let (Some(of), Some(sort)) = (self.leaves.get_mut(&name), sort) {
            of.sort = sort;
        }
        name
    }
}
