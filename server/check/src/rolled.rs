//! Programs with a fixed number of instances, by proofs about other forms of them, of which each run is one: where the threads of a
//! function are any number of one, and where a process that does nothing is beside them.
//!
//! Instances that differ in nothing but their names have states in all orders, whose number doubles with each instance; a
//! proof for any number of them does not depend on their number. A proof that asks for any number of instances leaves out the values
//! that a proof does not need, also where those do nothing.

use boolprog_abstraction::engines::Reduced;
use boolprog_abstraction::integers::VALUES;
use boolprog_base::Span;
use boolprog_base::budget::{Budget, Limited};
use boolprog_base::control::Control;
use boolprog_base::engine::{Engine, EngineId, Finding};
use boolprog_integer::{Check, Property};
use boolprog_prover::Prover;

use crate::any_number;
use crate::integer::{self, Known, Model, Options, executed};
use crate::observer::Unobserved;
use crate::report::{PropertyReport, Verdict};

/// States that are visited first, for a counterexample or proof that is simpler.
const FEW_STATES: u64 = 100_000;

/// States of a search that leaves out what makes no difference.
const FEWER_STATES: u64 = 20_000;

/// Adds proofs of other forms to what is known, and what executions at random violate, which has no proof. Adds nothing if the
/// program has no other form or few states.
pub(crate) fn look(
    (model, known): (&Model, &mut Known),
    options: &Options,
    prover: &mut dyn Prover,
    control: &dyn Control,
) {
    if options.engine.is_some() || (model.rolled.is_none() && model.system.processes.len() < 2) {
        return;
    }
    let explicit = Options { engine: Some(EngineId::Explicit), ..*options };
    let few = Limited::new(control, Budget::states(FEW_STATES));
    let report = integer::check_again((model, known), &explicit, prover, &few, &mut Unobserved);
    let asked = integer::asked(model, options);
    let is_unknown = |(_, report): &(u32, &PropertyReport)| matches!(report.verdict, Verdict::Unknown(_));
    let mut open: Vec<u32> =
        asked.into_iter().zip(&report.properties).filter(is_unknown).map(|(property, _)| property).collect();
    known.violated = executed::at_random(model, &open, (options.seed, 0), control);
    // That every value exists is no property of the text.
    open.retain(|property| *property != VALUES && known.violated.iter().all(|(other, _)| other != property));
    let searched = proved_by_fewer_states((model, &open), options, control);
    open.retain(|property| !searched.contains(property));
    known.proved.extend(searched.into_iter().map(|property| (property, EngineId::Explicit)));
    // The assumptions about the handles of any number of threads need not hold of these.
    let is_of_handles = |property: &u32| {
        let claim = &model.system.properties[*property as usize].claim;
        claim.as_ref().is_some_and(|claim| claim.check == Check::Misuse)
    };
    let (handles, mut others): (Vec<u32>, Vec<u32>) = open.into_iter().partition(is_of_handles);
    let mut prove = |open: &mut Vec<u32>, form: &Model| {
        let proved = proved_in(form, (model, &*open), options, &mut *prover, control);
        open.retain(|property| proved.iter().all(|(other, _)| other != property));
        known.proved.extend(proved);
    };
    if let Some(rolled) = &model.rolled {
        prove(&mut others, rolled);
    }
    let mut open: Vec<u32> = others.iter().chain(&handles).copied().collect();
    if let Ok(form) = model.with_bystander() {
        prove(&mut open, &form);
    }
}

/// The open properties that a search proves in which instances change places, or few of them act.
fn proved_by_fewer_states((model, open): (&Model, &[u32]), options: &Options, control: &dyn Control) -> Vec<u32> {
    let mut engine = Reduced { inputs: options.inputs, states: Some(FEWER_STATES) };
    let proved = |finding| if let Finding::Proved { properties, .. } = finding { properties } else { Vec::new() };
    engine.ask(&model.system, open, 0, control).findings.into_iter().flat_map(proved).collect()
}

/// The open properties of a program that are proved of another form of it, with the engines.
fn proved_in(
    form: &Model,
    (model, open): (&Model, &[u32]),
    options: &Options,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Vec<(u32, EngineId)> {
    let same = open.iter().filter_map(|property| Some((*property, same_in(form, model, *property)?)));
    let same: Vec<(u32, u32)> = same.collect();
    if same.is_empty() {
        return Vec::new();
    }
    let asked = same.iter().map(|(_, of_form)| *of_form).collect();
    let report = any_number::prove_at_once(form, asked, &Options { property: None, ..*options }, prover, control);
    let proved = |((property, _), report): (&(u32, u32), &PropertyReport)| match &report.verdict {
        Verdict::Proved(proof) => Some((*property, proof.engine)),
        _ => None,
    };
    same.iter().zip(&report.properties).filter_map(proved).collect()
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
