//! Published figures of abstract matching with refinement beside ours: `cargo xtask paper-tables`.
//!
//! The published figures are from Păsăreanu, Pelánek and Visser, *Predicate Abstraction with Under-approximation
//! Refinement* (LMCS 3(1), 2007), tables 1 to 3 and sections 8.3 and 8.5. The models are not part of the project: they
//! are looked for next to the repository, or where `BOOLPROG_MODELS` says.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use boolprog_abstraction::Outcome;
use boolprog_abstraction::alpha::{self, Options, Report};
use boolprog_base::control::Unlimited;
use boolprog_integer::syntax::parse;
use boolprog_integer::{Instantiation, System, instantiate};
use boolprog_prover::{Prover, SmtLib};

/// Published figures of one search. Figures that are not printed are `None`.
struct Published {
    model: &'static str,
    place: &'static str,
    /// Number of iterations that the figures cover.
    iterations: u32,
    /// Concrete and abstract states of each iteration.
    states: &'static [(u64, u64)],
    queries: Option<u64>,
    /// New predicates of all iterations.
    new_predicates: Option<u64>,
    /// Why a figure is different, if one is.
    remark: &'static str,
    /// `true` if the properties of the model are left out.
    exactness_only: bool,
}

const NOTHING: Published = Published {
    model: "",
    place: "",
    iterations: 1,
    states: &[],
    queries: None,
    new_predicates: None,
    remark: "",
    exactness_only: false,
};

const PUBLISHED: [Published; 9] = [
    Published {
        model: "ticket2",
        place: "table 1",
        iterations: 4,
        queries: Some(124),
        new_predicates: Some(6),
        ..NOTHING
    },
    Published {
        model: "ticket3",
        place: "tables 1, 2",
        iterations: 5,
        states: &[(52, 25), (58, 31), (58, 31), (58, 31), (58, 31)],
        queries: Some(603),
        new_predicates: Some(11),
        ..NOTHING
    },
    Published {
        model: "ticket2-err",
        place: "table 1",
        iterations: 2,
        queries: Some(38),
        new_predicates: Some(5),
        ..NOTHING
    },
    Published {
        model: "ticket3-err",
        place: "table 1",
        states: &[(102, 44)],
        queries: Some(14),
        new_predicates: Some(4),
        remark: "The printed states are unexplained: no order of transitions and no rule for stopping early gives them.",
        ..NOTHING
    },
    Published {
        model: "rax",
        place: "table 3",
        iterations: 4,
        states: &[(69, 44), (101, 65), (101, 65), (101, 65)],
        queries: Some(88),
        new_predicates: Some(8),
        ..NOTHING
    },
    Published {
        model: "rax-inv",
        place: "section 8.3",
        iterations: 2,
        queries: Some(40),
        new_predicates: Some(2),
        ..NOTHING
    },
    Published {
        model: "rax-err",
        place: "table 1",
        queries: Some(10),
        new_predicates: Some(0),
        remark: "The printed 0 contradicts the first row of table 3, which is about the same search and says 2.",
        ..NOTHING
    },
    Published {
        model: "driver",
        place: "section 8.5",
        queries: Some(3),
        exactness_only: true,
        remark: "Without its properties, which this abstraction does not decide.",
        ..NOTHING
    },
    Published {
        model: "driver",
        place: "table 1",
        iterations: 2,
        queries: Some(7),
        remark: "With its properties. The second iteration, which section 8.5 does not have, decides them; how many of our \
                 questions that takes depends on how they are put.",
        ..NOTHING
    },
];

fn main() -> ExitCode {
    let mut missing = 0;
    let mut z3 = SmtLib::z3(Duration::from_secs(20));
    println!("| model | source | figure | published | ours | |");
    println!("|---|---|---|---|---|---|");
    for published in &PUBLISHED {
        match model(published) {
            Ok(system) => print(published, &search(&system, published, &mut z3)),
            Err(why) => {
                missing += 1;
                println!("| {} | {} | | | {why} | |", published.model, published.place);
            }
        }
    }
    println!("\nNot there: `bakery` and `driver-err`, whose models are not public.");
    if missing > 0 {
        eprintln!("{missing} of {} models cannot be read: name their folder in BOOLPROG_MODELS.", PUBLISHED.len());
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn model(published: &Published) -> Result<System, String> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/models");
    let folder = std::env::var_os("BOOLPROG_MODELS").map_or_else(beside, PathBuf::from);
    let path = folder.join(format!("{}.ip", published.model));
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let system = instantiate(&parse(&text).file, &Instantiation::default()).map_err(|error| error.to_string());
    system.map(|mut system| {
        if published.exactness_only {
            system.properties.clear();
        }
        system
    })
}

fn search(system: &System, published: &Published, prover: &mut dyn Prover) -> (Report, Duration) {
    let options = Options { iterations: published.iterations, ..Options::default() };
    let begin = Instant::now();
    let report = alpha::run(system, &options, Some(prover), &Unlimited, &mut |_| {});
    (report, begin.elapsed())
}

fn print(published: &Published, (report, elapsed): &(Report, Duration)) {
    let iterations = &report.iterations;
    let states: Vec<_> = iterations.iter().map(|i| (i.concrete_states, i.abstract_states)).collect();
    let new: u64 = iterations.iter().map(|i| i.new_predicates.len() as u64).sum();
    let mut rows = vec![("iterations", Some(published.iterations.to_string()), iterations.len().to_string())];
    if !published.states.is_empty() {
        rows.push(("states", Some(pairs(published.states)), pairs(&states)));
    }
    let queries = iterations.iter().map(|i| i.queries).sum::<u64>();
    rows.push(("queries", published.queries.map(|q| q.to_string()), queries.to_string()));
    rows.push(("new predicates", published.new_predicates.map(|n| n.to_string()), new.to_string()));
    for (figure, printed, ours) in rows {
        let difference = match &printed {
            Some(printed) if *printed != ours => format!("**different.** {}", published.remark),
            _ => String::new(),
        };
        let printed = printed.unwrap_or_default();
        println!("| {} | {} | {figure} | {printed} | {ours} | {difference} |", published.model, published.place);
    }
    let result = match &report.outcome {
        Outcome::Proved(_) => "exact".to_owned(),
        Outcome::Violated => format!("error after {} steps", report.violations[0].1.steps.len()),
        Outcome::Undefined(fault) => fault.undefined.to_string(),
        Outcome::Unknown(reason) => reason.to_string(),
    };
    println!("| {} | {} | result | | {result}, {elapsed:.2?} | |", published.model, published.place);
}

/// `52/25, 58/31`
fn pairs(states: &[(u64, u64)]) -> String {
    let mut text = String::new();
    for (number, (concrete, matched)) in states.iter().enumerate() {
        let comma = if number > 0 { ", " } else { "" };
        let _ = write!(text, "{comma}{concrete}/{matched}");
    }
    text
}
