//! Separation of two sets of valuations by few variables.
//!
//! An abstract run that no execution follows ends in valuations that executions reach, but from which its next step is
//! impossible (*dead ends*), and that look like valuations where the step is possible (*bad* ones). Variables that tell
//! every dead end from every bad valuation make the run impossible (Clarke, Gupta, Strichman: SAT-based counterexample-
//! guided abstraction refinement, IEEE TCAD 2004).

use std::collections::BTreeSet;

/// Method that chooses what shows that a run is spurious.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Separation {
    /// A minimal set of variables without whose values the run would be possible.
    #[default]
    Conflict,
    /// A smallest set that separates dead ends from bad valuations, by integer programming.
    Integer,
    /// The variables of a decision tree that separates them.
    Tree,
}

/// The sampled valuations: by variable, all of the same length.
#[derive(Clone, Debug, Default)]
pub struct Samples {
    /// Valuations that executions reach.
    pub dead_ends: Vec<Vec<i64>>,
    /// Valuations in which the next step is possible.
    pub bad: Vec<Vec<i64>>,
}

impl Samples {
    /// For each pair the variables that tell it apart.
    fn differences(&self) -> Vec<BTreeSet<usize>> {
        let differences = |dead: &Vec<i64>, bad: &Vec<i64>| {
            (0..dead.len()).filter(|variable| dead[*variable] != bad[*variable]).collect()
        };
        let pairs = self.dead_ends.iter().flat_map(|dead| self.bad.iter().map(move |bad| (dead, bad)));
        pairs.map(|(dead, bad)| differences(dead, bad)).collect()
    }

    /// A smallest set of variables that separates every dead end from every bad valuation: a 0-1 integer program, solved by
    /// branch and bound. Exponential in the size of the answer. Pairs that nothing separates are left out.
    pub fn smallest(&self) -> BTreeSet<usize> {
        let mut constraints: Vec<_> = self.differences().into_iter().filter(|pair| !pair.is_empty()).collect();
        // Those with few choices first: they decide most.
        constraints.sort_by_key(BTreeSet::len);
        constraints.dedup();
        let mut best: BTreeSet<usize> = constraints.iter().filter_map(BTreeSet::first).copied().collect();
        bound(&constraints, &mut BTreeSet::new(), &mut best);
        best
    }

    /// The variables of a decision tree that classifies the samples, grown by information gain (Quinlan, ID3, 1986), with a
    /// branch for each value. Time is linear in samples times variables for each level of the tree.
    pub fn tree(&self) -> BTreeSet<usize> {
        let mut tested = BTreeSet::new();
        let dead: Vec<&Vec<i64>> = self.dead_ends.iter().collect();
        let bad: Vec<&Vec<i64>> = self.bad.iter().collect();
        grow(&dead, &bad, &mut tested);
        tested
    }
}

/// Improves `best` by sets that extend `chosen` and meet all constraints.
fn bound(constraints: &[BTreeSet<usize>], chosen: &mut BTreeSet<usize>, best: &mut BTreeSet<usize>) {
    let Some(open) = constraints.iter().find(|constraint| constraint.is_disjoint(chosen)) else {
        if chosen.len() < best.len() {
            best.clone_from(chosen);
        }
        return;
    };
    if chosen.len() + 1 >= best.len() {
        return;
    }
    for variable in open {
        chosen.insert(*variable);
        bound(constraints, chosen, best);
        chosen.remove(variable);
    }
}

/// Tests variables until dead ends and bad valuations are apart, or nothing tells them apart.
fn grow(dead: &[&Vec<i64>], bad: &[&Vec<i64>], tested: &mut BTreeSet<usize>) {
    let Some(first) = dead.first().filter(|_| !bad.is_empty()) else { return };
    let values = |variable: usize| -> BTreeSet<i64> { dead.iter().chain(bad).map(|sample| sample[variable]).collect() };
    let rest = |variable: &usize| {
        let count = |samples: &[&Vec<i64>], value| samples.iter().filter(|sample| sample[*variable] == value).count();
        values(*variable).into_iter().map(|value| entropy(count(dead, value), count(bad, value))).sum::<f64>()
    };
    let candidates = (0..first.len()).filter(|variable| values(*variable).len() > 1);
    // The first variable of the same gain wins, so that the tree depends on the samples alone.
    let Some(variable) = candidates.min_by(|one, other| rest(one).total_cmp(&rest(other))) else { return };
    tested.insert(variable);
    for value in values(variable) {
        let with = |samples: &[&'_ Vec<i64>]| -> Vec<usize> {
            (0..samples.len()).filter(|index| samples[*index][variable] == value).collect()
        };
        let dead: Vec<_> = with(dead).into_iter().map(|index| dead[index]).collect();
        let bad: Vec<_> = with(bad).into_iter().map(|index| bad[index]).collect();
        grow(&dead, &bad, tested);
    }
}

/// The entropy of two classes of these sizes in bits, times their size.
fn entropy(one: usize, other: usize) -> f64 {
    let [one, other] = [one, other].map(|size| f64::from(size as u32));
    let part = |size: f64| if size == 0.0 { 0.0 } else { -size * (size / (one + other)).log2() };
    part(one) + part(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(dead_ends: &[[i64; 4]], bad: &[[i64; 4]]) -> Samples {
        Samples {
            dead_ends: dead_ends.iter().map(|values| values.to_vec()).collect(),
            bad: bad.iter().map(|values| values.to_vec()).collect(),
        }
    }

    const T: i64 = 1;
    const F: i64 = 0;

    #[test]
    fn one_variable_is_enough_where_it_tells_all_pairs_apart() {
        let samples = samples(&[[T, F, F, T], [F, T, F, T]], &[[T, T, F, F], [F, F, T, F]]);
        assert_eq!(samples.smallest(), BTreeSet::from([3]));
        assert_eq!(samples.tree(), BTreeSet::from([3]));
    }

    #[test]
    fn both_methods_separate_exclusive_or_by_two_variables() {
        let samples = samples(&[[T, T, F, F], [F, F, F, F]], &[[T, F, F, F], [F, T, F, F]]);
        assert_eq!(samples.smallest(), BTreeSet::from([0, 1]));
        assert_eq!(samples.tree(), BTreeSet::from([0, 1]));
    }

    #[test]
    fn a_variable_with_many_values_separates_like_any_other() {
        let samples = samples(&[[5, 0, 1, 0], [6, 1, 0, 0]], &[[7, 0, 0, 0], [8, 1, 1, 0]]);
        assert_eq!((samples.smallest(), samples.tree()), (BTreeSet::from([0]), BTreeSet::from([0])));
    }

    #[test]
    fn equal_valuations_are_not_separated() {
        let samples = samples(&[[T, T, F, F]], &[[T, T, F, F]]);
        assert_eq!((samples.smallest(), samples.tree()), (BTreeSet::new(), BTreeSet::new()));
    }
}
