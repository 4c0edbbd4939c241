//! No name of a program can break a format or say something in it.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use boolprog_export::report::ReportDocument;
use boolprog_export::{Format, export};
use proptest::prelude::*;
use roxmltree::{Document, ParsingOptions};
use serde_json::Value;

use crate::support::{Names, report};

/// Strings with a meaning in some format, and some with none.
const PIECES: [&str; 38] = [
    "</text>",
    "<script>alert(1)</script>",
    "\" onload=\"x",
    "'",
    "&amp;",
    "&#60;",
    "]]>",
    "-->",
    "<!--",
    "<?x?>",
    ";",
    "#",
    "#35;",
    "\n",
    "\r\n",
    "\0",
    "\u{1b}[31m",
    "\u{202e}",
    "\u{fffe}",
    "%%{init: {}}%%",
    "end",
    "\nend\n",
    "\\n",
    "<br/>",
    "$$x$$",
    "```",
    "@enduml",
    "!include /etc/passwd",
    "'/ /'",
    "[[http://x]]",
    "**b**",
    "__u__",
    "--",
    "<U+003C>",
    "{x == y}",
    "{0}",
    "[a](b)",
    "\u{1f600}",
];

fn name() -> impl Strategy<Value = String> {
    let piece =
        prop_oneof![proptest::sample::select(&PIECES[..]).prop_map(str::to_owned), any::<String>(), "[a-z_$]{1,8}",];
    proptest::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

prop_compose! {
    fn names()(
        program in name(), property in name(), statement in name(), procedure in name(), variables in [name(), name(), name()]
    ) -> Names {
        Names { program, property, statement, procedure, variables }
    }
}

fn parsed(text: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The elements and the attributes of a document.
fn markup(text: &str) -> BTreeSet<String> {
    let document = parsed(text);
    let elements = document.descendants().filter(roxmltree::Node::is_element);
    elements
        .flat_map(|element| {
            let attributes = element.attributes().map(|attribute| format!("@{}", attribute.name()));
            attributes.chain([element.tag_name().name().to_owned()]).collect::<Vec<_>>()
        })
        .collect()
}

/// All elements and attributes of ordinary reports.
static USUAL: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let reports = [(1, 0), (2, 9), (40, 90)].map(|(threads, steps)| report(&Names::usual(), threads, steps));
    reports
        .iter()
        .flat_map(|report| [Format::Svg, Format::Html].map(|format| markup(&export(report, format))))
        .flatten()
        .collect()
});

/// A line of a diagram, split into the syntax of Mermaid or `PlantUML` and the text of the program.
fn parts(line: &str) -> (&str, &str) {
    let starts = ["title ", ": ", " as ", "\""].iter().filter_map(|mark| Some(line.find(mark)? + mark.len()));
    let start = starts.min().unwrap_or(line.len());
    let (own, text) = line.split_at(start);
    // The name of a participant is followed by more syntax of PlantUML.
    (own, text.rsplit_once("\" as T").map_or(text, |(text, _)| text))
}

/// Letters, digits, some marks, and all else by number.
fn is_mermaid_text(text: &str) -> bool {
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('#') {
        let Some((number, behind)) = behind.split_once(';') else { return false };
        if number.parse::<u32>().is_err() || !before.chars().all(is_mark) {
            return false;
        }
        rest = behind;
    }
    rest.chars().all(is_mark)
}

fn is_mark(character: char) -> bool {
    character.is_ascii_alphanumeric() || " .,()!=?/+_-|:'".contains(character)
}

/// The same for `PlantUML`; marks that mean something when they are doubled are alone.
fn is_plantuml_text(text: &str) -> bool {
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('<') {
        let number = behind.strip_prefix("U+").and_then(|behind| behind.split_once('>'));
        let Some((number, behind)) = number else { return false };
        if u32::from_str_radix(number, 16).is_err() || !is_plain(before) {
            return false;
        }
        rest = behind;
    }
    is_plain(rest)
}

fn is_plain(text: &str) -> bool {
    let marks = text.chars().all(|character| character.is_ascii_alphanumeric() || " .,()!=?+:_-|>".contains(character));
    marks && ["--", "__", "==", "||"].iter().all(|markup| !text.contains(markup))
}

/// The syntax of a diagram in each line; all else must be text.
fn skeleton(report: &ReportDocument, format: Format) -> Vec<String> {
    let is_text = if format == Format::Mermaid { is_mermaid_text } else { is_plantuml_text };
    let diagram = export(report, format);
    let own = diagram.lines().map(|line| {
        let (own, text) = parts(line);
        assert!(text.split("<br/>").flat_map(|text| text.split("\\n")).all(is_text), "{line}");
        own.to_owned()
    });
    own.collect()
}

proptest! {
    #[test]
    fn documents_stay_well_formed(names in names(), threads in 1_u32..5, steps in 0_usize..9) {
        let hostile = report(&names, threads, steps);
        for format in [Format::Svg, Format::Html] {
            let found = markup(&export(&hostile, format));
            prop_assert!(found.is_subset(&USUAL), "{:?}", found.difference(&USUAL));
        }
        let log: Value = serde_json::from_str(&export(&hostile, Format::Sarif)).expect("JSON");
        prop_assert_eq!(&log["runs"][0]["results"][0]["kind"], "fail");
    }

    #[test]
    fn diagrams_keep_their_lines(names in names(), threads in 1_u32..5, steps in 0_usize..9) {
        let (hostile, usual) = (report(&names, threads, steps), report(&Names::usual(), threads, steps));
        for format in [Format::Mermaid, Format::PlantUml] {
            prop_assert_eq!(skeleton(&hostile, format), skeleton(&usual, format));
        }
    }
}

#[test]
fn names_stay_legible() {
    let mut names = Names::usual();
    names.variables[0] = "{x == y}".to_owned();
    names.statement = "{x == y} := a & !b | <c>".to_owned();
    let report = report(&names, 2, 8);
    let svg = export(&report, Format::Svg);
    let texts: Vec<_> = parsed(&svg).descendants().filter_map(|node| node.text().map(str::to_owned)).collect();
    for text in ["{x == y} := a & !b | <c>", "{x == y} F -> T", "T1.ready F -> T"] {
        assert!(texts.iter().any(|found| found == text), "{text} is not in {texts:?}");
    }
}
