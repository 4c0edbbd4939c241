//! Each file of `tests/run` and of `tests/faults` is a program. Its first lines say what must come out:
//!
//! ```text
//! // output: a line of standard output, with \n for further ends of lines
//! // exit: 3
//! // fault: KIND LINE, or only KIND
//! // kinds: race uninitialised
//! // runs: 100
//! // input: 1 2 3
//! ```
//!
//! Without `runs`, operands are evaluated from left to right, and a thread acts as long as it can. With it, this number of random runs are
//! made: with `fault`, one of them must end with it and all others well; without, all must end well. `kinds` are looked for beside the
//! usual ones. Expected outputs are those of gcc. Programs do the same on both targets.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use boolprog_base::control::Unlimited;
use boolprog_c_syntax::target::Target;
use boolprog_machine::choices::Usual;
use boolprog_machine::fault::Kind;
use boolprog_machine::machine::{Ended, Environment, Machine, Options};
use boolprog_machine::program::Program;
use boolprog_machine::schedule::{First, Random, RandomChoices, run};

use crate::support::Output;

/// This number of runs of a program are made once more, with an observer.
const WATCHED: u64 = 10;

/// The expectations in the first lines of a program.
#[derive(Default)]
struct Expected {
    output: Option<String>,
    exit: i32,
    fault: Option<String>,
    kinds: Vec<Kind>,
    runs: u64,
    input: String,
}

impl Expected {
    fn of(text: &str) -> Self {
        let mut expected = Self::default();
        for line in text.lines().map_while(|line| line.strip_prefix("// ")) {
            let Some((key, value)) = line.split_once(": ") else { continue };
            match key {
                "output" => expected.output = Some(value.replace("\\n", "\n") + "\n"),
                "exit" => expected.exit = value.parse().expect("`exit` has a number"),
                "fault" => expected.fault = Some(value.to_owned()),
                "kinds" => {
                    let kind =
                        |name: &str| Kind::ALL.into_iter().find(|kind| kind.name() == name).expect("a kind of faults");
                    expected.kinds = value.split(' ').map(kind).collect();
                }
                "runs" => expected.runs = value.parse().expect("`runs` has a number"),
                "input" => expected.input = value.replace("\\n", "\n") + "\n",
                _ => panic!("unknown line: {line}"),
            }
        }
        expected
    }
}

/// One run: how it ends, and what it writes.
fn execute(program: &Arc<Program>, expected: &Expected, seed: Option<u64>, is_watching: bool) -> (Ended, String) {
    let mut options = Options::default();
    for kind in &expected.kinds {
        options.kinds = options.kinds.with(*kind);
    }
    let machine = Machine::new(program.clone(), options, &["program"], expected.input.as_bytes(), &Unlimited);
    let mut machine = match machine {
        Ok(machine) => machine,
        Err(ended) => return (ended, String::new()),
    };
    let mut output = Output { is_watching, ..Output::default() };
    let ended = if let Some(seed) = seed {
        let mut choices = RandomChoices::new(seed, program);
        let mut environment = Environment { choices: &mut choices, observer: &mut output, control: &Unlimited };
        run(&mut machine, &mut Random::new(seed, 20), &mut environment)
    } else {
        let mut environment = Environment { choices: &mut Usual, observer: &mut output, control: &Unlimited };
        run(&mut machine, &mut First::default(), &mut environment)
    };
    (ended, String::from_utf8_lossy(&output.text).into_owned())
}

/// An end, as the first lines say it.
fn name(program: &Program, ended: &Ended) -> String {
    match ended {
        Ended::Fault(fault) => format!("{} {}", fault.kind, program.position(fault.position).line),
        other => format!("{other:?}"),
    }
}

/// The mistakes of a program; none if all is right.
fn check(path: &Path, text: &str, target: Target) -> String {
    let mut wrong = String::new();
    let options = boolprog_c_syntax::Options { target, ..boolprog_c_syntax::Options::default() };
    let program = match boolprog_machine::read(&path.display().to_string(), text, &options, "main", &Unlimited) {
        Ok(program) => Arc::new(program),
        Err(failure) => return format!("{}: {failure}\n", path.display()),
    };
    let expected = Expected::of(text);
    let seeds: Vec<_> = if expected.runs == 0 { vec![None] } else { (0..expected.runs).map(Some).collect() };
    let mut is_found = false;
    for seed in seeds {
        let (ended, output) = execute(&program, &expected, seed, false);
        if seed.unwrap_or(0) < WATCHED && execute(&program, &expected, seed, true) != (ended.clone(), output.clone()) {
            let _ = writeln!(wrong, "{}: seed {seed:?} ends otherwise if it is watched", path.display());
        }
        let name = name(&program, &ended);
        let is_well = ended == Ended::Exit(expected.exit) || ended == Ended::Quiet;
        let is_expected =
            expected.fault.as_ref().is_some_and(|fault| *fault == name || name.split(' ').next() == Some(fault));
        is_found |= is_expected;
        if !is_expected && (!is_well || expected.fault.is_some() && expected.runs == 0) {
            let message = if let Ended::Fault(fault) = &ended { fault.to_string() } else { String::new() };
            let _ = writeln!(wrong, "{}: seed {seed:?} ends with {name}: {message}", path.display());
        }
        if let Some(wanted) = expected.output.as_ref().filter(|wanted| **wanted != output) {
            let _ = writeln!(wrong, "{}: writes {output:?} instead of {wanted:?}", path.display());
        }
    }
    if expected.fault.is_some() && !is_found {
        let _ = writeln!(wrong, "{}: {:?} was not found", path.display(), expected.fault);
    }
    wrong
}

#[test]
fn programs_do_what_their_first_lines_say() {
    let folders = ["tests/run", "tests/faults"].map(|folder| Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let mut wrong = String::new();
    let files = folders.iter().map(|folder| std::fs::read_dir(folder).expect("the folder is there"));
    let mut entries: Vec<_> = files.flat_map(|files| files.flatten().map(|entry| entry.path())).collect();
    entries.sort();
    for path in entries.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "c")) {
        let text = std::fs::read_to_string(&path).expect("the file is there");
        for target in [Target::X86_64, Target::I386] {
            wrong += &check(Path::new(path.file_name().unwrap_or_default()), &text, target);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
