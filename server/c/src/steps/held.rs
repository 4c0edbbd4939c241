//! The locks that a thread holds at its accesses, whichever way it has come.

use std::collections::{BTreeMap, BTreeSet};

use super::{Composition, Step};
use crate::graph::Node;
use crate::locks::{Held, Lock};

/// Completes the accesses of a thread by the locks that are held where their steps begin, and forgets what the steps do to locks.
/// Takes time linear in the steps times the locks, up to sorting.
pub(super) fn resolve(all: &mut Composition) {
    if all.steps.iter().any(|step| step.held != Held::default()) {
        let certain = certain(&all.steps);
        for reach in &mut all.accesses {
            reach.held = certain.get(&reach.from).map_or_else(Held::default, |before| reach.held.after(before));
        }
    }
    all.steps.iter_mut().for_each(|step| step.held = Held::default());
}

/// The locks that are held at each place on all ways from the first one.
fn certain(steps: &[Step]) -> BTreeMap<Node, BTreeSet<Lock>> {
    let mut from: BTreeMap<Node, Vec<&Step>> = BTreeMap::new();
    for step in steps {
        from.entry(step.from).or_default().push(step);
    }
    // A thread holds nothing when it begins, also when it begins again.
    let mut certain = BTreeMap::from([(0, BTreeSet::new())]);
    let mut waiting = vec![0];
    while let Some(node) = waiting.pop() {
        let before: BTreeSet<Lock> = certain[&node].clone();
        for step in from.get(&node).into_iter().flatten() {
            let after = step.held.after(&before).certain();
            let left = certain.get(&step.to).map_or_else(|| after.clone(), |known| known & &after);
            if certain.get(&step.to) != Some(&left) {
                certain.insert(step.to, left);
                waiting.push(step.to);
            }
        }
    }
    certain
}
