//! The variables with which a property was decided.

use std::collections::BTreeSet;

use boolprog_program::names::{Names, VariableId};

/// The variables that a verdict depends on: those that a proof needs, or that were visible when a counterexample was
/// found. Of an undecided property, those that were visible last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Visible {
    /// The variables, in the order of declaration; of an integer program there are only the names.
    pub variables: BTreeSet<VariableId>,
    /// Their names, in the same order; see [`Names::name_in_lists`].
    pub names: Vec<String>,
    /// The number of variables of the program.
    pub of: usize,
    /// The number of rounds of localization; 0 if the property was decided without it.
    pub rounds: usize,
}

impl Visible {
    /// These variables of a program with these names.
    pub(crate) fn new(names: &Names, variables: BTreeSet<VariableId>, rounds: usize) -> Self {
        Self { names: named(names, &variables), variables, of: names.variables.len(), rounds }
    }
}

/// The names of variables, by which they can be told apart.
pub(crate) fn named(names: &Names, variables: &BTreeSet<VariableId>) -> Vec<String> {
    variables.iter().map(|variable| names.name_in_lists(*variable)).collect()
}
