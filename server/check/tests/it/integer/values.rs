//! Values that do not exist.

use boolprog_check::report::Verdict;
use boolprog_trace::document::PropertyKind;

use super::{check, told};

#[test]
fn values_that_do_not_exist_are_violations_with_a_trace() {
    let text = "decl x: 0..2; process P { loc on, off; on -> off do x := x + 1; off -> on; } error e: x == 7;";
    let report = check(text);
    assert_eq!(told(&report), ["error-e unknown [NoValue]", "value-1 violated explicit 5"]);
    let value = &report.properties[1];
    assert_eq!((value.kind, value.name.as_str()), (PropertyKind::Value, "x leaves its range 0..2"));
    assert_eq!(&text[value.span.range()], "on -> off do x := x + 1");
    let Verdict::Violated(violation) = &value.verdict else { panic!("{report:?}") };
    let trace = violation.trace();
    let last = trace.steps.last().expect("a step");
    assert_eq!((last.text.as_str(), last.shared.len(), last.threads.len()), ("on -> off do x := x + 1", 0, 0));
    assert_eq!(trace.instances, ["P"]);
    let states = trace.states().expect("a trace");
    assert_eq!(states[1].threads[0].frames.first().and_then(|frame| frame.location.as_deref()), Some("off"));
    assert_eq!(told(&check("decl x: 0..2; process P { loc a; }")), ["value-1 proved explicit"]);
    let of_property = check("decl x: int = 1; process P { loc a; a -> a do x := 0; } error e: 1 / x > 1;");
    assert_eq!(told(&of_property), ["error-e unknown [NoValue]", "value-1 violated explicit 1"]);
}
