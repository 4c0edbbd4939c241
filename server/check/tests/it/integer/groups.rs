//! Groups of assignments in one step: each sees the values of the one before it, all of which must exist.

use std::sync::Arc;

use boolprog_base::control::Unlimited;
use boolprog_base::engine::EngineId;
use boolprog_check::Unobserved;
use boolprog_check::integer::{self, Model, Options};
use boolprog_integer::slice::slice;
use boolprog_integer::syntax::parse;
use boolprog_integer::{Instantiation, OnRange};
use boolprog_prover::NoProver;

use super::{model, told};

/// The variables at the start, and the assignments of the only step.
fn program(variables: &str, step: &str, properties: &str) -> String {
    format!("decl {variables};\nprocess P {{\n  loc a, b;\n  a -> b do {step};\n}}\n{properties}\n")
}

#[test]
fn a_slice_keeps_what_blocks_a_step() {
    let text = program("x: 0..1, y: 0..1 = 1", "x := 1, y := y + 1", "error e: x == 1;");
    let Model { path, text, file, .. } = model(&text);
    let instantiation = Instantiation { on_range: OnRange::Block, ..Instantiation::default() };
    let whole = Model::new(path, text, file, instantiation).expect("no errors");
    let sliced = slice(&whole.system).system;
    assert_eq!(sliced.variables.len(), 2);
    let part = Model { system: Arc::new(sliced), ..whole };
    let options = Options { engine: Some(EngineId::Explicit), ..Options::default() };
    let report = integer::check(&part, &options, &mut NoProver, &Unlimited, &mut Unobserved);
    assert_eq!(told(&report), ["error-e proved explicit"]);
}

#[test]
fn groups_that_grow_without_end_are_refused() {
    let refused = |step: &str| {
        let text = program("x: int", step, "");
        let parsed = parse(&text);
        assert_eq!(parsed.diagnostics, []);
        Model::new("model.ip", text.into(), Arc::new(parsed.file), Instantiation::default()).is_err()
    };
    assert!(refused(&vec!["x := -x"; 20_000].join("; ")), "nested too deep");
    assert!(refused(&["x := x + x"; 20].join("; ")), "too large");
    assert!(refused(&vec!["x := 1"; 20_000].join("; ")), "too many");
    assert!(!refused(&["x := (x + 1) % 6"; 200].join("; ")));
}
