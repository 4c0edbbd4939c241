//! Programs of `tests/library`, each of which uses a part of the library of C.
//!
//! A program prints what the file beside it with the ending `.out` says, and ends with 0; that is what it does on a Linux system
//! with the GNU library. A line that ends with `// fault: KIND` is one where the machine finds this fault instead. Random schedules
//! must not change the result. To add a case, add a file.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boolprog_base::control::Unlimited;
use boolprog_c_syntax::Options as Reading;
use boolprog_c_syntax::target::Target;
use boolprog_machine::choices::{Choices, Usual};
use boolprog_machine::fault::{Kind, Kinds};
use boolprog_machine::machine::{Ended, Environment, Machine, Options};
use boolprog_machine::program::Program;
use boolprog_machine::schedule::{First, Random, RandomChoices, Scheduler, run};

use crate::support::Output;

/// This number of random schedules are tried.
const SEEDS: u64 = 12;

/// Standard input.
const INPUT: &[u8] = b"12 words\nsecond line\n";

#[test]
fn programs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/library");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    assert!(!files.is_empty());
    let wrong: Vec<String> = files.iter().filter_map(|path| check(path).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Executes a program under several schedules, for both targets.
fn check(path: &Path) -> Result<(), String> {
    let name = path.file_name().unwrap().to_string_lossy();
    let text = std::fs::read_to_string(path).unwrap();
    let expected = expected(path, &text);
    for target in [Target::X86_64, Target::I386] {
        let options = Reading { target, ..Reading::default() };
        let program = boolprog_machine::read(&name, &text, &options, "main", &Unlimited)
            .map_err(|mistakes| format!("{name}: {mistakes}"))?;
        let program = Arc::new(program);
        compare(&name, &expected, &execute(&program, &mut First::default(), &mut Usual))?;
        for seed in 0..SEEDS {
            let found = execute(&program, &mut Random::new(seed, 20), &mut RandomChoices::new(seed, &program));
            compare(&format!("{name}, {target:?}, seed {seed}"), &expected, &found)?;
        }
    }
    Ok(())
}

fn compare(what: &str, expected: &str, found: &str) -> Result<(), String> {
    if expected == found { Ok(()) } else { Err(format!("{what}:\nexpected\n{expected}\nfound\n{found}")) }
}

fn expected(path: &Path, text: &str) -> String {
    let fault = (1..).zip(text.lines()).find_map(|(number, line)| Some((number, line.split_once("// fault: ")?.1)));
    match fault {
        Some((line, kind)) => format!("{kind} in line {line}"),
        None => std::fs::read_to_string(path.with_extension("out")).unwrap_or_default(),
    }
}

/// The output of a program, or its fault.
fn execute(program: &Arc<Program>, scheduler: &mut dyn Scheduler, choices: &mut dyn Choices) -> String {
    let mut observer = Output::default();
    let options = Options { kinds: Kinds::default().with(Kind::Race).with(Kind::Format), ..Options::default() };
    let mut machine = match Machine::new(program.clone(), options, &["program"], INPUT, &Unlimited) {
        Ok(machine) => machine,
        Err(ended) => return format!("{ended:?}"),
    };
    let mut environment = Environment { choices, observer: &mut observer, control: &Unlimited };
    match run(&mut machine, scheduler, &mut environment) {
        Ended::Exit(0) => String::from_utf8_lossy(&observer.text).into_owned(),
        Ended::Fault(fault) => format!("{} in line {}", fault.kind, program.position(fault.position).line),
        ended => format!("{ended:?}"),
    }
}
