//! Automata and transition systems in the notations of Theta: all engines, after the conversion to an integer program,
//! against explicit interpreters of both notations.

mod automaton;
mod expression;
mod specification;

use std::path::Path;
use std::time::Duration;

use boolprog_base::control::Unlimited;
use boolprog_base::engine::EngineId;
use boolprog_check::integer::{Model, Options};
use boolprog_check::report::{Report, Verdict};
use boolprog_check::{Query, Unobserved};
use boolprog_frontend::{FrontEnd, Program, Text};
use boolprog_integer::{InputBound, Transition};
use boolprog_prover::{NoProver, Prover, SmtLib};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use super::case::Compared;
use super::integer::{ENGINES, Patience};

pub(super) use automaton::{Automaton, automaton};
pub(super) use specification::{Specification, specification};

/// Integers without a range have the values from `-WINDOW` to `WINDOW`, in the engines and in the interpreters.
const WINDOW: u32 = 3;

/// Configurations that an interpreter visits.
const CONFIGURATIONS: usize = 5000;

/// Calls of [`Control::poll`](boolprog_base::control::Control::poll) after which a search with a prover stops.
const POLLS_WITH_PROVER: u64 = 100;

/// The number of answers of each kind.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Extent {
    pub(super) proved: u32,
    pub(super) violated: u32,
    pub(super) unknown: u32,
    pub(super) skipped: u32,
}

/// A text in one of the notations, and what is true of it.
struct Notation<'a> {
    /// Name of the file, with the extension of the notation.
    file: &'a str,
    text: &'a str,
    /// By property, the fewest steps of the notation to a violation; `None` if there are too many configurations.
    fewest: Option<Vec<Option<usize>>>,
    /// The steps of the program for these steps of the notation.
    steps: fn(&Model, usize) -> usize,
}

/// Compares the engines on an automaton, and with a prover those that ask one.
pub(super) fn compare_automaton(automaton: &Automaton, z3: Option<&mut SmtLib>, extent: &mut Extent) -> Compared {
    let text = automaton.to_string();
    let steps = |_: &Model, steps| steps;
    compare(&Notation { file: "random.cfa", text: &text, fewest: automaton.fewest(), steps }, z3, extent)
}

/// Compares the engines on a transition system, and with a prover those that ask one.
pub(super) fn compare_specification(
    specification: &Specification,
    z3: Option<&mut SmtLib>,
    extent: &mut Extent,
) -> Compared {
    let text = specification.to_string();
    // A step is one step of the program, or two: the choice of next values, and the test of them.
    let steps = |model: &Model, steps| steps * model.system.processes[0].locations.len();
    compare(&Notation { file: "random.system", text: &text, fewest: Some(specification.fewest()), steps }, z3, extent)
}

fn compare(notation: &Notation<'_>, z3: Option<&mut SmtLib>, extent: &mut Extent) -> Compared {
    let model = read(notation)?;
    let Some(fewest) = &notation.fewest else {
        extent.skipped += 1;
        return Ok(());
    };
    let fewest: Vec<_> = fewest.iter().map(|fewest| fewest.map(|steps| (notation.steps)(&model, steps))).collect();
    let mut compare = |engine, prover: &mut dyn Prover, patience: Patience| {
        let options = Options { engine, inputs: InputBound(WINDOW), ..Options::default() };
        let report = Query::Integer(model.clone(), options).check(prover, &patience, &mut Unobserved);
        let agreed = agrees(&report, &fewest, &model, engine, extent);
        agreed.map_err(|error| TestCaseError::fail(format!("{error}\n{engine:?}:\n{}", notation.text)))
    };
    for engine in ENGINES {
        compare(engine, &mut NoProver, Patience::default())?;
    }
    if let Some(z3) = z3 {
        for engine in [EngineId::Alpha, EngineId::Expl, EngineId::Pred, EngineId::Prod, EngineId::Local] {
            compare(Some(engine), z3, Patience::of(POLLS_WITH_PROVER))?;
        }
    }
    Ok(())
}

fn read(notation: &Notation<'_>) -> Compared<Model> {
    let text = Text { path: notation.file.to_owned(), text: notation.text.into() };
    let front_end = FrontEnd::of(Path::new(notation.file)).expect("a front end of the extension");
    match front_end.read(&text, &boolprog_frontend::Options::default(), &Unlimited) {
        Ok((Program::Integer(model), _)) => Ok(model),
        other => Err(TestCaseError::fail(format!("{other:?}\n{}", notation.text))),
    }
}

fn agrees(
    report: &Report,
    fewest: &[Option<usize>],
    model: &Model,
    engine: Option<EngineId>,
    extent: &mut Extent,
) -> Compared {
    let is_complete = matches!(engine, None | Some(EngineId::Explicit));
    let system = &model.system;
    let is_bounded = system.starts_bounded() && system.transitions.iter().all(Transition::is_bounded);
    prop_assert_eq!(report.properties.len(), fewest.len());
    for (property, fewest) in report.properties.iter().zip(fewest) {
        let id = &property.id;
        match &property.verdict {
            Verdict::Proved(_) => {
                extent.proved += 1;
                prop_assert!(fewest.is_none(), "{} is proved, and violated in {:?} steps", id, fewest);
            }
            Verdict::Violated(violation) => {
                extent.violated += 1;
                let steps = violation.trace().steps.len();
                if engine.is_none() && !is_bounded {
                    // Values near constants are tried as well, which may be none of those that were tried here.
                    prop_assert!(fewest.is_none_or(|fewest| steps <= fewest), "{} is violated in more steps", id);
                } else if is_complete {
                    prop_assert_eq!(*fewest, Some(steps), "{} is violated in other steps", id);
                }
                let asks_prover = engine.is_some_and(|it| it == EngineId::Alpha || it.builds_graphs());
                let knows = engine.is_some() && !asks_prover || is_bounded;
                prop_assert!(!knows || fewest.is_some_and(|fewest| fewest <= steps), "{} is violated", id);
            }
            Verdict::Unknown(unknown) => {
                extent.unknown += 1;
                let may = !is_complete || (fewest.is_none() && !is_bounded);
                prop_assert!(may, "{} is unknown: {:?}", id, unknown);
            }
        }
    }
    Ok(())
}

/// Z3, if it is on the search path.
pub(super) fn z3() -> Option<SmtLib> {
    boolprog_tests::has_prover().then(|| SmtLib::z3(Duration::from_secs(20)))
}
