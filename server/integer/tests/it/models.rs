//! Published models are not part of the project: they are looked for next to the repository, or where `BOOLPROG_MODELS`
//! says; without them the test says so and passes.

use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};

use boolprog_base::Severity;
use boolprog_integer::syntax::parse;
use boolprog_integer::{Environment, InputBound, Instantiation, State, System, check, instantiate};

fn models() -> Vec<(String, String)> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/models");
    let folder = std::env::var_os("BOOLPROG_MODELS").map_or_else(beside, PathBuf::from);
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: no models in {} (set BOOLPROG_MODELS to their folder)", folder.display());
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.expect("readable").path());
    let models = paths.filter(|path| path.extension().is_some_and(|extension| extension == "ip"));
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).expect("readable"))
    };
    models.map(read).collect()
}

fn system(text: &str) -> System {
    instantiate(&parse(text).file, &Instantiation { threads: Some(2), ..Instantiation::default() })
        .expect("a program without errors")
}

#[test]
fn published_models_are_programs_without_errors() {
    for (name, text) in models() {
        let parsed = parse(&text);
        assert_eq!(parsed.diagnostics, [], "{name}");
        let errors = check(&parsed.file).into_iter().filter(|finding| finding.severity == Severity::Error);
        assert_eq!(errors.collect::<Vec<_>>(), [], "{name}");
        system(&text);
    }
}

/// Returns `true` if an error is reachable within some states, in breadth-first order.
fn reaches_error(system: &System, limit: usize) -> bool {
    let starts = system
        .initial_states(InputBound(2))
        .filter_map(Result::transpose)
        .collect::<Result<Vec<State>, _>>()
        .expect("defined");
    let mut seen: BTreeSet<State> = starts.iter().cloned().collect();
    let mut waiting = VecDeque::from(starts);
    while let Some(state) = waiting.pop_front() {
        let errs = |property: &boolprog_integer::Property| property.error.evaluate(&Environment::of(&state));
        if system.properties.iter().any(|property| errs(property).expect("defined")) {
            return true;
        }
        for successor in system.successors(&state, InputBound(2)) {
            let next = successor.state.expect("defined");
            if seen.len() < limit && seen.insert(next.clone()) {
                waiting.push_back(next);
            }
        }
    }
    false
}

#[test]
fn seeded_errors_are_found_and_nothing_else() {
    for (name, text) in models() {
        // This one counts down below zero on purpose.
        let expected = name.ends_with("-err") || name == "fig6a";
        assert_eq!(reaches_error(&system(&text), 2000), expected, "{name}");
    }
}

#[test]
fn what_is_too_large_is_refused() {
    let refused = |text: &str| instantiate(&parse(text).file, &Instantiation::default()).is_err();
    let names = |count: usize| (0..count).map(|number| format!("l{number}")).collect::<Vec<_>>().join(", ");
    assert!(!refused(&format!("process P {{ loc {}; }}", names(65_536))));
    assert!(refused(&format!("process P {{ loc {}; }}", names(65_538))));
    let inputs = "x := input; ".repeat(70_000);
    assert!(refused(&format!("decl x: int; process P {{ loc a; a -> a do {inputs} }}")));
    assert!(refused(&format!("process P[1000] {{ loc a; {} }}", "a -> a; ".repeat(1001))));
    assert!(refused("process P[600] { loc a; } process Q[600] { loc a; }"));
    let deep = format!("error e: {}1 > 0{};", "(".repeat(100_000), ")".repeat(100_000));
    assert!(!parse(&deep).diagnostics.is_empty());
}

/// Work is about linear in the size of a text, however odd: this would take minutes otherwise.
#[test]
fn large_files_are_checked() {
    use std::fmt::Write;
    let mut text = String::from("decl x: int; process P { loc l0");
    for number in 1..20_000 {
        let _ = write!(text, ", l{number}");
    }
    for number in 0..20_000 {
        let _ = write!(text, "; l{number} -> l{} when variabel{number} > 0", (number + 1) % 20_000);
    }
    text += "; l0 -> l0 do x := 1";
    for _ in 0..20_000 {
        text += ", x := 1";
    }
    let diagnostics = check(&parse(&(text + "; }")).file);
    assert!(diagnostics.len() >= 40_000);
}
