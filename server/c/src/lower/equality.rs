//! Equality of pointers that C leaves open: equal texts may be one array (C11 6.4.5), and what comes after the end of an array may
//! be another object (C11 6.5.9).

use std::rc::Rc;

use boolprog_base::Span;
use boolprog_import::Expr as Term;
use boolprog_integer::Comparison;
use smol_str::SmolStr;

use super::rows::Taken;
use super::{Check, Lower};
use crate::term;

impl Lower<'_> {
    /// Nothing is known of a run that compares such pointers.
    pub(super) fn is_not_known(&mut self, span: Span) {
        let bound = "a run violates it in which two texts, or the end of an array and another object, are compared: whether \
                     they have the same address is not known";
        self.exceed(Check::Layout, span, bound.to_owned());
    }

    /// The number of the text that an object is part of.
    fn text_of(&self, leaves: &Rc<[SmolStr]>) -> Option<usize> {
        let leaf = leaves.first()?;
        self.texts.values().position(|text| text.alternatives.iter().any(|(_, leaves)| leaves.contains(leaf)))
    }

    /// Returns `true` if two objects are parts of different texts.
    pub(super) fn are_texts(&self, first: &Rc<[SmolStr]>, second: &Rc<[SmolStr]>) -> bool {
        matches!((self.text_of(first), self.text_of(second)), (Some(first), Some(second)) if first != second)
    }

    /// Goes on where it is known whether two addresses are equal. Linear in the addresses, for each text and each end of an array.
    pub(super) fn is_decided(&mut self, left: &Term, right: &Term, span: Span) {
        let all: Vec<(&Taken, Option<usize>)> =
            self.taken.values().map(|taken| (taken, self.text_of(&taken.row.leaves))).collect();
        let mut open = Term::Truth(false);
        for (first, second) in [(left, right), (right, left)] {
            let is =
                |of: &Term, taken: &Taken| term::compare(Comparison::Equal, of.clone(), Term::Number(taken.number));
            for (one, text) in all.iter().filter(|(one, text)| is_end(one) || text.is_some()) {
                let is_one = is(first, one);
                if is_one == Term::Truth(false) {
                    continue;
                }
                let may_be_equal = |(other, other_text): &&(&Taken, Option<usize>)| {
                    follows(one, other) || (text.is_some() && other_text.is_some() && text != other_text)
                };
                let others = all.iter().filter(may_be_equal).map(|(other, _)| is(second, other));
                open = term::or(open, term::and(is_one, term::any(others.collect())));
            }
        }
        if open == Term::Truth(false) {
            return;
        }
        let (unknown, decided) = (self.new_node(), self.new_node());
        self.fork(open, unknown, decided);
        self.enter(unknown);
        self.is_not_known(span);
        self.enter(decided);
    }
}

fn is_end(taken: &Taken) -> bool {
    taken.row.width > 0 && taken.at == taken.row.length()
}

/// Returns `true` if one is the end of an array, and the other one the beginning of another object.
fn follows(one: &Taken, other: &Taken) -> bool {
    is_end(one) && other.at == 0 && one.row.element == other.row.element && one.row.leaves != other.row.leaves
}
