//! Violations that need many instances, of which few act at a time, against explicit search.

use boolprog_base::control::Unlimited;
use boolprog_integer::explicit::crowd::{Crowd, Limits, search};
use boolprog_integer::explicit::{self, Options, Verdict, replay};
use boolprog_integer::syntax::parse;
use boolprog_integer::{InputBound, Instantiation, System, instantiate};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

const LIMITS: Limits = Limits { inputs: InputBound(2), states: 20_000, stopped: 40 };

fn with(text: &str, instances: u16, representatives: bool) -> System {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    let options = Instantiation { threads: Some(instances), representatives, ..Instantiation::default() };
    instantiate(&parsed.file, &options).unwrap_or_else(|error| panic!("{error:?}: {text}"))
}

/// The crowds with this number of instances that act at a time.
fn crowds(text: &str, acting: u16) -> Vec<Crowd> {
    search(&with(text, acting, true), LIMITS, &Unlimited).expect("nothing stops it")
}

/// The instances and steps of a crowd, whose run is one of the program.
fn executed(text: &str, acting: u16, crowd: &Crowd) -> (u16, usize) {
    let few = with(text, acting, true);
    let instances = crowd.instances(&few);
    let all = with(text, instances, false);
    let run = crowd.run(&few, &all).expect("it can be executed");
    assert_eq!(replay(&all, &run, crowd.property), Ok(()), "{text}");
    (instances, run.steps.len())
}

fn found(text: &str, acting: u16) -> Vec<(u16, usize)> {
    crowds(text, acting).iter().map(|crowd| executed(text, acting, crowd)).collect()
}

#[test]
fn a_crowd_takes_all_of_a_supply() {
    let text = "
        decl taken: 0..32, pushed: bool;
        process P[*] {
          decl cell: 0..32;
          loc start, has, done, bad;
          start -> has when taken < 32 do taken := taken + 1, cell := taken;
          start -> bad when taken == 32 && !pushed;
          has -> done do pushed := true;
        }
        error none: count(P @ bad) >= 1;";
    assert_eq!(found(text, 1), [(33, 33)]);
}

#[test]
fn instances_that_have_stopped_are_counted() {
    let text = "process Guest[*] { loc away, here; away -> here; here -> away; } error crowd: count(Guest @ here) > 9;";
    assert_eq!(found(text, 1), [(10, 10)]);
}

#[test]
fn instances_that_must_wait_for_one_another_act_at_a_time() {
    let text = "
        decl ball: 0..2;
        process P[*] {
          loc a, b, c, d;
          a -> b when ball == 0 do ball := 1;
          a -> c when ball == 1 do ball := 2;
          b -> d when ball == 2 do ball := 0;
        }
        error twice: count(P @ d) == 2;";
    assert_eq!(found(text, 1), []);
    assert_eq!(found(text, 2), [(4, 6)]);
}

#[test]
fn properties_name_the_instances_that_act_last() {
    let text = "
        decl turn: 0..3;
        process P[*] {
          decl mine: 0..3;
          loc a, b;
          a -> b when turn < 3 do mine := turn + 1, turn := turn + 1;
        }
        error last: P[0] @ b && P[0].mine == 3;";
    assert_eq!(found(text, 1), [(3, 3)]);
}

#[test]
fn new_instances_start_with_values_of_their_own() {
    let text = "
        decl sum: 0..9;
        process P[*] {
          decl mine: 0..2 = *;
          loc a, b;
          a -> b when mine == sum do sum := sum + 1;
        }
        error three: sum == 3;";
    assert_eq!(found(text, 1), [(3, 3)]);
}

#[test]
fn nothing_is_found_where_instances_are_not_alike() {
    let texts = [
        "decl x: 0..9; process P[*] { loc a, b; a -> b when P[0] @ a do x := x + 1; } error e: x == 2;",
        "decl x: 0..9; process P[*] { loc a, b; a -> b when count(P @ a) > 3 do x := x + 1; } error e: x == 2;",
    ];
    for text in texts {
        assert_eq!(crowds(text, 2), [], "{text}");
    }
}

const GUARDS: [&str; 8] =
    ["x == 0", "x > 1", "x < 3", "mine == x", "mine != x", "count(P @ c) > 0", "Q @ n", "mine == 2"];
const UPDATES: [&str; 7] = [
    "x := (x + 1) % 4",
    "x := mine",
    "mine := x",
    "mine := input(0..3)",
    "x := 0",
    "mine := (mine + 1) % 4",
    "x := input(0..1)",
];

prop_compose! {
    /// An edge of the process, whose locations are these.
    fn edge(locations: &'static [&'static str], of_instance: bool)
        (from in select(locations), to in select(locations), guards in subsequence(&GUARDS[..], 0..3),
         updates in subsequence(&UPDATES[..], 0..2)) -> String
    {
        let shared = |text: &&str| of_instance || !text.contains("mine");
        let guards: Vec<&str> = guards.into_iter().filter(shared).collect();
        let updates: Vec<&str> = updates.into_iter().filter(shared).collect();
        let guard = if guards.is_empty() { String::new() } else { format!(" when {}", guards.join(" && ")) };
        let update = if updates.is_empty() { String::new() } else { format!(" do {}", updates.join(", ")) };
        format!("{from} -> {to}{guard}{update};")
    }
}

fn programs() -> impl Strategy<Value = String> {
    let many = prop::collection::vec(edge(&["a", "b", "c"], true), 2..6);
    let one = prop::collection::vec(edge(&["m", "n"], false), 0..3);
    let errors = select(
        &[
            "count(P @ b) >= 2 && x == 3",
            "count(P @ c) >= 3",
            "P[0] @ b && P[0].mine == 3",
            "x == 3 && count(P @ b) == 1 && count(P @ c) == 2",
        ][..],
    );
    (many, one, errors).prop_map(|(many, one, error)| {
        format!(
            "decl x: 0..3; process P[*] {{ decl mine: 0..3; loc a, b, c; {} }} process Q {{ loc m, n; {} }} error e: {error};",
            many.join(" "),
            one.join(" ")
        )
    })
}

/// The steps of the shortest violation by this number of instances, if there is any.
fn shortest(text: &str, instances: u16) -> Option<usize> {
    let found = explicit::search(&with(text, instances, false), Options::default(), &Unlimited);
    match &found.verdicts[0] {
        Verdict::Violated(run) => Some(run.steps.len()),
        _ => None,
    }
}

proptest! {
    /// Every crowd is executed again; what few instances do is found, with the fewest if all may act at a time.
    #[test]
    fn crowds_agree_with_explicit_search(text in programs()) {
        let (one, two) = (found(&text, 1), found(&text, 2));
        let fewest = (1..=3).find_map(|instances| Some((instances, shortest(&text, instances)?)));
        match fewest {
            Some((1, steps)) => prop_assert_eq!(one, [(1, steps)]),
            Some((2, steps)) => prop_assert_eq!(two, [(2, steps)]),
            Some((3, steps)) => {
                for (instances, found) in one.into_iter().chain(two) {
                    prop_assert!(instances >= 3 && (instances > 3 || found >= steps));
                }
            }
            _ => prop_assert!(one.into_iter().chain(two).all(|(instances, _)| instances > 3)),
        }
    }
}
