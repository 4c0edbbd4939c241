//! Programs whose loops are unrolled, so that each thread that they create is an instance of its own, by proofs for any number
//! of threads.
//!
//! Instances that differ in nothing but their names have states in all orders, whose number doubles with each instance. A
//! proof for any number of them does not depend on their number.

use boolprog_base::control::Control;
use boolprog_base::engine::EngineId;
use boolprog_prover::Prover;
use boolprog_reach::watch::Capped;

use crate::any_number;
use crate::integer::{self, Model, Options};
use crate::observer::Unobserved;
use crate::report::{PropertyReport, Verdict};

/// States that are looked at first, for a counterexample or proof that is simpler.
const FEW_STATES: u64 = 100_000;

/// Proofs of properties, by index, beside those that are known. None if the program has no other form or few states.
pub(crate) fn proved(
    (model, known): (&Model, &[(u32, EngineId)]),
    options: &Options,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Vec<(u32, EngineId)> {
    let Some(rolled) = model.rolled.as_ref().filter(|_| options.engine.is_none()) else { return Vec::new() };
    let explicit = Options { engine: Some(EngineId::Explicit), ..*options };
    let few = Capped::new(control, FEW_STATES);
    let report = integer::check_again((model, known), &explicit, prover, &few, &mut Unobserved);
    if !report.properties.iter().any(|property| matches!(property.verdict, Verdict::Unknown(_))) {
        return Vec::new();
    }
    let report = any_number::prove_briefly(rolled, &Options { property: None, ..*options }, prover, control);
    let asked = integer::asked(model, options);
    let (ids, ids_of_rolled) = (model.system.property_ids(), rolled.system.property_ids());
    let found = |(id, property): (&String, &PropertyReport)| {
        let index = ids.iter().position(|other| other == id)? as u32;
        let is_new = asked.contains(&index) && known.iter().all(|(other, _)| *other != index);
        let Verdict::Proved(proof) = &property.verdict else { return None };
        is_new.then_some((index, proof.engine))
    };
    ids_of_rolled.iter().zip(&report.properties).filter_map(found).collect()
}
