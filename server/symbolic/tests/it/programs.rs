//! Programs with a number of variables to choose, as text.

use boolprog_base::engine::{Finding, Outcome};
use boolprog_certificate::diagrams::Invariant;
use boolprog_program::program::Program;
use boolprog_program::reading::ReadingOptions;
use boolprog_symbolic::Valuations;

fn names(stem: &str, count: u32) -> Vec<String> {
    (0..count).map(|index| format!("{stem}{index}")).collect()
}

fn joined(names: &[String], each: impl Fn(&String) -> String, separator: &str) -> String {
    names.iter().map(each).collect::<Vec<_>>().join(separator)
}

/// Any number of threads that negate globals of arbitrary value, and pass on a flag that is never set.
pub(crate) fn free_globals(count: u32) -> String {
    let globals = names("g", count);
    let body = joined(&globals, |g| format!("  {g} := !{g};\n"), "");
    format!(
        "decl flag := F;\ndecl {};\nvoid main() begin\n  while * do\n{body}  flag := flag & g0;\n  od;\n  assert !flag;\nend\n",
        globals.join(", ")
    )
}

/// Any number of threads, each with locals of arbitrary value and unchanged copies.
pub(crate) fn free_locals(count: u32) -> String {
    let (old, new) = (names("old", count), names("new", count));
    let pairs: Vec<_> = old.iter().zip(&new).collect();
    let copies = pairs.iter().map(|(old, new)| format!("  {new} := {old};\n")).collect::<Vec<_>>().concat();
    let same = pairs.iter().map(|(old, new)| format!("({old} = {new})")).collect::<Vec<_>>().join(" & ");
    format!(
        "decl g;\nvoid main() begin\n  decl {}, {};\n{copies}  g := !g;\n  assert {same};\nend\n",
        old.join(", "),
        new.join(", ")
    )
}

/// One thread that chooses globals by `*` in one assignment, never all F.
pub(crate) fn wide_choice(count: u32) -> String {
    let globals = names("g", count);
    let any = joined(&globals, |_| "*".to_owned(), ", ");
    let some = joined(&globals, |g| format!("'{g}"), " | ");
    format!(
        "// boolprog: threads = 1\ndecl {list};\nvoid main() begin\n  {list} := {any} constrain {some};\n  assert {};\nend\n",
        globals.join(" | "),
        list = globals.join(", ")
    )
}

/// The same, but the assertion fails for a single choice, and only after a second thread has seen it.
pub(crate) fn rare_choice(count: u32) -> String {
    let globals = names("g", count);
    let any = joined(&globals, |_| "*".to_owned(), ", ");
    format!(
        "decl seen := F;\ndecl {list};\nvoid main() begin\n  if * then\n  {list} := {any};\n  else\n  seen := {all};\n  assume seen;\n  assert F;\n  fi;\nend\n",
        list = globals.join(", "),
        all = globals.join(" & ")
    )
}

/// Two lists of globals that are chosen one after the other and then required to be equal, pair by pair.
pub(crate) fn far_apart(count: u32) -> String {
    compared(count, |left, right| equal(left, right.iter()))
}

/// The same, but either to the other list or to the other list in quite another order: no order of the variables has
/// both kinds of pairs together, so that the diagrams are exponential.
pub(crate) fn two_orders(count: u32) -> String {
    compared(count, |left, right| {
        let other = (0..right.len()).map(|index| &right[index * 3 % right.len()]);
        format!("(({}) | ({}))", equal(left, right.iter()), equal(left, other))
    })
}

fn equal<'a>(left: &[String], right: impl Iterator<Item = &'a String>) -> String {
    left.iter().zip(right).map(|(left, right)| format!("({left} = {right})")).collect::<Vec<_>>().join(" & ")
}

fn compared(count: u32, condition: impl Fn(&[String], &[String]) -> String) -> String {
    let (left, right) = (names("l", count), names("r", count));
    let free = |list: &[String]| joined(list, |name| format!("  {name} := *;\n"), "");
    let condition = condition(&left, &right);
    format!(
        "// boolprog: threads = 1\ndecl {}, {};\nvoid main() begin\n{}{}  assume {condition};\n  assert l0 = r0;\nend\n",
        left.join(", "),
        right.join(", "),
        free(&left),
        free(&right)
    )
}

/// The program of a text, which must be correct.
pub(crate) fn program(text: &str) -> Program {
    let parsed = boolprog_syntax::parse(text);
    let analysis = boolprog_program::analyse(&parsed.file, &ReadingOptions::default());
    assert!(parsed.diagnostics.is_empty(), "{:?} in\n{text}", parsed.diagnostics);
    analysis.program().unwrap_or_else(|error| panic!("{error:?} in\n{text}")).clone()
}

/// The proof among the findings of an engine, with the properties that it is about.
pub(crate) fn proof(outcome: Outcome<Valuations>) -> Option<(Vec<u32>, Invariant)> {
    outcome.findings.into_iter().find_map(|finding| match finding {
        Finding::Proved { properties, certificate } => Some((properties, certificate)),
        Finding::Violated { .. } => None,
    })
}
