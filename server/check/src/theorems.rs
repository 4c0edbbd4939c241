//! The proofs of a Boolean program as theorems for the prover Rocq.

use boolprog_base::control::Control;
use boolprog_base::words::listed;
use boolprog_certificate::document::{CertificateDocument, NoTheorems, theorems};

use crate::observer::Unobserved;
use crate::options::{Effort, Options};
use crate::run::check;
use crate::unit::Unit;

/// Theorems about a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saved {
    /// A file that Rocq compiles without any other.
    pub text: String,
    /// A sentence about the properties that it has theorems about, and those that it has not.
    pub message: String,
}

/// Decides the properties once more and writes the proofs as theorems; fails with a sentence.
pub fn theorems_of(unit: &Unit, options: Options, control: &dyn Control) -> Result<Saved, String> {
    let options = Options { certificate: true, thread_states: Effort::None, ..options };
    let report = check(unit, options, control, &mut Unobserved);
    let Some(document) = report.certificate.and_then(CertificateDocument::if_any) else {
        return Err("No property is proved.".to_owned());
    };
    let found = theorems(unit.text.as_ref(), &document, control)
        .map_err(|NoTheorems(why)| format!("There is no theorem: {why}."))?;
    let mut message = format!("Theorems about {}", listed(&found.properties));
    if !found.left_out.is_empty() {
        message = format!("{message}, not about {}", listed(&found.left_out));
    }
    Ok(Saved { text: found.standalone(), message: message + "." })
}
