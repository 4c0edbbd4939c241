//! Speed of splitting, on the models of `cargo xtask bench --suite integer` without their errors. The figures are
//! generated states per second, over the first iterations.

use boolprog_abstraction::splitting::{Options, Report, Strategy, run};
use boolprog_base::control::Unlimited;
use boolprog_integer::syntax::parse;
use boolprog_integer::{InputBound, Instantiation, System, instantiate};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const MODELS: [(&str, &str); 7] = [
    ("philosophers", include_str!("../../../tests/bench/models/philosophers.ip")),
    ("barbershop", include_str!("../../../tests/bench/models/barbershop.ip")),
    ("workers", include_str!("../../../tests/bench/models/workers.ip")),
    ("hyman", include_str!("../../../tests/bench/models/hyman.ip")),
    ("sum", include_str!("../../../tests/bench/models/sum.ip")),
    ("product", include_str!("../../../tests/bench/models/product.ip")),
    ("branches", include_str!("../../../tests/bench/models/branches.ip")),
];

/// Enough for thousands of abstract states.
const ITERATIONS: u32 = 6;

fn system(text: &str) -> System {
    let mut system = instantiate(&parse(text).file, &Instantiation::default()).expect("a program without errors");
    system.properties.clear();
    system
}

fn split(system: &System, strategy: Strategy) -> Report {
    let options = Options { strategy, seed: 0, bound: InputBound(8), iterations: ITERATIONS };
    run(system, &options, &Unlimited, &mut |_| {})
}

fn splitting(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("splitting");
    group.sample_size(10);
    for (name, text) in MODELS {
        let system = system(text);
        for (strategy_name, strategy) in
            [("maxoverlap", Strategy::MaxOverlap), ("minset", Strategy::MinSet), ("minonly", Strategy::MinOnly)]
        {
            let iterations = split(&system, strategy).iterations;
            let generated = iterations.iter().map(|iteration| iteration.concrete_states).sum();
            println!("{name}, {strategy_name}: {generated} states generated");
            group.throughput(Throughput::Elements(generated));
            group.bench_function(format!("{name}, {strategy_name}"), |bencher| {
                bencher.iter(|| split(&system, strategy));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, splitting);
criterion_main!(benches);
