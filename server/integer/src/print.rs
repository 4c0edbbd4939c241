//! Terms and formulas in the syntax of the language.

use std::fmt::{self, Display, Formatter};

use crate::{Arithmetic, Comparison, Formula, System, Term};

/// A term or formula with the names of its system. Parentheses stand where they must and nowhere else; choices of the
/// environment are shown as `input#0`, which is no syntax of the language.
#[derive(Clone, Copy, Debug)]
pub struct Printed<'a, T> {
    system: &'a System,
    expression: &'a T,
}

impl System {
    /// A formula as the language writes it.
    pub const fn print_formula<'a>(&'a self, formula: &'a Formula) -> Printed<'a, Formula> {
        Printed { system: self, expression: formula }
    }

    /// A term as the language writes it.
    pub const fn print_term<'a>(&'a self, term: &'a Term) -> Printed<'a, Term> {
        Printed { system: self, expression: term }
    }
}

/// How strongly an expression holds together, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Strength {
    Conditional,
    Or,
    And,
    Equality,
    Comparison,
    Sum,
    Product,
    Prefix,
    Primary,
}

impl Display for Printed<'_, Formula> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_formula(self.system, self.expression, Strength::Conditional, f)
    }
}

impl Display for Printed<'_, Term> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_term(self.system, self.expression, Strength::Conditional, f)
    }
}

impl Arithmetic {
    /// The operator as written.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Remainder => "%",
        }
    }
}

impl Comparison {
    /// The operator as written.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }
}

/// Writes in parentheses what is looser than its place allows.
fn group(
    strength: Strength,
    place: Strength,
    f: &mut Formatter<'_>,
    write: impl FnOnce(&mut Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    if strength >= place {
        return write(f);
    }
    f.write_str("(")?;
    write(f)?;
    f.write_str(")")
}

fn write_term(system: &System, term: &Term, place: Strength, f: &mut Formatter<'_>) -> fmt::Result {
    match term {
        Term::Constant(value) if *value < 0 => group(Strength::Prefix, place, f, |f| write!(f, "{value}")),
        Term::Constant(value) => write!(f, "{value}"),
        Term::Variable(variable) => f.write_str(&system.variable(*variable).name),
        Term::Input(input) => write!(f, "input#{}", input.0),
        Term::Negate(term) => group(Strength::Prefix, place, f, |f| {
            f.write_str("-")?;
            write_term(system, term, Strength::Prefix, f)
        }),
        Term::Binary(operation, left, right) => {
            let (strength, stronger) = match operation {
                Arithmetic::Add | Arithmetic::Subtract => (Strength::Sum, Strength::Product),
                Arithmetic::Multiply | Arithmetic::Divide | Arithmetic::Remainder => {
                    (Strength::Product, Strength::Prefix)
                }
            };
            group(strength, place, f, |f| {
                write_term(system, left, strength, f)?;
                write!(f, " {} ", operation.symbol())?;
                write_term(system, right, stronger, f)
            })
        }
        Term::Conditional(condition, then, otherwise) => group(Strength::Conditional, place, f, |f| {
            write_formula(system, condition, Strength::Or, f)?;
            f.write_str(" ? ")?;
            write_term(system, then, Strength::Conditional, f)?;
            f.write_str(" : ")?;
            write_term(system, otherwise, Strength::Conditional, f)
        }),
    }
}

fn write_formula(system: &System, formula: &Formula, place: Strength, f: &mut Formatter<'_>) -> fmt::Result {
    match formula {
        Formula::Constant(value) => write!(f, "{value}"),
        Formula::Variable(variable) => f.write_str(&system.variable(*variable).name),
        Formula::Input(input) => write!(f, "input#{}", input.0),
        Formula::Compare(comparison, left, right) => {
            let strength = match comparison {
                Comparison::Equal | Comparison::NotEqual => Strength::Equality,
                _ => Strength::Comparison,
            };
            group(strength, place, f, |f| {
                write_term(system, left, Strength::Sum, f)?;
                write!(f, " {} ", comparison.symbol())?;
                write_term(system, right, Strength::Sum, f)
            })
        }
        Formula::Equal(left, right) => group(Strength::Equality, place, f, |f| {
            write_formula(system, left, Strength::Equality, f)?;
            f.write_str(" == ")?;
            write_formula(system, right, Strength::Comparison, f)
        }),
        Formula::Not(formula) => group(Strength::Prefix, place, f, |f| {
            f.write_str("!")?;
            write_formula(system, formula, Strength::Prefix, f)
        }),
        Formula::All(parts) => write_parts(system, parts, (Strength::And, " && ", "true"), place, f),
        Formula::Any(parts) => write_parts(system, parts, (Strength::Or, " || ", "false"), place, f),
        Formula::At { instance, location } => {
            let (instance, location) = (system.instance(*instance), system.location(*instance, *location));
            group(Strength::Primary, place, f, |f| write!(f, "{} @ {}", instance.name, location.name))
        }
    }
}

fn write_parts(
    system: &System,
    parts: &[Formula],
    (strength, operator, empty): (Strength, &str, &str),
    place: Strength,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let stronger = if strength == Strength::And { Strength::Equality } else { Strength::And };
    match parts {
        [] => f.write_str(empty),
        [part] => write_formula(system, part, place, f),
        [first, rest @ ..] => group(strength, place, f, |f| {
            write_formula(system, first, stronger, f)?;
            for part in rest {
                f.write_str(operator)?;
                write_formula(system, part, stronger, f)?;
            }
            Ok(())
        }),
    }
}
