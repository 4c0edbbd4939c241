//! The C programs of this repository under random schedules: what is proved of them does not happen.

use std::path::{Path, PathBuf};

use boolprog_c_syntax::target::Target;
use boolprog_machine::fault::{Kind, Kinds};
use boolprog_tests::checked::AtMost;
use boolprog_tests::{corpus, root};

use super::executed::{self, Options, Outcome};
use super::setting;

/// Random schedules of each program; `BOOLPROG_SCHEDULES` is another number.
const SEEDS: u64 = 20;

/// Steps of a run, some of which have no end.
const STEPS: AtMost = AtMost(4095);

/// The expectations of a program.
struct Expected {
    /// `true` if it is proved; violated otherwise.
    is_proved: bool,
    /// The properties that are proved or violated.
    kinds: Kinds,
    defines: Vec<String>,
    target: Target,
}

/// The properties that the translation calls assertions.
fn assertions() -> Kinds {
    [Kind::Index, Kind::Division, Kind::Shift, Kind::Pointer]
        .into_iter()
        .fold(Kinds::NONE.with(Kind::Assertion), Kinds::with)
}

impl Expected {
    fn new() -> Self {
        Self { is_proved: true, kinds: assertions(), defines: Vec::new(), target: Target::default() }
    }
}

/// Reads the first line of a program; none if it says nothing that the machine can find, or asks for another reading.
fn expected(text: &str) -> Option<Expected> {
    let first = text.lines().next()?;
    if let Some(verdict) = first.strip_prefix("// verdict: ") {
        let is_proved = verdict.starts_with("holds");
        return Some(Expected { is_proved, ..Expected::new() });
    }
    let mut words = first.strip_prefix("// expect: ")?.split(' ');
    let is_proved = match words.next()? {
        "safe" => true,
        "unsafe" => false,
        _ => return None,
    };
    let mut expected = Expected { is_proved, ..Expected::new() };
    while let Some(word) = words.next() {
        match (word, words.next()?) {
            ("--property", "race") => expected.kinds = Kinds::NONE.with(Kind::Race),
            ("--property", "deadlock") => expected.kinds = Kinds::NONE.with(Kind::Deadlock),
            ("--property", "overflow") => expected.kinds = Kinds::NONE.with(Kind::Overflow),
            ("--machine", name) => expected.target = Target::of_name(name)?,
            ("--timeout", _) => {}
            ("-D", define) => expected.defines.push(define.to_owned()),
            _ => return None,
        }
    }
    Some(expected)
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The first fault of the expected kinds under random schedules.
fn fault(path: &Path, expected: &Expected) -> Result<Option<String>, String> {
    let text = std::fs::read_to_string(path).expect("readable");
    let options = Options {
        target: expected.target,
        defines: expected.defines.clone(),
        kinds: expected.kinds,
        ..Options::default()
    };
    let program = executed::program(&path.to_string_lossy(), &text, &options)?;
    let outcomes =
        (0..setting("BOOLPROG_SCHEDULES", SEEDS)).map(|seed| executed::random(&program, &options, seed, &STEPS));
    let mut faults = outcomes.filter_map(|outcome| match outcome {
        Outcome::Fault(kind, ..) if expected.kinds.contains(kind) => Some(outcome.to_string()),
        _ => None,
    });
    Ok(faults.next())
}

#[test]
fn what_is_proved_does_not_happen_under_random_schedules() {
    let folders = ["examples", "tests/tests/c"].map(|folder| root().join(folder));
    let paths: Vec<PathBuf> = folders.iter().flat_map(|folder| corpus::files(folder, "c")).collect();
    let mut wrong = Vec::new();
    let [mut proved, mut violated, mut found] = [0, 0, 0];
    for path in paths.iter().filter(|path| !path.components().any(|part| part.as_os_str() == "refused")) {
        let Some(expected) = expected(&std::fs::read_to_string(path).expect("readable")) else { continue };
        let name = name(path);
        let contradiction = match fault(path, &expected) {
            Err(why) => format!("{name} is not executed: {why}"),
            Ok(Some(fault)) if expected.is_proved => format!("{name} is proved, but {fault}"),
            Ok(fault) => {
                proved += u32::from(expected.is_proved);
                violated += u32::from(!expected.is_proved);
                found += u32::from(!expected.is_proved && fault.is_some());
                continue;
            }
        };
        wrong.push(contradiction);
    }
    println!("{proved} proved programs; {found} of {violated} violated ones are found");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
