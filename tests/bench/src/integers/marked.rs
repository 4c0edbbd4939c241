//! `--suite marked`: reachable states, drawn at random with a fixed seed, as errors of the models of `--suite integer`.
//!
//! After the experiments of Kudra (*Finding Termination and Time Improvement in Predicate Abstraction with
//! Under-Approximation and Abstract Matching*, section 5.4), which mark random states and compare seven engines by
//! [points](super::points). The first table has our points, of all engines, the second one his, of his engines; the third one says
//! which of his engines differ by more than chance.

use std::collections::HashSet;
use std::sync::Arc;

use anyhow::{Result, ensure};
use boolprog_base::Random;
use boolprog_base::Span;
use boolprog_check::integer::Model;
use boolprog_integer::{
    Comparison, Formula, InputBound, InstanceId, LocationId, Property, PropertyKind, Sort, State, System, Term,
    Variable, VariableId,
};
use serde::Serialize;

use super::configuration::{CONFIGURATIONS, Configuration, Search, median};
use super::points::{FIGURES, Figures, Found, means, of_the_most, sign_test, wins};
use super::{MODELS, read};
use crate::arguments::RunArguments;
use crate::{results, tables};

/// States of a model up to which all of them are found.
const MOST_STATES: usize = 2_000_000;

/// Points of the engines on one model, or on all.
#[derive(Debug, Serialize)]
struct Compared {
    model: String,
    marked: usize,
    /// Ours, of all engines.
    ours: Vec<Row>,
    /// Those of Kudra, of his engines.
    kudra: Vec<Row>,
}

/// The points of one engine, in percent.
#[derive(Debug, Serialize)]
struct Row {
    engine: &'static str,
    /// The number of marked states that it found.
    found: usize,
    points: Figures,
}

/// Measures, prints tables and writes `marked.json` and `marked.md`.
pub(crate) fn run(arguments: &RunArguments) -> Result<()> {
    let common = &arguments.common;
    let is_asked = |name: &str| common.only.as_deref().is_none_or(|part| name.contains(part));
    let (mut compared, mut all) = (Vec::new(), Vec::new());
    for (name, text) in MODELS.into_iter().filter(|(name, _)| is_asked(name)) {
        let model = read(name, text)?;
        eprintln!("{name}: all states");
        let states = reachable(&model.system)?;
        let mut by_state = Vec::new();
        for (number, state) in drawn(&states, arguments.marked).into_iter().enumerate() {
            eprintln!("{name}: marked state {}", number + 1);
            let marked = Model { system: Arc::new(mark(&model.system, state)), ..model.clone() };
            let figures = |configuration: &Configuration| found(configuration, &marked, number as u64, arguments);
            by_state.push(CONFIGURATIONS.iter().map(figures).collect());
        }
        compared.push(compare(name, &by_state));
        all.extend(by_state);
    }
    compared.push(compare("all", &all));
    let text = format!(
        "Each search stopped after {} s; engines that chance decides search {} times for each state.\n\n{}\n{}",
        common.timeout.as_secs_f64(),
        arguments.runs,
        tables_of(&compared),
        significance(&all)
    );
    results::save(&common.out, "marked", &compared, &text)
}

/// The figures of an engine for one marked state: medians, if most of its runs find it.
fn found(configuration: &Configuration, marked: &Model, number: u64, arguments: &RunArguments) -> Option<Figures> {
    let runs = if configuration.is_random { u64::from(arguments.runs) } else { 1 };
    let search = |run| configuration.search(marked, number + 1000 * run, arguments.common.timeout);
    let found: Vec<Figures> = (0..runs).filter_map(|run| figures(&search(run))).collect();
    let is_found = 2 * found.len() as u64 > runs;
    let middle = |figure: usize| median(found.iter().map(|run| run[figure]).collect()).unwrap_or_default();
    is_found.then(|| std::array::from_fn(middle))
}

/// All reachable states, in the order of a breadth-first search.
fn reachable(system: &System) -> Result<Vec<State>> {
    let bound = InputBound::default();
    let mut known = HashSet::new();
    let mut states = Vec::new();
    let mut add = |state: State, states: &mut Vec<State>| {
        if known.insert(state.clone()) {
            states.push(state);
        }
    };
    for state in system.initial_states(bound).flatten().flatten() {
        add(state, &mut states);
    }
    let mut next = 0;
    while next < states.len() {
        let state = states[next].clone();
        for successor in system.successors(&state, bound) {
            if let Ok(state) = successor.state {
                add(state, &mut states);
            }
        }
        ensure!(states.len() <= MOST_STATES, "there are more than {MOST_STATES} states");
        next += 1;
    }
    Ok(states)
}

/// This number of the states, drawn at random from a fixed seed.
fn drawn(states: &[State], count: usize) -> Vec<&State> {
    let mut random = Random::new(0);
    (0..count).map(|_| random.one_of(states)).collect()
}

/// The system whose only error is this state.
fn mark(system: &System, state: &State) -> System {
    let at = |(instance, location): (u16, &u16)| Formula::At {
        instance: InstanceId(instance),
        location: LocationId(*location),
    };
    let has = |((variable, id), value): ((&Variable, u32), &i64)| {
        let id = VariableId(id);
        match (variable.sort, *value) {
            (Sort::Boolean, 0) => Formula::negation(Formula::Variable(id)),
            (Sort::Boolean, _) => Formula::Variable(id),
            (_, value) => Formula::Compare(Comparison::Equal, Term::Variable(id), Term::Constant(value)),
        }
    };
    let locations = (0..).zip(&state.locations).map(at);
    let values = system.variables.iter().zip(0..).zip(&state.values).map(has);
    let error = Formula::All(locations.chain(values).collect());
    let property =
        Property { name: "marked".into(), kind: PropertyKind::Error, error, span: Span::empty(0), claim: None };
    System { properties: vec![property], ..system.clone() }
}

/// The figures of a search that found the state. Those that can be 0 are larger by 1.
fn figures(search: &Search) -> Option<Figures> {
    let (predicates, iterations) = (search.predicates as f64 + 1.0, search.iterations.len() as f64 + 1.0);
    Some([search.seconds, search.states.max(1) as f64, predicates, iterations, search.depth? as f64 + 1.0])
}

/// The places of Kudra's engines among the configurations.
fn kudras() -> Vec<usize> {
    (0..CONFIGURATIONS.len()).filter(|number| CONFIGURATIONS[*number].is_kudras).collect()
}

fn compare(model: &str, by_state: &[Found]) -> Compared {
    let rows = |engines: &[usize], points: Vec<Figures>| -> Vec<Row> {
        let found = |engine: usize| by_state.iter().filter(|found| found[engine].is_some()).count();
        let row = |(engine, points): (&usize, Figures)| Row {
            engine: CONFIGURATIONS[*engine].name,
            found: found(*engine),
            points,
        };
        engines.iter().zip(points).map(row).collect()
    };
    let (all, kudras): (Vec<usize>, _) = ((0..CONFIGURATIONS.len()).collect(), kudras());
    Compared {
        model: model.to_owned(),
        marked: by_state.len(),
        ours: rows(&all, means(by_state, &all)),
        kudra: rows(&kudras, of_the_most(by_state, &kudras)),
    }
}

fn tables_of(compared: &[Compared]) -> String {
    let ours = "Points of all engines in percent of the best one, means over the marked states:";
    let kudra = "Kudra's score of his engines: points in percent of the engine that has the most:";
    let part = |title: &str, rows: fn(&Compared) -> &[Row]| {
        let lines = compared.iter().flat_map(|of| rows(of).iter().map(move |row| cells(of, row)));
        let header = ["model", "engine", "found"].into_iter().chain(FIGURES).chain(["all"]).map(str::to_owned);
        format!("{title}\n\n{}", tables::table(&header.collect::<Vec<_>>(), &lines.collect::<Vec<_>>()))
    };
    format!("{}\n{}", part(ours, |of| &of.ours), part(kudra, |of| &of.kudra))
}

fn cells(of: &Compared, row: &Row) -> Vec<String> {
    let mut cells = vec![of.model.clone(), row.engine.to_owned(), format!("{} of {}", row.found, of.marked)];
    let all = row.points.iter().sum::<f64>() / FIGURES.len() as f64;
    cells.extend(row.points.iter().chain([&all]).map(|points| format!("{points:.0}")));
    cells
}

/// Kudra's engines in the order of their points for each figure, each beside the next one with the probability that chance alone
/// makes it better in as many states.
fn significance(by_state: &[Found]) -> String {
    let engines = kudras();
    let points = of_the_most(by_state, &engines);
    let mut lines = Vec::new();
    for (figure, name) in FIGURES.iter().enumerate() {
        let mut ranked: Vec<usize> = (0..engines.len()).collect();
        ranked.sort_by(|one, other| points[*other][figure].total_cmp(&points[*one][figure]));
        for pair in ranked.windows(2) {
            let (first, second) = (engines[pair[0]], engines[pair[1]]);
            let counts = wins(by_state, (first, second), figure);
            let names = [first, second].map(|engine| CONFIGURATIONS[engine].name.to_owned());
            let [better, worse] = names;
            let by_chance = format!("{:.3}", sign_test(counts));
            lines.push(vec![(*name).to_owned(), better, worse, counts.0.to_string(), counts.1.to_string(), by_chance]);
        }
    }
    let header = ["figure", "engine", "next one", "better", "worse", "by chance"].map(str::to_owned);
    format!("Sign tests between neighbours in Kudra's score over all models:\n\n{}", tables::table(&header, &lines))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::configuration::PROVING;
    use super::*;

    const TEXT: &str =
        "decl x: 0..9, b: bool; process P { loc l, m; l -> l when x < 9 do x := x + 1; l -> m do b := true; }
        error e: x > 20;";

    #[test]
    fn marked_states_are_found_by_every_engine_that_needs_no_prover() {
        let model = read("small", TEXT).unwrap();
        let states = reachable(&model.system).unwrap();
        assert_eq!(states.len(), 20);
        for state in drawn(&states, 5) {
            let marked = Model { system: Arc::new(mark(&model.system, state)), ..model.clone() };
            let asks =
                |it: &&Configuration| it.name.starts_with("alpha ") || PROVING.iter().any(|own| own.name == it.name);
            for configuration in CONFIGURATIONS.iter().filter(|it| !asks(it)) {
                let found = configuration.search(&marked, 1, Duration::from_mins(1));
                assert_eq!(found.verdicts, ["violated"], "{configuration:?}");
            }
        }
    }

    #[test]
    fn his_seven_engines_are_compared_with_one_another() {
        let names: Vec<&str> = kudras().into_iter().map(|engine| CONFIGURATIONS[engine].name).collect();
        assert_eq!(names.len(), 7, "{names:?}");
        let nobody = vec![None; CONFIGURATIONS.len()];
        let everybody = vec![Some([1.0; FIGURES.len()]); CONFIGURATIONS.len()];
        let compared = compare("m", &[nobody, everybody]);
        let all = |rows: &[Row], points: f64| {
            rows.iter().all(|row| row.found == 1 && row.points.iter().all(|own| (own - points).abs() < 1e-9))
        };
        assert!(all(&compared.ours, 50.0) && all(&compared.kudra, 100.0), "{compared:?}");
    }
}
