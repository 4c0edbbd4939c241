//! The codes of diagnostics in the documentation.

use std::collections::BTreeSet;

use boolprog_base::Severity;
use boolprog_program::checks::CODES;
use boolprog_tests::lsp_client::Client;
use boolprog_tests::root;
use serde_json::Value;

use super::{doc, names, read, table};

#[test]
fn the_codes_of_the_checks_are_documented_with_severity_and_meaning() {
    let page = doc("checks.md");
    for (heading, severity) in [("Errors", Severity::Error), ("Warnings", Severity::Warning), ("Hints", Severity::Hint)]
    {
        let documented = table(&page, heading).into_iter().map(|row| (row[0].clone(), row[1].clone()));
        let defined = CODES.iter().filter(|code| code.severity == severity);
        let defined = defined.map(|code| (format!("`{}`", code.name), code.meaning.to_owned()));
        assert_eq!(documented.collect::<Vec<_>>(), defined.collect::<Vec<_>>(), "{heading}");
    }
    assert!(CODES.iter().all(|code| [Severity::Error, Severity::Warning, Severity::Hint].contains(&code.severity)));
}

fn syntax_codes(text: &str) -> BTreeSet<String> {
    boolprog_syntax::parse(text).diagnostics.iter().map(|found| found.code.to_owned()).collect()
}

/// A text for each code of the parser.
fn samples() -> Vec<(&'static str, String)> {
    let body = |statements: &str| format!("decl x;\nvoid main() begin\n  {statements}\nend\n");
    vec![
        ("syntax", body("goto ;")),
        ("missing-semicolon", body("skip skip;")),
        ("missing-operand", body("assert ;")),
        ("missing-bracket", body("assert (x;")),
        ("missing-fi", body("if x then skip;")),
        ("missing-od", body("while x do skip;")),
        ("missing-end", "void main() begin skip;".to_owned()),
        ("unmatched-closer", body("skip; fi;")),
        ("assignment-operator", body("x = T;")),
        ("equality-operator", body("assert x == T;")),
        ("reserved-word", body("goto while;")),
        ("unknown-character", body("x := @;")),
        ("unterminated-comment", "void main() begin end /* ".to_owned()),
        ("malformed-pragma", "// boolprog: threads\nvoid main() begin end".to_owned()),
        ("late-declaration", body("skip; decl y;")),
        ("number-operand", body("x := 2;")),
        ("result-count", "bool<0> f() begin end".to_owned()),
        ("duplicate-clause", body("enforce x; enforce x; skip;")),
        ("misplaced-clause", body("skip; enforce x;")),
        ("nesting-too-deep", body(&format!("x := {}x{};", "(".repeat(1_000), ")".repeat(1_000)))),
        ("file-too-long", "// more\n".repeat(600_000)),
    ]
}

#[test]
fn the_codes_of_the_parser_are_documented() {
    let documented = names(&doc("checks.md"), "Syntax");
    let mut expected = BTreeSet::new();
    for (code, text) in samples() {
        let found = syntax_codes(&text);
        assert!(found.contains(code), "{code}: {found:?}");
        expected.insert(code.to_owned());
    }
    assert_eq!(documented, expected);
}

#[test]
fn broken_programs_have_documented_codes_only() {
    let documented = names(&doc("checks.md"), "Syntax");
    for example in ["procedures.bp", "driver.bp", "atomic-mutex.bp"] {
        let text = read(&root().join("examples").join(example));
        for (start, _) in text.char_indices().step_by(3) {
            for broken in [text[..start].to_owned(), format!("{}{}", &text[..start], &text[start + 1..])] {
                let codes = syntax_codes(&broken);
                assert!(codes.is_subset(&documented), "{example}, byte {start}: {codes:?}");
            }
        }
    }
}

/// A program for each finding of the analysis.
const FINDINGS: [(&str, &str); 13] = [
    ("assertion-violated", "decl x := F; void main() begin assert x; end"),
    ("error-label-reached", "void main() begin ERROR: skip; end"),
    ("not-decided", "void f() begin f(); end void main() begin f(); assert F; end"),
    ("assertion-never-reached", "decl x := F; void main() begin assume x; assert x; end"),
    ("never-reached", "decl x := F; void main() begin assume x; skip; end void other() begin end"),
    ("assumption-always-true", "decl x := F; void main() begin assume !x; end"),
    ("assumption-always-false", "decl x := F; void main() begin assume x; end"),
    ("branch-always-taken", "decl x := F; void main() begin if !x then skip; fi; end"),
    ("branch-never-taken", "decl x := F; void main() begin if x then skip; fi; end"),
    ("loop-never-left", "decl x := F; void main() begin while !x do skip; od; end"),
    ("loop-never-entered", "decl x := F; void main() begin while x do skip; od; end"),
    ("variable-never-changes", "decl x := F; void main() begin x := x & x; end"),
    ("variable-not-needed", "decl x; void main() begin while * do x := !x; od; end"),
];

#[tokio::test]
async fn the_findings_of_the_analysis_are_documented() {
    let severities = ["error", "warning", "information", "hint"];
    let rows = table(&doc("checks.md"), "Findings of the analysis");
    let mut documented: BTreeSet<_> = rows.into_iter().map(|row| (row[0].clone(), row[1].clone())).collect();
    for (code, program) in FINDINGS {
        let mut client = Client::start(Value::Null).await;
        // A program without a property is not checked.
        client.open(&format!("{program} void never() begin NEVER: assert F; end"));
        let diagnostics = client.checked(1).await;
        let found = diagnostics.iter().find(|found| found["code"] == code);
        let found = found.unwrap_or_else(|| panic!("{code}: {diagnostics:#?}"));
        let severity = found["severity"].as_u64().and_then(|number| severities.get(usize::try_from(number).ok()? - 1));
        let row = (format!("`{code}`"), (*severity.expect("a severity")).to_owned());
        assert!(documented.remove(&row), "{row:?} is not documented");
        client.shut_down().await;
    }
    assert!(documented.is_empty(), "nothing has these codes: {documented:?}");
}
