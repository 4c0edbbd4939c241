//! The steps between states, straight from the definitions.

use smallvec::SmallVec;

use crate::expression::evaluate_all;
use crate::{Environment, Initial, Sort, State, System, Transition, Undefined, Variable, VariableId};

/// Values for the choices of one transition, in their order.
pub type Inputs = SmallVec<[i64; 2]>;

/// The number of values of an unbounded choice that are tried.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct InputBound(pub u32);

/// A step from a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Successor {
    /// Index in [`System::transitions`].
    pub transition: u32,
    /// Choices of the environment.
    pub inputs: Inputs,
    /// The next state, or why there is none.
    pub state: Result<State, Undefined>,
}

impl Transition {
    /// Returns `true` if the transition can fire: control is at its source and the guard holds.
    pub fn enabled(&self, state: &State) -> Result<bool, Undefined> {
        if state.locations[usize::from(self.instance.0)] != self.from.0 {
            return Ok(false);
        }
        evaluate_all(&self.guard, &Environment::of(state))
    }

    /// The state after the transition, for these choices. The guard is not evaluated.
    pub fn fire(&self, system: &System, state: &State, inputs: &[i64]) -> Result<State, Undefined> {
        let mut next = state.clone();
        self.fire_into(system, state, inputs, &mut next)?;
        Ok(next)
    }

    /// Like [`Self::fire`], into a state of the same shape. If it fails, the contents of that state are meaningless.
    pub fn fire_into(&self, system: &System, state: &State, inputs: &[i64], next: &mut State) -> Result<(), Undefined> {
        let environment = Environment { state, inputs };
        next.locations.copy_from_slice(&state.locations);
        next.values.copy_from_slice(&state.values);
        next.locations[usize::from(self.instance.0)] = self.to.0;
        for (variable, term) in self.update.all_terms() {
            let value = term.evaluate(&environment)?;
            if !system.variable(variable).sort.contains(value) {
                return Err(Undefined::OutOfRange(variable));
            }
            next.values[variable.0 as usize] = value;
        }
        for (variable, formula) in self.update.all_formulas() {
            next.values[variable.0 as usize] = i64::from(formula.evaluate(&environment)?);
        }
        Ok(())
    }

    /// All values for the choices, the last choice changing fastest. Of an unbounded choice, 0, 1, -1, 2 and so on up to
    /// the bound; see [`Self::is_bounded`].
    pub fn inputs(&self, bound: InputBound) -> impl Iterator<Item = Inputs> {
        Product::new(self.choices.iter().map(|choice| Values::of(choice.sort, bound)).collect())
    }

    /// Returns `true` if every choice has finitely many values, so that [`Self::inputs`] are all of them.
    pub fn is_bounded(&self) -> bool {
        self.choices.iter().all(|choice| choice.sort.bounds().is_some())
    }
}

impl System {
    /// The states in which the system can start: one per valuation of the unspecified variables, and `None` for each that the
    /// `init` formulas forbid, so that callers count the work: they may forbid billions. Of an unspecified `int`, 0, 1, -1, 2
    /// and so on up to the bound; see [`Self::starts_bounded`]. Of a variable that nothing mentions, one value.
    pub fn initial_states(&self, bound: InputBound) -> impl Iterator<Item = Result<Option<State>, Undefined>> {
        let mentioned = self.mentioned();
        let values = self.variables.iter().zip((0..).map(VariableId)).map(|(variable, id)| match variable.initial {
            Initial::Value(value) => Values::range(value, value),
            Initial::Unspecified if mentioned.contains(&id) => Values::of(variable.sort, bound),
            Initial::Unspecified => Values::of(variable.sort, bound).first(),
        });
        let locations = vec![0; self.instances.len()].into_boxed_slice();
        Product::new(values.collect()).map(move |values| {
            let state = State { locations: locations.clone(), values: values.into_vec().into_boxed_slice() };
            Ok(evaluate_all(&self.initial, &Environment::of(&state))?.then_some(state))
        })
    }

    /// Returns `true` if a state is one of [`Self::initial_states`], within any bound; without enumerating them.
    pub fn is_initial(&self, state: &State) -> bool {
        let value_fits = |(variable, value): (&Variable, &i64)| match variable.initial {
            Initial::Value(initial) => *value == initial,
            Initial::Unspecified => variable.sort.contains(*value),
        };
        state.locations.len() == self.instances.len()
            && state.locations.iter().all(|location| *location == 0)
            && state.values.len() == self.variables.len()
            && self.variables.iter().zip(&state.values).all(value_fits)
            && self.initial.iter().all(|formula| formula.evaluate(&Environment::of(state)) == Ok(true))
    }

    /// A state of the right shape, which means nothing else.
    pub(crate) fn blank_state(&self) -> State {
        State {
            locations: vec![0; self.instances.len()].into_boxed_slice(),
            values: vec![0; self.variables.len()].into_boxed_slice(),
        }
    }

    /// Returns `true` if [`Self::initial_states`] are all: no `int` that something mentions is unspecified.
    pub fn starts_bounded(&self) -> bool {
        let is_unbounded = |v: &Variable| v.initial == Initial::Unspecified && v.sort.bounds().is_none();
        let unbounded = self.variables.iter().zip((0..).map(VariableId)).filter(|(variable, _)| is_unbounded(variable));
        let mentioned = self.mentioned();
        unbounded.map(|(_, id)| id).all(|id| !mentioned.contains(&id))
    }

    /// Returns `true` if [`Self::successors`] are all: every input has a range.
    pub fn inputs_bounded(&self) -> bool {
        self.transitions.iter().all(Transition::is_bounded)
    }

    /// All steps from a state, in the order of the transitions and then of the choices. A guard without a value gives
    /// one successor without a state.
    pub fn successors(&self, state: &State, bound: InputBound) -> impl Iterator<Item = Successor> {
        self.transitions.iter().zip(0_u32..).flat_map(move |(transition, index)| {
            let enabled = transition.enabled(state);
            let undefined = enabled.err().map(|undefined| Successor {
                transition: index,
                inputs: Inputs::new(),
                state: Err(undefined),
            });
            let fired = (enabled == Ok(true)).then(|| transition.inputs(bound)).into_iter().flatten();
            let fired = fired.map(move |inputs| Successor {
                transition: index,
                state: transition.fire(self, state, &inputs),
                inputs,
            });
            undefined.into_iter().chain(fired)
        })
    }
}

/// The values of one choice: `low..=high` in order, or outwards from 0.
#[derive(Clone, Copy)]
pub(crate) enum Values {
    Range { low: i64, count: u64 },
    Outwards { count: u64 },
}

impl Values {
    pub(crate) const fn of(sort: Sort, bound: InputBound) -> Self {
        match sort.bounds() {
            Some((low, high)) => Self::range(low, high),
            None => Self::Outwards { count: 2 * bound.0 as u64 + 1 },
        }
    }

    /// The first of the values, if there are any.
    const fn first(self) -> Self {
        match self {
            Self::Range { low, count } => Self::Range { low, count: if count > 1 { 1 } else { count } },
            Self::Outwards { count } => Self::Outwards { count: if count > 1 { 1 } else { count } },
        }
    }

    pub(crate) const fn range(low: i64, high: i64) -> Self {
        Self::Range { low, count: if low > high { 0 } else { high.abs_diff(low).saturating_add(1) } }
    }

    const fn count(self) -> u64 {
        match self {
            Self::Range { count, .. } | Self::Outwards { count } => count,
        }
    }

    /// The value with this number, which is less than the count.
    const fn value(self, number: u64) -> i64 {
        match self {
            Self::Range { low, .. } => low.wrapping_add_unsigned(number),
            Self::Outwards { .. } if number % 2 == 1 => (number / 2 + 1).cast_signed(),
            Self::Outwards { .. } => -(number / 2).cast_signed(),
        }
    }
}

/// All combinations, the last part changing fastest.
pub(crate) struct Product {
    parts: Vec<Values>,
    /// The next combination, as the number of a value of each part; none when done.
    next: Option<Vec<u64>>,
}

impl Product {
    pub(crate) fn new(parts: Vec<Values>) -> Self {
        let next = parts.iter().all(|part| part.count() > 0).then(|| vec![0; parts.len()]);
        Self { parts, next }
    }

    /// Advances to the next combination; returns `false` if there is none.
    fn advance(&self, numbers: &mut [u64]) -> bool {
        for (number, part) in numbers.iter_mut().zip(&self.parts).rev() {
            *number += 1;
            if *number < part.count() {
                return true;
            }
            *number = 0;
        }
        false
    }
}

impl Iterator for Product {
    type Item = Inputs;

    fn next(&mut self) -> Option<Inputs> {
        let mut numbers = self.next.take()?;
        let combination = self.parts.iter().zip(&numbers).map(|(part, number)| part.value(*number)).collect();
        if self.advance(&mut numbers) {
            self.next = Some(numbers);
        }
        Some(combination)
    }
}
