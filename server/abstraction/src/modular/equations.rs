//! Sums that no step changes, as equations.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_integer::{
    Arithmetic, Comparison, EdgeId, Formula, Initial, InstanceId, LocationId, Summed, System, Term, VariableId,
};

use super::instances::Found;
use super::reads;

/// The variables that a sum may contain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Summand {
    /// The counter of a location that is not the first.
    Counted(VariableId),
    /// 1 if an instance that exists once is at a location, otherwise 0.
    At(InstanceId, LocationId),
    /// The sum of a variable over all instances at a location.
    Own(Summed),
    /// 1 if an integer variable with a known start is negative, otherwise 0.
    Negative(VariableId),
    /// An integer variable with a known start, which steps change by constants.
    Variable(VariableId),
}

/// The sum of these, each times a number that is not 0, is a constant in every reachable state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sum {
    pub(super) summands: BTreeMap<Summand, i64>,
    pub(super) constant: i64,
}

/// The sums of a system, and what they need.
#[derive(Debug, Default)]
pub(super) struct Sums {
    /// Those about variables of more than two values.
    pub(super) all: Vec<Sum>,
    /// Those about variables of two values alone, such as locks.
    pub(super) of_bits: Vec<Sum>,
    /// Conditions before transitions, by their numbers.
    pub(super) assumptions: Vec<(usize, Formula)>,
    /// Transitions that are assumed never to be taken.
    pub(super) never: Vec<usize>,
    /// The new values of variables after steps of edges, where the assumptions hold.
    pub(super) terms: BTreeMap<(EdgeId, VariableId), Term>,
    /// The variables that are worth being followed as far as they are small: those in the sums, and those of first
    /// instances that are computed from them.
    pub(super) related: BTreeSet<VariableId>,
    /// Copies of variables in the sums.
    pub(super) copies: Found,
    /// The sums over all instances in them.
    pub(super) summed: Vec<Summed>,
}

impl Sums {
    /// The sums as formulas of a system [with the sums over all instances](System::with_sums).
    pub(super) fn formulas(&self, system: &System) -> Vec<Formula> {
        self.all.iter().chain(&self.of_bits).map(|sum| sum.formula(system)).collect()
    }
}

impl Sum {
    /// The sum of a solution, if a variable is in it.
    pub(super) fn of(system: &System, summands: &[Summand], solution: &[i64]) -> Option<Self> {
        let summands = summands.iter().copied().zip(solution.iter().copied()).filter(|(_, factor)| *factor != 0);
        let summands: BTreeMap<Summand, i64> = summands.collect();
        let value = |variable: VariableId| match system.variable(variable).initial {
            Initial::Value(value) => value,
            Initial::Unspecified => 0,
        };
        let start = |summand: Summand| match summand {
            Summand::Counted(_) | Summand::Own(_) => 0,
            Summand::At(_, location) => i64::from(location.0 == 0),
            Summand::Negative(variable) => i64::from(value(variable) < 0),
            Summand::Variable(variable) => value(variable),
        };
        let at_start =
            |sum: i64, (summand, factor): (&Summand, &i64)| sum.checked_add(start(*summand).checked_mul(*factor)?);
        let constant = summands.iter().try_fold(0, at_start)?;
        let has_variable = summands.keys().any(|it| matches!(it, Summand::Variable(_) | Summand::Negative(_)));
        has_variable.then_some(Self { summands, constant })
    }

    /// The sums over all instances in it.
    pub(super) fn summed(&self) -> impl Iterator<Item = Summed> {
        self.summands.keys().filter_map(|it| if let Summand::Own(sum) = it { Some(*sum) } else { None })
    }

    /// `true` if a variable of more than two values is in it.
    pub(super) fn is_about_numbers(&self, system: &System) -> bool {
        let is_large = |it: VariableId| reads::is_large(system.variable(it).sort);
        self.summands.keys().any(|it| matches!(it, Summand::Variable(of) | Summand::Negative(of) if is_large(*of)))
    }

    /// The sum of this and another, times a number, of which the summands with 0 are left out.
    pub(super) fn plus(&self, other: &Self, times: i64) -> Option<Self> {
        let mut summands = self.summands.clone();
        for (summand, factor) in &other.summands {
            let sum = summands.entry(*summand).or_default();
            *sum = sum.checked_add(factor.checked_mul(times)?)?;
        }
        summands.retain(|_, factor| *factor != 0);
        Some(Self { summands, constant: self.constant.checked_add(other.constant.checked_mul(times)?)? })
    }

    /// As an equation: the last summand, which is a variable, times its number, is the constant minus the others.
    fn formula(&self, system: &System) -> Formula {
        let term = |summand: Summand| match summand {
            Summand::Counted(variable) | Summand::Variable(variable) => Term::Variable(variable),
            Summand::At(instance, location) => indicator(Formula::At { instance, location }),
            Summand::Own(sum) => {
                let variable = system.sums().find(|(_, it)| *it == sum).map(|(variable, _)| variable);
                Term::Variable(variable.expect("the system has the sum"))
            }
            Summand::Negative(variable) => {
                indicator(Formula::Compare(Comparison::Less, Term::Variable(variable), Term::Constant(0)))
            }
        };
        let times = |(summand, factor): (&Summand, &i64)| match factor {
            1 => term(*summand),
            _ => Term::binary(Arithmetic::Multiply, Term::Constant(*factor), term(*summand)),
        };
        let mut all = self.summands.iter().rev();
        let Some(last) = all.next() else { return Formula::Constant(true) };
        let rest =
            all.rev().fold(Term::Constant(self.constant), |sum, it| Term::binary(Arithmetic::Subtract, sum, times(it)));
        Formula::Compare(Comparison::Equal, times(last), rest)
    }
}

/// 1 if a formula holds, otherwise 0.
fn indicator(formula: Formula) -> Term {
    Term::conditional(formula, Term::Constant(1), Term::Constant(0))
}
