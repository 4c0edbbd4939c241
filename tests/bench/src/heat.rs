//! `--suite heat`: the heat map of Bajkai and Hajdu (*Software Model Checking with a Combination of Explicit Values and
//! Predicates*, figure 3): the time of each configuration on each model, with sums for categories.
//!
//! The categories are those of this repository, and each folder in the folder of `--models`, such as copies of SV-COMP's
//! `locks`, `ssh` and `eca`.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use serde::Serialize;

use crate::arguments::RunArguments;
use crate::heat_map;
use crate::process;
use crate::{bench, results, tables};

/// The configurations of the paper with our names, and `local`: the options of `boolprog check`.
pub(crate) const CONFIGURATIONS: [(&str, &str); 12] = [
    ("EXPL", "--engine expl --only-values"),
    ("EXPL 1", "--engine expl --values 1"),
    ("EXPL 8", "--engine expl --values 8"),
    ("PRED Cartesian", "--engine pred --abstraction cartesian"),
    ("PRED Boolean", "--engine pred --abstraction boolean"),
    ("PROD 1", "--engine prod --values 1"),
    ("PROD 2", "--engine prod --values 2"),
    ("PROD 4", "--engine prod --values 4"),
    ("PROD 8", "--engine prod --values 8"),
    ("PROD 16", "--engine prod --values 16"),
    ("PROD 32", "--engine prod --values 32"),
    ("LOCAL", "--engine local"),
];

/// The categories of this repository: each with its folder.
const CATEGORIES: [(&str, &str); 5] = [
    ("literature", "server/abstraction/tests/refinement"),
    ("sequential", "server/abstraction/tests/families/sequential"),
    ("counters", "server/abstraction/tests/families/counters"),
    ("cycles", "server/abstraction/tests/families/cycles"),
    ("locks", "tests/bench/models/locks"),
];

/// The endings of models.
const ENDINGS: [&str; 5] = ["ip", "cfa", "system", "c", "i"];

/// Models of one kind.
#[derive(Debug, Serialize)]
pub(crate) struct Category {
    pub(crate) name: String,
    pub(crate) rows: Vec<Row>,
}

/// A model in each configuration.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub(crate) model: String,
    pub(crate) cells: Vec<Cell>,
}

/// A model in one configuration.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Cell {
    pub(crate) answer: Answer,
    /// Processor time, also where there is no verdict.
    pub(crate) seconds: f64,
}

/// The verdict on all properties of a model.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) enum Answer {
    Proved,
    Violated,
    /// Unknown within the limit.
    Unknown,
    /// The model cannot be read.
    Refused,
}

impl Cell {
    pub(crate) const fn is_decided(&self) -> bool {
        matches!(self.answer, Answer::Proved | Answer::Violated)
    }
}

/// A number of models that are decided, and the time for all of them, in seconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Sum {
    pub(crate) decided: usize,
    pub(crate) models: usize,
    pub(crate) seconds: f64,
}

impl Sum {
    /// The sum of a configuration over models.
    pub(crate) fn of<'a>(rows: impl Iterator<Item = &'a Row>, configuration: usize) -> Self {
        let empty = Self { decided: 0, models: 0, seconds: 0.0 };
        rows.map(|row| row.cells[configuration]).fold(empty, |sum, cell| Self {
            decided: sum.decided + usize::from(cell.is_decided()),
            models: sum.models + 1,
            seconds: sum.seconds + cell.seconds,
        })
    }

    /// `true` if it has more verdicts than the other, or as many in less time; a tenth of the time is chance.
    fn is_better(&self, other: &Self) -> bool {
        self.decided > other.decided || (self.decided == other.decided && self.seconds < 0.9 * other.seconds)
    }
}

impl std::fmt::Display for Sum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} of {}, {:.1} s", self.decided, self.models, self.seconds)
    }
}

/// Measures, prints the tables and writes `heat.json`, `heat.md` and `heat.svg`.
pub(crate) fn run(arguments: &RunArguments) -> Result<()> {
    let common = &arguments.common;
    let boolprog = arguments.boolprog.clone().map_or_else(bench::beside_this, Ok)?;
    let mut categories = Vec::new();
    for (name, models) in models(arguments.models.as_deref())? {
        let is_asked =
            |model: &Model| common.only.as_deref().is_none_or(|part| format!("{name}/{}", model.name).contains(part));
        let mut rows = Vec::new();
        for model in models.iter().filter(|model| is_asked(model)) {
            eprintln!("{name}: {}", model.name);
            rows.push(row(&boolprog, model, common.timeout)?);
        }
        if !rows.is_empty() {
            categories.push(Category { name, rows });
        }
    }
    results::write(&common.out, "heat.svg", &heat_map::draw(&categories, common.timeout))?;
    results::save(&common.out, "heat", &categories, &report(&categories, common.timeout))
}

struct Model {
    name: String,
    path: PathBuf,
    /// `true` if the error is the label `ERROR`, as in older programs of SV-COMP.
    has_error_label: bool,
}

fn models(own: Option<&Path>) -> Result<Vec<(String, Vec<Model>)>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut categories: Vec<_> =
        CATEGORIES.iter().map(|(name, folder)| ((*name).to_owned(), root.join(folder))).collect();
    if let Some(own) = own {
        let folders = folder(own)?.into_iter().filter(|path| path.is_dir());
        categories.extend(folders.map(|path| (format!("your {}", file_name(&path)), path)));
    }
    let found = categories.into_iter().map(|(name, path)| {
        let mut models = Vec::new();
        collect(&path, &mut models)?;
        Ok((name, models))
    });
    found.collect()
}

/// The models in a folder and in its folders, by name.
fn collect(path: &Path, models: &mut Vec<Model>) -> Result<()> {
    for entry in folder(path)? {
        if entry.is_dir() {
            collect(&entry, models)?;
        } else if entry.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known)) {
            let text = fs::read(&entry).with_context(|| entry.display().to_string())?;
            let has_error_label = String::from_utf8_lossy(&text).contains("ERROR:");
            let stem = entry.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            // Many collections have a folder for each program, in which it has the same name.
            let name = if stem == "main" { file_name(path) } else { stem };
            models.push(Model { name, path: entry, has_error_label });
        }
    }
    Ok(())
}

fn folder(path: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(path).with_context(|| path.display().to_string())?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn row(boolprog: &Path, model: &Model, time: Duration) -> Result<Row> {
    let cell = |(_, options): &(&str, &str)| {
        let seconds = time.as_secs_f64().to_string();
        let label: &[&str] = if model.has_error_label { &["--error-label", "ERROR"] } else { &[] };
        let mut words = vec![boolprog.as_os_str().to_owned()];
        words.extend(["check", "--timeout", &seconds].iter().chain(label).map(OsString::from));
        words.extend(options.split(' ').map(OsString::from));
        words.push(model.path.as_os_str().to_owned());
        // It ends by itself, a little after its limit.
        let ended = process::run(&words, 2 * time)?;
        Ok(Cell { answer: answer(ended.code), seconds: ended.processor })
    };
    Ok(Row { model: model.name.clone(), cells: CONFIGURATIONS.iter().map(cell).collect::<Result<_>>()? })
}

const fn answer(code: Option<i32>) -> Answer {
    match code {
        Some(0) => Answer::Proved,
        Some(1) => Answer::Violated,
        Some(2) | None => Answer::Unknown,
        Some(_) => Answer::Refused,
    }
}

fn report(categories: &[Category], time: Duration) -> String {
    let header: Vec<String> =
        std::iter::once("model").chain(CONFIGURATIONS.map(|(name, _)| name)).map(str::to_owned).collect();
    let mut parts = vec![format!(
        "Processor time in seconds of `boolprog check`, without that of provers it stopped; each run stopped after {} s. `-`: \
         unknown, `no`: not read.\n",
        time.as_secs_f64()
    )];
    let line = |name: &str, rows: &[&Row]| {
        let sum = |configuration| Sum::of(rows.iter().copied(), configuration).to_string();
        std::iter::once(name.to_owned()).chain((0..CONFIGURATIONS.len()).map(sum)).collect::<Vec<_>>()
    };
    let all: Vec<&Row> = categories.iter().flat_map(|category| &category.rows).collect();
    let mut sums: Vec<_> = categories.iter().map(|of| line(&of.name, &of.rows.iter().collect::<Vec<_>>())).collect();
    sums.push(line("**all**", &all));
    parts.push(tables::table(&header, &sums));
    parts.push(claims(categories));
    for category in categories {
        let cells = |row: &Row| std::iter::once(row.model.clone()).chain(row.cells.iter().map(word)).collect();
        parts.push(format!(
            "## {}\n\n{}",
            category.name,
            tables::table(&header, &category.rows.iter().map(cells).collect::<Vec<_>>())
        ));
    }
    parts.join("\n")
}

fn word(cell: &Cell) -> String {
    match cell.answer {
        Answer::Proved | Answer::Violated => format!("{:.2}", cell.seconds),
        Answer::Unknown => "-".to_owned(),
        Answer::Refused => "no".to_owned(),
    }
}

/// The paper's claims, judged by the figures, and contradictions between configurations.
fn claims(categories: &[Category]) -> String {
    let rows: Vec<&Row> = categories.iter().flat_map(|category| &category.rows).collect();
    let mut lines: Vec<String> = least_limit(&rows).into_iter().collect();
    lines.extend(categories.iter().filter_map(of_category));
    for row in rows {
        let has = |answer| row.cells.iter().any(|cell| cell.answer == answer);
        if has(Answer::Proved) && has(Answer::Violated) {
            lines.push(format!("**{}**: one configuration proves what another one shows to be violated.", row.model));
        }
    }
    lines.iter().flat_map(|line| ["- ", line, "\n"]).collect()
}

/// The numbers of the configurations whose names begin so, with their sums.
fn sums<'r>(rows: &'r [&'r Row], beginning: &str) -> impl Iterator<Item = (&'static str, Sum)> + use<'r> {
    let all: &'static [(&'static str, &'static str)] = &CONFIGURATIONS;
    let named: Vec<usize> = (0..all.len()).filter(|number| all[*number].0.starts_with(beginning)).collect();
    named.into_iter().map(move |number| (all[number].0, Sum::of(rows.iter().copied(), number)))
}

/// The claim that one value is the best limit of PROD.
fn least_limit(rows: &[&Row]) -> Option<String> {
    let all: Vec<_> = sums(rows, "PROD").collect();
    let (one, own) = *all.first()?;
    let (best, its) = *all.iter().find(|(_, sum)| all.iter().all(|(_, other)| !other.is_better(sum)))?;
    Some(if one == best {
        format!("The claim that k = 1 is best overall is confirmed: {one} decides {own}.")
    } else {
        format!("The claim that k = 1 is best overall is not confirmed: {one} decides {own}, {best} {its}.")
    })
}

/// The claim about a category of SV-COMP, if the paper makes one.
fn of_category(category: &Category) -> Option<String> {
    let rows: Vec<&Row> = category.rows.iter().collect();
    let decided = |(name, sum): (&str, Sum)| format!("{name} decides {sum}");
    let name = category.name.as_str();
    if name.contains("locks") {
        let is_hard = |(_, sum): &(&str, Sum)| sum.decided < sum.models;
        let hard: Vec<String> = sums(&rows, "").filter(is_hard).map(decided).collect();
        let judged =
            if hard.is_empty() { "confirmed".to_owned() } else { format!("not confirmed: {}", hard.join("; ")) };
        return Some(format!("The claim that `locks` is easy for each configuration is, for {name}, {judged}."));
    }
    if !name.contains("ssh") {
        return None;
    }
    let own = sums(&rows, "EXPL").map(|(_, sum)| sum.decided).max()?;
    let is_ahead = sums(&rows, "P").all(|(_, other)| other.decided < own);
    let judged = if is_ahead { "confirmed" } else { "not confirmed" };
    let figures: Vec<String> = sums(&rows, "EXPL").chain(sums(&rows, "P")).map(decided).collect();
    let figures = figures.join("; ");
    Some(format!(
        "The claim that values decide more of `ssh` than predicates and both is {judged} for {name}: {figures}."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn cell(answer: Answer, seconds: f64) -> Cell {
        Cell { answer, seconds }
    }

    fn row_of(model: &str, special: usize, other: Cell, cell: Cell) -> Row {
        let mut cells = vec![other; CONFIGURATIONS.len()];
        cells[special] = cell;
        Row { model: model.to_owned(), cells }
    }

    #[test]
    fn sums_say_how_many_are_decided_and_in_what_time() {
        let (proved, unknown) = (cell(Answer::Proved, 0.5), cell(Answer::Unknown, 3.0));
        let rows = [row_of("a", 0, proved, unknown), row_of("b", 0, unknown, proved)];
        assert_eq!(Sum::of(rows.iter(), 0).to_string(), "1 of 2, 3.5 s");
        let category = Category { name: "small".to_owned(), rows: rows.into() };
        let text = report(&[category], Duration::from_secs(3));
        assert!(text.contains("| small | 1 of 2, 3.5 s |") && text.contains("| a | - | 0.50 |"), "{text}");
    }

    #[test]
    fn the_claim_is_judged_by_verdicts_and_then_by_time() {
        let (proved, unknown) = (cell(Answer::Proved, 0.5), cell(Answer::Unknown, 3.0));
        let first = CONFIGURATIONS.iter().position(|(name, _)| *name == "PROD 1").unwrap();
        let judged = |row: Row| claims(&[Category { name: "kind".to_owned(), rows: vec![row] }]);
        assert!(judged(row_of("a", first, proved, cell(Answer::Proved, 0.4))).contains("is confirmed: PROD 1"));
        assert!(judged(row_of("a", first, proved, cell(Answer::Proved, 0.6))).contains("not confirmed"));
        assert!(judged(row_of("a", first, proved, cell(Answer::Proved, 0.54))).contains("is confirmed"));
        assert!(
            judged(row_of("a", first + 2, unknown, proved))
                .contains("not confirmed: PROD 1 decides 0 of 1, 3.0 s, PROD 4 1")
        );
        assert!(judged(row_of("a", 0, proved, cell(Answer::Violated, 0.1))).contains("**a**"));
    }

    #[test]
    fn claims_about_categories_are_judged_by_verdicts() {
        let (proved, unknown) = (cell(Answer::Proved, 0.5), cell(Answer::Unknown, 3.0));
        let judged = |name: &str, row: Row| claims(&[Category { name: name.to_owned(), rows: vec![row] }]);
        assert!(judged("locks", row_of("a", 0, proved, proved)).contains("for locks, confirmed."));
        let hard = judged("your locks", row_of("a", 0, proved, unknown));
        assert!(hard.contains("not confirmed: EXPL decides 0 of 1, 3.0 s."), "{hard}");
        assert!(
            judged("your ssh", row_of("a", 0, unknown, proved)).contains("is confirmed for your ssh: EXPL decides 1")
        );
        assert!(judged("your ssh", row_of("a", 0, proved, proved)).contains("is not confirmed for your ssh"));
    }

    #[test]
    fn the_categories_of_this_repository_have_models() {
        let found = models(None).unwrap();
        assert_eq!(found.len(), CATEGORIES.len());
        assert!(found.iter().all(|(_, models)| models.len() > 3));
        assert!(found.iter().flat_map(|(_, models)| models).all(|model| !model.has_error_label));
    }
}
