//! Atoms, and conditions made of them.

use boolprog_integer::expression::Leaf;
use boolprog_integer::{Environment, Formula, State, Undefined, VariableId};
use rustc_hash::FxHashMap;

use crate::normal::{self, Known};

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct AtomId(pub(crate) u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Literal {
    pub(crate) atom: AtomId,
    pub(crate) positive: bool,
}

/// A formula over atoms, with negations at the atoms only.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Condition {
    Constant(bool),
    Literal(Literal),
    All(Vec<Self>),
    Any(Vec<Self>),
    /// Both have the same value.
    Same(Box<[Self; 2]>),
}

/// Comparisons and Boolean variables in their normal form, each once.
#[derive(Debug, Default)]
pub(crate) struct Atoms {
    formulas: Vec<Formula>,
    variables: Vec<Box<[VariableId]>>,
    ids: FxHashMap<Formula, AtomId>,
}

impl Atoms {
    pub(crate) fn formula(&self, atom: AtomId) -> &Formula {
        &self.formulas[atom.0 as usize]
    }

    pub(crate) fn literal(&self, literal: Literal) -> Formula {
        let formula = self.formula(literal.atom).clone();
        if literal.positive { formula } else { Formula::negation(formula) }
    }

    /// The variables of an atom, in increasing order.
    pub(crate) fn variables(&self, atom: AtomId) -> &[VariableId] {
        &self.variables[atom.0 as usize]
    }

    pub(crate) fn holds(&self, atom: AtomId, state: &State) -> Result<bool, Undefined> {
        self.formula(atom).evaluate(&Environment::of(state))
    }

    pub(crate) fn into_formulas(self) -> Vec<Formula> {
        self.formulas
    }

    /// A formula as a condition, its normal form taken first.
    pub(crate) fn condition(&mut self, formula: &Formula, known: Known<'_>) -> Condition {
        self.convert(normal::formula(formula, known), true)
    }

    /// The condition of a formula in normal form, or of its negation.
    fn convert(&mut self, formula: Formula, positive: bool) -> Condition {
        let mut convert_all =
            |parts: Vec<Formula>| parts.into_iter().map(|part| self.convert(part, positive)).collect();
        match formula {
            Formula::Constant(value) => Condition::Constant(value == positive),
            Formula::Not(inner) => self.convert(*inner, !positive),
            Formula::All(parts) if positive => Condition::All(convert_all(parts)),
            Formula::Any(parts) if !positive => Condition::All(convert_all(parts)),
            Formula::All(parts) | Formula::Any(parts) => Condition::Any(convert_all(parts)),
            Formula::Equal(left, right) => {
                Condition::Same(Box::new([self.convert(*left, true), self.convert(*right, positive)]))
            }
            atom => Condition::Literal(Literal { atom: self.intern(atom), positive }),
        }
    }

    fn intern(&mut self, formula: Formula) -> AtomId {
        if let Some(id) = self.ids.get(&formula) {
            return *id;
        }
        let id = AtomId(self.formulas.len() as u32);
        self.variables.push(formula.variables().into_iter().collect());
        self.formulas.push(formula.clone());
        self.ids.insert(formula, id);
        id
    }
}

impl Condition {
    /// The condition that holds where this one does not.
    pub(crate) fn negated(self) -> Self {
        let negate_all = |parts: Vec<Self>| parts.into_iter().map(Self::negated).collect();
        match self {
            Self::Constant(value) => Self::Constant(!value),
            Self::Literal(Literal { atom, positive }) => Self::Literal(Literal { atom, positive: !positive }),
            Self::All(parts) => Self::Any(negate_all(parts)),
            Self::Any(parts) => Self::All(negate_all(parts)),
            Self::Same(sides) => {
                let [left, right] = *sides;
                Self::Same(Box::new([left, right.negated()]))
            }
        }
    }

    /// The atoms that occur, from the left, each once.
    pub(crate) fn atoms(&self) -> Vec<AtomId> {
        let mut found = Vec::new();
        self.collect_atoms(&mut found);
        found
    }

    fn collect_atoms(&self, found: &mut Vec<AtomId>) {
        match self {
            Self::Constant(_) => {}
            Self::Literal(literal) => {
                if !found.contains(&literal.atom) {
                    found.push(literal.atom);
                }
            }
            Self::All(parts) | Self::Any(parts) => parts.iter().for_each(|part| part.collect_atoms(found)),
            Self::Same(sides) => sides.iter().for_each(|side| side.collect_atoms(found)),
        }
    }

    /// The value of the condition, if the known values of its atoms determine it.
    pub(crate) fn value(&self, atom: &dyn Fn(AtomId) -> Option<bool>) -> Option<bool> {
        match self {
            Self::Constant(value) => Some(*value),
            Self::Literal(literal) => atom(literal.atom).map(|value| value == literal.positive),
            Self::All(parts) => join(parts, atom, true),
            Self::Any(parts) => join(parts, atom, false),
            Self::Same(sides) => Some(sides[0].value(atom)? == sides[1].value(atom)?),
        }
    }

    pub(crate) fn formula(&self, atoms: &Atoms) -> Formula {
        let formulas = |parts: &[Self]| parts.iter().map(|part| part.formula(atoms)).collect();
        match self {
            Self::Constant(value) => Formula::Constant(*value),
            Self::Literal(literal) => atoms.literal(*literal),
            Self::All(parts) => Formula::All(formulas(parts)),
            Self::Any(parts) => Formula::Any(formulas(parts)),
            Self::Same(sides) => Formula::Equal(Box::new(sides[0].formula(atoms)), Box::new(sides[1].formula(atoms))),
        }
    }
}

/// The value of a conjunction (`neutral` is true) or a disjunction.
fn join(parts: &[Condition], atom: &dyn Fn(AtomId) -> Option<bool>, neutral: bool) -> Option<bool> {
    let mut result = Some(neutral);
    for part in parts {
        match part.value(atom) {
            Some(value) if value == neutral => {}
            Some(value) => return Some(value),
            None => result = None,
        }
    }
    result
}

/// `true` if the formula says where control is.
pub(crate) fn mentions_locations(formula: &Formula) -> bool {
    let mut found = false;
    formula.leaves(&mut |leaf| found |= matches!(leaf, Leaf::At(..)));
    found
}

/// `true` if the formula depends on a choice of a step, so that it says nothing of states.
pub(crate) fn mentions_choices(formula: &Formula) -> bool {
    let mut found = false;
    formula.leaves(&mut |leaf| found |= matches!(leaf, Leaf::Input(_)));
    found
}
