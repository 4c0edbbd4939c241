//! Speed of the search for states, on the models of `cargo xtask bench --suite integer` without their errors. The
//! figures are states per second: distinct states, each of which is generated several times.

use boolprog_base::control::Unlimited;
use boolprog_integer::explicit::{Findings, Options, Order, search};
use boolprog_integer::syntax::parse;
use boolprog_integer::{Instantiation, System, instantiate};
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

/// Fewer than there are: a search that ends here proves nothing, and so looks at each state once.
const STATES: u64 = 500_000;

fn system(text: &str) -> System {
    let mut system = instantiate(&parse(text).file, &Instantiation::default()).expect("a program without errors");
    system.properties.clear();
    system
}

fn find(system: &System, order: Order) -> Findings {
    search(system, Options { order, states: Some(STATES), ..Options::default() }, &Unlimited)
}

fn explicit(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("explicit");
    group.sample_size(10);
    for (name, text) in MODELS {
        let system = system(text);
        group.throughput(Throughput::Elements(STATES));
        for (order_name, order) in
            [("breadth-first", Order::BreadthFirst), ("randomly depth-first", Order::RandomDepthFirst { seed: 0 })]
        {
            group.bench_function(format!("{name}, {order_name}"), |bencher| {
                bencher.iter(|| find(&system, order));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, explicit);
criterion_main!(benches);
