//! Choices of which only comparisons matter.
//!
//! A variable that gets what is chosen, and is copied and compared with numbers but nothing else, has the same effect with all values
//! between two of these numbers that are next to each other. One below all of them and one above are enough, so that the choice is
//! among few values where the numbers are near to one another. Where variables are also tested for equality with each other,
//! as many values as there are variables are enough on either side: one of them is none of the others (Wolper, Expressing
//! interesting properties of programs in propositional temporal logic, POPL 1986).

use std::collections::{BTreeMap, BTreeSet};

use boolprog_import::Expr;
use boolprog_integer::syntax::ast::BinaryOperator;
use boolprog_integer::{Comparison, Sort};
use smol_str::SmolStr;

use crate::flow::{Flow, Start};
use crate::graph::Op;
use crate::term;

/// Narrows the choices of which only comparisons matter. Takes time linear in the program, but for logarithms.
pub(crate) fn narrow_choices(flow: &mut Flow) {
    let classes = Classes::of(flow);
    let mut values: BTreeMap<SmolStr, (i64, i64)> = BTreeMap::new();
    for edge in flow.threads.iter_mut().flat_map(|thread| &mut thread.graph.edges) {
        if let Op::Choose(name, range, _) = &mut edge.op
            && let Some(group) = classes.group(name)
        {
            let (low, high) = range.unwrap_or(EVERYTHING);
            let (least, most) = group.around(high);
            let narrow = (least.clamp(low, high), most.clamp(low, high));
            *range = Some(narrow);
            let all = values.entry(classes.first(name).clone()).or_insert(narrow);
            *all = (all.0.min(narrow.0), all.1.max(narrow.1));
        }
    }
    for (name, scalar) in &mut flow.scalars {
        if let (Some(group), Sort::Range(..)) = (classes.group(name), scalar.sort)
            && let Some((low, high)) = values.get(classes.first(name))
        {
            let assigned = [group.assigned.first(), group.assigned.last()].into_iter().flatten();
            let (low, high) = assigned.fold((*low, *high), |(low, high), it| (low.min(*it), high.max(*it)));
            scalar.sort = Sort::Range(low, high);
        }
    }
}

/// The bounds of a choice without bounds.
const EVERYTHING: (i64, i64) = (i64::MIN, i64::MAX);

/// Variables that are copies of each other, or tested for equality.
#[derive(Default)]
struct Group {
    /// The numbers with which they are compared.
    compared: BTreeSet<i64>,
    /// The numbers that they get.
    assigned: BTreeSet<i64>,
    /// The greatest of the least values that are chosen, and the least of the greatest ones; none if nothing is chosen.
    chosen: Option<(i64, i64)>,
    /// Number of the variables.
    count: usize,
    /// `true` if they are compared with each other.
    do_meet: bool,
    /// `true` if each of any number of threads has one of them.
    is_of_many: bool,
    /// The use of them.
    use_of: Use,
}

/// The uses of variables, besides copying.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
enum Use {
    /// They are tested for equality.
    #[default]
    Equality,
    /// They are compared by their order with numbers, too.
    Order,
    /// More than that.
    More,
}

impl Group {
    /// Returns `true` if a number of values are enough of which each choice has all.
    fn is_finite(&self) -> bool {
        let ((least, most), (low, high)) = (self.around(i64::MAX), self.chosen.unwrap_or(EVERYTHING));
        !self.is_of_many && low <= least && most <= high
    }

    /// Bounds between which values enough of each class lie, of values up to one.
    fn around(&self, high: i64) -> (i64, i64) {
        if self.do_meet {
            let numbers = || self.compared.iter().chain(&self.assigned).copied();
            let count = i64::try_from(self.count).unwrap_or(i64::MAX);
            let (least, most) = (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0));
            return (least.saturating_sub(count), most.saturating_add(count));
        }
        let (Some(least), Some(most)) = (self.compared.first(), self.compared.last()) else { return (0, 0) };
        // Where only equality matters, a value above all numbers is like one below them.
        let below = i64::from(self.use_of == Use::Order || *most >= high);
        (least.saturating_sub(below), most.saturating_add(1))
    }
}

/// The groups of all variables.
struct Classes {
    /// For each variable another one of its group, or itself.
    linked: BTreeMap<SmolStr, SmolStr>,
    groups: BTreeMap<SmolStr, Group>,
}

impl Classes {
    fn of(flow: &Flow) -> Self {
        let linked = flow.scalars.keys().map(|name| (name.clone(), name.clone())).collect();
        let mut classes = Self { linked, groups: BTreeMap::new() };
        let threads = || flow.threads.iter();
        for (copy, original) in threads().flat_map(|thread| &thread.start).flat_map(Start::copies) {
            classes.link(copy, original);
        }
        let edges = || threads().flat_map(|thread| &thread.graph.edges);
        for edge in edges() {
            match &edge.op {
                Op::Assign(all) => all.iter().for_each(|(name, value)| classes.link_all(name, value)),
                Op::Guard(condition) | Op::Join(condition) => classes.link_equal(condition),
                Op::Skip | Op::Choose(..) | Op::Begin | Op::End | Op::Create(_) => {}
            }
        }
        for name in flow.scalars.keys() {
            let first = classes.first(name).clone();
            classes.linked.insert(name.clone(), first);
        }
        for (name, scalar) in &flow.scalars {
            let group = classes.of_name(name);
            group.assigned.insert(scalar.initial);
            group.count += 1;
        }
        for thread in threads().filter(|thread| thread.start.as_ref().is_some_and(|start| start.many)) {
            thread.graph.edges.iter().for_each(|edge| classes.of_many(flow, &edge.op));
        }
        for edge in edges() {
            match &edge.op {
                Op::Guard(condition) | Op::Join(condition) => classes.condition(condition),
                Op::Assign(all) => all.iter().for_each(|(name, value)| classes.assigned(name, value)),
                Op::Choose(name, range, _) => {
                    let group = classes.of_name(name);
                    let (low, high) = range.unwrap_or(EVERYTHING);
                    let (least, most) = group.chosen.unwrap_or(EVERYTHING);
                    group.chosen = Some((low.max(least), high.min(most)));
                }
                Op::Skip | Op::Begin | Op::End | Op::Create(_) => {}
            }
            for access in &edge.accesses {
                classes.condition(&access.when);
                access.element.iter().for_each(|element| classes.used(element));
            }
        }
        classes
    }

    /// The variable that stands for the group of another one.
    fn first<'a>(&'a self, mut name: &'a SmolStr) -> &'a SmolStr {
        while let Some(next) = self.linked.get(name).filter(|next| *next != name) {
            name = next;
        }
        name
    }

    /// The group of a variable, if it is only copied and compared.
    fn group(&self, name: &SmolStr) -> Option<&Group> {
        self.groups
            .get(self.first(name))
            .filter(|group| group.use_of < Use::More && (!group.do_meet || group.is_finite()))
    }

    fn of_name(&mut self, name: &SmolStr) -> &mut Group {
        let first = self.first(name).clone();
        self.groups.entry(first).or_default()
    }

    fn link(&mut self, one: &SmolStr, other: &SmolStr) {
        let (first, other) = (self.shorten(one), self.shorten(other));
        self.linked.insert(first, other);
    }

    /// The variable that stands for the group of another one, to which all on the path are linked then, so that paths stay short
    /// (Hopcroft and Ullman, Set merging algorithms, 1973).
    fn shorten(&mut self, name: &SmolStr) -> SmolStr {
        let first = self.first(name).clone();
        let mut at = name.clone();
        while at != first
            && let Some(next) = self.linked.insert(at, first.clone())
        {
            at = next;
        }
        first
    }

    /// Links a variable with those of which it gets the values.
    fn link_all(&mut self, name: &SmolStr, value: &Expr) {
        match value {
            Expr::Name(other) => self.link(name, other),
            Expr::Conditional(_, then, otherwise) => {
                self.link_all(name, then);
                self.link_all(name, otherwise);
            }
            _ => {}
        }
    }

    /// Links variables that a condition tests for equality.
    fn link_equal(&mut self, condition: &Expr) {
        match condition {
            Expr::Not(inner) => self.link_equal(inner),
            Expr::Binary(BinaryOperator::And | BinaryOperator::Or, left, right) => {
                self.link_equal(left);
                self.link_equal(right);
            }
            Expr::Binary(BinaryOperator::Comparison(comparison), left, right) if is_equality(*comparison) => {
                if let (Expr::Name(one), Expr::Name(other)) = (&**left, &**right) {
                    self.link(one, other);
                }
            }
            _ => {}
        }
    }

    /// Any number of threads do this, each with variables of its own.
    fn of_many(&mut self, flow: &Flow, op: &Op) {
        let mut note = |name: &SmolStr| {
            let is_own = flow.scalars.get(name).is_some_and(|scalar| !scalar.shared);
            self.of_name(name).is_of_many |= is_own;
        };
        match op {
            Op::Choose(name, ..) => note(name),
            Op::Guard(condition) | Op::Join(condition) => term::for_each_name(condition, &mut note),
            Op::Assign(all) => {
                for (name, value) in all {
                    note(name);
                    term::for_each_name(value, &mut note);
                }
            }
            Op::Skip | Op::Begin | Op::End | Op::Create(_) => {}
        }
    }

    /// A variable gets a value.
    fn assigned(&mut self, name: &SmolStr, value: &Expr) {
        match value {
            Expr::Name(_) => {}
            Expr::Number(number) => _ = self.of_name(name).assigned.insert(*number),
            Expr::Conditional(condition, then, otherwise) => {
                self.condition(condition);
                self.assigned(name, then);
                self.assigned(name, otherwise);
            }
            other => {
                self.of_name(name).use_of = Use::More;
                self.condition(other);
            }
        }
    }

    /// An expression of which only the truth matters.
    fn condition(&mut self, expr: &Expr) {
        match expr {
            Expr::Not(inner) => self.condition(inner),
            Expr::Binary(BinaryOperator::And | BinaryOperator::Or, left, right) => {
                self.condition(left);
                self.condition(right);
            }
            Expr::Conditional(condition, then, otherwise) => {
                self.condition(condition);
                self.condition(then);
                self.condition(otherwise);
            }
            Expr::Binary(BinaryOperator::Comparison(comparison), left, right) => match (&**left, &**right) {
                (value, Expr::Number(number)) | (Expr::Number(number), value) => {
                    self.compared(value, *comparison, *number);
                }
                // Both are of one group if this is a test of what is linked.
                (Expr::Name(one), Expr::Name(other))
                    if is_equality(*comparison) && self.first(one) == self.first(other) =>
                {
                    self.of_name(one).do_meet = true;
                }
                _ => self.used(expr),
            },
            other => self.used(other),
        }
    }

    /// A value is compared with a number.
    fn compared(&mut self, value: &Expr, comparison: Comparison, number: i64) {
        match value {
            Expr::Name(name) => {
                let group = self.of_name(name);
                group.compared.insert(number);
                group.use_of = group.use_of.max(if is_equality(comparison) { Use::Equality } else { Use::Order });
            }
            Expr::Conditional(condition, then, otherwise) => {
                self.condition(condition);
                self.compared(then, comparison, number);
                self.compared(otherwise, comparison, number);
            }
            other => self.used(other),
        }
    }

    /// More is done with the variables of an expression.
    fn used(&mut self, expr: &Expr) {
        term::for_each_name(expr, &mut |name| self.of_name(name).use_of = Use::More);
    }
}

const fn is_equality(comparison: Comparison) -> bool {
    matches!(comparison, Comparison::Equal | Comparison::NotEqual)
}

#[cfg(test)]
mod tests {
    /// The integer program of a program with this body of `main`.
    fn program(main: &str) -> String {
        let text = format!(
            "#include <assert.h>
            int nondet_int(void);
            int g;
            int main(void) {{ {main} }}"
        );
        crate::read::text_of(&text)
    }

    #[test]
    fn what_is_compared_with_numbers_is_chosen_around_them() {
        let text = program("int x = nondet_int(); g = 1; if (x == 3) g = 2; if (x > 5) assert(g != 2);");
        assert!(text.contains("2..6"), "{text}");
        let text = program("int x = nondet_int(); g = 1; if (x == 3) g = 2; if (x == 5) assert(g != 2);");
        assert!(text.contains("3..6"), "{text}");
    }

    #[test]
    fn what_is_tested_for_equality_has_a_value_for_each_variable() {
        let text = program("int x = nondet_int(), y = nondet_int(); g = x; if (x == y) assert(g == y);");
        assert!(!text.contains("2147483647"), "{text}");
    }

    #[test]
    fn of_what_is_tested_for_equality_with_the_greatest_number_another_one_is_below() {
        let text = program("int x = nondet_int(); g = 1; if (x == 2147483647) g = 2; assert(g != 2);");
        assert!(text.contains("2147483646..2147483647"), "{text}");
    }

    #[test]
    fn what_is_computed_with_keeps_its_values() {
        let text = program("int x = nondet_int(); g = x; if (x == 3) g = 2; assert(g != x + 1);");
        assert!(text.contains("-2147483648..2147483647"), "{text}");
    }
}
