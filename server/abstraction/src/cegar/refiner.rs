//! What a spurious counterexample lacks.

use std::collections::BTreeSet;

use boolprog_base::control::{Control, Stop};
use boolprog_integer::Formula;
use boolprog_prover::Prover;

use super::precision::{Explanation, Precision};
use super::{Added, REFINERS, Refiner};
use crate::condition::Atoms;
use crate::newton::{self, Path, Spurious};

/// Makes the next round more precise; adds nothing only if a refiner after the other finds nothing new, and neither do
/// combinations of predicates and more values.
pub(super) fn refine(
    precision: &mut Precision,
    atoms: &mut Atoms,
    first: Refiner,
    (path, spurious): (Path<'_>, &Spurious),
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Vec<Added>, Stop> {
    let others = REFINERS.into_iter().filter(|refiner| *refiner != first);
    for refiner in std::iter::once(first).chain(others) {
        let lacking = explain(refiner, path, spurious, prover, control)?;
        let mut added = precision.add(atoms, &lacking);
        if added.is_empty() {
            added.extend(precision.distinguish());
        }
        if added.is_empty() {
            added = precision.add_all(atoms, &lacking);
        }
        if !added.is_empty() {
            return Ok(added);
        }
    }
    Ok(precision.enumerate_more().into_iter().collect())
}

fn explain(
    refiner: Refiner,
    path: Path<'_>,
    spurious: &Spurious,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Explanation, Stop> {
    let of_core = |atoms: &[Formula]| Explanation { variables: spurious.variables.clone(), atoms: atoms.to_vec() };
    Ok(match refiner {
        Refiner::Weakest => of_core(&spurious.atoms),
        Refiner::Core => of_core(&spurious.conditions),
        Refiner::Cut => of_atoms(newton::cut(path, prover, control)?),
        Refiner::Interpolants => of_atoms(newton::interpolants(path, prover, control)?),
    })
}

/// Atoms, and the variables in them.
fn of_atoms(atoms: Vec<Formula>) -> Explanation {
    let variables: BTreeSet<_> = atoms.iter().flat_map(Formula::variables).collect();
    Explanation { variables: variables.into_iter().collect(), atoms }
}
