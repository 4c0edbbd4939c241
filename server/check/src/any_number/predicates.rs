//! The search for predicates: refinement through Boolean programs, first for all open properties together, then for each.

use boolprog_abstraction::integers::VALUES;
use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::engine::{Ended, Engine, Finding, Outcome, Task};
use boolprog_integer::System;
use boolprog_prover::{Answer, Prover, Query, Unknown};

use crate::integer::{Evidence, Model, Programs, Violation};
use crate::refine::{Conclusion, Options, Precision, Refiner, Seeds};
use crate::report::Reason;

/// Rounds after which properties are given up.
const MOST_ROUNDS: usize = 32;

/// The loops of refinement, which go on from turn to turn.
pub(super) struct Loops<'a> {
    model: &'a Model,
    /// The prover that checks Boolean programs, if it is another one.
    checker: Option<Box<dyn Prover>>,
    /// The loops that have not ended, of which the last one goes on; none before the first turn.
    open: Option<Vec<Refiner<'a>>>,
    /// Why properties were given up.
    pub(super) given_up: Vec<Reason>,
    /// `true` if the prover has answered in this turn.
    has_prover: bool,
}

/// Options of the loops.
fn options() -> Options {
    let (seeds, precision) = (Seeds::default(), Precision::default());
    Options { any: true, seeds, precision, rounds: MOST_ROUNDS as u32, check: crate::Options::default() }
}

/// `refinement`: rounds of the loops.
pub(super) struct Predicates<'t, 'a> {
    pub(super) loops: &'t mut Loops<'a>,
    pub(super) prover: &'t mut dyn Prover,
}

impl Engine<&Model> for Predicates<'_, '_> {
    type Kind = Programs;

    fn run(&mut self, _: &Model, task: &mut Task<'_, Programs>) -> Outcome<Programs> {
        let mut outcome = Outcome::<Programs>::nothing(Ended::Bound);
        if let Err(reason) = self.ask_prover(task.control) {
            outcome.states.reason = Some(reason);
            return outcome;
        }
        let mut open = match self.loops.open.take() {
            Some(open) => open,
            None => self.loops.started(task.properties, None),
        };
        while let Some(refiner) = open.pop() {
            let left = left_of(&refiner, task.properties);
            if left.is_empty() {
                continue;
            }
            if left.len() < refiner.properties().len() {
                open.extend(self.loops.started(&left, Some(&refiner)));
                continue;
            }
            match self.round(refiner, &left, task.control, &mut open) {
                Round::Found(finding) => {
                    outcome.findings.push(finding);
                    outcome.states.goes_on = true;
                    break;
                }
                Round::Stopped(stop) => {
                    outcome.states.reason = Some(Reason::Stopped(stop));
                    break;
                }
                Round::Open => {}
            }
        }
        self.loops.open = Some(open);
        outcome
    }
}

/// The end of a round.
enum Round {
    /// It decides properties.
    Found(Finding<Programs>),
    /// It was stopped.
    Stopped(Stop),
    /// Others follow.
    Open,
}

impl<'a> Predicates<'_, 'a> {
    /// Fails if the prover does not answer at all.
    fn ask_prover(&mut self, control: &dyn Control) -> Result<(), Reason> {
        if self.loops.has_prover {
            return Ok(());
        }
        let query = Query { system: &System::default(), choices: &[], conjuncts: &[], model: false };
        match self.prover.ask(&query, control) {
            Ok(Answer::Unknown(Unknown::Unavailable(why))) => Err(Reason::NoProver(why)),
            Ok(_) => {
                self.loops.has_prover = true;
                Ok(())
            }
            Err(stop) => Err(Reason::Stopped(stop)),
        }
    }

    /// One round of a loop about these properties.
    fn round(
        &mut self,
        mut refiner: Refiner<'a>,
        left: &[u32],
        control: &dyn Control,
        open: &mut Vec<Refiner<'a>>,
    ) -> Round {
        let checker = self.loops.checker.as_mut().map(|checker| &mut **checker as &mut dyn Prover);
        match refiner.round((&mut *self.prover, checker), control) {
            Ok(None) if refiner.rounds.len() < MOST_ROUNDS => open.push(refiner),
            Ok(None) => {
                let why = format!("not decided in {MOST_ROUNDS} rounds of refinement");
                self.loops.give_up(open, &refiner, left, why);
            }
            Ok(Some(Conclusion::Proved(document))) => {
                let certificate = Evidence::Boolean(document.map(Box::new));
                return Round::Found(Finding::Proved { properties: left.to_vec(), certificate });
            }
            Ok(Some(Conclusion::Violated { property, report })) => {
                open.push(refiner);
                let (property, violation) = (property.unwrap_or(VALUES), Violation::Reported(report));
                return Round::Found(Finding::Violated { property, violation });
            }
            Err(why) => match control.poll(&Progress::default()) {
                Ok(()) => self.loops.give_up(open, &refiner, left, why),
                Err(stop) => {
                    open.push(refiner);
                    return Round::Stopped(stop);
                }
            },
        }
        Round::Open
    }
}

/// The open properties that a loop is about.
fn left_of(refiner: &Refiner<'_>, open: &[u32]) -> Vec<u32> {
    let stated = |property: &u32| *property != VALUES && refiner.properties().contains(&(*property as usize));
    let is_about_values = |property: &u32| *property == VALUES && refiner.properties().is_empty();
    open.iter().copied().filter(|property| stated(property) || is_about_values(property)).collect()
}

impl<'a> Loops<'a> {
    pub(super) fn new(model: &'a Model, prover: &mut dyn Prover) -> Self {
        Self { model, checker: prover.another(), open: None, given_up: Vec::new(), has_prover: false }
    }

    /// A turn begins.
    pub(super) fn begin(&mut self) {
        self.has_prover = false;
    }

    /// After the end of a loop without an answer: one for each of its properties, if they are several.
    fn give_up(&mut self, open: &mut Vec<Refiner<'a>>, refiner: &Refiner<'a>, left: &[u32], why: String) {
        if left.len() > 1 {
            for property in left.iter().rev() {
                open.extend(self.started(&[*property], Some(refiner)));
            }
        } else {
            self.given_up.push(Reason::Refinement(why));
        }
    }

    /// A loop about these properties, with the predicates of another one.
    fn started(&mut self, properties: &[u32], other: Option<&Refiner<'a>>) -> Vec<Refiner<'a>> {
        let stated = properties.iter().filter(|property| **property != VALUES);
        let stated: Vec<usize> = stated.map(|property| *property as usize).collect();
        let made = other.map_or_else(|| Refiner::new(self.model, &options(), &stated), |other| other.about(&stated));
        match made {
            Ok(refiner) => vec![refiner],
            // Of several properties one may be the reason.
            Err(_) if properties.len() > 1 => {
                let each = properties.iter().rev();
                each.flat_map(|property| self.started(&[*property], other)).collect()
            }
            Err(why) => {
                self.given_up.push(Reason::Refinement(why.to_string()));
                Vec::new()
            }
        }
    }
}
