//! Expressions outside of programs: their operators bind as those of the grammar.

use boolprog_syntax::ast::{Expr, ExprKind, StatementKind};
use boolprog_syntax::expression::Expression;
use proptest::prelude::*;

const OPERATORS: [&str; 10] = ["<->", "=>", "->", "||", "|", "^", "&&", "&", "!=", "="];

fn operand() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec!["a", "b", "{c d}", "T", "F"]).prop_map(str::to_owned);
    leaf.prop_recursive(3, 12, 3, |inner| {
        let infix = (inner.clone(), prop::sample::select(OPERATORS.to_vec()), inner.clone());
        prop_oneof![
            inner.clone().prop_map(|operand| format!("!{operand}")),
            inner.clone().prop_map(|operand| format!("~({operand})")),
            infix.prop_map(|(left, operator, right)| format!("({left} {operator} {right})")),
            (inner.clone(), inner.clone(), inner).prop_map(|(c, t, e)| format!("({c} ? {t} : {e})")),
        ]
    })
}

fn chain() -> impl Strategy<Value = String> {
    let rest = prop::collection::vec((prop::sample::select(OPERATORS.to_vec()), operand()), 0..7);
    (operand(), rest).prop_map(|(first, rest)| {
        rest.iter().fold(first, |text, (operator, operand)| format!("{text} {operator} {operand}"))
    })
}

fn text() -> impl Strategy<Value = String> {
    let choice = (chain(), chain(), chain()).prop_map(|(c, t, e)| format!("{c} ? {t} : {e}"));
    prop_oneof![4 => chain(), 1 => choice]
}

/// An expression of a program with all its parentheses.
fn of_grammar(expression: &Expr) -> String {
    match &expression.kind {
        ExprKind::Const(value) => value.to_string(),
        ExprKind::Variable(variable) => variable.name.text.to_string(),
        ExprKind::Paren(inner) => of_grammar(inner),
        ExprKind::Not(inner) => format!("!{}", of_grammar(inner)),
        ExprKind::Binary(operator, left, right) => {
            format!("({} {operator:?} {})", of_grammar(left), of_grammar(right))
        }
        ExprKind::Ternary(condition, then, otherwise) => {
            format!("({} ? {} : {})", of_grammar(condition), of_grammar(then), of_grammar(otherwise))
        }
        other => panic!("{other:?} was not written"),
    }
}

/// The same for a standalone expression.
fn of_reader(expression: &Expression) -> String {
    match expression {
        Expression::Constant(value) => value.to_string(),
        Expression::Variable(name, None) => name.clone(),
        Expression::Not(inner) => format!("!{}", of_reader(inner)),
        Expression::Binary(operator, left, right) => {
            format!("({} {operator:?} {})", of_reader(left), of_reader(right))
        }
        Expression::Ternary(parts) => {
            format!("({} ? {} : {})", of_reader(&parts[0]), of_reader(&parts[1]), of_reader(&parts[2]))
        }
        other => panic!("{other:?} was not written"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn operators_bind_as_in_programs(text in text()) {
        let program = format!("decl a, b, {{c d}}; void main() begin assert ({text}); end");
        let parsed = boolprog_syntax::parse(&program);
        prop_assert!(parsed.diagnostics.is_empty(), "{text}: {:?}", parsed.diagnostics);
        let StatementKind::Assert(expected) = &parsed.file.procedures[0].body.statements[0].kind else {
            panic!("{text} is asserted")
        };
        let read = Expression::read(&text).expect("it is an expression");
        prop_assert_eq!(of_reader(&read), of_grammar(expected), "{}", text);
    }
}
