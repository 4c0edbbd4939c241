//! The program `z3` answers as it should. Where there is none on the search path, these tests say so and pass.

use std::time::Duration;

use boolprog_base::control::Unlimited;
use boolprog_integer::System;
use boolprog_prover::{Answer, Prover, Query, SmtLib, Unknown};

use crate::agreement;

/// Z3, if it is on the search path. Otherwise the test fails, unless `BOOLPROG_NO_PROVER` says that there is none.
fn z3() -> Option<SmtLib> {
    let mut z3 = SmtLib::z3(Duration::from_secs(20));
    let query = Query { system: &System::default(), choices: &[], conjuncts: &[], model: false };
    if matches!(z3.ask(&query, &Unlimited), Ok(Answer::Unknown(Unknown::Unavailable(_)))) {
        assert!(std::env::var_os("BOOLPROG_NO_PROVER").is_some(), "there is no z3 on the search path");
        return None;
    }
    Some(z3)
}

#[test]
fn z3_agrees_with_trying_all_values() {
    z3().into_iter().for_each(agreement::agrees_with_trying_all_values);
}

#[test]
fn values_of_models_have_at_most_64_bits() {
    z3().into_iter().for_each(agreement::gives_values_of_at_most_64_bits);
}
