//! Proofs among orbits, against the search of all states: random programs whose instances can often change places.

use std::fmt::Write;

use boolprog_base::Random;
use boolprog_base::control::Unlimited;
use boolprog_integer::explicit::{Options, Verdict, prove, search};
use boolprog_integer::syntax::parse;
use boolprog_integer::{InputBound, Instantiation, OnRange, System, instantiate};

fn system(text: &str, on_range: OnRange) -> System {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    let options = Instantiation { on_range, ..Instantiation::default() };
    instantiate(&parsed.file, &options).unwrap_or_else(|error| panic!("{error:?}: {text}"))
}

/// The number of properties that both prove, and that the search of all states alone does.
fn compare(text: &str, on_range: OnRange) -> (usize, usize) {
    let system = system(text, on_range);
    let options = Options { inputs: InputBound(1), ..Options::default() };
    let proved = prove(&system, options, &Unlimited);
    let all = search(&system, options, &Unlimited);
    assert!(!proved.values || all.fault.is_none(), "{text}");
    let is_proved = |index: &usize| all.verdicts[*index] == Verdict::Proved;
    assert!(proved.properties.iter().all(is_proved), "{proved:?}, {all:?}\n{text}");
    let alone = (0..all.verdicts.len()).filter(is_proved).count() - proved.properties.len();
    (proved.properties.len(), alone)
}

/// Instances of one process, which nothing distinguishes.
fn equal(random: &mut Random) -> String {
    let mut text =
        format!("decl x: 0..2, y: 0..1;\nprocess P[{}] {{\n  decl a: 0..1{};\n", 2 + random.below(2), start(random));
    text += "  loc l0, l1, l2;\n";
    edges(random, &mut text, "", "");
    text += "}\nprocess Q {\n  loc m, n;\n";
    for _ in 0..random.below(3) {
        _ = writeln!(
            text,
            "  {} -> {} when {} do x := {};",
            place(random),
            place(random),
            test(random, ""),
            value(random, "")
        );
    }
    text += "}\n";
    for (name, location) in [("e", "l1"), ("f", "l2")] {
        _ = writeln!(text, "error {name}: count(P @ {location}) >= {} && {};", 1 + random.below(3), common(random));
    }
    text + "invariant g: y == 0 || x < 2;\n"
}

/// Processes that `main` creates and awaits, one of which may be different.
fn created(random: &mut Random) -> String {
    let number = 2 + random.below(2);
    let mut text = String::from("decl x: 0..2, y: 0..1;\n");
    let mut body = String::new();
    edges(random, &mut body, "OWN", "CREATED && ");
    for thread in 0..number {
        let created = format!("created{thread}");
        let own = format!("a{thread}");
        _ = writeln!(text, "decl {created}: 0..1;\nprocess f{thread} {{\n  decl {own}: 0..1;\n  loc l0, l1, l2;");
        let mut body = body.replace("OWN", &own).replace("CREATED", &format!("{created} == 1"));
        if random.below(8) == 0 {
            body = body.replacen(" when ", " when x != 1 && ", 1);
        }
        text += &body;
        text += "}\n";
    }
    main(random, number, &mut text);
    let ends: Vec<String> = (0..number).map(|thread| format!("f{thread} @ l2")).collect();
    let some = random.below(number);
    _ = writeln!(text, "error e: ({}) && {};", ends.join(" || "), common(random));
    _ = writeln!(text, "error f: {} && {};", ends.join(" && "), common(random));
    _ = writeln!(text, "error g: main @ end && {};", common(random));
    _ = writeln!(text, "error h: f{some} @ l1 && {};", common(random));
    text
}

/// Creation and joins, in some order, with something between them.
fn main(random: &mut Random, number: usize, text: &mut String) {
    let locations: Vec<String> = (0..=2 * number + 1).map(|at| format!("c{at}")).collect();
    _ = writeln!(text, "process main {{\n  loc {}, end;", locations.join(", "));
    let mut at = 0;
    for thread in 0..number {
        let and = if random.below(4) == 0 { ", x := 1" } else { "" };
        _ = writeln!(text, "  c{at} -> c{} do created{thread} := 1{and};", at + 1);
        at += 1;
    }
    let together = random.below(4) == 0;
    for thread in 0..number {
        let also = if together { format!(" && f{} @ l2", (thread + 1) % number) } else { String::new() };
        let and = if random.below(4) == 0 { " do y := 1" } else { "" };
        _ = writeln!(text, "  c{at} -> c{} when f{thread} @ l2{also}{and};", at + 1);
        if random.below(6) == 0 {
            _ = writeln!(text, "  c{at} -> c{} when f{thread}.a{thread} == 1;", random.below(at + 1));
        }
        at += 1;
    }
    _ = writeln!(text, "  c{at} -> end when {};\n}}", common(random));
}

/// Edges between the locations of a process, the first of which have this guard.
fn edges(random: &mut Random, text: &mut String, own: &str, first: &str) {
    let own = if own.is_empty() { "a" } else { own };
    for from in 0..3 {
        for _ in 0..=random.below(2) {
            let guard = if from == 0 { first } else { "" };
            let to = random.below(3);
            let targets = ["x", "y", own];
            let target = random.one_of(&targets);
            let new = if *target == "x" { value(random, own) } else { (*random.one_of(&["0", "1", "y"])).to_owned() };
            _ = writeln!(text, "  l{from} -> l{to} when {guard}{} do {target} := {new};", test(random, own));
        }
    }
}

fn start(random: &mut Random) -> &'static str {
    random.one_of::<&str>(&["", " = *", " = 1"])
}

fn place(random: &mut Random) -> &'static str {
    random.one_of::<&str>(&["m", "n"])
}

fn common(random: &mut Random) -> &'static str {
    random.one_of::<&str>(&["x == 2", "y == 1", "x != y", "x == 0 && y == 1", "true"])
}

fn test(random: &mut Random, own: &str) -> String {
    let tests = ["x == 0", "x != 2", "y == 0", "x >= y", "true", "OWN == 0", "OWN != y"];
    let most = if own.is_empty() { 5 } else { 7 };
    (*random.one_of(&tests[..most])).replace("OWN", own)
}

fn value(random: &mut Random, own: &str) -> String {
    let values = ["0", "1", "x + 1", "2 - x", "input(0..2)", "OWN", "x - OWN"];
    let most = if own.is_empty() { 5 } else { 7 };
    (*random.one_of(&values[..most])).replace("OWN", own)
}

#[test]
fn what_is_proved_of_orbits_holds_in_all_states() {
    let (mut both, mut alone) = (0, 0);
    for seed in 0..2000 {
        let mut random = Random::new(seed);
        let text = if seed % 2 == 0 { equal(&mut random) } else { created(&mut random) };
        let on_range = *random.one_of(&[OnRange::Error, OnRange::Block, OnRange::Wrap]);
        let (of_orbits, of_all) = compare(&text, on_range);
        both += of_orbits;
        alone += of_all;
    }
    // Some properties tell members apart, and some classes are too coarse.
    assert!(both > 1000 && both > alone, "{both} proved by both, {alone} by the search of all states alone");
}
