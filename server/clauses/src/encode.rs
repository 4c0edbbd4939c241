//! The clauses of a system.

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_integer::{
    Comparison, Formula, Initial, LocationId, Property, Sort, System, Term, Transition, VariableId,
};

use crate::obligations;
use crate::system::{Argument, Clause, Head, Step, Unknowns};

/// A transition, with the relations that hold before it and the one that has to hold afterwards.
pub type Taken<'s, A> = (Vec<A>, &'s Transition, A);

/// Relations that satisfy a formula together, with the conjuncts of the formula.
pub type Cases<A> = Vec<(Vec<A>, Vec<Formula>)>;

/// The places of a system at which its clauses apply unknown relations.
pub trait Encoding<'s>: Unknowns {
    /// The relations that hold at the start.
    fn starts(&self) -> Vec<Self::At>;

    /// The steps that keep relations. Those before which one relation is enough say what has a value.
    fn steps(&self) -> Vec<Taken<'s, Self::At>>;

    /// The relations under which the formula of an error of a property may hold. Fails with a clause of a sentence if it is not about arguments.
    fn cases(&self, property: &Property, error: Formula) -> Result<Cases<Self::At>, String>;

    /// A clause, with what is known where the relations hold; `None` if its conditions exclude one another.
    fn clause(
        &self,
        before: Vec<Self::At>,
        stated: Vec<Formula>,
        step: Option<Step<'s>>,
        head: Head<Self::At>,
    ) -> Option<Clause<'s, Self::At>>;

    /// The conditions of `init` that are about the arguments.
    fn initial(&self, system: &System) -> Vec<Formula> {
        system.initial.clone()
    }

    /// Returns `true` if runs end where a value does not exist. Otherwise that is an error.
    fn ends_without_value(&self) -> bool {
        false
    }
}

/// Why there are no clauses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoClauses {
    /// The work was stopped.
    Stopped(Stop),
    /// They cannot say what the system does; why, as a clause of a sentence.
    NotSaid(String),
}

impl From<Stop> for NoClauses {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl From<String> for NoClauses {
    fn from(why: String) -> Self {
        Self::NotSaid(why)
    }
}

/// Steps and cases whose clauses are made within a millisecond.
const STEPS_PER_POLL: usize = 32;

/// The clauses: of the start, of steps, and of properties. Polls the control now and then.
pub fn encode<'s, E: Encoding<'s>>(
    system: &'s System,
    encoding: &E,
    control: &dyn Control,
) -> Result<Vec<Clause<'s, E::At>>, NoClauses>
where
    E::At: Clone,
{
    let mut clauses = Vec::new();
    let mut steps = 0_usize;
    let mut poll = |clauses: &[Clause<'s, E::At>]| {
        steps += 1;
        let progress = Progress { phase: "clauses", states: clauses.len() as u64, ..Progress::default() };
        if steps.is_multiple_of(STEPS_PER_POLL) { control.poll(&progress) } else { Ok(()) }
    };
    let ends = encoding.ends_without_value();
    for at in encoding.starts() {
        let values = initial_values(system, &encoding.arguments(&at));
        let initial = encoding.initial(system);
        let needed = Formula::All(obligations::of_conjuncts(&initial)).fold(None);
        if !ends && needed != Formula::Constant(true) {
            let missing = values.iter().cloned().chain([Formula::negation(needed)]).collect();
            clauses.extend(encoding.clause(Vec::new(), missing, None, Head::Never));
        }
        let start = values.into_iter().chain(initial).collect();
        clauses.extend(encoding.clause(Vec::new(), start, None, Head::Holds(at)));
    }
    for (before, transition, after) in encoding.steps() {
        poll(&clauses)?;
        let at = Formula::At { instance: transition.instance, location: transition.from };
        let needed = Formula::All(obligations::of(system, transition)).fold(None);
        let mut formulas: Vec<Formula> = transition.guard.iter().cloned().chain([at.clone()]).collect();
        if ends {
            formulas.push(needed);
        } else if before.len() == 1 && needed != Formula::Constant(true) {
            let missing = vec![Formula::negation(needed), at];
            clauses.extend(encoding.clause(before.clone(), missing, Some(transition.into()), Head::Never));
        }
        clauses.extend(encoding.clause(before, formulas, Some(transition.into()), Head::Holds(after)));
    }
    for (property, index) in system.properties.iter().zip(0..) {
        let needed = Formula::All(obligations::of_conjuncts(std::slice::from_ref(&property.error))).fold(None);
        let errors = if ends {
            vec![Formula::All(vec![needed, property.error.clone()])]
        } else {
            vec![Formula::negation(needed), property.error.clone()]
        };
        for error in errors.into_iter().filter(|it| it.fold(None) != Formula::Constant(false)) {
            for (before, formulas) in encoding.cases(property, error)? {
                poll(&clauses)?;
                clauses.extend(encoding.clause(before, formulas, None, Head::Violated(index)));
            }
        }
    }
    Ok(clauses)
}

/// The values of arguments at the start.
pub fn initial_values(system: &System, arguments: &[Argument]) -> Vec<Formula> {
    let value = |argument: &Argument| match *argument {
        Argument::Variable(variable, sort) => match system.variable(variable).initial {
            Initial::Value(value) => Some(equals(variable, sort, value)),
            Initial::Unspecified => None,
        },
        Argument::At(instance, location) => (location.0 == 0).then_some(Formula::At { instance, location }),
        Argument::Location(instance) => Some(Formula::At { instance, location: LocationId(0) }),
    };
    arguments.iter().filter_map(value).collect()
}

/// That a variable has a value.
fn equals(variable: VariableId, sort: Sort, value: i64) -> Formula {
    match (sort, value) {
        (Sort::Boolean, 0) => Formula::negation(Formula::Variable(variable)),
        (Sort::Boolean, _) => Formula::Variable(variable),
        _ => Formula::Compare(Comparison::Equal, Term::Variable(variable), Term::Constant(value)),
    }
}
