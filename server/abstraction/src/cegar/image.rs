//! The facts after a step.

use std::collections::BTreeSet;

use boolprog_integer::{Choice, Formula, Sort, System, Term, Update, VariableId};

use super::Domain;
use super::facts::Facts;
use super::models::{Enumerated, Expression, Question, literal};
use super::precision::Precision;
use crate::condition::{AtomId, Atoms, Literal};
use crate::oracle::{Interrupt, Oracle, Possible};
use crate::predicates::Predicates;

/// A step from the states of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<'a> {
    pub(super) source: &'a Facts,
    /// The predicates whose values are facts after it.
    pub(super) predicates: &'a Predicates,
    /// The location of each instance before it.
    pub(super) from: &'a [u16],
    /// The location of each instance after it.
    pub(super) to: &'a [u16],
    pub(super) choices: &'a [Choice],
    /// Facts before it, besides the facts of the source.
    pub(super) before: &'a [Formula],
    pub(super) update: &'a Update,
}

/// Nodes that contain every state after a step.
#[derive(Debug)]
pub(super) enum Image {
    Nodes(Vec<Facts>),
    /// This variable has more values than it may have.
    TooMany(VariableId),
}

/// Computes images with a prover.
pub(super) struct Images<'a> {
    pub(super) system: &'a System,
    pub(super) oracle: Oracle<'a>,
}

impl Images<'_> {
    /// The image of a step. If only values are tracked, a variable that has too many has none.
    pub(super) fn of(&mut self, step: &Step<'_>, precision: &Precision, atoms: &Atoms) -> Result<Image, Interrupt> {
        let mut without = BTreeSet::new();
        loop {
            match self.image(step, precision, atoms, &without)? {
                Image::TooMany(variable) if precision.domain == Domain::Values => _ = without.insert(variable),
                image => return Ok(image),
            }
        }
    }

    fn image(
        &mut self,
        step: &Step<'_>,
        precision: &Precision,
        atoms: &Atoms,
        without: &BTreeSet<VariableId>,
    ) -> Result<Image, Interrupt> {
        let known = step.source.substitution(self.system);
        let Some(before) = before(step, &known, atoms) else { return Ok(Image::Nodes(Vec::new())) };
        let mut facts = Facts::default();
        let tracked = precision.tracked.iter().filter(|variable| !without.contains(variable));
        let question = Question {
            choices: step.choices,
            before,
            values: tracked.filter_map(|variable| self.value(step, &known, *variable, &mut facts)).collect(),
            predicates: predicates(step, &known, atoms, &mut facts),
            is_boolean: precision.is_boolean,
            most: precision.values,
        };
        if question.before.is_empty() && question.values.is_empty() && question.predicates.is_empty() {
            return Ok(Image::Nodes(vec![facts]));
        }
        match question.enumerate(self.system, &mut self.oracle)? {
            Enumerated::TooMany(variable) => Ok(Image::TooMany(variable)),
            Enumerated::Undecided => {
                let holding = self.cartesian(&question, &[], None)?;
                facts.literals.extend(holding);
                Ok(Image::Nodes(vec![facts]))
            }
            Enumerated::All(valuations) => {
                let mut nodes = Vec::new();
                for valuation in valuations {
                    let mut node = facts.clone();
                    let variables = question.values.iter().map(|(variable, _)| *variable);
                    node.values.extend(variables.zip(valuation.values.iter().copied()));
                    let truths = &valuation.truths;
                    if precision.is_boolean {
                        let literal =
                            |((atom, _), positive): (&(_, _), &bool)| Literal { atom: *atom, positive: *positive };
                        node.literals.extend(question.predicates.iter().zip(truths).map(literal));
                    } else {
                        node.literals.extend(self.cartesian(&question, &valuation.values, Some(truths))?);
                    }
                    nodes.push(node);
                }
                // The order does not depend on the prover.
                nodes.sort_unstable();
                Ok(Image::Nodes(nodes))
            }
        }
    }

    /// The expression of a variable's value after a step, unless the value is a fact, which is added.
    fn value(
        &self,
        step: &Step<'_>,
        known: &Update,
        variable: VariableId,
        facts: &mut Facts,
    ) -> Option<(VariableId, Expression)> {
        let (value, expression) = if self.system.variable(variable).sort == Sort::Boolean {
            let formula = Formula::Variable(variable).substitute(step.update).substitute(known).fold(Some(step.from));
            let value = if let Formula::Constant(value) = formula { Some(i64::from(value)) } else { None };
            (value, Expression::Formula(formula))
        } else {
            let term = Term::Variable(variable).substitute(step.update).substitute(known).fold(Some(step.from));
            (if let Term::Constant(value) = term { Some(value) } else { None }, Expression::Term(term))
        };
        match value {
            Some(value) => {
                facts.values.insert(variable, value);
                None
            }
            None => Some((variable, expression)),
        }
    }

    /// The values of predicates that all states with these values of variables agree on; `sample` are those in one of them.
    fn cartesian(
        &mut self,
        question: &Question<'_>,
        values: &[i64],
        sample: Option<&[bool]>,
    ) -> Result<Vec<Literal>, Interrupt> {
        let mut agreed = Vec::new();
        let mut conjuncts = question.before.clone();
        conjuncts.extend(question.values_are(values));
        for (number, (atom, formula)) in question.predicates.iter().enumerate() {
            for positive in [true, false] {
                if sample.is_some_and(|sample| sample[number] != positive) {
                    continue;
                }
                conjuncts.push(literal(formula, !positive));
                let is_agreed = self.oracle.possible(question.choices, &conjuncts, false)? == Possible::No;
                conjuncts.pop();
                if is_agreed {
                    agreed.push(Literal { atom: *atom, positive });
                    break;
                }
            }
        }
        Ok(agreed)
    }
}

/// Facts before a step that are not obvious; none if it is impossible.
fn before(step: &Step<'_>, known: &Update, atoms: &Atoms) -> Option<Vec<Formula>> {
    let mut conjuncts = Vec::new();
    let literals = step.source.literals.iter().map(|literal| atoms.literal(*literal));
    for formula in step.before.iter().cloned().chain(literals) {
        match formula.substitute(known).fold(Some(step.from)) {
            Formula::Constant(true) => {}
            Formula::Constant(false) => return None,
            other => conjuncts.push(other),
        }
    }
    Some(conjuncts)
}

/// The predicates after a step with their weakest preconditions. Values that are certain become facts.
fn predicates(step: &Step<'_>, known: &Update, atoms: &Atoms, facts: &mut Facts) -> Vec<(AtomId, Formula)> {
    let mut open = Vec::new();
    for (_, predicate) in step.predicates.active(step.to) {
        let atom = predicate.atom;
        let changes = atoms.variables(atom).iter().any(|variable| step.update.assigns(*variable));
        let mut kept = step.source.literals.iter().filter(|literal| !changes && literal.atom == atom);
        if let Some(literal) = kept.next() {
            facts.literals.insert(*literal);
            continue;
        }
        match atoms.formula(atom).substitute(step.update).substitute(known).fold(Some(step.from)) {
            Formula::Constant(positive) => _ = facts.literals.insert(Literal { atom, positive }),
            formula => open.push((atom, formula)),
        }
    }
    open
}
