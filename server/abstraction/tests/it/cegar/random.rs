//! Against plain search, on random programs with few states.

use std::cell::RefCell;

use boolprog_abstraction::alpha::{First, Order};
use boolprog_abstraction::cegar::{self, Options, Refiner, Restart};
use boolprog_abstraction::outcome::Proof;
use boolprog_abstraction::{Outcome, Reason};
use boolprog_base::control::Unlimited;
use boolprog_base::separation::Separation;
use boolprog_certificate::integer::check;
use boolprog_integer::explicit::replay;
use proptest::prelude::*;

use crate::common::random::{is_wrong, programs, reachable, system};
use crate::common::z3;

fn options() -> impl Strategy<Value = Options> {
    let domain = prop::sample::select(super::DOMAINS.to_vec());
    let values = prop::sample::select(vec![1, 2, 8]);
    let restart = prop::sample::select(vec![Restart::Step, Restart::Graph]);
    let first = prop::sample::select(vec![First::Declared, First::Guards, First::Properties]);
    let order = prop::sample::select(vec![Order::BreadthFirst, Order::DepthFirst]);
    let refiner = prop::sample::select(vec![
        Refiner::Weakest,
        Refiner::Core,
        Refiner::Cut,
        Refiner::Interpolants,
        Refiner::Separation(Separation::Conflict),
        Refiner::Separation(Separation::Integer),
        Refiner::Separation(Separation::Tree),
    ]);
    (domain, any::<[bool; 2]>(), values, restart, first, order, refiner).prop_map(
        |(domain, [boolean, lazy], values, restart, first, order, refiner)| Options {
            lazy,
            boolean,
            values,
            restart,
            first,
            order,
            refiner,
            rounds: 200,
            ..Options::new(domain)
        },
    )
}

#[test]
fn rounds_answer_like_plain_search() {
    let Some(z3) = z3() else { return };
    let z3 = RefCell::new(z3);
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(120);
    proptest!(ProptestConfig::with_cases(cases), |(text in programs(), options in options())| {
        let system = system(&text);
        let wrong = reachable(&system).iter().any(|state| is_wrong(&system, state));
        let mut z3 = z3.borrow_mut();
        let report = cegar::run(&system, &options, &mut *z3, &Unlimited, &mut |_| {});
        match report.outcome {
            Outcome::Violated => prop_assert_eq!(replay(&system, &report.violations[0].1, 0), Ok(())),
            Outcome::Proved(Proof::Closed(graph)) => {
                prop_assert!(!wrong);
                prop_assert_eq!(check(&system, &graph, &mut *z3, &Unlimited), Ok(Ok(())));
            }
            Outcome::Unknown(Reason::Stalled(steps)) => prop_assert!(false, "stalled at {} steps", steps),
            other => prop_assert!(false, "{:?}", other),
        }
    });
}
