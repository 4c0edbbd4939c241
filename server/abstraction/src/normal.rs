//! Normal forms, by which equal predicates are recognised as equal.
//!
//! Each *side* of a comparison becomes a linear form over nonlinear terms (variables, products, quotients, `?:`), with
//! its constants computed. Nothing moves across the comparison: `t + 1 <= s + 1` and `t <= s` stay different, because
//! the counts published for abstract matching distinguish them. Of the comparisons `==` and `<=` remain. Dividing by
//! zero gives 0.

use std::collections::BTreeMap;

use boolprog_integer::{Arithmetic, Comparison, Formula, InputId, Sort, System, Term, VariableId};

/// Knowledge about the surroundings of an expression: it is computed away.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Known<'a> {
    /// The location of each instance.
    pub(crate) locations: Option<&'a [u16]>,
    pub(crate) inputs: Option<&'a [i64]>,
}

impl Known<'_> {
    fn input(self, input: InputId) -> Option<i64> {
        self.inputs.map(|inputs| inputs[usize::from(input.0)])
    }
}

/// A sum of multiples, and a number.
#[derive(Default)]
struct Linear {
    multiples: BTreeMap<Term, i64>,
    constant: i64,
}

impl Linear {
    fn constant(value: i64) -> Self {
        Self { constant: value, ..Self::default() }
    }

    fn part(term: Term) -> Self {
        Self { multiples: BTreeMap::from([(term, 1)]), constant: 0 }
    }

    /// `self + factor * other`, if its numbers fit into 64 bits.
    fn plus(mut self, factor: i64, other: &Self) -> Option<Self> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (term, multiple) in &other.multiples {
            let sum = self.multiples.entry(term.clone()).or_insert(0);
            *sum = sum.checked_add(multiple.checked_mul(factor)?)?;
        }
        self.multiples.retain(|_, multiple| *multiple != 0);
        Some(self)
    }

    /// The number, if it is nothing else.
    fn as_constant(&self) -> Option<i64> {
        self.multiples.is_empty().then_some(self.constant)
    }

    fn into_term(self) -> Term {
        let mut sum: Option<Term> = None;
        for (term, multiple) in self.multiples {
            sum = Some(add(sum, multiple, term));
        }
        match (sum, self.constant) {
            (None, constant) => Term::Constant(constant),
            (Some(sum), 0) => sum,
            (Some(sum), constant) if constant < 0 && constant != i64::MIN => {
                Term::binary(Arithmetic::Subtract, sum, Term::Constant(-constant))
            }
            (Some(sum), constant) => Term::binary(Arithmetic::Add, sum, Term::Constant(constant)),
        }
    }
}

/// `sum + multiple * term`, written with as few signs as possible.
fn add(sum: Option<Term>, multiple: i64, term: Term) -> Term {
    let times = |multiple: i64| match multiple {
        1 => term.clone(),
        _ => Term::binary(Arithmetic::Multiply, Term::Constant(multiple), term.clone()),
    };
    match sum {
        None if multiple == -1 => Term::Negate(Box::new(term)),
        None => times(multiple),
        Some(sum) if multiple < 0 && multiple != i64::MIN => Term::binary(Arithmetic::Subtract, sum, times(-multiple)),
        Some(sum) => Term::binary(Arithmetic::Add, sum, times(multiple)),
    }
}

pub(crate) fn term(term: &Term, known: Known<'_>) -> Term {
    linear(term, known).into_term()
}

fn linear(term: &Term, known: Known<'_>) -> Linear {
    match term {
        Term::Constant(value) => Linear::constant(*value),
        Term::Variable(_) => Linear::part(term.clone()),
        Term::Input(input) => known.input(*input).map_or_else(|| Linear::part(term.clone()), Linear::constant),
        Term::Negate(inner) => {
            let inner = linear(inner, known);
            Linear::default()
                .plus(-1, &inner)
                .unwrap_or_else(|| Linear::part(Term::Negate(Box::new(inner.into_term()))))
        }
        Term::Binary(operation, left, right) => {
            let (left, right) = (linear(left, known), linear(right, known));
            combine(*operation, &left, &right).unwrap_or_else(|| total(*operation, left.into_term(), right.into_term()))
        }
        Term::Conditional(condition, then, otherwise) => match formula(condition, known) {
            Formula::Constant(true) => linear(then, known),
            Formula::Constant(false) => linear(otherwise, known),
            condition => {
                let (then, otherwise) = (self::term(then, known), self::term(otherwise, known));
                // A term that is total already is left unchanged.
                let otherwise = match otherwise {
                    Term::Conditional(again, _, otherwise) if *again == condition => *otherwise,
                    otherwise => otherwise,
                };
                Linear::part(Term::conditional(condition, then, otherwise))
            }
        },
    }
}

/// An operation that has a result for all operands: dividing by zero gives 0. Every predicate then has a value in every
/// state, for the prover and for the evaluation alike; division by zero in the program is checked elsewhere.
fn total(operation: Arithmetic, left: Term, right: Term) -> Linear {
    let is_division = matches!(operation, Arithmetic::Divide | Arithmetic::Remainder);
    match right {
        Term::Constant(0) if is_division => Linear::constant(0),
        right if is_division && !matches!(right, Term::Constant(_)) => {
            let zero = Formula::Compare(Comparison::Equal, right.clone(), Term::Constant(0));
            let quotient = Term::binary(operation, left, right);
            Linear::part(Term::conditional(zero, Term::Constant(0), quotient))
        }
        right => Linear::part(Term::binary(operation, left, right)),
    }
}

/// The result of an operation as a linear form, if it is one.
fn combine(operation: Arithmetic, left: &Linear, right: &Linear) -> Option<Linear> {
    match (operation, left.as_constant(), right.as_constant()) {
        (_, Some(left), Some(right)) => operation.apply(left, right).ok().map(Linear::constant),
        (Arithmetic::Add, ..) => Linear::default().plus(1, left)?.plus(1, right),
        (Arithmetic::Subtract, ..) => Linear::default().plus(1, left)?.plus(-1, right),
        (Arithmetic::Multiply, Some(factor), _) => Linear::default().plus(factor, right),
        (Arithmetic::Multiply, _, Some(factor)) => Linear::default().plus(factor, left),
        _ => None,
    }
}

/// The normal form of a formula: without constants inside, and with comparisons in their normal form.
pub(crate) fn formula(formula: &Formula, known: Known<'_>) -> Formula {
    match formula {
        Formula::Constant(_) | Formula::Variable(_) => formula.clone(),
        Formula::Input(input) => {
            known.input(*input).map_or_else(|| formula.clone(), |value| Formula::Constant(value != 0))
        }
        Formula::Compare(comparison, left, right) => compare(*comparison, term(left, known), term(right, known)),
        Formula::Equal(left, right) => match (self::formula(left, known), self::formula(right, known)) {
            (Formula::Constant(value), other) | (other, Formula::Constant(value)) => {
                if value {
                    other
                } else {
                    Formula::negation(other)
                }
            }
            (left, right) => Formula::Equal(Box::new(left), Box::new(right)),
        },
        Formula::Not(inner) => Formula::negation(self::formula(inner, known)),
        Formula::All(parts) => join(parts, known, true),
        Formula::Any(parts) => join(parts, known, false),
        Formula::At { instance, location } => match known.locations {
            Some(locations) => Formula::Constant(locations[usize::from(instance.0)] == location.0),
            None => formula.clone(),
        },
    }
}

fn compare(comparison: Comparison, left: Term, right: Term) -> Formula {
    if let (Term::Constant(left), Term::Constant(right)) = (&left, &right) {
        return Formula::Constant(comparison.holds(*left, *right));
    }
    match comparison {
        Comparison::Equal | Comparison::LessOrEqual => Formula::Compare(comparison, left, right),
        Comparison::GreaterOrEqual => Formula::Compare(Comparison::LessOrEqual, right, left),
        Comparison::NotEqual => Formula::negation(Formula::Compare(Comparison::Equal, left, right)),
        Comparison::Greater => Formula::negation(Formula::Compare(Comparison::LessOrEqual, left, right)),
        Comparison::Less => Formula::negation(Formula::Compare(Comparison::LessOrEqual, right, left)),
    }
}

/// A comparison with all of its variables on the sides where their multiples are positive, in lowest terms; of two opposite
/// comparisons with `<=`, the one whose first variable is on the left. Other formulas are unchanged. Linear in the formula.
pub fn merged(formula: &Formula) -> Formula {
    let Formula::Compare(comparison @ (Comparison::Equal | Comparison::LessOrEqual), left, right) = formula else {
        return formula.clone();
    };
    let difference = linear(left, Known::default()).plus(-1, &linear(right, Known::default()));
    let merged = difference.and_then(|difference| lowest(*comparison, difference));
    merged.unwrap_or_else(|| formula.clone())
}

/// The spelling of a fact in all views: as the file declares it, and otherwise [merged]. Linear in the formula and in the number of
/// declared predicates.
pub fn spelled(system: &System, formula: &Formula) -> Formula {
    let plain = plain(formula);
    let declared = system.predicates.iter().map(|predicate| &predicate.formula);
    for predicate in declared.flat_map(|formula| [formula.clone(), Formula::opposite(formula.clone())]) {
        if self::plain(&predicate) == plain {
            return predicate;
        }
    }
    plain
}

/// The spelling of a predicate in all views: that of its [facts](spelled), of which it is the declared one, and otherwise the one that is
/// no negation. Linear in the formula and in the number of declared predicates.
pub fn spelled_predicate(system: &System, formula: &Formula) -> Formula {
    let fact = spelled(system, formula);
    let opposite = Formula::opposite(fact.clone());
    let is_declared = |fact: &Formula| system.predicates.iter().any(|predicate| predicate.formula == *fact);
    let is_negation = matches!(
        fact,
        Formula::Not(_) | Formula::Compare(Comparison::NotEqual | Comparison::Greater | Comparison::Less, ..)
    );
    if is_declared(&opposite) || (is_negation && !is_declared(&fact)) { opposite } else { fact }
}

/// A formula that holds in the same states, [merged] if it is a comparison or the negation of one.
fn plain(formula: &Formula) -> Formula {
    let opposite = |comparison, left: &Term, right: &Term| {
        Formula::opposite(plain(&Formula::Compare(comparison, left.clone(), right.clone())))
    };
    match formula {
        Formula::Not(inner) => Formula::opposite(plain(inner)),
        Formula::Compare(Comparison::NotEqual, left, right) => opposite(Comparison::Equal, left, right),
        Formula::Compare(Comparison::Greater, left, right) => opposite(Comparison::LessOrEqual, left, right),
        Formula::Compare(Comparison::Less, left, right) => opposite(Comparison::LessOrEqual, right, left),
        Formula::Compare(Comparison::GreaterOrEqual, left, right) => {
            plain(&Formula::Compare(Comparison::LessOrEqual, right.clone(), left.clone()))
        }
        Formula::Compare(Comparison::LessOrEqual, left, right) if is_turned(left, right) => match merged(formula) {
            kept if kept == *formula => kept,
            turned => Formula::opposite(turned),
        },
        other => merged(other),
    }
}

/// `true` if [merged] turns `left <= right` into its opposite, unless it leaves it as it is.
fn is_turned(left: &Term, right: &Term) -> bool {
    let difference = linear(left, Known::default()).plus(-1, &linear(right, Known::default()));
    difference.is_some_and(|sum| sum.multiples.values().next().is_some_and(|first| *first < 0))
}

/// `sum == 0` or `sum <= 0`, merged; none if a number does not fit into 64 bits.
fn lowest(comparison: Comparison, sum: Linear) -> Option<Formula> {
    let divisor = sum.multiples.values().fold(0, |divisor, multiple| gcd(divisor, multiple.unsigned_abs()));
    let Ok(divisor @ 1..) = i64::try_from(divisor) else {
        return (divisor == 0).then(|| Formula::Constant(comparison.holds(sum.constant, 0)));
    };
    if comparison == Comparison::Equal && sum.constant % divisor != 0 {
        return Some(Formula::Constant(false));
    }
    // The greatest value of the multiples, rounded down.
    let mut bound = sum.constant.checked_neg()?.div_euclid(divisor);
    let mut multiples: BTreeMap<_, _> = sum.multiples.into_iter().map(|(term, m)| (term, m / divisor)).collect();
    if multiples.values().next().is_some_and(|first| *first < 0) {
        // For integers, `sum <= bound` is the opposite of `-sum <= -bound - 1`.
        for multiple in multiples.values_mut() {
            *multiple = multiple.checked_neg()?;
        }
        bound = if comparison == Comparison::Equal { bound.checked_neg()? } else { (-1_i64).checked_sub(bound)? };
    }
    let (mut left, mut right) = (Linear::default(), Linear::default());
    for (term, multiple) in multiples {
        let side = if multiple > 0 { &mut left } else { &mut right };
        side.multiples.insert(term, multiple.checked_abs()?);
    }
    if bound < 0 && !right.multiples.is_empty() {
        left.constant = bound.checked_neg()?;
    } else {
        right.constant = bound;
    }
    Some(Formula::Compare(comparison, left.into_term(), right.into_term()))
}

fn gcd(left: u64, right: u64) -> u64 {
    if right == 0 { left } else { gcd(right, left % right) }
}

/// The value of a variable at which both sides of a comparison are equal, if it occurs once, alone.
pub(crate) fn boundary(formula: &Formula, variable: VariableId) -> Option<Term> {
    let Formula::Compare(_, left, right) = formula else { return None };
    let mut sum = linear(left, Known::default()).plus(-1, &linear(right, Known::default()))?;
    let multiple = sum.multiples.remove(&Term::Variable(variable))?;
    let occurs = sum.multiples.keys().any(|term| term.variables().contains(&variable));
    (multiple.abs() == 1 && !occurs).then(|| Linear::default().plus(-multiple, &sum).map(Linear::into_term))?
}

/// A conjunction (`neutral` is true) or a disjunction.
fn join(parts: &[Formula], known: Known<'_>, neutral: bool) -> Formula {
    let mut kept = Vec::with_capacity(parts.len());
    for part in parts {
        match formula(part, known) {
            Formula::Constant(value) if value == neutral => {}
            Formula::Constant(value) => return Formula::Constant(value),
            other => kept.push(other),
        }
    }
    match (kept.len(), neutral) {
        (0, _) => Formula::Constant(neutral),
        (1, _) => kept.swap_remove(0),
        (_, true) => Formula::All(kept),
        (_, false) => Formula::Any(kept),
    }
}

/// `variable == value`
pub(crate) fn equals(variable: VariableId, sort: Sort, value: i64) -> Formula {
    match sort {
        Sort::Boolean if value == 0 => Formula::negation(Formula::Variable(variable)),
        Sort::Boolean => Formula::Variable(variable),
        Sort::Integer | Sort::Range(..) => {
            Formula::Compare(Comparison::Equal, Term::Variable(variable), Term::Constant(value))
        }
    }
}

#[cfg(test)]
mod tests {
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

    const COMPARISONS: [Comparison; 6] = [
        Comparison::Equal,
        Comparison::NotEqual,
        Comparison::Less,
        Comparison::LessOrEqual,
        Comparison::Greater,
        Comparison::GreaterOrEqual,
    ];

    proptest! {
        #[test]
        fn a_spelling_has_the_same_value(
            comparison in prop::sample::select(COMPARISONS.to_vec()),
            (left, right) in (terms(), terms()),
            values in any::<[i8; 3]>(),
            is_negated in any::<bool>(),
        ) {
            let [x, y, i] = values.map(i64::from);
            let state = State { locations: Box::new([]), values: Box::new([x, y]) };
            let environment = Environment { state: &state, inputs: &[i] };
            let compared = Formula::Compare(comparison, left, right);
            let raw = if is_negated { Formula::negation(compared) } else { compared };
            let spelled = spelled(&System::default(), &raw);
            if let (Ok(value), Ok(same)) = (raw.evaluate(&environment), spelled.evaluate(&environment)) {
                prop_assert_eq!(value, same, "{:?}", spelled);
            }
        }
    }

    #[test]
    fn a_declared_predicate_is_spelled_as_it_is_declared() {
        let less = |left, right| Formula::Compare(Comparison::Less, left, right);
        let (x, five) = (Term::Variable(VariableId(0)), Term::Constant(5));
        let declared = Formula::Compare(Comparison::Greater, five.clone(), x.clone());
        let predicate = boolprog_integer::Predicate {
            formula: declared.clone(),
            owner: None,
            span: boolprog_base::Span::default(),
        };
        let system = System { predicates: vec![predicate], ..System::default() };
        let others = [
            less(x.clone(), five.clone()),
            Formula::Compare(Comparison::LessOrEqual, x, Term::Constant(4)),
            declared.clone(),
        ];
        for other in others {
            assert_eq!(spelled(&system, &other), declared);
            let negation = Formula::negation(other.clone());
            assert_eq!(spelled(&system, &negation), Formula::opposite(declared.clone()));
            assert_eq!(
                [other, negation].map(|formula| spelled_predicate(&system, &formula)),
                [(); 2].map(|()| declared.clone())
            );
        }
    }

    #[test]
    fn a_predicate_and_its_negation_are_spelled_alike() {
        let compare =
            |comparison, number| Formula::Compare(comparison, Term::Variable(VariableId(0)), Term::Constant(number));
        let alike = [
            [compare(Comparison::LessOrEqual, 3), compare(Comparison::Greater, 3)],
            [compare(Comparison::LessOrEqual, 3), compare(Comparison::GreaterOrEqual, 4)],
            [compare(Comparison::Equal, 3), compare(Comparison::NotEqual, 3)],
            [Formula::Variable(VariableId(0)), Formula::negation(Formula::Variable(VariableId(0)))],
        ];
        for formulas in alike {
            let spelled = formulas.each_ref().map(|formula| spelled_predicate(&System::default(), formula));
            assert_eq!(spelled, [(); 2].map(|()| formulas[0].clone()));
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
}
