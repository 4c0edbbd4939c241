//! From a backward chain to a run.

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_explore::tts::{Count, Initial, LocalId, SharedId, ThreadSystem, TransitionId};

use crate::moves;
use crate::multisets::is_within;
use crate::replay::{self, Path};
use crate::watch::Watch;
use boolprog_certificate::run::Run;

/// Configurations such that some configuration above each can step to one above the next. The first is below an
/// initial one, the last is a target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain(pub Vec<(SharedId, Vec<LocalId>)>);

impl Chain {
    /// Executes the chain: starts above the first configuration, with as few threads as the system allows, and takes
    /// steps that stay above it. There is always one in a monotone system.
    ///
    /// `None` if there is none, because a thread that the chain does not speak of blocks it: then the chain shows
    /// nothing. Each step costs about as much as all steps of its configuration.
    pub fn run<S: ThreadSystem + ?Sized>(&self, system: &mut S, control: &dyn Control) -> Result<Option<Run>, Stop> {
        let Some(((shared, first), rest)) = self.0.split_first() else { return Ok(None) };
        let Some(start) = smallest_start(system.initial(), *shared, first) else { return Ok(None) };
        let mut watch = Watch::new(control);
        let mut now = (*shared, start.clone());
        let mut taken: Vec<(TransitionId, Vec<LocalId>)> = Vec::new();
        for (to_shared, wanted) in rest {
            let mut best: Option<(TransitionId, Vec<LocalId>)> = None;
            let bytes = system.bytes();
            moves::steps(system, now.0, &now.1, &mut |step| {
                let fewer = best.as_ref().is_none_or(|(_, threads)| step.threads.len() < threads.len());
                if step.shared == *to_shared && fewer && is_within(wanted, step.threads) {
                    best = Some((step.transition, step.threads.to_vec()));
                }
                watch.tick(|| Progress { phase: "execution", bytes, ..Progress::default() })
            })?;
            if let Some(stop) = system.stopped() {
                return Err(stop);
            }
            let Some((transition, threads)) = best else { return Ok(None) };
            now = (*to_shared, threads.clone());
            taken.push((transition, threads));
        }
        let steps = taken.iter().map(|(transition, threads)| (*transition, threads.as_slice())).collect();
        Ok(Some(replay::run(system, &Path { shared: *shared, threads: &start, steps })))
    }
}

/// The threads that are wanted at the start besides the fixed ones.
fn besides_fixed(initial: &Initial, wanted: &[LocalId]) -> Vec<LocalId> {
    let mut besides = wanted.to_vec();
    for fixed in &initial.fixed {
        if let Some(position) = besides.iter().position(|local| local == fixed) {
            besides.remove(position);
        }
    }
    besides
}

/// The threads of an initial configuration above this one, sorted, as few as possible; `None` if there is none.
pub(crate) fn smallest_start(initial: &Initial, shared: SharedId, wanted: &[LocalId]) -> Option<Vec<LocalId>> {
    let mut others = besides_fixed(initial, wanted);
    if !initial.shared.contains(&shared) || others.iter().any(|local| !initial.pool.contains(local)) {
        return None;
    }
    if let (Count::Exactly(count), Some(&filler)) = (initial.count, initial.pool.first()) {
        if others.len() > count as usize {
            return None;
        }
        others.resize(count as usize, filler);
    }
    others.extend_from_slice(&initial.fixed);
    others.sort_unstable();
    Some(others)
}
