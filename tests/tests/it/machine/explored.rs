//! All runs of small programs: every thread that can act acts next, and every value of a choice is chosen. Operands are
//! evaluated from left to right.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use boolprog_base::control::Unlimited;
use boolprog_machine::choices::{Asked, Choices, Question};
use boolprog_machine::machine::{Ended, Environment, Machine};
use boolprog_machine::observer::Nobody;
use boolprog_machine::program::Program;
use boolprog_machine::thread::ThreadId;

use super::executed::{self, Options, Outcome};

/// Choices among more values than this are not explored.
const MOST: i128 = 8;

/// The faults of all runs, by their lines, in words; none if there are more states than this.
pub(super) fn faults(program: &Arc<Program>, options: &Options, states: usize) -> Option<BTreeMap<u32, String>> {
    let mut faults = BTreeMap::new();
    let mut note = |ended: &Ended| {
        if let Outcome::Fault(_, line, words) = executed::outcome(program, ended, &[]) {
            faults.entry(line).or_insert(words);
        }
    };
    let machine = match executed::machine(program, options) {
        Ok(machine) => machine,
        Err(ended) => {
            note(&ended);
            return Some(faults);
        }
    };
    let mut visited = HashSet::from([machine.fingerprint()]);
    let mut open = vec![machine];
    let mut ready = Vec::new();
    while let Some(mut machine) = open.pop() {
        machine.ready(&mut ready);
        if ready.is_empty() {
            machine.block();
            note(machine.ended().unwrap_or(&Ended::Blocked));
        }
        for thread in &ready {
            for next in successors(&machine, *thread)? {
                match next.ended() {
                    Some(ended) => note(ended),
                    None if visited.insert(next.fingerprint()) => open.push(next),
                    None => {}
                }
            }
        }
        if visited.len() > states {
            return None;
        }
    }
    Some(faults)
}

/// The states after a step of a thread, for all its choices; none if these are too many.
fn successors(machine: &Machine, thread: ThreadId) -> Option<Vec<Machine>> {
    let mut script = Script::default();
    let mut successors = Vec::new();
    loop {
        let mut next = machine.clone();
        script.asked = 0;
        next.step(thread, &mut Environment { choices: &mut script, observer: &mut Nobody, control: &Unlimited });
        if script.is_wide {
            return None;
        }
        successors.push(next);
        if !script.advance() {
            return Some(successors);
        }
    }
}

/// Answers that are given again, the last of which is changed next.
#[derive(Default)]
struct Script {
    /// Answers, each with the greatest one.
    answers: Vec<(i128, i128)>,
    /// Number of answers given so far.
    asked: usize,
    is_wide: bool,
}

impl Script {
    /// Changes the last answer that can be greater; `false` after the last ones.
    fn advance(&mut self) -> bool {
        while let Some((answer, most)) = self.answers.pop() {
            if answer < most {
                self.answers.push((answer + 1, most));
                return true;
            }
        }
        false
    }
}

impl Choices for Script {
    fn choose(&mut self, asked: &Asked) -> i128 {
        if asked.question == Question::Order {
            return asked.low;
        }
        self.is_wide |= asked.high - asked.low > MOST;
        if self.asked == self.answers.len() {
            self.answers.push((asked.low, asked.high));
        }
        self.asked += 1;
        self.answers[self.asked - 1].0
    }
}
