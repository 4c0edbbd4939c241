//! Checks and lowering of a program as large as refinement loops write them.

use std::fmt::Write;

use boolprog_program::analyse;
use boolprog_program::reading::ReadingOptions;
use boolprog_syntax::parse;
use criterion::{Criterion, criterion_group, criterion_main};

/// About 400 lines in the style of a predicate abstraction: numbered labels, long parallel assignments with
/// `schoose`, one thread started for each block.
fn generated() -> String {
    let variables: Vec<String> = (0..20).map(|index| format!("b{index}_x_eq_{index}")).collect();
    let mut text = format!("decl {};\nvoid main() begin\n  decl own;\n", variables.join(", "));
    for block in 0..60 {
        let target = &variables[block % variables.len()];
        let other = &variables[(block * 7 + 3) % variables.len()];
        let _ = writeln!(text, "PC{block}a: if !({other} & *) then goto PC{block}e; fi;");
        let _ = writeln!(text, "PC{block}b: atomic_begin;");
        let _ = writeln!(
            text,
            "PC{block}c: {target}, own := schoose[{other} & !own, !{other} | own], * constrain ((!'{target}) | (!'own) | {other});"
        );
        let _ = writeln!(text, "PC{block}d: atomic_end;");
        let _ = writeln!(text, "PC{block}e: start_thread goto PC{block}f;");
        let _ = writeln!(text, "PC{block}f: assert !(own & {target}) | {other};");
    }
    text + "end\n"
}

fn benches(criterion: &mut Criterion) {
    let text = generated();
    let file = parse(&text).file;
    criterion
        .bench_function("analyse 400 lines", |bencher| bencher.iter(|| analyse(&file, &ReadingOptions::default())));
    criterion.bench_function("parse and analyse 400 lines", |bencher| {
        bencher.iter(|| analyse(&parse(&text).file, &ReadingOptions::default()));
    });
}

criterion_group!(program, benches);
criterion_main!(program);
