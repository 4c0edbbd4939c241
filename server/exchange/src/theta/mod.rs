//! What the notations of Theta share: declarations and typed expressions.
//!
//! The grammar and the meaning of the operators are those of the `CfaDsl` and `StsDsl` grammars of Theta and of its integer
//! literals: `not` is looser than comparisons, `div` and `mod` are Euclidean as in SMT-LIB, and `rem` has the sign of the
//! divisor.

pub(crate) mod cfa;
mod expression;
pub(crate) mod system;
mod transition;

use boolprog_integer::Sort;

use crate::Refusal;
use crate::cursor::{Cursor, Name};
use crate::source::{Grammar, Grouping, Operator, PrefixOperator};

/// Words that are no names in `.cfa` files.
const CFA_KEYWORDS: &[&str] = &[
    "main", "process", "var", "init", "final", "error", "loc", "assume", "havoc", "return", "bool", "int", "rat", "bv",
    "fp", "if", "then", "else", "iff", "imply", "forall", "exists", "or", "and", "xor", "not", "mod", "div", "rem",
    "true", "false", "default",
];

/// Words that are no names in `.system` files.
const STS_KEYWORDS: &[&str] = &[
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

const REFUSED: &[(&str, &str)] = &[
    ("forall", "Quantifiers cannot be said in an integer program."),
    ("exists", "Quantifiers cannot be said in an integer program."),
    ("[", "Arrays cannot be said in an integer program."),
];

const REFUSED_BEHIND: &[(&str, &str)] = &[
    ("%", "Rational numbers cannot be said in an integer program."),
    ("[", "Arrays cannot be said in an integer program."),
    ("(", "Functions cannot be said in an integer program."),
    ("'", "Only a variable has a next value: write the prime behind its name."),
    ("++", "Bit vectors cannot be said in an integer program."),
];

/// The strength of the operand of `not`: comparisons, and what is stronger.
const EQUALITY: u8 = 6;

/// Both notations, except for how they write equivalence.
const fn grammar(
    binary: &'static [(&'static str, u8, Grouping, Operator)],
    keywords: &'static [&'static str],
    primes: bool,
) -> Grammar {
    Grammar {
        binary,
        prefix: &[
            ("not", EQUALITY, PrefixOperator::Not),
            ("-", 10, PrefixOperator::Minus),
            ("+", 10, PrefixOperator::Plus),
        ],
        keywords,
        refused: REFUSED,
        refused_behind: REFUSED_BEHIND,
        primes,
        elements: false,
    }
}

/// The operators, with this word for equivalence.
macro_rules! operators {
    ($equivalent:literal) => {
        &[
            ($equivalent, 1, Grouping::Right, Operator::Equivalent),
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
    };
}

/// Expressions of `.cfa` files.
static CFA: Grammar = grammar(operators!("iff"), CFA_KEYWORDS, false);

/// Expressions of `.system` files.
static STS: Grammar = grammar(operators!("equal"), STS_KEYWORDS, true);

/// `x : int`
fn declaration(cursor: &mut Cursor<'_>, grammar: &Grammar) -> Result<(Name, Sort), Refusal> {
    let name = cursor.name(grammar.keywords)?;
    cursor.expect(":")?;
    let sort = match cursor.peek().text {
        "bool" => Sort::Boolean,
        "int" => Sort::Integer,
        "rat" => return Err(cursor.refuse("Rational numbers cannot be said in an integer program.")),
        "bv" => return Err(cursor.refuse("Bit vectors cannot be said in an integer program.")),
        "fp" => return Err(cursor.refuse("Floating-point numbers cannot be said in an integer program.")),
        "[" => return Err(cursor.refuse("Arrays cannot be said in an integer program.")),
        "(" => return Err(cursor.refuse("Functions cannot be said in an integer program.")),
        _ => return Err(cursor.expected("a type")),
    };
    cursor.advance();
    Ok((name, sort))
}

/// A name that is declared twice.
fn twice(name: &Name) -> Refusal {
    Refusal::new(name.span, format!("`{}` is declared already.", name.text))
}
