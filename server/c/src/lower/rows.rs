//! The elements of arrays, to which pointers can go from one another.

use std::rc::Rc;

use boolprog_import::Expr as Term;
use smol_str::{SmolStr, format_smolstr};

use super::{Lower, Place};
use crate::ast::Type;

/// An array, or one object as an array of one.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Row {
    pub(super) element: Type,
    /// The number of variables of an element.
    pub(super) width: usize,
    pub(super) leaves: Rc<[SmolStr]>,
}

/// An array in which elements have numbers one after the other: its first variable, and the number of those of an element.
pub(super) type Walked = (SmolStr, usize);

/// An address that is taken: its number, and the element of the array that it points to; the number of elements at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Taken {
    pub(super) number: i64,
    pub(super) row: Rc<Row>,
    pub(super) at: usize,
}

/// An element of an array that is meant where a condition holds.
pub(super) struct Element {
    pub(super) when: Term,
    pub(super) row: Rc<Row>,
    pub(super) at: usize,
}

impl Row {
    pub(super) fn length(&self) -> usize {
        self.leaves.len() / self.width.max(1)
    }

    /// The variables of an element; none of the end.
    pub(super) fn part(&self, at: usize) -> Rc<[SmolStr]> {
        Rc::from(&self.leaves[(at * self.width).min(self.leaves.len())..((at + 1) * self.width).min(self.leaves.len())])
    }

    /// The key of the address of an element, or of the end.
    pub(super) fn key(&self, at: usize) -> SmolStr {
        match (self.leaves.get(at * self.width), self.leaves.last()) {
            (Some(first), _) => first.clone(),
            (None, Some(last)) => format_smolstr!("{last} end"),
            (None, None) => SmolStr::default(),
        }
    }

    pub(super) fn walked(&self) -> Walked {
        (self.key(0), self.width)
    }
}

impl Taken {
    pub(super) fn of_function(number: i64, ty: Type) -> Self {
        Self { number, row: Rc::new(Row { element: ty, width: 0, leaves: Rc::from([]) }), at: 0 }
    }

    pub(super) fn ty(&self) -> &Type {
        &self.row.element
    }

    /// The variables of the object; none of the end of an array.
    pub(super) fn object(&self) -> Option<Rc<[SmolStr]>> {
        (self.at < self.row.length()).then(|| self.row.part(self.at))
    }

    /// Returns `true` if a pointer that begins here can reach a variable.
    pub(super) fn reaches(&self, leaf: &SmolStr) -> bool {
        self.row.leaves.contains(leaf)
    }
}

impl Lower<'_> {
    /// Remembers the arrays in an object, and what is in the same place in memory.
    pub(super) fn remember(&mut self, place: &Place) {
        match &place.ty {
            Type::Array(element, _) => {
                let width = self.width(element);
                for (_, leaves) in &place.alternatives {
                    let row = Rc::new(Row { element: element.plain(), width, leaves: Rc::clone(leaves) });
                    for at in 0..row.length() {
                        self.rows.entry(row.key(at)).or_default().push((Rc::clone(&row), at));
                    }
                }
            }
            Type::Struct(_) => self.remember_members(place),
            _ => return,
        }
        let has_arrays = |ty: &Type| matches!(ty, Type::Array(..) | Type::Struct(_));
        for part in self.parts(place).iter().filter(|it| has_arrays(&it.ty)) {
            self.remember(part);
        }
    }

    /// Where an object of a type is in its array.
    pub(super) fn row_of(&self, leaves: &Rc<[SmolStr]>, element: &Type) -> (Rc<Row>, usize) {
        let known = leaves.first().and_then(|first| self.rows.get(first));
        let found = known.into_iter().flatten().find(|(row, _)| row.element == *element);
        found.cloned().unwrap_or_else(|| {
            let width = self.width(element);
            let leaves = Rc::from(&leaves[..width.min(leaves.len())]);
            (Rc::new(Row { element: element.clone(), width, leaves }), 0)
        })
    }
}
