//! Engines with abstract reachability graphs, and Spacer on whole-program Horn clauses, against the oracle.

use std::time::Duration;

use boolprog_check::Separation;
use boolprog_check::integer::{Counterexamples, First, Order, Refiner, Restart};
use boolprog_clauses::exchange::Question;
use boolprog_prover::SmtLib;

use super::*;
use crate::spacer::spacer;

/// Calls of [`Control::poll`] after which a search stops.
const POLLS: u64 = 600;

/// The time for the clauses of one program.
const CLAUSES: Duration = Duration::from_millis(500);

const REFINERS: [Refiner; 7] = [
    Refiner::Weakest,
    Refiner::Core,
    Refiner::Cut,
    Refiner::Interpolants,
    Refiner::Separation(Separation::Conflict),
    Refiner::Separation(Separation::Integer),
    Refiner::Separation(Separation::Tree),
];

/// The number of answers of each kind.
#[derive(Clone, Copy, Default, Debug)]
pub(in super::super) struct Answers {
    pub(in super::super) verdicts: Extent,
    pub(in super::super) clauses: u32,
}

/// Compares the engines in one reading of ranges, with options at random, and Spacer.
pub(in super::super) fn compare_graphs(seed: u64, z3: &mut SmtLib, answers: &mut Answers) -> Compared {
    let text = &text(seed);
    let mut random = Random::new(seed ^ 0x5eed);
    let parsed = parse(text);
    let file = Arc::new(parsed.file);
    let on_range = *random.one_of(&[OnRange::Error, OnRange::Block, OnRange::Wrap]);
    let instantiation = Instantiation { on_range, ..Instantiation::default() };
    let model = Model::new("generated.ip", text.as_str().into(), Arc::clone(&file), instantiation);
    let (Ok(model), Some(found)) = (model, Oracle::new(&file, on_range).search(STATES)) else {
        answers.verdicts.skipped += 1;
        return Ok(());
    };
    answers.verdicts.undefined += u32::from(found.undefined.is_some());
    for engine in [EngineId::Expl, EngineId::Pred, EngineId::Prod, EngineId::Local].map(Some) {
        let counterexamples = Counterexamples {
            boolean: random.once_in(2),
            values: Some(*random.one_of(&[1, 2, 8])),
            restart: *random.one_of(&[Restart::Step, Restart::Graph]),
            refiner: Some(*random.one_of(&REFINERS)),
            lazy: random.once_in(2),
            only_values: false,
        };
        let order = *random.one_of(&[Order::BreadthFirst, Order::DepthFirst]);
        let first = *random.one_of(&[None, Some(First::Guards), Some(First::Properties)]);
        let options = Options { engine, counterexamples, order, first, ..Options::default() };
        let query = Query::Integer(model.clone(), options);
        let report = query.check(z3, &Patience::of(POLLS), &mut Unobserved);
        agrees(&report, &found, engine, &mut answers.verdicts)
            .map_err(|error| because(error, on_range, engine, text))?;
    }
    let clauses = spacer(&model.system, Question::Everything, CLAUSES, z3, &Patience::of(u64::MAX));
    let is_safe = found.undefined.is_none() && found.violated.iter().all(Option::is_none);
    prop_assert!(clauses.is_none_or(|safe| safe == is_safe), "Spacer says {clauses:?}, {on_range:?}:\n{text}");
    answers.clauses += u32::from(clauses.is_some());
    Ok(())
}
