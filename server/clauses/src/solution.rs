//! The formulas of a solution of Horn clauses that a prover writes in SMT-LIB: without quantifiers, over the arguments of one
//! relation.

use boolprog_integer::{Arithmetic, Comparison, Formula, Sort, Term};

use crate::system::Argument;

/// Deeper nested or larger expressions are not read.
const DEEPEST: usize = 400;
const LARGEST: usize = 50_000;

/// The most words of a model.
const LONGEST: usize = 1_000_000;

/// The definitions of relations in a model.
pub(crate) struct Definitions<'t> {
    items: Vec<Tree<'t>>,
}

impl<'t> Definitions<'t> {
    /// `None` if the text cannot be read.
    pub(crate) fn read(text: &'t str) -> Option<Self> {
        let mut words = Words { rest: text, left: LONGEST };
        match words.tree(0)? {
            Tree::List(items) => Some(Self { items }),
            Tree::Word(_) => None,
        }
    }

    /// The conjuncts of the definition of a relation; `None` if it is missing or cannot be read.
    pub(crate) fn of(&self, relation: &str, arguments: &[Argument]) -> Option<Vec<Formula>> {
        let definition = self.items.iter().find_map(|item| match item.list()? {
            [Tree::Word("define-fun"), Tree::Word(name), Tree::List(parameters), Tree::Word("Bool"), body]
                if *name == relation =>
            {
                Some((parameters, body))
            }
            _ => None,
        });
        let (parameters, body) = definition?;
        if parameters.len() != arguments.len() {
            return None;
        }
        let mut reader = Reader { names: Vec::new(), left: LARGEST };
        for (parameter, argument) in parameters.iter().zip(arguments) {
            let [Tree::Word(name), _] = parameter.list()? else { return None };
            reader.names.push((name, value(*argument)?));
        }
        Some(reader.formula(body)?.fold(None).into_conjuncts())
    }
}

/// The expression of an argument in the language, which has no number of a location.
fn value(argument: Argument) -> Option<Value> {
    match argument {
        Argument::Variable(variable, Sort::Boolean) => Some(Value::Formula(Formula::Variable(variable))),
        Argument::Variable(variable, _) => Some(Value::Term(Term::Variable(variable))),
        Argument::At(instance, location) => Some(Value::Formula(Formula::At { instance, location })),
        Argument::Location(_) => None,
    }
}

#[derive(Clone)]
enum Value {
    Term(Term),
    Formula(Formula),
}

enum Tree<'t> {
    Word(&'t str),
    List(Vec<Self>),
}

impl Tree<'_> {
    fn list(&self) -> Option<&[Self]> {
        if let Self::List(items) = self { Some(items) } else { None }
    }
}

struct Words<'t> {
    rest: &'t str,
    /// The number of words that may still be read.
    left: usize,
}

impl<'t> Words<'t> {
    fn next(&mut self) -> Option<&'t str> {
        self.left = self.left.checked_sub(1)?;
        let text = self.rest.trim_start();
        let length = match text.chars().next()? {
            '(' | ')' => 1,
            '|' => text[1..].find('|')? + 2,
            _ => text.find(|c: char| c.is_whitespace() || c == '(' || c == ')').unwrap_or(text.len()),
        };
        let (word, rest) = text.split_at(length);
        self.rest = rest;
        Some(word)
    }

    fn tree(&mut self, depth: usize) -> Option<Tree<'t>> {
        match self.next()? {
            "(" => self.list(depth + 1),
            ")" => None,
            word => Some(Tree::Word(word)),
        }
    }

    /// The rest of a list.
    fn list(&mut self, depth: usize) -> Option<Tree<'t>> {
        let mut items = Vec::new();
        if depth > DEEPEST {
            return None;
        }
        loop {
            if self.rest.trim_start().starts_with(')') {
                self.next()?;
                return Some(Tree::List(items));
            }
            items.push(self.tree(depth)?);
        }
    }
}

struct Reader<'t> {
    /// Names in scope, the innermost last.
    names: Vec<(&'t str, Value)>,
    /// The number of parts that may still be read: names stand for their values, which can grow without bounds.
    left: usize,
}

impl<'t> Reader<'t> {
    fn formula(&mut self, tree: &Tree<'t>) -> Option<Formula> {
        if let Value::Formula(formula) = self.value(tree)? { Some(formula) } else { None }
    }

    fn term(&mut self, tree: &Tree<'t>) -> Option<Term> {
        if let Value::Term(term) = self.value(tree)? { Some(term) } else { None }
    }

    fn value(&mut self, tree: &Tree<'t>) -> Option<Value> {
        self.left = self.left.checked_sub(1)?;
        match tree {
            Tree::Word(word) => self.word(word),
            Tree::List(items) => match items.as_slice() {
                [Tree::Word("let"), Tree::List(bindings), body] => self.binding(bindings, body),
                [Tree::Word(function), arguments @ ..] => self.call(function, arguments),
                _ => None,
            },
        }
    }

    fn word(&mut self, word: &str) -> Option<Value> {
        match word {
            "true" => Some(Value::Formula(Formula::Constant(true))),
            "false" => Some(Value::Formula(Formula::Constant(false))),
            _ => match self.names.iter().rev().find(|(name, _)| *name == word) {
                Some((_, value)) => {
                    self.left = self.left.checked_sub(size(value))?;
                    Some(value.clone())
                }
                None => Some(Value::Term(Term::Constant(word.parse().ok()?))),
            },
        }
    }

    /// `let`, whose values are read before any of its names is known.
    fn binding(&mut self, bindings: &[Tree<'t>], body: &Tree<'t>) -> Option<Value> {
        let mut bound = Vec::new();
        for binding in bindings {
            let [Tree::Word(name), value] = binding.list()? else { return None };
            bound.push((*name, self.value(value)?));
        }
        let known = self.names.len();
        self.names.extend(bound);
        let value = self.value(body);
        self.names.truncate(known);
        value
    }

    fn call(&mut self, function: &str, arguments: &[Tree<'t>]) -> Option<Value> {
        let formula = match (function, arguments) {
            ("not", [inner]) => Formula::negation(self.formula(inner)?),
            ("and", parts) => Formula::All(self.formulas(parts)?),
            ("or", parts) => Formula::Any(self.formulas(parts)?),
            ("=>", [premise, conclusion]) => {
                Formula::Any(vec![Formula::negation(self.formula(premise)?), self.formula(conclusion)?])
            }
            ("=" | "distinct", [left, right]) => self.equality(function == "=", left, right)?,
            ("ite", [condition, then, otherwise]) => return self.choice(condition, then, otherwise),
            ("<" | "<=" | ">" | ">=", [left, right]) => {
                let comparison = match function {
                    "<" => Comparison::Less,
                    "<=" => Comparison::LessOrEqual,
                    ">" => Comparison::Greater,
                    _ => Comparison::GreaterOrEqual,
                };
                Formula::Compare(comparison, self.term(left)?, self.term(right)?)
            }
            _ => return self.arithmetic(function, arguments).map(Value::Term),
        };
        Some(Value::Formula(formula))
    }

    fn formulas(&mut self, parts: &[Tree<'t>]) -> Option<Vec<Formula>> {
        parts.iter().map(|part| self.formula(part)).collect()
    }

    fn equality(&mut self, holds: bool, left: &Tree<'t>, right: &Tree<'t>) -> Option<Formula> {
        let equal = match (self.value(left)?, self.value(right)?) {
            (Value::Term(left), Value::Term(right)) => Formula::Compare(Comparison::Equal, left, right),
            (Value::Formula(left), Value::Formula(right)) => Formula::Equal(Box::new(left), Box::new(right)),
            _ => return None,
        };
        Some(if holds { equal } else { Formula::negation(equal) })
    }

    fn choice(&mut self, condition: &Tree<'t>, then: &Tree<'t>, otherwise: &Tree<'t>) -> Option<Value> {
        let condition = self.formula(condition)?;
        Some(match (self.value(then)?, self.value(otherwise)?) {
            (Value::Term(then), Value::Term(otherwise)) => Value::Term(Term::conditional(condition, then, otherwise)),
            (Value::Formula(then), Value::Formula(otherwise)) => {
                let not = Formula::negation(condition.clone());
                let cases = [Formula::All(vec![condition, then]), Formula::All(vec![not, otherwise])];
                Value::Formula(Formula::Any(cases.into()))
            }
            _ => return None,
        })
    }

    fn arithmetic(&mut self, function: &str, arguments: &[Tree<'t>]) -> Option<Term> {
        let terms = arguments.iter().map(|argument| self.term(argument)).collect::<Option<Vec<_>>>()?;
        let operation = match function {
            "+" => Arithmetic::Add,
            "-" => Arithmetic::Subtract,
            "*" => Arithmetic::Multiply,
            "div" => Arithmetic::Divide,
            "mod" => Arithmetic::Remainder,
            _ => return None,
        };
        match (operation, terms.as_slice()) {
            (Arithmetic::Subtract, [Term::Constant(value)]) => return Some(Term::Constant(value.checked_neg()?)),
            (Arithmetic::Subtract, [term]) => return Some(Term::Negate(Box::new(term.clone()))),
            // Without a value where the divisor is zero, unlike in SMT-LIB.
            (Arithmetic::Divide | Arithmetic::Remainder, [_, Term::Constant(divisor)]) if *divisor != 0 => {}
            (Arithmetic::Divide | Arithmetic::Remainder, _) => return None,
            _ => {}
        }
        terms.into_iter().reduce(|left, right| Term::binary(operation, left, right))
    }
}

/// Roughly the number of parts.
fn size(value: &Value) -> usize {
    let mut leaves = 0;
    let mut note = |_| leaves += 1;
    match value {
        Value::Term(term) => term.leaves(&mut note),
        Value::Formula(formula) => formula.leaves(&mut note),
    }
    leaves
}
