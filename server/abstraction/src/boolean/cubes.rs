//! Conditions over predicates that imply a formula: disjunctions of minimal cubes.
//!
//! Cubes are tried by increasing length, those that contain a found or an impossible one not at all. A cube that a model of
//! the negated formula satisfies implies nothing, so that most need no question; which models a prover gives changes the
//! number of questions, never the result.

use std::collections::BTreeSet;

use boolprog_certificate::boolean::{Expression, Slot};
use boolprog_integer::smt_lib::Symbol;
use boolprog_integer::{Choice, Environment, Formula, Inputs, State, System};
use boolprog_prover::Model;

use crate::oracle::{Interrupt, Oracle, Possible};

/// A predicate with its value, by its number among those that may be used.
type Literal = (usize, bool);

/// More combinations of values than this are not listed.
const MOST_VALUATIONS: usize = 256;

/// Search for cubes of predicates in states where a hypothesis holds.
pub(super) struct Cubes<'a> {
    pub(super) system: &'a System,
    pub(super) choices: &'a [Choice],
    pub(super) hypothesis: Vec<Formula>,
    /// The predicates, with their meanings.
    pub(super) predicates: Vec<(Slot, Formula)>,
    pub(super) max_cube: usize,
}

/// State of the search for the cubes of one formula.
struct Search {
    /// The numbers of predicates that can matter.
    relevant: Vec<usize>,
    /// Values of all predicates in states without the formula.
    against: Vec<Vec<bool>>,
    found: Vec<Vec<Literal>>,
    impossible: Vec<Vec<Literal>>,
}

impl Cubes<'_> {
    /// The weakest disjunction of cubes that implies the formula, whatever the environment chooses.
    pub(super) fn implicants(&self, goal: &Formula, oracle: &mut Oracle<'_>) -> Result<Expression, Interrupt> {
        let goal = goal.fold(None);
        if let Formula::Constant(value) = goal {
            return Ok(Expression::Constant(value));
        }
        let mut against = Vec::new();
        match self.possible(&[], &Formula::negation(goal.clone()), oracle)? {
            Possible::No => return Ok(Expression::Constant(true)),
            Possible::Yes(model) => against.extend(self.values(&model)),
            Possible::Unknown => {}
        }
        if self.possible(&[], &goal, oracle)? == Possible::No {
            return Ok(Expression::Constant(false));
        }
        let relevant = self.cone(&goal);
        let mut search = Search { relevant, against, found: Vec::new(), impossible: Vec::new() };
        for length in 1..=self.max_cube.min(search.relevant.len()) {
            self.extend(&mut search, &goal, (length, 0), &mut Vec::new(), oracle)?;
        }
        Ok(disjunction(&search.found, &self.predicates))
    }

    /// The minimal cubes that are impossible, up to the longest that is tried; where a value after the step is mentioned, those
    /// with such a value.
    pub(super) fn contradictions(&self, oracle: &mut Oracle<'_>) -> Result<Vec<Expression>, Interrupt> {
        let is_next = |number: &usize| matches!(self.predicates[*number].0, Slot::Next(_));
        let all: Vec<_> = (0..self.predicates.len()).collect();
        let has_next = all.iter().any(is_next);
        let relevant = if has_next { self.cone(&self.next()) } else { all };
        let mut search = Search { relevant, against: Vec::new(), found: Vec::new(), impossible: Vec::new() };
        for length in 1..=self.max_cube.min(search.relevant.len()) {
            self.extend(&mut search, &Formula::Constant(false), (length, 0), &mut Vec::new(), oracle)?;
        }
        let wanted = |cube: &&Vec<Literal>| !has_next || cube.iter().any(|(number, _)| is_next(number));
        let cubes = search.impossible.iter().filter(wanted);
        Ok(cubes.map(|cube| disjunction(std::slice::from_ref(cube), &self.predicates)).collect())
    }

    /// All combinations of values after the step and of those before it that they are connected with, as a disjunction; none
    /// if there are too many, or the prover gives up.
    pub(super) fn valuations(&self, oracle: &mut Oracle<'_>) -> Result<Option<Expression>, Interrupt> {
        let relevant = self.cone(&self.next());
        let (mut found, mut excluded): (Vec<Vec<Literal>>, Vec<Formula>) = (Vec::new(), Vec::new());
        while found.len() < MOST_VALUATIONS {
            match self.possible(&[], &Formula::All(excluded.clone()), oracle)? {
                Possible::No => {
                    found.sort_unstable();
                    return Ok(Some(disjunction(&found, &self.predicates)));
                }
                Possible::Unknown => return Ok(None),
                Possible::Yes(model) => {
                    let Some(values) = self.values(&model) else { return Ok(None) };
                    let cube: Vec<_> = relevant.iter().map(|number| (*number, values[*number])).collect();
                    excluded.push(Formula::negation(Formula::All(cube.iter().map(|it| self.literal(*it)).collect())));
                    found.push(cube);
                }
            }
        }
        Ok(None)
    }

    /// A formula that mentions all values after the step.
    fn next(&self) -> Formula {
        let next = self.predicates.iter().filter(|(slot, _)| matches!(slot, Slot::Next(_)));
        Formula::All(next.map(|(_, formula)| formula.clone()).collect())
    }

    fn literal(&self, (number, value): Literal) -> Formula {
        let formula = self.predicates[number].1.clone();
        if value { formula } else { Formula::negation(formula) }
    }

    /// Tries all cubes that extend one by this number of predicates, from this place in the relevant ones.
    fn extend(
        &self,
        search: &mut Search,
        goal: &Formula,
        (length, from): (usize, usize),
        cube: &mut Vec<Literal>,
        oracle: &mut Oracle<'_>,
    ) -> Result<(), Interrupt> {
        if length == 0 {
            return self.examine(search, goal, cube, oracle);
        }
        for place in from..search.relevant.len() {
            for value in [true, false] {
                cube.push((search.relevant[place], value));
                let contains = |other: &Vec<Literal>| other.iter().all(|literal| cube.contains(literal));
                if !search.found.iter().chain(&search.impossible).any(contains) {
                    self.extend(search, goal, (length - 1, place + 1), cube, oracle)?;
                }
                cube.pop();
            }
        }
        Ok(())
    }

    fn examine(
        &self,
        search: &mut Search,
        goal: &Formula,
        cube: &[Literal],
        oracle: &mut Oracle<'_>,
    ) -> Result<(), Interrupt> {
        let satisfied = |values: &Vec<bool>| cube.iter().all(|(number, value)| values[*number] == *value);
        if search.against.iter().any(satisfied) {
            return Ok(());
        }
        match self.possible(cube, &Formula::negation(goal.clone()), oracle)? {
            Possible::Yes(model) => search.against.extend(self.values(&model)),
            Possible::Unknown => {}
            Possible::No => {
                let is_possible = self.possible(cube, goal, oracle)? != Possible::No;
                let list = if is_possible { &mut search.found } else { &mut search.impossible };
                list.push(cube.to_vec());
            }
        }
        Ok(())
    }

    fn possible(&self, cube: &[Literal], goal: &Formula, oracle: &mut Oracle<'_>) -> Result<Possible, Interrupt> {
        let mut conjuncts: Vec<_> = cube.iter().map(|literal| self.literal(*literal)).collect();
        conjuncts.extend(self.hypothesis.iter().cloned());
        conjuncts.push(goal.clone());
        oracle.possible(self.choices, &conjuncts, true)
    }

    /// The values of all predicates in a state that a model describes; none if one has no value there.
    fn values(&self, model: &Model) -> Option<Vec<bool>> {
        let value = |(variable, id): (&boolprog_integer::Variable, u32)| {
            let default = variable.sort.bounds().map_or(0, |(low, _)| low);
            model.variables.get(&boolprog_integer::VariableId(id)).copied().unwrap_or(default)
        };
        let location = |instance: u16| {
            let location = model.locations.get(&boolprog_integer::InstanceId(instance)).copied();
            location.and_then(|location| u16::try_from(location).ok()).unwrap_or(0)
        };
        let state = State {
            locations: (0..self.system.instances.len() as u16).map(location).collect(),
            values: self.system.variables.iter().zip(0..).map(value).collect(),
        };
        let input = |(choice, number): (&Choice, u16)| {
            let default = choice.sort.bounds().map_or(0, |(low, _)| low);
            model.inputs.get(&boolprog_integer::InputId(number)).copied().unwrap_or(default)
        };
        let inputs: Inputs = self.choices.iter().zip(0..).map(input).collect();
        let environment = Environment { state: &state, inputs: &inputs };
        self.predicates.iter().map(|(_, formula)| formula.evaluate(&environment).ok()).collect()
    }

    /// The predicates that are connected with a formula by variables, through other predicates and the hypothesis.
    fn cone(&self, goal: &Formula) -> Vec<usize> {
        let predicates: Vec<_> = self.predicates.iter().map(|(_, formula)| symbols(formula)).collect();
        let hypothesis: Vec<_> = self.hypothesis.iter().map(symbols).collect();
        let mut known = symbols(goal);
        loop {
            let before = known.len();
            for symbols in predicates.iter().chain(&hypothesis) {
                if !symbols.is_disjoint(&known) {
                    known.extend(symbols);
                }
            }
            if known.len() == before {
                break;
            }
        }
        (0..predicates.len()).filter(|number| !predicates[*number].is_disjoint(&known)).collect()
    }
}

fn symbols(formula: &Formula) -> BTreeSet<Symbol> {
    let mut found = BTreeSet::new();
    formula.leaves(&mut |leaf| {
        found.insert(Symbol::from(leaf));
    });
    found
}

fn disjunction(cubes: &[Vec<Literal>], predicates: &[(Slot, Formula)]) -> Expression {
    let literal = |(number, value): &Literal| Expression::literal(predicates[*number].0, *value);
    let conjunction = |cube: &Vec<Literal>| match cube.as_slice() {
        [only] => literal(only),
        several => Expression::All(several.iter().map(literal).collect()),
    };
    let mut parts: Vec<_> = cubes.iter().map(conjunction).collect();
    match parts.len() {
        0 => Expression::Constant(false),
        1 => parts.swap_remove(0),
        _ => Expression::Any(parts),
    }
}
