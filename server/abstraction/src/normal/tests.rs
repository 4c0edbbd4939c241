use boolprog_integer::{Environment, Initial, Sort, State, System, Variable, VariableId};
use proptest::prelude::*;

use super::*;

fn terms() -> impl Strategy<Value = Term> {
    let number = prop_oneof![-3_i64..=3, Just(i64::MAX), Just(i64::MIN)];
    let leaf = prop_oneof![
        number.prop_map(Term::Constant),
        (0_u32..2).prop_map(|variable| Term::Variable(VariableId(variable))),
        Just(Term::Input(InputId(0))),
    ];
    leaf.prop_recursive(4, 20, 3, |term| {
        let operation = prop::sample::select(vec![
            Arithmetic::Add,
            Arithmetic::Subtract,
            Arithmetic::Multiply,
            Arithmetic::Divide,
            Arithmetic::Remainder,
        ]);
        let condition = (term.clone(), term.clone()).prop_map(|(s, t)| Formula::Compare(Comparison::Less, s, t));
        prop_oneof![
            4 => (operation, term.clone(), term.clone()).prop_map(|(o, s, t)| Term::binary(o, s, t)),
            1 => term.clone().prop_map(|t| Term::Negate(Box::new(t))),
            1 => (condition, term.clone(), term).prop_map(|(c, s, t)| Term::conditional(c, s, t)),
        ]
    })
}

proptest! {
    #[test]
    fn a_normal_form_has_the_same_value_and_is_its_own(raw in terms(), x in -5_i64..5, y in -5_i64..5, i in -5_i64..5) {
        let state = State { locations: Box::new([]), values: Box::new([x, y]) };
        let inputs = [i];
        let environment = Environment { state: &state, inputs: &inputs };
        let normal = term(&raw, Known::default());
        prop_assert_eq!(&term(&normal, Known::default()), &normal);
        let chosen = term(&raw, Known { locations: None, inputs: Some(&inputs) });
        for normal in [normal, chosen] {
            // An overflow in one order of evaluation need not occur in another.
            if let (Ok(value), Ok(normal)) = (raw.evaluate(&environment), normal.evaluate(&environment)) {
                prop_assert_eq!(value, normal);
            }
        }
    }
}

/// The printed normal form of a comparison of terms.
fn print(comparison: Comparison, left: &Term, right: &Term) -> String {
    let variable = |name: &str| Variable {
        name: name.into(),
        owner: None,
        sort: Sort::Integer,
        initial: Initial::Value(0),
        span: boolprog_base::Span::default(),
    };
    let system = System { variables: vec![variable("x"), variable("y")], ..System::default() };
    let normal = formula(&Formula::Compare(comparison, left.clone(), right.clone()), Known::default());
    system.print_formula(&normal).to_string()
}

#[test]
fn sides_are_linear_forms_and_nothing_moves_across() {
    let x = || Term::Variable(VariableId(0));
    let y = || Term::Variable(VariableId(1));
    let plus = |s: Term, t: Term| Term::binary(Arithmetic::Add, s, t);
    let twice = Term::binary(Arithmetic::Multiply, plus(y(), x()), Term::Constant(2));
    let less = plus(x(), plus(Term::Constant(-3), Term::Constant(1)));
    assert_eq!(print(Comparison::LessOrEqual, &twice, &less), "2 * x + 2 * y <= x - 2");
    assert_eq!(print(Comparison::Greater, &x(), &y()), "!(x <= y)");
    assert_eq!(print(Comparison::GreaterOrEqual, &x(), &y()), "y <= x");
    assert_eq!(print(Comparison::Less, &x(), &y()), "!(y <= x)");
    assert_eq!(
        print(Comparison::NotEqual, &plus(x(), Term::Constant(1)), &plus(y(), Term::Constant(1))),
        "!(x + 1 == y + 1)"
    );
    let gone = plus(x(), Term::Negate(Box::new(x())));
    assert_eq!(print(Comparison::Equal, &gone, &Term::Constant(0)), "true");
    assert_eq!(print(Comparison::Equal, &Term::Negate(Box::new(y())), &x()), "-y == x");
}
