//! Edges to transitions.

use std::collections::BTreeMap;

use boolprog_base::{Diagnostic, Span};

use super::OnRange;
use super::codes;
use super::elaborate::{Elaborator, Visible};
use super::growth::Growth;
use super::layout::Layout;
use super::symbols::Symbols;
use crate::syntax::ast::{self, Assignment, Value};
use crate::{Arithmetic, Choice, Comparison, EdgeId, Formula, InputId, InstanceId, Sort, Term, Transition, Update};
use crate::{VariableId, expression::Leaf};

/// The maximal number of inputs of an edge.
const MAX_CHOICES: usize = 1000;

/// The transition of an edge for one instance; none if the edge has errors, which are then reported.
pub(super) fn transition(
    symbols: &Symbols<'_>,
    layout: &Layout,
    on_range: OnRange,
    (edge, id): (&ast::Edge, EdgeId),
    (instance, again): (InstanceId, bool),
    report: &mut Vec<Diagnostic>,
) -> Option<Transition> {
    let elaborator = Elaborator { symbols, layout, visible: Visible::Instance(instance), report, again };
    let mut builder = Builder { elaborator, on_range, choices: Vec::new(), in_range: Vec::new(), exist: Vec::new() };
    let process = layout.process_of(instance);
    let from = builder.elaborator.location(process, &edge.source);
    let to = builder.elaborator.location(process, &edge.target);
    let guard = match &edge.guard {
        Some(guard) => builder.elaborator.formula(guard).map(Formula::into_conjuncts),
        None => Some(Vec::new()),
    };
    let update = builder.update(edge);
    let Builder { choices, in_range, .. } = builder;
    let guard = guard?.into_iter().chain(in_range).collect();
    let (from, to, update) = (from?, to?, update?);
    Some(Transition { instance, edge: id, from, to, guard, choices, update, span: edge.span })
}

struct Builder<'a> {
    elaborator: Elaborator<'a>,
    on_range: OnRange,
    choices: Vec<Choice>,
    /// The conditions for the values of the groups so far to be in range, with [`OnRange::Block`].
    in_range: Vec<Formula>,
    /// The conditions for the values since then to exist.
    exist: Vec<Formula>,
}

impl Builder<'_> {
    fn update(&mut self, edge: &ast::Edge) -> Option<Update> {
        let groups: Vec<Option<Update>> = edge.update.iter().map(|group| self.group(group)).collect();
        let mut update = Update::default();
        let mut growth = Growth::default();
        for group in groups {
            let mut group = group?;
            if self.on_range == OnRange::Wrap {
                self.wrap(&mut group);
            }
            if !growth.add(&group) || self.choices.len() > MAX_CHOICES {
                let message = "These assignments are too large together. Use several edges.";
                self.elaborator.push(codes::TOO_LARGE.at(edge.span, message));
                return None;
            }
            let group = group.substitute(&update);
            if self.on_range == OnRange::Block {
                self.block(&group, edge.span);
            }
            update.extend(group);
        }
        Some(update)
    }

    fn group(&mut self, assignments: &[Assignment]) -> Option<Update> {
        let mut update = Update::default();
        let mut seen: BTreeMap<VariableId, Span> = BTreeMap::new();
        let mut complete = true;
        for assignment in assignments {
            let Some((variable, sort)) = self.target(assignment) else {
                complete = false;
                continue;
            };
            if let Some(first) = seen.insert(variable, assignment.target.span) {
                let message = format!("`{}` is assigned twice at the same time.", assignment.target.text);
                let diagnostic = codes::ASSIGNED_TWICE.at(assignment.target.span, message);
                self.elaborator.push(diagnostic.with_related(first, "The first assignment is here."));
            }
            complete &= self.assign(&mut update, variable, sort, &assignment.value).is_some();
        }
        complete.then_some(update)
    }

    fn target(&mut self, assignment: &Assignment) -> Option<(VariableId, Sort)> {
        let name = &assignment.target;
        let found = self.elaborator.variable(&name.text);
        if found.is_none() && !name.text.is_empty() {
            let diagnostic = self.not_assignable(name);
            self.elaborator.push(diagnostic);
        }
        found
    }

    /// A name on a left side that is no variable of the instance.
    fn not_assignable(&self, name: &ast::Name) -> Diagnostic {
        let symbols = self.elaborator.symbols;
        if let Some(constant) = symbols.constants.get(&name.text) {
            return codes::ASSIGNED_CONSTANT
                .at(name.span, format!("`{}` is a constant.", name.text))
                .with_related(constant.span, "It is declared here.");
        }
        if let Some(owner) = symbols.processes.iter().find(|process| process.scope.get(&name.text).is_some()) {
            let message = format!("`{}` belongs to process `{}`, which alone assigns it.", name.text, owner.name);
            return codes::UNDECLARED_VARIABLE.at(name.span, message);
        }
        self.elaborator.unknown_variable(&name.text, name.span)
    }

    fn assign(&mut self, update: &mut Update, variable: VariableId, sort: Sort, value: &Value) -> Option<()> {
        match (value, sort) {
            (Value::Expression(expr), Sort::Boolean) => {
                update.formulas.insert(variable, self.elaborator.formula(expr)?);
            }
            (Value::Expression(expr), _) => {
                update.terms.insert(variable, self.elaborator.term(expr)?);
            }
            (Value::Input(None, span) | Value::Any(span), Sort::Boolean) => {
                let input = self.choice(sort, *span);
                update.formulas.insert(variable, Formula::Input(input));
            }
            (Value::Input(Some(_), span), Sort::Boolean) => {
                let message = "A range is one of integers; for a truth value write `input` alone.";
                self.elaborator.push(codes::TYPE_MISMATCH.at(*span, message));
                return None;
            }
            (Value::Input(None, span) | Value::Any(span), _) => {
                let input = self.choice(sort, *span);
                update.terms.insert(variable, Term::Input(input));
            }
            (Value::Input(Some((low, high)), span), _) => {
                let sort = self.input_range(low, high)?;
                let input = self.choice(sort, *span);
                update.terms.insert(variable, Term::Input(input));
            }
        }
        Some(())
    }

    fn choice(&mut self, sort: Sort, span: Span) -> InputId {
        // An edge with more is refused at its end.
        let input = InputId(self.choices.len().min(MAX_CHOICES) as u16);
        self.choices.push(Choice { sort, span });
        input
    }

    fn input_range(&mut self, low: &ast::Expr, high: &ast::Expr) -> Option<Sort> {
        let visible = std::mem::replace(&mut self.elaborator.visible, Visible::Constants);
        let bounds = (self.elaborator.constant(low), self.elaborator.constant(high));
        self.elaborator.visible = visible;
        let (least, greatest) = (bounds.0?, bounds.1?);
        if least > greatest {
            let message = format!("No value is in {least}..{greatest}.");
            self.elaborator.push(codes::EMPTY_RANGE.at(low.span.cover(high.span), message));
            return None;
        }
        Some(Sort::Range(least, greatest))
    }

    /// Wraps the values that could leave the range of their variable.
    fn wrap(&self, group: &mut Update) {
        for (variable, term) in &mut group.terms {
            if let Some((low, high)) = self.bounds(*variable)
                && !stays(term, &self.choices, (low, high))
            {
                *term = wrapped(term.clone(), low, high);
            }
        }
    }

    /// Adds the conditions for the values to stay in range, after the conditions for the values so far to exist: groups
    /// happen one after the other, and a value that does not exist is met before a later one that blocks.
    fn block(&mut self, group: &Update, edge: Span) {
        let terms = group.terms.values().filter(|term| divides(term));
        let formulas = group.formulas.values().filter(|formula| divides_in(formula));
        self.exist.extend(terms.map(|term| Formula::Compare(Comparison::Equal, term.clone(), term.clone())));
        self.exist.extend(formulas.map(|it| Formula::Equal(Box::new(it.clone()), Box::new(it.clone()))));
        let mut inside = Vec::new();
        for (variable, term) in &group.terms {
            let Some((low, high)) = self.bounds(*variable) else { continue };
            if !stays(term, &self.choices, (low, high)) {
                inside.push(Formula::Compare(Comparison::GreaterOrEqual, term.clone(), Term::Constant(low)));
                inside.push(Formula::Compare(Comparison::LessOrEqual, term.clone(), Term::Constant(high)));
            }
        }
        if inside.is_empty() {
            return;
        }
        let added = self.in_range.len();
        self.in_range.append(&mut self.exist);
        self.in_range.append(&mut inside);
        if self.in_range[added..].iter().any(mentions_input) {
            let message = "An input takes part in a value that could be out of range, so it is not known before \
                           the choice whether this edge blocks. Give the input a range that fits.";
            self.elaborator.push(codes::INPUT_BLOCKS.at(edge, message));
        }
    }

    fn bounds(&self, variable: VariableId) -> Option<(i64, i64)> {
        match self.elaborator.layout.sort(self.elaborator.symbols, variable) {
            Sort::Range(low, high) => Some((low, high)),
            Sort::Boolean | Sort::Integer => None,
        }
    }
}

/// `true` if a term is a constant or a choice that cannot leave the range.
fn stays(term: &Term, choices: &[Choice], (low, high): (i64, i64)) -> bool {
    let inside = |value| low <= value && value <= high;
    match term {
        Term::Constant(value) => inside(*value),
        Term::Input(input) => {
            choices[usize::from(input.0)].sort.bounds().is_some_and(|(least, most)| inside(least) && inside(most))
        }
        _ => false,
    }
}

fn mentions_input(formula: &Formula) -> bool {
    let mut found = false;
    formula.leaves(&mut |leaf| found |= matches!(leaf, Leaf::Input(_)));
    found
}

/// `true` if the term has a divisor that could be zero.
fn divides(term: &Term) -> bool {
    match term {
        Term::Constant(_) | Term::Variable(_) | Term::Input(_) => false,
        Term::Negate(inner) => divides(inner),
        Term::Binary(operation, left, right) => {
            let divisor = matches!(operation, Arithmetic::Divide | Arithmetic::Remainder)
                && !matches!(**right, Term::Constant(value) if value != 0);
            divisor || divides(left) || divides(right)
        }
        Term::Conditional(condition, then, otherwise) => divides_in(condition) || divides(then) || divides(otherwise),
    }
}

/// `true` if the formula has a divisor that could be zero.
fn divides_in(formula: &Formula) -> bool {
    match formula {
        Formula::Constant(_) | Formula::Variable(_) | Formula::Input(_) | Formula::At { .. } => false,
        Formula::Compare(_, left, right) => divides(left) || divides(right),
        Formula::Equal(left, right) => divides_in(left) || divides_in(right),
        Formula::Not(inner) => divides_in(inner),
        Formula::All(parts) | Formula::Any(parts) => parts.iter().any(divides_in),
    }
}

/// `low + (term - low) % (high - low + 1)`; the term itself if the range is that of all numbers.
fn wrapped(term: Term, low: i64, high: i64) -> Term {
    let Some(count) = high.checked_sub(low).and_then(|width| width.checked_add(1)) else { return term };
    let offset = if low == 0 { term } else { Term::binary(Arithmetic::Subtract, term, Term::Constant(low)) };
    let rest = Term::binary(Arithmetic::Remainder, offset, Term::Constant(count));
    if low == 0 { rest } else { Term::binary(Arithmetic::Add, Term::Constant(low), rest) }
}
