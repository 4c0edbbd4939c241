//! Every input has an answer, soon, and programs that are made have no errors.

use std::path::Path;
use std::time::Duration;

use boolprog_base::Severity;
use boolprog_clock::{of_this_thread, since};
use boolprog_import::{Imported, Refusal};
use boolprog_integer::{check, syntax};
use proptest::prelude::*;

type Reader = fn(&str) -> Result<Imported, Refusal>;

const READERS: [(&str, Reader); 2] = [
    ("cfa", |text| boolprog_import::cfa(text, "a.cfa")),
    ("system", |text| boolprog_import::system(text, "a.system", None)),
];

fn texts(notation: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(notation);
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path());
    let mut files: Vec<_> = entries.filter(|path| path.extension().is_some_and(|ending| ending == notation)).collect();
    files.sort();
    files.iter().map(|path| std::fs::read_to_string(path).expect("readable")).collect()
}

/// Reads a text, and checks the program or the span of the refusal.
fn look_at(reader: Reader, text: &str) -> Result<(), String> {
    let started = of_this_thread();
    let result = reader(text);
    let used = since(started);
    if used > Duration::from_secs(10) {
        return Err(format!("{used:?} for {} bytes", text.len()));
    }
    match result {
        Ok(made) => {
            let parsed = syntax::parse(&made.text);
            let found = parsed.diagnostics.into_iter().chain(check(&parsed.file));
            match found.into_iter().find(|found| found.severity == Severity::Error) {
                Some(error) => Err(format!("{}\n{}", error.message, made.text)),
                None => Ok(()),
            }
        }
        Err(refusal) => {
            // A program that a reader accepts and the checks of `.ip` reject is a fault of the reader.
            let is_found_late = ["This cannot", "As an integer"].iter().any(|why| refusal.message.starts_with(why));
            let place = text.get(refusal.span.range()).is_some_and(|place| !place.is_empty() || !is_found_late);
            let known =
                place && refusal.message.ends_with('.') && !refusal.message.starts_with("The program that would");
            if known { Ok(()) } else { Err(format!("{refusal:?}")) }
        }
    }
}

/// A text with some pieces replaced by pieces of others.
fn mutated(notation: &'static str) -> impl Strategy<Value = String> {
    let texts = texts(notation);
    let words: Vec<String> = texts
        .iter()
        .flat_map(|text| text.split_inclusive(|character: char| !character.is_alphanumeric()))
        .map(str::to_owned)
        .collect();
    let replacement = prop_oneof![
        4 => prop::sample::select(words),
        1 => prop::sample::select(vec!["(", ")", "{", "}", "'", "[", "]", "/*", "-", "not ", "99999999999999999999", "0", "€"])
            .prop_map(str::to_owned),
        1 => Just(String::new()),
    ];
    let cuts = prop::collection::vec((any::<prop::sample::Index>(), 0_usize..12, replacement), 1..4);
    (prop::sample::select(texts), cuts).prop_map(|(mut text, cuts)| {
        for (place, length, replacement) in cuts {
            let boundary =
                |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            let start = boundary(place.index(text.len() + 1));
            let end = boundary(start + length).max(start);
            text.replace_range(start..end, &replacement);
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(700))]

    #[test]
    fn automata_with_mistakes_are_answered(text in mutated("cfa")) {
        prop_assert_eq!(look_at(READERS[0].1, &text), Ok(()));
    }

    #[test]
    fn systems_with_mistakes_are_answered(text in mutated("system")) {
        prop_assert_eq!(look_at(READERS[1].1, &text), Ok(()));
    }
}

/// Positions of an expression in each notation.
const FRAMES: [(usize, &str, &str); 2] = [
    (0, "main process p { var x : int var b : bool init loc a error loc e a -> e { assume ", " } }"),
    (1, "specification s { property p : { var x : int var b : bool transition ", " } models G(b) }"),
];

#[test]
fn depth_and_length_are_bounded() {
    let many = 100_000;
    let deep = [
        format!("{}b{}", "(".repeat(many), ")".repeat(many)),
        format!("{}b", "not ".repeat(many)),
        format!("{}b", "not (".repeat(many)),
        format!("{}x = 1", "-".repeat(many)),
        format!("b{}", " and b".repeat(many)),
        format!("b{}", " imply b".repeat(many)),
        format!("x{} > 1", " + x".repeat(many)),
        format!("{}b", "if b then b else ".repeat(many)),
        format!("{}x{} > 0", "a[".repeat(many), "]".repeat(many)),
        // Each level at least doubles the output.
        format!("{}x{} > 0", "a[".repeat(40), "]".repeat(40)),
        format!("x{} = 0", " rem x".repeat(40)),
        format!("0 - x{} > 0", " % (0 - x)".repeat(60)),
        format!("{}x = 1{}", "((x rem x) rem (".repeat(30), "))".repeat(30)),
    ];
    for text in deep {
        for (reader, before, behind) in FRAMES {
            let short: String = text.chars().take(40).collect();
            look_at(READERS[reader].1, &format!("{before}{text}{behind}"))
                .unwrap_or_else(|why| panic!("{short}: {why}"));
        }
    }
}

#[test]
fn long_files_are_answered() {
    let many = 3000;
    let edges = "a -> b { assume x < 3 x := x + 1 assume b } ".repeat(many);
    let automaton = format!("main process p {{ var x : int var b : bool init loc a loc b error loc e {edges} }}");
    look_at(READERS[0].1, &automaton).expect("an answer");
    let assumed = "assume x < 3 ".repeat(many);
    let automaton = format!("main process p {{ var x : int init loc a error loc e a -> e {{ {assumed} }} }}");
    look_at(READERS[0].1, &automaton).expect("an answer");

    let numbered = |what: fn(usize) -> String| (0..300).map(what).collect::<Vec<_>>().join(" ");
    let variables = numbered(|number| format!("var v{number} : int"));
    let steps = numbered(|number| format!("transition v{number}' = v{number} + 1 or v{number}' = 0"));
    let system = format!("specification s {{ property p : {{ {variables} {steps} }} models G(v0 >= 0) }}");
    look_at(READERS[1].1, &system).expect("an answer");
    let system = format!(
        "specification s {{ property p : {{ var x : int {} }} models G(true) }}",
        "transition x < 3 ".repeat(many)
    );
    look_at(READERS[1].1, &system).expect("an answer");
}

/// A refusal has its span and its reason.
#[test]
fn what_cannot_be_said_is_refused_with_its_place() {
    for (reader, text, place, reason) in [
        (0, "var a : [int] -> int", "[", "Arrays"),
        (0, "main process p(x : int) { init loc a }", "x", "Parameters"),
        (0, "main process p { var x : bv[4] init loc a }", "bv", "Bit vectors"),
        (0, "main process p { var x : int init loc a a -> a { assume x = 1%2 } }", "%", "Rational"),
        (0, "main process p { var x : int init loc a a -> a { x := true } }", "true", "An integer is required"),
        (0, "main process p { var x : int init loc a a -> a { assume y > 0 } }", "y >", "no variable `y`"),
        (0, "main process p { var x : int init loc a a -> b }", "b }", "no location `b`"),
        (0, "main process p { init loc a init loc b }", "b }", "one initial location"),
        (0, "main process p { var x : int init loc a a -> a { assume 1 < x < 3 } }", "< 3", "in a row"),
        (
            0,
            "main process p { var x : bool init loc a a -> a { assume x and forall (y : int) y = 1 } }",
            "forall",
            "Quantifiers",
        ),
        (1, "specification s { property p : { var x : int initial x' = 1 } models G(true) }", "x'", "transitions only"),
        (1, "specification s { property p : { var x : int } models F(x = 1) }", "F", "of the form `G(..)`"),
        (
            1,
            "specification s { property p : { } models G(true) property q : { } models G(true) }",
            "q",
            "different systems",
        ),
        (0, "/* open", "/*", "no end"),
        (0, "main process p { var x : int init loc a a -> a { x := x mod 0 } }", "0 }", "divides by zero"),
        (0, "main process p { var x : int init loc a a -> a { x := x mod (2 - 2) } }", "(2 - 2)", "divides by zero"),
        (
            1,
            "specification s { const n : int := 0 property p : { var x : int initial x mod n = 0 } models G(true) }",
            "n = 0",
            "divides by zero",
        ),
    ] {
        let refusal = READERS[reader].1(text).expect_err(text);
        assert!(refusal.message.contains(reason), "{text}: {refusal:?}");
        assert!(text[refusal.span.start as usize..].starts_with(place), "{text}: {refusal:?}");
    }
}

/// An error of the whole program has a span as well: that of the smallest part that is the same in the file.
#[test]
fn what_is_found_in_the_whole_program_has_its_place() {
    let assumed = "assume x < 3 ".repeat(600);
    let deep = format!("main process p {{ var x : int init loc a loc b a -> b b -> a {{ {assumed} }} }}");
    let sum = " + x".repeat(494);
    let nested = format!("(x{sum}) rem (0 - x)");
    let deep_initial =
        format!("specification s {{ property p : {{ var x : int initial {nested} = 0 }} models G(true) }}");
    let deep_property = format!("specification s {{ property p : {{ var x : int }} models G({nested} = 0) }}");
    let locations: Vec<String> = (0..66_000).map(|number| format!("loc l{number}")).collect();
    let many = format!("var y : int main process p {{ init loc a {} }}", locations.join(" "));
    let havoc = "havoc x ".repeat(1_100);
    let large = format!("main process p {{ var x : int init loc a loc b a -> b b -> a {{ {havoc} }} }}");
    for (reader, text, place, reason) in [
        (0, &*deep, "b -> a", "nested"),
        (1, &*deep_initial, "(x + x", "nested"),
        (1, &*deep_property, "p :", "nested"),
        (0, &*many, "p {", "65536 locations"),
        (0, &*large, "b -> a", "too large"),
    ] {
        let refusal = READERS[reader].1(text).expect_err(reason);
        assert!(refusal.message.contains(reason), "{reason}: {refusal:?}");
        let found: String = text[refusal.span.start as usize..].chars().take(40).collect();
        assert!(found.starts_with(place), "{reason}: {found}: {}", refusal.message);
    }
}
