//! The parts of a Boolean program: start, statements of edges, assertions.

use boolprog_certificate::boolean::{
    Assertion, Assignment, BooleanProgram, Expression, Meaning, Slot, Step, Template, after, definedness,
    start as facts, violations,
};
use boolprog_integer::{Formula, Transition};

use super::cubes::Cubes;
use super::{NotAbstracted, Options};
use crate::oracle::{Interrupt, Oracle, Possible};

/// The values of the predicates at the start; none where several are possible.
pub(super) fn start(
    template: &Template,
    program: &BooleanProgram,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Option<bool>>, Interrupt> {
    let locations = vec![0; template.system().instances.len()];
    let facts = facts(template);
    let mut values = Vec::new();
    for predicate in &program.predicates {
        let formula = predicate.formula.fold(Some(&locations));
        let mut is_possible = |formula: Formula| {
            let conjuncts: Vec<_> = facts.iter().cloned().chain([formula]).collect();
            Ok::<_, Interrupt>(oracle.possible(&[], &conjuncts, false)? != Possible::No)
        };
        values.push(if !is_possible(Formula::negation(formula.clone()))? {
            Some(true)
        } else if is_possible(formula)? {
            None
        } else {
            Some(false)
        });
    }
    Ok(values)
}

/// The facts about the values that a thread of a process sees: no few of them contradict each other. Without this, values that
/// became arbitrary at different times could.
pub(super) fn consistency(
    template: &Template,
    program: &BooleanProgram,
    process: Option<u16>,
    options: Options,
    oracle: &mut Oracle<'_>,
) -> Result<Expression, Interrupt> {
    let meaning = Meaning { template, program, active: process, transition: None };
    let sees = |number: &usize| {
        let predicate = &program.predicates[*number];
        let is_own = predicate.owner.is_none() || predicate.owner == process;
        is_own && !matches!(predicate.formula, Formula::At { .. })
    };
    let slots = (0..program.predicates.len()).filter(sees).map(Slot::Active);
    let predicates = slots.map(|slot| (slot, meaning.slot(slot))).collect();
    let (system, max_cube) = (template.system(), options.max_cube);
    let cubes = Cubes { system, choices: &[], hypothesis: Vec::new(), predicates, max_cube };
    let contradictions = cubes.contradictions(oracle)?;
    Ok(contradictions.into_iter().map(Expression::negated).fold(Expression::Constant(true), Expression::and))
}

/// The statement of an edge, whose thread has consistent values.
pub(super) fn step(
    template: &Template,
    program: &BooleanProgram,
    (number, transition): (u32, &Transition),
    (options, consistent): (Options, &Expression),
    oracle: &mut Oracle<'_>,
) -> Result<Step, Interrupt> {
    let process = template.process(transition);
    let meaning = Meaning { template, program, active: Some(process), transition: Some(transition) };
    let edge = Edge { transition, meaning };
    let mut cubes = Cubes {
        system: template.system(),
        choices: &transition.choices,
        hypothesis: Vec::new(),
        predicates: edge.values(program.visible(process).map(Slot::Active)),
        max_cube: options.max_cube,
    };
    let defined = edge.before(&definedness(template, transition));
    let fault = cubes.implicants(&defined, oracle)?.negated();
    let guard: Vec<_> = transition.guard.iter().cloned().chain([defined]).map(|part| edge.before(&part)).collect();
    let blocked = Formula::negation(Formula::All(guard.clone()));
    let mut possible = cubes.implicants(&blocked, oracle)?.negated().and(consistent.clone());
    cubes.hypothesis = guard;
    let active = edge.assignments(program.visible(process).map(Slot::Active), &cubes, oracle)?;
    for constraint in edge.constraints(&active, &cubes, options, oracle)? {
        possible = possible.and(constraint);
    }
    let mut passive = Vec::new();
    let own = cubes.predicates.len();
    for owner in (0..template.system().processes.len() as u16).filter(|owner| template.is_any(*owner)) {
        let copies = || (0..program.predicates.len()).filter(|it| program.predicates[*it].owner == Some(owner));
        cubes.predicates.truncate(own);
        cubes.predicates.extend(edge.values(copies().map(Slot::Passive)));
        passive.extend(edge.assignments(copies().map(Slot::Passive), &cubes, oracle)?);
    }
    Ok(Step { transition: number, fault, possible, active, passive })
}

/// An edge, and the meanings around it.
struct Edge<'a> {
    transition: &'a Transition,
    meaning: Meaning<'a>,
}

impl Edge<'_> {
    /// A formula in the state before the step.
    fn before(&self, formula: &Formula) -> Formula {
        formula.with_location(self.transition.instance, self.transition.from).fold(None)
    }

    /// The values with their meanings before the step, as far as they are not known.
    fn values(&self, slots: impl Iterator<Item = Slot>) -> Vec<(Slot, Formula)> {
        let all = slots.map(|slot| (slot, self.before(&self.meaning.slot(slot))));
        all.filter(|(_, formula)| !matches!(formula, Formula::Constant(_))).collect()
    }

    /// The assignments to those of the values that the step can change.
    fn assignments(
        &self,
        slots: impl Iterator<Item = Slot>,
        cubes: &Cubes<'_>,
        oracle: &mut Oracle<'_>,
    ) -> Result<Vec<Assignment>, Interrupt> {
        let mut found = Vec::new();
        for slot in slots {
            let predicate = slot.predicate();
            let meaning = self.meaning.slot(slot);
            let (before, after) = (self.before(&meaning), self.before(&after(self.transition, &meaning)));
            if before == after || self.is_kept(cubes, before, after.clone(), oracle)? {
                continue;
            }
            let yes = cubes.implicants(&after, oracle)?;
            let no = match yes {
                Expression::Constant(true) => Expression::Constant(false),
                _ => cubes.implicants(&Formula::negation(after), oracle)?,
            };
            found.push(Assignment { predicate, yes, no });
        }
        Ok(found)
    }

    /// Which new values are possible together, and with which values before the step, if some new value is not determined.
    fn constraints(
        &self,
        active: &[Assignment],
        cubes: &Cubes<'_>,
        options: Options,
        oracle: &mut Oracle<'_>,
    ) -> Result<Vec<Expression>, Interrupt> {
        let is_open = |Assignment { yes, no, .. }: &&Assignment| {
            *yes != Expression::Constant(true) && yes.clone().negated() != *no && no.clone().negated() != *yes
        };
        if !active.iter().any(|assignment| is_open(&assignment)) {
            return Ok(Vec::new());
        }
        let next = self.values(active.iter().map(|assignment| Slot::Next(assignment.predicate)));
        let pairs = Cubes { hypothesis: cubes.hypothesis.clone(), predicates: next, max_cube: 2, ..*cubes };
        if options.exact {
            let predicates = pairs.predicates.iter().chain(&cubes.predicates).cloned().collect();
            let all = Cubes { hypothesis: cubes.hypothesis.clone(), predicates, ..pairs };
            if let Some(all) = all.valuations(oracle)? {
                return Ok(vec![all]);
            }
        }
        // A new value and one before the step that contradict each other are no news: the assignment knows.
        Ok(pairs.contradictions(oracle)?.into_iter().map(Expression::negated).collect())
    }

    /// `true` if a value is certainly the same after the step.
    fn is_kept(
        &self,
        cubes: &Cubes<'_>,
        before: Formula,
        after: Formula,
        oracle: &mut Oracle<'_>,
    ) -> Result<bool, Interrupt> {
        let changes = Formula::negation(Formula::Equal(Box::new(before), Box::new(after)));
        let conjuncts: Vec<_> = cubes.hypothesis.iter().cloned().chain([changes.fold(None)]).collect();
        Ok(oracle.possible(&self.transition.choices, &conjuncts, false)? == Possible::No)
    }
}

/// The assertions of all properties.
pub(super) fn assertions(
    template: &Template,
    program: &BooleanProgram,
    options: Options,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Assertion>, NotAbstracted> {
    let meaning = Meaning { template, program, active: None, transition: None };
    let shared = (0..program.predicates.len()).filter(|number| program.predicates[*number].owner.is_none());
    let predicates = shared.map(Slot::Active).map(|slot| (slot, meaning.slot(slot))).collect();
    let (system, max_cube) = (template.system(), options.max_cube);
    let cubes = Cubes { system, choices: &[], hypothesis: Vec::new(), predicates, max_cube };
    let consistent = consistency(template, program, None, options, oracle)?;
    let mut found = Vec::new();
    for (property, number) in system.properties.iter().zip(0..) {
        for (pattern, condition) in violations(template, &property.error)?.iter().enumerate() {
            let never = Formula::negation(condition.data.clone());
            let possible = match cubes.implicants(&never, oracle)?.negated() {
                Expression::Constant(false) => Expression::Constant(false),
                possible => possible.and(consistent.clone()),
            };
            found.push(Assertion { property: number, pattern, possible });
        }
    }
    Ok(found)
}
