//! `--suite marked`: reachable states, drawn at random with a fixed seed, as errors of the models of `--suite integer`.
//!
//! After the experiments of Kudra (*Finding Termination and Time Improvement in Predicate Abstraction with
//! Under-Approximation and Abstract Matching*, section 5.4), which mark random states and compare engines by points. Here
//! an engine has for each marked state and each figure as many points as the best engine is better: 1 for the best one,
//! 1/2 for one that takes twice as much, 0 for one that does not find the state. Predicates, iterations and steps are
//! counted from 1, so that none can be compared, too. The table has the means in percent.

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

use super::configuration::{CONFIGURATIONS, Configuration, Search};
use super::{MODELS, read};
use crate::arguments::RunArguments;
use crate::{results, tables};

/// States of a model up to which all of them are found.
const MOST_STATES: usize = 2_000_000;

/// The configurations that are compared, in the order of the columns.
const FIGURES: [&str; 5] = ["time", "states", "predicates", "iterations", "steps"];

/// The points of one engine on one model, in percent.
#[derive(Debug, Serialize)]
struct Row {
    model: String,
    engine: &'static str,
    /// The number of marked states, and of those that it found.
    marked: usize,
    found: usize,
    points: [f64; FIGURES.len()],
}

/// Measures, prints a table and writes `marked.json` and `marked.md`.
pub(crate) fn run(arguments: &RunArguments) -> Result<()> {
    let common = &arguments.common;
    let is_asked = |name: &str| common.only.as_deref().is_none_or(|part| name.contains(part));
    let mut rows = Vec::new();
    for (name, text) in MODELS.into_iter().filter(|(name, _)| is_asked(name)) {
        let model = read(name, text)?;
        eprintln!("{name}: all states");
        let states = reachable(&model.system)?;
        let mut by_state = Vec::new();
        for (number, state) in drawn(&states, arguments.marked).into_iter().enumerate() {
            eprintln!("{name}: marked state {}", number + 1);
            let marked = Model { system: Arc::new(mark(&model.system, state)), ..model.clone() };
            let search = |configuration: &Configuration| configuration.search(&marked, number as u64, common.timeout);
            by_state.push(CONFIGURATIONS.iter().map(search).collect());
        }
        rows.extend(compared(name, &by_state));
    }
    let all = total(&rows);
    rows.extend(all);
    let table = table(&rows, common.timeout.as_secs_f64());
    results::save(&common.out, "marked", &rows, &table)
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
    for state in system.initial_states(bound).flatten() {
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
fn figures(search: &Search) -> Option<[f64; FIGURES.len()]> {
    let (predicates, iterations) = (search.predicates as f64 + 1.0, search.iterations.len() as f64 + 1.0);
    Some([search.seconds, search.states.max(1) as f64, predicates, iterations, search.depth? as f64 + 1.0])
}

/// The points of each engine; for each marked state there are the searches of all engines.
fn compared(model: &str, by_state: &[Vec<Search>]) -> Vec<Row> {
    let row = |(number, configuration): (usize, &Configuration)| {
        let mut row = Row {
            model: model.to_owned(),
            engine: configuration.name,
            marked: by_state.len(),
            found: 0,
            points: [0.0; FIGURES.len()],
        };
        for searches in by_state {
            let Some(own) = figures(&searches[number]) else { continue };
            row.found += 1;
            for (figure, own) in own.into_iter().enumerate() {
                let all = searches.iter().filter_map(figures).map(|figures| figures[figure]);
                row.points[figure] += 100.0 * all.fold(f64::INFINITY, f64::min) / own / by_state.len() as f64;
            }
        }
        row
    };
    CONFIGURATIONS.iter().enumerate().map(row).collect()
}

/// The means over the models, which all have the same weight.
fn total(rows: &[Row]) -> Vec<Row> {
    let of_engine = |configuration: &Configuration| {
        let own: Vec<&Row> = rows.iter().filter(|row| row.engine == configuration.name).collect();
        let mean = |figure| own.iter().map(|row: &&Row| row.points[figure]).sum::<f64>() / own.len().max(1) as f64;
        Row {
            model: "all".to_owned(),
            engine: configuration.name,
            marked: own.iter().map(|row| row.marked).sum(),
            found: own.iter().map(|row| row.found).sum(),
            points: std::array::from_fn(mean),
        }
    };
    CONFIGURATIONS.iter().map(of_engine).collect()
}

fn table(rows: &[Row], seconds: f64) -> String {
    let cells = |row: &Row| {
        let mut cells = vec![row.model.clone(), row.engine.to_owned(), format!("{} of {}", row.found, row.marked)];
        let all = row.points.iter().sum::<f64>() / FIGURES.len() as f64;
        cells.extend(row.points.iter().chain([&all]).map(|points| format!("{points:.0}")));
        cells
    };
    let header: Vec<String> =
        ["model", "engine", "found"].into_iter().chain(FIGURES).chain(["all"]).map(str::to_owned).collect();
    format!(
        "Points in percent of the best engine, means over the marked states; each search stopped after {seconds} s.\n\n{}",
        tables::table(&header, &rows.iter().map(cells).collect::<Vec<_>>())
    )
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::configuration::PROVING;
    use super::*;

    const TEXT: &str =
        "decl x: 0..9, b: bool; process P { loc l, m; l -> l when x < 9 do x := x + 1; l -> m do b := true; }
        error e: x > 20;";

    fn is_near(points: &[f64], expected: &[f64]) -> bool {
        points.len() == expected.len() && points.iter().zip(expected).all(|(one, other)| (one - other).abs() < 1e-9)
    }

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
    fn points_are_shares_of_the_best() {
        let search = |seconds, depth| Search {
            seconds,
            states: 4,
            predicates: 0,
            iterations: Vec::new(),
            depth,
            verdicts: Vec::new(),
        };
        let mut searches: Vec<_> = CONFIGURATIONS.iter().map(|_| search(1.0, None)).collect();
        searches[0] = search(1.0, Some(3));
        searches[1] = search(4.0, Some(7));
        let rows = compared("m", &[searches]);
        assert!(is_near(&rows[0].points, &[100.0; 5]));
        assert!(is_near(&rows[1].points, &[25.0, 100.0, 100.0, 100.0, 50.0]));
        assert_eq!((rows[2].found, rows[2].points), (0, [0.0; 5]));
        assert!(is_near(&total(&rows)[1].points, &rows[1].points));
    }
}
