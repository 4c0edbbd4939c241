//! A path as a formula: each assigned value has a variable of its own.

use std::collections::BTreeSet;
use std::ops::Range;

use boolprog_integer::expression::Replacement;
use boolprog_integer::{
    Choice, Comparison, Formula, Initial, InputId, Sort, System, Term, Transition, Variable, VariableId,
};

use super::{Path, Statement};

/// A path as parts that hold together if and only if it can be taken.
#[derive(Debug)]
pub(super) struct Unrolled {
    /// The variables: those of the path's system at the start, then one for each assigned value.
    pub(super) system: System,
    pub(super) choices: Vec<Choice>,
    /// Of each step, and of the end, the numbers of its choices.
    pub(super) inputs: Vec<Range<u16>>,
    pub(super) parts: Vec<Part>,
    /// Of each variable of the path's system, that of its present value.
    pub(super) current: Vec<VariableId>,
}

/// A statement of the path.
#[derive(Debug)]
pub(super) struct Part {
    /// Number of the step, from 1; 0 for the start.
    pub(super) step: usize,
    /// The formula about the values.
    pub(super) formula: Formula,
    pub(super) kind: Kind,
}

#[derive(Debug)]
pub(super) enum Kind {
    /// A condition, over the path's system.
    Assume(Formula),
    /// A variable starts with a value, or gets a new one.
    Assign(VariableId),
}

impl Unrolled {
    /// The parts of a path; none if it makes more choices than can be numbered.
    pub(super) fn new(path: Path<'_>) -> Option<Self> {
        Self::within(path, &[])
    }

    /// The same with what holds in its first states, from the start.
    pub(super) fn within(path: Path<'_>, facts: &[Vec<Formula>]) -> Option<Self> {
        let variables = path.system.variables.clone();
        let current = (0..variables.len() as u32).map(VariableId).collect();
        let system = System { variables, ..System::default() };
        let mut unrolled = Self { system, choices: Vec::new(), inputs: Vec::new(), parts: Vec::new(), current };
        let mut locations = vec![0; path.system.instances.len()];
        unrolled.start(path.system, &locations);
        unrolled.hold(0, facts, &locations);
        for (transition, step) in path.transitions.iter().zip(1..) {
            unrolled.step(&path.system.transitions[*transition as usize], step, &mut locations)?;
            unrolled.hold(step, facts, &locations);
        }
        let attempt = path.attempt.map(|attempt| &path.system.transitions[attempt as usize]);
        unrolled.choose(attempt.map_or(&[], |transition| &transition.choices))?;
        let end = path.end.fold(Some(&locations)).into_conjuncts();
        for condition in end {
            unrolled.assume(path.transitions.len() + 1, condition);
        }
        Some(unrolled)
    }

    /// The facts after a step.
    fn hold(&mut self, step: usize, facts: &[Vec<Formula>], locations: &[u16]) {
        for fact in facts.get(step).into_iter().flatten() {
            self.assume(step, fact.fold(Some(locations)));
        }
    }

    fn start(&mut self, system: &System, locations: &[u16]) {
        for (variable, id) in system.variables.iter().zip((0..).map(VariableId)) {
            if let Initial::Value(value) = variable.initial {
                let formula = match variable.sort {
                    Sort::Boolean if value == 0 => Formula::negation(Formula::Variable(id)),
                    Sort::Boolean => Formula::Variable(id),
                    Sort::Integer | Sort::Range(..) => equal(id, Term::Constant(value)),
                };
                self.parts.push(Part { step: 0, formula, kind: Kind::Assign(id) });
            }
        }
        for condition in &system.initial {
            self.assume(0, condition.fold(Some(locations)));
        }
    }

    /// Gives numbers to the choices of the next step.
    pub(super) fn choose(&mut self, choices: &[Choice]) -> Option<()> {
        let first = u16::try_from(self.choices.len()).ok()?;
        self.choices.extend(choices.iter().cloned());
        self.inputs.push(first..u16::try_from(self.choices.len()).ok()?);
        Some(())
    }

    fn step(&mut self, transition: &Transition, step: usize, locations: &mut [u16]) -> Option<()> {
        self.choose(&transition.choices)?;
        for condition in &transition.guard {
            self.assume(step, condition.fold(Some(locations)));
        }
        let terms: Vec<_> =
            transition.update.terms.iter().map(|(id, term)| (*id, term.fold(Some(locations)))).collect();
        let terms: Vec<_> = terms.into_iter().map(|(id, term)| (id, self.present_term(&term))).collect();
        let formulas = transition.update.formulas.iter().map(|(id, formula)| (*id, formula.fold(Some(locations))));
        let formulas: Vec<_> = formulas.collect();
        let formulas: Vec<_> = formulas.into_iter().map(|(id, formula)| (id, self.present(&formula))).collect();
        for (id, term) in terms {
            let new = self.fresh(id);
            self.parts.push(Part { step, formula: equal(new, term), kind: Kind::Assign(id) });
        }
        for (id, formula) in formulas {
            let new = Box::new(Formula::Variable(self.fresh(id)));
            self.parts.push(Part { step, formula: Formula::Equal(new, Box::new(formula)), kind: Kind::Assign(id) });
        }
        locations[usize::from(transition.instance.0)] = transition.to.0;
        Some(())
    }

    pub(super) fn assume(&mut self, step: usize, condition: Formula) {
        if condition != Formula::Constant(true) {
            self.parts.push(Part { step, formula: self.present(&condition), kind: Kind::Assume(condition) });
        }
    }

    pub(super) fn fresh(&mut self, variable: VariableId) -> VariableId {
        let new = VariableId(self.system.variables.len() as u32);
        let copy = Variable { initial: Initial::Unspecified, ..self.system.variable(variable).clone() };
        self.system.variables.push(copy);
        self.current[variable.0 as usize] = new;
        new
    }

    pub(super) fn present(&self, formula: &Formula) -> Formula {
        formula.replace(self)
    }

    fn present_term(&self, term: &Term) -> Term {
        term.replace(self)
    }
}

/// The present values of variables, and the numbers of the choices of the present step.
impl Replacement for Unrolled {
    fn term(&self, variable: VariableId) -> Term {
        Term::Variable(self.current[variable.0 as usize])
    }

    fn formula(&self, variable: VariableId) -> Formula {
        Formula::Variable(self.current[variable.0 as usize])
    }

    fn input(&self, input: InputId) -> InputId {
        InputId(self.inputs.last().map_or(0, |inputs| inputs.start) + input.0)
    }
}

/// The variables of the path's system that statements mention, in increasing order.
pub(super) fn variables(path: Path<'_>, parts: &[&Part]) -> Vec<VariableId> {
    let mut found = BTreeSet::new();
    for part in parts {
        match &part.kind {
            Kind::Assume(condition) => found.extend(condition.variables()),
            Kind::Assign(variable) => {
                found.insert(*variable);
                if let Some(step) = part.step.checked_sub(1) {
                    let update = &path.system.transitions[path.transitions[step] as usize].update;
                    found.extend(update.terms.get(variable).into_iter().flat_map(Term::variables));
                    found.extend(update.formulas.get(variable).into_iter().flat_map(Formula::variables));
                }
            }
        }
    }
    found.into_iter().collect()
}

impl Part {
    /// The condition that it is, over the path's system.
    pub(super) const fn condition(&self) -> Option<&Formula> {
        match &self.kind {
            Kind::Assume(condition) => Some(condition),
            Kind::Assign(_) => None,
        }
    }

    /// The statement as the language writes it.
    pub(super) fn statement(&self, path: Path<'_>) -> Statement {
        let system = path.system;
        let text = match &self.kind {
            Kind::Assume(condition) => system.print_formula(condition).to_string(),
            Kind::Assign(variable) => {
                let name = &system.variable(*variable).name;
                let transition = self.step.checked_sub(1).map(|step| path.transitions[step]);
                let update = transition.map(|transition| &system.transitions[transition as usize].update);
                let term = update.and_then(|update| update.terms.get(variable));
                let formula = update.and_then(|update| update.formulas.get(variable));
                match (term, formula, system.variable(*variable).initial) {
                    (Some(term), ..) => format!("{name} := {}", system.print_term(term)),
                    (None, Some(formula), _) => format!("{name} := {}", system.print_formula(formula)),
                    (None, None, Initial::Value(value)) if system.variable(*variable).sort == Sort::Boolean => {
                        format!("{name} = {}", value != 0)
                    }
                    (None, None, Initial::Value(value)) => format!("{name} = {value}"),
                    (None, None, Initial::Unspecified) => format!("{name} = *"),
                }
            }
        };
        Statement { step: self.step, text }
    }
}

fn equal(variable: VariableId, value: Term) -> Formula {
    Formula::Compare(Comparison::Equal, Term::Variable(variable), value)
}
