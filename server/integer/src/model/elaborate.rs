//! Expressions: names resolved, types checked.

use boolprog_program::names::most_similar;
use boolprog_syntax::{Diagnostic, Edit, Span};
use smol_str::SmolStr;

use super::codes::{self, at};
use super::layout::Layout;
use super::symbols::{CopyCount, Symbols};
use crate::syntax::ast::{BinaryOperator, Expr, ExprKind, InstanceName, Name};
use crate::{Arithmetic, Comparison, Formula, InstanceId, LocationId, Sort, Term, VariableId};

/// So many findings get a "did you mean": each costs a comparison with all candidates.
const MAX_GUESSES: usize = 50;

/// What an expression stands for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Expression {
    /// An integer.
    Term(Term),
    /// A truth value.
    Formula(Formula),
}

/// What is visible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Visible {
    /// Constants.
    Constants,
    /// Constants, shared variables, and all of every process by its name.
    Shared,
    /// The same and the variables of an instance.
    Instance(InstanceId),
}

/// Makes terms and formulas of expressions. Where it returns nothing it has reported why, or the parser has.
pub(super) struct Elaborator<'a> {
    pub(super) symbols: &'a Symbols<'a>,
    pub(super) layout: &'a Layout,
    pub(super) visible: Visible,
    pub(super) report: &'a mut Vec<Diagnostic>,
    /// Whether the same was elaborated, and reported on, for another instance.
    pub(super) again: bool,
}

impl<'a> Elaborator<'a> {
    /// For expressions of constants only.
    pub(super) fn of_constants(symbols: &'a Symbols<'a>, layout: &'a Layout, report: &'a mut Vec<Diagnostic>) -> Self {
        Self { symbols, layout, visible: Visible::Constants, report, again: false }
    }

    /// Notes a finding, once for all instances.
    pub(super) fn push(&mut self, diagnostic: Diagnostic) {
        if !self.again {
            self.report.push(diagnostic);
        }
    }

    // Types.

    /// An integer that is known.
    pub(super) fn constant(&mut self, expr: &Expr) -> Option<i64> {
        if let Term::Constant(value) = self.term(expr)?.fold(None) {
            return Some(value);
        }
        self.push(at(codes::NOT_CONSTANT, expr.span, "This has no value that fits into 64 bits."));
        None
    }

    /// A known value for a variable of this sort.
    pub(super) fn constant_of_sort(&mut self, expr: &Expr, sort: Sort) -> Option<Expression> {
        Some(match sort {
            Sort::Boolean => Expression::Formula(self.formula(expr)?.fold(None)),
            Sort::Integer | Sort::Range(..) => Expression::Term(Term::Constant(self.constant(expr)?)),
        })
    }

    /// An integer.
    pub(super) fn term(&mut self, expr: &Expr) -> Option<Term> {
        match self.expression(expr)? {
            Expression::Term(term) => Some(term),
            Expression::Formula(_) => {
                let message = "An integer is wanted here, and this is a truth value.";
                self.push(at(codes::TYPE_MISMATCH, expr.span, message));
                None
            }
        }
    }

    /// A truth value.
    pub(super) fn formula(&mut self, expr: &Expr) -> Option<Formula> {
        match self.expression(expr)? {
            Expression::Formula(formula) => Some(formula),
            Expression::Term(_) => {
                let message = "A truth value is wanted here, and this is an integer. Compare it with something.";
                self.push(at(codes::TYPE_MISMATCH, expr.span, message));
                None
            }
        }
    }

    /// An expression of either type.
    pub(super) fn expression(&mut self, expr: &Expr) -> Option<Expression> {
        let term = |term| Some(Expression::Term(term));
        let formula = |formula| Some(Expression::Formula(formula));
        match &expr.kind {
            ExprKind::Hole => None,
            ExprKind::Number(value) => term(Term::Constant(self.number(*value, expr.span)?)),
            ExprKind::Boolean(value) => formula(Formula::Constant(*value)),
            ExprKind::Name(name) => self.named(name, expr.span),
            ExprKind::Member(instance, variable) => self.member(instance, variable),
            ExprKind::At(instance, location) => {
                let instance = self.instance(instance)?;
                let location = self.location(self.layout.process_of(instance), location)?;
                formula(Formula::At { instance, location })
            }
            ExprKind::Count(process, location) => term(self.count(process, location)?),
            ExprKind::Paren(inner) => self.expression(inner),
            ExprKind::Not(inner) => formula(Formula::Not(Box::new(self.formula(inner)?))),
            ExprKind::Negate(inner) => match inner.kind {
                ExprKind::Number(value) => term(Term::Constant(0_i64.checked_sub_unsigned(value)?)),
                _ => term(Term::Negate(Box::new(self.term(inner)?))),
            },
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right),
            ExprKind::Conditional(condition, then, otherwise) => self.conditional(condition, then, otherwise),
        }
    }

    fn number(&mut self, value: u64, span: Span) -> Option<i64> {
        let number = i64::try_from(value).ok();
        if number.is_none() {
            self.push(at(codes::NUMBER_TOO_LARGE, span, format!("Numbers go up to {}.", i64::MAX)));
        }
        number
    }

    fn binary(&mut self, operator: BinaryOperator, left: &Expr, right: &Expr) -> Option<Expression> {
        match operator {
            BinaryOperator::And => Some(Expression::Formula(Formula::All(self.parts(operator, left, right)?))),
            BinaryOperator::Or => Some(Expression::Formula(Formula::Any(self.parts(operator, left, right)?))),
            BinaryOperator::Arithmetic(operation) => {
                let (first, second) = (self.term(left), self.term(right));
                let (first, second) = (first?, second?);
                self.check_arithmetic(operation, &first, &second, left.span.cover(right.span), right.span);
                Some(Expression::Term(Term::binary(operation, first, second)))
            }
            BinaryOperator::Comparison(comparison) => self.comparison(comparison, left, right),
        }
    }

    /// The operands of `&&` or `||`, those of operands with the same operator on the left included.
    fn parts(&mut self, operator: BinaryOperator, left: &Expr, right: &Expr) -> Option<Vec<Formula>> {
        let first = match &left.kind {
            ExprKind::Binary(inner, first, second) if *inner == operator => self.parts(operator, first, second),
            _ => self.formula(left).map(|formula| vec![formula]),
        };
        let last = self.formula(right);
        let mut parts = first?;
        parts.push(last?);
        Some(parts)
    }

    fn comparison(&mut self, comparison: Comparison, left: &Expr, right: &Expr) -> Option<Expression> {
        let equality = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        if !equality && matches!(left.kind, ExprKind::Binary(BinaryOperator::Comparison(_), ..)) {
            let message = "A comparison is a truth value and cannot be compared again. Write `a < b && b < c`.";
            self.push(at(codes::TYPE_MISMATCH, left.span, message));
            return None;
        }
        let first = if equality { self.expression(left) } else { self.term(left).map(Expression::Term) };
        Some(Expression::Formula(match first {
            Some(Expression::Formula(first)) => {
                let equal = Formula::Equal(Box::new(first), Box::new(self.formula(right)?));
                if comparison == Comparison::Equal { equal } else { Formula::Not(Box::new(equal)) }
            }
            Some(Expression::Term(first)) => Formula::Compare(comparison, first, self.term(right)?),
            None => {
                self.expression(right);
                return None;
            }
        }))
    }

    fn check_arithmetic(&mut self, operation: Arithmetic, left: &Term, right: &Term, span: Span, divisor: Span) {
        let known = |term: &Term| if let Term::Constant(value) = term.fold(None) { Some(value) } else { None };
        let divides = matches!(operation, Arithmetic::Divide | Arithmetic::Remainder);
        if divides && known(right) == Some(0) {
            self.push(at(codes::DIVISION_BY_ZERO, divisor, "This divides by zero."));
        }
        let nonlinear = match operation {
            Arithmetic::Add | Arithmetic::Subtract => false,
            Arithmetic::Multiply => known(left).is_none() && known(right).is_none(),
            Arithmetic::Divide | Arithmetic::Remainder => known(right).is_none(),
        };
        if nonlinear {
            let message = "This is not linear: explicit search computes it, but provers may give up on it.";
            self.push(at(codes::NONLINEAR_TERM, span, message));
        }
    }

    fn conditional(&mut self, condition: &Expr, then: &Expr, otherwise: &Expr) -> Option<Expression> {
        let condition = self.formula(condition);
        let then = self.expression(then);
        match (condition, then?) {
            (condition, Expression::Term(then)) => {
                let otherwise = self.term(otherwise)?;
                Some(Expression::Term(Term::conditional(condition?, then, otherwise)))
            }
            (condition, Expression::Formula(then)) => {
                let (condition, otherwise) = (condition, self.formula(otherwise)?);
                let condition = condition?;
                let negation = Formula::negation(condition.clone());
                let cases = [Formula::All(vec![condition, then]), Formula::All(vec![negation, otherwise])];
                Some(Expression::Formula(Formula::Any(cases.into())))
            }
        }
    }

    // Names.

    /// The name that was probably meant, as long as there are not too many questions.
    fn guess<'n>(&self, name: &str, candidates: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
        if self.report.len() < MAX_GUESSES { most_similar(name, candidates) } else { None }
    }

    /// The variable that a name stands for, and its sort.
    pub(super) fn variable(&self, name: &str) -> Option<(VariableId, Sort)> {
        if let Visible::Instance(instance) = self.visible {
            let scope = &self.symbols.processes[self.layout.process_of(instance)].scope;
            if let Some(index) = scope.get(name) {
                return Some((self.layout.local(instance, index), scope.variables[index].sort));
            }
        }
        let index = self.symbols.shared.get(name).filter(|_| self.visible != Visible::Constants)?;
        Some((VariableId(index as u32), self.symbols.shared.variables[index].sort))
    }

    fn named(&mut self, name: &str, span: Span) -> Option<Expression> {
        if let Some(constant) = self.symbols.constants.get(name) {
            return Some(Expression::Term(Term::Constant(constant.value)));
        }
        if let Some((variable, sort)) = self.variable(name) {
            return Some(read(variable, sort));
        }
        let diagnostic = self.unknown_variable(name, span);
        self.push(diagnostic);
        None
    }

    /// A name that stands for no variable here.
    pub(super) fn unknown_variable(&self, name: &str, span: Span) -> Diagnostic {
        if self.visible == Visible::Constants {
            let declared = self.symbols.shared.get(name).is_some();
            let message = if declared {
                format!("`{name}` is a variable; only constants are known here.")
            } else {
                format!("There is no constant `{name}` before this place.")
            };
            return at(codes::NOT_CONSTANT, span, message);
        }
        let owner = self.symbols.processes.iter().find(|process| process.scope.get(name).is_some());
        if let Some(owner) = owner {
            let written = match owner.copies {
                CopyCount::One => format!("{}.{name}", owner.name),
                CopyCount::Number(_) | CopyCount::Any => format!("{}[0].{name}", owner.name),
            };
            let message = format!("`{name}` belongs to process `{}`: write `{written}`.", owner.name);
            return at(codes::UNDECLARED_VARIABLE, span, message)
                .with_fix(format!("Write `{written}`"), vec![Edit { span, text: written }]);
        }
        let locals = match self.visible {
            Visible::Instance(instance) => {
                &self.symbols.processes[self.layout.process_of(instance)].scope.variables[..]
            }
            Visible::Constants | Visible::Shared => &[],
        };
        let variables = self.symbols.shared.variables.iter().chain(locals).map(|variable| variable.name.as_str());
        let constants = self.symbols.constants.keys().map(SmolStr::as_str);
        let guess = self.guess(name, variables.chain(constants));
        with_guess(at(codes::UNDECLARED_VARIABLE, span, format!("There is no variable `{name}`.")), span, guess)
    }

    fn member(&mut self, instance: &InstanceName, variable: &Name) -> Option<Expression> {
        let instance = self.instance(instance)?;
        if variable.text.is_empty() {
            return None;
        }
        let process = &self.symbols.processes[self.layout.process_of(instance)];
        if let Some(index) = process.scope.get(&variable.text) {
            return Some(read(self.layout.local(instance, index), process.scope.variables[index].sort));
        }
        let message = format!("Process `{}` has no variable `{}`.", process.name, variable.text);
        let guess = self.guess(&variable.text, process.scope.variables.iter().map(|known| known.name.as_str()));
        self.push(with_guess(at(codes::UNDECLARED_VARIABLE, variable.span, message), variable.span, guess));
        None
    }

    /// The process of this name.
    pub(super) fn process(&mut self, name: &Name) -> Option<usize> {
        if name.text.is_empty() {
            return None;
        }
        if self.visible == Visible::Constants {
            self.push(at(codes::NOT_CONSTANT, name.span, "Only constants are known here, and no processes."));
            return None;
        }
        let found = self.symbols.process_named(&name.text);
        if found.is_none() {
            let guess = self.guess(&name.text, self.symbols.process_names());
            let diagnostic = at(codes::UNDECLARED_PROCESS, name.span, format!("There is no process `{}`.", name.text));
            self.push(with_guess(diagnostic, name.span, guess));
        }
        found
    }

    /// The location of this name in a process.
    pub(super) fn location(&mut self, process: usize, name: &Name) -> Option<LocationId> {
        if name.text.is_empty() {
            return None;
        }
        let process = &self.symbols.processes[process];
        let found = process.location(&name.text);
        if found.is_none() {
            let guess = self.guess(&name.text, process.locations.iter().map(|known| known.name.as_str()));
            let message = format!("Process `{}` has no location `{}`.", process.name, name.text);
            self.push(with_guess(at(codes::UNDECLARED_LOCATION, name.span, message), name.span, guess));
        }
        found
    }

    /// The instance that `P` or `P[i]` stands for.
    pub(super) fn instance(&mut self, name: &InstanceName) -> Option<InstanceId> {
        let process = self.process(&name.process)?;
        let (copies, shown) = (self.symbols.processes[process].copies, &name.process.text);
        let index = match (&name.index, copies) {
            (None, CopyCount::One) => 0,
            (Some(index), CopyCount::One) => {
                let message = format!("Process `{shown}` has one instance: write `{shown}` without an index.");
                self.push(at(codes::INSTANCE_INDEX, index.span, message));
                return None;
            }
            (None, _) => {
                let message = format!(
                    "Process `{shown}` has several instances: write `{shown}[0]` for one, or use `count({shown} @ ..)`."
                );
                self.push(at(codes::INSTANCE_INDEX, name.span, message));
                return None;
            }
            (Some(index), _) => self.index(process, index)?,
        };
        self.layout.instances_of(process).nth(index)
    }

    /// The number of an instance.
    fn index(&mut self, process: usize, expr: &Expr) -> Option<usize> {
        let mut constants = Elaborator {
            symbols: self.symbols,
            layout: self.layout,
            visible: Visible::Constants,
            report: self.report,
            again: self.again,
        };
        let value = constants.constant(expr)?;
        let laid_out = self.layout.count(process);
        let count = match self.symbols.processes[process].copies {
            CopyCount::Number(number) => number,
            CopyCount::Any if self.layout.is_open() => u16::MAX,
            CopyCount::One | CopyCount::Any => laid_out,
        };
        if let Some(index) = usize::try_from(value).ok().filter(|index| *index < usize::from(count)) {
            return Some(index.min(usize::from(laid_out) - 1));
        }
        let name = &self.symbols.processes[process].name;
        let message = if count == 1 {
            format!("There is one instance of `{name}`, and its index is 0.")
        } else {
            format!("There are {count} instances of `{name}`, with the indices 0..{}.", count.saturating_sub(1))
        };
        self.push(at(codes::INSTANCE_INDEX, expr.span, message));
        None
    }

    fn count(&mut self, process: &Name, location: &Name) -> Option<Term> {
        let process = self.process(process)?;
        let location = self.location(process, location)?;
        let one_if_there =
            |instance| Term::conditional(Formula::At { instance, location }, Term::Constant(1), Term::Constant(0));
        let counts = self.layout.instances_of(process).map(one_if_there);
        Some(counts.reduce(|sum, next| Term::binary(Arithmetic::Add, sum, next)).unwrap_or(Term::Constant(0)))
    }
}

/// The value of a variable.
fn read(variable: VariableId, sort: Sort) -> Expression {
    match sort {
        Sort::Boolean => Expression::Formula(Formula::Variable(variable)),
        Sort::Integer | Sort::Range(..) => Expression::Term(Term::Variable(variable)),
    }
}

/// Adds the name that was probably meant.
pub(super) fn with_guess(mut diagnostic: Diagnostic, span: Span, guess: Option<&str>) -> Diagnostic {
    let Some(guess) = guess else { return diagnostic };
    diagnostic.message = format!("{} Did you mean `{guess}`?", diagnostic.message);
    diagnostic.with_fix(format!("Change to `{guess}`"), vec![Edit { span, text: guess.to_owned() }])
}
