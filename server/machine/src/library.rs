//! The native part of the library of C: what the part that is written in C (`library/` of the syntax crate) asks for, and
//! mathematics.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::native::Native;
use clock::Clock;

mod arguments;
mod bytes;
mod clock;
mod decimal;
mod directive;
mod math;
mod overflow;
mod print;
mod scan;
mod streams;
mod threads;
mod types;

/// What the library keeps beside the memory of the program.
#[derive(Clone, Debug)]
pub struct State {
    /// What standard input gives, and how much of it has been taken.
    input: Arc<[u8]>,
    taken: usize,
    clock: Clock,
    /// A word for each thread that has one.
    data: FxHashMap<u64, u64>,
}

impl State {
    /// The state at the start, with what standard input gives.
    pub fn new(input: &[u8]) -> Self {
        Self { input: input.into(), taken: 0, clock: Clock::default(), data: FxHashMap::default() }
    }

    /// Whether, after that many steps, a time is over that a thread waits for: its condition has to be evaluated again.
    pub fn is_due(&mut self, steps: u64) -> bool {
        self.clock.is_due(steps)
    }

    /// Turns the clock to the next time that a thread waits for, after that many steps. Gives `false` if none waits for a time: if
    /// all threads wait, that is a deadlock.
    pub fn turn_clock(&mut self, steps: u64) -> bool {
        self.clock.turn(steps)
    }
}

/// The native function of a name.
pub(crate) fn find(name: &str) -> Option<Native> {
    Some(match name {
        "__boolprog_data" => threads::data,
        "__boolprog_set_data" => threads::set_data,
        "__boolprog_fill" => bytes::fill,
        "__boolprog_written" => bytes::written,
        "__boolprog_format" => print::format,
        "__boolprog_scan" => scan::scan,
        "__boolprog_number" => decimal::number,
        "__boolprog_overflow" => overflow::overflow,
        "__boolprog_output" => streams::output,
        "__boolprog_take" => streams::take,
        "__boolprog_now" => clock::now,
        "__boolprog_passed" => clock::passed,
        _ => return math::find(name),
    })
}
