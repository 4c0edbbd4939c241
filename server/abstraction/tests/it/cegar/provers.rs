//! Provers that do not work cost an answer, and nothing else.

use boolprog_abstraction::cegar::{self, Domain, Options};
use boolprog_abstraction::outcome::Proof;
use boolprog_abstraction::{Outcome, Reason};
use boolprog_base::control::{Control, Progress, Stop, Unlimited};
use boolprog_certificate::integer::{Flaw, check};
use boolprog_prover::{Answer, Model, NoProver, Prover, Query, Unknown};

use super::{DOMAINS, model, run, word};
use crate::common::z3;

#[test]
fn without_a_prover_values_are_enough_where_all_are_known() {
    for (domain, name, expected) in [
        (Domain::Values, "counter-broken", "unknown"),
        (Domain::Predicates, "counter", "unknown"),
        (Domain::Both, "two-threads", "unknown"),
    ] {
        let report = run(&model(name), Options::new(domain), &mut NoProver);
        assert_eq!(word(&report), expected);
        assert!(matches!(report.outcome, Outcome::Unknown(Reason::NoProver(_))), "{:?}", report.outcome);
    }
}

/// Says the same of every question.
struct Always(Answer);

impl Prover for Always {
    fn ask(&mut self, _: &Query<'_>, _: &dyn Control) -> Result<Answer, Stop> {
        Ok(self.0.clone())
    }
}

#[test]
fn a_prover_that_does_not_know_decides_nothing() {
    for name in ["branches", "lock", "interlock"] {
        for domain in DOMAINS {
            let mut unsure = Always(Answer::Unknown(Unknown::Undecided("too hard".to_owned())));
            let system = model(name);
            let report = cegar::run(&system, &Options::new(domain), &mut unsure, &Unlimited, &mut |_| {});
            match report.outcome {
                // A visible variable may have known values all the time; the checker asks all the same.
                Outcome::Proved(Proof::Closed(graph)) => {
                    assert!(matches!(check(&system, &graph, &mut unsure, &Unlimited), Ok(Err(Flaw::Undecided(_)))));
                }
                Outcome::Unknown(_) => {}
                other => panic!("{name} {domain:?}: {other:?}"),
            }
        }
    }
}

#[test]
fn a_prover_that_lies_is_found_out() {
    let Some(mut z3) = z3() else { return };
    for name in ["lock", "lock-broken", "interlock-broken"] {
        let system = model(name);
        for domain in DOMAINS {
            for lie in [Answer::Unsatisfiable, Answer::Satisfiable(Model::default())] {
                let report = cegar::run(&system, &Options::new(domain), &mut Always(lie), &Unlimited, &mut |_| {});
                match report.outcome {
                    Outcome::Proved(Proof::Closed(graph)) => {
                        assert!(matches!(check(&system, &graph, &mut z3, &Unlimited), Ok(Err(_))), "{name} {domain:?}");
                    }
                    Outcome::Unknown(_) => {}
                    other => panic!("{name} {domain:?}: {other:?}"),
                }
            }
        }
    }
}

#[test]
fn a_graph_of_one_program_proves_nothing_of_a_wrong_one() {
    let Some(mut z3) = z3() else { return };
    for name in ["lock", "counter", "interlock"] {
        let (system, broken) = (model(name), model(&format!("{name}-broken")));
        for domain in DOMAINS {
            let report = run(&system, Options::new(domain), &mut z3);
            let Outcome::Proved(Proof::Closed(graph)) = &report.outcome else { panic!("{name} {domain:?}") };
            assert!(matches!(check(&broken, graph, &mut z3, &Unlimited), Ok(Err(_))), "{name} {domain:?}");
        }
    }
}

/// Answers a number of questions, and then none.
struct Dying<P> {
    prover: P,
    left: u32,
}

impl<P: Prover> Prover for Dying<P> {
    fn ask(&mut self, query: &Query<'_>, control: &dyn Control) -> Result<Answer, Stop> {
        match self.left.checked_sub(1) {
            Some(left) => {
                self.left = left;
                self.prover.ask(query, control)
            }
            None => Ok(Answer::Unknown(Unknown::Unavailable("it has ended".to_owned()))),
        }
    }
}

#[test]
fn a_prover_that_ends_costs_the_verdict_only() {
    let Some(mut prover) = z3() else { return };
    let system = model("lock-broken");
    for domain in DOMAINS {
        for left in (0..60).step_by(6) {
            let mut dying = Dying { prover, left };
            let report = cegar::run(&system, &Options::new(domain), &mut dying, &Unlimited, &mut |_| {});
            assert!(["violated", "unknown"].contains(&word(&report)), "{domain:?} {left}: {:?}", report.outcome);
            prover = dying.prover;
        }
    }
}

/// Ends after a number of polls.
struct Until(std::sync::atomic::AtomicU64);

impl Control for Until {
    fn poll(&self, _: &Progress) -> Result<(), Stop> {
        let left = self.0.load(std::sync::atomic::Ordering::Relaxed);
        self.0.store(left.saturating_sub(1), std::sync::atomic::Ordering::Relaxed);
        if left == 0 { Err(Stop::Time) } else { Ok(()) }
    }
}

#[test]
fn a_search_ends_wherever_it_is_stopped() {
    let Some(mut z3) = z3() else { return };
    let system = model("lock");
    for domain in DOMAINS {
        for polls in (0..120).step_by(7) {
            let control = Until(polls.into());
            let report = cegar::run(&system, &Options::new(domain), &mut z3, &control, &mut |_| {});
            let is_over = matches!(report.outcome, Outcome::Unknown(Reason::Stopped(Stop::Time)));
            let is_done = word(&report) == "proved";
            assert!(is_over || is_done, "{domain:?} {polls}: {:?}", report.outcome);
        }
    }
}
