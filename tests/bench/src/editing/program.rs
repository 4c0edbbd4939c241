//! Programs of any length, as they are typed and as tools write them.

use std::fmt::Write;

/// Text cannot fail to be written into a string.
macro_rules! put {
    ($text:expr, $($argument:tt)*) => {
        let _ = writeln!($text, $($argument)*);
    };
}

/// Number of lines for each one of [`LONG`] characters.
const LINES_TO_A_LONG_ONE: usize = 50;
const LONG: usize = 800;
/// Lines of a procedure, but for the longest.
const SHORT_PROCEDURE: usize = 100;
const SHARED: usize = 12;
const LOCAL: usize = 6;

/// A program of this number of lines without errors, at least 20. One procedure has half of the lines; every 50th line
/// is of 800 characters, as tools write them.
pub(crate) fn program(lines: usize) -> String {
    let mut text = String::new();
    put!(text, "// boolprog: threads = 2");
    put!(text, "decl {};\n", names("s", SHARED).join(", "));
    let (mut written, mut number) = (3, 0);
    let mut calls = Vec::new();
    // Half of the lines are main's, its calls among them.
    let others = (lines / 2).saturating_sub(written);
    while written + SHORT_PROCEDURE <= others {
        procedure(&mut text, &format!("step{number}"), SHORT_PROCEDURE - 1, &[]);
        text.push('\n');
        calls.push(format!("step{number}"));
        number += 1;
        written += SHORT_PROCEDURE;
    }
    procedure(&mut text, "main", lines - written, &calls);
    text
}

fn procedure(text: &mut String, name: &str, lines: usize, calls: &[String]) {
    put!(text, "void {name}() begin");
    put!(text, "  decl {};", names("x", LOCAL).join(", "));
    put!(text, "  {} := {};", names("x", LOCAL).join(", "), ["F"; LOCAL].join(", "));
    for called in calls {
        put!(text, "  {called}();");
    }
    for line in calls.len() + 3..lines - 1 {
        put!(text, "{}", statement(line));
    }
    put!(text, "end");
}

/// A statement on a line of its own; the number decides which.
fn statement(number: usize) -> String {
    let shared = |offset: usize| format!("s{}", (number * 7 + offset) % SHARED + 1);
    let local = |offset: usize| format!("x{}", (number * 5 + offset) % LOCAL + 1);
    if number % LINES_TO_A_LONG_ONE == 9 {
        return long(number);
    }
    match number % 9 {
        0 => format!("  {} := {} & !{};", local(0), local(1), shared(0)),
        1 => format!("  if {} then {} := *; else {} := {}; fi;", shared(0), local(0), local(1), shared(1)),
        2 => format!("L{number}: if {} then {} := T; goto L{number}; fi;", shared(0), local(0)),
        3 => "  // what follows keeps both in step".to_owned(),
        4 => format!("  assert !{} | {} | !{};", shared(0), local(0), shared(0)),
        5 => format!("  while {} do {} := !{}; od;", local(0), local(0), local(0)),
        6 => format!("  {} := * constrain '{} | {};", shared(0), shared(0), local(2)),
        7 => format!("  {}, {} := {}, T;", shared(0), local(0), local(1)),
        _ => format!("  assume(({} = {}) | {});", shared(0), shared(1), local(0)),
    }
}

/// A condition as predicate abstraction writes it.
fn long(number: usize) -> String {
    let mut line = format!("  {} := ", format_args!("x{}", number % LOCAL + 1));
    let mut term = number;
    while line.len() < LONG - 24 {
        let _ = write!(line, "s{} & !x{} | ", term % SHARED + 1, (term / 3) % LOCAL + 1);
        term += 1;
    }
    line + "T;"
}

fn names(stem: &str, count: usize) -> Vec<String> {
    (1..=count).map(|number| format!("{stem}{number}")).collect()
}
