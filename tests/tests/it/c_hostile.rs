//! Hostile C programs: each costs a message or a verdict, in little time and memory.

use std::path::Path;
use std::process::Command;

use boolprog_tests::limited;

/// Seconds of processor time, far more than any of them takes.
const MOST: u32 = 20;

/// Number of repetitions.
const MANY: usize = 100_000;

fn times(text: &str) -> String {
    text.repeat(MANY)
}

/// `before` and `after`, as often, around `inside`.
fn nested(before: &str, inside: &str, after: &str, depth: usize) -> String {
    format!("{}{inside}{}", before.repeat(depth), after.repeat(depth))
}

/// Lines with their numbers and the ones before, after a first line.
fn chain(first: &str, line: impl Fn(usize, usize) -> String, length: usize) -> String {
    let lines = (1..=length).map(|number| format!("{}\n", line(number, number - 1)));
    format!("{first}\n{}", lines.collect::<String>())
}

fn main_of(body: &str) -> String {
    format!("int main() {{ int x = 1; {body} }}\n")
}

/// Texts that cost a message, by the part of the message that says why.
fn refused() -> Vec<(&'static str, String)> {
    let wide = chain("struct s0 { int a; };", |it, of| format!("struct s{it} {{ struct s{of} a, b; }};"), 60);
    vec![
        ("levels of nesting", main_of(&format!("x = {};", nested("(", "1", ")", MANY)))),
        ("levels of nesting", main_of(&format!("x = {}1;", times("- ")))),
        ("levels of nesting", main_of(&format!("x = {}1;", times("(int)")))),
        ("levels of nesting", main_of(&nested("{", "", "}", MANY))),
        ("levels of nesting", format!("int a = {};\n", nested("{", "1", "}", MANY)) + &main_of("x = a;")),
        ("levels of nesting", format!("struct s {};\n", nested("{ struct ", "{ int a; }", "; }", MANY)) + &main_of("")),
        ("more than 1000 parts", format!("int a{};\n", times("[1]")) + &main_of("")),
        ("more than 1000 parts", format!("int {}p;\n", times("*")) + &main_of("")),
        (
            "more than 1000 parts",
            chain("typedef int t0;", |it, of| format!("typedef t{of} *t{it};"), 2000) + &main_of(""),
        ),
        ("needs a structure", main_of(&format!("x{};", times(".a")))),
        (
            "too many tokens",
            "#define F(x) x\n".to_owned() + &main_of(&format!("x = {};", nested("F(", "1", ")", MANY))),
        ),
        ("tokens", chain("#define A0 1", |it, of| format!("#define A{it} A{of} + A{of}"), 60) + &main_of("x = A60;")),
        (
            "tokens",
            chain("#define A0(x) x", |it, of| format!("#define A{it}(x) A{of}(A{of}(x))"), 60)
                + &main_of("x = A60(1);"),
        ),
        ("nested more than 200", format!("#if {}1\n#endif\n", times("!")) + &main_of("")),
        ("include one another", "#include \"hostile.c\"\n#include \"hostile.c\"\n".to_owned() + &main_of("")),
        ("no memory is that large", wide + &main_of("x = sizeof(struct s60);")),
        ("a complete type", "struct s { struct s a; };\nstruct s y;\n".to_owned() + &main_of("y.a;")),
    ]
}

/// Texts that are read, or stopped by the limits, since they are only long or large.
fn read() -> Vec<String> {
    let wide = chain("struct s0 { int a; };", |it, of| format!("struct s{it} {{ struct s{of} a, b; }};"), 30);
    let wrapped = nested("(char)(", "c", " + 100)", 30);
    let inlined =
        chain("int x;\nvoid f0(void) { x = 1; }", |it, of| format!("void f{it}(void) {{ f{of}(); f{of}(); }}"), 40);
    vec![
        main_of(&format!("{}x = 1;", times("if (x) ; else "))),
        main_of(&format!("x = 1{};", times(" + 1"))),
        main_of(&format!("x = x{};", times(" && x"))),
        main_of(&format!("x{};", times(", x"))),
        chain("#define A0 1", |it, of| format!("#define A{it} A{of}"), 5000) + &main_of("x = A5000;"),
        "int a[2147483647];\n".to_owned() + &main_of("a[5] = 1;"),
        "int a[100000][100000];\n".to_owned() + &main_of("a[5][5] = 1;"),
        format!("int a[6000] = {{{}}};\n", "1,".repeat(6000)) + &main_of("x = a[0];"),
        chain("struct s0 { int x; };", |it, of| format!("struct s{it} {{ struct s{of} a; }};"), 20_000) + &main_of(""),
        "int a[256];\n".to_owned() + &main_of("int *p = a; p++; p[nondet_int()] = x;"),
        inlined + &main_of("f40();"),
        times("#if 1\n") + &times("#endif\n") + &main_of(""),
        chain("typedef int t0;", |it, of| format!("typedef t{of} t{it};"), 20_000) + &main_of("t20000 y = x;"),
        wide.clone() + &main_of("x = sizeof(struct s25);"),
        wide + "struct s30 *p;\n" + &main_of("if (p) p->a;"),
        "#include <assert.h>\n".to_owned()
            + &main_of(&format!(
                "int y = nondet_int(); {} assert(x);",
                "if (x > y) x = y + 1; else y = x + y;\n".repeat(1000)
            )),
        "#include <assert.h>\n".to_owned()
            + &main_of(&format!("x = nondet_int(); {} assert(x);", "x = x > 5 ? x - 1 : x + x * x;\n".repeat(1000))),
        main_of(&format!("char c = 1; x = {wrapped}; __CPROVER_assert(x != 200, \"\");")),
        main_of(&format!("__CPROVER_assert({}, \"\");", nested("(x ? ", "1", " : x + 1)", 20))),
    ]
}

/// The code at the end, none if it took too long, and the output. A text of any length is read from a file.
fn check(text: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("hostile.c");
    std::fs::write(&path, text).expect("writable");
    run(&path)
}

fn run(path: &Path) -> (Option<i32>, String) {
    let mut boolprog = limited(env!("CARGO_BIN_EXE_boolprog-under-test"), MOST);
    boolprog.args(["check", "--timeout", "4", "--format", "short"]).arg(path);
    let output = boolprog.output().expect("the binary starts");
    (output.status.code(), String::from_utf8(output.stdout).expect("UTF-8"))
}

#[test]
fn a_hostile_program_costs_a_message() {
    for (why, text) in refused() {
        let (code, said) = check(&text);
        let begin: String = said.chars().take(300).collect();
        let is_stopped = code == Some(2) && said.contains("Reading this program was stopped");
        let is_refused = code == Some(3) && said.contains(why);
        assert!(is_stopped || is_refused, "{code:?}, {why}: {begin}\n{}", &text[..text.len().min(100)]);
    }
}

/// The messages about a program that includes files which lie beside it.
fn check_including(included: &[(&str, &str)], text: &str) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in included {
        std::fs::write(folder.path().join(name), text).expect("writable");
    }
    let path = folder.path().join("hostile.c");
    std::fs::write(&path, text).expect("writable");
    run(&path)
}

#[test]
fn included_files_are_few_and_regular() {
    let names: Vec<String> = (0..=39).map(|it| format!("a{it}.h")).collect();
    let twice: Vec<String> = (0..=39).map(|it| format!("#include \"a{}.h\"\n", it + 1).repeat(2)).collect();
    let mut files: Vec<(&str, &str)> = names.iter().zip(&twice).map(|(name, text)| (&**name, &**text)).collect();
    files[39].1 = "";
    let left_out = format!("#if 0\n{}#endif\n", times("x y z\n"));
    let cases = [
        ("too many or too long", files, "#include \"a0.h\"\n".to_owned()),
        ("too many or too long", vec![("big.h", &*left_out)], "#include \"big.h\"\n".repeat(300)),
        ("cannot be read", vec![], "#include \"/dev/zero\"\n".to_owned()),
    ];
    for (why, files, text) in cases {
        let (code, said) = check_including(&files, &(text + &main_of("")));
        assert!(code == Some(3) && said.contains(why), "{code:?}, {why}: {said}");
    }
}

/// The file is there: that it is not would be false.
#[cfg(unix)]
#[test]
fn an_included_device_is_no_regular_file() {
    let folder = tempfile::tempdir().expect("a folder");
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("endless.h")).expect("a link");
    let path = folder.path().join("hostile.c");
    std::fs::write(&path, "#include \"endless.h\"\n".to_owned() + &main_of("")).expect("writable");
    let (code, said) = run(&path);
    assert!(code == Some(3) && said.contains("endless.h` cannot be read: it is no regular file."), "{code:?}: {said}");
}

#[test]
fn reading_takes_the_time_of_the_check() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long.c");
    std::fs::write(&path, "int x;\n".to_owned() + &main_of(&"x = x + 1;\n".repeat(50_000))).expect("writable");
    let mut boolprog = Command::new(env!("CARGO_BIN_EXE_boolprog-under-test"));
    let arguments = ["check", "--property", "race", "--timeout", "0.2", "--format", "short"];
    let output = boolprog.args(arguments).arg(path).output().expect("the binary starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("Reading this program was stopped: time limit reached."), "{said}");
}

#[test]
fn a_long_program_is_read() {
    for text in read() {
        let (code, said) = check(&text);
        assert!(code.is_some_and(|code| code < 3), "{code:?}: {said}\n{}", &text[..text.len().min(100)]);
    }
}
