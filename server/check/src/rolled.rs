//! Programs whose loops are unrolled, so that each thread that they create is an instance of its own, by proofs for any number
//! of threads.
//!
//! Instances that differ in nothing but their names have states in all orders, whose number doubles with each instance. A
//! proof for any number of them does not depend on their number.

use boolprog_base::Span;
use boolprog_base::control::Control;
use boolprog_base::engine::EngineId;
use boolprog_integer::Property;
use boolprog_prover::Prover;
use boolprog_reach::watch::Capped;

use crate::any_number;
use crate::integer::{self, Known, Model, Options, executed};
use crate::observer::Unobserved;
use crate::report::{PropertyReport, Verdict};

/// States that are visited first, for a counterexample or proof that is simpler.
const FEW_STATES: u64 = 100_000;

/// Adds proofs of the other form to what is known, and what executions at random violate, which has no proof. Adds nothing if the
/// program has no other form or few states.
pub(crate) fn look(
    (model, known): (&Model, &mut Known),
    options: &Options,
    prover: &mut dyn Prover,
    control: &dyn Control,
) {
    let Some(rolled) = model.rolled.as_ref().filter(|_| options.engine.is_none()) else { return };
    let explicit = Options { engine: Some(EngineId::Explicit), ..*options };
    let few = Capped::new(control, FEW_STATES);
    let report = integer::check_again((model, known), &explicit, prover, &few, &mut Unobserved);
    let asked = integer::asked(model, options);
    let is_unknown = |(_, report): &(u32, &PropertyReport)| matches!(report.verdict, Verdict::Unknown(_));
    let mut open: Vec<u32> =
        asked.into_iter().zip(&report.properties).filter(is_unknown).map(|(property, _)| property).collect();
    known.violated = executed::at_random(model, &open, (options.seed, 0), control);
    open.retain(|property| known.violated.iter().all(|(other, _)| other != property));
    let same = open.into_iter().filter_map(|property| Some((property, same_in(rolled, model, property)?)));
    let same: Vec<(u32, u32)> = same.collect();
    if same.is_empty() {
        return;
    }
    let asked = same.iter().map(|(_, of_rolled)| *of_rolled).collect();
    let report = any_number::prove_briefly(rolled, asked, &Options { property: None, ..*options }, prover, control);
    let proved = |((property, _), report): (&(u32, u32), &PropertyReport)| match &report.verdict {
        Verdict::Proved(proof) => Some((*property, proof.engine)),
        _ => None,
    };
    known.proved.extend(same.iter().zip(&report.properties).filter_map(proved));
}

/// The only property of the other form that is the same as one of a program, by index.
fn same_in(rolled: &Model, model: &Model, property: u32) -> Option<u32> {
    let stated = &model.system.properties[property as usize];
    let mut same = (0..)
        .zip(&rolled.system.properties)
        .filter(|(index, it)| is_same(stated, it) && other_place(model, property) == other_place(rolled, *index));
    let (only, _) = same.next()?;
    same.next().is_none().then_some(only)
}

/// The other place that a property is about, as a race is about two.
fn other_place(model: &Model, property: u32) -> Option<Span> {
    let related = model.origins.as_ref()?.related.get(property as usize)?;
    related.as_ref().map(|(span, _)| *span)
}

/// Returns `true` if properties of the two forms are the same check of the same expression. The numbers in their names tell
/// nothing, since one form may have decided a check that the other one has left.
fn is_same(one: &Property, other: &Property) -> bool {
    one.span == other.span && one.claim == other.claim
}

#[cfg(test)]
mod tests {
    use boolprog_integer::{Check, Claim, Formula, PropertyKind};

    use super::*;

    #[test]
    fn properties_are_the_same_by_check_and_place_and_not_by_number() {
        let property = |name: &str, check: Check, at: u32| {
            let (error, span) = (Formula::Constant(false), Span::empty(at));
            let claim = Some(Claim::new(check, "a[i]"));
            Property { name: name.into(), kind: PropertyKind::Error, error, span, claim }
        };
        let index = property("index_26", Check::Index, 7);
        assert!(is_same(&index, &property("index_26_2", Check::Index, 7)));
        assert!(!is_same(&index, &property("index_26", Check::Index, 3)));
        assert!(!is_same(&index, &property("pointer_26", Check::Pointer, 7)));
    }
}
