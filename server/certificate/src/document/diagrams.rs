//! Serialisation of proofs over sets of valuations.

use boolprog_base::control::Control;
use boolprog_program::program::Program;
use serde::{Deserialize, Serialize};

use super::verify::numbers;
use super::{ForgottenDocument, Invalid};
use crate::diagrams::{Invariant, Rejection};

/// Sets of valuations as decision diagrams, and the properties that they prove.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DiagramsDocument {
    /// The engine that found them.
    pub engine: String,
    /// Ids of the properties that hold in them.
    pub properties: Vec<String>,
    /// Parts of the program that were removed before; missing if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forgotten: Option<ForgottenDocument>,
    /// Sets of the invariant.
    pub invariant: Invariant,
}

impl DiagramsDocument {
    /// Checks it; returns the ids of the proved properties.
    pub(super) fn check(
        &self,
        program: &Program,
        ids: &[String],
        control: &dyn Control,
    ) -> Result<Vec<String>, Invalid> {
        let excluded = numbers(ids, &self.properties)?;
        let left = self.forgotten.as_ref().map(|forgotten| forgotten.left_of(program).ok_or(Invalid::Forgotten));
        let left = left.transpose()?;
        let checked = self.invariant.check_in_steps(left.as_ref().unwrap_or(program), &excluded, control);
        checked.map_err(|rejection| match rejection {
            Rejection::Stopped(stop) => Invalid::Stopped(stop),
            Rejection::Refused(why) => Invalid::Refused(why),
            Rejection::Rejected(why) => Invalid::Rejected { properties: self.properties.clone(), why: why.to_owned() },
        })?;
        Ok(self.properties.clone())
    }
}
