//! A run to a violation in which as few instances have steps as possible.

use std::collections::BTreeSet;

use boolprog_base::control::Control;
use boolprog_integer::explicit::{Options, Run, Verdict, search};
use boolprog_integer::{InstanceId, System};

/// Number of states that are searched at most.
const MOST_STATES: u64 = 100_000;

/// The instances that have steps in a run.
fn moving(system: &System, run: &Run) -> BTreeSet<InstanceId> {
    run.steps.iter().map(|step| system.transitions[step.transition as usize].instance).collect()
}

/// A run that violates a property, by its index, with the fewest instances that have steps: the given one if none has fewer. None if
/// that takes more than a bounded number of states.
pub(super) fn fewest(system: &System, property: usize, run: &Run, control: &dyn Control) -> Option<Run> {
    let alone = System { properties: vec![system.properties[property].clone()], ..system.clone() };
    Fewer { system: alone, left: MOST_STATES, control }.fewest(run, &BTreeSet::new())
}

/// The search for a run with fewer instances.
struct Fewer<'a> {
    /// The system with the only property that is searched for.
    system: System,
    /// Number of states that may still be searched.
    left: u64,
    control: &'a dyn Control,
}

impl Fewer<'_> {
    /// A run with the fewest instances of those that have no step of some instances, given one of them: each run with fewer instances is
    /// without some instance of the given one.
    fn fewest(&mut self, run: &Run, without: &BTreeSet<InstanceId>) -> Option<Run> {
        let mut best = run.clone();
        for instance in moving(&self.system, run) {
            let without = without.iter().copied().chain([instance]).collect();
            let other = match self.search(&without) {
                Verdict::Violated(run) => self.fewest(&run, &without)?,
                Verdict::Proved => continue,
                Verdict::Unknown(_) => return None,
            };
            if self.cost(&other) < self.cost(&best) {
                best = other;
            }
        }
        Some(best)
    }

    /// The number of instances, then that of steps: a longer run may create others for nothing.
    fn cost(&self, run: &Run) -> (usize, usize) {
        (moving(&self.system, run).len(), run.steps.len())
    }

    /// A shortest run in which some instances have no step, as a violation; a proof that there is none.
    fn search(&mut self, without: &BTreeSet<InstanceId>) -> Verdict {
        let is_kept = |&transition: &usize| !without.contains(&self.system.transitions[transition].instance);
        let kept: Vec<usize> = (0..self.system.transitions.len()).filter(is_kept).collect();
        let transitions = kept.iter().map(|&transition| self.system.transitions[transition].clone()).collect();
        let rest = System { transitions, ..self.system.clone() };
        let mut findings = search(&rest, Options { states: Some(self.left), ..Options::default() }, self.control);
        self.left = self.left.saturating_sub(findings.statistics.states);
        let mut verdict = findings.verdicts.remove(0);
        if let Verdict::Violated(run) = &mut verdict {
            run.steps.iter_mut().for_each(|step| step.transition = kept[step.transition as usize] as u32);
        }
        verdict
    }
}

#[cfg(test)]
mod tests {
    use boolprog_base::control::Unlimited;
    use boolprog_integer::syntax::parse;
    use boolprog_integer::{Instantiation, instantiate};

    use super::*;

    /// The number of instances that have steps in the run to the only property that the search finds, and in the one with the fewest.
    fn of(text: &str) -> (usize, usize) {
        let system = instantiate(&parse(text).file, &Instantiation::default()).expect("a system");
        let findings = search(&system, Options::default(), &Unlimited);
        let Some(Verdict::Violated(run)) = findings.verdicts.first() else { panic!("it is violated: {text}") };
        let fewest = fewest(&system, 0, run, &Unlimited).expect("a small system");
        for step in &fewest.steps {
            let transition = &system.transitions[step.transition as usize];
            assert_eq!(step.state.locations[transition.instance.0 as usize], transition.to.0);
        }
        (moving(&system, run).len(), moving(&system, &fewest).len())
    }

    /// A process that takes `steps` steps to add something.
    fn adding(name: &str, steps: usize, value: u32) -> String {
        let places: Vec<String> = (0..=steps).map(|step| format!("l{step}")).collect();
        let moves: Vec<String> = (1..steps).map(|step| format!("l{} -> l{step};", step - 1)).collect();
        let (moves, last) = (moves.join(" "), format!("l{} -> l{steps} do x := x + {value};", steps - 1));
        format!("process {name} {{ loc {}; {moves} {last} }}\n", places.join(", "))
    }

    #[test]
    fn a_run_needs_its_instances_if_none_can_be_left_out() {
        let program = |parts: &[String]| format!("decl x: 0..9;\n{}error e: x == 2;", parts.concat());
        assert_eq!(of(&program(&[adding("A", 1, 1), adding("B", 1, 1)])), (2, 2));
        assert_eq!(of(&program(&[adding("A", 1, 2), adding("B", 1, 1)])), (1, 1));
        assert_eq!(of(&program(&[adding("A", 1, 1), adding("B", 1, 1), adding("C", 2, 1)])), (2, 2));
    }

    #[test]
    fn a_longer_run_may_have_fewer_instances() {
        let program = |parts: &[String]| format!("decl x: 0..9;\n{}error e: x == 2;", parts.concat());
        assert_eq!(of(&program(&[adding("A", 1, 1), adding("B", 1, 1), adding("C", 3, 2)])), (2, 1));
    }
}
