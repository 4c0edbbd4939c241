//! A minimal set of parts that cannot hold together.

use boolprog_base::control::{Control, Stop};
use boolprog_prover::{Answer, Prover};

use super::ask;
use super::unrolled::Unrolled;

/// Parts that cannot hold together, while all but one of them can, as far as the prover knows: the shortest prefix of the
/// path, from which one part after the other is left out if the rest is still a contradiction. Takes one question per part.
pub(super) fn minimal(
    unrolled: &Unrolled,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<(Vec<usize>, u64), Stop> {
    let mut questions = 0;
    let mut contradict = |parts: &[usize]| {
        questions += 1;
        Ok::<_, Stop>(ask(unrolled, parts, false, prover, control)? == Answer::Unsatisfiable)
    };
    let mut kept: Vec<usize> = (0..shortest_prefix(unrolled, &mut contradict)?).collect();
    let mut place = 0;
    while place < kept.len() {
        let mut rest = kept.clone();
        rest.remove(place);
        if contradict(&rest)? { kept = rest } else { place += 1 }
    }
    Ok((kept, questions))
}

/// The number of parts of the shortest prefix of a path that is a contradiction. Takes a logarithmic number of questions.
pub(super) fn shortest_prefix(
    unrolled: &Unrolled,
    contradict: &mut dyn FnMut(&[usize]) -> Result<bool, Stop>,
) -> Result<usize, Stop> {
    // A prefix of `low` parts is no contradiction, one of `high` parts is.
    let (mut low, mut high) = (0, unrolled.parts.len());
    while high - low > 1 {
        let middle = low.midpoint(high);
        let prefix: Vec<_> = (0..middle).collect();
        if contradict(&prefix)? { high = middle } else { low = middle }
    }
    Ok(high)
}
