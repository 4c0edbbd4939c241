//! Programs and provers for tests.

pub(crate) mod random;

use boolprog_integer::syntax::parse;
use boolprog_integer::{Instantiation, System, instantiate};

pub(crate) use crate::available::z3;

pub(crate) fn system(text: &str) -> System {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    instantiate(&parsed.file, &Instantiation::default()).expect("a program without errors")
}
