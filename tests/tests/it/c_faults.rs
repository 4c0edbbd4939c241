//! Known faults of C programs: the right verdict, and what is said today where that is another one.
//!
//! The first line of a program says what is right, as beside this folder: `// expect: unsafe --property race`, or
//! `// refused: 4: the message`. The second line may say what is said instead: `// known fault: proved` where that is wrong,
//! `// known gap: refused` where it does not answer. A mark has to be true: a change that repairs a program removes it. A new case is a new
//! file.

use std::path::{Path, PathBuf};
use std::process::Command;

use boolprog_tests::root;
use serde_json::Value;

/// Number of programs that are checked at the same time.
const WORKERS: usize = 4;

/// The expectations of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Answer {
    Proved,
    Violated,
    Unknown,
    /// With the line and the message of the first reason, or any reason.
    Refused(Option<String>),
}

impl Answer {
    fn named(word: &str) -> Self {
        match word {
            "proved" | "safe" => Self::Proved,
            "violated" | "unsafe" => Self::Violated,
            "unknown" => Self::Unknown,
            "refused" => Self::Refused(None),
            other => panic!("`{other}` is no answer"),
        }
    }

    fn of(report: &Value) -> Self {
        let properties = report["properties"].as_array().map(Vec::as_slice).unwrap_or_default();
        let verdicts = || properties.iter().map(|property| &property["verdict"]);
        if properties.is_empty() {
            let first = &report["diagnostics"][0];
            let message = first["message"].as_str().unwrap_or_default();
            return Self::Refused(Some(format!("{}: {message}", first["line"])));
        }
        if verdicts().any(|it| it == "violated") {
            return Self::Violated;
        }
        if verdicts().all(|it| it == "proved") { Self::Proved } else { Self::Unknown }
    }

    /// Returns `true` if this is what was expected, where any reason of a refusal may be.
    fn is(&self, expected: &Self) -> bool {
        self == expected || matches!((self, expected), (Self::Refused(_), Self::Refused(None)))
    }
}

/// The expectations in the first two lines of a program.
struct Case {
    path: PathBuf,
    right: Answer,
    options: Vec<String>,
    /// Today's answer instead, and whether it is wrong.
    mark: Option<(Answer, bool)>,
}

impl Case {
    fn read(path: PathBuf) -> Self {
        let text = std::fs::read_to_string(&path).expect("readable");
        let mut lines = text.trim_start_matches('\u{feff}').lines();
        let first = lines.next().unwrap_or_default();
        let second = lines.next().unwrap_or_default();
        let mark = |begin, is_wrong| Some((Answer::named(second.strip_prefix(begin)?), is_wrong));
        let mark = mark("// known fault: ", true).or_else(|| mark("// known gap: ", false));
        if let Some(message) = first.strip_prefix("// refused: ") {
            return Self { path, right: Answer::Refused(Some(message.to_owned())), options: Vec::new(), mark };
        }
        let expected = first.strip_prefix("// expect: ").unwrap_or_else(|| panic!("{}: no first line", path.display()));
        let mut words = expected.split(' ');
        let right = Answer::named(words.next().unwrap_or_default());
        Self { path, right, options: words.map(str::to_owned).collect(), mark }
    }

    fn answer(&self) -> Answer {
        let mut boolprog = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"));
        let output = boolprog.args(["check", "--format", "json"]).args(&self.options).arg(&self.path).output();
        let report: Value = serde_json::from_slice(&output.expect("the binary starts").stdout).expect("JSON");
        Answer::of(&report["files"][0])
    }

    /// The differences from the first lines.
    fn fault(&self) -> Option<String> {
        let (answer, path) = (self.answer(), self.path.display());
        let Some((today, is_wrong)) = &self.mark else {
            return (!answer.is(&self.right)).then(|| format!("{path}: {answer:?} instead of {:?}", self.right));
        };
        if answer.is(&self.right) {
            return Some(format!("{path}: this is right now: remove the mark"));
        }
        if !answer.is(today) {
            return Some(format!("{path}: {answer:?}, but the mark says {today:?}"));
        }
        let says_nothing = matches!((&answer, &self.right), (Answer::Refused(_), Answer::Proved | Answer::Violated))
            || answer == Answer::Unknown;
        (says_nothing == *is_wrong).then(|| format!("{path}: `{answer:?}` is a fault if it is wrong, else a gap"))
    }
}

/// The programs in the folders of a folder.
fn cases(folder: &Path) -> Vec<Case> {
    let entries = |folder: &Path| {
        let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        entries.map(|entry| entry.expect("readable").path()).collect::<Vec<_>>()
    };
    let files = entries(folder).into_iter().flat_map(|folder| entries(&folder));
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|it| it == "c")).collect();
    files.sort();
    assert!(!files.is_empty(), "{}", folder.display());
    files.into_iter().map(Case::read).collect()
}

#[test]
fn known_faults_are_those_that_are_marked() {
    if !boolprog_tests::has_prover() {
        return;
    }
    let cases = cases(&root().join("tests/tests/c/faults"));
    let share = cases.len().div_ceil(WORKERS);
    let wrong: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = cases
            .chunks(share)
            .map(|cases| scope.spawn(|| cases.iter().filter_map(Case::fault).collect::<Vec<_>>()))
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
