//! How proofs over sets of valuations are written.

use boolprog_base::control::{Control, Stop};
use boolprog_explore::relations::Limits;
use boolprog_program::program::Program;
use serde::{Deserialize, Serialize};

use super::Invalid;
use super::verify::numbers;
use crate::diagrams::{Invariant, Rejection};

/// A table that is made quickly, and enough for most proofs.
const SMALL: Limits = Limits { nodes: 1 << 14 };

/// Sets of valuations as decision diagrams, and what they prove.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DiagramsDocument {
    /// The engine that found them.
    pub engine: String,
    /// Ids of the properties that hold in them.
    pub properties: Vec<String>,
    /// The sets.
    pub invariant: Invariant,
}

impl DiagramsDocument {
    /// Checks it; the ids of what it proves.
    pub(super) fn check(
        &self,
        program: &Program,
        ids: &[String],
        control: &dyn Control,
    ) -> Result<Vec<String>, Invalid> {
        let excluded = numbers(ids, &self.properties)?;
        let checked = match self.invariant.check(program, &excluded, SMALL, control) {
            Err(Rejection::Stopped(Stop::Memory) | Rejection::Refused(_)) => {
                self.invariant.check(program, &excluded, Limits::default(), control)
            }
            checked => checked,
        };
        checked.map_err(|rejection| match rejection {
            Rejection::Stopped(stop) => Invalid::Stopped(stop),
            Rejection::Refused(why) => Invalid::Refused(why),
            Rejection::Rejected(why) => Invalid::Rejected { properties: self.properties.clone(), why: why.to_owned() },
        })?;
        Ok(self.properties.clone())
    }
}
