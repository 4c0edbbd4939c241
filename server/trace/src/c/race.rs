//! An execution up to a race: two threads can access an object next, and the machine says so when both have.

use boolprog_base::control::Control;
use boolprog_machine::choices::Usual;
use boolprog_machine::fault::Kind;
use boolprog_machine::machine::{Ended, Environment, Machine};
use boolprog_machine::observer::Nobody;
use boolprog_machine::record::Record;
use boolprog_machine::thread::ThreadId;

/// The schedule with the next steps of two threads, if these race. Quadratic in the number of threads that can act.
pub(super) fn completed(end: &Machine, record: &Record, control: &dyn Control) -> Option<Record> {
    let ready = ready(end);
    for first in &ready {
        let after = stepped(end, *first, control);
        if is_race(&after) {
            return Some(with(record, &[*first]));
        }
        let others = ready.iter().filter(|second| *second != first);
        let races = |second: &&ThreadId| is_race(&stepped(&after, **second, control));
        if let Some(second) = others.into_iter().find(races) {
            return Some(with(record, &[*first, *second]));
        }
    }
    None
}

fn ready(machine: &Machine) -> Vec<ThreadId> {
    let mut ready = Vec::new();
    machine.clone().ready(&mut ready);
    ready
}

fn stepped(machine: &Machine, thread: ThreadId, control: &dyn Control) -> Machine {
    let mut machine = machine.clone();
    machine.step(thread, &mut Environment { choices: &mut Usual, observer: &mut Nobody, control });
    machine
}

fn is_race(machine: &Machine) -> bool {
    matches!(machine.ended(), Some(Ended::Fault(fault)) if fault.kind == Kind::Race)
}

fn with(record: &Record, threads: &[ThreadId]) -> Record {
    let mut record = record.clone();
    threads.iter().for_each(|thread| record.step(*thread));
    record
}
