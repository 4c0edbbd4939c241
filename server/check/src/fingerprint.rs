//! Fingerprints of questions: equal ones have the same answer.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::options::Options;
use crate::unit::Unit;

/// A number that is the same for two units only if a check of both has the same answer, up to places in the text
/// (and hash collisions). Comments and layout do not change it; names do, as reports mention them.
pub fn fingerprint(unit: &Unit, options: Options) -> u64 {
    let mut hasher = FxHasher::default();
    // The number of engines at a time and the writing of proofs change no answer.
    Options { jobs: 1, certificate: false, ..options }.hash(&mut hasher);
    for info in &unit.analysis.names.variables {
        info.name.hash(&mut hasher);
    }
    match unit.analysis.program() {
        Ok(program) => program.fingerprint().hash(&mut hasher),
        Err(_) => unit.text.hash(&mut hasher),
    }
    hasher.finish()
}
