//! Time of parsing: whole files of 400 lines, and the same files after a keystroke. One is as refinement loops write
//! them, mostly places where nothing changes; the other has a full statement in every line.

use std::fmt::Write as _;
use std::hint::black_box;

use boolprog_syntax::{Document, parse};
use criterion::{Criterion, criterion_group, criterion_main};

/// A program of about `lines` lines: a comment that names the place in the C program, a labelled `skip` where no
/// predicate changes, and now and then a statement.
fn usual(lines: usize) -> String {
    let mut text = String::from("decl b0_x_eq_0, b1_lock_eq_1;\nvoid main() begin\n  decl b2_local_eq_x;\n");
    for line in (3..lines).step_by(3) {
        let statement = match line % 15 {
            0 => "b0_x_eq_0, b2_local_eq_x := schoose[b2_local_eq_x, F], * constrain !('b0_x_eq_0 & b1_lock_eq_1);",
            3 => "if !(b1_lock_eq_1 & *) then goto PC3; fi;",
            6 => "assume(!b1_lock_eq_1 | b2_local_eq_x);",
            _ => "skip; // no predicates changed",
        };
        writeln!(text, "    // file ./driver/main.c line {line} function dispatch\nPC{line}: {statement}\n")
            .expect("strings take everything");
    }
    text.push_str("end\n");
    text
}

/// A program of at least `lines` lines with long parallel assignments, constraints, and a driver that starts threads.
fn dense(lines: usize) -> String {
    const VARIABLES: usize = 12;
    let names: Vec<String> = (0..VARIABLES).map(|index| format!("b{index}_count_le_{index}")).collect();
    let mut text = format!("decl {};\nvoid main() begin\n  decl l0, l1, l2;\n", names.join(", "));
    for line in 3..lines {
        let (x, y, z) =
            (&names[line % VARIABLES], &names[(line * 5 + 1) % VARIABLES], &names[(line * 7 + 2) % VARIABLES]);
        let written = match line % 8 {
            0 => writeln!(text, "PC{line}: if !({x} | l0) then goto PC{}; fi;", line - line % 8),
            1 => writeln!(text, "PC{line}: assume ({x} => {y}) & (!{z} | l1);"),
            2 => writeln!(
                text,
                "PC{line}: {x}, l0, l1 := schoose[{y} & !{z}, !{y}], *, l0 constrain ('{x} & 'l0) | (!'{x} & !'l1 & {z});"
            ),
            3 => writeln!(text, "PC{line}: assert !{x} | {y} = {z};"),
            4 => writeln!(text, "PC{line}: start_thread goto PC{};", line - 1),
            5 => writeln!(text, "PC{line}: atomic_begin; {x} := *; l2 := l0 ^ {y}; atomic_end;"),
            6 => writeln!(text, "PC{line}: while {x} & * do {x} := {y} ? {z} : l2; od;"),
            _ => writeln!(text, "PC{line}: skip; // line {line}"),
        };
        written.expect("strings take everything");
    }
    text.push_str("end\n");
    text
}

fn benchmarks(criterion: &mut Criterion) {
    for (name, text) in [("usual", usual(400)), ("dense", dense(400))] {
        let parsed = parse(&text);
        assert!(parsed.diagnostics.is_empty(), "{:?}", parsed.diagnostics);
        criterion
            .bench_function(&format!("parse 400 {name} lines"), |bencher| bencher.iter(|| parse(black_box(&text))));
        for (keystroke, inserted) in [("keystroke", "x"), ("keystroke that breaks the text", "if ")] {
            let middle = text.find("PC203:").or_else(|| text.find("PC204:")).expect("a label in the middle");
            criterion.bench_function(&format!("{keystroke} and its undoing in 400 {name} lines"), |bencher| {
                let mut document = Document::new(&text);
                document.source_file();
                bencher.iter(|| {
                    document.apply(middle..middle, inserted);
                    black_box(document.diagnostics().len());
                    document.apply(middle..middle + inserted.len(), "");
                    black_box(document.diagnostics().len());
                });
            });
        }
    }
}

criterion_group!(parsing, benchmarks);
criterion_main!(parsing);
