//! Number of states that splitting generates per second: `cargo run --release -p boolprog-abstraction --example rate`.

use std::time::Instant;

use boolprog_abstraction::splitting::{self, Options, Strategy};
use boolprog_base::control::Unlimited;
use boolprog_integer::syntax::parse;
use boolprog_integer::{InputBound, Instantiation, instantiate};

const PROGRAM: &str = "
decl turn: 0..2 = 0, full: 0..9 = 0, sum: 0..63 = 0;
process Producer[3] {
  decl item: 0..7 = 0;
  loc make, put;
  make -> put do item := item < 7 ? item + 1 : 0;
  put -> make when full < 9 && sum + item <= 63 do full := full + 1, sum := sum + item;
}
process Consumer {
  loc take;
  take -> take when full > 0 do full := 0, sum := 0, turn := turn < 2 ? turn + 1 : 0;
}
error spilt: full > 9;
";

fn main() {
    let system = instantiate(&parse(PROGRAM).file, &Instantiation::default()).expect("a program");
    for strategy in [Strategy::MaxOverlap, Strategy::MinSet, Strategy::MinOnly] {
        let options = Options { strategy, seed: 0, bound: InputBound(0), iterations: 6 };
        let (mut generated, begin) = (0, Instant::now());
        splitting::run(&system, &options, &Unlimited, &mut |iteration| generated += iteration.concrete_states);
        let elapsed = begin.elapsed();
        let rate = u128::from(generated) * 1000 / elapsed.as_millis().max(1);
        println!("{strategy:?}: {generated} states in {elapsed:.2?}, {rate} a second");
    }
}
