use boolprog_base::control::Unlimited;
use boolprog_frontend::c::Files;

use super::*;

/// A folder with these files.
fn project(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
        std::fs::write(path, text).expect("writable");
    }
    folder
}

/// The other files of the program of `main.c`, with what they define.
fn linked(folder: &tempfile::TempDir, linking: &Linking) -> Result<Vec<String>, String> {
    let path = folder.path().join("main.c");
    let text = Text { path: path.display().to_string(), text: std::fs::read_to_string(&path).expect("text").into() };
    let mut options = Options { files: Files(Some(included)), ..Options::default() };
    let linking = Linking { folder: folder.path().canonicalize().expect("a path"), ..linking.clone() };
    linking.complete(&text, &mut options, &Unlimited)?;
    let shown = |it: &Linked| format!("{} {}", it.path, it.flags.defines.join(" ")).trim_end().to_owned();
    let of_main = (!options.flags.defines.is_empty()).then(|| format!("main.c {}", options.flags.defines.join(" ")));
    Ok(of_main.into_iter().chain(options.linked.iter().map(shown)).collect())
}

const MAIN: (&str, &str) = ("main.c", "int push(int); int main(void) { return push(1); }");

fn entries(files: &[&str]) -> String {
    let entry = |file: &&str| {
        format!(r#"{{"directory": ".", "file": "{file}", "command": "cc -DOF={} -c {file}"}}"#, &file[..1])
    };
    format!("[{}]", files.iter().map(entry).collect::<Vec<_>>().join(","))
}

#[test]
fn what_is_used_is_linked() {
    let commands = entries(&["main.c", "other.c", "queue.c", "store.c", "test.c", "gone.c"]);
    let folder = project(&[
        MAIN,
        ("queue.c", "int store(int); int push(int a) { return store(a); }"),
        ("store.c", "static int kept; int store(int a) { return kept = a; }"),
        ("other.c", "int other(void) { return 0; }"),
        ("test.c", "int push(int a) { return a; } int main(void) { return push(0); }"),
        ("compile_commands.json", &commands),
    ]);
    let found = linked(&folder, &Linking::default());
    assert_eq!(found.expect("a program"), ["main.c OF=m", "queue.c OF=q", "store.c OF=s"]);
}

#[test]
fn a_database_without_the_file_says_nothing_unless_it_is_named() {
    let folder = project(&[
        MAIN,
        ("queue.c", "int push(int a) { return a; }"),
        ("build/compile_commands.json", r#"[{"directory": "..", "file": "queue.c", "command": "cc -c queue.c"}]"#),
    ]);
    assert_eq!(linked(&folder, &Linking::default()).expect("a program"), [""; 0]);
    let named = Linking { commands: Some(folder.path().join("build")), ..Linking::default() };
    assert_eq!(linked(&folder, &named).expect("a program"), ["queue.c"]);
}

#[test]
fn two_definitions_are_named() {
    let folder = project(&[
        MAIN,
        ("a.c", "int push(int a) { return a; }"),
        ("b.c", "int push(int a) { return a; }"),
        ("compile_commands.json", &entries(&["main.c", "a.c", "b.c"])),
    ]);
    let why = linked(&folder, &Linking::default()).expect_err("two definitions");
    assert!(why.starts_with("`push` is defined in a.c and in b.c, which compile_commands.json both has."), "{why}");
}

#[test]
fn a_file_with_mistakes_is_linked_if_it_is_needed() {
    let folder = project(&[
        MAIN,
        ("a.c", "int push(int a) { return a; } int ;;( x"),
        ("b.c", "int other(void) { push(1); } @"),
        ("compile_commands.json", &entries(&["main.c", "b.c", "a.c"])),
    ]);
    assert_eq!(linked(&folder, &Linking::default()).expect("files"), ["main.c OF=m", "a.c OF=a"]);
}

#[test]
fn what_is_no_database_is_told() {
    let folder = project(&[MAIN, ("compile_commands.json", "{}")]);
    let why = linked(&folder, &Linking::default()).expect_err("no database");
    assert!(why.contains("This is no compilation database"), "{why}");
    let named = Linking { commands: Some(folder.path().join("no")), ..Linking::default() };
    assert!(linked(&folder, &named).expect_err("no database").contains("ompilation database"));
}

#[test]
fn patterns_name_files() {
    let folder = project(&[MAIN, ("lib/b.c", "int x;"), ("lib/a.c", "int y;"), ("lib/a.h", ""), ("queue.c", "")]);
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let links = |names: &[&str]| Linking { links: names.iter().map(|name| path(name)).collect(), ..Linking::default() };
    assert_eq!(
        linked(&folder, &links(&["lib/?.c", "*.c"])).expect("files"),
        ["lib/a.c", "lib/b.c", "queue.c"].map(path)
    );
    assert!(linked(&folder, &links(&["no.c"])).expect_err("no file").contains("cannot be read"));
    assert!(linked(&folder, &links(&["*.cc"])).expect_err("no file").contains("No file is"));
}
