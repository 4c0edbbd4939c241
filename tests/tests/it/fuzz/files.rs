//! C programs with hostile names and included files, in the command line.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use boolprog_base::Random;
use boolprog_tests::mutate::mutated;
use serde_json::{Value, json};

use super::{corpus, fuzz};

/// Parts of names of files: what terminals obey, what begins another line, and what options and patterns look like.
const NAMES: [&str; 12] =
    ["a", "-", "--output", "\u{1b}[31m", "\n", "x.c:1:1: error: forged", "\r", "*", "\u{202e}", " ", "\"", "\u{2028}"];

/// Files to include besides one of these: endless files, folders, itself, and what is not there.
const INCLUDED: [&str; 5] = ["/dev/zero", "/dev/stdin", ".", "main.c", "missing.h"];

/// The options of a check. `OTHER` is the included file, `NEW` one that is not there.
const OPTIONS: [&str; 8] = [
    "",
    "--format short",
    "--format json",
    "--output OTHER",
    "--witness OTHER",
    "--output NEW",
    "--certificate OTHER --format short",
    "--property race",
];

fn name(random: &mut Random) -> String {
    (0..=random.below(3)).map(|_| *random.one_of(&NAMES)).collect::<String>()
}

/// A folder as a document: files by their names, and the arguments.
fn folder(random: &mut Random, programs: &[(String, String)]) -> Value {
    // A name with these characters cannot be included.
    let included = format!("{}.h", name(random).replace(['\n', '\r', '"'], "_"));
    let main = format!("./{}.c", name(random));
    let (_, text) = random.one_of(programs);
    let (_, other) = random.one_of(programs);
    let text = mutated(random, text, other);
    let also =
        if random.below(3) == 0 { format!("#include \"{}\"\n", random.one_of(&INCLUDED)) } else { String::new() };
    let header = mutated(random, "#ifndef H\n#define H 1\nint h;\n#endif\n", other);
    let files = json!({
        main.clone(): format!("#include \"{included}\"\n{also}{text}"),
        included.clone(): header,
        "main.c": "#include \"main.c\"\n",
    });
    json!({ "files": files, "main": main, "other": included, "options": random.one_of(&OPTIONS) })
}

/// Checks the program of a folder; the exit code is one of those of the manual, no character is obeyed, and no input changes.
fn check(document: &Value) {
    let folder = tempfile::tempdir().expect("a folder");
    let files: BTreeMap<String, String> = serde_json::from_value(document["files"].clone()).expect("texts");
    for (name, text) in &files {
        std::fs::write(folder.path().join(name), text).expect("writable");
    }
    let [main, other, options] = ["main", "other", "options"].map(|key| document[key].as_str().expect("a text"));
    let option = |word: &str| match word {
        "OTHER" => format!("./{other}"),
        "NEW" => "new".to_owned(),
        word => word.to_owned(),
    };
    let output = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"))
        .args(["check", "--timeout", "1", "--memory", "100", "--prover", ""])
        .args(options.split_whitespace().map(option))
        .arg(main)
        .current_dir(folder.path())
        .output()
        .expect("the binary starts");
    let said = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
    assert!(matches!(output.status.code(), Some(0..=3 | 64)), "{:?}: {said}", output.status);
    // JSON is for programs: it is true to names, and has control characters as escapes.
    let is_json = options.contains("json");
    let obeyed = |character: char| character != '\n' && (character.is_control() || character == '\u{202e}' && !is_json);
    assert!(!said.contains(obeyed), "{said:?}");
    assert!(!said.lines().any(|line| line.starts_with("x.c:1:1")), "{said:?}");
    for (name, text) in &files {
        let now = std::fs::read_to_string(Path::new(folder.path()).join(name)).expect("still there");
        assert_eq!(now, *text, "{name:?}");
    }
}

#[test]
fn of_c_programs_with_names_and_included_files() {
    let programs = corpus(".c");
    fuzz(
        "files",
        |random| ("folder.json".to_owned(), folder(random, &programs).to_string()),
        |_, json| check(&serde_json::from_str(json).expect("a document")),
    );
}
