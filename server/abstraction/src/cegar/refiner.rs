//! Facts that a spurious counterexample lacks.

use std::collections::BTreeSet;

use boolprog_base::control::{Control, Stop};
use boolprog_integer::Formula;
use boolprog_prover::Prover;

use super::precision::{Explanation, Precision};
use super::search::Unfinished;
use super::{Added, Domain, Options, REFINERS, Refiner, lazy};
use crate::condition::Atoms;
use crate::newton::{self, Distinction, Parting, Path, Spurious, Within};

/// A path that cannot be taken: its nodes, what holds in each of them, its steps, and why.
pub(super) struct Untaken<'a> {
    pub(super) nodes: &'a [u32],
    pub(super) facts: &'a [Vec<Formula>],
    pub(super) path: Path<'a>,
    pub(super) why: &'a Spurious,
}

/// Additions of the next round, and an example of the states that they separate if they were found by that.
#[derive(Default)]
pub(super) struct Refined {
    pub(super) added: Vec<Added>,
    pub(super) parting: Option<Parting>,
}

/// Makes the next round more precise; adds nothing only if one refiner after the other finds nothing new, and neither do
/// combinations of predicates, nor, if the options admit them, more values, or predicates where values were to be enough. The
/// graph keeps what the next round need not build again.
pub(super) fn refine(
    graph: &mut Unfinished,
    precision: &mut Precision,
    atoms: &mut Atoms,
    options: &Options,
    untaken: &Untaken<'_>,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Refined, Stop> {
    let is_lazy = options.lazy && options.domain == Domain::Predicates;
    let others = REFINERS.into_iter().filter(|refiner| *refiner != options.refiner);
    let mut explanations = Vec::new();
    for refiner in std::iter::once(options.refiner).chain(others) {
        let lacking = explain(refiner, untaken, precision, prover, control)?;
        if is_lazy {
            let everywhere = vec![lacking.atoms.clone(); untaken.nodes.len()];
            let of_states = if refiner == Refiner::Weakest { &untaken.why.states } else { &everywhere };
            let added = lazy::refine(graph, precision, atoms, untaken.nodes, of_states);
            if !added.is_empty() {
                return Ok(Refined { added, parting: None });
            }
        }
        let added = add(precision, atoms, &lacking, is_lazy);
        if !added.is_empty() {
            *graph = Unfinished::default();
            return Ok(Refined { added, parting: lacking.parting });
        }
        explanations.push(lacking);
    }
    if options.only_values && precision.domain == Domain::Values {
        return Ok(Refined::default());
    }
    let mut added: Vec<Added> = precision.enumerate_more().into_iter().collect();
    if added.is_empty() && precision.admit_predicates() {
        let mut found = explanations.iter().map(|lacking| add(precision, atoms, lacking, is_lazy));
        added = found.find(|added| !added.is_empty()).unwrap_or_default();
    }
    if !added.is_empty() {
        *graph = Unfinished::default();
    }
    Ok(Refined { added, parting: None })
}

/// Adds what is new of an explanation; if nothing is, distinguishes combinations of predicates, or adds predicates where values
/// were preferred.
fn add(precision: &mut Precision, atoms: &mut Atoms, lacking: &Explanation, is_lazy: bool) -> Vec<Added> {
    let mut added = if is_lazy { Vec::new() } else { precision.add(atoms, lacking) };
    if added.is_empty() {
        added.extend(precision.distinguish(is_lazy));
    }
    if added.is_empty() && !is_lazy {
        added = precision.add_all(atoms, lacking);
    }
    added
}

fn explain(
    refiner: Refiner,
    untaken: &Untaken<'_>,
    precision: &Precision,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Explanation, Stop> {
    let Untaken { path, why: spurious, facts, .. } = *untaken;
    let of_core =
        |atoms: &[Formula]| Explanation { variables: spurious.variables.clone(), atoms: atoms.to_vec(), parting: None };
    Ok(match refiner {
        Refiner::Weakest => of_core(&spurious.atoms),
        Refiner::Core => of_core(&spurious.conditions),
        Refiner::Cut => of_atoms(newton::cut(path, prover, control)?),
        Refiner::Interpolants => of_atoms(newton::interpolants(path, prover, control)?),
        Refiner::Separation(separation) => {
            let within = Within { path, facts, atoms: &spurious.states };
            let is_wanted = |distinction: &Distinction| match distinction {
                Distinction::Value(variable) => precision.is_for_value(*variable),
                Distinction::Predicate(formula) => precision.is_for_predicate(formula),
            };
            let separated = newton::separate(&within, separation, &is_wanted, prover, control)?;
            let mut explanation = Explanation { parting: separated.parting, ..Explanation::default() };
            for distinction in separated.by {
                match distinction {
                    Distinction::Value(variable) => explanation.variables.push(variable),
                    Distinction::Predicate(formula) => explanation.atoms.push(formula),
                }
            }
            explanation
        }
    })
}

/// Atoms, and the variables in them.
fn of_atoms(atoms: Vec<Formula>) -> Explanation {
    let variables: BTreeSet<_> = atoms.iter().flat_map(Formula::variables).collect();
    Explanation { variables: variables.into_iter().collect(), atoms, parting: None }
}
