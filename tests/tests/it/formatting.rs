//! Formatting changes blanks and nothing else: for all programs there are, random ones, and broken ones.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use boolprog_base::{Edit, Severity, Span};
use boolprog_check::{Options, Unit, fingerprint};
use boolprog_ide::format::{Style, format, format_on_type, format_range};
use boolprog_program::analyse;
use boolprog_program::reading::ReadingOptions;
use boolprog_syntax::lexer::{Token, tokens};
use boolprog_syntax::{Parsed, parse};
use boolprog_tests::generate::{Flavour, program};
use boolprog_tests::{corpus, root};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

fn applied(text: &str, edits: &[Edit]) -> String {
    assert!(edits.is_sorted_by(|one, next| one.span.end <= next.span.start), "edits overlap");
    Edit::apply(text, edits)
}

fn formatted(text: &str, style: Style) -> String {
    applied(text, &format(text, &parse(text).diagnostics, style))
}

/// The tokens and comments; a comment with whether it is alone on its line, which makes some of them pragmas.
fn leaves(text: &str) -> Vec<(String, bool)> {
    let leaf = |token: Token| {
        let leaf = &text[token.span.range()];
        let before = text[..token.span.start as usize].rsplit(['\n', '\r']).next().unwrap_or_default();
        (leaf.to_owned(), leaf.starts_with("//") && before.trim().is_empty())
    };
    tokens(text, Span::new(0, text.len() as u32)).map(leaf).collect()
}

/// The meaning of a text: the fingerprint of the lowered program, and the findings of the parser and of the checks.
fn meaning(text: &str, parsed: &Parsed) -> (Option<u64>, Vec<(&'static str, String)>) {
    let analysis = Arc::new(analyse(&parsed.file, &ReadingOptions::default()));
    let findings = parsed.diagnostics.iter().chain(analysis.diagnostics());
    let findings = findings.map(|found| (found.code, found.message.clone())).collect();
    let is_lowered = analysis.program().is_ok();
    let unit = Unit { path: String::new(), text: text.into(), file: Arc::clone(&parsed.file), analysis };
    (is_lowered.then(|| fingerprint(&unit, Options::default())), findings)
}

fn has_errors(parsed: &Parsed) -> bool {
    parsed.diagnostics.iter().any(|found| found.severity == Severity::Error)
}

/// Formatting twice is formatting once, keeps tokens and comments, and does not change the meaning. Nothing happens to
/// a text with syntax errors.
fn check(text: &str, style: Style) {
    let parsed = parse(text);
    let once = formatted(text, style);
    if has_errors(&parsed) {
        assert_eq!(once, text);
        return;
    }
    let parsed_once = parse(&once);
    assert_eq!(leaves(&once), leaves(text), "{once}");
    assert_eq!(meaning(&once, &parsed_once), meaning(text, &parsed), "{once}");
    assert_eq!(formatted(&once, style), once, "from\n{text}");
}

/// The last boundary between characters that is not after an offset.
fn boundary(text: &str, offset: usize) -> usize {
    (0..=offset).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

/// The same for formatting during typing, or of a range.
fn check_parts(text: &str, offsets: [usize; 2]) {
    let offsets = offsets.map(|offset| boundary(text, offset % (text.len() + 1)) as u32);
    let range = Span::new(offsets[0].min(offsets[1]), offsets[0].max(offsets[1]));
    let parsed = parse(text);
    let style = Style::default();
    for edits in [
        format_range(text, &parsed.diagnostics, range, style),
        format_on_type(text, &parsed.diagnostics, range.start, ';', style),
        format_on_type(text, &parsed.diagnostics, range.start, '\n', style),
    ] {
        let changed = applied(text, &edits);
        assert_eq!(leaves(&changed), leaves(text), "{changed}");
        assert!(edits.is_empty() || !has_errors(&parsed));
    }
}

fn programs_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in folder.read_dir().expect("a readable folder").map(|entry| entry.expect("readable").path()) {
        let name = entry.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if entry.is_dir() && !matches!(name.as_str(), "node_modules" | "target" | ".git") {
            programs_below(&entry, found);
        } else if entry.extension().is_some_and(|extension| extension == "bp") {
            found.push(entry);
        }
    }
}

/// All programs of this repository, and of the corpus if it is there.
fn programs() -> Vec<(PathBuf, String)> {
    let mut paths = Vec::new();
    programs_below(&root(), &mut paths);
    if let Some(corpus) = corpus::folder() {
        programs_below(&corpus, &mut paths);
    }
    assert!(paths.len() > 100);
    paths.into_iter().filter_map(|path| Some((path.clone(), std::fs::read_to_string(path).ok()?))).collect()
}

#[test]
fn formatting_keeps_all_programs() {
    for (path, text) in programs() {
        eprintln!("{}", path.display());
        for style in [Style::default(), Style::new(4, true)] {
            check(&text, style);
        }
    }
}

#[test]
fn examples_are_formatted() {
    for entry in root().join("examples").read_dir().expect("examples") {
        let path = entry.expect("readable").path();
        let text = std::fs::read_to_string(&path).expect("readable");
        assert_eq!(formatted(&text, Style::default()), text, "{}", path.display());
    }
}

/// A text with other blanks: for each blank, a number chooses its replacement.
fn respaced(text: &str, choices: &[u8]) -> String {
    const GAPS: [&str; 12] = [
        " ",
        " ",
        " ",
        "\n",
        "\n\n\n",
        "\t",
        "\r\n",
        " /* one */ ",
        " // two\n",
        "\n// three\n",
        "\n  /* four\n */\n",
        "  ",
    ];
    let choices = choices.iter().cycle();
    let parts = text.split(' ').zip(choices);
    parts.map(|(part, choice)| part.to_owned() + GAPS[usize::from(*choice) % GAPS.len()]).collect()
}

/// A text with some pieces of others in it.
fn mutated(text: &str, changes: &[(usize, usize, &str)]) -> String {
    let mut text = text.to_owned();
    for (start, length, new) in changes {
        let start = boundary(&text, start % (text.len() + 1));
        let end = boundary(&text, (start + length).min(text.len())).max(start);
        text.replace_range(start..end, new);
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn formatting_keeps_random_programs(
        program in program(Flavour::Full, 8),
        choices in vec(any::<u8>(), 1..60),
        width in 1..9_u32,
        tabs in any::<bool>(),
        offsets in any::<[usize; 2]>(),
    ) {
        let text = respaced(&program.to_string(), &choices);
        check(&program.to_string(), Style::new(width, tabs));
        check(&text, Style::new(width, tabs));
        check_parts(&text, offsets);
    }

    #[test]
    fn formatting_keeps_broken_programs(
        program in program(Flavour::Full, 4),
        changes in vec((any::<usize>(), 0..4_usize, select(vec![
            "", ";", " ", "\n", "/*", "*/", "//", "{", "}", "é", "\u{a0}", "\u{2003}", "\0", ":", "?", "'", "$", "<", "-",
            "begin", "end", "if", "fi", "decl", "L:", "(", ")", "\r", "\u{feff}",
        ])), 1..6),
        offsets in any::<[usize; 2]>(),
    ) {
        let text = mutated(&program.to_string(), &changes);
        check(&text, Style::default());
        check_parts(&text, offsets);
    }
}
