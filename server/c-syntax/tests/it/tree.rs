//! The trees of `tests/tree/*.c` and the messages about `tests/tree/mistakes/*.c`, with snapshots next to them; sizes in
//! `tests/layout/*.c`, which are those of gcc.
//!
//! A case is added by adding a file. `INSTA_UPDATE=always` rewrites the snapshots.

use boolprog_base::control::Unlimited;
use boolprog_c_syntax::target::Target;
use boolprog_c_syntax::{Failure, Options, Unit, parse};

use crate::support::{cases, check, options, read};

fn parsed(path: &str, text: &str, target: Target) -> Result<Unit, Failure> {
    parse(path, text, &Options { target, ..options() }, &Unlimited)
}

#[test]
fn trees_of_texts() {
    check("tests/tree", |path, text| match parsed(path, text, Target::X86_64) {
        Ok(unit) => unit.tree(),
        Err(failure) => panic!("{failure}"),
    });
}

#[test]
fn messages_about_mistakes() {
    check("tests/tree/mistakes", |path, text| match parsed(path, text, Target::X86_64) {
        Err(failure @ Failure::Mistakes { .. }) => failure.to_string(),
        other => panic!("no mistake was found: {other:?}"),
    });
}

/// Each of these files asserts sizes, alignments, offsets and values of constants that gcc computed.
#[test]
fn sizes_are_those_of_gcc() {
    for path in cases("tests/layout") {
        let target = if path.contains("i386") { Target::I386 } else { Target::X86_64 };
        let text = read(&path).expect("a readable text");
        if let Err(failure) = parsed(&path, &text, target) {
            panic!("{failure}");
        }
    }
}

/// Text in a row, or nested, costs no more than its length, and never the stack.
#[test]
fn long_and_deep_texts_are_read() {
    let good = [
        format!("int a, b; int main(void) {{ return a{}; }}", " + b".repeat(10_000)),
        format!("enum {{ X = 1{} }}; int a[X];", " + 1".repeat(10_000)),
        format!("int a; int main(void) {{ {} a = 2; }}", "if (a == 0) a = 1; else ".repeat(5_000)),
        format!("int a; int main(void) {{ return {}2; }}", "a ? 1 : ".repeat(5_000)),
        format!("int main(void) {{ {}{} }}", "{".repeat(900), "}".repeat(900)),
        format!("int a[] = {{ {} }};", "1, ".repeat(100_000)),
        "struct { int x; } a[1UL << 40] = { [0 ... (1UL << 40) - 1] = {} };".to_owned(),
        "struct {} a[1UL << 60][1UL << 60];".to_owned(),
        (0..20_000).fold(String::new(), |text, number| text + &format!("struct s{number} {{ int x; }};\n")),
        (1..20_000).fold("struct s0 { int x; };\n".to_owned(), |text, number| {
            text + &format!("struct s{number} {{ struct s{} a; }};\n", number - 1)
        }) + "struct s19999 v = { 1 }; int size[sizeof v];",
    ];
    for text in good {
        let result = parsed("text.c", &text, Target::X86_64);
        assert!(result.is_ok(), "{}", result.expect_err("a failure"));
    }
    let deep = [
        format!("int a = {}1{};", "(".repeat(100_000), ")".repeat(100_000)),
        format!("int a = {}1;", "- ".repeat(100_000)),
        format!("int main(void) {}", "{".repeat(100_000)),
        format!("int {}a;", "*".repeat(100_000)),
        format!("int a{};", "[1]".repeat(100_000)),
        format!("int {}a;", "(".repeat(100_000)),
        (1..5_000).fold("typedef int *t0;\n".to_owned(), |text, number| {
            text + &format!("typedef t{} *t{number};\n", number - 1)
        }),
        "char a[1 << 30] = { [0 ... (1 << 30) - 1] = 1 };".to_owned(),
        "char a[1 << 21] = { [0 ... (1 << 21) - 1] = 1 }, b[1 << 22] = { [0 ... (1 << 22) - 1] = 1 };".to_owned(),
        (1..60).fold("struct s0 { char x[1024]; };\n".to_owned(), |text, number| {
            text + &format!("struct s{number} {{ struct s{0} a, b; }};\n", number - 1)
        }),
    ];
    for text in deep {
        assert!(matches!(parsed("text.c", &text, Target::X86_64), Err(Failure::Mistakes { .. })), "{}", &text[..60]);
    }
}
