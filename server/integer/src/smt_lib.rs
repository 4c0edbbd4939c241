//! Terms and formulas in SMT-LIB (version 2.6: theories Core and Ints).

use std::fmt::Write;

use crate::expression::Leaf;
use crate::{Arithmetic, Comparison, Formula, InputId, InstanceId, Sort, Term, VariableId};

/// A thing with a name in SMT-LIB.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Symbol {
    /// A variable.
    Variable(VariableId),
    /// A choice of the environment.
    Input(InputId),
    /// The number of the location of an instance.
    Location(InstanceId),
}

impl From<Leaf> for Symbol {
    fn from(leaf: Leaf) -> Self {
        match leaf {
            Leaf::Variable(variable) => Self::Variable(variable),
            Leaf::Input(input) => Self::Input(input),
            Leaf::At(instance, _) => Self::Location(instance),
        }
    }
}

/// The sort of the values of a sort.
pub const fn sort(sort: Sort) -> &'static str {
    match sort {
        Sort::Boolean => "Bool",
        Sort::Integer | Sort::Range(..) => "Int",
    }
}

/// The bounds of a value, if its sort has any.
pub fn within(name: &str, sort: Sort) -> Option<String> {
    let Sort::Range(low, high) = sort else { return None };
    Some(format!("(<= {} {name} {})", number(low), number(high)))
}

/// A number as an SMT-LIB term, which writes a negative one as `(- n)`.
pub fn number(value: i64) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

/// Writes expressions at the end of a text, each linear in its size.
pub struct Writer<'t> {
    /// Expressions are appended here.
    pub text: &'t mut String,
    /// The naming of symbols.
    pub name: &'t dyn Fn(Symbol) -> String,
}

impl Writer<'_> {
    /// Appends a term of sort `Int`.
    pub fn term(&mut self, term: &Term) {
        match term {
            Term::Constant(value) => self.text.push_str(&number(*value)),
            Term::Variable(variable) => self.symbol(Symbol::Variable(*variable)),
            Term::Input(input) => self.symbol(Symbol::Input(*input)),
            Term::Negate(inner) => self.call("-", |it| it.next_term(inner)),
            Term::Binary(operation, left, right) => self.terms(operator(*operation), left, right),
            Term::Conditional(condition, then, otherwise) => self.call("ite", |it| {
                it.next_formula(condition);
                it.next_term(then);
                it.next_term(otherwise);
            }),
        }
    }

    /// Appends a formula, a term of sort `Bool`.
    pub fn formula(&mut self, formula: &Formula) {
        match formula {
            Formula::Constant(value) => self.text.push_str(if *value { "true" } else { "false" }),
            Formula::Variable(variable) => self.symbol(Symbol::Variable(*variable)),
            Formula::Input(input) => self.symbol(Symbol::Input(*input)),
            Formula::Compare(comparison, left, right) => self.terms(relation(*comparison), left, right),
            Formula::Equal(left, right) => self.call("=", |it| {
                it.next_formula(left);
                it.next_formula(right);
            }),
            Formula::Not(inner) => self.call("not", |it| it.next_formula(inner)),
            Formula::All(parts) => self.parts(parts, "and", "true"),
            Formula::Any(parts) => self.parts(parts, "or", "false"),
            Formula::At { instance, location } => {
                let name = (self.name)(Symbol::Location(*instance));
                // Writing to a string cannot fail.
                let _ = write!(self.text, "(= {name} {})", location.0);
            }
        }
    }

    fn symbol(&mut self, symbol: Symbol) {
        self.text.push_str(&(self.name)(symbol));
    }

    fn call(&mut self, function: &str, arguments: impl FnOnce(&mut Self)) {
        self.text.push('(');
        self.text.push_str(function);
        arguments(self);
        self.text.push(')');
    }

    fn next_term(&mut self, term: &Term) {
        self.text.push(' ');
        self.term(term);
    }

    fn next_formula(&mut self, formula: &Formula) {
        self.text.push(' ');
        self.formula(formula);
    }

    fn terms(&mut self, function: &str, left: &Term, right: &Term) {
        self.call(function, |it| {
            it.next_term(left);
            it.next_term(right);
        });
    }

    fn parts(&mut self, parts: &[Formula], function: &str, empty: &str) {
        match parts {
            [] => self.text.push_str(empty),
            [part] => self.formula(part),
            _ => self.call(function, |it| parts.iter().for_each(|part| it.next_formula(part))),
        }
    }
}

const fn operator(operation: Arithmetic) -> &'static str {
    match operation {
        Arithmetic::Divide => "div",
        Arithmetic::Remainder => "mod",
        other => other.symbol(),
    }
}

const fn relation(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "=",
        Comparison::NotEqual => "distinct",
        other => other.symbol(),
    }
}
