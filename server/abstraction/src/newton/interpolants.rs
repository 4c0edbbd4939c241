//! Sequence interpolants: what holds between the steps of a path that cannot be taken, so that each step leads from one to
//! the next, and the end contradicts the last.
//!
//! Between two steps stands an unknown relation over the values that the path mentions; one Horn clause says that the step
//! between two of them keeps it. The clauses have no circle, so that their number bounds the search of Spacer, whose solution
//! is a sequence of interpolants (`McMillan`, "Lazy abstraction with interpolants", CAV 2006; Komuravelli, Gurfinkel, Chaki,
//! "SMT-based model checking for recursive programs", CAV 2014).

use std::collections::BTreeSet;
use std::time::Duration;

use boolprog_base::control::{Control, Stop};
use boolprog_clauses::{Argument, Asked, Clause, Head, Solved, Unknowns, solve};
use boolprog_integer::{Formula, VariableId};
use boolprog_prover::Prover;

use super::Path;
use super::unrolled::{Kind, Unrolled};
use crate::boolean::atoms;

/// The time for all interpolants of one path.
const LIMIT: Duration = Duration::from_secs(5);

/// The atoms of interpolants of a path that cannot be taken, over its system; none if the prover finds no interpolants.
pub fn interpolants(path: Path<'_>, prover: &mut dyn Prover, control: &dyn Control) -> Result<Vec<Formula>, Stop> {
    let Some(unrolled) = Unrolled::new(path) else { return Ok(Vec::new()) };
    let last = path.transitions.len() + 1;
    let between = Between::new(path, &unrolled);
    let clauses: Vec<_> = (0..=last).map(|step| clause(&unrolled, step, last)).collect();
    let relations: Vec<usize> = (1..=last).collect();
    let asked = Asked { limit: LIMIT, inlining: false };
    let solved = solve((&unrolled.system, &between), &relations, &clauses, asked, (prover, control))?;
    let Solved::Solution(definitions) = solved else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for atom in definitions.iter().flatten().flatten().flat_map(atoms) {
        if !matches!(atom, Formula::Constant(_)) && !found.contains(&atom) {
            found.push(atom);
        }
    }
    Ok(found)
}

/// The clause of a step, of which the last contradicts what is before it.
fn clause(unrolled: &Unrolled, step: usize, last: usize) -> Clause<'_, usize> {
    let parts = unrolled.parts.iter().filter(|part| part.step == step);
    let formulas = parts.map(|part| part.formula.clone()).collect();
    let before = if step > 0 { vec![step] } else { Vec::new() };
    let head = if step == last { Head::Never } else { Head::Holds(step + 1) };
    Clause { before, formulas, choices: &unrolled.choices, step: None, head }
}

/// The relations before steps.
struct Between {
    /// The variables of the path's system that it mentions.
    relevant: Vec<Argument>,
    /// Of each step, those of its variables that hold their values before it, and after the last one.
    before: Vec<Vec<VariableId>>,
}

impl Between {
    fn new(path: Path<'_>, unrolled: &Unrolled) -> Self {
        let own = path.system.variables.len() as u32;
        let mut origin: Vec<VariableId> = (0..own).map(VariableId).collect();
        let mut current = origin.clone();
        let mut before = Vec::new();
        let mut parts = unrolled.parts.iter().peekable();
        for step in 0..=path.transitions.len() + 1 {
            before.push(current.clone());
            while let Some(part) = parts.next_if(|part| part.step == step) {
                if let Kind::Assign(variable) = part.kind
                    && step > 0
                {
                    current[variable.0 as usize] = VariableId(origin.len() as u32);
                    origin.push(variable);
                }
            }
        }
        before.push(current);
        let mentioned: BTreeSet<VariableId> = unrolled.parts.iter().flat_map(|part| part.formula.variables()).collect();
        let relevant: BTreeSet<VariableId> = mentioned.into_iter().map(|it| origin[it.0 as usize]).collect();
        let argument = |variable: VariableId| Argument::Variable(variable, unrolled.system.variable(variable).sort);
        Self { relevant: relevant.into_iter().map(argument).collect(), before }
    }
}

impl Unknowns for Between {
    type At = usize;

    fn relation(&self, step: &usize) -> String {
        format!("I{step}")
    }

    fn arguments(&self, step: &usize) -> Vec<Argument> {
        let before = |argument: &Argument| match *argument {
            Argument::Variable(variable, sort) => Argument::Variable(self.before[*step][variable.0 as usize], sort),
            other => other,
        };
        self.relevant.iter().map(before).collect()
    }

    fn parameters(&self, _: &usize) -> Vec<Argument> {
        self.relevant.clone()
    }
}
