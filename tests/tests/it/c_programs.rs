//! C programs with their verdicts, and constructs that are refused. A new case is a new file.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use boolprog_base::control::Unlimited;
use boolprog_c_syntax::Options;
use boolprog_c_syntax::target::Target;
use boolprog_tests::root;
use boolprog_trace::c::repeated;
use boolprog_trace::document::{ProgramKind, TraceDocument};
use serde_json::Value;

use crate::c_shown::Shown;

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("readable").path());
    let mut files: Vec<_> = paths.filter(|path| path.extension().is_some_and(|it| it == "c")).collect();
    files.sort();
    assert!(!files.is_empty(), "{}", folder.display());
    files
}

fn check(path: &Path, arguments: &[&str]) -> Output {
    in_format("json", path, arguments)
}

fn in_format(format: &str, path: &Path, arguments: &[&str]) -> Output {
    let mut boolprog = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"));
    boolprog.args(["check", "--format", format]).args(arguments).arg(path);
    boolprog.output().expect("the binary starts")
}

fn report(path: &Path, arguments: &[&str]) -> Value {
    let output = check(path, arguments);
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    report["files"][0].clone()
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("readable")
}

fn first_line(path: &Path, before: &str) -> String {
    let text = read(path);
    let line = text.lines().next().and_then(|line| line.strip_prefix(before));
    line.unwrap_or_else(|| panic!("{}: the first line begins with `{before}`", path.display())).to_owned()
}

/// The counterexamples of a report.
fn traces(report: &Value) -> Vec<TraceDocument> {
    let properties = report["properties"].as_array().into_iter().flatten();
    let violated = properties.filter(|property| property["verdict"] == "violated");
    violated.map(|property| TraceDocument::read_value(&property["trace"]).expect("a trace")).collect()
}

#[test]
fn programs_have_the_verdict_of_their_first_line() {
    judge("tests/tests/c", 25);
}

#[test]
#[ignore = "takes minutes: `cargo xtask test --all` runs it"]
fn programs_that_take_long_have_the_verdict_of_their_first_line() {
    judge("tests/tests/c/long", 0);
}

/// Checks the programs of a folder, whose counterexamples show this many things at least.
fn judge(folder: &str, shown_at_least: usize) {
    if !boolprog_tests::has_prover() {
        return;
    }
    let (all, mut shown) = (files(&root().join(folder)), Shown::default());
    // One program after the other would be the last test that runs, on one core.
    let judged: Vec<Judged> = std::thread::scope(|scope| {
        let halves: Vec<_> = all
            .chunks(all.len().div_ceil(2))
            .map(|half| scope.spawn(|| half.iter().map(|path| judged(path)).collect::<Vec<_>>()))
            .collect();
        halves.into_iter().flat_map(|half| half.join().expect("no panic")).collect()
    });
    for (path, Judged { traces, .. }) in all.iter().zip(&judged) {
        for trace in traces {
            shown.judge(path, trace);
        }
    }
    let wrong: Vec<String> = judged.into_iter().flat_map(|judged| judged.wrong).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    shown.assert(shown_at_least);
}

/// The mistakes in the answer about a program, and its counterexamples.
struct Judged {
    wrong: Vec<String>,
    traces: Vec<TraceDocument>,
}

/// Checks a program, and compares the answer with what its first lines say.
fn judged(path: &Path) -> Judged {
    let mut wrong = Vec::new();
    let line = first_line(path, "// expect: ");
    let words: Vec<&str> = line.split(' ').collect();
    let report = report(path, &words[1..]);
    let verdicts = report["properties"].as_array().into_iter().flatten().map(|it| it["verdict"].clone());
    let verdicts: Vec<Value> = verdicts.collect();
    let found = if verdicts.iter().any(|it| it == "violated") {
        "unsafe"
    } else if !verdicts.is_empty() && verdicts.iter().all(|it| it == "proved") {
        "safe"
    } else {
        "unknown"
    };
    if found != words[0] {
        wrong.push(format!("{}: {found}, {}", path.display(), report["diagnostics"]));
    }
    let traces = traces(&report);
    for (begin, found) in [("// assumed in ", assumed(&report)), ("// needs ", needed(&traces))] {
        let expected = read(path).lines().nth(1).and_then(|line| Some(line.strip_prefix(begin)?.to_owned()));
        if expected.is_some_and(|expected| expected != found) {
            wrong.push(format!("{}: {begin}{found}", path.display()));
        }
    }
    // A trace does not tell which labels are errors, and included files are not read with it.
    let is_alone = !line.contains("--error-label") && !read(path).contains("#include \"");
    wrong.extend(traces.iter().filter(|_| is_alone).filter_map(|trace| is_run(path, trace).err()));
    // A section is one step for others, which begins before its accesses.
    if !read(path).contains("__VERIFIER_atomic_begin") {
        wrong.extend(races_elsewhere(&report).into_iter().map(|race| format!("{}: {race}", path.display())));
    }
    Judged { wrong, traces }
}

/// The assumptions of a report, as the second line of a program says them.
fn assumed(report: &Value) -> String {
    let diagnostics = report["diagnostics"].as_array().into_iter().flatten();
    let assumed = diagnostics.filter(|it| it["code"] == "assumption");
    let all: Vec<String> =
        assumed.map(|it| format!("line {}: {}", it["line"], it["message"].as_str().unwrap_or_default())).collect();
    if all.is_empty() { "no line".to_owned() } else { all.join("; ") }
}

/// The numbers of threads that violations need, as the second line of a program says them.
fn needed(traces: &[TraceDocument]) -> String {
    let number = |trace: &TraceDocument| {
        let created = trace.steps.iter().filter(|step| step.created.is_some()).count();
        let threads = trace.initial.threads.len() + created;
        if trace.guarantee.starts_with("fewest threads") {
            format!("{threads} threads")
        } else {
            "any threads".to_owned()
        }
    };
    traces.iter().map(number).collect::<Vec<_>>().join("; ")
}

/// The races whose traces end with two steps in other lines than those of the property.
fn races_elsewhere(report: &Value) -> Vec<String> {
    let lines = |one: &Value, other: &Value| BTreeSet::from([one["line"].as_u64(), other["line"].as_u64()]);
    let is_elsewhere = |property: &&Value| {
        let shown = &property["trace"]["property"];
        lines(property, &property["related"][0]) != lines(&shown["range"], &shown["related"][0]["range"])
    };
    let properties = report["properties"].as_array().into_iter().flatten();
    let races = properties.filter(|it| it["verdict"] == "violated" && it["related"][0].is_object());
    races.filter(is_elsewhere).map(|race| format!("the trace of {} shows another race", race["id"])).collect()
}

/// A counterexample is an execution of the program: the machine does the same again. A bound of what is checked is no fault, and
/// its run is one of the integer program.
fn is_run(path: &Path, trace: &TraceDocument) -> Result<(), String> {
    if trace.kind != ProgramKind::C {
        return Ok(());
    }
    let target = trace.schedule.as_ref().and_then(|schedule| Target::of_name(&schedule.target)).expect("a target");
    let options = Options { target, ..Options::default() };
    let entry = trace.entry().unwrap_or("main");
    let program = boolprog_machine::read(&trace.program, &read(path), &options, entry, &Unlimited);
    let program = Arc::new(program.map_err(|why| why.to_string())?);
    let (again, _) = repeated(trace, &program, &Unlimited).map_err(|why| format!("{}: {why}", path.display()))?;
    if again.steps == trace.steps { Ok(()) } else { Err(format!("{}: other steps", path.display())) }
}

/// The text names variables, also parts of them, and what is read has its value.
#[test]
fn counterexamples_name_variables_as_the_text_does() {
    let path = root().join("tests/tests/c/members.c");
    let output = in_format("text", &path, &[]);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let told: Vec<&str> = text.lines().skip(2).map(str::trim).take(6).collect();
    assert_eq!(
        told,
        [
            "1  T1 main  line 12: int old = a.balance   reads a.balance = 10",
            "2  T1 main  line 12: int old = a.balance   old = 10",
            "3  T1 main  line 13: int left = next(&a)",
            "4  T1 main  line  8: return ++of->values[1]   reads a.values[1] = 4",
            "5  T1 main  line  8: return ++of->values[1]   a.values[1] 4 -> 5",
            "6  T1 main  line  8: return ++of->values[1]",
        ]
    );
}

#[test]
fn a_race_names_both_places() {
    let path = root().join("tests/tests/c/race-two-mutexes.c");
    let report = report(&path, &["--property", "race"]);
    let race = &report["properties"][0];
    assert_eq!(race["id"], "race_count_7_13");
    // The place is that of the first of the two threads.
    assert_eq!(race["line"], 13);
    assert_eq!(race["related"][0]["line"], 7);
    assert_eq!(race["related"][0]["message"], "another thread can access `count` here at the same time");
    let sarif = in_format("sarif", &path, &["--property", "race"]);
    let sarif: Value = serde_json::from_slice(&sarif.stdout).expect("JSON");
    let place = &sarif["runs"][0]["results"][0]["relatedLocations"][0]["physicalLocation"]["region"];
    assert_eq!(place["startLine"], 7);
}

/// The witness of the first violation of a program.
fn witness(program: &Path, options: &[&str]) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("witness.yml");
    check(program, &[options, &["--witness", file.to_str().expect("a path in UTF-8")]].concat());
    let text = std::fs::read_to_string(&file).expect("it is written");
    serde_json::from_str(&text).expect("JSON, which is YAML")
}

/// The keys of an object, sorted.
fn keys(object: &Value) -> Vec<&str> {
    let keys: BTreeSet<&str> = object.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.into_iter().collect()
}

/// The rules of the schema of violation witnesses 2.0: which keys there are, and of which form the values are.
fn assert_is_witness(entries: &Value, program: &Path) {
    let file = program.display().to_string();
    let text = std::fs::read_to_string(program).expect("readable");
    let [entry] = entries.as_array().expect("a list").as_slice() else { panic!("{entries}") };
    assert_eq!(keys(entry), ["content", "entry_type", "metadata"]);
    assert_eq!(entry["entry_type"], "violation_sequence");
    let (metadata, task) = (&entry["metadata"], &entry["metadata"]["task"]);
    assert_eq!(keys(metadata), ["creation_time", "format_version", "producer", "task", "uuid"]);
    assert_eq!(metadata["format_version"], "2.0");
    let parts: Vec<usize> = metadata["uuid"].as_str().expect("a text").split('-').map(str::len).collect();
    assert_eq!(parts, [8, 4, 4, 4, 12]);
    assert!(metadata["creation_time"].as_str().is_some_and(|time| time.len() == 20 && time.ends_with('Z')));
    assert_eq!(keys(&metadata["producer"]), ["name", "version"]);
    assert_eq!(keys(task), ["data_model", "input_file_hashes", "input_files", "language", "specification"]);
    assert_eq!(task["input_files"], serde_json::json!([file]));
    let hash = task["input_file_hashes"][&file].as_str().expect("a hash");
    assert!(hash.len() == 64 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()));
    assert_eq!((&task["data_model"], &task["language"]), (&"LP64".into(), &"C".into()));
    let segments = entry["content"].as_array().expect("segments");
    for (number, segment) in segments.iter().enumerate() {
        assert_eq!(keys(segment), ["segment"]);
        let [waypoint] = segment["segment"].as_array().expect("a list").as_slice() else { panic!("{segment}") };
        let waypoint = &waypoint["waypoint"];
        assert_eq!(waypoint["action"], "follow");
        let place = &waypoint["location"];
        assert_eq!((keys(place), &place["file_name"]), (vec!["column", "file_name", "line"], &file.as_str().into()));
        let (line, column) = (place["line"].as_u64().expect("a line"), place["column"].as_u64().expect("a column"));
        let line = text.lines().nth(line as usize - 1).expect("a line of the text");
        assert!(!line[column as usize - 1..].starts_with(char::is_whitespace), "{line}");
        if number + 1 == segments.len() {
            assert_eq!((keys(waypoint), &waypoint["type"]), (vec!["action", "location", "type"], &"target".into()));
            continue;
        }
        assert_eq!(keys(waypoint), ["action", "constraint", "location", "type"]);
        assert_eq!(
            (&waypoint["type"], &waypoint["constraint"]["format"]),
            (&"assumption".into(), &"c_expression".into())
        );
        // Before a statement there is nothing, or the end of another one.
        let before = line[..column as usize - 1].trim_end();
        assert!(before.is_empty() || before.ends_with([';', '{', '}', ')', ':']), "{line}");
    }
}

#[test]
fn witnesses_keep_the_rules_of_their_format() {
    let races = root().join("tests/tests/c/race-two-mutexes.c");
    let entries = witness(&races, &["--property", "race"]);
    assert_is_witness(&entries, &races);
    assert_eq!(entries[0]["metadata"]["task"]["specification"], "CHECK( init(main()), LTL(G ! data-race) )");
    let target = entries[0]["content"].as_array().expect("segments").last().expect("a target").clone();
    assert_eq!(target["segment"][0]["waypoint"]["location"]["line"], 13);
    let values = entries[0]["content"].as_array().expect("segments").iter();
    let mut values = values.map(|it| it["segment"][0]["waypoint"]["constraint"]["value"].to_string());
    assert!(values.all(|value| !value.contains("mutex")), "a mutex is no integer in C: {entries}");
    for name in ["stack-cas-broken", "bounded-buffer-broken", "spin-lock-broken", "double-checked-broken"] {
        let program = root().join(format!("examples/{name}.c"));
        assert_is_witness(&witness(&program, &["--timeout", "20"]), &program);
    }
}

#[test]
fn an_assertion_that_no_execution_can_reach_holds() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = folder.path().join("ended.c");
    std::fs::write(&program, "int x; int main() { exit(0); assert(x); }").expect("writable");
    let output = in_format("text", &program, &[]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("assert(x) - holds"), "{text}");
    assert_eq!(output.status.code(), Some(0), "{text}");
}

#[test]
fn a_weaker_memory_order_is_said() {
    let report = report(&root().join("tests/tests/c/weak-exchange-again.c"), &[]);
    let note = report["diagnostics"][0]["message"].as_str().unwrap_or_default();
    assert!(note.starts_with("this memory order is checked as `memory_order_seq_cst`"), "{report}");
}

#[test]
fn notes_say_what_a_verdict_does_not() {
    if !boolprog_tests::has_prover() {
        return;
    }
    let by_access = "violated if an access is one step (`--atomic access`)";
    let cases: [(&str, &[&str], &str); 4] = [
        ("vacuous", &[], "no run reaches line 8"),
        ("lost-update", &[], "holds if a statement is one step (`--atomic statement`)"),
        ("lost-update", &["--atomic", "statement"], by_access),
        ("woken-once", &[], "violated if threads can be woken without a signal (`--spurious-wakeups`)"),
    ];
    for (name, arguments, note) in cases {
        let report = report(&root().join(format!("tests/tests/c/{name}.c")), arguments);
        let properties = report["properties"].as_array().into_iter().flatten();
        let notes: BTreeSet<_> =
            properties.filter_map(|it| it["notes"].as_array()).flatten().filter_map(Value::as_str).collect();
        assert_eq!(notes, BTreeSet::from([note]), "{name}: {report}");
    }
}

/// The text of the integer program that is made of a C program in the tests.
fn converted(name: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let target = folder.path().join("made.ip");
    let source = root().join(format!("tests/tests/c/{name}.c"));
    let mut boolprog = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"));
    let output = boolprog.arg("convert").args([&source, &target]).output().expect("the binary starts");
    assert!(output.status.success(), "{output:?}");
    std::fs::read_to_string(&target).expect("it was written")
}

#[test]
fn a_test_that_decides_nothing_needs_no_variable() {
    let made = converted("test-that-decides-nothing");
    let declared: Vec<&str> = made.lines().filter(|line| line.trim_start().starts_with("decl ")).collect();
    assert_eq!(declared, ["decl lock: 0..1;"], "{made}");
}

#[test]
fn a_value_that_is_overwritten_first_is_not_chosen() {
    let made = converted("uninitialised-but-set");
    assert!(!made.contains(":= *"), "{made}");
}

/// `holds for any number of threads`, or `violated, needs 3 threads`, with `main` among them.
fn verdict_of_threads(report: &Value) -> Option<String> {
    let properties = report["properties"].as_array()?;
    let violated = properties.iter().filter(|property| property["verdict"] == "violated");
    if let Some(threads) = violated.filter_map(|property| property["threads_needed"].as_u64()).min() {
        return Some(format!("violated, needs {threads} threads"));
    }
    let is_proved = |property: &Value| property["verdict"] == "proved" && property["certified"] == true;
    (!properties.is_empty() && properties.iter().all(is_proved)).then(|| "holds for any number of threads".to_owned())
}

#[test]
fn examples_have_the_verdict_of_their_first_line() {
    if !boolprog_tests::has_prover() {
        return;
    }
    let mut shown = Shown::default();
    for path in files(&root().join("examples")) {
        // An unknown property of a broken one takes all of the time.
        let report = report(&path, &["--timeout", "30"]);
        let stated = first_line(&path, "// verdict: ");
        assert_eq!(verdict_of_threads(&report), Some(stated), "{}: {report}", path.display());
        for trace in traces(&report) {
            shown.judge(&path, &trace);
        }
    }
    shown.assert(8);
}

/// The messages in the table of the documentation.
fn documented_refusals() -> BTreeSet<String> {
    let page = std::fs::read_to_string(root().join("docs/c-refused.md")).expect("readable");
    let rows = page.lines().filter(|line| line.starts_with("| ")).skip(1);
    let message = |row: &str| {
        let cells = row.trim_end_matches(" |").rsplit_once(" | ").expect("two cells");
        cells.1.replace("\\|", "|").trim_matches(|it| it == '`' || it == ' ').to_owned()
    };
    rows.map(message).collect()
}

#[test]
fn the_table_of_refusals_is_that_of_the_programs() {
    let message = |path: PathBuf| {
        let line = first_line(&path, "// refused: ");
        let (_, message) = line.split_once(": ").expect("a line and a message");
        message.trim_matches('`').to_owned()
    };
    let shown: BTreeSet<String> = files(&root().join("tests/tests/c/refused")).into_iter().map(message).collect();
    assert_eq!(documented_refusals(), shown);
}

#[test]
fn constructs_outside_the_subset_are_refused_at_their_place() {
    let mut wrong = Vec::new();
    for path in files(&root().join("tests/tests/c/refused")) {
        let expected = first_line(&path, "// refused: ");
        let text = std::fs::read_to_string(&path).expect("readable");
        let options = text.lines().nth(1).and_then(|line| line.strip_prefix("// options: ")).unwrap_or_default();
        let report = report(&path, &options.split_whitespace().collect::<Vec<_>>());
        let first = &report["diagnostics"][0];
        let found = format!("{}: {}", first["line"], first["message"].as_str().unwrap_or_default());
        if found != expected {
            wrong.push(format!("{}: {found}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_long_text_costs_a_message_or_a_verdict() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long.c");
    let cases = ["int x;\n".repeat(1_400_000), "(".repeat(10_000_000), "#define A B\n".repeat(800_000)];
    for text in cases {
        std::fs::write(&path, format!("int main() {{ return 0; }}\n{text}")).expect("writable");
        let code = check(&path, &[]).status.code();
        assert!(code.is_some_and(|code| code < 4), "{code:?}: {}", &text[..20]);
    }
}
