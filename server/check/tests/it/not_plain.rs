//! Programs whose threads change each other, one file each in `not_plain/`: the first line is the expected result.

use std::sync::Arc;

use boolprog_base::control::Unlimited;
use boolprog_check::report::{Unknown, Verdict};
use boolprog_check::{Options, Unit, Unobserved, check};
use boolprog_program::reading::ReadingOptions;

fn found(text: &str) -> String {
    let parsed = boolprog_syntax::parse(text);
    assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
    let analysis = Arc::new(boolprog_program::analyse(&parsed.file, &ReadingOptions::default()));
    let unit = Unit { path: "test.bp".to_owned(), text: Arc::from(text), file: parsed.file, analysis };
    let report = check(&unit, Options { thread_limit: 4, ..Options::default() }, &Unlimited, &mut Unobserved);
    match &report.properties[0].verdict {
        Verdict::Proved(proof) => {
            assert!(proof.certified());
            format!("proved by {}", proof.engine())
        }
        Verdict::Violated(violation) => {
            let trace = violation.trace();
            assert!(!trace.guarantee.is_empty(), "the shortest run is found");
            format!("violated: {} threads, {} steps", trace.threads_needed, trace.steps.len())
        }
        Verdict::Unknown(Unknown::NotApplicable { why, .. }) if why.starts_with("not monotone") => {
            "unknown: not monotone".to_owned()
        }
        Verdict::Unknown(unknown) => format!("{unknown:?}"),
    }
}

#[test]
fn programs_have_the_answer_of_their_first_line() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/not_plain");
    let mut failures = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("readable").path();
        let text = std::fs::read_to_string(&path).expect("readable");
        let stated = text.lines().next().and_then(|line| line.strip_prefix("// ")).expect("an answer").to_owned();
        let found = found(&text);
        if found != stated {
            failures.push(format!("{}: expected {stated}, found {found}", path.display()));
        }
        count += 1;
    }
    assert!(count > 5, "only {count} programs");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
