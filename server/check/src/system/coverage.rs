//! The lines of a thread transition system whose steps can be taken.

use std::collections::BTreeMap;

use boolprog_base::control::Control;

use crate::options::Options;
use crate::reachable::Completeness;
use crate::system::System;
use crate::unknown::Unknown;

impl System {
    /// For each line with a step, from 1, the number of reachable thread states in which a thread can take it; or why they
    /// are not all known. No step of another thread can prevent it, so it can be taken if such a state is reachable.
    pub fn coverage(
        &mut self,
        options: Options,
        control: &dyn Control,
    ) -> Result<BTreeMap<u32, usize>, Option<Unknown>> {
        let rows = self.thread_states(options, control);
        if rows.completeness != Completeness::Exact {
            return Err(rows.why);
        }
        let mut lines: BTreeMap<u32, Vec<_>> = BTreeMap::new();
        for transition in &self.tts.transitions {
            let state = (transition.shared, transition.local);
            let states = lines.entry(transition.origin + 1).or_default();
            states.extend(rows.states.binary_search(&state).is_ok().then_some(state));
        }
        let count = |mut states: Vec<_>| {
            states.sort_unstable();
            states.dedup();
            states.len()
        };
        Ok(lines.into_iter().map(|(line, states)| (line, count(states))).collect())
    }
}
