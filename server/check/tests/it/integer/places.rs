//! Proofs for any number of instances from the places that these can be at together.

use std::sync::Arc;
use std::time::Duration;

use boolprog_abstraction::modular::{Answer, Counted, Domain, Memory, search};
use boolprog_base::control::Unlimited;
use boolprog_base::engine::EngineId;
use boolprog_certificate::document::{CertificateDocument, Proved, SumDocument, verify_text};
use boolprog_certificate::integer::Flaw;
use boolprog_certificate::integer::modular::{check_invariant, flaws_by_property};
use boolprog_check::integer::{Model, Options};
use boolprog_check::report::Report;
use boolprog_check::{Query as Question, Unobserved};
use boolprog_integer::instantiate;
use boolprog_integer::syntax::parse;
use boolprog_integer::{Instantiation, OnRange, System};
use boolprog_prover::{NoProver, Prover, SmtLib};

use super::{told, z3};
use crate::support::mutations;

/// The answer of the check about a text, with thread-modular invariants alone.
fn report(text: &str, prover: &mut dyn Prover) -> Report {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    let instantiation = Instantiation { representatives: true, on_range: OnRange::Error, ..Instantiation::default() };
    let model = Model::new("model.ip", Arc::from(text), Arc::new(parsed.file), instantiation).expect("no errors");
    let options = Options { engine: Some(EngineId::Modular), ..Options::default() };
    Question::Integer(model, options).check(prover, &Unlimited, &mut Unobserved)
}

fn modular(text: &str, prover: &mut dyn Prover) -> Vec<String> {
    told(&report(text, prover))
}

/// The certificate of the check about a text, with thread-modular invariants alone.
fn certificate(text: &str, prover: &mut dyn Prover) -> CertificateDocument {
    let report = report(text, prover);
    CertificateDocument::clone(report.certificate.as_deref().expect("a proof"))
}

/// The answer of the search for places alone, and whether the checker accepts it.
fn by_places(text: &str, prover: &mut dyn Prover) -> (Answer, bool) {
    by(Domain::Relations(Counted::Mentioned), text, prover)
}

fn by(domain: Domain, text: &str, prover: &mut dyn Prover) -> (Answer, bool) {
    let (system, answer) = answer(domain, text, prover);
    let accepted = match &answer {
        Answer::Proved(invariant) => check_invariant(&system, invariant, prover, &Unlimited) == Ok(Ok(())),
        _ => false,
    };
    (answer, accepted)
}

/// The system of a text with one more instance than the domain is about, and the answer.
fn answer(domain: Domain, text: &str, prover: &mut dyn Prover) -> (System, Answer) {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    let threads = Some(domain.level() + 1);
    let instantiation = Instantiation { representatives: true, threads, ..Instantiation::default() };
    let system = instantiate(&parsed.file, &instantiation).expect("no errors");
    let limit = Duration::from_secs(10);
    let answer = search(&system, domain, &mut Memory::default(), (prover, limit), &Unlimited).expect("no stop");
    (system, answer)
}

/// A thread that finds the lock free enters; a counter without bounds says how many are inside.
const LOCK: &str = "
decl taken: bool, inside: int;
process Thread[*] {
  decl mine: int;
  loc away, entered, leaving, done;
  away -> entered when !taken do taken := true;
  entered -> leaving do mine := inside + 1, inside := inside + 1;
  leaving -> done do inside := inside - 1, mine := 0;
  done -> away do taken := false;
}
";

#[test]
fn places_that_exclude_one_another_prove_what_depends_on_it() {
    let Some(mut z3) = z3() else { return };
    let text = format!(
        "{LOCK} error two: count(Thread @ leaving) >= 2; error wrong: count(Thread @ leaving) >= 1 && inside != 1;"
    );
    let (answer, accepted) = by_places(&text, &mut z3);
    assert!(accepted, "{answer:?}");
    assert_eq!(modular(&text, &mut z3), ["error-two proved modular", "error-wrong proved modular"]);
}

#[test]
fn two_of_one_place_are_not_one() {
    let Some(mut z3) = z3() else { return };
    let text = LOCK.replace("when !taken", "");
    for property in ["count(Thread @ leaving) >= 2", "count(Thread @ leaving) > 1 || count(Thread @ done) == 2"] {
        let (answer, accepted) = by_places(&format!("{text} error two: {property};"), &mut z3);
        assert!(!accepted && answer == Answer::Refuted, "{property}: {answer:?}");
    }
}

/// Every other element of an array is given away, until there are no more.
#[test]
fn an_index_with_few_values_stays_inside_of_its_array() {
    let Some(mut z3) = z3() else { return };
    let text = "
decl next: int = 1, top: int = 1;
process Thread[*] {
  decl mine: int;
  loc start, got, put, wrong;
  start -> got when next < 64 do mine := next, next := next + 2;
  got -> put when mine <= 64 && mine != 0 do top := mine, mine := 0;
  got -> wrong when mine > 64 || mine == 0;
  put -> wrong when top == 0 || top % 2 == 0;
  put -> start when top != 0 && top % 2 == 1;
}
error index: count(Thread @ wrong) >= 1;";
    let (answer, accepted) = by_places(text, &mut z3);
    assert!(accepted, "{answer:?}");
}

/// Of 40 unspecified values, and 40 choices at once, not all combinations are tried.
#[test]
fn many_choices_at_once_are_forgotten_and_cost_no_memory() {
    let flags: Vec<String> = (0..40).map(|number| format!("f{number}: bool")).collect();
    let chosen: Vec<String> = (0..40).map(|number| format!("f{number} := *")).collect();
    for initial in ["", " = *"] {
        let declared: Vec<String> = flags.iter().map(|flag| format!("{flag}{initial}")).collect();
        let text = format!(
            "decl {}; process P[*] {{ loc a, b; a -> b do {}; b -> a when f0 && f39; }} error never: count(P @ b) >= 2 && false;",
            declared.join(", "),
            chosen.join(", ")
        );
        let (answer, _) = by_places(&text, &mut NoProver);
        assert!(!matches!(answer, Answer::Refuted), "{answer:?}");
    }
}

#[test]
fn a_prover_that_cannot_solve_clauses_costs_only_the_proof() {
    let mut cat = SmtLib::new("cat", Vec::new(), Duration::from_millis(500));
    let (answer, accepted) =
        by_places(&format!("{LOCK} error wrong: count(Thread @ leaving) >= 1 && inside != 1;"), &mut cat);
    assert!(matches!(answer, Answer::Unknown(_)) && !accepted, "{answer:?}");
}

/// Customers take tickets, and are served in the order of these, of which there is no last.
const TICKETS: &str = "
decl next: int, serving: int;
process Customer[*] {
  decl mine: int;
  loc away, waits, served, done;
  away -> waits do mine := next, next := next + 1;
  waits -> served when serving == mine do mine := 0;
  served -> done do serving := serving + 1;
}
error two: count(Customer @ served) >= 2;
";

/// A number that a step counts without end is beyond pairs and candidates, wherever it is stated.
#[test]
fn a_property_that_is_not_excluded_keeps_no_other_from_being_proved() {
    let Some(mut z3) = z3() else { return };
    let [lock, tickets] = [LOCK, TICKETS].map(|text| text.replacen("decl ", "decl total: int, ", 1));
    let lock = lock.replace("done -> away do taken := false", "done -> away do taken := false, total := total + 2");
    let tickets = tickets.replace("do serving :=", "do total := total + 2, serving :=");
    let (many, wrong) = ("error many: total > 1000;", "error wrong: count(Thread @ leaving) >= 1 && inside != 1;");
    let lock = format!("{lock} {many} error two: count(Thread @ leaving) >= 2; {wrong}");
    for (domain, text) in [(Domain::Values, lock), (Domain::Candidates, format!("{tickets} {many}"))] {
        let (system, answer) = answer(domain, &text, &mut z3);
        let Answer::Partly(invariant) = answer else { panic!("{domain:?}: {answer:?}") };
        let flaws =
            flaws_by_property(&system, &invariant, &mut z3, &Unlimited).expect("no stop").expect("an invariant");
        let number = system.properties.iter().position(|it| it.name.as_str() == "many").expect("a property");
        assert!(matches!(flaws.get(&number), Some(Flaw::Property { .. })) && flaws.len() < system.properties.len());
    }
}

/// Each instance brings a number, and takes it away again.
const BROUGHT: &str = "
decl held: int;
process Thread[*] {
  decl mine: 0..3 = *;
  loc away, brings, gone;
  away -> brings do held := held + mine;
  brings -> gone do held := held - mine;
}
error taken: count(Thread @ brings) == 0 && held != 0;
error below: held < 0;
error more: held > 4;
";

#[test]
fn a_changed_sum_proves_nothing_that_is_not_true() {
    let Some(mut z3) = z3() else { return };
    let document = certificate(BROUGHT, &mut z3);
    let sums = serde_json::to_value(&document.modular[0].sums).expect("it is plain data");
    assert_eq!(sums[0]["bounds"], serde_json::json!([0, 3]));
    let (mut rejected, mut accepted) = (0, 0);
    mutations(&sums, &mut |changed| {
        let Ok(sums) = serde_json::from_value::<Vec<SumDocument>>(changed) else { return rejected += 1 };
        let mut document = document.clone();
        document.modular[0].sums = sums;
        match verify_text(BROUGHT, &document, &mut z3, &Unlimited) {
            Err(_) => rejected += 1,
            Ok(Proved { properties, .. }) => {
                accepted += 1;
                assert!(!properties.contains(&"error-more".to_owned()), "{:?}", document.modular);
            }
        }
    });
    assert!(rejected > accepted && accepted > 0, "{rejected} changes were rejected, {accepted} accepted");
}
