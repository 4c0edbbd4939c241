//! Checking a Boolean program: one question per edge, and one for the start and for each assertion.
//!
//! For an edge with guard `g` whose values exist where `d` holds, the question is whether a state with `g && d` can have a
//! step that the statement forbids: its condition fails, a predicate becomes what its assignment excludes, or one that is
//! not assigned changes; in the thread that takes the step, or in another. Locations are kept, so nothing is asked of them.

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_integer::{Choice, Formula, Transition};
use boolprog_prover::{Answer, Prover, Query};

use super::{
    Assignment, BooleanProgram, Expression, Meaning, Pattern, Slot, Template, after, definedness, patterns, start,
};
use crate::failure::settled;
use crate::integer::definedness as defined;

/// An error in a Boolean program as an abstraction.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Flaw {
    /// It does not have one statement per edge and one assertion per pattern, or an expression mentions too much.
    #[error("the Boolean program does not have the shape of the integer program: {0}")]
    Shape(&'static str),
    /// It excludes a start, or an `init` formula may have no value.
    #[error("the Boolean program excludes a start, or an `init` formula may have no value")]
    Start,
    /// It excludes a step, or a missing value.
    #[error("the Boolean program excludes a step of transition {0}")]
    Step(u32),
    /// It excludes a violation.
    #[error("the Boolean program excludes a violation of property {0}")]
    Property(u32),
    /// The prover does not know.
    #[error("a question about the Boolean program could not be answered: {0}")]
    Undecided(String),
}

type Failure = crate::failure::Failure<Flaw>;

/// Checks that a Boolean program allows everything that the integer program can do, with any number of threads. Returns the
/// number of questions. The outer error says that `control` wanted to stop.
pub fn check(
    template: &Template,
    program: &BooleanProgram,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Result<u64, Flaw>, Stop> {
    let mut checker = Checker { template, program, prover, control, questions: 0 };
    settled(checker.check().map(|()| checker.questions))
}

struct Checker<'a> {
    template: &'a Template,
    program: &'a BooleanProgram,
    prover: &'a mut dyn Prover,
    control: &'a dyn Control,
    questions: u64,
}

impl Checker<'_> {
    fn check(&mut self) -> Result<(), Failure> {
        self.check_predicates()?;
        self.check_start()?;
        self.check_steps()?;
        self.check_assertions()
    }

    /// Every predicate is about what its owners see, and has a name of its own.
    fn check_predicates(&self) -> Result<(), Failure> {
        let mut names: Vec<_> = self.program.predicates.iter().map(|predicate| &predicate.name).collect();
        names.sort_unstable();
        let is_unique = names.windows(2).all(|pair| pair[0] != pair[1]);
        let is_own = self.program.predicates.iter().all(|predicate| {
            let is_any = predicate.owner.is_none_or(|owner| self.template.is_any(owner));
            let own = predicate.owner.filter(|_| is_any).map(|owner| self.template.first(owner));
            is_any && !self.template.mentions_others(&predicate.formula, own)
        });
        let is_name = |name: &String| !name.is_empty() && !name.contains(['{', '}', '\n', '\r']);
        shape(is_unique && is_own && names.iter().all(|name| is_name(name)), "its predicates")
    }

    fn check_start(&mut self) -> Result<(), Failure> {
        shape(self.program.start.len() == self.program.predicates.len(), "its start")?;
        let mut values = Vec::new();
        let locations = vec![0; self.template.system().instances.len()];
        for (predicate, value) in self.program.predicates.iter().zip(&self.program.start) {
            if let Some(value) = value {
                let formula = predicate.formula.fold(Some(&locations));
                values.push(if *value { formula } else { Formula::negation(formula) });
            }
        }
        let initial = &self.template.system().initial;
        let undefined = Formula::negation(defined::conjunction(initial));
        let mut conjuncts = start(self.template);
        let fixed = conjuncts.split_off(initial.len());
        self.refute(&[], &[fixed.clone(), vec![undefined]].concat(), Flaw::Start)?;
        self.refute(&[], &[fixed, conjuncts, vec![Formula::negation(Formula::All(values))]].concat(), Flaw::Start)
    }

    fn check_steps(&mut self) -> Result<(), Failure> {
        let template = self.template;
        shape(template.transitions().count() == self.program.steps.len(), "its statements")?;
        for ((number, transition), step) in template.transitions().zip(&self.program.steps) {
            self.control.poll(&Progress { phase: "checking", ..Progress::default() }).map_err(Failure::Stop)?;
            shape(step.transition == number, "its statements")?;
            let process = template.process(transition);
            let meaning =
                Meaning { template, program: self.program, active: Some(process), transition: Some(transition) };
            shape(self.sees(&step.fault, Some(process), None, &[]), "a condition")?;
            shape(self.sees(&step.possible, Some(process), None, &step.active), "a condition")?;
            let defined = definedness(template, transition);
            let missing = [Formula::negation(defined.clone()), Formula::negation(meaning.expression(&step.fault))];
            self.refute(&transition.choices, &at(transition, missing.into()), Flaw::Step(number))?;
            let mut forbidden = vec![Formula::negation(meaning.expression(&step.possible))];
            for predicate in self.program.visible(process) {
                forbidden.extend(self.change(&step.active, transition, meaning, Slot::Active(predicate))?);
            }
            for (predicate, owner) in (0..).zip(&self.program.predicates) {
                if owner.owner.is_some() {
                    forbidden.extend(self.change(&step.passive, transition, meaning, Slot::Passive(predicate))?);
                }
            }
            let mut conjuncts = transition.guard.clone();
            conjuncts.extend([defined, Formula::Any(forbidden)]);
            self.refute(&transition.choices, &at(transition, conjuncts), Flaw::Step(number))?;
        }
        Ok(())
    }

    /// A state in which a predicate changes in a way that the assignments forbid; none if it does not change at all.
    fn change(
        &self,
        assignments: &[Assignment],
        transition: &Transition,
        meaning: Meaning<'_>,
        slot: Slot,
    ) -> Result<Option<Formula>, Failure> {
        let number = slot.predicate();
        let before = meaning.slot(slot);
        let after = after(transition, &before);
        let mut own = assignments.iter().filter(|assignment| assignment.predicate == number);
        let Some(Assignment { yes, no, .. }) = own.next() else {
            return Ok((before != after).then(|| Formula::negation(Formula::Equal(Box::new(before), Box::new(after)))));
        };
        let passive = match slot {
            Slot::Active(_) | Slot::Next(_) => None,
            Slot::Passive(number) => self.program.predicates[number].owner,
        };
        let sees = self.sees(yes, meaning.active, passive, &[]) && self.sees(no, meaning.active, passive, &[]);
        shape(sees && own.next().is_none(), "an assignment")?;
        let (yes, no) = (meaning.expression(yes), meaning.expression(no));
        let not_true = Formula::All(vec![yes.clone(), Formula::negation(after.clone())]);
        let not_false = Formula::All(vec![Formula::negation(yes), no, after]);
        Ok(Some(Formula::Any(vec![not_true, not_false])))
    }

    fn check_assertions(&mut self) -> Result<(), Failure> {
        let mut assertions = self.program.assertions.iter();
        let meaning = Meaning { template: self.template, program: self.program, active: None, transition: None };
        for (property, number) in self.template.system().properties.iter().zip(0_u32..) {
            let patterns = violations(self.template, &property.error);
            let patterns = patterns.map_err(|_| Failure::Flaw(Flaw::Shape("a property")))?;
            for (index, pattern) in patterns.iter().enumerate() {
                let assertion = assertions.next().filter(|it| (it.property, it.pattern) == (number, index));
                let assertion = assertion.ok_or(Failure::Flaw(Flaw::Shape("its assertions")))?;
                shape(self.sees(&assertion.possible, None, None, &[]), "an assertion")?;
                let missed = Formula::negation(meaning.expression(&assertion.possible));
                self.refute(&[], &[pattern.data.clone(), missed], Flaw::Property(number))?;
            }
        }
        shape(assertions.next().is_none(), "its assertions")
    }

    /// `true` if an expression mentions only what a thread of the active process sees, and for a passive one also what its
    /// own process sees; of the values after the step, only the assigned ones.
    fn sees(
        &self,
        expression: &Expression,
        active: Option<u16>,
        passive: Option<u16>,
        assigned: &[Assignment],
    ) -> bool {
        let owner = |number: usize| self.program.predicates.get(number).map(|predicate| predicate.owner);
        let is_assigned = |number: usize| assigned.iter().any(|assignment| assignment.predicate == number);
        let is_own = |number: usize| owner(number).is_some_and(|owner| owner.is_none() || owner == active);
        let mut sees = true;
        expression.slots(&mut |slot| {
            sees &= match slot {
                Slot::Active(number) => is_own(number),
                Slot::Next(number) => is_own(number) && is_assigned(number),
                Slot::Passive(number) => owner(number).is_some_and(|owner| owner.is_some() && owner == passive),
            };
        });
        sees
    }

    /// Accepts if the formulas cannot hold together.
    fn refute(&mut self, choices: &[Choice], conjuncts: &[Formula], flaw: Flaw) -> Result<(), Failure> {
        let folded: Vec<_> = conjuncts.iter().map(|formula| formula.fold(None)).collect();
        if folded.contains(&Formula::Constant(false)) {
            return Ok(());
        }
        self.questions += 1;
        let conjuncts: Vec<_> = folded.iter().collect();
        let query = Query { system: self.template.system(), choices, conjuncts: &conjuncts, model: false };
        match self.prover.ask(&query, self.control).map_err(Failure::Stop)? {
            Answer::Unsatisfiable => Ok(()),
            Answer::Satisfiable(_) => Err(Failure::Flaw(flaw)),
            Answer::Unknown(unknown) => Err(Failure::Flaw(Flaw::Undecided(unknown.to_string()))),
        }
    }
}

/// The patterns of everything that is wrong with a property: it is violated, or has no value.
pub fn violations(template: &Template, error: &Formula) -> Result<Vec<Pattern>, super::Unsupported> {
    let undefined = Formula::negation(defined::formula(error));
    patterns(template, &Formula::Any(vec![error.clone(), undefined]))
}

/// The formulas with control at the source of a transition.
fn at(transition: &Transition, mut formulas: Vec<Formula>) -> Vec<Formula> {
    for formula in &mut formulas {
        *formula = formula.with_location(transition.instance, transition.from);
    }
    formulas
}

fn shape(is_right: bool, what: &'static str) -> Result<(), Failure> {
    if is_right { Ok(()) } else { Err(Failure::Flaw(Flaw::Shape(what))) }
}
