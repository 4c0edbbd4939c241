use boolprog_base::control::Unlimited;

use super::simulation::simulates;
use super::verify::verify;
use super::waits::Delayed;
use super::{Found, Options, Proved, Reason, Search, prove};
use crate::explicit::persistent::Instances;
use crate::explicit::search;
use crate::explicit::symmetry::Symmetry;
use crate::syntax::parse;
use crate::{Formula, InputBound, InstanceId, Instantiation, LocationId, State, System, Transition, instantiate};

/// Threads that `main` creates one after the other, and awaits.
fn created(threads: usize, increment: &str) -> System {
    let all = |each: &dyn Fn(usize) -> String| (0..threads).map(each).collect::<Vec<_>>().concat();
    let places: Vec<String> = (0..=2 * threads).map(|at| format!("c{at}")).collect();
    let bodies = all(&|thread| {
        format!(
            "decl created{thread}: 0..1;
             process f{thread} {{ decl own: 0..9; loc idle, end, locked, read;
               idle -> locked when created{thread} == 1 && m == 0 do m := 1; locked -> read do own := x;
               read -> end do x := {increment}, own := 0, m := 0; }}"
        )
    });
    let creations = all(&|thread| format!("c{thread} -> c{} do created{thread} := 1;", thread + 1));
    let joins = all(&|thread| format!("c{} -> c{} when f{thread} @ end;", threads + thread, threads + thread + 1));
    let own = all(&|thread| format!("error own{thread}: f{thread} @ read && f{thread}.own > x;"));
    system(&format!(
        "decl m: 0..1, x: 0..9; {bodies} process main {{ loc {}, end; {creations} {joins} c{} -> end; }}
         error sum: main @ end && x != {threads}; {own}",
        places.join(", "),
        2 * threads
    ))
}

fn system(text: &str) -> System {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    instantiate(&parsed.file, &Instantiation::default()).expect("a program without errors")
}

fn proved(system: &System) -> Proved {
    prove(system, Options::default(), &Unlimited)
}

#[test]
fn threads_that_main_creates_change_places() {
    let states = |threads| {
        let system = created(threads, "own + 1");
        let proved = proved(&system);
        assert_eq!((proved.properties, proved.values), (vec![0], true));
        (proved.states, search(&system, Options::default(), &Unlimited).statistics.states)
    };
    assert_eq!([2, 3, 4, 5].map(states), [(10, 23), (14, 67), (18, 179), (22, 451)]);
    let eight = proved(&created(8, "own + 1"));
    assert_eq!((eight.properties, eight.states), (vec![0], 34));
}

#[test]
fn a_violation_or_a_missing_value_is_left_to_the_search_of_all_states() {
    assert_eq!(proved(&created(3, "own")).properties, []);
    let faulty = proved(&created(3, "own + 4"));
    assert_eq!((faulty.properties, faulty.incomplete), (vec![], Some(Reason::Fault)));
}

#[test]
fn an_identity_that_is_a_value_tells_members_apart() {
    let text = "decl owner: 0..2; process P { loc a, b; a -> b when owner == 0 do owner := 1; b -> a do owner := 0; }
        process Q { loc a, b; a -> b when owner == 0 do owner := 2; b -> a do owner := 0; } error e: P @ b && Q @ b;";
    assert_eq!(Symmetry::of(&system(text)), None);
    assert!(Symmetry::of(&system(&text.replace(":= 2", ":= 1"))).is_some());
}

#[test]
fn members_of_which_one_names_another_do_not_change_places() {
    let text = "process P[2] { loc a, b; a -> b; } process Q { loc a, b; a -> b when P[0] @ b; }
        process R { loc a, b; a -> b when P[1] @ b; } error e: count(P @ b) > 2;";
    assert_eq!(Symmetry::of(&system(text)), None);
    assert!(Symmetry::of(&system(&text.replace("when P[1] @ b", ""))).is_some());
}

/// The orbits that a search finds, with the properties that it proves.
fn orbits(system: &System, symmetry: &Symmetry) -> (Vec<State>, Vec<usize>) {
    let mut search = Search::new(system, symmetry, vec![0], Options::default(), &Unlimited);
    search.run().expect("nothing stops it");
    let mut state = system.blank_state();
    let states = (0..search.found.store.len() as u32).map(|index| {
        search.found.store.read(index, &mut state);
        state.clone()
    });
    (states.collect(), search.open)
}

fn verified<'s>(system: &System, symmetry: &Symmetry, states: impl Iterator<Item = &'s State>, open: &[usize]) -> bool {
    let mut found = Found::new(system);
    states.for_each(|state| _ = found.store.insert(state));
    found.acting = vec![Instances::ALL; found.store.len()];
    verify(system, symmetry, (&found, InputBound(0)), open, &Unlimited).is_ok()
}

#[test]
fn orbits_are_refused_if_one_is_missing_or_members_are_not_alike() {
    let system = created(3, "own + 1");
    let symmetry = Symmetry::of(&system).expect("three threads");
    let (states, open) = orbits(&system, &symmetry);
    assert!(verified(&system, &symmetry, states.iter(), &open));
    for missing in &states {
        assert!(!verified(&system, &symmetry, states.iter().filter(|state| *state != missing), &open), "{missing:?}");
    }
    // A property that names one of the threads is not one of orbits.
    assert!(!verified(&system, &symmetry, states.iter(), &[1]));
    let other = created(3, "own + 1");
    for transition in (0..other.transitions.len()).filter(|index| other.transitions[*index].instance.0 < 3) {
        let mut other = other.clone();
        other.transitions[transition].guard.push(Formula::Constant(false));
        assert!(!verified(&other, &symmetry, states.iter(), &open), "{transition}");
    }
    let main = symmetry.controller;
    let alone = Symmetry { controller: None, ..symmetry.clone() };
    assert!(!verified(&system, &alone, states.iter(), &open), "{main:?}");
}

#[test]
fn a_wait_is_delayed_where_nothing_notices() {
    let system = created(3, "own + 1");
    let delayed = Delayed::of(&system);
    let main = InstanceId(3);
    assert_eq!(delayed.places, [4, 5, 6].map(|place| (main, LocationId(place))));
    assert!(simulates(&delayed, &system));
    for left_out in 0..delayed.system.transitions.len() {
        let mut other = Delayed::of(&system);
        other.system.transitions.remove(left_out);
        assert!(!simulates(&other, &system), "{left_out}");
    }
    for place in (0..=7).filter(|place| ![4, 5, 6].contains(place)) {
        let mut other = Delayed::of(&system);
        other.places.push((main, LocationId(place)));
        assert!(!simulates(&other, &system), "{place}");
    }
    // A property that reads a place notices the delay.
    let mut noticing = system.clone();
    noticing.properties[0].error = Formula::At { instance: main, location: LocationId(4) };
    assert!(!simulates(&Delayed { system: noticing.clone(), ..Delayed::of(&system) }, &noticing));
    assert_eq!(Delayed::of(&noticing).places, [(main, LocationId(6))]);
    // A thread that goes on may not be where it was.
    let (mut restarted, again) = (system.clone(), system.transitions[2].clone());
    restarted.transitions.push(Transition { from: again.to, to: again.from, ..again });
    assert!(!simulates(&Delayed { system: restarted.clone(), ..Delayed::of(&system) }, &restarted));
}

#[test]
fn variables_correspond_as_they_occur() {
    let text = "process P { decl a: 0..1, b: 0..1; loc l, m, n; l -> m do a := 1; m -> n when a == 1 do b := 1; }
        process Q { decl b: 0..1, a: 0..1; loc l, m, n; l -> m do a := 1; m -> n when a == 1 do b := 1; }
        error e: P @ n && Q @ n && P.a != Q.a;";
    assert!(Symmetry::of(&system(text)).is_some());
}

/// Philosophers, of which each takes the fork with the lower number first.
fn philosophers(number: usize) -> System {
    let all = |each: &dyn Fn(usize) -> String| (0..number).map(each).collect::<Vec<_>>();
    let bodies = all(&|one| {
        let (first, second) = if one + 1 < number { (one, one + 1) } else { (0, one) };
        format!(
            "decl fork{one}: 0..1, eating{one}: 0..1;
             process P{one} {{ loc thinking, waiting, together, before, after, end, wrong;
               thinking -> waiting when fork{first} == 0 do fork{first} := 1;
               waiting -> together when fork{second} == 0 do fork{second} := 1;
               together -> before do eating{one} := 1;
               before -> wrong when eating{} == 1; before -> after when eating{} == 0 do eating{one} := 0;
               after -> end do fork{first} := 0, fork{second} := 0; }}",
            (one + 1) % number,
            (one + 1) % number,
        )
    });
    let wrong = all(&|one| format!("P{one} @ wrong"));
    system(&format!("{} error together: {};", bodies.concat(), wrong.join(" || ")))
}

#[test]
fn few_orders_of_independent_steps_are_enough() {
    let states = |number| {
        let system = philosophers(number);
        let proved = proved(&system);
        assert_eq!((proved.properties, proved.values, proved.incomplete), (vec![0], true, None));
        proved.states
    };
    assert_eq!([3, 4, 5, 6, 10].map(states), [63, 161, 341, 643, 4151]);
    let all = search(&philosophers(5), Options::default(), &Unlimited).statistics.states;
    assert_eq!(all, 1530);
}

#[test]
fn an_instance_is_not_ignored_because_of_a_loop() {
    let text = "decl x: 0..1; process P { decl own: 0..1; loc a; a -> a do own := 1 - own; }
        process Q { loc a, b; a -> b do x := 1; } error e: Q @ b; error f: Q @ b && x == 0;";
    assert_eq!(proved(&system(text)).properties, [1]);
}

#[test]
fn a_search_that_reduces_nothing_ends() {
    let process = |number| {
        format!(
            "process P{number} {{ loc a, b, c; a -> b do x := x % 40 + {number}; b -> c do y := x; c -> a do z := y; }}"
        )
    };
    let bodies: String = (1..4).map(process).collect();
    let system = system(&format!("decl x: 0..99, y: 0..99, z: 0..99; {bodies} error e: x > 50;"));
    let Proved { properties, states, incomplete, .. } = proved(&system);
    assert_eq!((properties, incomplete), (vec![], None));
    assert!((1_000..2_000).contains(&states), "{states}");
}

#[test]
fn an_order_that_matters_is_refused() {
    let never = "error e: P @ a && P @ b;";
    for (declared, insider, outsider, error) in [
        // A cell that the insider writes is read, or written.
        ("", "a -> b do x := 2;", "a -> b do y := x;", "error e: Q @ b && y == 1;"),
        ("", "a -> b do x := 2;", "a -> b do x := 0;", "error e: Q @ b && x == 2;"),
        ("", "a -> b do x := 2;", "a -> b when x == 1;", "error e: Q @ b && x == 2;"),
        // A cell that it reads is written.
        ("", "a -> b do y := x;", "a -> b do x := 0;", "error e: P @ b && y == 0;"),
        // It is enabled, or has no value any more.
        ("", "a -> c; a -> b when x == 0;", "a -> b do x := 0;", "error e: P @ b;"),
        ("", "a -> b when 1 / x == 1;", "a -> b do x := 0;", never),
        (", z: 0..1", "a -> c; a -> b when 1 / x == 0 && z == 1;", "a -> b do x := 0;", never),
    ] {
        let system = system(&format!(
            "decl x: 0..2 = 1, y: 0..2{declared}; process P {{ loc a, b, c; {insider} }}
             process Q {{ loc a, b; {outsider} }} {error}"
        ));
        let accepts = |first: Instances| {
            let mut found = Found::new(&system);
            let mut state = system.blank_state();
            system
                .initial_states(InputBound(0))
                .for_each(|start| _ = found.store.insert(&start.expect("a value").expect("no condition")));
            while found.acting.len() < found.store.len() {
                found.store.read(found.acting.len() as u32, &mut state);
                let acting = if found.acting.is_empty() { first } else { Instances::ALL };
                found.acting.push(acting);
                for successor in system.successors(&state, InputBound(0)) {
                    if acting.contains(system.transitions[successor.transition as usize].instance.0) {
                        successor.state.iter().for_each(|state| _ = found.store.insert(state));
                    }
                }
            }
            verify(&system, &Symmetry::default(), (&found, InputBound(0)), &[0], &Unlimited).is_ok()
        };
        assert!(!accepts(Instances::one(0)), "{insider} {outsider} {error}");
    }
}
