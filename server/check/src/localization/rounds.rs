//! The rounds of localization, for the report.

use std::collections::BTreeSet;

use boolprog_program::names::Names;
use boolprog_program::program::{Program, Slot};

use crate::report;
use crate::visible::{Visible, named};

/// One round: properties that were tried with the same visible bits.
pub(crate) struct Round {
    /// The properties.
    pub(super) properties: Vec<u32>,
    /// The visible bits.
    pub(super) visible: BTreeSet<Slot>,
    /// Runs that were found to be spurious.
    pub(super) spurious: Vec<Spurious>,
}

/// A run of the smaller program that no execution follows.
pub(super) struct Spurious {
    /// The property that it violates.
    pub(super) property: u32,
    /// The number of its threads at the start.
    pub(super) threads: u32,
    /// Its length.
    pub(super) steps: usize,
    /// The number of steps after which it cannot go on.
    pub(super) possible: usize,
    /// Bits that show this.
    pub(super) bits: BTreeSet<Slot>,
}

impl Round {
    /// The round in terms of the text; `ids` are those of all properties.
    pub(crate) fn told(&self, program: &Program, names: &Names, ids: &[String]) -> report::Round {
        let variables = |bits: &BTreeSet<Slot>| named(names, &program.variables_with(bits));
        let spurious = |run: &Spurious| report::SpuriousRun {
            property: ids[run.property as usize].clone(),
            threads: run.threads,
            steps: run.steps,
            failing_step: run.possible + 1,
            added: variables(&run.bits),
        };
        report::Round {
            properties: self.properties.iter().map(|property| ids[*property as usize].clone()).collect(),
            visible_variables: variables(&self.visible),
            spurious_runs: self.spurious.iter().map(spurious).collect(),
        }
    }
}

/// The variables that were visible when a property was tried last; `None` if it never was.
pub(crate) fn visible(rounds: &[Round], property: u32, program: &Program, names: &Names) -> Option<Visible> {
    let tried: Vec<&Round> = rounds.iter().filter(|round| round.properties.contains(&property)).collect();
    let variables = program.variables_with(&tried.last()?.visible);
    Some(Visible::new(names, variables, tried.len()))
}
