//! What an engine proved, as evidence that can be kept, written down, and checked again on another day.

mod write;

use std::collections::BTreeMap;
use std::sync::Arc;

use boolprog_certificate::diagrams::{Family, Invariant, Places};
use boolprog_explore::relations::{Relations, Set};

use crate::Undecided;

/// What an engine proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    /// These properties hold. At least one.
    pub properties: Vec<u32>,
    /// The evidence, which was accepted.
    pub invariant: Arc<Invariant>,
}

impl Proof {
    pub(crate) fn of_threads(
        relations: &Relations<'_, '_>,
        rows: &[Set],
        properties: Vec<u32>,
    ) -> Result<Self, Undecided> {
        let (diagrams, numbers) = write::diagrams(relations, rows.iter())?;
        Ok(Self { properties, invariant: Arc::new(diagrams.of(Family::Threads(numbers))) })
    }

    pub(crate) fn of_configurations(
        relations: &Relations<'_, '_>,
        found: &BTreeMap<Places, Set>,
        properties: Vec<u32>,
    ) -> Result<Self, Undecided> {
        let (diagrams, numbers) = write::diagrams(relations, found.values())?;
        let family = Family::Configurations(found.keys().cloned().zip(numbers).collect());
        Ok(Self { properties, invariant: Arc::new(diagrams.of(family)) })
    }
}
