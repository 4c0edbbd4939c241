//! Thread-modular invariants: properties for any number of instances of processes with `[*]`.
//!
//! At level k there is one unknown relation over the shared variables, the instances of other processes, and k different
//! instances of each process with `[*]`. It holds in every reachable state for every choice of these k instances if it
//! holds at the start, if a step of one of them keeps it, and if a step of one more instance does (interference), which
//! satisfies it together with every k - 1 of them. Such a relation is the solution of Horn clauses, which Z3's engine Spacer
//! finds. Level 1 is the method of Owicki and Gries without auxiliary variables; level 2 proves mutual exclusion.
//! (Hoenicke, Majumdar, Podelski, "Thread modularity at many levels", POPL 2017; Gurfinkel, Shoham, Meshman,
//! "SMT-based verification of parameterized systems", FSE 2016.)
//!
//! `count(P @ l)` is a [counter](boolprog_integer::Counter), a shared variable that every step of P changes. So properties
//! and guards may count any number of instances, and the relation may, too.
//!
//! A system may have fewer than k instances. Then the others are imagined: they stay in their first location for ever, and
//! counters do not count them. So nothing is assumed about the counter of a first location but that it counts the
//! instance which leaves.

mod clauses;

use std::time::Duration;

use boolprog_base::control::{Control, Stop};
use boolprog_certificate::integer::modular::Invariant;
use boolprog_integer::System;
use boolprog_prover::{HornClauses, Prover, Solution, Unknown};

use crate::solution::formulas;
use clauses::Clauses;

/// The counters that the relation may speak of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Counted {
    /// Those that guards, assignments and properties mention.
    Mentioned,
    /// All of them.
    Everything,
}

/// Answer of one level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// This proves all properties and that every value exists. To be checked with
    /// [`check_invariant`](boolprog_certificate::integer::modular::check_invariant).
    Proved(Invariant),
    /// There is no such relation at this level.
    Refuted,
    /// The clauses cannot say what the program does; why, as a clause.
    NotModular(String),
    /// The prover does not know.
    Unknown(Unknown),
}

/// Looks for an invariant of a system with one more representative than the level. Its properties may name the instances
/// with indices below the level.
pub fn search(
    system: &System,
    level: u16,
    counted: Counted,
    (prover, limit): (&mut dyn Prover, Duration),
    control: &dyn Control,
) -> Result<Answer, Stop> {
    let clauses = match Clauses::of(system, level, counted) {
        Ok(clauses) => clauses,
        Err(why) => return Ok(Answer::NotModular(why)),
    };
    let question = HornClauses { text: clauses.text(), limit };
    Ok(match prover.solve(&question, control)? {
        Solution::Refuted => Answer::Refuted,
        Solution::Unknown(unknown) => Answer::Unknown(unknown),
        Solution::Model(text) => match formulas(&text, clauses::RELATION, clauses.arguments()) {
            Some(formulas) => Answer::Proved(Invariant { level, formulas }),
            None => Answer::Unknown(Unknown::Undecided("an invariant that cannot be read".to_owned())),
        },
    })
}
