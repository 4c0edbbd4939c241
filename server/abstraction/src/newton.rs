//! Newton: whether a path through the edges of an integer program can be taken, and if not, which predicates say so (Ball,
//! Rajamani, "Generating Abstract Explanations of Spurious Counterexamples in C Programs", MSR-TR-2002-09).
//!
//! The path becomes a formula in which every assigned value has a variable of its own. Where it has a model, the model is a
//! run. Otherwise a minimal set of its statements cannot be executed together; the weakest preconditions along these, from
//! the last to the first, are made of the predicates that are missing. Where these say nothing new, as when they depend on a
//! choice of the environment, [`interpolants`] may.

mod core;
mod cut;
mod interpolants;
mod separation;
mod unrolled;
mod weakest;

use boolprog_base::control::{Control, Stop};
use boolprog_integer::explicit::{Run, Step};
use boolprog_integer::{Formula, Initial, Inputs, State, System, VariableId};
use boolprog_prover::{Answer, Model, Prover, Query};

pub use cut::cut;
pub use interpolants::interpolants;
pub use separation::{Distinction, Parting, Separated, Within, separate};
use unrolled::{Part, Unrolled};
use weakest::Along;

/// A path: edges of instances, and what is to hold at its end.
#[derive(Clone, Copy, Debug)]
pub struct Path<'a> {
    /// The integer program, with the instances of the path.
    pub system: &'a System,
    /// Indices in [`System::transitions`], in their order.
    pub transitions: &'a [u32],
    /// The condition of the last state.
    pub end: &'a Formula,
    /// The transition whose choices the end mentions, if any.
    pub attempt: Option<u32>,
}

impl Path<'_> {
    /// The locations of the instances before each step, and at the end.
    fn locations(self) -> Vec<Vec<u16>> {
        let mut all = vec![vec![0; self.system.instances.len()]];
        for transition in self.transitions {
            let mut now = all[all.len() - 1].clone();
            let transition = &self.system.transitions[*transition as usize];
            now[usize::from(transition.instance.0)] = transition.to.0;
            all.push(now);
        }
        all
    }
}

/// Answer about a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Feasibility {
    /// It can be taken: a run along it, and the choices of the attempt at its end. Not executed again yet.
    Feasible(Run, Inputs),
    /// It cannot.
    Spurious(Spurious),
    /// The prover does not know, as a sentence.
    Unknown(String),
}

/// Why a path cannot be taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spurious {
    /// The first step that cannot be taken, from 1; the number after the last one if the end does not hold.
    pub step: usize,
    /// The statements that contradict each other, in the order of the path.
    pub core: Vec<Statement>,
    /// The atoms of the weakest preconditions along them, over the system of the path.
    pub atoms: Vec<Formula>,
    /// Those of them in each state of the path, from the start.
    pub states: Vec<Vec<Formula>>,
    /// The conditions of the core, over the system of the path.
    pub conditions: Vec<Formula>,
    /// The variables of the core, in increasing order.
    pub variables: Vec<VariableId>,
}

/// A statement of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statement {
    /// Number of the step, from 1; 0 for the start.
    pub step: usize,
    /// The statement as the language writes it: `lock := 1`, `new != old`.
    pub text: String,
}

/// Decides whether a path can be taken. Returns the number of questions as well.
pub fn feasibility(path: Path<'_>, prover: &mut dyn Prover, control: &dyn Control) -> Result<(Feasibility, u64), Stop> {
    let Some(unrolled) = Unrolled::new(path) else {
        return Ok((Feasibility::Unknown("the path makes too many choices".to_owned()), 0));
    };
    let all: Vec<_> = (0..unrolled.parts.len()).collect();
    Ok(match ask(&unrolled, &all, true, prover, control)? {
        Answer::Satisfiable(model) => (feasible(path, &unrolled, &model), 1),
        Answer::Unknown(why) => (Feasibility::Unknown(why.to_string()), 1),
        Answer::Unsatisfiable => {
            let (kept, questions) = core::minimal(&unrolled, prover, control)?;
            let step = kept.last().map_or(0, |last| unrolled.parts[*last].step);
            let parts: Vec<&Part> = kept.iter().map(|number| &unrolled.parts[*number]).collect();
            let core = parts.iter().map(|part| part.statement(path)).collect();
            let Along { atoms, states } = weakest::along(path, &parts);
            let spurious = Spurious {
                step,
                core,
                atoms,
                states,
                conditions: parts.iter().filter_map(|part| part.condition().cloned()).collect(),
                variables: unrolled::variables(path, &parts),
            };
            (Feasibility::Spurious(spurious), questions + 1)
        }
    })
}

/// Asks whether some parts can hold together.
fn ask(
    unrolled: &Unrolled,
    parts: &[usize],
    model: bool,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Answer, Stop> {
    let conjuncts: Vec<_> = parts.iter().map(|part| &unrolled.parts[*part].formula).collect();
    prover.ask(&Query { system: &unrolled.system, choices: &unrolled.choices, conjuncts: &conjuncts, model }, control)
}

/// The run that a model describes.
fn feasible(path: Path<'_>, unrolled: &Unrolled, model: &Model) -> Feasibility {
    let system = path.system;
    let value = |(variable, id): (&boolprog_integer::Variable, u32)| match variable.initial {
        Initial::Value(value) => value,
        Initial::Unspecified => {
            let default = variable.sort.bounds().map_or(0, |(low, _)| low);
            model.variables.get(&boolprog_integer::VariableId(id)).copied().unwrap_or(default)
        }
    };
    let start = State {
        locations: vec![0; system.instances.len()].into_boxed_slice(),
        values: system.variables.iter().zip(0..).map(value).collect(),
    };
    let inputs = |step: usize| -> Inputs {
        let numbers = unrolled.inputs[step].clone();
        let input = |number: u16| {
            let default = unrolled.choices[usize::from(number)].sort.bounds().map_or(0, |(low, _)| low);
            model.inputs.get(&boolprog_integer::InputId(number)).copied().unwrap_or(default)
        };
        numbers.map(input).collect()
    };
    let mut run = Run { start, steps: Vec::new() };
    for (number, transition) in path.transitions.iter().enumerate() {
        let inputs = inputs(number);
        let Ok(state) = system.transitions[*transition as usize].fire(system, run.end(), &inputs) else {
            return Feasibility::Unknown(format!("step {} misses a value when it is executed", number + 1));
        };
        run.steps.push(Step { transition: *transition, inputs, state });
    }
    Feasibility::Feasible(run, inputs(path.transitions.len()))
}
