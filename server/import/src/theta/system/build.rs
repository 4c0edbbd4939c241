//! From a specification to a program.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::Span;
use boolprog_integer::syntax::ast::BinaryOperator;
use boolprog_integer::{Comparison, PropertyKind, Sort};
use smol_str::SmolStr;

use super::super::grammar::twice;
use super::super::source::Source;
use super::super::typing::{Scope, conjuncts, equation};
use super::choices::{Auxiliary, Budget, Known, MAX_SIZE, rest};
use super::transition::{Next, mentions_next};
use super::{Constraints, Property, Specification, Variable, place};
use crate::origin;
use crate::program::expression::Expr;
use crate::program::names::Names;
use crate::program::ranges::Ranges;
use crate::program::{self, Declaration, Edge, Process, Program};
use crate::{Note, Refusal};

/// More conjuncts are not read: conditions would be nested too deeply for other tools.
const MAX_CONJUNCTS: usize = 2000;

pub(super) fn build(specification: &Specification, file: &str, wanted: Option<&str>) -> Result<Program, Refusal> {
    let properties = choose(specification, wanted)?;
    let system = properties.first().map_or(0, |property| property.system);
    let Some((_, constraints)) = specification.systems.get(system) else {
        return Err(Refusal::new(place(specification), "There is no system and no property here."));
    };
    let mut builder = Builder::default();
    builder.program.origin = origin(file, "a symbolic transition system of Theta");
    builder.declare(specification, constraints)?;
    builder.constrain(specification, constraints)?;
    builder.step(specification, constraints)?;
    builder.finish(specification, &properties)
}

/// The properties of one system: all, if there is one system.
fn choose<'s>(specification: &'s Specification, wanted: Option<&str>) -> Result<Vec<&'s Property>, Refusal> {
    let names = || specification.properties.iter().map(|property| property.name.text.as_str()).collect::<Vec<_>>();
    let chosen: Vec<&Property> = specification
        .properties
        .iter()
        .filter(|property| wanted.is_none_or(|name| property.name.text == name))
        .collect();
    if let (Some(name), true) = (wanted, chosen.is_empty()) {
        let message = format!("There is no property `{name}`, only: {}.", names().join(", "));
        return Err(Refusal::new(place(specification), message));
    }
    if let Some(other) = chosen.iter().find(|property| property.system != chosen[0].system) {
        let message = format!("The properties are about different systems. Choose one: {}.", names().join(", "));
        return Err(Refusal::new(other.name.span, message));
    }
    Ok(chosen)
}

/// A condition, and where the file says so.
type Stated = (Expr, Span);

struct Step {
    /// Next values, by the names that represent them.
    new: BTreeMap<SmolStr, Expr>,
    conditions: Vec<Expr>,
    auxiliary: Auxiliary,
    span: Span,
}

#[derive(Default)]
struct Builder {
    program: Program,
    scope: Scope,
    names: Names,
    variables: Vec<Known>,
    ranges: Ranges,
    /// Constraints on every state, except for the ranges of variables.
    invariants: Vec<Stated>,
    process: SmolStr,
    /// The edges, and the name of the second location if there is one.
    edges: Vec<Edge>,
    chosen: Option<SmolStr>,
}

impl Builder {
    fn declare(&mut self, specification: &Specification, constraints: &Constraints) -> Result<(), Refusal> {
        for constant in specification.constants.iter().chain(&constraints.constants) {
            if self.scope.names.contains_key(&constant.name.text) {
                return Err(twice(&constant.name));
            }
            if let Some(value) = &constant.value {
                let value = self.scope.typed(value, constant.sort == Sort::Boolean)?;
                let value = match value {
                    Expr::Number(number) => {
                        let name = self.names.take(&constant.name.text);
                        self.program.constants.push((name.clone(), number));
                        self.ranges.declare(&name, Sort::Range(number, number));
                        self.scope.constants.declare(&name, Sort::Range(number, number));
                        Expr::Name(name)
                    }
                    other => other,
                };
                self.scope.declare(&constant.name.text, value, constant.sort);
            } else {
                self.variable(&constant.name, constant.sort, true)?;
            }
        }
        for Variable { name, sort, .. } in specification.variables.iter().chain(&constraints.variables) {
            self.variable(name, *sort, false)?;
        }
        Ok(())
    }

    fn variable(&mut self, name: &super::super::cursor::Name, sort: Sort, is_constant: bool) -> Result<(), Refusal> {
        if self.scope.names.contains_key(&name.text) {
            return Err(twice(name));
        }
        let new = self.names.take(&name.text);
        self.scope.declare(&name.text, Expr::name(&new), sort);
        self.variables.push(Known { name: new, sort, initial: None, is_constant });
        Ok(())
    }

    /// Invariants, which can make ranges, and initial values.
    fn constrain(&mut self, specification: &Specification, constraints: &Constraints) -> Result<(), Refusal> {
        let mut initial = self.truths(&constraints.initial)?;
        for variable in specification.variables.iter().chain(&constraints.variables) {
            if let Some(value) = &variable.initial {
                let target = self.scope.find(&variable.name.text, variable.name.span)?.value.clone();
                let value = self.scope.typed(value, variable.sort == Sort::Boolean)?;
                initial.push((Expr::compare(Comparison::Equal, target, value), variable.name.span));
            }
        }
        let invariants = self.truths(&constraints.invariants)?;
        if let Some(wrong) = constraints
            .initial
            .iter()
            .chain(&constraints.invariants)
            .find(|source| self.scope.truth(source).is_ok_and(|expr| mentions_next(&expr)))
        {
            return Err(Refusal::new(wrong.span, "Next values are allowed in transitions only."));
        }
        self.find_initial(&mut initial);
        self.invariants = self.find_ranges(invariants);
        self.program.initial = initial;
        self.program.initial.extend(self.invariants.iter().cloned());
        for variable in &self.variables {
            self.ranges.declare(&variable.name, variable.sort);
        }
        Ok(())
    }

    fn truths(&self, sources: &[Source]) -> Result<Vec<Stated>, Refusal> {
        let parts: Vec<&Source> = sources.iter().flat_map(conjuncts).collect();
        if let Some(part) = parts.get(MAX_CONJUNCTS) {
            return Err(Refusal::new(part.span, format!("There are more than {MAX_CONJUNCTS} conditions here.")));
        }
        parts.into_iter().map(|part| Ok((self.scope.truth(part)?, part.span))).collect()
    }

    /// Removes the constraints that give a variable one initial value.
    fn find_initial(&mut self, initial: &mut Vec<Stated>) {
        initial.retain(|(condition, _)| {
            let Some((name, value)) = given(condition) else { return true };
            let Some(variable) = self.variables.iter_mut().find(|known| known.name == name) else { return true };
            if variable.initial.is_some() {
                return true;
            }
            variable.initial = Some(value);
            false
        });
    }

    /// Makes ranges of integers whose least and greatest value is given; returns the other invariants.
    fn find_ranges(&mut self, invariants: Vec<Stated>) -> Vec<Stated> {
        let bounds: Vec<_> = invariants.iter().map(|(condition, _)| bound(condition)).collect();
        for variable in &mut self.variables {
            let name = &variable.name;
            let of_this = |low: bool| {
                let of_it = bounds.iter().flatten().filter(move |found| found.0 == *name && found.1 == low);
                of_it.map(|found| found.2)
            };
            let (Some(low), Some(high)) = (of_this(true).max(), of_this(false).min()) else { continue };
            let fits = match &variable.initial {
                Some(Expr::Number(value)) => low <= *value && *value <= high,
                initial => initial.is_none(),
            };
            if variable.sort == Sort::Integer && low <= high && fits {
                variable.sort = Sort::Range(low, high);
            }
        }
        let ranged = |name: &SmolStr| {
            self.variables.iter().any(|known| known.name == *name && matches!(known.sort, Sort::Range(..)))
        };
        let rest = invariants.into_iter().zip(bounds);
        rest.filter(|(_, bound)| bound.as_ref().is_none_or(|found| !ranged(&found.0))).map(|(rest, _)| rest).collect()
    }

    fn step(&mut self, specification: &Specification, constraints: &Constraints) -> Result<(), Refusal> {
        let relation: Vec<Expr> =
            self.truths(&constraints.transitions)?.into_iter().map(|(conjunct, _)| conjunct).collect();
        let mut by_next: BTreeMap<SmolStr, Vec<usize>> = BTreeMap::new();
        for (index, conjunct) in relation.iter().enumerate() {
            for name in conjunct.names() {
                by_next.entry(name).or_default().push(index);
            }
        }
        let mut used = BTreeSet::new();
        let mut auxiliary = Auxiliary::default();
        let constants = self.program.constants.iter().map(|(name, _)| (Scope::next(name), Expr::name(name)));
        let mut new: BTreeMap<SmolStr, Expr> = constants.collect();
        let mut conditions = Vec::new();
        for variable in &self.variables {
            if variable.is_constant {
                new.insert(Scope::next(&variable.name), Expr::name(&variable.name));
                continue;
            }
            let candidates = by_next.get(&Scope::next(&variable.name)).map(Vec::as_slice).unwrap_or_default();
            let found = candidates.iter().find_map(|index| {
                let next = Next::of(&relation[*index], &variable.name)?;
                Some((*index, next))
            });
            let next = found.map_or(Next::Any, |(index, next)| {
                used.insert(index);
                next
            });
            let (value, possible) = auxiliary.value(variable, &next, &mut self.names);
            new.insert(Scope::next(&variable.name), value);
            conditions.push(possible);
        }
        for (name, sort, _) in &auxiliary.all {
            self.ranges.declare(name, *sort);
        }
        let rest: Vec<&Expr> =
            relation.iter().enumerate().filter(|(index, _)| !used.contains(index)).map(|(_, rest)| rest).collect();
        let mut budget = Budget { left: MAX_SIZE, span: place(specification) };
        for conjunct in rest {
            conditions.push(budget.substitute(conjunct, &new)?);
        }
        conditions.extend(self.invariants_after(&new, &mut budget)?);
        if let Some(Expr::Truth(false)) = conditions.iter().find(|condition| **condition == Expr::Truth(false)) {
            self.program.notes.push(Note::on_all("The transition relation is empty: there is no step."));
        }
        let span = constraints.transitions.first().map_or(place(specification), |first| first.span);
        self.edges(Step { new, conditions, auxiliary, span });
        Ok(())
    }

    /// The invariants of the next values, as far as these could violate them.
    fn invariants_after(&self, new: &BTreeMap<SmolStr, Expr>, budget: &mut Budget) -> Result<Vec<Expr>, Refusal> {
        let named = |variable: &Known| (variable.name.clone(), new[&Scope::next(&variable.name)].clone());
        let values: BTreeMap<SmolStr, Expr> = self.variables.iter().map(named).collect();
        let substituted = self.invariants.iter().map(|(invariant, _)| budget.substitute(invariant, &values));
        let mut conditions = substituted.collect::<Result<Vec<Expr>, Refusal>>()?;
        for variable in &self.variables {
            let Sort::Range(low, high) = variable.sort else { continue };
            let value = &values[&variable.name];
            if !self.ranges.contains(value, (low, high)) {
                conditions.push(Expr::compare(Comparison::LessOrEqual, Expr::Number(low), value.clone()));
                conditions.push(Expr::compare(Comparison::LessOrEqual, value.clone(), Expr::Number(high)));
            }
        }
        Ok(conditions)
    }

    fn edges(&mut self, Step { new, conditions, auxiliary, span }: Step) {
        self.process = self.names.take("System");
        let (later, now): (Vec<Expr>, Vec<Expr>) = conditions
            .into_iter()
            .filter(|condition| *condition != Expr::Truth(true))
            .partition(|condition| condition.mentions(|name| auxiliary.is_choice(name)));
        let changed: Vec<_> = self
            .variables
            .iter()
            .map(|variable| (variable.name.clone(), new[&Scope::next(&variable.name)].clone()))
            .filter(|(name, value)| *value != Expr::name(name))
            .collect();
        // A variable that is only assigned need not be chosen before.
        let values = changed.iter().map(|(_, value)| value).filter(|value| !matches!(value, Expr::Name(_)));
        let needed: BTreeSet<SmolStr> =
            values.chain(&later).flat_map(Expr::names).filter(|name| auxiliary.is_choice(name)).collect();
        let kept = || auxiliary.all.iter().filter(|(name, ..)| needed.contains(name));
        let choose = kept().map(|(name, ..)| (name.clone(), None)).collect();
        let mut assign: Vec<(SmolStr, Option<Expr>)> = changed
            .into_iter()
            .map(|(name, value)| {
                let any = matches!(&value, Expr::Name(name) if auxiliary.is_choice(name) && !needed.contains(name));
                (name, (!any).then_some(value))
            })
            .collect();
        let forget: Vec<_> = kept().map(|(name, sort, _)| (name.clone(), Some(rest(*sort)))).collect();
        self.program.variables = self.variables.iter().map(declaration).collect();
        self.program.variables.extend(kept().map(|(name, sort, _)| Declaration {
            name: name.clone(),
            sort: *sort,
            initial: Some(rest(*sort)),
        }));
        let on = SmolStr::new_static("on");
        if later.is_empty() {
            let groups = vec![choose, assign, forget];
            self.edges.push(Edge { from: on.clone(), to: on, guard: now, groups, span });
        } else {
            let chosen = SmolStr::new_static("chosen");
            self.edges.push(Edge { from: on.clone(), to: chosen.clone(), guard: now, groups: vec![choose], span });
            assign.extend(forget);
            self.edges.push(Edge { from: chosen.clone(), to: on, guard: later, groups: vec![assign], span });
            self.chosen = Some(chosen);
        }
    }

    fn finish(mut self, specification: &Specification, properties: &[&Property]) -> Result<Program, Refusal> {
        let on = SmolStr::new_static("on");
        for property in properties {
            let condition = self.scope.truth(&property.condition)?;
            if mentions_next(&condition) {
                let message = "Next values are allowed in transitions only.";
                return Err(Refusal::new(property.condition.span, message));
            }
            let name = self.names.take(&property.name.text);
            let (kind, formula) = if self.chosen.is_some() {
                let error = Expr::and(Expr::At(self.process.clone(), on.clone()), Expr::complement(condition));
                (PropertyKind::Error, error)
            } else {
                (PropertyKind::Invariant, condition)
            };
            self.program
                .properties
                .push(program::Property { kind, ..program::Property::error(name, formula, property.name.span) });
        }
        let left_out = specification.properties.len() - properties.len();
        if left_out > 0 {
            self.program.notes.push(Note::on_all(format!("Omitted properties: {left_out}.")));
        }
        let place = place(specification);
        let locations = [on].into_iter().chain(self.chosen).map(|name| (name, place)).collect();
        self.program.processes.push(Process {
            replicated: false,
            name: self.process,
            variables: Vec::new(),
            locations,
            edges: self.edges,
            span: place,
        });
        Ok(self.program)
    }
}

fn declaration(variable: &Known) -> Declaration {
    Declaration { name: variable.name.clone(), sort: variable.sort, initial: variable.initial.clone() }
}

/// A condition that gives a variable one value.
fn given(condition: &Expr) -> Option<(SmolStr, Expr)> {
    let is_literal = |expr: &Expr| matches!(expr, Expr::Number(_) | Expr::Truth(_));
    match condition {
        Expr::Name(name) => Some((name.clone(), Expr::Truth(true))),
        Expr::Not(inner) => match &**inner {
            Expr::Name(name) => Some((name.clone(), Expr::Truth(false))),
            _ => None,
        },
        _ => match equation(condition)? {
            (Expr::Name(name), value) | (value, Expr::Name(name)) if is_literal(value) => {
                Some((name.clone(), value.clone()))
            }
            _ => None,
        },
    }
}

/// A condition that bounds a variable: its name, whether from below, and the bound.
fn bound(condition: &Expr) -> Option<(SmolStr, bool, i64)> {
    let Expr::Binary(BinaryOperator::Comparison(comparison), left, right) = condition else { return None };
    let (name, comparison, number) = match (&**left, &**right) {
        (Expr::Name(name), Expr::Number(number)) => (name, *comparison, *number),
        (Expr::Number(number), Expr::Name(name)) => (name, comparison.mirrored(), *number),
        _ => return None,
    };
    let (low, bound) = match comparison {
        Comparison::Less => (false, number.checked_sub(1)?),
        Comparison::LessOrEqual => (false, number),
        Comparison::Greater => (true, number.checked_add(1)?),
        Comparison::GreaterOrEqual => (true, number),
        Comparison::Equal | Comparison::NotEqual => return None,
    };
    Some((name.clone(), low, bound))
}
