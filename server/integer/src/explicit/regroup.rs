//! The same steps of each instance in an order with fewer context switches, which is easier to follow.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use super::{Run, Step};
use crate::{Environment, InstanceId, State, System};

/// Orders that are examined, at the most.
const MOST: usize = 20_000;

/// The run with its steps in an order with fewer context switches that ends in the violation of the property, too: with
/// fewest, if that is found within some thousand orders. Each instance takes the same steps with the same choices.
///
/// A state is where each instance is among its steps, and the values there; a breadth-first search in which only a switch
/// costs something visits them.
pub fn regroup(system: &System, run: &Run, property: usize) -> Option<Run> {
    let error = &system.properties.get(property)?.error;
    let is_violated = |state: &State| error.evaluate(&Environment::of(state)) == Ok(true);
    Regrouping::new(system, run).search(&is_violated)
}

/// A beginning of an order.
struct Node {
    /// The steps that each actor has taken.
    taken: Box<[u32]>,
    state: State,
    /// The node before, and the actor of the step from it; none at the start.
    before: Option<(usize, usize)>,
    switches: u32,
}

struct Regrouping<'a> {
    system: &'a System,
    run: &'a Run,
    /// For each instance that acts, the indices of its steps.
    actors: Vec<Vec<usize>>,
    nodes: Vec<Node>,
}

impl<'a> Regrouping<'a> {
    fn new(system: &'a System, run: &'a Run) -> Self {
        let instance = |step: &Step| system.transitions[step.transition as usize].instance;
        let mut names: Vec<InstanceId> = run.steps.iter().map(instance).collect();
        names.sort_unstable();
        names.dedup();
        let steps_of =
            |name: &InstanceId| (0..run.steps.len()).filter(|at| instance(&run.steps[*at]) == *name).collect();
        let actors: Vec<Vec<usize>> = names.iter().map(steps_of).collect();
        let start = Node { taken: vec![0; actors.len()].into(), state: run.start.clone(), before: None, switches: 0 };
        Self { system, run, actors, nodes: vec![start] }
    }

    fn search(mut self, is_violated: &dyn Fn(&State) -> bool) -> Option<Run> {
        let mut waiting = VecDeque::from([0]);
        let mut seen = FxHashSet::default();
        while let Some(index) = waiting.pop_front() {
            let Node { taken, state, before, switches } = &self.nodes[index];
            let (last, switches) = (before.map(|(_, actor)| actor), *switches);
            if !seen.insert((taken.clone(), state.clone(), last)) {
                continue;
            }
            if taken.iter().sum::<u32>() as usize == self.run.steps.len() {
                if is_violated(state) {
                    return Some(self.run_to(index));
                }
                continue;
            }
            for actor in 0..self.actors.len() {
                let Some(mut next) = self.after(index, actor) else { continue };
                let is_switch = last.is_some_and(|last| last != actor);
                next.switches = switches + u32::from(is_switch);
                self.nodes.push(next);
                let at = self.nodes.len() - 1;
                // All that starts is waiting in the order of the instances.
                if is_switch || last.is_none() { waiting.push_back(at) } else { waiting.push_front(at) }
            }
            if self.nodes.len() > MOST {
                return None;
            }
        }
        None
    }

    /// The node after the next step of an actor, if it can be taken.
    fn after(&self, index: usize, actor: usize) -> Option<Node> {
        let Node { taken, state, switches, .. } = &self.nodes[index];
        let step = &self.run.steps[*self.actors[actor].get(taken[actor] as usize)?];
        let transition = &self.system.transitions[step.transition as usize];
        if transition.enabled(state) != Ok(true) {
            return None;
        }
        let state = transition.fire(self.system, state, &step.inputs).ok()?;
        let mut taken = taken.clone();
        taken[actor] += 1;
        Some(Node { taken, state, before: Some((index, actor)), switches: *switches })
    }

    fn run_to(&self, index: usize) -> Run {
        let mut steps = Vec::with_capacity(self.run.steps.len());
        let mut node = &self.nodes[index];
        while let Some((before, actor)) = node.before {
            let step = &self.run.steps[self.actors[actor][node.taken[actor] as usize - 1]];
            steps.push(Step { state: node.state.clone(), ..step.clone() });
            node = &self.nodes[before];
        }
        steps.reverse();
        Run { start: self.run.start.clone(), steps }
    }
}
