//! Places of tokens and mistakes.

use boolprog_c_syntax::preprocess::Preprocessed;
use boolprog_c_syntax::source::Place;
use boolprog_c_syntax::{Failure, Options};

use crate::support::{options, preprocessed, tokens};

fn read(text: &str) -> Preprocessed {
    preprocessed("folder/text.c", text, &options()).expect("a correct text")
}

/// The text that stands at a place, and the macro that stands there.
fn at(read: &Preprocessed, place: Place) -> (String, Option<String>) {
    let file = &read.sources.files[place.file.0 as usize];
    let of_macro = place.of_macro.map(|id| read.sources.macros[id.0 as usize].name.to_string());
    (file.text[place.span.range()].to_owned(), of_macro)
}

#[test]
fn what_a_macro_stands_for_has_the_place_of_the_outermost_use() {
    let read = read("#define inner(x) x + 1\n#define outer(y) inner(y) * z\na outer(bc);\n");
    let places: Vec<(String, Option<String>)> = tokens(&read).map(|token| at(&read, token.place)).collect();
    let used = ("outer(bc)".to_owned(), Some("outer".to_owned()));
    let written = |text: &str| (text.to_owned(), None);
    assert_eq!(places, [written("a"), written("bc"), used.clone(), used.clone(), used.clone(), used, written(";")]);
}

#[test]
fn a_macro_in_an_argument_is_the_outermost_one_there() {
    let read = read("#define one 1\n#define same(x) x\nsame(one)\n");
    let place = tokens(&read).next().expect("a token").place;
    assert_eq!(at(&read, place), ("one".to_owned(), Some("one".to_owned())));
    let definition = read.sources.macros[place.of_macro.expect("a macro").0 as usize].place.expect("a definition");
    assert_eq!(at(&read, definition), ("one".to_owned(), None));
}

#[test]
fn places_of_continued_lines_hold_all_of_a_token() {
    let read = read("ab\\\ncd e\n");
    let places: Vec<String> = tokens(&read).map(|token| at(&read, token.place).0).collect();
    assert_eq!(places, ["ab\\\ncd", "e"]);
}

#[test]
fn included_files_have_their_own_places() {
    let text = "\n#include \"tests/preprocess/folder/computed.h\"\nx\n";
    let read = preprocessed("text.c", text, &options()).expect("a correct text");
    let first = tokens(&read).next().expect("a token");
    let position = read.sources.position(first.place);
    assert_eq!((position.path.as_str(), position.line, position.column), ("tests/preprocess/folder/computed.h", 1, 1));
    let included = read.sources.files[first.place.file.0 as usize].included.expect("a place");
    assert_eq!(read.sources.position(included).line, 2);
}

#[test]
fn comments_are_kept_also_where_nothing_is_read() {
    let read = read("// one\n#if 0\n/* two */ 'x /* three */\n#endif\nint a; /* four\n */\n");
    let file = &read.sources.files[0];
    let comments: Vec<&str> = file.comments.iter().map(|span| &file.text[span.range()]).collect();
    assert_eq!(comments, ["// one", "/* two */", "/* four\n */"]);
}

#[test]
fn columns_count_characters() {
    let failure = preprocessed("t.c", "\n\u{e4}\u{f6} @\n", &Options::default()).expect_err("a mistake");
    assert_eq!(failure.to_string(), "t.c:2:4: No token of C begins with `@`.");
    let Failure::Mistakes { mistakes, .. } = failure else { panic!("no mistake") };
    assert_eq!(mistakes.len(), 1);
}
