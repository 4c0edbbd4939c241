//! Spacer as an oracle: what it says about the Horn clauses of a whole program is what the engines say, property by property.
//!
//! The models are those of this repository. `BOOLPROG_MODELS=/path/to/folder` adds the integer programs and files of Theta in a
//! folder, and gives more time to all.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use boolprog_base::control::{Control, Unlimited};
use boolprog_check::integer::{Model, Options};
use boolprog_check::report::Verdict;
use boolprog_check::{Query, Unobserved};
use boolprog_clauses::exchange::{self, Question};
use boolprog_frontend::{FrontEnd, Program, Text};
use boolprog_host::limits::Limits;
use boolprog_integer::System;
use boolprog_prover::{HornClauses, Prover as _, SmtLib, Solution};
use boolprog_tests::root;
use tokio_util::sync::CancellationToken;

const FOLDERS: [&str; 6] = [
    "examples",
    "server/abstraction/tests/published",
    "server/abstraction/tests/refinement",
    "server/abstraction/tests/families/sequential",
    "server/abstraction/tests/families/counters",
    "server/abstraction/tests/families/cycles",
];

/// The answer of Spacer to a question about a system: `true` if nothing is violated; none if it does not know.
pub(crate) fn spacer(
    system: &System,
    question: Question,
    limit: Duration,
    z3: &mut SmtLib,
    control: &dyn Control,
) -> Option<bool> {
    let written = exchange::write(system, question);
    let is_clause = |line: &&str| !line.starts_with("(set-logic") && !line.starts_with("(check-sat");
    let text = written.lines().filter(is_clause).collect::<Vec<_>>().join("\n") + "\n";
    match z3.solve(&HornClauses { text: &text, inlining: true, limit }, control) {
        Ok(Solution::Model(_)) => Some(true),
        Ok(Solution::Refuted) => Some(false),
        Ok(Solution::Unknown(_)) | Err(_) => None,
    }
}

/// Time and memory of a check.
struct Budget {
    limits: Limits,
    clauses: Duration,
}

impl Budget {
    fn of(seconds: u64) -> Self {
        let time = Duration::from_secs(seconds);
        Self { limits: Limits::start(time, 1 << 30, CancellationToken::new()), clauses: time / 4 }
    }
}

/// The models of a folder that have a fixed number of instances.
fn models(folder: &Path) -> Vec<(PathBuf, Model)> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let model = |path: PathBuf| {
        let is_asked = |it: &&FrontEnd| it.makes_integer_programs() && it.extensions != ["c", "i"];
        let front_end = FrontEnd::of(&path).filter(is_asked)?;
        let text: Arc<str> = std::fs::read_to_string(&path).expect("a text").into();
        let text = Text { path: path.display().to_string(), text };
        let options = boolprog_frontend::Options { any_instances: true, ..Default::default() };
        match front_end.read(&text, &options, &Unlimited) {
            Ok((Program::Integer(model), _)) if !model.has_any_number() => Some((path, model)),
            _ => None,
        }
    };
    paths.into_iter().filter_map(model).collect()
}

/// Compares the verdict on each property; returns how many both know.
fn compare(path: &Path, model: &Model, z3: &mut SmtLib, budget: &Budget) -> usize {
    let report = Query::Integer(model.clone(), Options::default()).check(z3, &budget.limits, &mut Unobserved);
    let mut compared = 0;
    for (index, property) in report.properties.iter().enumerate().take(model.system.properties.len()) {
        let holds = match property.verdict {
            Verdict::Proved(_) => true,
            Verdict::Violated(_) => false,
            Verdict::Unknown(_) => continue,
        };
        let Some(answer) = spacer(&model.system, Question::Property(index), budget.clauses, z3, &Unlimited) else {
            continue;
        };
        assert_eq!(answer, holds, "Spacer and the engines about {} of {}", property.name, path.display());
        compared += 1;
    }
    println!("{}: {compared} of {} compared", path.display(), model.system.properties.len());
    compared
}

#[test]
fn spacer_agrees_with_the_engines_about_every_model() {
    let mut z3 = SmtLib::z3(Duration::from_secs(2));
    let given = std::env::var_os("BOOLPROG_MODELS").map(PathBuf::from);
    let seconds = if given.is_some() { 60 } else { 1 };
    let folders = FOLDERS.iter().map(|folder| root().join(folder)).chain(given);
    let all: Vec<_> = folders.flat_map(|folder| models(&folder)).collect();
    assert!(all.len() > 30, "{} models", all.len());
    let compared: usize = all.iter().map(|(path, model)| compare(path, model, &mut z3, &Budget::of(seconds))).sum();
    println!("{compared} properties compared");
}
