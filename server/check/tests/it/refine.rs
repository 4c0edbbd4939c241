//! Refinement through Boolean programs: which programs it decides, and with which rounds.

use boolprog_base::control::Unlimited;
use boolprog_check::integer::Model;
use boolprog_check::refine::{
    Options, Outcome, Precision, Refinement, RoundVerdict, Seeds, abstracted, refine, seeds, template,
};
use boolprog_integer::explicit::{self, search};
use boolprog_integer::syntax::parse;
use boolprog_integer::{InputBound, Instantiation, instantiate};
use boolprog_prover::{Answer, Model as Values, NoProver, Prover, Query, Unknown};
use proptest::prelude::*;

use crate::support::z3;

const DRIVER: &str = "
decl lock: bool, new: int, old: int;
process Driver {
  loc start, locked, work, check, done, error;
  start -> locked when !lock do lock := true, old := new;
  start -> error when lock;
  locked -> work do lock := false, new := new + 1;
  locked -> work;
  work -> start when new != old;
  work -> check when new == old;
  check -> done when lock do lock := false;
  check -> error when !lock;
}
error broken: Driver @ error;
";

const GATE: &str = "
decl free: int = 1;
process Client[*] {
  loc away, inside;
  away -> inside when free > 0 do free := free - 1;
  inside -> away do free := free + 1;
}
error together: count(Client @ inside) >= 2;
";

fn model(text: &str) -> Model {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    let instantiation = Instantiation { threads: Some(2), ..Instantiation::default() };
    Model::new("model.ip", text.into(), parsed.file.into(), instantiation).expect("no errors")
}

fn options(seeds: Seeds) -> Options {
    let check = boolprog_check::Options::default();
    Options { any: true, seeds, precision: Precision::default(), rounds: 12, check }
}

fn refined(text: &str, options: &Options) -> Option<Refinement> {
    let (mut prover, mut checker) = (z3()?, z3()?);
    Some(refine(&model(text), options, (&mut prover, &mut checker), &Unlimited, &mut |_| {}))
}

#[test]
fn the_predicates_of_guards_prove_the_lock() {
    let Some(refinement) = refined(DRIVER, &options(Seeds::default())) else { return };
    assert_eq!(refinement.outcome, Outcome::Proved);
    assert_eq!(refinement.rounds.len(), 1);
    assert_eq!(refinement.rounds[0].predicates, ["lock", "new == old", "Driver @ error"]);
}
