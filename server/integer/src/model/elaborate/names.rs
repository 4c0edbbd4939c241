//! Meanings of names in expressions.

use boolprog_base::{Diagnostic, Edit, Span, most_similar};
use smol_str::SmolStr;

use super::super::codes;
use super::super::symbols::CopyCount;
use super::{Elaborator, Expression, Visible};
use crate::syntax::ast::{Expr, InstanceName, Name};
use crate::{Arithmetic, Formula, InstanceId, LocationId, Sort, Term, VariableId};

/// The maximal number of findings with a "did you mean": each costs a comparison with all candidates.
const MAX_GUESSES: usize = 50;

impl Elaborator<'_> {
    /// The name that was probably meant, as long as there are not too many questions.
    fn guess<'n>(&self, name: &str, candidates: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
        if self.report.len() < MAX_GUESSES { most_similar(name, candidates) } else { None }
    }

    pub(in crate::model) fn variable(&self, name: &str) -> Option<(VariableId, Sort)> {
        if let Visible::Instance(instance) = self.visible {
            let scope = &self.symbols.processes[self.layout.process_of(instance)].scope;
            if let Some(index) = scope.get(name) {
                return Some((self.layout.local(instance, index), scope.variables[index].sort));
            }
        }
        let index = self.symbols.shared.get(name).filter(|_| self.visible != Visible::Constants)?;
        Some((VariableId(index as u32), self.symbols.shared.variables[index].sort))
    }

    pub(super) fn named(&mut self, name: &str, span: Span) -> Option<Expression> {
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

    pub(in crate::model) fn unknown_variable(&self, name: &str, span: Span) -> Diagnostic {
        if self.visible == Visible::Constants {
            let declared = self.symbols.shared.get(name).is_some();
            let message = if declared {
                format!("`{name}` is a variable; only constants are allowed here.")
            } else {
                format!("There is no constant `{name}` before this place.")
            };
            return codes::NOT_CONSTANT.at(span, message);
        }
        let owner = self.symbols.processes.iter().find(|process| process.scope.get(name).is_some());
        if let Some(owner) = owner {
            let written = match owner.copies {
                CopyCount::One => format!("{}.{name}", owner.name),
                CopyCount::Number(_) | CopyCount::Any => format!("{}[0].{name}", owner.name),
            };
            let message = format!("`{name}` belongs to process `{}`: write `{written}`.", owner.name);
            return codes::UNDECLARED_VARIABLE
                .at(span, message)
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
        with_guess(codes::UNDECLARED_VARIABLE.at(span, format!("There is no variable `{name}`.")), span, guess)
    }

    pub(super) fn member(&mut self, instance: &InstanceName, variable: &Name) -> Option<Expression> {
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
        self.push(with_guess(codes::UNDECLARED_VARIABLE.at(variable.span, message), variable.span, guess));
        None
    }

    pub(in crate::model) fn process(&mut self, name: &Name) -> Option<usize> {
        if name.text.is_empty() {
            return None;
        }
        if self.visible == Visible::Constants {
            self.push(codes::NOT_CONSTANT.at(name.span, "Only constants are allowed here, no processes."));
            return None;
        }
        let found = self.symbols.process_named(&name.text);
        if found.is_none() {
            let guess = self.guess(&name.text, self.symbols.process_names());
            let diagnostic = codes::UNDECLARED_PROCESS.at(name.span, format!("There is no process `{}`.", name.text));
            self.push(with_guess(diagnostic, name.span, guess));
        }
        found
    }

    pub(in crate::model) fn location(&mut self, process: usize, name: &Name) -> Option<LocationId> {
        if name.text.is_empty() {
            return None;
        }
        let process = &self.symbols.processes[process];
        let found = process.location(&name.text);
        if found.is_none() {
            let guess = self.guess(&name.text, process.locations.iter().map(|known| known.name.as_str()));
            let message = format!("Process `{}` has no location `{}`.", process.name, name.text);
            self.push(with_guess(codes::UNDECLARED_LOCATION.at(name.span, message), name.span, guess));
        }
        found
    }

    /// The instance `P` or `P[i]`.
    pub(in crate::model) fn instance(&mut self, name: &InstanceName) -> Option<InstanceId> {
        let process = self.process(&name.process)?;
        let (copies, shown) = (self.symbols.processes[process].copies, &name.process.text);
        let index = match (&name.index, copies) {
            (None, CopyCount::One) => 0,
            (Some(index), CopyCount::One) => {
                let message = format!("Process `{shown}` has one instance: write `{shown}` without an index.");
                self.push(codes::INSTANCE_INDEX.at(index.span, message));
                return None;
            }
            (None, _) => {
                let message = format!(
                    "Process `{shown}` has several instances: write `{shown}[0]` for one, or use `count({shown} @ ..)`."
                );
                self.push(codes::INSTANCE_INDEX.at(name.span, message));
                return None;
            }
            (Some(index), _) => self.index(process, index)?,
        };
        self.layout.instances_of(process).nth(index)
    }

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
        self.push(codes::INSTANCE_INDEX.at(expr.span, message));
        None
    }

    pub(super) fn count(&mut self, process: &Name, location: &Name) -> Option<Term> {
        let process = self.process(process)?;
        let location = self.location(process, location)?;
        if let Some(counter) = self.layout.counter(process, location) {
            return Some(Term::Variable(counter));
        }
        let one_if_there =
            |instance| Term::conditional(Formula::At { instance, location }, Term::Constant(1), Term::Constant(0));
        let counts = self.layout.instances_of(process).map(one_if_there);
        Some(counts.reduce(|sum, next| Term::binary(Arithmetic::Add, sum, next)).unwrap_or(Term::Constant(0)))
    }
}

fn read(variable: VariableId, sort: Sort) -> Expression {
    match sort {
        Sort::Boolean => Expression::Formula(Formula::Variable(variable)),
        Sort::Integer | Sort::Range(..) => Expression::Term(Term::Variable(variable)),
    }
}

/// Adds the name that was probably meant.
fn with_guess(mut diagnostic: Diagnostic, span: Span, guess: Option<&str>) -> Diagnostic {
    let Some(guess) = guess else { return diagnostic };
    diagnostic.message = format!("{} Did you mean `{guess}`?", diagnostic.message);
    diagnostic.with_fix(format!("Change to `{guess}`"), vec![Edit { span, text: guess.to_owned() }])
}
