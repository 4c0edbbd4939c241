//! Expressions of SMT-LIB (theories Core and Ints), built as Z3's.

use std::iter::Peekable;

use z3::ast::{Ast, Bool, Int};

/// An expression that Z3 knows.
#[derive(Clone)]
pub(crate) enum Expression {
    Integer(Int),
    Boolean(Bool),
}

/// What keeps a text from being an expression.
type Problem = &'static str;

/// Reads the expression with which these words begin. `constant` knows the constants.
///
/// Its depth is that of the recursion: boolprog's are as deep as the expressions of a program.
pub(crate) fn read<'w>(
    words: &mut Peekable<impl Iterator<Item = &'w str>>,
    constant: &impl Fn(&str) -> Option<Expression>,
) -> Result<Expression, Problem> {
    let word = words.next().ok_or("an expression is wanted")?;
    if word != "(" {
        return leaf(word, constant);
    }
    let operator = words.next().ok_or("an operator is wanted")?;
    let mut arguments = Vec::new();
    while words.next_if_eq(&")").is_none() {
        arguments.push(read(words, constant)?);
    }
    apply(operator, arguments)
}

fn leaf(word: &str, constant: &impl Fn(&str) -> Option<Expression>) -> Result<Expression, Problem> {
    Ok(match word {
        "true" => Expression::Boolean(Bool::from_bool(true)),
        "false" => Expression::Boolean(Bool::from_bool(false)),
        _ if word.starts_with(|first: char| first.is_ascii_digit()) => {
            Expression::Integer(Int::from_u64(word.parse().map_err(|_| "a number that is too large")?))
        }
        _ => constant(word).ok_or("an unknown constant")?,
    })
}

fn apply(operator: &str, mut arguments: Vec<Expression>) -> Result<Expression, Problem> {
    if operator == "ite" && !arguments.is_empty() {
        let condition = arguments.remove(0);
        return conditional(condition, arguments).ok_or(WRONG_ARGUMENTS);
    }
    let result = match arguments.first() {
        Some(Expression::Integer(_)) => of_integers(operator, &all(arguments, Expression::integer)?),
        Some(Expression::Boolean(_)) => of_booleans(operator, &all(arguments, Expression::boolean)?),
        None => None,
    };
    result.ok_or(WRONG_ARGUMENTS)
}

const WRONG_ARGUMENTS: Problem = "an unknown operator, or other arguments than it has";

fn conditional(condition: Expression, arguments: Vec<Expression>) -> Option<Expression> {
    let condition = condition.boolean()?;
    match <[Expression; 2]>::try_from(arguments).ok()? {
        [Expression::Integer(then), Expression::Integer(otherwise)] => {
            Some(Expression::Integer(condition.ite(&then, &otherwise)))
        }
        [Expression::Boolean(then), Expression::Boolean(otherwise)] => {
            Some(Expression::Boolean(condition.ite(&then, &otherwise)))
        }
        _ => None,
    }
}

fn all<T>(arguments: Vec<Expression>, sort: impl Fn(Expression) -> Option<T>) -> Result<Vec<T>, Problem> {
    arguments.into_iter().map(sort).collect::<Option<_>>().ok_or("arguments of different sorts")
}

/// An operation on one integer or more.
fn of_integers(operator: &str, arguments: &[Int]) -> Option<Expression> {
    let integer = |value| Some(Expression::Integer(value));
    // A relation of more than two holds for all neighbours.
    let chain = |relation: fn(&Int, &Int) -> Bool| {
        let parts: Vec<Bool> = arguments.windows(2).map(|pair| relation(&pair[0], &pair[1])).collect();
        match parts.as_slice() {
            [] => None,
            [part] => Some(Expression::Boolean(part.clone())),
            parts => Some(Expression::Boolean(Bool::and(parts))),
        }
    };
    match (operator, arguments) {
        ("+", _) => integer(Int::add(arguments)),
        ("*", _) => integer(Int::mul(arguments)),
        ("-", [only]) => integer(only.unary_minus()),
        ("-", _) => integer(Int::sub(arguments)),
        ("div", [left, right]) => integer(left.div(right)),
        ("mod", [left, right]) => integer(left.modulo(right)),
        ("=", _) => chain(|left, right| left.eq(right)),
        ("<", _) => chain(|left, right| left.lt(right)),
        ("<=", _) => chain(|left, right| left.le(right)),
        (">", _) => chain(|left, right| left.gt(right)),
        (">=", _) => chain(|left, right| left.ge(right)),
        ("distinct", [_, _, ..]) => Some(Expression::Boolean(Int::distinct(arguments))),
        _ => None,
    }
}

/// An operation on one Boolean or more.
fn of_booleans(operator: &str, arguments: &[Bool]) -> Option<Expression> {
    Some(Expression::Boolean(match (operator, arguments) {
        ("and", _) => Bool::and(arguments),
        ("or", _) => Bool::or(arguments),
        ("not", [only]) => only.not(),
        ("=", [left, right]) => left.eq(right),
        _ => return None,
    }))
}

impl Expression {
    fn integer(self) -> Option<Int> {
        match self {
            Self::Integer(value) => Some(value),
            Self::Boolean(_) => None,
        }
    }

    /// The expression, if it is Boolean.
    pub(crate) fn boolean(self) -> Option<Bool> {
        match self {
            Self::Boolean(value) => Some(value),
            Self::Integer(_) => None,
        }
    }
}
