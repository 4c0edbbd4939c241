//! C programs, in both granularities: verdicts against an interpreter of their syntax trees.

mod interpreter;
mod meeting;
mod orders;
mod program;
mod state;

use std::collections::BTreeSet;
use std::path::Path;

use boolprog_base::control::Unlimited;
use boolprog_c::Asked;
use boolprog_c_syntax::target::Target;
use boolprog_check::integer::{Model, Options};
use boolprog_check::report::{PropertyReport, Report, Verdict};
use boolprog_check::{Query, Unobserved};
use boolprog_frontend::{FrontEnd, Text};
use boolprog_prover::{NoProver, SmtLib};
use proptest::prelude::*;

use super::case::Compared;
use super::integer::{Asked as Count, Brief, Patience};
use interpreter::{Granularity, Kind, Reading, violated};
pub(crate) use program::{Program, program};

/// States that the interpreter visits.
const STATES: usize = 20_000;

/// States that the tool visits.
const VISITED: u64 = 20_000;

/// Threads of a function that any number of threads can run, for the interpreter.
const MOST: usize = 2;

/// Polls after which a program with a fixed number of threads is given up.
const POLLS: u64 = 5_000;

/// Polls after which one with any number of threads is given up: most are questions to a prover.
const QUESTIONS: u64 = 500;

const FILE: &str = "generated.c";

/// The properties that can be violated, with the words in the names of properties.
type Kinds = [(Kind, &'static [&'static str])];

/// The properties that are asked for at the same time.
const ASKED: [(&[Asked], &Kinds); 2] = [
    (
        &[Asked::Assertions],
        &[
            (Kind::Assertion, &["assertion"]),
            // A pointer far outside of its array is wrong before anything is accessed there.
            (Kind::Index, &["index", "pointer"]),
            (Kind::Division, &["division"]),
            (Kind::Shift, &["shift"]),
        ],
    ),
    (&[Asked::Races, Asked::Deadlocks], &[(Kind::Race, &["race"]), (Kind::Deadlock, &["deadlock"])]),
];

fn is_expected(refusal: &str) -> bool {
    refusal.starts_with("Not supported: a race with") || refusal.ends_with("another access to it in no defined order.")
}

/// The model of a program; `None` if it is refused because a race would not be exact there, or a called function changes what
/// another operand reads.
fn model(text: &str, granularity: Granularity, asked: &[Asked]) -> Result<Option<Model>, TestCaseError> {
    let statements = granularity == Granularity::Statement;
    // The interpreter has pointers of four bytes.
    let target = Target::I386;
    let c = boolprog_c::Options { statements, target, asked: asked.to_vec(), ..boolprog_c::Options::default() };
    let options = boolprog_frontend::Options { any_instances: true, c, ..boolprog_frontend::Options::default() };
    let front_end = FrontEnd::of(Path::new(FILE)).expect("one for C");
    match front_end.read(&Text { path: FILE.to_owned(), text: text.into() }, &options, &Unlimited) {
        Ok((boolprog_frontend::Program::Integer(model), _)) => Ok(Some(model)),
        Err(why) if why.iter().all(|it| is_expected(&it.message)) => Ok(None),
        other => Err(TestCaseError::fail(format!("not read: {other:?}\n{text}"))),
    }
}

/// Compares a program with a fixed number of threads, where both must agree, or with any number, where what is proved
/// holds for few threads and what few threads violate is not proved. Counts the verdicts.
pub(super) fn compare(program: &Program, z3: &mut Option<SmtLib>, count: &mut Count) -> Compared {
    let text = program.to_string();
    for granularity in [Granularity::Access, Granularity::Statement] {
        let Some(wanted) = violated(program, Reading { granularity, most: MOST }, STATES) else {
            count.unknown += 1;
            continue;
        };
        // Of several faults of one expression, C leaves open which one ends the run, also where only some kinds are asked for; and whether
        // the other operands are evaluated before it, which others may see.
        let mut is_cut = false;
        for (asked, kinds) in ASKED {
            let Some(model) = model(&text, granularity, asked)? else {
                count.unknown += 1;
                continue;
            };
            let report = check(model, program.many, z3);
            // A run is not followed beyond accesses in no defined order.
            if report.properties.iter().any(is_sequence) {
                count.unknown += 1;
                break;
            }
            is_cut |= report.properties.iter().any(is_fault);
            for (kind, words) in kinds.iter().filter(|(kind, _)| !is_cut || *kind == Kind::Assertion) {
                let is_of_kind = |property: &&PropertyReport| words.iter().any(|word| property.id.contains(word));
                let of_kind: Vec<_> = report.properties.iter().filter(is_of_kind).collect();
                agrees(*kind, &of_kind, &wanted, program.many || is_cut, count)
                    .map_err(|error| TestCaseError::fail(format!("{error}; {granularity:?}\n{text}")))?;
            }
        }
    }
    Ok(())
}

fn check(model: Model, many: bool, z3: &mut Option<SmtLib>) -> Report {
    let query = Query::Integer(model, Options { states: VISITED, ..Options::default() });
    let patience = Patience::of(if many { QUESTIONS } else { POLLS });
    match z3 {
        Some(z3) if many => query.check(&mut Brief(z3), &patience, &mut Unobserved),
        _ => query.check(&mut NoProver, &patience, &mut Unobserved),
    }
}

fn is_fault(property: &PropertyReport) -> bool {
    let kinds = ["index", "pointer", "division", "shift"];
    matches!(property.verdict, Verdict::Violated(_)) && kinds.iter().any(|kind| property.id.contains(kind))
}

fn is_sequence(property: &PropertyReport) -> bool {
    property.id.contains("sequence") && !matches!(property.verdict, Verdict::Proved(_))
}

fn agrees(
    kind: Kind,
    properties: &[&PropertyReport],
    wanted: &BTreeSet<Kind>,
    has_more_runs: bool,
    count: &mut Count,
) -> Compared {
    let is_violated = properties.iter().any(|property| matches!(property.verdict, Verdict::Violated(_)));
    let is_proved = properties.iter().all(|property| matches!(property.verdict, Verdict::Proved(_)));
    count.violated += u32::from(is_violated);
    count.proved += u32::from(is_proved && !properties.is_empty());
    count.unknown += u32::from(!is_violated && !is_proved);
    if is_proved {
        prop_assert!(!wanted.contains(&kind), "{kind:?} is proved, but violated");
    }
    if is_violated && !has_more_runs {
        prop_assert!(wanted.contains(&kind), "{kind:?} is violated, but holds");
    }
    Ok(())
}
