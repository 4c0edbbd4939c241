//! One generated instance, saturated, reduced and searched once: for counting instructions, see `instructions.sh`.

mod generated;

use boolprog_base::control::Unlimited;
use boolprog_explore::saturate::saturate;
use boolprog_explore::tts::Count;
use boolprog_reach::engines::mcs::{self, Closure};
use generated::{clique, line, ring};

fn main() {
    let Some(name) = std::env::args().nth(1) else { return };
    let mut tts = match name.as_str() {
        "ring" => ring(48, Count::Any),
        "clique" => clique(24, 2),
        "line" => line(24, 3),
        // The option that `cargo bench` passes.
        _ => return,
    };
    let reduced = saturate(&mut tts, &Unlimited)
        .and_then(|saturation| saturation.to_tts(&mut tts, &Unlimited))
        .expect("nothing stops it");
    let found = mcs::search(&reduced.tts, Closure::OneToken, None, &Unlimited).expect("a plain system");
    println!("{:?}", found.statistics);
}
