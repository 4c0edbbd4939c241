//! Evidence of verdicts on integer programs: verdicts without a search, and rejected evidence.

use boolprog_base::control::{Control, Progress, Stop, Unlimited};
use boolprog_base::engine::EngineId;
use boolprog_check::evidence::{Doubt, EvidenceDocument, Verdicts};
use boolprog_check::integer::Options;
use boolprog_check::report::{PropertyReport, Verdict};
use boolprog_check::{Query, Unobserved};
use boolprog_prover::{NoProver, Prover};
use serde_json::{Value, json};

use super::{model, z3};

/// One error that can happen, and one that cannot, although there are infinitely many states.
const BOTH: &str = "
decl next: int, called: int;
process Client[2] {
  decl mine: int;
  loc away, waiting, inside;
  away -> waiting do mine := next, next := next + 1;
  waiting -> inside when mine <= called;
  inside -> away do called := called + 1;
}
error third: called == 3;
error together: count(Client @ inside) == 2;
";

/// The same in another layout.
const MOVED: &str = "decl next: int, called: int; // numbers
process Client[2] { decl mine: int; loc away, waiting, inside;
  away -> waiting
    do mine := next, /* draw */ next := next + 1;
  waiting -> inside when mine <= called; inside -> away do called := called + 1; }
error third: called == 3; error together: count(Client @ inside) == 2;";

fn evidence(text: &str, engine: Option<EngineId>, prover: &mut dyn Prover) -> Option<EvidenceDocument> {
    let query = Query::Integer(model(text), Options { engine, ..Options::default() });
    EvidenceDocument::of(&query, &query.check(prover, &Unlimited, &mut Unobserved))
}

fn verdicts(
    evidence: &EvidenceDocument,
    text: &str,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Verdicts, Doubt> {
    evidence.clone().verdicts(&Query::Integer(model(text), Options::default()), prover, control)
}

fn word(report: Option<&PropertyReport>) -> &'static str {
    match report.map(|report| &report.verdict) {
        None => "open",
        Some(Verdict::Violated(violation)) => {
            assert_eq!(violation.trace().walk(|_, _| {}), Ok(()));
            "violated"
        }
        Some(Verdict::Proved(_)) => "proved",
        Some(Verdict::Unknown(_)) => panic!("what is not decided is no verdict"),
    }
}

fn words(verdicts: &Verdicts) -> Vec<&'static str> {
    verdicts.properties.iter().map(|report| word(report.as_ref())).collect()
}

fn shown(evidence: &EvidenceDocument, text: &str, prover: &mut dyn Prover) -> Result<Vec<&'static str>, Doubt> {
    verdicts(evidence, text, prover, &Unlimited).map(|verdicts| words(&verdicts))
}

fn saved_and_read(evidence: &EvidenceDocument) -> EvidenceDocument {
    let read: EvidenceDocument = serde_json::from_value(json(evidence)).expect("what is written can be read");
    assert_eq!(read, *evidence);
    read
}

fn json(evidence: &EvidenceDocument) -> Value {
    serde_json::to_value(evidence).expect("it can be written")
}

/// Changes a document of both verdicts, and returns its verdicts.
fn changed(change: impl Fn(&mut Value)) -> Option<Result<Vec<&'static str>, Doubt>> {
    let mut z3 = z3()?;
    let mut document = json(&evidence(BOTH, Some(EngineId::Alpha), &mut z3).expect("both are decided"));
    change(&mut document);
    let read: EvidenceDocument = serde_json::from_value(document).expect("the form is right");
    Some(shown(&read, BOTH, &mut z3))
}

#[test]
fn counterexamples_and_proofs_come_back_in_every_layout() {
    let Some(mut z3) = z3() else { return };
    let evidence = saved_and_read(&evidence(BOTH, Some(EngineId::Alpha), &mut z3).expect("both are decided"));
    assert_eq!(shown(&evidence, BOTH, &mut z3), Ok(vec!["violated", "proved"]));
    assert_eq!(shown(&evidence, MOVED, &mut z3), Ok(vec!["violated", "proved"]));
    let moved = verdicts(&evidence, MOVED, &mut z3, &Unlimited).expect("evidence");
    let Some(Verdict::Violated(violation)) = moved.properties[0].as_ref().map(|report| &report.verdict) else {
        panic!("{moved:?}")
    };
    assert_eq!(violation.trace().property.range.line, 6);
    assert!(!moved.is_complete);
}

#[test]
fn proofs_of_everything_leave_nothing_to_search_for() {
    let Some(mut z3) = z3() else { return };
    let text = BOTH.replace("error third: called == 3;\n", "");
    let evidence = evidence(&text, None, &mut z3).expect("it is proved");
    let verdicts = self::verdicts(&evidence, &text, &mut z3, &Unlimited).expect("evidence");
    assert!(verdicts.is_complete);
}

#[test]
fn proofs_by_location_with_inputs_and_truth_values_come_back() {
    let Some(mut z3) = z3() else { return };
    let text = "
        decl level: int = 3, full: bool, low: -9..9 = -1;
        process Pump[2] {
          loc off, on;
          off -> on when level > low do level := input(-9..9), full := level >= -2 || low % 3 == 1;
          on -> off when full do full := false;
        }
        predicate level - 1 > 0 ? full : level < -9223372036854775808;
        error never: low > 0 && full;";
    for local_predicates in [false, true] {
        let options = Options { engine: Some(EngineId::Alpha), local_predicates, ..Options::default() };
        let query = Query::Integer(model(text), options);
        let report = query.check(&mut z3, &Unlimited, &mut Unobserved);
        let evidence = EvidenceDocument::of(&query, &report).unwrap_or_else(|| panic!("{:?}", report.properties));
        let verdicts = self::verdicts(&saved_and_read(&evidence), text, &mut z3, &Unlimited).expect("evidence");
        assert_eq!(words(&verdicts), ["proved"]);
    }
}

#[test]
fn searches_of_all_states_leave_counterexamples_only() {
    let text = "decl x: 0..9; process P { loc a; a -> a when x < 5 do x := x + 1; } error e: x == 5; error f: x == 6;";
    let found = evidence(text, None, &mut NoProver).expect("one is violated");
    assert_eq!(shown(&found, text, &mut NoProver), Ok(vec!["violated", "open"]));
    let proved = text.replace("x == 5", "x == 7");
    assert_eq!(evidence(&proved, None, &mut NoProver), None);
}

#[test]
fn a_value_that_does_not_exist_comes_back() {
    for text in [
        "decl x: 0..2; process P { loc a; a -> a do x := x + 1; } error e: x > 5;",
        "decl x: 0..2; process P { loc a; a -> a when x < 2 do x := x + 1; } error e: 1 / (x - 2) == 7;",
    ] {
        let found = evidence(text, None, &mut NoProver).expect("a run ends");
        let verdicts = self::verdicts(&found, text, &mut NoProver, &Unlimited).expect("evidence");
        assert_eq!(words(&verdicts), ["open"]);
        let values = verdicts.values.expect("it is told");
        assert_eq!((word(Some(&values)), values.id.as_str()), ("violated", "value-1"));
    }
}

#[test]
fn evidence_of_another_program_is_none() {
    let Some(mut z3) = z3() else { return };
    let both = evidence(BOTH, Some(EngineId::Alpha), &mut z3).expect("both are decided");
    for (from, to) in [
        ("called + 1", "called + 2"),           // The counterexample cannot be followed.
        ("mine <= called", "mine >= called"),   // The proof has a hole.
        ("decl mine", "decl other: int, mine"), // There are more variables.
        ("error third: called == 3;", "error third: called == 4;"),
        ("error together", "error joined"),
        ("Client[2]", "Client[3]"),
    ] {
        let other = BOTH.replace("Client @", "CLIENT").replace(from, to).replace("CLIENT", "Client @");
        let shown = shown(&both, &other, &mut z3);
        assert!(shown.is_err(), "{to}: {shown:?}");
    }
}

#[test]
fn documents_that_contradict_themselves_are_no_evidence() {
    type Change = fn(&mut Value);
    let changes: [Change; 9] = [
        |it| it["certificate"]["abstractions"][0]["predicates"][0] = json!("nobody > 0"),
        |it| it["certificate"]["abstractions"][0]["predicates"][0] = json!("next > 0; error other: true"),
        |it| it["certificate"]["abstractions"][0]["predicates"] = json!([]),
        |it| it["certificate"]["abstractions"][0]["states"] = json!([]),
        |it| it["certificate"]["abstractions"][0]["states"][0][0] = json!([0]),
        |it| it["certificate"]["abstractions"][0]["states"][0][0] = json!([9, 9]),
        |it| it["certificate"]["abstractions"][0]["steps"][0][2] = json!(u32::MAX),
        |it| it["certificate"]["abstractions"][0]["properties"] = json!(["error-third"]),
        |it| it["traces"][0]["steps"] = json!([]),
    ];
    for change in changes {
        let Some(shown) = changed(change) else { return };
        assert!(shown.is_err(), "{shown:?}");
    }
}

#[test]
fn without_its_prover_a_proof_says_nothing() {
    let Some(mut z3) = z3() else { return };
    let both = evidence(BOTH, Some(EngineId::Alpha), &mut z3).expect("both are decided");
    assert_eq!(shown(&both, BOTH, &mut NoProver), Ok(vec!["violated", "open"]));
}

#[test]
fn a_proof_that_is_not_looked_at_to_the_end_says_nothing() {
    struct Stopped;
    impl Control for Stopped {
        fn poll(&self, _: &Progress) -> Result<(), Stop> {
            Err(Stop::Time)
        }
    }
    let Some(mut z3) = z3() else { return };
    let both = evidence(BOTH, Some(EngineId::Alpha), &mut z3).expect("both are decided");
    let verdicts = self::verdicts(&both, BOTH, &mut z3, &Stopped).expect("no contradiction");
    assert_eq!(words(&verdicts), ["violated", "open"]);
}
