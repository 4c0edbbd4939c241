//! Schedules: which thread acts next, and runs under them.

use std::sync::Arc;

use boolprog_base::control::Progress;

use crate::choices::{Asked, Choices, Question};
use crate::machine::{Ended, Environment, Machine};
use crate::program::Program;
use crate::thread::ThreadId;

/// Picks the thread that acts next.
pub trait Scheduler {
    /// One of the threads that can act, of which there is at least one; none ends the run.
    fn next(&mut self, ready: &[ThreadId]) -> Option<ThreadId>;
}

/// The thread that acted last goes on as long as it can; then the first one that can.
#[derive(Clone, Copy, Default, Debug)]
pub struct First {
    last: ThreadId,
}

impl Scheduler for First {
    fn next(&mut self, ready: &[ThreadId]) -> Option<ThreadId> {
        self.last = if ready.contains(&self.last) { self.last } else { *ready.first()? };
        Some(self.last)
    }
}

/// Random numbers that a seed determines: PCG with 64 bits of state and 32 bits of output.
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        let mut numbers = Self(seed.wrapping_mul(2).wrapping_add(1));
        numbers.next();
        numbers
    }

    fn next(&mut self) -> u32 {
        let before = self.0;
        self.0 = before.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((before >> 18 ^ before) >> 27).to_le_bytes()[..4]
            .iter()
            .rev()
            .fold(0u32, |all, byte| all << 8 | u32::from(*byte))
            .rotate_right((before >> 59) as u32)
    }

    /// A number below a bound, which is not 0. Those of small bounds are equally likely.
    pub fn below(&mut self, bound: u64) -> u64 {
        let number = u64::from(self.next()) << 32 | u64::from(self.next());
        ((u128::from(number) * u128::from(bound)) >> 64) as u64
    }
}

/// A random schedule: each thread acts for some steps before another one does.
#[derive(Clone, Debug)]
pub struct Random {
    numbers: Numbers,
    last: ThreadId,
    left: u64,
    longest: u64,
}

impl Random {
    /// The schedule of a seed, with at most this number of steps of a thread in a row.
    pub fn new(seed: u64, longest: u64) -> Self {
        Self { numbers: Numbers::new(seed), last: ThreadId(0), left: 0, longest: longest.max(1) }
    }
}

impl Scheduler for Random {
    fn next(&mut self, ready: &[ThreadId]) -> Option<ThreadId> {
        if let [only] = ready {
            return Some(*only);
        }
        if self.left == 0 || !ready.contains(&self.last) {
            self.left = 1 + self.numbers.below(self.longest);
            self.last = *ready.get(self.numbers.below(ready.len() as u64) as usize)?;
        }
        self.left -= 1;
        Some(self.last)
    }
}

/// Random choices. Inputs are often small, near a number in the text of the program, or at the end of their range; with every fourth
/// pair of seeds all of them are tiny, so that loops and numbers of threads are, too.
#[derive(Clone, Debug)]
pub struct RandomChoices {
    numbers: Numbers,
    of_program: Arc<[i128]>,
    are_tiny: bool,
}

/// The greatest tiny number.
const TINY: u64 = 3;

impl RandomChoices {
    /// The choices of a seed for a program.
    pub fn new(seed: u64, program: &Program) -> Self {
        let numbers = Numbers::new(seed ^ 0x5851_f42d_4c95_7f2d);
        Self { numbers, of_program: Arc::clone(program.numbers()), are_tiny: (seed / 2).is_multiple_of(4) }
    }

    /// A number of the program, or one beside it; none if the program has no numbers.
    fn near_program(&mut self) -> Option<i128> {
        let count = self.of_program.len() as u64;
        let near = i128::from(self.numbers.below(3)) - 1;
        (count > 0).then(|| self.of_program[self.numbers.below(count) as usize] + near)
    }
}

impl Choices for RandomChoices {
    fn choose(&mut self, asked: &Asked) -> i128 {
        let Asked { question, low, high, .. } = *asked;
        let is_value = matches!(question, Question::Input | Question::Uninitialised);
        if is_value && self.are_tiny {
            return i128::from(self.numbers.below(TINY + 1)).clamp(low, high);
        }
        if is_value && self.numbers.below(2) == 0 {
            let small = i128::from(self.numbers.below(17)) - 8;
            let near = if self.numbers.below(2) == 0 { self.near_program() } else { None };
            return near.unwrap_or(small).clamp(low, high);
        }
        match self.numbers.below(8) {
            0 if is_value => low,
            1 if is_value => high,
            _ => low + i128::from(self.numbers.below(u64::try_from(high - low).unwrap_or(u64::MAX).saturating_add(1))),
        }
    }
}

/// The most steps that are made, and threads that are examined, between two polls.
const MOST: u64 = 1 << 13;

/// Executes a machine to its end, or until the scheduler or the control ends it. The control is polled at least every few thousand steps.
pub fn run(machine: &mut Machine, scheduler: &mut dyn Scheduler, environment: &mut Environment<'_>) -> Ended {
    let mut ready = Vec::new();
    let (mut steps, mut work) = (0u64, 0u64);
    loop {
        machine.ready(&mut ready);
        if let Some(ended) = machine.ended() {
            return ended.clone();
        }
        if ready.is_empty() {
            machine.block();
            continue;
        }
        let Some(thread) = scheduler.next(&ready) else { return Ended::Blocked };
        machine.step(thread, environment);
        steps += 1;
        work += 1 + machine.living() as u64;
        if work > MOST {
            work = 0;
            let bytes = machine.bytes() as usize;
            let progress = Progress { phase: "execution", states: steps, bytes, ..Progress::default() };
            if let Err(stop) = environment.control.poll(&progress) {
                return Ended::Stopped(stop);
            }
        }
    }
}
