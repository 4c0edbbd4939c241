//! A solver and the evaluation of formulas mean the same: tests for any solver.

use std::cell::RefCell;

use boolprog_base::Span;
use boolprog_base::control::Unlimited;
use boolprog_integer::{
    Arithmetic, Choice, Comparison, Environment, Formula, Initial, InputId, Sort, State, System, Term, Variable,
    VariableId,
};
use boolprog_prover::{Answer, Given, Prover, Query, SmtLib, Unknown};
use proptest::prelude::*;

const LOW: i64 = -3;
const HIGH: i64 = 3;
const RANGE: Sort = Sort::Range(LOW, HIGH);

/// Two integers, a Boolean, all with few values.
fn system() -> System {
    let variable = |name: &str, sort| Variable {
        name: name.into(),
        owner: None,
        sort,
        initial: Initial::Unspecified,
        span: Span::default(),
    };
    let variables = vec![variable("x", RANGE), variable("y", RANGE), variable("b", Sort::Boolean)];
    System { variables, ..System::default() }
}

fn terms() -> impl Strategy<Value = Term> {
    let leaf = prop_oneof![
        (-4_i64..=4).prop_map(Term::Constant),
        (0_u32..2).prop_map(|variable| Term::Variable(VariableId(variable))),
        Just(Term::Input(InputId(0))),
    ];
    leaf.prop_recursive(3, 12, 3, |term| {
        let operation = prop_oneof![Just(Arithmetic::Add), Just(Arithmetic::Subtract), Just(Arithmetic::Multiply)];
        // Division by a constant only: by zero it has no value here and some value there.
        let divisor = prop_oneof![-4_i64..=-1, 1_i64..=4].prop_map(Term::Constant);
        let division = prop_oneof![Just(Arithmetic::Divide), Just(Arithmetic::Remainder)];
        prop_oneof![
            (operation, term.clone(), term.clone()).prop_map(|(o, s, t)| Term::binary(o, s, t)),
            (division, term.clone(), divisor).prop_map(|(o, s, t)| Term::binary(o, s, t)),
            term.clone().prop_map(|t| Term::Negate(Box::new(t))),
            (term.clone(), term).prop_map(|(s, t)| Term::conditional(Formula::Variable(VariableId(2)), s, t)),
        ]
    })
}

fn formulas() -> impl Strategy<Value = Formula> {
    let comparison = prop::sample::select(vec![
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::LessOrEqual,
        Comparison::Greater,
        Comparison::GreaterOrEqual,
    ]);
    let leaf = prop_oneof![
        any::<bool>().prop_map(Formula::Constant),
        Just(Formula::Variable(VariableId(2))),
        (comparison, terms(), terms()).prop_map(|(c, s, t)| Formula::Compare(c, s, t)),
    ];
    leaf.prop_recursive(3, 12, 3, |formula| {
        prop_oneof![
            formula.clone().prop_map(Formula::negation),
            (formula.clone(), formula.clone()).prop_map(|(f, g)| Formula::Equal(Box::new(f), Box::new(g))),
            prop::collection::vec(formula.clone(), 0..3).prop_map(Formula::All),
            prop::collection::vec(formula, 0..3).prop_map(Formula::Any),
        ]
    })
}

fn holds(formulas: &[Formula], x: i64, y: i64, b: i64, input: i64) -> bool {
    let state = State { locations: Box::new([]), values: Box::new([x, y, b]) };
    let environment = Environment { state: &state, inputs: &[input] };
    formulas.iter().all(|formula| formula.evaluate(&environment).expect("small numbers"))
}

/// `true` if some values satisfy them, by trying all.
fn possible(formulas: &[Formula]) -> bool {
    let range = || LOW..=HIGH;
    range().any(|x| range().any(|y| (0..=1).any(|b| range().any(|input| holds(formulas, x, y, b, input)))))
}

/// The solver agrees with trying all values on random questions.
pub(crate) fn agrees_with_trying_all_values(solver: SmtLib) {
    let (system, choices) = (system(), [Choice { sort: RANGE, span: Span::default() }]);
    let solver = RefCell::new(solver);
    proptest!(ProptestConfig::with_cases(300), |(formulas in prop::collection::vec(formulas(), 1..4))| {
        let conjuncts: Vec<_> = formulas.iter().collect();
        let query = Query { system: &system, choices: &choices, conjuncts: &conjuncts, model: true };
        match solver.borrow_mut().ask(&query, &Unlimited).expect("not stopped") {
            Answer::Unsatisfiable => prop_assert!(!possible(&formulas)),
            Answer::Satisfiable(model) => {
                // A variable that does not occur may have any value.
                let value = |variable| model.variables.get(&VariableId(variable)).copied().unwrap_or(0);
                let input = model.inputs.get(&InputId(0)).copied().unwrap_or(0);
                prop_assert!(holds(&formulas, value(0), value(1), value(2), input));
            }
            Answer::Unknown(reason) => prop_assert!(false, "{}", reason),
        }
        // The same formulas, of which the first are given: nothing of one question is left in the next.
        let (given, rest) = formulas.split_at(1);
        let given: Given = given.into();
        for number in 0..=rest.len() {
            let conjuncts: Vec<&Formula> = rest[..number].iter().collect();
            let query = Query { system: &system, choices: &choices, conjuncts: &conjuncts, model: false };
            let answer = solver.borrow_mut().ask_given(&given, &query, &Unlimited).expect("not stopped");
            prop_assert_eq!(answer == Answer::Unsatisfiable, !possible(&formulas[..=number]));
        }
    });
}

/// Values that need more than 64 bits are no model.
pub(crate) fn gives_values_of_at_most_64_bits(mut solver: SmtLib) {
    let mut system = system();
    system.variables[0].sort = Sort::Integer;
    let mut ask = |comparison, term: Term| {
        let formula = Formula::Compare(comparison, Term::Variable(VariableId(0)), term);
        solver.ask(&Query { system: &system, choices: &[], conjuncts: &[&formula], model: true }, &Unlimited)
    };
    for (comparison, only) in [(Comparison::LessOrEqual, i64::MIN), (Comparison::GreaterOrEqual, i64::MAX)] {
        match ask(comparison, Term::Constant(only)) {
            Ok(Answer::Satisfiable(model)) => assert_eq!(model.variables[&VariableId(0)], only),
            other => panic!("{other:?}"),
        }
    }
    let larger = Term::binary(Arithmetic::Add, Term::Constant(i64::MAX), Term::Constant(1));
    assert!(matches!(ask(Comparison::Equal, larger), Ok(Answer::Unknown(Unknown::Undecided(_)))));
}
