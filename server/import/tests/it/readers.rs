//! Programs that are read keep their meaning: every file has its verdict in the first line, and its program as a
//! snapshot.

use std::path::{Path, PathBuf};

use boolprog_base::control::Unlimited;
use boolprog_import::{Imported, Refusal};
use boolprog_integer::explicit::{Options, Verdict, search};
use boolprog_integer::{Instantiation, System, instantiate, syntax};

/// The program that a file becomes.
fn read(path: &Path) -> Result<String, Refusal> {
    let text = std::fs::read_to_string(path).expect("readable");
    let name = path.file_name().expect("a name").to_string_lossy().into_owned();
    import(&name, &text).map(|made| made.text)
}

fn import(name: &str, text: &str) -> Result<Imported, Refusal> {
    match name.rsplit('.').next() {
        Some("cfa") => boolprog_import::cfa(text, name),
        _ => boolprog_import::system(text, name, None),
    }
}

fn files(notation: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(notation);
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|ending| ending == notation)).collect();
    files.sort();
    files
}

fn system(text: &str) -> System {
    let parsed = syntax::parse(text);
    assert!(parsed.diagnostics.is_empty(), "{text}");
    instantiate(&parsed.file, &Instantiation::default()).expect("a system")
}

/// The verdict of explicit search on all properties together.
fn verdict(text: &str) -> &'static str {
    let findings = search(&system(text), Options { states: Some(200_000), ..Options::default() }, &Unlimited);
    let is = |wanted: fn(&Verdict) -> bool| findings.verdicts.iter().any(wanted);
    assert!(findings.fault.is_none(), "a value does not exist: {text}");
    if is(|verdict| matches!(verdict, Verdict::Violated(_))) {
        "violated"
    } else if is(|verdict| matches!(verdict, Verdict::Unknown(_))) {
        "unknown"
    } else {
        "holds"
    }
}

fn check(notation: &str) {
    let files = files(notation);
    assert!(files.len() >= 3, "{files:?}");
    for path in files {
        let text = read(&path).unwrap_or_else(|refusal| panic!("{}: {refusal:?}", path.display()));
        let expected = std::fs::read_to_string(&path).expect("readable");
        let expected = expected.lines().next().and_then(|line| line.strip_prefix("// verdict: ")).expect("a verdict");
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let settings = {
            let mut settings = insta::Settings::clone_current();
            settings.set_snapshot_path(path.parent().expect("a folder"));
            settings.set_prepend_module_to_snapshot(false);
            settings.set_omit_expression(true);
            settings
        };
        settings.bind(|| insta::assert_snapshot!(name, text));
        assert_eq!(verdict(&text), expected, "{}:\n{text}", path.display());
        let formatted = boolprog_integer::format::format(&text, "  ");
        assert_eq!(formatted.as_deref(), Some(&*text), "{}", path.display());
    }
}

#[test]
fn automata_of_theta_mean_the_same() {
    check("cfa");
}

#[test]
fn systems_of_theta_mean_the_same() {
    check("system");
}

/// The text of the file at a span of the system that is made of it.
fn said(text: &str, span: boolprog_base::Span) -> &str {
    text.get(span.range()).expect("a place of the file")
}

#[test]
fn what_is_made_stands_where_it_comes_from() {
    for (notation, sign) in [("cfa", "->"), ("system", "'")] {
        for path in files(notation) {
            let text = std::fs::read_to_string(&path).expect("readable");
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let made = import(&name, &text).expect("it is read");
            let found = made.system(&Instantiation::default()).expect("a system");
            let plain = system(&made.text);
            assert_eq!(found.fingerprint(), plain.fingerprint(), "{name}: places mean nothing");
            for transition in &found.transitions {
                let edge = said(&text, transition.span);
                assert!(edge.contains(sign), "{name}: {edge}");
            }
            for process in &found.processes {
                assert!(!said(&text, process.span).is_empty(), "{name}: {}", process.name);
                for location in process.locations.iter().filter(|location| location.name != "on") {
                    let place = said(&text, location.span);
                    let is_made = place.contains(sign) || notation == "system";
                    assert!(is_made || location.name.starts_with(place), "{name}: {} at {place}", location.name);
                }
            }
            for property in &found.properties {
                let (stated, name) = (said(&text, property.span), &property.name);
                let is_named = name.contains(stated) || name.split('_').any(|word| stated.starts_with(word));
                assert!(!stated.is_empty() && is_named, "{name} is stated by `{stated}`");
            }
        }
    }
}
