//! Programs of one thread with calls: more valuations, and longer executions, than can be visited one by one.

use std::fmt::Write;

use boolprog_base::control::Unlimited;
use boolprog_base::engine::{Ended, Engine, Finding, Outcome};
use boolprog_certificate::diagrams::{Family, Invariant, Rejection};
use boolprog_explore::relations::Limits;
use boolprog_program::program::Program;
use boolprog_program::reading::ReadingOptions;
use boolprog_symbolic::summaries::{CallRun, CallValuations, Move, SymbolicSummaries};

/// The modular form of a program that cannot be inlined.
fn modular(text: &str) -> Program {
    let parsed = boolprog_syntax::parse(text);
    let analysis = boolprog_program::analyse(&parsed.file, &ReadingOptions::default());
    assert!(parsed.diagnostics.is_empty(), "{:?} in\n{text}", parsed.diagnostics);
    analysis.modular().unwrap_or_else(|| panic!("it is inlined:\n{text}")).clone()
}

fn outcome(program: &Program) -> Outcome<CallValuations> {
    let properties: Vec<u32> = (0..program.properties.len() as u32).collect();
    SymbolicSummaries::default().ask(program, &properties, 1, &Unlimited)
}

fn proof(outcome: &Outcome<CallValuations>) -> (&[u32], &Invariant) {
    let proved = outcome.findings.iter().find_map(|finding| match finding {
        Finding::Proved { properties, certificate } => Some((properties.as_slice(), certificate)),
        Finding::Violated { .. } => None,
    });
    proved.unwrap_or_else(|| panic!("{:?}", outcome.ended))
}

fn run(outcome: &Outcome<CallValuations>, property: u32) -> &CallRun {
    let run = outcome.findings.iter().find_map(|finding| match finding {
        Finding::Violated { property: violated, violation } if *violated == property => Some(violation),
        _ => None,
    });
    run.unwrap_or_else(|| panic!("{:?}", outcome.ended))
}

/// Each procedure calls the next one twice, and undoes what it did: 2^n activations.
fn tree(depth: u32) -> String {
    let mut text = "// boolprog: threads = 1\ndecl g := F;\n".to_owned();
    for level in 0..depth {
        let calls = if level + 1 < depth { format!("f{0}(); f{0}(); ", level + 1) } else { String::new() };
        let _ = writeln!(text, "void f{level}() begin g := !g; {calls}g := !g; end");
    }
    text + "void main() begin f0(); assert !g; end"
}

/// Recursion of any depth that swaps two halves of the arbitrary variables, and back.
fn swapped(half: u32) -> String {
    let list = |stem: &str| (0..half).map(|index| format!("{stem}{index}")).collect::<Vec<_>>().join(", ");
    let (left, right) = (list("l"), list("r"));
    format!(
        "// boolprog: threads = 1\ndecl {left}, {right};\nvoid swap() begin\n  {left}, {right} := {right}, {left};\n  if * \
         then swap(); fi;\n  {left}, {right} := {right}, {left};\nend\nvoid main() begin\n  decl before;\n  before := l0;\n  \
         swap();\n  assert before = l0;\n  assert l0;\nend\n"
    )
}

#[test]
fn a_call_tree_of_any_depth_is_decided() {
    let program = modular(&tree(200));
    let outcome = outcome(&program);
    assert_eq!(outcome.ended, Ended::Complete);
    let (properties, invariant) = proof(&outcome);
    assert_eq!(properties, [0]);
    assert_eq!(invariant.check(&program, properties, Limits::default(), &Unlimited), Ok(()));
}

#[test]
fn recursion_with_dozens_of_arbitrary_variables_is_decided() {
    let program = modular(&swapped(30));
    let outcome = outcome(&program);
    let (properties, invariant) = proof(&outcome);
    assert_eq!(properties, [0]);
    assert_eq!(invariant.check(&program, properties, Limits::default(), &Unlimited), Ok(()));
    let moves = &run(&outcome, 1).moves;
    let shape: Vec<&str> = moves
        .iter()
        .map(|step| match step {
            Move::Within(_) => "step",
            Move::Call(_) => "call",
            Move::Return(_) => "return",
            Move::Fail => "fail",
        })
        .collect();
    assert_eq!(shape, ["step", "call", "step", "step", "step", "return", "step", "fail"]);
}

/// The second call meets a summary that is known long before, and a longer one that is not.
#[test]
fn a_shortest_run_goes_through_summaries_of_its_own_length() {
    let text = "// boolprog: threads = 1
decl done := F;
void f(deep) begin
  if deep then f(*); skip; done := T; fi;
end
void main() begin
  f(F);
  assert !done;
  f(*);
  assert !done;
end";
    let program = modular(text);
    let outcome = outcome(&program);
    let (properties, _) = proof(&outcome);
    assert_eq!(properties, [0]);
    let run = run(&outcome, 1);
    assert_eq!(run.moves.len(), 13);
    let depth = run.moves.iter().scan(1, |depth, step| {
        match step {
            Move::Call(_) => *depth += 1,
            Move::Return(_) => *depth -= 1,
            Move::Within(_) | Move::Fail => {}
        }
        Some(*depth)
    });
    assert_eq!(depth.max(), Some(3));
}

#[test]
fn what_cannot_be_violated_soon_is_left() {
    let program = modular(&tree(200).replace("assert !g", "assert g"));
    let engine = &mut SymbolicSummaries { longest: 30, ..SymbolicSummaries::default() };
    let outcome = engine.ask(&program, &[0], 1, &Unlimited);
    assert_eq!(outcome.ended, Ended::Bound);
    assert!(outcome.findings.is_empty());
}

#[test]
fn each_relation_is_needed() {
    let program = modular(&swapped(2));
    let outcome = outcome(&program);
    let (properties, invariant) = proof(&outcome);
    let Family::Activations(rows) = &invariant.sets else { panic!("{:?}", invariant.sets) };
    for location in 0..rows.len() {
        let mut fewer = rows.clone();
        fewer[location] = 0;
        let fewer = Invariant { sets: Family::Activations(fewer), ..invariant.clone() };
        let checked = fewer.check(&program, properties, Limits::default(), &Unlimited);
        assert!(matches!(checked, Err(Rejection::Rejected(_))), "without that of location {location}: {checked:?}");
    }
    let all = Invariant { sets: Family::Activations(vec![1; rows.len()]), ..invariant.clone() };
    let checked = all.check(&program, properties, Limits::default(), &Unlimited);
    assert_eq!(checked, Err(Rejection::Rejected("an assertion fails in it")));
}
