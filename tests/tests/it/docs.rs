//! The documentation is correct: its links resolve, its sessions show actual output, its tables are complete.

mod architecture;
mod codes;
mod recipes;
mod sessions;
mod sources;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use boolprog_base::engine::{Completeness, ENGINES, Finds, Systems};
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

#[test]
fn the_first_screen_of_a_page_says_for_whom_it_is() {
    for page in pages().iter().filter(|page| page.starts_with(root().join("docs")) && !page.ends_with("SUMMARY.md")) {
        let text = read(page);
        assert!(text.lines().take(15).any(|line| line.starts_with("For ")), "{}: for whom?", page.display());
    }
}

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
        let mut client = Client::with_checked(&program).await;
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

#[test]
fn the_picture_of_lanes_is_what_its_page_says() {
    let (blocks, _) = blocks(&doc("exports.md"));
    let program = blocks.iter().find(|block| block.info == "boolprog file=flag.bp").expect("the program");
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("flag.bp"), &program.text).expect("writable");
    let mut command = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"));
    let output = command.args(["check", "--format", "svg", "flag.bp"]).current_dir(folder.path()).output();
    let drawn = String::from_utf8(output.expect("the binary starts").stdout).expect("UTF-8");
    assert!(doc("images/lanes.svg") == drawn, "`boolprog check --format svg` draws another picture now");
}
