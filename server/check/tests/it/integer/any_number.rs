//! Programs with any number of instances: violations with the fewest, proofs by invariants, and false proofs.

use std::sync::Arc;
use std::time::Duration;

use boolprog_base::control::{Control, Stop, Unlimited};
use boolprog_base::engine::EngineId;
use boolprog_certificate::document::{CertificateDocument, Invalid, Proved, verify_text};
use boolprog_check::integer::{Model, Options};
use boolprog_check::report::{Report, Verdict};
use boolprog_check::{Query as Question, Unobserved};
use boolprog_integer::syntax::parse;
use boolprog_integer::{Instantiation, OnRange};
use boolprog_prover::{Answer, HornClauses, NoProver, Prover, Query, SmtLib, Solution, Unknown};

use super::{told, z3};
use crate::support::{After, mutations};

/// A lock, and how many threads wait for it.
const LOCK: &str = "
decl locked: bool, waiting: 0..2;
process Thread[*] {
  decl turns: int;
  loc away, inside;
  away -> inside when !locked do locked := true;
  inside -> away do locked := false, turns := turns + 1;
}
error together: Thread[0] @ inside && Thread[1] @ inside;
invariant locked: count(Thread @ inside) > 0 == locked;
error third: Thread[0].turns == 3;
";

fn any_number(text: &str, on_range: OnRange) -> Model {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    let instantiation = Instantiation { representatives: true, on_range, ..Instantiation::default() };
    Model::new("model.ip", Arc::from(text), Arc::new(parsed.file), instantiation).expect("no errors")
}

fn decided(model: Model, options: Options, prover: &mut dyn Prover) -> Report {
    Question::Integer(model, options).check(prover, &Unlimited, &mut Unobserved)
}

fn with(text: &str, prover: &mut dyn Prover) -> Report {
    decided(any_number(text, OnRange::Error), Options::default(), prover)
}

fn by(engine: EngineId, text: &str, prover: &mut dyn Prover) -> Report {
    let options = Options { engine: Some(engine), ..Options::default() };
    decided(any_number(text, OnRange::Error), options, prover)
}

fn certificate(text: &str, prover: &mut dyn Prover) -> CertificateDocument {
    let document = with(text, prover).certificate.expect("something is proved");
    let text = serde_json::to_string(&document).expect("it is plain data");
    serde_json::from_str(&text).expect("it was just written")
}

fn verified(text: &str, document: &CertificateDocument, prover: &mut dyn Prover) -> Result<Vec<String>, Invalid> {
    let proved = verify_text(text, document, prover, &Unlimited);
    proved.map(|Proved { properties, .. }| properties)
}

#[test]
fn a_property_holds_for_any_number_or_is_violated_by_the_fewest() {
    let Some(mut z3) = z3() else { return };
    let report = with(LOCK, &mut z3);
    let expected =
        ["error-together proved modular", "invariant-locked proved modular", "error-third violated explicit 6"];
    assert_eq!(told(&report), expected);
    let question = Question::Integer(any_number(LOCK, OnRange::Error), Options::default());
    assert_eq!(question.threads(), "*");
}

/// A property that names two instances does not count for another one.
#[test]
fn a_property_is_violated_by_the_fewest_instances_for_it() {
    let text = "decl g: 0..3; process P[*] { loc a, b; a -> b; } error one: g == 0; error two: P[0] @ b && P[1] @ b;";
    let report = with(text, &mut NoProver);
    let needed = report.properties.iter().map(|property| match &property.verdict {
        Verdict::Violated(violation) => violation.trace().threads_needed,
        other => panic!("{other:?}"),
    });
    assert_eq!(needed.collect::<Vec<_>>(), [1, 2]);
}

/// Values of what a property does not depend on are no part of its proof.
#[test]
fn a_property_alone_is_proved_without_the_rest() {
    let Some(mut z3) = z3() else { return };
    let text = "
        decl locked: bool, noise: 0..3;
        process Thread[*] {
          loc away, inside;
          away -> inside when !locked do locked := true, noise := 1;
          inside -> away do locked := false, noise := 2;
        }
        error together: count(Thread @ inside) >= 2;
        invariant quiet: noise != 3;
    ";
    let asked = |property: Option<u32>, prover: &mut dyn Prover| {
        decided(any_number(text, OnRange::Error), Options { property, ..Options::default() }, prover)
    };
    let is_about_noise = |report: &Report| {
        let certificate = report.certificate.as_ref().expect("it is proved");
        certificate.modular.iter().flat_map(|proof| &proof.invariant).any(|formula| formula.contains("noise"))
    };
    assert!(is_about_noise(&asked(None, &mut z3)));
    let alone = asked(Some(0), &mut z3);
    assert!(!is_about_noise(&alone));
    let document = alone.certificate.expect("it is proved");
    assert_eq!(verified(text, &document, &mut z3), Ok(vec!["error-together".to_owned()]));
}

#[test]
fn other_engines_need_a_number() {
    let options = Options { engine: Some(EngineId::Alpha), ..Options::default() };
    let model = any_number(LOCK, OnRange::Error);
    let report = decided(model.clone(), options, &mut NoProver);
    assert!(told(&report).iter().all(|line| line.contains("needs a number of instances")), "{:?}", told(&report));
    let two = model.with_instances(2).expect("two are enough");
    assert!(!two.has_any_number() && two.system.instances.len() == 2);
}

#[test]
fn without_a_prover_violations_are_found() {
    let told = told(&with(LOCK, &mut NoProver));
    assert!(told[0].starts_with("error-together unknown [NoProver(\"no prover is used\")"), "{told:?}");
    assert_eq!(told[2], "error-third violated explicit 6");
}

/// Solves all clauses by this model, and otherwise answers like Z3.
struct Liar(SmtLib, &'static str);

impl Prover for Liar {
    fn ask(&mut self, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Stop> {
        self.0.ask(query, control)
    }

    fn solve(&mut self, _: &HornClauses<'_>, _: &dyn Control) -> Result<Solution, Stop> {
        Ok(Solution::Model(self.1.to_owned()))
    }
}

#[test]
fn a_solution_that_is_none_proves_nothing() {
    let text = "decl x: int; process P[*] { loc a; a -> a do x := x + 2; } error e: x == 101;";
    let models = [
        "((define-fun Inv ((a Int) (b Bool)) Bool true))",
        "((define-fun Inv ((a Int) (b Bool)) Bool false))",
        "((define-fun Inv ((a Int) (b Bool)) Bool (< a 101)))",
        "((define-fun Inv ((a Int) (b Bool)) Bool (exists ((c Int)) (= a (* 2 c)))))",
        "((define-fun Inv ((a Int)) Bool (= (mod a 2) 0)))",
        "((define-fun Other ((a Int) (b Bool)) Bool (= (mod a 2) 0)))",
        "((define-fun Inv ((a Int) (b Bool)) Bool (= (mod a 0) 0)))",
        "(error \"nothing\")",
        "",
    ];
    for model in models {
        let Some(z3) = z3() else { return };
        let told = told(&by(EngineId::Modular, text, &mut Liar(z3, model)));
        assert!(told[0].starts_with("error-e unknown"), "{told:?} of {model}");
    }
    let Some(z3) = z3() else { return };
    let honest = "((define-fun Inv ((a Int) (b Bool)) Bool (let ((c (mod a 2))) (and b (ite (= c 0) true false)))))";
    assert_eq!(told(&by(EngineId::Modular, text, &mut Liar(z3, honest))), ["error-e proved modular"]);
}

/// A prover that reads SMT-LIB, but solves no Horn clauses.
struct WithoutHorn(SmtLib);

impl Prover for WithoutHorn {
    fn ask(&mut self, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Stop> {
        self.0.ask(query, control)
    }

    fn solve(&mut self, _: &HornClauses<'_>, _: &dyn Control) -> Result<Solution, Stop> {
        Ok(Solution::Unknown(Unknown::Undecided("no time is enough".to_owned())))
    }
}

/// Clients leave, and only one can be inside.
const GATE: &str = "
decl free: int = 1;
process Client[*] {
  loc away, inside;
  away -> inside when free > 0 do free := free - 1;
  inside -> away do free := free + 1;
}
error together: count(Client @ inside) >= 2;
error entered: free == 0;
error alone: count(Client @ inside) >= 1 && free > 0;
";

#[test]
fn where_clauses_are_not_solved_candidates_prove() {
    let Some(z3) = z3() else { return };
    // The values of a variable whose start is unspecified are not followed one by one.
    let gate = GATE.replace("free: int = 1;", "free: int = *; init free == 1;");
    let report = with(&gate, &mut WithoutHorn(z3));
    let expected = ["error-together proved modular", "error-entered violated explicit 1", "error-alone proved modular"];
    assert_eq!(told(&report), expected);
    let questions = report.statistics.questions.expect("the prover was asked");
    assert!(questions.asked > 10, "{questions:?}");
    let certificate = report.certificate.expect("two are proved");
    let Some(mut z3) = super::z3() else { return };
    let proved = verified(&gate, &certificate, &mut z3).expect("it was just found");
    assert!(proved.contains(&"error-together".to_owned()) && proved.contains(&"error-alone".to_owned()), "{proved:?}");
}

#[test]
fn a_stop_ends_all_searches_at_once() {
    let Some(mut z3) = z3() else { return };
    for polls in [0, 1, 10, 100, 1000] {
        let control = After::new(polls, Stop::Cancelled);
        let question = Question::Integer(any_number(GATE, OnRange::Error), Options::default());
        let report = question.check(&mut z3, &control, &mut Unobserved);
        let is_stopped = |line: &String| line.contains("unknown [Stopped(Cancelled)");
        let told = told(&report);
        assert!(polls > 1 || told.iter().any(is_stopped), "{polls}: {told:?}");
        assert!(told.iter().all(|line| !line.contains("unknown") || is_stopped(line)), "{polls}: {told:?}");
    }
}

#[test]
fn a_prover_that_ends_or_hangs_costs_its_question() {
    for script in ["exit 3", "read x; echo nonsense", "read x; echo sat; exec sleep 100"] {
        let arguments = vec!["-c".to_owned(), script.to_owned()];
        let mut prover = SmtLib::new("sh", arguments, Duration::from_millis(100));
        let clauses = HornClauses { text: "", inlining: true, limit: Duration::from_millis(100) };
        assert!(matches!(prover.solve(&clauses, &Unlimited), Ok(Solution::Unknown(_))), "{script}");
    }
}

#[test]
fn a_certificate_is_accepted_and_a_changed_one_proves_nothing_that_is_not_true() {
    let Some(mut z3) = z3() else { return };
    let document = certificate(LOCK, &mut z3);
    let proved: Vec<String> = document.properties().into_iter().map(str::to_owned).collect();
    assert_eq!(proved.iter().filter(|id| ["error-together", "invariant-locked"].contains(&id.as_str())).count(), 2);
    assert_eq!(verified(LOCK, &document, &mut z3), Ok(proved.clone()));
    let without = verified(LOCK, &document, &mut NoProver);
    assert!(matches!(without, Err(Invalid::Undecided(_))), "{without:?}");
    let mut fixed = document.clone();
    fixed.question = serde_json::from_value(serde_json::json!({"kind": "integer", "instances": 2, "range": "error"}))
        .expect("a question");
    assert_eq!(verified(LOCK, &fixed, &mut z3), Err(Invalid::OtherQuestion));
    let mut higher = document.clone();
    higher.modular[0].level = 6;
    assert!(matches!(verified(LOCK, &higher, &mut z3), Err(Invalid::Refused(_))));
    let (mut rejected, mut accepted) = (0, 0);
    mutations(&serde_json::to_value(&document).expect("it is plain data"), &mut |changed| {
        let Ok(document) = serde_json::from_value::<CertificateDocument>(changed) else { return rejected += 1 };
        match verified(LOCK, &document, &mut z3) {
            Err(_) => rejected += 1,
            Ok(found) => {
                accepted += 1;
                assert!(found.iter().all(|id| proved.contains(id)), "{found:?} by {document:?}");
            }
        }
    });
    assert!(rejected > accepted && accepted > 0, "{rejected} changes were rejected, {accepted} accepted");
}
