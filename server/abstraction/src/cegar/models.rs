//! The possible values of expressions, one model of a prover after the other (All-SAT).

use std::collections::BTreeSet;

use boolprog_integer::{
    Choice, Comparison, Environment, Formula, InputId, Inputs, Sort, State, System, Term, VariableId,
};
use boolprog_prover::Model;

use crate::condition::AtomId;
use crate::oracle::{Interrupt, Oracle, Possible};

/// More combinations than this are not enumerated.
const MOST: usize = 256;

/// An expression of either sort.
#[derive(Clone, Debug)]
pub(super) enum Expression {
    Term(Term),
    Formula(Formula),
}

impl Expression {
    /// That it has this value.
    pub(super) fn equals(&self, value: i64) -> Formula {
        match self {
            Self::Term(term) => Formula::Compare(Comparison::Equal, term.clone(), Term::Constant(value)),
            Self::Formula(formula) if value == 0 => Formula::negation(formula.clone()),
            Self::Formula(formula) => formula.clone(),
        }
    }

    fn evaluate(&self, environment: &Environment<'_>) -> Option<i64> {
        match self {
            Self::Term(term) => term.evaluate(environment).ok(),
            Self::Formula(formula) => formula.evaluate(environment).ok().map(i64::from),
        }
    }
}

/// The variables to be enumerated.
#[derive(Debug)]
pub(super) struct Question<'a> {
    pub(super) choices: &'a [Choice],
    /// The facts.
    pub(super) before: Vec<Formula>,
    /// Variables with their new values in terms of the old ones.
    pub(super) values: Vec<(VariableId, Expression)>,
    /// Predicates with their weakest preconditions.
    pub(super) predicates: Vec<(AtomId, Formula)>,
    /// `true` if predicates are enumerated, too.
    pub(super) is_boolean: bool,
    /// The most values of a variable.
    pub(super) most: u32,
}

/// One combination: the values, and the predicates as they are in one of its states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Valuation {
    pub(super) values: Vec<i64>,
    pub(super) truths: Vec<bool>,
}

/// The combinations that are possible.
#[derive(Debug)]
pub(super) enum Enumerated {
    All(Vec<Valuation>),
    /// This variable has more values than it may have.
    TooMany(VariableId),
    /// The prover does not know, or there are too many combinations.
    Undecided,
}

impl Question<'_> {
    /// Enumerates the combinations. Takes a question to the prover for each, and one more.
    pub(super) fn enumerate(&self, system: &System, oracle: &mut Oracle<'_>) -> Result<Enumerated, Interrupt> {
        let mut conjuncts = self.before.clone();
        let mut found: Vec<Valuation> = Vec::new();
        let mut different = vec![BTreeSet::new(); self.values.len()];
        loop {
            let model = match oracle.possible(self.choices, &conjuncts, true)? {
                Possible::Yes(model) => model,
                Possible::No => return Ok(Enumerated::All(found)),
                Possible::Unknown => return Ok(Enumerated::Undecided),
            };
            let Some(valuation) = self.valuation(system, &model) else { return Ok(Enumerated::Undecided) };
            // A prover that repeats itself is not believed.
            if found.len() == MOST || found.iter().any(|known| self.is_same(known, &valuation)) {
                return Ok(Enumerated::Undecided);
            }
            for ((variable, _), (values, value)) in self.values.iter().zip(different.iter_mut().zip(&valuation.values))
            {
                values.insert(*value);
                if values.len() > self.most as usize {
                    return Ok(Enumerated::TooMany(*variable));
                }
            }
            let parts = self.combination(&valuation);
            found.push(valuation);
            if parts.is_empty() {
                return Ok(Enumerated::All(found));
            }
            conjuncts.push(Formula::negation(Formula::All(parts)));
        }
    }

    fn is_same(&self, left: &Valuation, right: &Valuation) -> bool {
        left.values == right.values && (!self.is_boolean || left.truths == right.truths)
    }

    /// The formulas that hold in the states of a combination.
    fn combination(&self, valuation: &Valuation) -> Vec<Formula> {
        let mut parts = self.values_are(&valuation.values);
        if self.is_boolean {
            let truths = self.predicates.iter().zip(&valuation.truths);
            parts.extend(truths.map(|((_, before), truth)| literal(before, *truth)));
        }
        parts
    }

    /// That the values are these.
    pub(super) fn values_are(&self, values: &[i64]) -> Vec<Formula> {
        self.values.iter().zip(values).map(|((_, expression), value)| expression.equals(*value)).collect()
    }

    /// The combination of a model; none if an expression has no value of 64 bits.
    fn valuation(&self, system: &System, model: &Model) -> Option<Valuation> {
        let some = |sort: Sort| sort.bounds().map_or(0, |(low, high)| 0.clamp(low, high.max(low)));
        let variable = |(variable, id): (&boolprog_integer::Variable, u32)| {
            model.variables.get(&VariableId(id)).copied().unwrap_or_else(|| some(variable.sort))
        };
        let state = State {
            locations: vec![0; system.instances.len()].into_boxed_slice(),
            values: system.variables.iter().zip(0..).map(variable).collect(),
        };
        let input =
            |(choice, id): (&Choice, u16)| model.inputs.get(&InputId(id)).copied().unwrap_or_else(|| some(choice.sort));
        let inputs: Inputs = self.choices.iter().zip(0..).map(input).collect();
        let environment = Environment { state: &state, inputs: &inputs };
        let values = self.values.iter().map(|(_, expression)| expression.evaluate(&environment));
        let truths = self.predicates.iter().map(|(_, before)| before.evaluate(&environment).ok());
        Some(Valuation { values: values.collect::<Option<_>>()?, truths: truths.collect::<Option<_>>()? })
    }
}

/// The formula or its negation.
pub(super) fn literal(formula: &Formula, holds: bool) -> Formula {
    if holds { formula.clone() } else { Formula::negation(formula.clone()) }
}
