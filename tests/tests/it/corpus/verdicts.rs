//! Every public instance has the expected verdict, within 10 seconds and 1 GiB, through the command line.

use std::path::Path;
use std::process::Command;

use boolprog_tests::corpus::{self, Expected};
use serde_json::Value;

/// Runs `boolprog check` and gives back its properties, as one verdict for the file.
fn check(folder: &Path, row: &Expected, arguments: &[&str]) -> (String, Value) {
    let output = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"))
        .args(["check", "--format", "json", "--timeout", "10", "--memory", "1024"])
        .args(arguments)
        .arg(folder.join(&row.instance))
        .output()
        .expect("the binary starts");
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{}: {error}: {}", row.instance, String::from_utf8_lossy(&output.stderr)));
    let file = report["files"][0].clone();
    let verdicts: Vec<&str> =
        file["properties"].as_array().expect("properties").iter().filter_map(|p| p["verdict"].as_str()).collect();
    let verdict = ["violated", "unknown"].into_iter().find(|v| verdicts.contains(v)).unwrap_or("proved");
    (verdict.to_owned(), file)
}

/// The violation with the fewest threads and then the fewest steps among the file's properties.
fn shortest(file: &Value) -> Option<(u32, usize)> {
    let violated = file["properties"].as_array()?.iter().filter(|p| p["verdict"] == "violated");
    violated
        .filter_map(|p| {
            assert_eq!(p["certified"], true, "a trace is re-executed: {p}");
            Some((u32::try_from(p["threads_needed"].as_u64()?).ok()?, usize::try_from(p["steps"].as_u64()?).ok()?))
        })
        .min()
}

fn compare(folder: &Path, row: &Expected, arguments: &[&str]) -> Result<(), String> {
    let (verdict, file) = check(folder, row, arguments);
    let complain = |what: String| Err(format!("{}: {what}\n  {}", row.instance, file["properties"]));
    match row.verdict.as_str() {
        "unsafe" if verdict != "violated" => complain(format!("expected a violation, got {verdict}")),
        "unsafe" if row.shortest.is_some() && shortest(&file) != row.shortest => {
            complain(format!("expected {:?} (threads, steps), got {:?}", row.shortest, shortest(&file)))
        }
        "safe" if verdict != "proved" => complain(format!("expected a proof, got {verdict}")),
        bounded if bounded.starts_with("safe up to ") => {
            let wanted: u32 = bounded.split(' ').nth(3).and_then(|n| n.parse().ok()).expect("a number of threads");
            let reached = searched(&file);
            if verdict == "violated" || (verdict == "unknown" && reached < Some(wanted)) {
                return complain(format!("expected no violation up to {wanted} threads, got {verdict} {reached:?}"));
            }
            Ok(())
        }
        _ => match (row.maximal_markings, file["statistics"]["maximal_markings"].as_u64()) {
            (Some(wanted), Some(got)) if wanted != got => complain(format!("{got} maximal markings, not {wanted}")),
            _ => Ok(()),
        },
    }
}

/// The bound named by the reason of an unknown verdict: "... with up to N threads".
fn searched(file: &Value) -> Option<u32> {
    let reason = file["properties"].as_array()?.iter().find_map(|p| p["reason"].as_str())?;
    reason.split("up to ").nth(1)?.split(' ').next()?.parse().ok()
}

fn all(prefix: &str, keep: impl Fn(&Expected) -> bool, arguments: impl Fn(&Path, &Expected) -> Vec<String>) {
    let Some((folder, rows)) = corpus::expected(prefix) else { return };
    let mut failures = Vec::new();
    let mut count = 0;
    for row in rows.iter().filter(|row| keep(row)) {
        count += 1;
        let arguments = arguments(&folder, row);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        failures.extend(compare(&folder, row, &arguments).err());
    }
    assert!(count > 0, "no instance under {prefix}");
    assert!(failures.is_empty(), "{} of {count} differ:\n{}", failures.len(), failures.join("\n"));
}

/// The table speaks of one thread that runs `main`, also where the file creates none.
fn one_thread(_: &Path, _: &Expected) -> Vec<String> {
    vec!["--threads".to_owned(), "1".to_owned()]
}

#[test]
fn boppo() {
    all("boppo/", Expected::is_program, one_thread);
}

#[test]
fn satabs_refinements() {
    all("satabs-refinements/", Expected::is_program, one_thread);
}

#[test]
fn broadcast() {
    all("broadcast/", Expected::is_program, one_thread);
}

#[test]
fn passive_updates() {
    all("passive-updates/", Expected::is_program, one_thread);
}

#[test]
fn sequential() {
    all("sequential/", Expected::is_program, one_thread);
}

/// Without reductions, the verdicts are the same.
#[test]
fn unreduced() {
    for folder in ["boppo/", "satabs-refinements/", "broadcast/", "passive-updates/", "sequential/"] {
        all(folder, Expected::is_program, |folder, row| {
            let mut arguments = one_thread(folder, row);
            arguments.extend(["--no-reduce", "all"].map(str::to_owned));
            arguments
        });
    }
}

/// The instance's `--init` and the target beside it.
fn tts_arguments(folder: &Path, row: &Expected) -> Vec<String> {
    let mut arguments = vec!["--target".to_owned()];
    arguments.push(folder.join(&row.instance).with_extension("prop").display().to_string());
    let words: Vec<&str> = row.options.split_whitespace().collect();
    let init = match words.iter().position(|word| *word == "--init") {
        Some(at) => words.get(at + 1).map(|init| init.trim_matches('"').to_owned()),
        None => words.first().filter(|word| word.contains(['/', '|'])).map(|word| (*word).to_owned()),
    };
    if let Some(init) = init {
        arguments.extend(["--init".to_owned(), init]);
    }
    arguments
}

#[test]
fn nets() {
    all("nets/", |_| true, tts_arguments);
}

#[test]
fn refinement_nets() {
    all("satabs-refinements/", |row| !row.is_program(), tts_arguments);
}

/// All systems are decided, those with transfers included, but for the three hardest plain ones. Notation that has no
/// defined meaning is refused.
#[test]
fn regression_nets() {
    let Some((folder, rows)) = corpus::expected("tts-regression/") else { return };
    let mut failures = Vec::new();
    let (mut decided, mut undecided) = (0, Vec::new());
    for row in rows.iter().filter(|row| row.confirmed) {
        let text = std::fs::read_to_string(folder.join(&row.instance)).expect("readable");
        let plain = !text.contains("~>");
        let arguments = tts_arguments(&folder, row);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let (verdict, file) = check(&folder, row, &arguments);
        let refused = file["properties"].as_array().is_none_or(Vec::is_empty);
        let wanted = if row.verdict == "safe" { "proved" } else { "violated" };
        match (refused, verdict == wanted) {
            (true, _) => assert!(!plain || row.options.contains("BU"), "{} is refused: {file}", row.instance),
            (false, true) => decided += 1,
            (false, false) if verdict == "unknown" && plain => undecided.push(&row.instance),
            (false, false) => failures.push(format!("{}: expected {wanted}, got {verdict}", row.instance)),
        }
    }
    assert!(failures.is_empty(), "{} differ:\n{}", failures.len(), failures.join("\n"));
    assert!(undecided.len() <= 3, "{undecided:?}");
    assert!(decided >= 29, "only {decided} are decided");
}
