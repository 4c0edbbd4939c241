//! Growth families: one program for each n, to see how time and memory grow with it.

use std::fmt::Write;

pub(crate) struct Family {
    pub(crate) name: &'static str,
    /// Meaning of n.
    pub(crate) parameter: &'static str,
    /// The sizes, increasing. A run stops at the first that exceeds its time limit.
    pub(crate) sizes: &'static [u32],
    pub(crate) program: fn(u32) -> String,
}

pub(crate) const FAMILIES: [Family; 7] = [
    Family {
        name: "statements",
        parameter: "statements of one thread",
        sizes: &[10, 30, 100, 300, 1_000, 3_000, 10_000],
        program: statements,
    },
    Family {
        name: "threads-to-fail",
        parameter: "threads that the violation needs",
        sizes: &[1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16],
        program: threads_to_fail,
    },
    Family { name: "flags", parameter: "shared flags", sizes: &[2, 4, 6, 8, 10, 12, 14, 16, 18], program: flags },
    Family {
        name: "choices",
        parameter: "local variables chosen in one step",
        sizes: &[2, 4, 6, 8, 10, 12, 14, 16, 18],
        program: choices,
    },
    Family { name: "locks", parameter: "locks in a ring", sizes: &[2, 3, 4, 5, 6, 7, 8, 9, 10], program: locks },
    Family {
        name: "arbitrary",
        parameter: "shared variables, and local ones, that start arbitrary",
        sizes: &[2, 4, 6, 8, 10, 12, 16, 24, 40, 64, 100, 150],
        program: arbitrary,
    },
    Family {
        name: "two-orders",
        parameter: "pairs of chosen variables that are compared in two orders",
        sizes: &[2, 4, 5, 7, 8, 10, 11, 13, 14, 16, 20, 28, 40, 64, 80],
        program: two_orders,
    },
];

/// Text cannot fail to be written into a string.
macro_rules! put {
    ($text:expr, $($argument:tt)*) => {
        let _ = writeln!($text, $($argument)*);
    };
}

/// n statements that do nothing, within a lock. Safe.
fn statements(n: u32) -> String {
    let mut text = "decl lock := F, inside := F;\n\nvoid main() begin\n".to_owned();
    put!(text, "  lock := T constrain !lock;\n  assert !inside;\n  inside := T;");
    for _ in 0..n {
        put!(text, "  skip;");
    }
    put!(text, "  inside := F;\n  lock := F;\nend");
    text
}

/// Each thread raises the lowest of n flags that is down, then waits: the last flag needs n threads.
fn threads_to_fail(n: u32) -> String {
    let mut text = String::new();
    for flag in 1..=n {
        put!(text, "decl c{flag} := F;");
    }
    put!(text, "\nvoid main() begin");
    for flag in 1..=n {
        put!(text, "  {} !c{flag} then c{flag} := T;", if flag == 1 { "if" } else { "elsif" });
    }
    put!(text, "  fi;\n  assert !c{n};\n  assume F;\nend");
    text
}

/// n shared flags that every thread can turn at any time. Safe.
fn flags(n: u32) -> String {
    let mut text = "decl bad := F;\n".to_owned();
    for flag in 1..=n {
        put!(text, "decl f{flag} := F;");
    }
    let labels: Vec<String> = (1..=n).map(|flag| format!("turn{flag}")).collect();
    put!(text, "\nvoid main() begin\nagain:\n  goto {}, look;", labels.join(", "));
    for flag in 1..=n {
        put!(text, "turn{flag}:\n  f{flag} := !f{flag};\n  goto again;");
    }
    put!(text, "look:\n  assert !bad;\n  goto again;\nend");
    text
}

/// n local variables that get arbitrary values in one step; a thread continues if all are T. Safe.
fn choices(n: u32) -> String {
    let names: Vec<String> = (1..=n).map(|local| format!("x{local}")).collect();
    let stars = vec!["*"; names.len()].join(", ");
    let mut text = format!("decl ready := F;\n\nvoid main() begin\n  decl {} := F;\n", names.join(" := F, "));
    put!(text, "  ready := T;\n  {} := {stars};\n  assume {};", names.join(", "), names.join(" & "));
    put!(text, "  assert ready & x{n};\nend");
    text
}

/// n locks in a ring; each thread takes one and then its right neighbour, as at the table of the philosophers, and
/// has both to itself. Safe.
fn locks(n: u32) -> String {
    let mut text = "decl used := F;\n".to_owned();
    for lock in 1..=n {
        put!(text, "decl l{lock} := F;");
    }
    let labels: Vec<String> = (1..=n).map(|lock| format!("seat{lock}")).collect();
    put!(text, "\nvoid main() begin\nagain:\n  goto {};", labels.join(", "));
    for lock in 1..=n {
        let right = lock % n + 1;
        put!(text, "seat{lock}:\n  l{lock} := T constrain !l{lock};\n  l{right} := T constrain !l{right};");
        let eats = if lock == 1 { "  assert !used;\n  used := T;\n  used := F;\n" } else { "" };
        put!(text, "{eats}  l{lock} := F;\n  l{right} := F;\n  goto again;");
    }
    put!(text, "end");
    text
}

/// n shared and n local variables start arbitrary, and every thread chooses its own again; not all of the values that
/// it passes on are F. Safe.
fn arbitrary(n: u32) -> String {
    let (shared, local) = (names("g", n), names("x", n));
    let stars = vec!["*"; local.len()].join(", ");
    let mut text = format!("decl {};\n\nvoid main() begin\n  decl {};\n", shared.join(", "), local.join(", "));
    let some: Vec<String> = local.iter().map(|variable| format!("'{variable}")).collect();
    put!(text, "  {} := {stars} constrain {};", local.join(", "), some.join(" | "));
    put!(text, "  {} := {};", shared.join(", "), local.join(", "));
    put!(text, "  assert {};\nend", local.join(" | "));
    text
}

/// One thread chooses n variables, then n more, and continues if the two lists are equal, the second one taken as it is
/// or three by three. Safe.
fn two_orders(n: u32) -> String {
    let (first, second) = (names("a", n), names("b", n));
    let equal = |stride: usize| {
        let other = (0..second.len()).map(|index| &second[index * stride % second.len()]);
        first.iter().zip(other).map(|(a, b)| format!("({a} = {b})")).collect::<Vec<_>>().join(" & ")
    };
    let mut text = "// boolprog: threads = 1\n".to_owned();
    put!(text, "decl {}, {};\n\nvoid main() begin", first.join(", "), second.join(", "));
    for variable in first.iter().chain(&second) {
        put!(text, "  {variable} := *;");
    }
    put!(text, "  assume ({}) | ({});\n  assert a1 = b1;\nend", equal(1), equal(3));
    text
}

fn names(stem: &str, n: u32) -> Vec<String> {
    (1..=n).map(|number| format!("{stem}{number}")).collect()
}
