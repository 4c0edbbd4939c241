//! The cut of a path that cannot be taken: the shortest prefix that is a contradiction, and of that the shortest suffix, both
//! found by binary search.

use boolprog_base::control::{Control, Stop};
use boolprog_integer::Formula;
use boolprog_prover::{Answer, Prover};

use super::core::shortest_prefix;
use super::unrolled::{Part, Unrolled};
use super::{Path, ask, weakest};

/// The atoms of the weakest preconditions along the cut of a path that cannot be taken, over its system. Takes a logarithmic
/// number of questions, where a core takes one for each statement.
pub fn cut(path: Path<'_>, prover: &mut dyn Prover, control: &dyn Control) -> Result<Vec<Formula>, Stop> {
    let Some(unrolled) = Unrolled::new(path) else { return Ok(Vec::new()) };
    let mut contradict =
        |parts: &[usize]| Ok::<_, Stop>(ask(&unrolled, parts, false, prover, control)? == Answer::Unsatisfiable);
    let end = shortest_prefix(&unrolled, &mut contradict)?;
    // The suffix from `low` is a contradiction, that from `high` is none.
    let (mut low, mut high) = (0, end);
    while high - low > 1 {
        let middle = low.midpoint(high);
        let suffix: Vec<_> = (middle..end).collect();
        if contradict(&suffix)? { low = middle } else { high = middle }
    }
    let parts: Vec<&Part> = unrolled.parts[low..end].iter().collect();
    Ok(weakest::along(path, &parts).atoms)
}
