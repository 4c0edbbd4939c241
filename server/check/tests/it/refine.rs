//! Refinement through Boolean programs: which programs it decides, and with which rounds.

mod certificates;
mod provers;
mod random;

use boolprog_base::control::Unlimited;
use boolprog_certificate::boolean::{BooleanProgram, Expression, Flaw, Slot};
use boolprog_check::integer::Model;
use boolprog_check::refine::{
    Options, Outcome, Precision, Refinement, RoundVerdict, Seeds, abstracted, refine, seeds, template,
};
use boolprog_integer::Instantiation;
use boolprog_integer::syntax::parse;
use boolprog_prover::{NoProver, Prover};

use crate::integer::z3;

/// The example of SLAM: the lock is taken again only if a packet was handled.
const DRIVER: &str = "
decl lock: bool, new: int, old: int;
predicate lock;
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

/// A shared number and a copy of it: a predicate over both has a passive copy.
const COPIES: &str = "
decl version: int, busy: bool;
process Client[*] {
  decl mine: int;
  loc away, reading, writing, wrong;
  away -> reading when !busy do busy := true, mine := version;
  reading -> writing when mine == version do version := version + 1;
  reading -> wrong when mine != version;
  writing -> away do busy := false;
}
error overtaken: count(Client @ wrong) >= 1;
";

const TICKETS: &str = "
decl next: int, called: int;
process Client[*] {
  decl mine: int;
  loc away, waiting, inside;
  away -> waiting do mine := next, next := next + 1;
  waiting -> inside when mine == called;
  inside -> away do called := called + 1;
}
error together: count(Client @ inside) >= 2;
";

/// No other thread has the ticket of the owner.
const OWNER: &str = "
decl next: int, owner: int, held: bool;
process Client[*] {
  decl mine: int;
  loc away, ready, owning, wrong;
  away -> ready do mine := next, next := next + 1;
  ready -> owning when !held do held := true, owner := mine;
  ready -> wrong when held && mine == owner;
}
error same: count(Client @ wrong) >= 1;
";

fn model(text: &str) -> Model {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    let instantiation = Instantiation { threads: Some(2), ..Instantiation::default() };
    Model::new("model.ip", text.into(), parsed.file.into(), instantiation).expect("no errors")
}

fn options(seeds: Seeds) -> Options {
    let check = boolprog_check::Options::default();
    Options { any: true, seeds, precision: Precision::default(), rounds: 8, check }
}

fn with(text: &str, seeds: Seeds, prover: &mut dyn Prover, checker: &mut dyn Prover) -> Refinement {
    refine(&model(text), &options(seeds), (prover, checker), &Unlimited, &mut |_| {})
}

/// The result with Z3, if there is one.
fn refined(text: &str, seeds: Seeds) -> Option<Refinement> {
    Some(with(text, seeds, &mut z3()?, &mut z3()?))
}

fn unknown(refinement: &Refinement) -> &str {
    match &refinement.outcome {
        Outcome::Unknown(why) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_predicates_of_guards_prove_the_lock_in_one_round() {
    let Some(refinement) = refined(DRIVER, Seeds::default()) else { return };
    assert_eq!(refinement.outcome, Outcome::Proved);
    assert_eq!(refinement.rounds.len(), 1);
    assert_eq!(refinement.rounds[0].predicates, ["lock", "new == old", "Driver @ error"]);
    assert_eq!(refinement.rounds[0].verdict, RoundVerdict::Proved);
}

#[test]
fn with_one_predicate_the_lock_has_a_spurious_counterexample_that_says_what_is_missing() {
    let Some(refinement) = refined(DRIVER, Seeds { guards: false, properties: false }) else { return };
    assert_eq!(refinement.outcome, Outcome::Proved);
    let [first, second] = refinement.rounds.as_slice() else { panic!("{refinement:?}") };
    assert_eq!(first.predicates, ["lock", "Driver @ error"]);
    let [path] = first.spurious.as_slice() else { panic!("{first:?}") };
    let core: Vec<_> = path.core.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(core, ["old := new", "new := new + 1", "new == old"]);
    assert_eq!(path.step, 3);
    assert_eq!(first.added, ["new == old", "new + 1 == old"]);
    assert_eq!(second.verdict, RoundVerdict::Proved);
}

#[test]
fn a_lock_that_is_always_released_is_broken() {
    let broken = DRIVER.replace("locked -> work;", "locked -> work do lock := false;");
    let Some(refinement) = refined(&broken, Seeds::default()) else { return };
    let Outcome::Violated { property: Some(0), trace } = &refinement.outcome else { panic!("{refinement:?}") };
    assert_eq!(trace.steps.len(), 4);
    assert_eq!(trace.walk(|_, _| {}), Ok(()));
}

#[test]
fn a_gate_is_proved_for_any_number_of_clients() {
    let Some(refinement) = refined(GATE, Seeds::default()) else { return };
    assert_eq!(refinement.outcome, Outcome::Proved);
    assert_eq!(refinement.rounds[0].added, ["free <= 1"]);
}

#[test]
fn a_gate_for_two_lets_two_clients_in() {
    let Some(refinement) = refined(&GATE.replace("= 1", "= 2"), Seeds::default()) else { return };
    let Outcome::Violated { property: Some(0), trace } = &refinement.outcome else { panic!("{refinement:?}") };
    assert_eq!(trace.instances, ["Client[0]", "Client[1]"]);
    assert_eq!(trace.steps.len(), 2);
}

#[test]
fn local_and_shared_variables_in_one_predicate_have_a_passive_copy() {
    let Some(mut prover) = z3() else { return };
    let model = model(COPIES);
    let template = template(&model, true).expect("it has a template");
    let predicates = seeds(&template, Seeds::default());
    let made = abstracted(&model, &template, predicates, Precision::default(), &mut prover, &Unlimited);
    let text = made.expect("it is abstracted").printed.text;
    assert!(text.contains("decl thread_local {version == mine} := T;"), "{text}");
    assert!(text.contains("{version == mine}$"), "{text}");
    let Some(refinement) = refined(COPIES, Seeds::default()) else { return };
    assert_eq!(refinement.outcome, Outcome::Proved);
}

/// The answer of the checker after a change of the Boolean program of COPIES, if there is a prover.
fn checked_after(change: impl FnOnce(&mut BooleanProgram)) -> Option<Result<u64, Flaw>> {
    let (model, mut prover) = (model(COPIES), z3()?);
    let template = template(&model, true).expect("it has a template");
    let predicates = seeds(&template, Seeds::default());
    let made = abstracted(&model, &template, predicates, Precision::default(), &mut prover, &Unlimited);
    let mut program = made.expect("it is abstracted").program;
    change(&mut program);
    Some(boolprog_certificate::boolean::check(&template, &program, &mut prover, &Unlimited).expect("it is not stopped"))
}

#[test]
fn a_boolean_program_that_excludes_something_is_not_accepted() {
    let Some(accepted) = checked_after(|_| {}) else { return };
    assert!(accepted.is_ok(), "{accepted:?}");
    let no = || Expression::Constant(false);
    let rejected = |change: &dyn Fn(&mut BooleanProgram)| checked_after(change).and_then(Result::err);
    let shape = |flaw: Option<Flaw>| assert!(matches!(flaw, Some(Flaw::Shape(_))), "{flaw:?}");
    assert_eq!(rejected(&|program| program.steps[1].passive.clear()), Some(Flaw::Step(2)));
    assert_eq!(rejected(&|program| program.steps[0].active.clear()), Some(Flaw::Step(0)));
    assert_eq!(rejected(&|program| program.steps[2].possible = no()), Some(Flaw::Step(4)));
    assert_eq!(rejected(&|program| program.assertions[0].possible = no()), Some(Flaw::Property(0)));
    assert_eq!(rejected(&|program| program.start[0] = program.start[0].map(|value| !value)), Some(Flaw::Start));
    shape(rejected(&|program| _ = program.assertions.pop()));
    shape(rejected(&|program| _ = program.steps.pop()));
    shape(rejected(&|program| program.steps[0].fault = Expression::Value(Slot::Passive(0))));
    shape(rejected(&|program| program.predicates[1].name = program.predicates[0].name.clone()));
}

#[test]
fn the_owner_of_a_ticket_needs_a_predicate_over_two_threads() {
    let Some(refinement) = refined(OWNER, Seeds::default()) else { return };
    let why = unknown(&refinement);
    assert_eq!(why, "a predicate over two threads is needed: Client[1].mine == Client[2].mine");
}

#[test]
fn tickets_of_two_clients_are_proved() {
    let Some(refinement) = refined(&TICKETS.replace("[*]", "[2]"), Seeds::default()) else { return };
    assert_eq!(refinement.outcome, Outcome::Proved);
}

#[test]
fn the_tickets_of_any_number_of_clients_need_a_predicate_over_two_threads() {
    let Some(refinement) = refined(TICKETS, Seeds::default()) else { return };
    let why = unknown(&refinement);
    assert!(why.starts_with("a predicate over two threads is needed: Client["), "{why}");
}

/// That the sum is not negative depends on a choice, which no predicate of the moment before can mention.
const CHOICES: &str = "
decl small: 0..10, first: int, sum: int;
process P {
  loc a, b, c;
  a -> b do small := *; first := small;
  b -> c do small := *; sum := first + small;
}
error negative: sum < 0;
";

#[test]
fn interpolants_find_what_weakest_preconditions_lose_with_a_choice() {
    let Some(refinement) = refined(CHOICES, Seeds::default()) else { return };
    assert_eq!(refinement.outcome, Outcome::Proved, "{refinement:?}");
    let rounds = &refinement.rounds;
    assert!(rounds[0].by_interpolants && !rounds[0].added.is_empty(), "{rounds:?}");
    assert!(rounds.last().is_some_and(|round| !round.by_interpolants && round.spurious.is_empty()), "{rounds:?}");
}

#[test]
fn combinations_of_values_are_listed_where_a_step_does_not_determine_them() {
    let text = "decl x: int, y: int; predicate x == y; predicate x == 0; predicate y == 0;
        process P { loc a, b; a -> b do x := *; } error e: x == 0 && y == 0 && x != y;";
    let Some(mut prover) = z3() else { return };
    let (model, cartesian) = (model(text), Precision::default());
    let template = template(&model, true).expect("it has a template");
    for precision in [cartesian, Precision { exact: true, ..cartesian }] {
        let predicates = seeds(&template, Seeds::default());
        let made =
            abstracted(&model, &template, predicates, precision, &mut prover, &Unlimited).expect("it is abstracted");
        assert!(made.printed.text.contains(" := *, *"), "{}", made.printed.text);
        assert_eq!(made.printed.text.contains("'{x == 0}"), precision.exact, "{}", made.printed.text);
        let checked = boolprog_certificate::boolean::check(&template, &made.program, &mut prover, &Unlimited);
        assert!(matches!(checked, Ok(Ok(_))), "{checked:?}");
    }
}

#[test]
fn values_that_do_not_exist_are_found() {
    let text = "decl x: 0..3; process P[*] { loc a; a -> a do x := x + 1; } invariant small: x <= 3;";
    let Some(refinement) = refined(text, Seeds::default()) else { return };
    let Outcome::Violated { property: None, trace } = &refinement.outcome else { panic!("{refinement:?}") };
    assert_eq!(trace.steps.len(), 4);
}

#[test]
fn instances_of_any_number_cannot_be_named() {
    for (text, why) in [
        ("process P[*] { decl x: int; loc a; } error e: P[0].x == 1;", "names an instance"),
        ("process P[*] { loc a, b; a -> b when count(P @ b) == 0; } error e: count(P @ b) > 1;", "looks at other"),
        ("process P[*] { loc a, b; a -> b; } error e: count(P @ b) > 20;", "more than 8 threads"),
    ] {
        let refinement = with(text, Seeds::default(), &mut NoProver, &mut NoProver);
        assert!(unknown(&refinement).contains(why), "{refinement:?}");
    }
}

#[test]
fn the_text_of_a_boolean_program_depends_on_its_input_alone() {
    let text = || {
        let (model, mut prover) = (model(COPIES), z3()?);
        let template = template(&model, true).expect("it has a template");
        let predicates = seeds(&template, Seeds::default());
        let made = abstracted(&model, &template, predicates, Precision::default(), &mut prover, &Unlimited);
        Some(made.expect("it is abstracted").printed.text)
    };
    let Some(first) = text() else { return };
    let parsed = boolprog_syntax::parse(&first);
    assert_eq!(parsed.diagnostics, [], "{first}");
    assert_eq!(text(), Some(first));
}
