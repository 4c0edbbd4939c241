//! Lifting a run from the remains of saturation to the system itself.

use boolprog_certificate::run::{Arrived, Run, RunStep};
use boolprog_explore::saturate::Restricted;
use boolprog_explore::tts::{LocalId, SharedId, ThreadSystem, TransitionId};

use crate::moves;
use crate::replay::{self, Path};

/// The run of `system` with the same configurations and, step by step, the same change of the thread that moves;
/// so it has no more context switches. The run must be one of `restricted`, which was made from the system.
///
/// `None` if there is none, which would be a mistake of saturation. Each step costs about as much as all steps of
/// its configuration.
pub fn lift<S: ThreadSystem + ?Sized>(run: &Run, restricted: &mut Restricted, system: &mut S) -> Option<Run> {
    let mut now = Arrived::at_start(run);
    let start = configuration(&now, restricted);
    let mut taken: Vec<(TransitionId, Vec<LocalId>)> = Vec::with_capacity(run.steps.len());
    let mut before = start.clone();
    for step in &run.steps {
        let local = mover(&now, step, restricted);
        now.step(&mut restricted.tts, step)?;
        let to_local = mover(&now, step, restricted);
        let after = configuration(&now, restricted);
        let mut candidates = Vec::new();
        let found = moves::steps(system, before.0, &before.1, &mut |candidate| {
            if candidate.shared == after.0 && candidate.threads == after.1 {
                candidates.push(candidate.transition);
            }
            Ok(())
        });
        found.ok()?;
        let transition = candidates.into_iter().find(|&candidate| {
            let transition = system.transition(candidate);
            (Some(transition.local), transition.to_local) == (local, to_local)
        })?;
        taken.push((transition, after.1.clone()));
        before = after;
    }
    let steps = taken.iter().map(|(transition, threads)| (*transition, threads.as_slice())).collect();
    Some(replay::run(system, &Path { shared: start.0, threads: &start.1, steps }))
}

/// A configuration in the numbers of the system, threads sorted.
fn configuration(at: &Arrived, restricted: &Restricted) -> (SharedId, Vec<LocalId>) {
    let mut threads: Vec<LocalId> = at.threads.iter().flatten().map(|&local| restricted.local(local)).collect();
    threads.sort_unstable();
    (restricted.shared(at.shared), threads)
}

/// The state of the thread that takes the step, in the numbers of the system.
fn mover(at: &Arrived, step: &RunStep, restricted: &Restricted) -> Option<LocalId> {
    let local = at.threads.get(step.thread as usize).copied().flatten();
    local.map(|local| restricted.local(local))
}
