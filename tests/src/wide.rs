//! Families of wide programs: n variables beside those that a property needs. Their dependences are random,
//! and the same for the same seed.

use std::fmt::Write;

use boolprog_base::Random;

/// A program for each size and seed.
#[derive(Debug)]
pub struct Family {
    /// The name, also of files.
    pub name: &'static str,
    /// Meaning of n.
    pub parameter: &'static str,
    /// The program of a size, at least 3, and a seed. It has a pragma for the number of its threads.
    pub program: fn(u32, u64) -> String,
}

/// All families.
pub const FAMILIES: [Family; 11] = [
    Family { name: "guarded", parameter: "shared flags changed under a lock", program: guarded },
    Family { name: "lapse", parameter: "shared flags; one step forgets the lock", program: lapse },
    Family { name: "private", parameter: "local flags of threads with two locks", program: private },
    Family { name: "mixed", parameter: "shared and local flags, some set in all threads", program: mixed },
    Family { name: "created", parameter: "flags that created threads share", program: created },
    Family {
        name: "handover",
        parameter: "flags; threads are released too early, and lose a token",
        program: handover,
    },
    Family { name: "devices", parameter: "devices of a driver, one property each", program: devices },
    Family { name: "descent", parameter: "flags that a recursive procedure changes", program: descent },
    Family { name: "tree", parameter: "procedures that call the next one three times", program: tree },
    Family { name: "chain", parameter: "flags that are raised in order: the proof needs all", program: chain },
    Family { name: "parity", parameter: "flags whose parity is kept: the proof needs all", program: parity },
];

/// Text cannot fail to be written into a string.
macro_rules! put {
    ($text:expr, $($argument:tt)*) => {
        let _ = writeln!($text, $($argument)*);
    };
}

/// A statement that reads flags and changes one.
fn change(random: &mut Random, stem: &str, n: u32) -> String {
    let n = n as usize;
    let (first, second) = (random.below(n), random.below(n - 1));
    // Another one than the first: no variable is assigned twice in a step.
    let second = if second == first { n - 1 } else { second };
    let [a, b, c] = [first, second, random.below(n)].map(|flag| format!("{stem}{flag}"));
    match random.below(4) {
        0 => format!("if {a} then {b} := *; else {c} := !{b}; fi;"),
        1 => format!("{a} := {b} != {c};"),
        2 => format!("{a}, {b} := {c}, {a} | !{c};"),
        _ => format!("{a} := schoose [{b}, {c}];"),
    }
}

fn declared(stem: &str, n: u32, initial: &str) -> String {
    let names: Vec<String> = (0..n).map(|flag| format!("{stem}{flag}{initial}")).collect();
    names.join(", ")
}

/// One of n statements.
fn one_of(statements: impl Iterator<Item = String>, indent: &str) -> String {
    let mut text = String::new();
    for statement in statements {
        put!(text, "{indent}if * then {statement} fi;");
    }
    text
}

/// Threads change flags in a critical section that one of them enters at a time. Holds.
fn guarded(n: u32, seed: u64) -> String {
    sections(n, seed, None)
}

/// The same, but one statement opens the lock before its end. Violated with two threads.
fn lapse(n: u32, seed: u64) -> String {
    sections(n, seed, Some(n / 3))
}

fn sections(n: u32, seed: u64, opened: Option<u32>) -> String {
    let mut random = Random::new(seed);
    let mut text =
        format!("// boolprog: threads = *\ndecl {};\ndecl taken := F, inside := F;\n\n", declared("g", n, ""));
    for section in 0..n {
        let early = if opened == Some(section) { "taken := F; " } else { "" };
        put!(text, "void section{section}() begin\n  taken := T constrain !taken;\n  assert !inside;\n  inside := T;");
        put!(text, "  {early}{}\n  inside := F;\n  taken := F;\nend\n", change(&mut random, "g", n));
    }
    put!(
        text,
        "void main() begin\n  while * do\n{}  od;\nend",
        one_of((0..n).map(|i| format!("section{i}();")), "    ")
    );
    text
}

/// Threads with n flags of their own, and two locks that are taken in order. Holds.
fn private(n: u32, seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text =
        "// boolprog: threads = *\ndecl first := F, second := F, busy := F;\n\nvoid main() begin\n".to_owned();
    put!(text, "  decl {};\n  while T do\n    first := T constrain !first;", declared("l", n, ""));
    for _ in 0..n / 2 {
        put!(text, "    {}", change(&mut random, "l", n));
    }
    put!(text, "    second := T constrain !second;\n    assert !busy;\n    busy := T;");
    for _ in 0..n / 2 {
        put!(text, "    {}", change(&mut random, "l", n));
    }
    put!(text, "    busy := F;\n    second := F;\n    first := F;\n  od;\nend");
    text
}

/// Half of the flags are shared, half local, and who is inside sets local flags of all threads. Holds.
fn mixed(n: u32, seed: u64) -> String {
    let (shared, local) = (n.div_ceil(2).max(2), (n / 2).max(2));
    let mut random = Random::new(seed);
    let mut text = format!("// boolprog: threads = *\ndecl {};\ndecl lock := F;\n\n", declared("g", shared, ""));
    put!(text, "void main() begin\n  decl inside := F;\n  decl {};\n  while T do", declared("l", local, ""));
    put!(text, "    lock := T constrain !lock;\n    inside := T;");
    for step in 0..n {
        let (g, l) = (random.below(shared as usize), random.below(local as usize));
        let statement = match step % 4 {
            0 => format!("l{l}$ := g{g};"),
            1 => format!("g{g} := l{l};"),
            2 => change(&mut random, "l", local),
            _ => change(&mut random, "g", shared),
        };
        put!(text, "    {statement}");
    }
    put!(text, "    assert inside & lock;\n    inside := F;\n    lock := F;\n  od;\nend");
    text
}

/// One thread prepares, then creates workers without end, which may not start before. Holds.
fn created(n: u32, seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text =
        format!("// boolprog: threads = 1\ndecl {};\ndecl ready := F, stopped := F;\n\n", declared("g", n, ""));
    put!(text, "void worker() begin\n  assert ready;\n  while * do\n    assume !stopped;");
    text += &one_of((0..n).map(|_| change(&mut random, "g", n)), "    ");
    put!(text, "  od;\n  assert ready;\nend\n\nvoid main() begin");
    for _ in 0..n / 2 {
        put!(text, "  {}", change(&mut random, "g", n));
    }
    put!(text, "  ready := T;\n  while * do\n    start_thread worker();\n    stopped := g0;\n  od;\nend");
    text
}

/// Threads wait until one is signalled that all is ready, and then take a token from the others (`x$`). Violated: the first
/// signal comes too early, and the token is lost to the next thread.
fn handover(n: u32, seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = format!(
        "// boolprog: threads = 1\ndecl {};\ndecl ready := F;\ndecl thread_local own := F;\n\n",
        declared("g", n, "")
    );
    let mut changes = || {
        let statements: Vec<String> = (0..n / 3).map(|_| format!("  {}", change(&mut random, "g", n))).collect();
        statements.join("\n")
    };
    put!(text, "void worker() begin\n{}\n  wait;\n  assert ready;\n  own, own$ := T, F;", changes());
    put!(text, "{}\n  assert own;\nend\n\nvoid main() begin", changes());
    put!(text, "  while * do\n    start_thread worker();\n  od;\n{}\n  signal;\n  ready := T;", changes());
    put!(text, "  while * do\n    signal;\n  od;\nend");
    text
}

/// One thread opens and closes n devices; each one is opened only when it is closed. Holds.
fn devices(n: u32, seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text =
        format!("// boolprog: threads = 1\ndecl {};\ndecl {};\n\n", declared("open", n, " := F"), declared("g", n, ""));
    for device in 0..n {
        put!(text, "void use{device}() begin\n  if open{device} then\n    open{device} := F;\n  else");
        put!(
            text,
            "    {}\n    assert !open{device};\n    open{device} := T;\n  fi;\nend\n",
            change(&mut random, "g", n)
        );
    }
    put!(text, "void main() begin\n  while * do\n{}  od;\nend", one_of((0..n).map(|i| format!("use{i}();")), "    "));
    text
}

/// A recursive procedure saves a flag, changes others, and finds the saved one as it was. Holds.
fn descent(n: u32, seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = format!("// boolprog: threads = 1\ndecl {};\ndecl mark;\n\n", declared("g", n, ""));
    put!(text, "void descend() begin\n  decl saved;\n  saved := mark;");
    for _ in 0..n / 2 {
        put!(text, "  {}", change(&mut random, "g", n));
    }
    put!(text, "  if * then\n    mark := *;\n    descend();\n  fi;");
    for _ in 0..n / 2 {
        put!(text, "  {}", change(&mut random, "g", n));
    }
    put!(text, "  mark := saved;\nend\n\nvoid main() begin\n  mark := F;\n  descend();\n  assert !mark;\nend");
    text
}

/// Each procedure calls the next one three times: 3^n activations. Holds, since each turns the flag an even number of times.
fn tree(n: u32, seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = format!("// boolprog: threads = 1\ndecl turned := F;\ndecl {};\n\n", declared("g", n, ""));
    for level in 0..n {
        let call = if level + 1 < n { format!("  level{}();\n", level + 1).repeat(3) } else { String::new() };
        put!(
            text,
            "void level{level}() begin\n  turned := !turned;\n  {}\n{call}  turned := !turned;\nend\n",
            change(&mut random, "g", n)
        );
    }
    put!(text, "void main() begin\n  level0();\n  assert !turned;\nend");
    text
}

/// Threads raise n flags in order, each only after the one before it. Holds; the last flag says that all are up.
fn chain(n: u32, _: u64) -> String {
    let mut text =
        format!("// boolprog: threads = *\ndecl {};\n\nvoid main() begin\n  while * do\n", declared("up", n, " := F"));
    put!(text, "    if * then up0 := T; fi;");
    for flag in 1..n {
        put!(text, "    if up{} then up{flag} := T; fi;", flag - 1);
    }
    put!(text, "  od;\n  assert up0 | !up{};\nend", n - 1);
    text
}

/// Threads turn flags, and the parity with them. Holds; without any of the flags nothing can be said.
fn parity(n: u32, _: u64) -> String {
    let mut text = format!(
        "// boolprog: threads = *\ndecl {}, odd := F;\n\nvoid main() begin\n  while * do\n",
        declared("g", n, " := F")
    );
    for flag in 0..n {
        put!(text, "    if * then g{flag}, odd := !g{flag}, !odd; fi;");
    }
    let all: Vec<String> = (0..n).map(|flag| format!("g{flag}")).collect();
    put!(text, "  od;\n  assert odd = ({});\nend", all.join(" != "));
    text
}
