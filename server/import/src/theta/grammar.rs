//! The grammars of both notations, and the declarations that they share.

use boolprog_integer::Sort;

use super::cursor::{Cursor, Name};
use super::source::{EQUALITY, Grammar, Grouping, Operator, Operators};
use crate::Refusal;

/// Words that are not names in `.cfa` files.
pub(super) const CFA_KEYWORDS: &[&str] = &[
    "main", "process", "var", "init", "final", "error", "loc", "assume", "havoc", "return", "bool", "int", "rat", "bv",
    "fp", "if", "then", "else", "iff", "imply", "forall", "exists", "or", "and", "xor", "not", "mod", "div", "rem",
    "true", "false", "default",
];

/// Words that are not names in `.system` files.
pub(super) const STS_KEYWORDS: &[&str] = &[
    "specification",
    "const",
    "var",
    "property",
    "models",
    "G",
    "system",
    "invariant",
    "initial",
    "transition",
    "bool",
    "int",
    "rat",
    "if",
    "then",
    "else",
    "equal",
    "imply",
    "forall",
    "exists",
    "or",
    "and",
    "xor",
    "not",
    "mod",
    "div",
    "rem",
    "true",
    "false",
];

/// The operators, with this word for equivalence.
const fn operators(equivalent: &'static str) -> Operators {
    [
        (equivalent, 1, Grouping::Right, Operator::Equivalent),
        ("imply", 2, Grouping::Right, Operator::Implies),
        ("or", 3, Grouping::Left, Operator::Or),
        ("xor", 4, Grouping::Right, Operator::ExclusiveOr),
        ("and", 5, Grouping::Left, Operator::And),
        ("=", EQUALITY, Grouping::Never, Operator::Equal),
        ("/=", EQUALITY, Grouping::Never, Operator::NotEqual),
        ("<", 7, Grouping::Never, Operator::Less),
        ("<=", 7, Grouping::Never, Operator::LessOrEqual),
        (">", 7, Grouping::Never, Operator::Greater),
        (">=", 7, Grouping::Never, Operator::GreaterOrEqual),
        ("+", 8, Grouping::Left, Operator::Add),
        ("-", 8, Grouping::Left, Operator::Subtract),
        ("*", 9, Grouping::Left, Operator::Multiply),
        ("/", 9, Grouping::Left, Operator::Divide),
        ("div", 9, Grouping::Left, Operator::Divide),
        ("mod", 9, Grouping::Left, Operator::Modulo),
        ("rem", 9, Grouping::Left, Operator::Remainder),
    ]
}

/// Expressions of `.cfa` files.
pub(super) static CFA: Grammar = Grammar { binary: operators("iff"), keywords: CFA_KEYWORDS, primes: false };

/// Expressions of `.system` files.
pub(super) static STS: Grammar = Grammar { binary: operators("equal"), keywords: STS_KEYWORDS, primes: true };

/// `x : int`
pub(super) fn declaration(cursor: &mut Cursor<'_>, grammar: &Grammar) -> Result<(Name, Sort), Refusal> {
    let name = cursor.name(grammar.keywords)?;
    cursor.expect(":")?;
    let sort = match cursor.peek().text {
        "bool" => Sort::Boolean,
        "int" => Sort::Integer,
        "rat" => return Err(cursor.refuse("Rational numbers are not supported in integer programs.")),
        "bv" => return Err(cursor.refuse("Bit vectors are not supported in integer programs.")),
        "fp" => return Err(cursor.refuse("Floating-point numbers are not supported in integer programs.")),
        "[" => return Err(cursor.refuse("Arrays are not supported in integer programs.")),
        "(" => return Err(cursor.refuse("Functions are not supported in integer programs.")),
        _ => return Err(cursor.expected("a type")),
    };
    cursor.advance();
    Ok((name, sort))
}

pub(super) fn twice(name: &Name) -> Refusal {
    Refusal::new(name.span, format!("`{}` is declared already.", name.text))
}
