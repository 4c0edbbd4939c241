//! Invariants of all instances: proofs that predicates do not give, their evidence, and agreement with explicit search.

use boolprog_base::control::Unlimited;
use boolprog_base::engine::EngineId;
use boolprog_certificate::document::{CertificateDocument, Invalid, Proved, verify_text};
use boolprog_check::integer::Options;
use boolprog_check::report::Report;
use boolprog_check::{Query, Unobserved};
use boolprog_prover::Prover;

use super::{model, told, with as checked, z3};

/// The rest runs down from any start, and never below 0; the other process counts without end.
const DOWN: &str = "
decl left: int = *, spent: int, ticks: int;
process Spender { loc work, idle; work -> idle when left > 0 do left := left - 1, spent := spent + 1; idle -> work; }
process Clock { loc tick; tick -> tick do ticks := ticks + 1; }
init left >= 0;
error below: left < 0;
error back: spent < 0 || ticks < 0;
error many: ticks == 3;
";

fn horn(text: &str, prover: &mut dyn Prover) -> Report {
    let query = Query::Integer(model(text), Options { engine: Some(EngineId::Horn), ..Options::default() });
    query.check(prover, &Unlimited, &mut Unobserved)
}

fn verified(text: &str, document: &CertificateDocument, prover: &mut dyn Prover) -> Result<Vec<String>, Invalid> {
    verify_text(text, document, prover, &Unlimited).map(|Proved { properties, .. }| properties)
}

#[test]
fn properties_are_proved_together_or_one_by_one() {
    let Some(mut z3) = z3() else { return };
    let lines = told(&horn(DOWN, &mut z3));
    assert_eq!(lines[..2], ["error-below proved horn", "error-back proved horn"]);
    assert!(lines[2].starts_with("error-many unknown [NoInvariant"), "{lines:?}");
    let without = DOWN.replace("error many: ticks == 3;", "");
    assert_eq!(told(&horn(&without, &mut z3)), ["error-below proved horn", "error-back proved horn"]);
}

#[test]
fn the_evidence_is_accepted_and_changed_evidence_is_not() {
    let Some(mut z3) = z3() else { return };
    let document = horn(DOWN, &mut z3).certificate.expect("something is proved");
    assert_eq!(verified(DOWN, &document, &mut z3), Ok(vec!["error-below".to_owned(), "error-back".to_owned()]));
    let mut weaker = document.clone();
    weaker.abstractions[0].predicates = vec!["left >= 0 - 1".to_owned()];
    let rejected = verified(DOWN, &weaker, &mut z3);
    assert!(matches!(rejected, Err(Invalid::Rejected { .. })), "{rejected:?}");
    let mut fewer = document;
    fewer.abstractions[0].states.pop();
    assert!(verified(DOWN, &fewer, &mut z3).is_err());
}

/// Small programs, each with this number.
fn program(number: u64) -> String {
    let pick = |place: u32, of: &[&'static str]| {
        of[(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (4 * place)) as usize % of.len()]
    };
    let guards = ["x < 3", "x == y", "y > 0", "x != 2", "flag", "!flag", "Q @ n"];
    let values = ["x := (x + 1) % 5", "y := x", "flag := x > y", "x := 0", "y := input(0..2)", "flag := !flag"];
    let errors = ["x == 4 && P @ b", "y == 3 && flag", "x > 4", "P @ b && Q @ n && !flag", "y > x + 1"];
    let edge =
        |from, to, place| format!("{from} -> {to} when {} do {};", pick(place, &guards), pick(place + 1, &values));
    format!(
        "decl x: 0..4, y: 0..4, flag: bool;
        process P {{ loc a, b; {} {} {} }} process Q {{ loc m, n; {} {} }} error e: {};",
        edge("a", "b", 0),
        edge("b", "a", 2),
        edge("b", "b", 4),
        edge("m", "n", 6),
        edge("n", "m", 8),
        pick(10, &errors)
    )
}

#[test]
fn random_programs_have_the_verdict_of_explicit_search() {
    let Some(mut z3) = z3() else { return };
    let (mut proved, mut violated) = (0, 0);
    for number in 1..60 {
        let text = program(number);
        let all = told(&checked(&text, Options { engine: Some(EngineId::Explicit), ..Options::default() }));
        let found = told(&horn(&text, &mut z3));
        if all[0].split(' ').nth(1) == Some("proved") {
            assert_eq!(found, ["error-e proved horn"], "{text}");
            proved += 1;
        } else {
            assert!(found[0].starts_with("error-e unknown"), "{found:?}: {text}");
            violated += 1;
        }
    }
    assert!(proved > 5 && violated > 5, "{proved} proved, {violated} violated");
}
