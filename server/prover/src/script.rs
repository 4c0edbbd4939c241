//! Questions written in SMT-LIB (version 2.6: theories Core and Ints), and values read from it.
//!
//! Variable 3 is `v3`, choice 0 is `i0`, the location of instance 1 is `p1`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use boolprog_integer::expression::Leaf;
use boolprog_integer::{Arithmetic, Comparison, Formula, InputId, InstanceId, Sort, Term, VariableId};

use crate::{Model, Query};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Symbol {
    Variable(VariableId),
    Input(InputId),
    Location(InstanceId),
}

impl Symbol {
    const fn of(leaf: Leaf) -> Self {
        match leaf {
            Leaf::Variable(variable) => Self::Variable(variable),
            Leaf::Input(input) => Self::Input(input),
            Leaf::At(instance, _) => Self::Location(instance),
        }
    }

    fn name(self) -> String {
        match self {
            Self::Variable(variable) => format!("v{}", variable.0),
            Self::Input(input) => format!("i{}", input.0),
            Self::Location(instance) => format!("p{}", instance.0),
        }
    }

    fn sort(self, query: &Query<'_>) -> Sort {
        match self {
            Self::Variable(variable) => query.system.variable(variable).sort,
            Self::Input(input) => query.choices[usize::from(input.0)].sort,
            Self::Location(instance) => {
                let last = query.system.process_of(instance).locations.len().saturating_sub(1);
                Sort::Range(0, i64::try_from(last).unwrap_or(i64::MAX))
            }
        }
    }
}

/// A question as text, and the constants whose values answer it.
#[derive(Debug)]
pub(crate) struct Script {
    pub(crate) text: String,
    symbols: Vec<(Symbol, Sort)>,
}

impl Script {
    pub(crate) fn new(query: &Query<'_>) -> Self {
        let mut symbols = BTreeSet::new();
        for formula in query.conjuncts {
            formula.leaves(&mut |leaf| {
                symbols.insert(Symbol::of(leaf));
            });
        }
        let symbols: Vec<_> = symbols.into_iter().map(|symbol| (symbol, symbol.sort(query))).collect();
        let mut text = String::new();
        for (symbol, sort) in &symbols {
            declare(&mut text, &symbol.name(), *sort);
        }
        for formula in query.conjuncts {
            text.push_str("(assert ");
            write_formula(&mut text, formula);
            text.push_str(")\n");
        }
        Self { text, symbols }
    }

    /// The command that asks for values; none if the question has no constants.
    pub(crate) fn values_command(&self) -> Option<String> {
        let names: Vec<_> = self.symbols.iter().map(|(symbol, _)| symbol.name()).collect();
        (!names.is_empty()).then(|| format!("(get-value ({}))\n", names.join(" ")))
    }

    /// Reads the answer to [`Self::values_command`]; none if it is none, or a value does not fit into 64 bits.
    pub(crate) fn read_values(&self, answer: &str) -> Option<Model> {
        let mut words = Words::new(answer);
        let mut model = Model::default();
        words.expect("(")?;
        for (symbol, _) in &self.symbols {
            words.expect("(")?;
            words.expect(&symbol.name())?;
            let value = words.value()?;
            words.expect(")")?;
            match symbol {
                Symbol::Variable(variable) => _ = model.variables.insert(*variable, value),
                Symbol::Input(input) => _ = model.inputs.insert(*input, value),
                Symbol::Location(_) => {}
            }
        }
        words.expect(")")?;
        Some(model)
    }
}

struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    const fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    fn next(&mut self) -> Option<&'a str> {
        let text = self.rest.trim_start();
        let length = match text.chars().next()? {
            '(' | ')' => 1,
            _ => text.find(|c: char| c.is_whitespace() || c == '(' || c == ')').unwrap_or(text.len()),
        };
        let (word, rest) = text.split_at(length);
        self.rest = rest;
        Some(word)
    }

    fn expect(&mut self, word: &str) -> Option<()> {
        (self.next()? == word).then_some(())
    }

    /// `true`, `false`, `5` or `(- 5)`.
    fn value(&mut self) -> Option<i64> {
        match self.next()? {
            "true" => Some(1),
            "false" => Some(0),
            "(" => {
                self.expect("-")?;
                let digits = self.next()?;
                self.expect(")")?;
                format!("-{digits}").parse().ok()
            }
            digits => digits.parse().ok(),
        }
    }
}

/// Returns `true` if all parentheses of an answer are closed.
pub(crate) fn is_closed(answer: &str) -> bool {
    answer.matches('(').count() == answer.matches(')').count()
}

fn declare(text: &mut String, name: &str, sort: Sort) {
    let kind = if sort == Sort::Boolean { "Bool" } else { "Int" };
    let _ = writeln!(text, "(declare-const {name} {kind})");
    if let Sort::Range(low, high) = sort {
        let (low, high) = (number(low), number(high));
        let _ = writeln!(text, "(assert (<= {low} {name} {high}))");
    }
}

fn number(value: i64) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

fn write_term(text: &mut String, term: &Term) {
    match term {
        Term::Constant(value) => text.push_str(&number(*value)),
        Term::Variable(variable) => text.push_str(&Symbol::Variable(*variable).name()),
        Term::Input(input) => text.push_str(&Symbol::Input(*input).name()),
        Term::Negate(term) => call(text, "-", |text| write_term(text, term)),
        Term::Binary(operation, left, right) => call(text, operator(*operation), |text| {
            write_term(text, left);
            text.push(' ');
            write_term(text, right);
        }),
        Term::Conditional(condition, then, otherwise) => call(text, "ite", |text| {
            write_formula(text, condition);
            text.push(' ');
            write_term(text, then);
            text.push(' ');
            write_term(text, otherwise);
        }),
    }
}

const fn operator(operation: Arithmetic) -> &'static str {
    match operation {
        Arithmetic::Add => "+",
        Arithmetic::Subtract => "-",
        Arithmetic::Multiply => "*",
        Arithmetic::Divide => "div",
        Arithmetic::Remainder => "mod",
    }
}

fn write_formula(text: &mut String, formula: &Formula) {
    match formula {
        Formula::Constant(value) => text.push_str(if *value { "true" } else { "false" }),
        Formula::Variable(variable) => text.push_str(&Symbol::Variable(*variable).name()),
        Formula::Input(input) => text.push_str(&Symbol::Input(*input).name()),
        Formula::Compare(comparison, left, right) => call(text, relation(*comparison), |text| {
            write_term(text, left);
            text.push(' ');
            write_term(text, right);
        }),
        Formula::Equal(left, right) => call(text, "=", |text| {
            write_formula(text, left);
            text.push(' ');
            write_formula(text, right);
        }),
        Formula::Not(formula) => call(text, "not", |text| write_formula(text, formula)),
        Formula::All(parts) => write_parts(text, parts, "and", "true"),
        Formula::Any(parts) => write_parts(text, parts, "or", "false"),
        Formula::At { instance, location } => {
            let _ = write!(text, "(= {} {})", Symbol::Location(*instance).name(), location.0);
        }
    }
}

fn write_parts(text: &mut String, parts: &[Formula], name: &str, empty: &str) {
    match parts {
        [] => text.push_str(empty),
        [part] => write_formula(text, part),
        _ => call(text, name, |text| {
            for (number, part) in parts.iter().enumerate() {
                if number > 0 {
                    text.push(' ');
                }
                write_formula(text, part);
            }
        }),
    }
}

const fn relation(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "=",
        Comparison::NotEqual => "distinct",
        Comparison::Less => "<",
        Comparison::LessOrEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterOrEqual => ">=",
    }
}

fn call(text: &mut String, name: &str, arguments: impl FnOnce(&mut String)) {
    text.push('(');
    text.push_str(name);
    text.push(' ');
    arguments(text);
    text.push(')');
}
