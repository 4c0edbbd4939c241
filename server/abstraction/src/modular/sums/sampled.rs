//! Edges that random runs take: the others are perhaps never taken, which is then to be shown.

use std::collections::BTreeSet;

use boolprog_base::Random;
use boolprog_base::control::{Control, Progress, Stop};
use boolprog_integer::{EdgeId, InputBound, Inputs, State, Transition};

use super::super::instances::{Instances, Spot};

/// Runs end after this number of steps.
const LONGEST_RUN: u32 = 2_000;

/// After this number of steps, none of which takes a new edge, no more runs are tried.
const MOST_WITHOUT_NEWS: u32 = 20_000;

/// Steps that take less than a millisecond.
const STEPS_PER_POLL: u32 = 100;

/// Of the choices of a step, and of the starts, these are the first that random runs choose from.
const CHOICES: usize = 8;

/// The most valuations that are tried as starts: formulas may forbid nearly all of them.
const MOST_CANDIDATES: usize = 10_000;

/// Values of a choice without bounds: 0, 1 and -1.
const UNBOUNDED: InputBound = InputBound(1);

/// Edges that are taken from spots.
pub(in crate::modular) type Taken = BTreeSet<(EdgeId, Spot)>;

/// The edges that random runs of a system take, whose instances of each family are few.
pub(in crate::modular) fn sampled(instances: &Instances<'_>, control: &dyn Control) -> Result<Taken, Stop> {
    let system = instances.system;
    let candidates = system.initial_states(UNBOUNDED).take(MOST_CANDIDATES);
    let starts: Vec<State> = candidates.filter_map(Result::ok).flatten().take(CHOICES).collect();
    let mut taken = Taken::new();
    let mut random = Random::new(0);
    let (mut steps, mut without_news) = (0_u32, 0);
    while without_news < MOST_WITHOUT_NEWS && !starts.is_empty() {
        let mut state = random.one_of(&starts).clone();
        for _ in 0..LONGEST_RUN {
            steps += 1;
            if steps.is_multiple_of(STEPS_PER_POLL) {
                control.poll(&Progress { phase: "sampled runs", ..Progress::default() })?;
            }
            without_news += 1;
            let Some((transition, next)) = next(instances, &state, &mut random) else { break };
            if taken.insert((transition.edge, instances.begins(transition))) {
                without_news = 0;
            }
            state = next;
        }
    }
    Ok(taken)
}

/// A random step that can be taken; `None` if there is none, or if it has no result.
fn next<'s>(instances: &Instances<'s>, state: &State, random: &mut Random) -> Option<(&'s Transition, State)> {
    let all = instances.steps_in(state);
    let enabled: Vec<&Transition> = all.filter(|it| it.enabled(state) == Ok(true)).collect();
    let transition = *enabled.get(random.below(enabled.len().max(1)))?;
    let choices: Vec<Inputs> = transition.inputs(UNBOUNDED).take(CHOICES).collect();
    let chosen = choices.get(random.below(choices.len().max(1)))?;
    Some((transition, transition.fire(instances.system, state, chosen).ok()?))
}

#[cfg(test)]
mod tests {
    use boolprog_base::control::Unlimited;
    use boolprog_integer::syntax::parse;
    use boolprog_integer::{Instantiation, instantiate};

    use super::*;

    #[test]
    fn not_all_starts_that_formulas_forbid_are_tried() {
        let parsed = parse(
            "decl x: 0..1000000000 = *, y: 0..1000000000 = *, c: int;
             init x == 999999999 && y == 999999998;
             process P[*] { loc a; a -> a when x > y do c := c + 1; }
             invariant fits: c >= 0;",
        );
        assert_eq!(parsed.diagnostics, []);
        let instantiation = Instantiation { representatives: true, threads: Some(2), ..Instantiation::default() };
        let system = instantiate(&parsed.file, &instantiation).expect("a program without errors");
        assert_eq!(sampled(&Instances::of(&system), &Unlimited).expect("nothing stops it"), Taken::new());
    }
}
