//! Questions written in SMT-LIB, and values read from it.
//!
//! Variable 3 is `v3`, choice 0 is `i0`, the location of instance 1 is `p1`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use boolprog_integer::Sort;
use boolprog_integer::smt_lib::{self, Symbol, Writer};

use crate::{Model, Query};

fn name(symbol: Symbol) -> String {
    match symbol {
        Symbol::Variable(variable) => format!("v{}", variable.0),
        Symbol::Input(input) => format!("i{}", input.0),
        Symbol::Location(instance) => format!("p{}", instance.0),
    }
}

fn sort(symbol: Symbol, query: &Query<'_>) -> Sort {
    match symbol {
        Symbol::Variable(variable) => query.system.variable(variable).sort,
        Symbol::Input(input) => query.choices[usize::from(input.0)].sort,
        Symbol::Location(instance) => {
            let last = query.system.process_of(instance).locations.len().saturating_sub(1);
            Sort::Range(0, i64::try_from(last).unwrap_or(i64::MAX))
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
        Self::after(query, &BTreeSet::new())
    }

    /// The same where these are declared already.
    pub(crate) fn after(query: &Query<'_>, declared: &BTreeSet<Symbol>) -> Self {
        let mut symbols = BTreeSet::new();
        for formula in query.conjuncts {
            formula.leaves(&mut |leaf| {
                symbols.insert(Symbol::from(leaf));
            });
        }
        let symbols: Vec<_> = symbols.into_iter().map(|symbol| (symbol, sort(symbol, query))).collect();
        let mut text = String::new();
        for (symbol, sort) in symbols.iter().filter(|(symbol, _)| !declared.contains(symbol)) {
            declare(&mut text, &name(*symbol), *sort);
        }
        for formula in query.conjuncts {
            text.push_str("(assert ");
            Writer { text: &mut text, name: &name }.formula(formula);
            text.push_str(")\n");
        }
        Self { text, symbols }
    }

    /// The symbols that it mentions.
    pub(crate) fn symbols(&self) -> BTreeSet<Symbol> {
        self.symbols.iter().map(|(symbol, _)| *symbol).collect()
    }

    /// The command that asks for values; none if the question has no constants.
    pub(crate) fn values_command(&self) -> Option<String> {
        let names: Vec<_> = self.symbols.iter().map(|(symbol, _)| name(*symbol)).collect();
        (!names.is_empty()).then(|| format!("(get-value ({}))\n", names.join(" ")))
    }

    /// Asserts that all numbers fit into 64 bits, as those of states do.
    pub(crate) fn within_states(&self) -> String {
        let mut text = String::new();
        for (symbol, _) in self.symbols.iter().filter(|(_, sort)| *sort == Sort::Integer) {
            if let Some(within) = smt_lib::within(&name(*symbol), Sort::Range(i64::MIN, i64::MAX)) {
                let _ = writeln!(text, "(assert {within})");
            }
        }
        text
    }

    /// Reads the answer to [`Self::values_command`]; none if it is none, or a value does not fit into 64 bits.
    pub(crate) fn read_values(&self, answer: &str) -> Option<Model> {
        let mut words = Words::new(answer);
        let mut model = Model::default();
        words.expect("(")?;
        for (symbol, _) in &self.symbols {
            words.expect("(")?;
            words.expect(&name(*symbol))?;
            let value = words.value()?;
            words.expect(")")?;
            match symbol {
                Symbol::Variable(variable) => _ = model.variables.insert(*variable, value),
                Symbol::Input(input) => _ = model.inputs.insert(*input, value),
                Symbol::Location(instance) => _ = model.locations.insert(*instance, value),
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

fn declare(text: &mut String, name: &str, sort: Sort) {
    let _ = writeln!(text, "(declare-const {name} {})", smt_lib::sort(sort));
    if let Some(within) = smt_lib::within(name, sort) {
        let _ = writeln!(text, "(assert {within})");
    }
}
