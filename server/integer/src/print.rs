//! Terms and formulas in the syntax of the language.

use std::fmt::{self, Display, Formatter};

use crate::syntax::ast::BinaryOperator;
use crate::{Arithmetic, Comparison, Formula, InstanceId, System, Term, Variable, VariableId};

/// A term or formula with the names of its system. Parentheses are minimal; choices of the environment are shown as
/// `input#0`, which is no syntax of the language.
#[derive(Clone, Copy, Debug)]
pub struct Printed<'a, T> {
    names: Names<'a>,
    expression: &'a T,
}

#[derive(Clone, Copy, Debug)]
struct Names<'a> {
    system: &'a System,
    /// Instance whose variables have the names that its process gives them.
    inside: Option<InstanceId>,
}

impl Names<'_> {
    fn variable(&self, variable: VariableId) -> &str {
        let variable = self.system.variable(variable);
        match variable.owner.filter(|owner| self.inside == Some(*owner)) {
            Some(owner) => self.system.short_name(variable, owner),
            None => &variable.name,
        }
    }
}

impl System {
    /// A formula as the language writes it.
    pub const fn print_formula<'a>(&'a self, formula: &'a Formula) -> Printed<'a, Formula> {
        Printed { names: Names { system: self, inside: None }, expression: formula }
    }

    /// A term as the language writes it.
    pub const fn print_term<'a>(&'a self, term: &'a Term) -> Printed<'a, Term> {
        Printed { names: Names { system: self, inside: None }, expression: term }
    }

    /// A formula as the process of an instance writes it, with its own names for its variables.
    pub const fn print_formula_inside<'a>(
        &'a self,
        formula: &'a Formula,
        instance: InstanceId,
    ) -> Printed<'a, Formula> {
        Printed { names: Names { system: self, inside: Some(instance) }, expression: formula }
    }

    /// The name of a variable in the process of its instance.
    fn short_name<'a>(&self, variable: &'a Variable, owner: InstanceId) -> &'a str {
        let long = variable.name.as_str();
        let short = long.strip_prefix(self.instance(owner).name.as_str()).and_then(|rest| rest.strip_prefix('.'));
        short.unwrap_or(long)
    }
}

/// Binding strength of expressions, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strength {
    /// `c ? e : f`
    Conditional,
    /// `||`
    Or,
    /// `&&`
    And,
    /// `==` and `!=`
    Equality,
    /// `<`, `<=`, `>` and `>=`
    Comparison,
    /// `+` and `-`
    Sum,
    /// `*`, `/` and `%`
    Product,
    /// `!` and `-` before an operand, negative numbers
    Prefix,
    /// Expressions that need no parentheses anywhere.
    Primary,
}

impl Strength {
    /// The strength of an expression with this operator.
    pub const fn of(operator: BinaryOperator) -> Self {
        match operator {
            BinaryOperator::Or => Self::Or,
            BinaryOperator::And => Self::And,
            BinaryOperator::Comparison(Comparison::Equal | Comparison::NotEqual) => Self::Equality,
            BinaryOperator::Comparison(_) => Self::Comparison,
            BinaryOperator::Arithmetic(Arithmetic::Add | Arithmetic::Subtract) => Self::Sum,
            BinaryOperator::Arithmetic(_) => Self::Product,
        }
    }

    /// Writes an expression of this strength, in parentheses if it is looser than its place allows.
    pub fn group(
        self,
        place: Self,
        f: &mut Formatter<'_>,
        write: impl FnOnce(&mut Formatter<'_>) -> fmt::Result,
    ) -> fmt::Result {
        if self >= place {
            return write(f);
        }
        f.write_str("(")?;
        write(f)?;
        f.write_str(")")
    }
}

impl Display for Printed<'_, Formula> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_formula(self.names, self.expression, Strength::Conditional, f)
    }
}

impl Display for Printed<'_, Term> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_term(self.names, self.expression, Strength::Conditional, f)
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

fn write_term(names: Names<'_>, term: &Term, place: Strength, f: &mut Formatter<'_>) -> fmt::Result {
    match term {
        Term::Constant(value) if *value < 0 => Strength::Prefix.group(place, f, |f| write!(f, "{value}")),
        Term::Constant(value) => write!(f, "{value}"),
        Term::Variable(variable) => f.write_str(names.variable(*variable)),
        Term::Input(input) => write!(f, "input#{}", input.0),
        Term::Negate(term) => Strength::Prefix.group(place, f, |f| {
            f.write_str("-")?;
            write_term(names, term, Strength::Prefix, f)
        }),
        Term::Binary(operation, left, right) => {
            let strength = Strength::of(BinaryOperator::Arithmetic(*operation));
            let stronger = if strength == Strength::Sum { Strength::Product } else { Strength::Prefix };
            strength.group(place, f, |f| {
                write_term(names, left, strength, f)?;
                write!(f, " {} ", operation.symbol())?;
                write_term(names, right, stronger, f)
            })
        }
        Term::Conditional(condition, then, otherwise) => Strength::Conditional.group(place, f, |f| {
            write_formula(names, condition, Strength::Or, f)?;
            f.write_str(" ? ")?;
            write_term(names, then, Strength::Conditional, f)?;
            f.write_str(" : ")?;
            write_term(names, otherwise, Strength::Conditional, f)
        }),
    }
}

fn write_formula(names: Names<'_>, formula: &Formula, place: Strength, f: &mut Formatter<'_>) -> fmt::Result {
    match formula {
        Formula::Constant(value) => write!(f, "{value}"),
        Formula::Variable(variable) => f.write_str(names.variable(*variable)),
        Formula::Input(input) => write!(f, "input#{}", input.0),
        Formula::Compare(comparison, left, right) => {
            let strength = Strength::of(BinaryOperator::Comparison(*comparison));
            strength.group(place, f, |f| {
                write_term(names, left, Strength::Sum, f)?;
                write!(f, " {} ", comparison.symbol())?;
                write_term(names, right, Strength::Sum, f)
            })
        }
        Formula::Equal(left, right) => Strength::Equality.group(place, f, |f| {
            write_formula(names, left, Strength::Equality, f)?;
            f.write_str(" == ")?;
            write_formula(names, right, Strength::Comparison, f)
        }),
        Formula::Not(formula) => Strength::Prefix.group(place, f, |f| {
            f.write_str("!")?;
            write_formula(names, formula, Strength::Prefix, f)
        }),
        Formula::All(parts) => write_parts(names, parts, Strength::And, " && ", "true", place, f),
        Formula::Any(parts) => write_parts(names, parts, Strength::Or, " || ", "false", place, f),
        Formula::At { instance, location } => {
            let (instance, location) = (names.system.instance(*instance), names.system.location(*instance, *location));
            Strength::Primary.group(place, f, |f| write!(f, "{} @ {}", instance.name, location.name))
        }
    }
}

fn write_parts(
    names: Names<'_>,
    parts: &[Formula],
    strength: Strength,
    operator: &str,
    empty: &str,
    place: Strength,
    f: &mut Formatter<'_>,
) -> fmt::Result {
    let stronger = if strength == Strength::And { Strength::Equality } else { Strength::And };
    match parts {
        [] => f.write_str(empty),
        [part] => write_formula(names, part, place, f),
        [first, rest @ ..] => strength.group(place, f, |f| {
            write_formula(names, first, stronger, f)?;
            for part in rest {
                f.write_str(operator)?;
                write_formula(names, part, stronger, f)?;
            }
            Ok(())
        }),
    }
}
