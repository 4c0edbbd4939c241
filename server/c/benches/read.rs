//! Time from a C text to its integer program: a program of usual size, after each keystroke in an editor, and a very long one.

use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Arc;

use boolprog_base::control::Unlimited;
use boolprog_c::{Options, read};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const SERVICE: &str = include_str!("../../../tests/bench/models/service.c");

/// The least size of the long text.
const LONG: usize = 10 << 20;

/// A program after many functions that are never called.
fn long() -> String {
    let mut text = String::new();
    for number in 0.. {
        if text.len() > LONG {
            break;
        }
        writeln!(text, "static int f{number}(int a, int b) {{ return a < b ? a + {number} : b * 2; }}")
            .expect("strings take everything");
    }
    text + SERVICE
}

fn reading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("read");
    for (name, text) in [("service", SERVICE.to_owned()), ("10 MiB", long())] {
        group.throughput(Throughput::Bytes(text.len() as u64));
        if text.len() > LONG {
            group.sample_size(10);
        }
        let text: Arc<str> = text.into();
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                read("service.c", black_box(&text), &Options::default(), &Unlimited).expect("a program without errors")
            });
        });
    }
}

criterion_group!(benches, reading);
criterion_main!(benches);
