//! The tokens of `tests/preprocess/*.c` and the messages about `tests/preprocess/mistakes/*.c`, with snapshots next to them.
//!
//! A case is added by adding a file. `INSTA_UPDATE=always` rewrites the snapshots; compare them with what `gcc -E -P` gives
//! before they are committed.

use std::num::NonZeroU8;
use std::path::Path;

use boolprog_c_syntax::target::Target;
use boolprog_c_syntax::{Failure, Options};

use crate::support::{cases, check, options, preprocessed, read, text_of, tokens};

fn with_folders() -> Options {
    let folders = ["tests/preprocess/folder", "tests/preprocess/folder/next"];
    Options { folders: folders.map(str::to_owned).to_vec(), ..options() }
}

/// Tokens with blanks between, in lines as they are written, and `[n]` where members of structures are aligned to `n` bytes.
fn shown(path: &str, text: &str) -> String {
    let preprocessed = preprocessed(path, text, &with_folders()).unwrap_or_else(|failure| panic!("{failure}"));
    let mut shown = String::new();
    let mut pack = None;
    for token in tokens(&preprocessed) {
        if !shown.is_empty() {
            shown.push(if token.is_first { '\n' } else { ' ' });
        }
        if token.pack != pack {
            pack = token.pack;
            shown.extend(["[", &pack.map_or(0, NonZeroU8::get).to_string(), "] "]);
        }
        shown += &token.text;
    }
    shown
}

#[test]
fn tokens_of_texts() {
    check("tests/preprocess", shown);
}

#[test]
fn messages_about_mistakes() {
    check("tests/preprocess/mistakes", |path, text| match preprocessed(path, text, &with_folders()) {
        Err(failure @ Failure::Mistakes { .. }) => failure.to_string(),
        other => panic!("no mistake was found: {other:?}"),
    });
}

#[test]
fn options_define_macros() {
    let given = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let options = Options {
        target: Target::I386,
        defines: given(&["A", "B=2 3", "F(x)=x + x", "linux=5"]),
        undefines: given(&["unix"]),
        ..options()
    };
    let preprocessed =
        preprocessed("text.c", "A B F(1) linux unix __SIZEOF_POINTER__", &options).expect("a correct text");
    let texts: Vec<&str> = tokens(&preprocessed).map(|token| token.text.as_str()).collect();
    assert_eq!(texts.join(" "), "1 2 3 1 + 1 5 unix 4");
}

#[test]
fn every_header_can_be_read_twice() {
    for target in [Target::X86_64, Target::I386] {
        for header in headers() {
            let text = format!("#include <{header}>\n#include <{header}>\n");
            let result = preprocessed("text.c", &text, &Options { target, ..Options::default() });
            assert!(result.is_ok(), "{header}: {}", result.expect_err("a failure"));
        }
    }
}

/// All files in the folder of headers, but for those that are read without being included.
fn headers() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    let mut folders = vec![root.clone()];
    let mut headers = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(&root).expect("a path in the folder");
                headers.push(name.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    headers.retain(|name| name != "prelude.h" && !name.starts_with("predefined/"));
    headers
}

#[test]
fn preprocessing_again_changes_nothing() {
    for path in cases("tests/preprocess") {
        let text = read(&path).expect("a readable text");
        let once = shown(&path, &text);
        if !once.contains(['#', '[']) {
            assert_eq!(text_of(&once).replace('\n', " "), once.replace('\n', " "), "{path}");
        }
    }
}
