//! Properties that are decided together, with the same visible bits.

use std::collections::{BTreeSet, VecDeque};

use boolprog_program::program::Slot;

/// Properties whose bits together are at most this number start in one group.
const MOST_TOGETHER: usize = 4;

/// States that a group may visit at first.
const FIRST_STATES: u64 = 40_000;

/// Properties with the same visible bits.
pub(super) struct Group {
    pub(super) visible: BTreeSet<Slot>,
    pub(super) properties: Vec<u32>,
    /// States that may be visited to decide the smaller program.
    pub(super) states: u64,
    /// The number of its rounds so far.
    pub(super) rounds: u32,
}

/// Groups of properties that need few bits together, from the bits that each of them mentions.
pub(super) fn groups(questions: Vec<(u32, BTreeSet<Slot>)>) -> VecDeque<Group> {
    let mut groups: VecDeque<Group> = VecDeque::new();
    for (property, visible) in questions {
        let fits = |group: &&mut Group| {
            visible.is_subset(&group.visible) || group.visible.union(&visible).count() <= MOST_TOGETHER
        };
        match groups.iter_mut().find(fits) {
            Some(group) => {
                group.visible.extend(visible);
                group.properties.push(property);
            }
            None => groups.push_back(Group { visible, properties: vec![property], states: FIRST_STATES, rounds: 0 }),
        }
    }
    groups
}
