//! Refinement of random programs, compared with a search of all states for small numbers of instances.

use boolprog_base::control::Unlimited;
use boolprog_check::refine::{Outcome, Seeds};
use boolprog_integer::explicit::{self, search};
use boolprog_integer::syntax::parse;
use boolprog_integer::{InputBound, Instantiation, instantiate};
use proptest::prelude::*;

use super::refined;

/// A template with two counters and a flag, whose values stay small.
fn program() -> impl Strategy<Value = String> {
    let guard = prop::sample::select(vec![
        "",
        "when x < 2",
        "when x == y",
        "when y > 0",
        "when !f",
        "when f",
        "when mine == x",
    ]);
    let update = prop::sample::select(vec![
        "",
        "do x := x < 3 ? x + 1 : 0",
        "do y := x",
        "do f := !f",
        "do mine := x",
        "do x := 0, f := mine == 0",
        "do y := y > 0 ? y - 1 : 0; mine := y",
    ]);
    let edge = (0..3_u8, 0..3_u8, guard, update);
    let error = prop::sample::select(vec![
        "count(P @ l2) >= 2",
        "count(P @ l1) >= 1 && x == 3",
        "count(P @ l2) > 0 && f",
        "x > y && f",
        "count(P @ l1) >= 1 && count(P @ l2) >= 1",
    ]);
    (prop::collection::vec(edge, 2..6), error).prop_map(|(edges, error)| {
        let edge = |(from, to, guard, update): &(u8, u8, &str, &str)| format!("l{from} -> l{to} {guard} {update};");
        let edges: Vec<_> = edges.iter().map(edge).collect();
        let edges = edges.join(" ");
        format!(
            "decl x: 0..3, y: 0..3, f: bool; process P[*] {{ decl mine: 0..3; loc l0, l1, l2; {edges} }} error e: {error};"
        )
    })
}

/// `true` if a search of all states with this number of instances finds a violation.
fn is_violated(text: &str, threads: u16) -> bool {
    let parsed = parse(text);
    let instantiation = Instantiation { threads: Some(threads), ..Instantiation::default() };
    let system = instantiate(&parsed.file, &instantiation).expect("no errors");
    let options = explicit::Options { inputs: InputBound(0), ..explicit::Options::default() };
    let findings = search(&system, options, &Unlimited);
    matches!(findings.verdicts[0], explicit::Verdict::Violated(_))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn what_is_proved_holds_for_small_numbers_and_what_is_violated_is_found(text in program()) {
        let Some(refinement) = refined(&text, Seeds::default()) else { return Ok(()) };
        match &refinement.outcome {
            Outcome::Proved => {
                for threads in 1..=3 {
                    prop_assert!(!is_violated(&text, threads), "{threads}: {text}");
                }
            }
            Outcome::Violated { trace, .. } => {
                prop_assert!(is_violated(&text, trace.instances.len() as u16), "{text}");
            }
            Outcome::Unknown(why) => prop_assert!(!why.contains("internal error"), "{why}: {text}"),
        }
    }
}
