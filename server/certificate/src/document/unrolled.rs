//! Serialisation of proofs of a recursive program that is unrolled to its greatest depth of recursion.

use boolprog_base::control::Control;
use boolprog_program::lower::lower_unrolled;
use serde::{Deserialize, Serialize};

use super::verify::of_sets;
use super::{Invalid, ReducedDocument, SetsDocument, Subject};

/// Stands for the id of a property: no thread arrives at a call that is cut off. No property of a program has this id.
pub const CUT: &str = "cut";

/// Proofs for a program in which a bound limits the number of activations of each procedure in one thread.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct UnrolledDocument {
    /// Depth of the unrolling.
    pub depth: u32,
    /// The proofs. One of them is that no thread calls more deeply.
    #[serde(flatten)]
    pub sets: SetsDocument,
    /// Proofs for reduced forms of the unrolled program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reduced: Vec<ReducedDocument>,
}

impl UnrolledDocument {
    /// Checks it; returns the ids of the properties of the program that it proves.
    pub(super) fn check(
        &self,
        subject: &Subject<'_>,
        ids: &[String],
        control: &dyn Control,
    ) -> Result<Vec<String>, Invalid> {
        let Subject { file, analysis, .. } = subject;
        let mut program =
            lower_unrolled(file, &analysis.names, &analysis.reading, self.depth).map_err(|_| Invalid::OtherQuestion)?;
        program.ask_for_cuts();
        let mut ids = ids.to_vec();
        ids.push(CUT.to_owned());
        let mut proved = of_sets(&program, &ids, (&self.sets, &self.reduced), control)?;
        if proved.iter().all(|id| id != CUT) {
            return Err(Invalid::Deeper(self.depth));
        }
        proved.retain(|id| id != CUT);
        Ok(proved)
    }
}
