//! Slicing: the part of a system that its properties depend on.
//!
//! The cone of influence is the least set of variables and instances that holds what the properties and `init` mention,
//! and with a variable the right sides and the instances of all transitions that assign it, and with an instance all
//! that its guards mention, if the slice has their transitions and they decide something: those of two edges to the same place do
//! not, if nothing else of the slice distinguishes them. The other variables, their assignments and the other instances
//! are left out. So are transitions of kept instances that neither assign a variable of the cone, nor leave a location that is mentioned,
//! nor lead to a place from which one of these is still possible: an instance that took one might as well have stopped.
//! Cone and slice are those of all languages ([`boolprog_base::dependence`]).
//!
//! The slice satisfies the same properties, with one exception: a missing value (an overflow, a value out of range)
//! ends a run of the whole system, and the slice does not compute the values that it leaves out. So a proof carries
//! over, and a run does if [`Slice::lift`] can execute it. (Cone of influence: Clarke, Grumberg, Peled, "Model
//! Checking", 6.1.)

mod cone;
mod reduced;
#[cfg(test)]
mod tests;
mod total;

use std::collections::BTreeSet;

use crate::explicit::{Run, Step};
use crate::{
    EdgeId, Formula, InputId, Inputs, InstanceId, State, System, Term, Transition, Undefined, Update, VariableId,
    expression::Overwritten,
};
use crate::{LocationId, Replacement};
use cone::Cone;

pub use reduced::Reduced;
pub(crate) use reduced::alike;

/// A smaller system, and where its parts come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slice {
    /// System without the irrelevant parts.
    pub system: System,
    /// Of each variable of the slice, that of the whole system.
    pub variables: Vec<VariableId>,
    /// Of each instance of the slice, that of the whole system.
    pub instances: Vec<InstanceId>,
    /// Of each transition of the slice, its number in the whole system.
    pub transitions: Vec<u32>,
    /// Of each transition of the slice, the choices of the whole transition that are left.
    choices: Vec<Vec<InputId>>,
    /// Transitions of the slice, by their numbers in the whole system, whose guards decide nothing and are left out.
    unguarded: Vec<u32>,
}

/// The part of a system that its properties depend on. Takes time linear in the size of the system for each time that guards are
/// left out which others depend on, mostly twice.
pub fn slice(system: &System) -> Slice {
    let cone = Cone::of(system);
    let variables: Vec<VariableId> = cone.variables().collect();
    let instances: Vec<InstanceId> = cone.instances().collect();
    let kept = |transition: &(u32, &Transition)| cone.keeps(transition.1);
    let transitions: Vec<(u32, &Transition)> = (0..).zip(&system.transitions).filter(kept).collect();
    let renaming = Renaming::of(system, &variables, instances.iter().copied());
    let left = |(_, transition): &(u32, &Transition)| {
        let guard = if cone.reads_guard(transition) { transition.guard.clone() } else { Vec::new() };
        renaming.transition(&Transition { guard, ..Transition::clone(transition) })
    };
    let (transitions_left, choices) = transitions.iter().map(left).unzip();
    let system = sliced(system, &renaming, transitions_left);
    let loses_guard =
        |(_, transition): &&(u32, &Transition)| !transition.guard.is_empty() && !cone.reads_guard(transition);
    let unguarded = transitions.iter().filter(loses_guard).map(|(index, _)| *index).collect();
    let transitions = transitions.into_iter().map(|(index, _)| index).collect();
    Slice { system, variables, instances, transitions, choices, unguarded }
}

/// The system with these of its parts and transitions alone, without counters.
fn sliced(system: &System, renaming: &Renaming, transitions: Vec<Transition>) -> System {
    let formulas = |formulas: &[Formula]| formulas.iter().map(|formula| renaming.formula(formula, &[])).collect();
    let error = |property: &crate::Property| renaming.formula(&property.error, &[]);
    let variables = (0..).map(VariableId).zip(&system.variables).filter(|(id, _)| renaming.keeps(*id));
    let instances = (0..).map(InstanceId).zip(&system.instances).filter(|(id, _)| renaming.keeps_instance(*id));
    System {
        variables: variables.map(|(_, variable)| renaming.variable(variable)).collect(),
        counters: Vec::new(),
        summed: Vec::new(),
        processes: system.processes.clone(),
        instances: instances.map(|(_, instance)| instance.clone()).collect(),
        transitions,
        initial: formulas(&system.initial),
        properties: system
            .properties
            .iter()
            .map(|property| crate::Property { error: error(property), ..property.clone() })
            .collect(),
        predicates: renaming.predicates(&system.predicates),
    }
}

impl Slice {
    /// A run of the slice as one of the whole system. Variables that the slice does not mention start with their least
    /// possible value; so do the choices of the environment that it left out. Fails if a value of the whole system does
    /// not exist.
    pub fn lift(&self, system: &System, run: &Run) -> Result<Run, Undefined> {
        let mut values: Vec<i64> =
            system.variables.iter().map(|variable| least(variable.sort, variable.initial)).collect();
        for (variable, value) in self.variables.iter().zip(&run.start.values) {
            values[variable.0 as usize] = *value;
        }
        let start =
            State { locations: vec![0; system.instances.len()].into_boxed_slice(), values: values.into_boxed_slice() };
        let mut state = start.clone();
        let mut steps = Vec::with_capacity(run.steps.len());
        for step in &run.steps {
            let number = self.transitions[step.transition as usize];
            let transition = &system.transitions[number as usize];
            let any = |choice: &crate::Choice| least(choice.sort, crate::Initial::Unspecified);
            let mut inputs: Inputs = transition.choices.iter().map(any).collect();
            for (choice, value) in self.choices[step.transition as usize].iter().zip(&step.inputs) {
                inputs[usize::from(choice.0)] = *value;
            }
            state = transition.fire(system, &state, &inputs)?;
            steps.push(Step { transition: number, inputs, state: state.clone() });
        }
        Ok(Run { start, steps })
    }

    /// The edges of the file without a transition in the slice.
    pub fn edges_left_out(&self, system: &System) -> Vec<EdgeId> {
        let kept: BTreeSet<EdgeId> = self.system.transitions.iter().map(|transition| transition.edge).collect();
        let mut left: Vec<EdgeId> = system.transitions.iter().map(|transition| transition.edge).collect();
        left.retain(|edge| !kept.contains(edge));
        left.dedup();
        left
    }

    /// The edges of the slice whose conditions decide nothing, so that it does not have them.
    pub fn conditions_left_out(&self, system: &System) -> Vec<EdgeId> {
        let mut left: Vec<EdgeId> =
            self.unguarded.iter().map(|number| system.transitions[*number as usize].edge).collect();
        left.dedup();
        left
    }

    /// The variables of the whole system that the slice does not have.
    pub fn variables_left_out(&self, system: &System) -> Vec<VariableId> {
        (0..system.variables.len() as u32).map(VariableId).filter(|id| !self.variables.contains(id)).collect()
    }
}

fn least(sort: crate::Sort, initial: crate::Initial) -> i64 {
    match initial {
        crate::Initial::Value(value) => value,
        crate::Initial::Unspecified => sort.bounds().map_or(0, |(low, _)| low),
    }
}

/// The numbers that variables and instances have in the slice, if they are part of it.
struct Renaming {
    variables: Vec<Option<VariableId>>,
    instances: Vec<Option<InstanceId>>,
}

impl Renaming {
    /// These variables and instances, in ascending order, are kept.
    fn of<'v>(
        system: &System,
        variables: impl IntoIterator<Item = &'v VariableId>,
        instances: impl Iterator<Item = InstanceId>,
    ) -> Self {
        let mut renaming =
            Self { variables: vec![None; system.variables.len()], instances: vec![None; system.instances.len()] };
        for (new, old) in (0..).map(VariableId).zip(variables) {
            renaming.variables[old.0 as usize] = Some(new);
        }
        for (new, old) in (0..).map(InstanceId).zip(instances) {
            renaming.instances[usize::from(old.0)] = Some(new);
        }
        renaming
    }

    fn keeps(&self, variable: VariableId) -> bool {
        self.variables[variable.0 as usize].is_some()
    }

    fn keeps_instance(&self, instance: InstanceId) -> bool {
        self.instances[usize::from(instance.0)].is_some()
    }

    /// The number in the slice; kept parts mention no others.
    fn id(&self, variable: VariableId) -> VariableId {
        self.variables[variable.0 as usize].unwrap_or(variable)
    }

    fn instance(&self, instance: InstanceId) -> InstanceId {
        self.instances[usize::from(instance.0)].unwrap_or(instance)
    }

    fn variable(&self, variable: &crate::Variable) -> crate::Variable {
        crate::Variable { owner: variable.owner.map(|owner| self.instance(owner)), ..variable.clone() }
    }

    /// The transition without assignments outside of the cone, and its remaining choices.
    fn transition(&self, transition: &Transition) -> (Transition, Vec<InputId>) {
        let update = &transition.update;
        let mut left = Vec::new();
        let mut note = |leaf| {
            if let crate::expression::Leaf::Input(input) = leaf {
                left.push(input);
            }
        };
        update.all_terms().filter(|(id, _)| self.keeps(*id)).for_each(|(_, term)| term.leaves(&mut note));
        update.all_formulas().filter(|(id, _)| self.keeps(*id)).for_each(|(_, formula)| formula.leaves(&mut note));
        left.sort_unstable();
        left.dedup();
        let Transition { edge, from, to, span, .. } = *transition;
        let sliced = Transition {
            instance: self.instance(transition.instance),
            edge,
            from,
            to,
            guard: transition.guard.iter().map(|guard| self.formula(guard, &[])).collect(),
            choices: left.iter().map(|input| transition.choices[usize::from(input.0)].clone()).collect(),
            update: self.update(update, &left),
            span,
        };
        (sliced, left)
    }

    /// The rest of an update: every value that the kept variables are given, also those that are overwritten.
    fn update(&self, update: &Update, choices: &[InputId]) -> Update {
        let term = |(id, term): (&VariableId, &Term)| self.keeps(*id).then(|| (self.id(*id), self.term(term, choices)));
        let formula = |(id, formula): (&VariableId, &Formula)| {
            self.keeps(*id).then(|| (self.id(*id), self.formula(formula, choices)))
        };
        Update {
            terms: update.terms.iter().filter_map(term).collect(),
            formulas: update.formulas.iter().filter_map(formula).collect(),
            overwritten: Overwritten {
                terms: update.overwritten.terms.iter().filter_map(|(id, value)| term((id, value))).collect(),
                formulas: update.overwritten.formulas.iter().filter_map(|(id, value)| formula((id, value))).collect(),
            },
        }
    }

    /// The predicates that mention only kept parts.
    fn predicates(&self, predicates: &[crate::Predicate]) -> Vec<crate::Predicate> {
        let about_kept = |predicate: &&crate::Predicate| {
            let mut kept = predicate.owner.is_none_or(|(owner, _)| self.keeps_instance(owner));
            predicate.formula.leaves(&mut |leaf| {
                kept &= match leaf {
                    crate::expression::Leaf::Variable(variable) => self.keeps(variable),
                    crate::expression::Leaf::At(instance, _) => self.keeps_instance(instance),
                    crate::expression::Leaf::Input(_) => true,
                };
            });
            kept
        };
        let renamed = |predicate: &crate::Predicate| crate::Predicate {
            formula: self.formula(&predicate.formula, &[]),
            owner: predicate.owner.map(|(owner, location)| (self.instance(owner), location)),
            span: predicate.span,
        };
        predicates.iter().filter(about_kept).map(renamed).collect()
    }

    /// A formula in the numbers of the slice; `choices` are the remaining ones.
    fn formula(&self, formula: &Formula, choices: &[InputId]) -> Formula {
        formula.replace(&Renamed { renaming: self, choices })
    }

    fn term(&self, term: &Term, choices: &[InputId]) -> Term {
        term.replace(&Renamed { renaming: self, choices })
    }
}

/// The numbers in the slice of a transition, of which these choices remain.
struct Renamed<'r> {
    renaming: &'r Renaming,
    choices: &'r [InputId],
}

impl Replacement for Renamed<'_> {
    fn term(&self, variable: VariableId) -> Term {
        Term::Variable(self.renaming.id(variable))
    }

    fn formula(&self, variable: VariableId) -> Formula {
        Formula::Variable(self.renaming.id(variable))
    }

    fn input(&self, input: InputId) -> InputId {
        position(input, self.choices)
    }

    fn at(&self, instance: InstanceId, location: LocationId) -> Formula {
        Formula::At { instance: self.renaming.instance(instance), location }
    }
}

fn position(input: InputId, choices: &[InputId]) -> InputId {
    InputId(choices.iter().position(|choice| *choice == input).unwrap_or_default() as u16)
}
