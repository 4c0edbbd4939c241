//! A domain of a third party, as described in CONTRIBUTING.md.

use std::time::Duration;

use boolprog_base::control::Unlimited;
use boolprog_clauses::{About, Candidates, Question};
use boolprog_integer::syntax::parse;
use boolprog_integer::{Comparison, Formula, Initial, Instantiation, Sort, System, Term, VariableId, instantiate};
use boolprog_prover::SmtLib;

/// The candidates of the domain: no integer is below 0.
fn candidates(system: &System) -> Vec<Formula> {
    let variables = (0..).map(VariableId).zip(&system.variables).filter(|(_, variable)| variable.sort != Sort::Boolean);
    let zero = || Term::Constant(0);
    variables.map(|(id, _)| Formula::Compare(Comparison::GreaterOrEqual, Term::Variable(id), zero())).collect()
}

/// The start and the steps of a system, as questions about one place: the whole system.
fn questions(system: &System) -> Vec<Question<'_, ()>> {
    let initial = (0..).map(VariableId).zip(&system.variables).filter_map(|(id, variable)| match variable.initial {
        Initial::Value(value) if variable.sort != Sort::Boolean => {
            Some(Formula::Compare(Comparison::Equal, Term::Variable(id), Term::Constant(value)))
        }
        _ => None,
    });
    let everywhere = || About::from(());
    let start =
        Question { before: Vec::new(), formulas: initial.collect(), choices: &[], update: None, after: everywhere() };
    let steps = system.transitions.iter().map(|transition| Question {
        before: vec![everywhere()],
        formulas: transition.guard.clone(),
        choices: &transition.choices,
        update: Some(&transition.update),
        after: everywhere(),
    });
    std::iter::once(start).chain(steps).collect()
}

/// The candidates that are inductive together.
fn kept(text: &str, prover: &mut SmtLib) -> Vec<String> {
    let system = instantiate(&parse(text).file, &Instantiation::default()).expect("a program without errors");
    let mut all = Candidates::new([((), candidates(&system))]);
    all.keep(&system, &questions(&system), (prover, &Unlimited)).expect("nothing stops it");
    let names = |formula: &Formula| {
        let of = formula.variables().into_iter().map(|id| system.variable(id).name.to_string());
        of.collect::<Vec<_>>().concat()
    };
    all.at(&()).iter().map(names).collect()
}

#[test]
fn a_domain_is_a_source_of_candidates() {
    if !boolprog_tests::has_prover() {
        return;
    }
    let mut prover = SmtLib::z3(Duration::from_secs(20));
    let process = "process P { loc a; a -> a do up := up + step; a -> a when down > 0 do down := down - 1; a -> a do lost := lost - up; }";
    let text = format!("decl up: int, step: int = 1, down: int = 5, lost: int;\n{process}\nerror below: up < 0;\n");
    assert_eq!(kept(&text, &mut prover), ["up", "step", "down"]);
    // Without the candidate about `step`, that about `up` is not kept.
    assert_eq!(kept(&text.replace("step: int = 1", "step: int = -1"), &mut prover), ["down"]);
}
