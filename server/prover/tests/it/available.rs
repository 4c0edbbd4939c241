//! Z3 for tests of every crate.

use std::time::Duration;

use boolprog_base::control::Unlimited;
use boolprog_integer::System;
use boolprog_prover::{Answer, Prover, Query, SmtLib, Unknown};

/// Z3, if it is on the search path. Otherwise the test fails, unless `BOOLPROG_NO_PROVER` says that there is none.
pub(crate) fn z3() -> Option<SmtLib> {
    let mut z3 = SmtLib::z3(Duration::from_secs(20));
    let query = Query { system: &System::default(), choices: &[], conjuncts: &[], model: false };
    if matches!(z3.ask(&query, &Unlimited), Ok(Answer::Unknown(Unknown::Unavailable(_)))) {
        assert!(std::env::var_os("BOOLPROG_NO_PROVER").is_some(), "there is no z3 on the search path");
        return None;
    }
    Some(z3)
}
