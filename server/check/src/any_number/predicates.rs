//! The search for predicates: refinement through Boolean programs, first for all open properties together, then for each.

use boolprog_abstraction::integers::VALUES;
use boolprog_base::control::Progress;
use boolprog_base::engine::EngineId;
use boolprog_prover::Prover;

use super::Search;
use crate::budget::Budget;
use crate::integer::Model;
use crate::refine::{Conclusion, Options, Precision, Refiner, Seeds};
use crate::report::Reason;

/// Rounds after which properties are given up.
const MOST_ROUNDS: usize = 32;

/// The loops that have not ended.
pub(super) enum Road<'a> {
    /// There was no turn yet.
    NotStarted,
    /// The first of these goes on.
    Open(Vec<Refiner<'a>>),
}

/// Options of the loops.
fn options() -> Options {
    let (seeds, precision) = (Seeds::default(), Precision::default());
    Options { any: true, seeds, precision, rounds: MOST_ROUNDS as u32, check: crate::Options::default() }
}

impl<'a> Search<'a> {
    /// Goes on with the loops, for about this number of seconds.
    pub(super) fn refine(&mut self, seconds: u64) {
        if !self.has_prover() {
            return;
        }
        let budget = Budget::of(self.control, seconds * 1000);
        let mut loops = match std::mem::replace(&mut self.road, Road::Open(Vec::new())) {
            Road::Open(loops) => loops,
            Road::NotStarted => self.started(&self.open.clone(), None),
        };
        while let Some(refiner) = loops.pop() {
            let left = self.left_of(&refiner);
            if left.is_empty() {
                continue;
            }
            if left.len() < refiner.properties().len() {
                loops.extend(self.started(&left, Some(&refiner)));
                continue;
            }
            loops.push(refiner);
            if !self.wants_proofs() || budget.is_used_up() {
                break;
            }
            self.go_on(&mut loops, &budget);
        }
        self.road = Road::Open(loops);
    }

    /// One round of the last loop.
    fn go_on(&mut self, loops: &mut Vec<Refiner<'a>>, budget: &Budget<'_>) {
        let Some(mut refiner) = loops.pop() else { return };
        let checker = self.checker.as_mut().map(|checker| &mut **checker as &mut dyn Prover);
        match refiner.round((&mut self.prover, checker), budget) {
            Ok(None) if refiner.rounds.len() < MOST_ROUNDS => loops.push(refiner),
            Ok(None) => self.give_up(loops, &refiner, format!("not decided in {MOST_ROUNDS} rounds of refinement")),
            Ok(Some(Conclusion::Proved(document))) => {
                self.certificate.boolean.extend(document);
                let properties = self.left_of(&refiner);
                self.proved(&properties, EngineId::Refinement);
            }
            Ok(Some(Conclusion::Violated { property, report })) => {
                match property {
                    Some(property) => self.enter(property, *report),
                    None => self.fault = Some(*report),
                }
                loops.push(refiner);
            }
            Err(why) => match self.control.poll(&Progress::default()) {
                Err(stop) => self.stop = Some(stop),
                Ok(()) if budget.is_used_up() => loops.push(refiner),
                Ok(()) => self.give_up(loops, &refiner, why),
            },
        }
    }

    /// The properties of a loop that are open.
    fn left_of(&self, refiner: &Refiner<'_>) -> Vec<u32> {
        let stated = |property: &u32| *property != VALUES && refiner.properties().contains(&(*property as usize));
        let is_about_values = |property: &u32| *property == VALUES && refiner.properties().is_empty();
        self.open.iter().copied().filter(|property| stated(property) || is_about_values(property)).collect()
    }

    /// After the end of a loop without an answer: one for each of its properties, if they are several.
    fn give_up(&mut self, loops: &mut Vec<Refiner<'a>>, refiner: &Refiner<'a>, why: String) {
        let left = self.left_of(refiner);
        if left.len() > 1 {
            for property in left.into_iter().rev() {
                loops.extend(self.started(&[property], Some(refiner)));
            }
        } else {
            self.undecided(Reason::Refinement(why));
        }
    }

    /// A loop about these properties, with the predicates of another one.
    fn started(&mut self, properties: &[u32], other: Option<&Refiner<'a>>) -> Vec<Refiner<'a>> {
        let model: &'a Model = self.model;
        let stated = properties.iter().filter(|property| **property != VALUES);
        let stated: Vec<usize> = stated.map(|property| *property as usize).collect();
        let made = other.map_or_else(|| Refiner::new(model, &options(), &stated), |other| other.about(&stated));
        match made {
            Ok(refiner) => vec![refiner],
            // Of several properties one may be the reason.
            Err(_) if properties.len() > 1 => {
                let each = properties.iter().rev();
                each.flat_map(|property| self.started(&[*property], other)).collect()
            }
            Err(why) => {
                self.undecided(Reason::Refinement(why.to_string()));
                Vec::new()
            }
        }
    }
}
