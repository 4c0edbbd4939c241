//! From path edges to runs.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use boolprog_base::engine::Finding;
use boolprog_explore::tts::{CallSystem, TransitionId};

use super::search::{Edge, Origin, Search};
use super::{Calls, LONGEST_RUN, Violation};
use boolprog_certificate::call_run::CallRun;

/// The shortest entry of a thread into an activation.
#[derive(Clone, Copy)]
struct Way {
    length: u64,
    /// The path edge to the call; `None` at the start of the thread, or if there is no path.
    call: Option<u32>,
}

impl Search<'_> {
    /// A shortest violation of each property that has one.
    pub(super) fn violations<S: CallSystem + ?Sized>(&self, system: &mut S) -> Vec<Finding<Calls>> {
        let ways = self.ways();
        let mut best: BTreeMap<u32, (u64, u32)> = BTreeMap::new();
        for (activation, way) in self.activations.iter().zip(&ways) {
            for (property, edge) in &activation.violated {
                let length = way.length.saturating_add(self.edges[*edge as usize].length);
                let known = best.entry(*property).or_insert((length, *edge));
                *known = (*known).min((length, *edge));
            }
        }
        let violation = |(property, (length, edge))| {
            let run = (length <= LONGEST_RUN).then(|| self.run_to(system, &ways, edge));
            Finding::Violated { property, violation: Violation { length, run } }
        };
        best.into_iter().map(violation).collect()
    }

    /// The shortest path into each activation, by Dijkstra's algorithm over the calls.
    fn ways(&self) -> Vec<Way> {
        let mut calls: Vec<Vec<(u32, u32)>> = vec![Vec::new(); self.activations.len()];
        for (callee, activation) in (0..).zip(&self.activations) {
            for call in &activation.calls {
                calls[self.edges[*call as usize].activation as usize].push((callee, *call));
            }
        }
        let mut ways = vec![Way { length: u64::MAX, call: None }; self.activations.len()];
        ways[0].length = 0;
        let mut waiting = BinaryHeap::from([Reverse((0, 0u32))]);
        while let Some(Reverse((length, caller))) = waiting.pop() {
            if length > ways[caller as usize].length {
                continue;
            }
            for &(callee, call) in &calls[caller as usize] {
                let length = length.saturating_add(self.edges[call as usize].length).saturating_add(1);
                if length < ways[callee as usize].length {
                    ways[callee as usize] = Way { length, call: Some(call) };
                    waiting.push(Reverse((length, callee)));
                }
            }
        }
        ways
    }

    /// The run along a path edge, the shortest path to it, and the summaries on it. Found from its end.
    fn run_to<S: CallSystem + ?Sized>(&self, system: &mut S, ways: &[Way], last: u32) -> CallRun {
        // Path edges to unwind, each with the call that enters its activation; the last one is next.
        let mut rest = Vec::new();
        let mut edge = last;
        loop {
            let call = ways[self.edges[edge as usize].activation as usize].call;
            rest.push((edge, call));
            let Some(call) = call else { break };
            edge = call;
        }
        rest.reverse();
        let mut start = self.edges[edge as usize].state;
        let mut steps = Vec::new();
        while let Some((edge, entered_by)) = rest.pop() {
            let Edge { state, origin, .. } = self.edges[edge as usize];
            match origin {
                Origin::Step(before, transition) => {
                    steps.push(transition);
                    rest.push((before, entered_by));
                }
                Origin::Return { call, exit } => {
                    rest.push((call, entered_by));
                    rest.push((exit, Some(call)));
                }
                Origin::Entry => match entered_by {
                    Some(call) => steps.extend(self.entering(system, call, edge)),
                    None => start = state,
                },
            }
        }
        steps.reverse();
        CallRun { shared: start.0, local: start.1, steps }
    }

    /// The transition by which a call enters its callee in this state.
    fn entering<S: CallSystem + ?Sized>(&self, system: &mut S, call: u32, entry: u32) -> Option<TransitionId> {
        let ((shared, local), entered) = (self.edges[call as usize].state, self.edges[entry as usize].state);
        let mut transitions = system.transitions(shared, local).map(TransitionId);
        transitions.find(|id| {
            let transition = system.transition(*id);
            (transition.to_shared, transition.to_local) == (entered.0, Some(entered.1))
        })
    }
}
