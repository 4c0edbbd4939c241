//! C programs, executed by the machine for a short while.

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use boolprog_base::NoText;
use boolprog_base::control::{Control, Unlimited};
use boolprog_c_syntax::Files;
use boolprog_c_syntax::target::Target;
use boolprog_host::limits::Limits;
use boolprog_machine::choices::{Choices, Usual};
use boolprog_machine::fault::{Kind, Kinds};
use boolprog_machine::machine::{Ended, Environment, Machine};
use boolprog_machine::observer::{Event, Observer};
use boolprog_machine::program::Program;
use boolprog_machine::schedule::{self, First, RandomChoices, Scheduler};
use tokio_util::sync::CancellationToken;

/// Options for the reading and execution of a program.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) target: Target,
    pub(super) defines: Vec<String>,
    pub(super) folders: Vec<String>,
    /// Faults that end a run.
    pub(super) kinds: Kinds,
    /// Time for a run.
    pub(super) longest: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            target: Target::X86_64,
            defines: Vec::new(),
            folders: Vec::new(),
            kinds: Kinds::default(),
            longest: Duration::from_secs(20),
        }
    }
}

/// The end of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// The process ended with this status, and wrote this to its standard output.
    Exit(i32, String),
    /// A fault at a line of a file, and in words.
    Fault(Kind, u32, String),
    /// All threads wait, or an assumption does not hold.
    Nothing,
    /// The limits were too small.
    TooLong,
    /// The text is not read, or makes no program.
    Refused(String),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exit(status, output) => write!(f, "ends with status {status} and output\n{output}"),
            Self::Fault(_, line, words) => write!(f, "line {line}: {words}"),
            Self::Nothing => f.write_str("does nothing more"),
            Self::TooLong => f.write_str("takes too long"),
            Self::Refused(why) => write!(f, "is refused: {why}"),
        }
    }
}

/// Limits of a run that takes this time at most.
pub(super) fn limits(longest: Duration) -> Limits {
    Limits::start(longest, 1 << 30, CancellationToken::new())
}

/// The program of a text, with the library that it needs.
pub(super) fn program(path: &str, text: &str, options: &Options) -> Result<Arc<Program>, String> {
    let options = boolprog_c_syntax::Options {
        target: options.target,
        defines: options.defines.clone(),
        folders: options.folders.clone(),
        files: Files(Some(read)),
        ..boolprog_c_syntax::Options::default()
    };
    boolprog_machine::read(path, text, &options, "main", &Unlimited).map(Arc::new).map_err(|why| why.to_string())
}

fn read(path: &str) -> Result<String, NoText> {
    std::fs::read(path).map_err(|_| NoText::Missing).map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
}

/// Executes a file, with its first thread first and all operands from left to right.
pub(super) fn file(path: &Path, options: &Options) -> Outcome {
    let text = read(&path.to_string_lossy()).expect("readable");
    match program(&path.to_string_lossy(), &text, options) {
        Ok(program) => first(&program, options),
        Err(why) => Outcome::Refused(why),
    }
}

/// The run in which each thread goes on as long as it can, and operands are evaluated from left to right.
pub(super) fn first(program: &Arc<Program>, options: &Options) -> Outcome {
    run(program, options, &mut First::default(), &mut Usual, &limits(options.longest))
}

/// The run of a seed.
pub(super) fn random(program: &Arc<Program>, options: &Options, seed: u64, control: &dyn Control) -> Outcome {
    run(program, options, &mut schedule::Random::new(seed, 12), &mut RandomChoices::new(seed, program), control)
}

fn run(
    program: &Arc<Program>,
    options: &Options,
    scheduler: &mut dyn Scheduler,
    choices: &mut dyn Choices,
    control: &dyn Control,
) -> Outcome {
    let mut output = Output::default();
    let ended = match machine(program, options) {
        Ok(mut machine) => {
            schedule::run(&mut machine, scheduler, &mut Environment { choices, observer: &mut output, control })
        }
        Err(ended) => ended,
    };
    let Output(bytes) = output;
    outcome(program, &ended, &bytes)
}

/// A machine before its first step. As verdicts do, it assumes that allocations succeed.
pub(super) fn machine(program: &Arc<Program>, options: &Options) -> Result<Machine, Ended> {
    let exhausted = boolprog_machine::machine::Exhausted::Quiet;
    let of_machine = boolprog_machine::machine::Options { kinds: options.kinds, exhausted, ..Default::default() };
    Machine::new(Arc::clone(program), of_machine, &["program"], &[], &Unlimited)
}

/// The words of an end.
pub(super) fn outcome(program: &Program, ended: &Ended, output: &[u8]) -> Outcome {
    match ended {
        Ended::Exit(status) => Outcome::Exit(*status, String::from_utf8_lossy(output).into_owned()),
        Ended::Fault(fault) => {
            let position = program.position(fault.position);
            Outcome::Fault(
                fault.kind,
                position.line,
                format!("{fault} in {}, thread {}", position.path, fault.thread.0),
            )
        }
        Ended::Blocked | Ended::Quiet => Outcome::Nothing,
        Ended::Stopped(_) => Outcome::TooLong,
    }
}

/// Keeps what is written to standard output.
#[derive(Default)]
struct Output(Vec<u8>);

impl Observer for Output {
    fn is_watching(&self) -> bool {
        false
    }

    fn event(&mut self, _: &Event<'_>) {}

    fn output(&mut self, descriptor: u8, bytes: &[u8]) {
        if descriptor == 1 {
            self.0.extend(bytes);
        }
    }
}
