//! The documentation is correct: its links resolve, its sessions show actual output, its tables are complete.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use boolprog_base::Severity;
use boolprog_base::engine::{Completeness, ENGINES, Finds, Systems};
use boolprog_program::checks::CODES;
use boolprog_program::reading::ReadingOptions;
use boolprog_tests::lsp_client::Client;
use boolprog_tests::root;
use serde_json::Value;

/// Every page for people, in a fixed order.
fn pages() -> Vec<PathBuf> {
    let mut pages: Vec<PathBuf> = std::fs::read_dir(root().join("docs"))
        .expect("docs/ exists")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    pages.extend(["README.md", "ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md"].map(|page| root().join(page)));
    pages.sort();
    pages
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn doc(name: &str) -> String {
    read(&root().join("docs").join(name))
}

struct Block {
    /// Text after the opening fence, such as `console` or `boolprog file=lock.bp`.
    info: String,
    line: usize,
    text: String,
}

/// The fenced blocks of a page, and the page without them.
fn blocks(page: &str) -> (Vec<Block>, String) {
    let (mut blocks, mut prose) = (Vec::<Block>::new(), String::new());
    let mut inside = false;
    for (number, line) in (1..).zip(page.lines()) {
        if let Some(info) = line.trim_start().strip_prefix("```") {
            if !inside {
                blocks.push(Block { info: info.to_owned(), line: number, text: String::new() });
            }
            inside = !inside;
        } else if let (true, Some(block)) = (inside, blocks.last_mut()) {
            block.text.extend([line, "\n"]);
        } else {
            prose.extend([line, "\n"]);
        }
    }
    assert!(!inside, "a fence is not closed");
    (blocks, prose)
}

/// The rows of the table below a heading; a `\|` inside a cell is a bar.
fn table(page: &str, heading: &str) -> Vec<Vec<String>> {
    let section = page.split("\n#").find(|section| section.trim_start_matches('#').trim_start().starts_with(heading));
    let section = section.unwrap_or_else(|| panic!("there is no heading `{heading}`"));
    let rows = section.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix('|'));
    let cells = |row: &str| row.replace("\\|", "\u{1}").split('|').map(|c| c.trim().replace('\u{1}', "|")).collect();
    rows.skip(1).map(cells).collect()
}

/// The names in backticks in the first column of the table below a heading.
fn names(page: &str, heading: &str) -> BTreeSet<String> {
    let rows = table(page, heading);
    assert!(!rows.is_empty(), "there is no table below `{heading}`");
    let cells = rows.into_iter().map(|row| row[0].clone());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()).collect()
}

// Links.

/// The address of a heading: the heading in lower case, without punctuation, blanks as hyphens.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn has_anchor(page: &Path, wanted: &str) -> bool {
    let (_, prose) = blocks(&read(page));
    prose.lines().filter(|line| line.starts_with('#')).any(|line| anchor(line.trim_start_matches('#')) == wanted)
}

#[test]
fn relative_links_resolve() {
    let mut count = 0;
    for page in pages() {
        let (_, prose) = blocks(&read(&page));
        for link in prose.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if link.contains("://") {
                continue;
            }
            let (file, fragment) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.with_file_name("").join(file) };
            assert!(target.exists(), "{}: {link} leads nowhere", page.display());
            assert!(fragment.is_empty() || has_anchor(&target, fragment), "{}: no heading {link}", page.display());
            count += 1;
        }
    }
    assert!(count > 30, "only {count} links were found");
}

#[test]
fn every_page_is_in_the_table_of_contents() {
    let contents = doc("SUMMARY.md");
    for page in pages().iter().filter(|page| page.starts_with(root().join("docs"))) {
        let name = page.file_name().unwrap_or_default().to_string_lossy();
        assert!(name == "SUMMARY.md" || contents.contains(&format!("({name})")), "{name} is not in SUMMARY.md");
    }
}

// Sessions. A block `console` holds commands after `$ ` with their output; a line `...` stands for any lines. They run
// in a folder with the examples and with the files that blocks with `file=...` have written so far on that page.

/// The words of a command line; double quotes keep blanks and `|` inside a word.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for character in command.chars() {
        match character {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            other => words.last_mut().expect("there is a word").push(other),
        }
    }
    words
}

/// Runs a command; returns its output and stores its status.
fn run(command: &str, folder: &Path, status: &mut i32) -> String {
    let words = words(command);
    match words[0].as_str() {
        "echo" if words[1] == "$?" => format!("{status}\n"),
        "boolprog" | "boolprog-certify" => {
            let binary = match words[0].as_str() {
                "boolprog" => env!("CARGO_BIN_EXE_boolprog-under-test"),
                _ => env!("CARGO_BIN_EXE_boolprog-certify-under-test"),
            };
            let output = Command::new(binary)
                .args(&words[1..])
                .current_dir(folder)
                .env_remove("COLUMNS")
                .output()
                .expect("the binary starts");
            *status = output.status.code().unwrap_or(-1);
            let text = [output.stdout, output.stderr].concat();
            String::from_utf8_lossy(&text).replace("boolprog-under-test", "boolprog")
        }
        _ => panic!("`{command}` is no command that a session can have"),
    }
}

/// A line without the parts that differ from run to run.
fn normalised(line: &str) -> String {
    let line = line.trim_end();
    let varies = ["\"seconds\": ", "\"peak_bytes\": "].into_iter().find(|key| line.trim_start().starts_with(key));
    varies.map_or_else(|| line.to_owned(), |key| format!("{key}0"))
}

fn is_printed(expected: &[String], actual: &[String]) -> bool {
    match (expected.split_first(), actual.split_first()) {
        (None, _) => actual.is_empty(),
        (Some((any, rest)), _) if any == "..." => (0..=actual.len()).any(|skip| is_printed(rest, &actual[skip..])),
        (Some((wanted, expected)), Some((got, actual))) => wanted == got && is_printed(expected, actual),
        (Some(_), None) => false,
    }
}

fn folder_with_examples() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::create_dir(folder.path().join("examples")).expect("a folder");
    for entry in std::fs::read_dir(root().join("examples")).expect("examples/ exists") {
        let entry = entry.expect("readable");
        std::fs::copy(entry.path(), folder.path().join("examples").join(entry.file_name())).expect("copied");
    }
    folder
}

#[test]
fn sessions_print_what_they_show() {
    // Those that need a prover are tried if there is one.
    let has_z3 = Command::new("z3").arg("-version").output().is_ok();
    let mut commands = 0;
    for page in pages() {
        let folder = folder_with_examples();
        let mut status = 0;
        for block in blocks(&read(&page)).0 {
            if let Some((_, file)) = block.info.split_once(" file=") {
                std::fs::write(folder.path().join(file), &block.text).expect("written");
            }
            if block.info != "console" && (block.info != "console z3" || !has_z3) {
                continue;
            }
            for session in format!("\n{}", block.text).split("\n$ ").skip(1) {
                let (command, shown) = session.split_once('\n').unwrap_or((session, ""));
                let printed = run(command, folder.path(), &mut status);
                let lines = |text: &str| text.trim_end().lines().map(normalised).collect::<Vec<_>>();
                let place = format!("{}:{}: $ {command}", page.display(), block.line);
                assert!(is_printed(&lines(shown), &lines(&printed)), "{place}\nprints\n{printed}");
                commands += 1;
            }
        }
    }
    assert!(commands > 15, "only {commands} commands were found");
}

#[test]
fn programs_in_the_documentation_have_no_errors_unless_the_next_session_shows_them() {
    for page in pages() {
        let blocks = blocks(&read(&page)).0;
        for (index, block) in blocks.iter().enumerate().filter(|(_, block)| block.info.starts_with("boolprog")) {
            let shows_errors = blocks.get(index + 1).is_some_and(|next| next.text.contains("\nerror["));
            assert_eq!(!errors(&block.text).is_empty(), shows_errors, "{}:{}", page.display(), block.line);
        }
    }
    let language = blocks(&doc("language.md")).0;
    assert_eq!(errors(&language[0].text), Vec::<String>::new());
}

fn errors(text: &str) -> Vec<String> {
    let parsed = boolprog_syntax::parse(text);
    let analysis = boolprog_program::analyse(&parsed.file, &ReadingOptions::default());
    let all = parsed.diagnostics.iter().chain(analysis.diagnostics());
    all.filter(|found| found.severity == Severity::Error).map(|found| found.message.clone()).collect()
}

// Codes.

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

// Options.

#[test]
fn the_options_of_the_command_line_are_documented() {
    let output = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test")).args(["check", "--help"]).output();
    let help = String::from_utf8(output.expect("the binary starts").stdout).expect("UTF-8");
    let option = |word: &str| word.trim_end_matches(',').to_owned();
    let lines = help.lines().filter(|line| line.trim_start().starts_with('-') && !line.trim_start().starts_with("- "));
    let mut offered: BTreeSet<String> = BTreeSet::new();
    for line in lines {
        offered.extend(line.split_whitespace().filter(|word| word.starts_with('-')).map(option));
    }
    let documented = names(&doc("cli.md"), "Options");
    let documented = documented.iter().map(|name| name.split(' ').next().unwrap_or_default().to_owned());
    assert_eq!(documented.collect::<BTreeSet<_>>(), offered);
}

#[test]
fn the_settings_and_launch_attributes_are_documented() {
    let manifest = read(&root().join("vscode-extension").join("package.json"));
    let manifest: Value = serde_json::from_str(&manifest).expect("JSON");
    let contributes = &manifest["contributes"];
    let keys = |value: &Value| value.as_object().into_iter().flatten().map(|(key, _)| key.clone()).collect::<Vec<_>>();
    let sections = contributes["configuration"].as_array().expect("sections");
    let settings: BTreeSet<String> = sections.iter().flat_map(|section| keys(&section["properties"])).collect();
    let rows = table(&doc("editor-settings.md"), "Settings").into_iter();
    assert_eq!(rows.map(|row| row[0].trim_matches('`').to_owned()).collect::<BTreeSet<_>>(), settings);

    let launch = &contributes["debuggers"][0]["configurationAttributes"]["launch"]["properties"];
    let attributes = table(&doc("editor.md"), "Start a replay").into_iter();
    let attributes = attributes.map(|row| row[0].trim_matches('`').to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(attributes, keys(launch).into_iter().collect());
}

#[tokio::test]
async fn hovers_say_what_the_documentation_shows() {
    let three = read(&root().join("examples/peterson-three.bp"));
    let mended = blocks(&doc("tutorial.md")).0.into_iter().rfind(|block| block.info.ends_with("file=mutex.bp"));
    let mended = mended.expect("the mended program").text;
    for (page, program, line, column) in [("editor.md", three, 26, 3), ("tutorial.md", mended, 6, 6)] {
        let mut client = Client::start(Value::Null).await;
        client.open(&program);
        client.checked(1).await;
        let hover = client.hover(line, column).await;
        let mut plain = String::new();
        for line in hover.lines().filter(|line| !line.starts_with("```")) {
            writeln!(plain, "{}", line.trim_end().replace('`', "")).expect("a String can be written");
        }
        let shown = blocks(&doc(page)).0.into_iter().filter(|block| block.text.starts_with("Reachable by some thread"));
        assert_eq!(shown.map(|block| block.text).collect::<Vec<_>>(), [plain], "{page}");
        client.shut_down().await;
    }
}

#[test]
fn the_table_of_engines_is_the_one_in_the_code() {
    let page = doc("engines.md");
    let listed = page.lines().skip_while(|line| *line != "## The engines").filter(|line| line.starts_with("| `"));
    let listed: Vec<&str> = listed.take(ENGINES.len()).collect();
    for (info, line) in ENGINES.iter().zip(listed) {
        let systems = match info.systems {
            Systems::Threads => "Boolean programs",
            Systems::PlainThreads => "plain ones",
            Systems::OneThread => "one thread, recursion included",
            Systems::Integers => "integer programs",
            Systems::Any => "all programs",
        };
        let finds = match info.finds {
            Finds::Proofs => "proofs",
            Finds::Violations => "violations",
            Finds::Both => "both",
        };
        let complete = match info.completeness {
            Completeness::Complete => "yes",
            Completeness::FiniteOnly => "if finitely many states are reachable",
            Completeness::Incomplete => "no",
        };
        let star = if info.can_be_chosen { " *" } else { "" };
        let expected = format!("| `{}`{star} | {} | {systems} | {finds} | {complete} |", info.name, info.title);
        assert_eq!(line, expected);
    }
}

/// Paths in prose start at the root or with the name of a crate; those in a row of the code map also at its folder.
#[test]
fn the_sources_named_in_the_architecture_exist() {
    let page = read(&root().join("ARCHITECTURE.md"));
    let mut count = 0;
    for line in page.lines() {
        let spans: Vec<&str> = line.split('`').skip(1).step_by(2).collect();
        let row = line.starts_with("| `").then(|| root().join(spans[0]));
        for path in spans.iter().filter(|span| Path::new(span).extension().is_some_and(|ending| ending == "rs")) {
            let mut places = vec![root().join(path)];
            places.extend(
                path.split_once('/').map(|(name, rest)| root().join("server").join(name).join("src").join(rest)),
            );
            places.extend(row.iter().flat_map(|folder| [folder.join(path), folder.join("src").join(path)]));
            assert!(places.iter().any(|place| place.is_file()), "ARCHITECTURE.md: {path} does not exist");
            count += 1;
        }
    }
    assert!(count > 50, "only {count} paths were found");
}
