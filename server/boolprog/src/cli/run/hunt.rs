//! Many executions of a program, for a bug hunt.

use std::sync::atomic::{AtomicU64, Ordering};

use boolprog_host::limits::cores;
use boolprog_machine::machine::Ended;

use super::Task;
use super::execution::{Execution, Kept, Source};

/// Executes as many seeds as asked for, on all cores, until one breaks a rule or the limits end: that one, or else the last one.
/// Of several that break a rule, the one with the least seed is given, so that the answer does not depend on the machine.
pub(super) fn hunt(task: &Task<'_>) -> Execution {
    let (first, runs) = (task.arguments.seed, task.arguments.runs);
    let (next, found) = (AtomicU64::new(0), AtomicU64::new(runs));
    let work = || {
        let mut last: Option<(u64, Execution)> = None;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= found.load(Ordering::Relaxed) {
                return last;
            }
            let execution = task.execute(&Source::Seed(first.wrapping_add(number)), &mut Kept::default());
            if matches!(execution.ended, Ended::Fault(_) | Ended::Blocked | Ended::Stopped(_)) {
                found.fetch_min(number, Ordering::Relaxed);
            }
            last = Some((number, execution));
        }
    };
    let executions = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores()).map(|_| scope.spawn(work)).collect();
        workers.into_iter().filter_map(|worker| worker.join().ok().flatten()).collect::<Vec<_>>()
    });
    let wanted = found.load(Ordering::Relaxed).min(runs - 1);
    let chosen = executions.into_iter().find(|(number, _)| *number == wanted).map(|(_, execution)| execution);
    let chosen =
        chosen.unwrap_or_else(|| task.execute(&Source::Seed(first.wrapping_add(wanted)), &mut Kept::default()));
    Execution { runs: wanted + 1, ..chosen }
}
