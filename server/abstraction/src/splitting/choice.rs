//! Selection of the cuts to add.

use boolprog_base::Random;
use boolprog_integer::VariableId;

use super::{Cut, Strategy};

/// Between which values each variable lay in the states of one abstract state.
pub(super) type Met<'a> = &'a [(i64, i64)];

/// The cuts that a strategy adds for abstract states that can be split; each splits at least one of them.
///
/// Complexity: for `n` abstract states and `v` variables, `v * n log n` for one cut. [`Strategy::MinSet`] repeats this
/// for each cut for the rest; it needs no table of all pairs of cuts and abstract states.
pub(super) fn cuts(strategy: Strategy, eligible: Vec<Met<'_>>, random: &mut Random) -> Vec<Cut> {
    match strategy {
        Strategy::MaxOverlap => best(&eligible, random).into_iter().collect(),
        Strategy::MinSet => {
            let (mut cuts, mut left) = (Vec::new(), eligible);
            while let Some(cut) = best(&left, random) {
                cuts.push(cut);
                left.retain(|met| !splits(cut, met));
            }
            cuts
        }
        Strategy::MinOnly => {
            let mut cuts: Vec<_> = eligible.iter().filter_map(|met| above_least(met, random)).collect();
            cuts.sort_unstable();
            cuts.dedup();
            cuts
        }
    }
}

/// `true` if states on both sides of the cut may have been met.
fn splits(cut: Cut, met: Met<'_>) -> bool {
    let (least, greatest) = met[cut.variable.0 as usize];
    least <= cut.above && cut.above < greatest
}

/// A cut that splits the most abstract states; none if none can be split. Among equals chance decides.
fn best(eligible: &[Met<'_>], random: &mut Random) -> Option<Cut> {
    let variables = eligible.first().map_or(0, |met| met.len());
    let (mut most, mut found) = (0, Vec::new());
    let mut events = Vec::with_capacity(2 * eligible.len());
    for variable in 0..variables {
        events.clear();
        for (least, greatest) in eligible.iter().map(|met| met[variable]).filter(|(least, greatest)| least < greatest) {
            // An interval that ends at a value ends before those that begin there: a cut at the greatest value splits
            // nothing.
            events.push((least, 1));
            events.push((greatest, -1));
        }
        events.sort_unstable();
        let mut open = 0;
        for event in events.chunk_by(|a, b| a.0 == b.0) {
            open += event.iter().map(|(_, change)| *change).sum::<i32>();
            if open > most {
                most = open;
                found.clear();
            }
            if open == most && most > 0 {
                found.push(Cut { variable: VariableId(variable as u32), above: event[0].0 });
            }
        }
    }
    (!found.is_empty()).then(|| found[random.below(found.len())])
}

/// A cut above the least value of some variable that had several.
fn above_least(met: Met<'_>, random: &mut Random) -> Option<Cut> {
    let several: Vec<_> = met.iter().zip(0..).filter(|((least, greatest), _)| least != greatest).collect();
    let ((least, _), variable) = *several.get(random.below(several.len().max(1)))?;
    Some(Cut { variable: VariableId(variable), above: *least })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(variable: u32, above: i64) -> Cut {
        Cut { variable: VariableId(variable), above }
    }

    #[test]
    fn the_best_cut_splits_the_most() {
        let eligible: [Met<'_>; 3] = [&[(0, 5), (0, 0)], &[(4, 9), (0, 1)], &[(5, 6), (1, 1)]];
        // Between 4 and 5 the first two overlap, from 5 on the last two; the first one ends there.
        let cuts: Vec<_> =
            (0..20).map(|seed| cuts(Strategy::MaxOverlap, eligible.to_vec(), &mut Random::new(seed))).collect();
        assert!(cuts.iter().all(|cuts| *cuts == [cut(0, 4)] || *cuts == [cut(0, 5)]), "{cuts:?}");
        assert!(cuts.contains(&vec![cut(0, 4)]) && cuts.contains(&vec![cut(0, 5)]), "{cuts:?}");
    }

    #[test]
    fn a_set_of_cuts_splits_everything() {
        let eligible: Vec<Met<'_>> = vec![&[(0, 1)], &[(0, 2)], &[(2, 3)], &[(7, 8)]];
        for strategy in [Strategy::MinSet, Strategy::MinOnly] {
            let cuts = cuts(strategy, eligible.clone(), &mut Random::new(0));
            assert!(eligible.iter().all(|met| cuts.iter().any(|cut| splits(*cut, met))), "{cuts:?}");
            assert!(cuts.iter().all(|cut| eligible.iter().any(|met| splits(*cut, met))), "{cuts:?}");
        }
        assert_eq!(cuts(Strategy::MinSet, eligible, &mut Random::new(0)).len(), 3);
    }

    #[test]
    fn what_cannot_be_split_is_not_split() {
        for strategy in [Strategy::MaxOverlap, Strategy::MinSet, Strategy::MinOnly] {
            assert_eq!(cuts(strategy, Vec::new(), &mut Random::new(0)), []);
        }
    }
}
