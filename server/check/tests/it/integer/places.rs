//! Proofs for any number of instances from the places that these can be at together.

use std::sync::Arc;
use std::time::Duration;

use boolprog_abstraction::modular::{Answer, Counted, Domain, Memory, search};
use boolprog_base::control::Unlimited;
use boolprog_base::engine::EngineId;
use boolprog_certificate::integer::Flaw;
use boolprog_certificate::integer::modular::{check_invariant, flaws_by_property};
use boolprog_check::integer::{Model, Options};
use boolprog_check::{Query as Question, Unobserved};
use boolprog_integer::instantiate;
use boolprog_integer::syntax::parse;
use boolprog_integer::{Instantiation, OnRange, System};
use boolprog_prover::{NoProver, Prover, SmtLib};

use super::{told, z3};

/// The answer of the check about a text, with thread-modular invariants alone.
fn modular(text: &str, prover: &mut dyn Prover) -> Vec<String> {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    let instantiation = Instantiation { representatives: true, on_range: OnRange::Error, ..Instantiation::default() };
    let model = Model::new("model.ip", Arc::from(text), Arc::new(parsed.file), instantiation).expect("no errors");
    let options = Options { engine: Some(EngineId::Modular), ..Options::default() };
    told(&Question::Integer(model, options).check(prover, &Unlimited, &mut Unobserved))
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

/// A program is proved, and is not where a part is replaced by another one.
fn is_proved_as_it_is(domain: Domain, program: &str, replaced: &[(&str, &str)]) {
    let Some(mut z3) = z3() else { return };
    let (answer, accepted) = by(domain, program, &mut z3);
    assert!(accepted, "{answer:?}");
    for (part, wrong) in replaced {
        let (answer, accepted) = by(domain, &program.replace(part, wrong), &mut z3);
        assert!(!accepted && !matches!(answer, Answer::Proved(_)), "{part}: {answer:?}");
    }
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

/// A thread that finds that there is a reference takes one more by compare-and-swap; the last that is given back frees the object.
const REFERENCES: &str = "
decl references: int = 1, freed: bool;
process Owner { loc holds, frees, done;
  holds -> frees when references == 1 do references := references - 1;
  holds -> done when references != 1 do references := references - 1;
  frees -> done do freed := true;
}
process User[*] {
  decl known: int;
  loc away, tries, holds, frees;
  away -> tries do known := references;
  tries -> away when references != known || known <= 0;
  tries -> holds when known > 0 && references == known do references := references == known ? known + 1 : references, known := 0;
  holds -> frees when references == 1 do references := references - 1;
  holds -> away when references != 1 do references := references - 1;
  frees -> away do freed := true;
}
error late: freed && count(User @ holds) >= 1;
";

#[test]
fn a_counter_of_references_is_the_number_of_those_who_hold_one() {
    let Some(mut z3) = z3() else { return };
    is_proved_as_it_is(Domain::Relations(Counted::Everything), REFERENCES, &[("known > 0 && ", "")]);
    assert_eq!(modular(REFERENCES, &mut z3), ["error-late proved modular"]);
}

/// Readers count themselves in two steps under a mutex; the first of them keeps writers out.
const READERS: &str = "
decl mutex: 0..1, writing: 0..1, readers: int;
process Reader[*] {
  decl seen: int;
  loc away, locked, counted, reads, leaves, left, done;
  away -> locked when mutex == 0 do mutex := 1, seen := readers;
  locked -> counted do readers := seen + 1, seen := 0;
  counted -> reads when readers == 1 && writing == 0 do writing := 1, mutex := 0;
  counted -> reads when readers != 1 do mutex := 0;
  reads -> leaves when mutex == 0 do mutex := 1, seen := readers;
  leaves -> left do readers := seen - 1, seen := 0;
  left -> done when readers == 0 do writing := 0, mutex := 0;
  left -> done when readers != 0 do mutex := 0;
}
process Writer[*] {
  loc away, writes, done;
  away -> writes when writing == 0 do writing := 1;
  writes -> done do writing := 0;
}
error both: count(Reader @ reads) >= 1 && count(Writer @ writes) >= 1;
";

#[test]
fn readers_that_count_themselves_in_two_steps_keep_writers_out() {
    let wrong = [("when mutex == 0 do mutex := 1, seen", "do seen"), ("seen - 1", "0"), ("readers == 0 do", "true do")];
    is_proved_as_it_is(Domain::Values, READERS, &wrong);
}

/// Only the sum of the readers tells how often the semaphore for the room is given back.
#[test]
fn readers_keep_writers_out_by_a_semaphore_that_the_last_of_them_gives_back() {
    let text = READERS.replace("writing: 0..1", "room: int = 1").replace("writing == 0", "room > 0");
    let text = text.replace("writing := 1", "room := room - 1").replace("writing := 0", "room := room + 1");
    let wrong = [
        ("int = 1", "int = 2"),
        ("away -> writes when room > 0", "away -> writes when true"),
        ("readers == 0 do", "readers <= 1 do"),
    ];
    is_proved_as_it_is(Domain::Values, &text, &wrong);
}

/// A semaphore for two, and a machine integer that counts those inside and could wrap around.
const SEMAPHORE: &str = "
decl units: int, inside: 0..1000;
process Main { loc begin, runs; begin -> runs do units := 2; }
process User[*] {
  loc away, inside, done;
  away -> inside when Main @ runs && units > 0
    do units := units - 1, inside := inside == 1000 ? inside - 1000 : inside + 1;
  inside -> done do units := units + 1, inside := inside == 0 ? 1000 : inside - 1;
}
error three: inside > 2;
";

#[test]
fn integers_that_could_wrap_around_are_sums_where_they_do_not() {
    is_proved_as_it_is(Domain::Relations(Counted::Everything), SEMAPHORE, &[("units := 2", "units := 3")]);
}

/// A variable is -1 while a writer holds it, and otherwise the number of readers.
const SIGNED: &str = "
decl held: int;
process Reader[*] {
  decl seen: int;
  loc away, tries, reads, done;
  away -> tries when held >= 0 do seen := held;
  tries -> away when held != seen do seen := 0;
  tries -> reads when held == seen do held := seen + 1, seen := 0;
  reads -> done do held := held - 1;
}
process Writer[*] {
  loc away, writes, leaves, done;
  away -> writes when held == 0 do held := -1;
  writes -> leaves;
  leaves -> done do held := 0;
}
error readers: count(Reader @ reads) >= 1 && count(Writer @ writes) >= 1;
error writers: count(Writer @ writes) >= 2;
";

#[test]
fn what_is_negative_while_a_writer_holds_it_counts_readers_otherwise() {
    let wrong = [("when held >= 0 do", "do"), ("when held == 0 do", "when held <= 0 do"), ("held - 1", "0")];
    for text in [SIGNED, &SIGNED.replace("held := 0", "held := held + 1")] {
        is_proved_as_it_is(Domain::Values, text, &wrong);
    }
}

/// Readers who need one of three seats. A number that they count could wrap around in a copy, before the copy becomes the number.
const SEATS: &str = "
decl mutex: 0..1, writing: 0..1, seats: int = 3, readers: 0..1000;
process Reader[*] {
  decl seen: 0..1000;
  loc away, seated, locked, counted, reads, leaves, left, stands, done;
  away -> seated when seats > 0 do seats := seats - 1;
  seated -> locked when mutex == 0 do mutex := 1, seen := readers == 1000 ? readers - 1000 : readers + 1;
  locked -> counted do readers := seen, seen := 0;
  counted -> reads when readers == 1 && writing == 0 do writing := 1, mutex := 0;
  counted -> reads when readers != 1 do mutex := 0;
  reads -> leaves when mutex == 0 do mutex := 1, seen := readers == 0 ? readers + 1000 : readers - 1;
  leaves -> left do readers := seen, seen := 0;
  left -> stands when readers == 0 do writing := 0, mutex := 0;
  left -> stands when readers != 0 do mutex := 0;
  stands -> done do seats := seats + 1;
}
process Writer[*] {
  loc away, writes, done;
  away -> writes when writing == 0 do writing := 1;
  writes -> done do writing := 0;
}
error both: count(Reader @ reads) >= 1 && count(Writer @ writes) >= 1;
";

#[test]
fn copies_of_integers_that_could_wrap_around_are_followed_where_they_do_not() {
    is_proved_as_it_is(
        Domain::Values,
        SEATS,
        &[("seats > 0", "true"), ("left -> stands when readers == 0", "left -> stands when true")],
    );
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

#[test]
fn tickets_without_a_last_one_exclude_one_another() {
    let wrong = [("next + 1", "next"), ("when serving == mine", "when serving <= mine")];
    is_proved_as_it_is(Domain::Candidates, TICKETS, &wrong);
}

/// A lock keeps two variables equal, except while its owner changes them.
const EQUAL: &str = "
decl taken: 0..1, a: int, b: int;
process Writer[*] {
  loc away, first, second, last;
  away -> first when taken == 0 do taken := 1;
  first -> second do a := a + 2;
  second -> last do b := b + 2;
  last -> away do taken := 0;
}
process Reader[*] {
  decl seen: int;
  loc away, reads, compares, wrong;
  away -> reads when taken == 0 do taken := 1;
  reads -> compares do seen := a;
  compares -> wrong when seen != b;
  compares -> away when seen == b do taken := 0, seen := 0;
}
error differ: count(Reader @ wrong) >= 1;
";

#[test]
fn what_a_lock_keeps_holds_when_it_is_taken() {
    let wrong = [("b + 2", "b + 1"), ("away -> reads when taken == 0", "away -> reads when true")];
    is_proved_as_it_is(Domain::Candidates, EQUAL, &wrong);
}

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

/// Instances that a loop creates, each of which adds 1: there are never more than the loop has created.
const CREATED: &str = "
decl c: int, n: int = 20, made: 0..1;
process Main {
  decl i: int;
  loc run, waits, counts, end;
  run -> waits when i < n;
  waits -> counts when made == 1 do made := 0;
  counts -> run do i := i + 1;
  run -> end when i >= n do i := 0;
}
process Thread[*] {
  loc idle, adds, added;
  idle -> adds when Main @ waits && made == 0 do made := 1;
  adds -> added do c := c + 1;
}
error more: c > n;
";

#[test]
fn what_instances_count_is_at_most_the_number_that_were_created() {
    let wrong = [("c + 1", "c + 2"), ("i < n", "i <= n"), ("made == 0 do", "true do")];
    is_proved_as_it_is(Domain::Values, CREATED, &wrong);
}

/// A bound that is a constant holds when the loop has ended, too, where it forgets the variable that it was compared with.
#[test]
fn what_instances_count_does_not_wrap_around_if_few_were_created() {
    let text = CREATED.replace("c: int, n: int = 20", "c: 0..1000, n: int = *").replace("loc run", "loc begin, run");
    let text = text
        .replace("run -> waits", "begin -> run when n <= 20;\n  run -> waits")
        .replace("do i := 0", "do i := 0, n := 0");
    let text = text.replace("c := c + 1", "c := c == 1000 ? c - 1000 : c + 1");
    let text = text.replace("error more: c > n", "error lost: c == 0 && count(Thread @ added) >= 1");
    is_proved_as_it_is(Domain::Values, &text, &[("n <= 20", "n <= 2000"), ("made == 0 do", "true do")]);
}

/// Every instance puts something into one of two slots, which it chooses by an index of its own.
const SLOTS: &str = "
decl first: 0..1, second: 0..1;
process Thread[*] {
  decl index: int;
  loc away, puts, puts_again, done;
  away -> puts do index := 1;
  puts -> puts_again when index == 1 && second == 0 do second := 1, index := index - 1;
  puts_again -> done when index == 0 && first == 0 do first := 1;
}
error outside: Thread[0].index > 1 || Thread[0].index < 0;
";

#[test]
fn what_depends_on_an_instance_alone_is_proved_whatever_is_shared() {
    is_proved_as_it_is(Domain::OwnValues, SLOTS, &[("index - 1", "index - 2"), ("index := 1", "index := first + 1")]);
}
