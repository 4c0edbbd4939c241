//! Speed of the engines, on generated nets and, where they are present, on published ones (the sum over a suite).

mod generated;

use std::hint::black_box;
use std::path::{Path, PathBuf};

use boolprog_base::control::Unlimited;
use boolprog_base::engine::Engine;
use boolprog_certificate::sets::{Certificate, check};
use boolprog_explore::format::{parse_initial, parse_target, parse_tts};
use boolprog_explore::saturate::saturate;
use boolprog_explore::tts::{Count, Tts};
use boolprog_reach::coverability::CoverabilitySet;
use boolprog_reach::engines::bounded::Bounded;
use boolprog_reach::engines::mcs::{self, Closure};
use criterion::{Criterion, criterion_group, criterion_main};
use generated::{clique, line, ring};

fn coverability_set(tts: &Tts) -> CoverabilitySet {
    mcs::search(tts, Closure::default(), None, &Unlimited).expect("a plain system, and nothing stops it").set
}

fn generated_systems(criterion: &mut Criterion) {
    let any = ring(24, Count::Any);
    criterion.bench_function("mcs, ring of 24, any number", |bencher| bencher.iter(|| coverability_set(&any)));
    let three = ring(12, Count::Exactly(3));
    criterion.bench_function("mcs, ring of 12, three threads", |bencher| bencher.iter(|| coverability_set(&three)));
    let certificate: Certificate = coverability_set(&any).certificate();
    let mut system = any.clone();
    criterion.bench_function("check, ring of 24", |bencher| {
        bencher.iter(|| check(&mut system, &certificate, &[], &Unlimited).expect("the set is inductive"));
    });
    let mut five = ring(10, Count::Exactly(5));
    criterion.bench_function("bounded, ring of 10, five threads", |bencher| {
        bencher.iter(|| Bounded::default().ask(&mut five, &[1], 5, &Unlimited));
    });
}

/// Systems in which one part of the search takes most of the time.
fn parts(criterion: &mut Criterion) {
    let successors = clique(128, 1);
    criterion.bench_function("successors: one thread, 128 places", |bencher| {
        bencher.iter(|| coverability_set(&successors));
    });
    let covering = clique(32, 2);
    criterion
        .bench_function("covering: two threads, 32 places", |bencher| bencher.iter(|| coverability_set(&covering)));
    let antichain = line(24, 3);
    criterion.bench_function("antichain: three threads, 24 places", |bencher| {
        bencher.iter(|| coverability_set(&antichain));
    });
    let mut saturated = ring(64, Count::Any);
    criterion.bench_function("saturation: ring of 64", |bencher| {
        bencher.iter(|| saturate(&mut saturated, &Unlimited).expect("nothing stops it"));
    });
}

fn suite(folder: &str) -> Vec<Tts> {
    let beside = || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/corpus"));
    let corpus = std::env::var_os("BOOLPROG_CORPUS").map_or_else(beside, PathBuf::from);
    let Ok(list) = std::fs::read_to_string(corpus.join("expected.tsv")) else { return Vec::new() };
    let nets = list.lines().filter_map(|line| {
        let mut columns = line.split('\t');
        let path = columns
            .next()
            .filter(|path| path.starts_with(folder) && Path::new(path).extension() == Some("tts".as_ref()))?;
        let initial = parse_initial(columns.next()?).ok()?;
        let tts = parse_tts(&std::fs::read_to_string(corpus.join(path)).ok()?).ok()?;
        let target = std::fs::read_to_string(corpus.join(path).with_extension("prop")).ok()?;
        tts.with_initial(initial).ok()?.with_targets(vec![parse_target(&target).ok()?]).ok()
    });
    nets.collect()
}

fn published(criterion: &mut Criterion) {
    for folder in ["nets", "satabs-refinements"] {
        let mut suite = suite(folder);
        if suite.is_empty() {
            continue;
        }
        let name = format!("{folder} ({}), saturation and all sets", suite.len());
        criterion.bench_function(&name, |bencher| {
            bencher.iter(|| {
                for tts in &mut suite {
                    let saturation = saturate(tts, &Unlimited).expect("nothing stops it");
                    let reduced = saturation.to_tts(tts, &Unlimited).expect("nothing stops it");
                    black_box(coverability_set(&reduced.tts));
                }
            });
        });
    }
}

criterion_group!(benches, generated_systems, parts, published);
criterion_main!(benches);
