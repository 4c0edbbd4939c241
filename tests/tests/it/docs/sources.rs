//! Numbers on the pages about published figures are those of the saved tables, and counts are those of the code.

use std::collections::BTreeMap;
use std::process::Command;

use boolprog_base::engine::{ENGINES, Systems};
use boolprog_tests::root;

use super::{doc, read, table};

/// A saved table of the engines.
fn saved(folder: &str) -> String {
    read(&root().join("server/abstraction/tests").join(folder).join("table.md"))
}

/// The rows of the tables in a text, without headers.
fn rows(text: &str) -> Vec<Vec<&str>> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix('|'));
    rows.map(|row| row.split(" | ").map(str::trim).collect()).filter(|row: &Vec<&str>| row[0] != "model").collect()
}

/// The page of the sources counts, for each model, the published figures and those that ours are equal to.
#[test]
fn published_figures_are_counted() {
    let saved = saved("published");
    let mut counted: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for row in rows(&saved) {
        let model = row[0].split(' ').next().unwrap_or_default();
        let (figures, equal) = counted.entry(model).or_default();
        *figures += 1;
        *equal += usize::from(row[3] == row[4]);
    }
    let page = table(&doc("sources.md"), "Păsăreanu");
    let shown = page.iter().filter_map(|row| Some((&*row[0], (row.get(1)?.parse().ok()?, row.get(2)?.parse().ok()?))));
    assert_eq!(shown.collect::<BTreeMap<_, _>>(), counted);
}

/// The page of benchmarks counts the models that each configuration decides.
#[test]
fn decided_models_are_counted() {
    let page = doc("benchmarks.md");
    let page = table(&page, "Refinement by counterexamples");
    let (literature, families) = (saved("refinement"), saved("families"));
    let mut parts = vec![("literature", literature.as_str())];
    parts.extend(families.split("Family ").skip(1).filter_map(|part| part.split_once(":\n")));
    let shown = ["literature", "sequential programs", "loops that count", "cycles of a controller"];
    assert_eq!(parts.len(), shown.len());
    for ((part, text), shown) in parts.into_iter().zip(shown) {
        let row = page.iter().find(|row| row[0] == shown).unwrap_or_else(|| panic!("no row `{shown}`"));
        let decided = |configurations: &[&str]| decided(text, configurations);
        let more = ["PROD 2", "PROD 4", "PROD 8", "PROD 16", "PROD 32"];
        let expected = [
            decided(&["EXPL 1"]),
            decided(&["EXPL 8"]),
            decided(&["PRED Cartesian"]),
            decided(&["PRED Boolean"]),
            // Lazy abstraction is in no saved table.
            row[6].clone(),
            decided(&["PROD 1"]),
            decided(&more),
            decided(&["LOCAL"]),
        ];
        assert_eq!(row[1], rows(text).len().to_string(), "{part}");
        assert_eq!(row[2..], expected, "{part}");
    }
}

/// The number of models that each of these configurations decides.
fn decided(text: &str, configurations: &[&str]) -> String {
    let header = text.lines().find(|line| line.starts_with("| model |")).expect("a header");
    let header: Vec<&str> = header.split(" | ").map(|name| name.trim_matches(['|', ' '])).collect();
    let number = |configuration: &&str| {
        let column = header.iter().position(|name| name == configuration).expect("a configuration");
        let is_decided = |row: &&Vec<&str>| ["proved", "violated"].iter().any(|word| row[column].starts_with(word));
        rows(text).iter().filter(is_decided).count()
    };
    let numbers: Vec<usize> = configurations.iter().map(number).collect();
    assert!(numbers.windows(2).all(|pair| pair[0] == pair[1]), "{configurations:?}: {numbers:?}");
    numbers[0].to_string()
}

/// The figures of the saved table are those that the page describes.
#[test]
fn the_graph_with_the_predicate_is_figure_2b() {
    let saved = saved("refinement");
    let figure = |number: &str| saved.split("\nFigure ").filter(|part| part.starts_with(number)).collect::<Vec<_>>();
    let (values, predicates) = (figure("2a"), figure("2b"));
    assert_eq!((values.len(), predicates.len()), (1, 2));
    assert!(predicates.iter().all(|figure| figure.contains("(l1, x != 1)") && !figure.contains("(err")));
    let explosion = values[0].lines().filter(|line| line.contains("(l1, x == ")).count();
    assert!(explosion > 4 && !values[0].contains("(l1, x == 1)"), "{}", values[0]);
}

const WORDS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/// The values of an option of `boolprog check`.
fn values(option: &str) -> usize {
    let output = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test")).args(["check", "--help"]).output();
    let help = String::from_utf8(output.expect("the binary starts").stdout).expect("UTF-8");
    let about = help.split(&format!("--{option} <")).nth(1).expect("the option");
    let about = about.split("\n      --").next().unwrap_or_default();
    about.lines().filter(|line| line.trim_start().starts_with("- ")).count()
}

#[test]
fn refiners_and_engines_with_a_prover_are_counted() {
    let refiners = WORDS[values("refiner")];
    let changes = read(&root().join("CHANGELOG.md")).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(changes.contains(&format!("by counterexamples with {refiners} refiners")), "there are {refiners} refiners");

    let page = doc("integer-engines.md");
    let sentence = page.split("\n## The prover\n\n").nth(1).and_then(|text| text.split(" use [Z3]").next());
    let named: Vec<&str> = sentence.unwrap_or_default().split('`').skip(1).step_by(2).collect();
    let engines = ENGINES.iter().filter(|engine| engine.systems == Systems::Integers).map(|engine| engine.name);
    assert_eq!(named, engines.filter(|engine| asks_prover(engine)).collect::<Vec<_>>());
}

/// Returns `true` if an engine says that there is no prover, of a number of instances or of any number.
fn asks_prover(engine: &str) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("program.ip");
    ["", "[*]"].into_iter().any(|instances| {
        let text = format!("decl x: int; process P{instances} {{ loc a; a -> a do x := x + 1; }} error e: x < 0;");
        std::fs::write(&program, text).expect("writable");
        let options = ["check", "--timeout", "1", "--prover", "", "--engine", engine];
        let output = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test")).args(options).arg(&program).output();
        String::from_utf8_lossy(&output.expect("the binary starts").stdout).contains("no prover is used")
    })
}
