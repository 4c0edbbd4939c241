//! Serialisation of proofs by procedure summaries, for a program whose calls are not inlined.

use boolprog_base::control::Control;
use boolprog_explore::system::ProgramSystem;
use boolprog_program::program::Program;
use serde::{Deserialize, Serialize};

use super::verify::{States, invalid, numbers};
use super::{Invalid, LocalDocument, SharedDocument};
use crate::summaries::{self, PathEdges};

/// The sets of thread states that the activations of procedures can be in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SummariesDocument {
    /// The engine that found them.
    pub engine: String,
    /// Ids of the properties that hold in them.
    pub properties: Vec<String>,
    /// The shared states that they mention, by index.
    pub shared: Vec<SharedDocument>,
    /// The local states of one activation that they mention, by index.
    pub locals: Vec<LocalDocument>,
    /// The sets; their states are indices into those above.
    pub activations: PathEdges,
}

impl SummariesDocument {
    /// Checks it against the modular form of the program; returns the ids of the proved properties.
    pub(super) fn check(
        &self,
        program: &Program,
        ids: &[String],
        control: &dyn Control,
    ) -> Result<Vec<String>, Invalid> {
        let mut system = ProgramSystem::new(program, control).map_err(Invalid::Stopped)?;
        let mut states = States::read(&mut system, ids, &self.shared, &self.locals)?;
        let edges = self.activations.renumbered(&mut states).ok_or(Invalid::UnknownState)?;
        let excluded = numbers(ids, &self.properties)?;
        summaries::check(&mut system, &edges, &excluded, control)
            .map_err(|rejection| invalid(rejection, &self.properties))?;
        Ok(self.properties.clone())
    }
}
