//! Meanings and roles of names.

use boolprog_program::names::{Names, ProcedureId, Role, Storage, Symbol};
use boolprog_syntax::parse;

fn names(text: &str) -> Names {
    Names::of(&parse(text).file)
}

const MAIN: ProcedureId = ProcedureId(0);

#[test]
fn a_dollar_belongs_to_the_name_if_such_a_variable_is_visible() {
    let names = names("decl thread_local x, y, y$; void main() begin decl x$; skip; end void f() begin skip; end");
    let found =
        |procedure, name| names.variable(procedure, name).map(|(id, passive)| (names.info(id).name.as_str(), passive));
    assert_eq!(found(MAIN, "x$"), Some(("x$", false)));
    assert_eq!(found(ProcedureId(1), "x$"), Some(("x", true)));
    assert_eq!(found(MAIN, "x$$"), Some(("x$", true)));
    assert_eq!(found(MAIN, "y$$"), Some(("y$", true)));
    assert_eq!(found(MAIN, "z$"), None);
    assert_eq!(found(MAIN, "$"), None);
}

#[test]
fn variables_come_in_order_and_the_first_of_equal_ones_wins() {
    let names = names("decl thread_local t; decl s, s; void main(p) begin decl l, p; skip; end");
    let all: Vec<_> = names.variables.iter().map(|info| (info.name.as_str(), info.storage)).collect();
    assert_eq!(
        all,
        [
            ("s", Storage::Shared),
            ("t", Storage::ThreadLocal),
            ("p", Storage::Parameter(MAIN, 0)),
            ("l", Storage::Local(MAIN))
        ]
    );
    assert_eq!(names.variables_of(MAIN).len(), 2);
}

#[test]
fn labels_belong_to_their_procedure() {
    let names = names("void main() begin L: if * then skip; fi; L: skip; end void f() begin M: skip; end");
    assert_eq!(names.label(MAIN, "L").map(|site| site.0), Some(0));
    assert_eq!(names.label(MAIN, "M"), None);
    assert!(names.label(ProcedureId(1), "M").is_some());
    assert_eq!(names.labels.len(), 3);
}

#[test]
fn uses_have_their_roles_and_exact_spans() {
    let text = "decl s; void main() begin decl l; L: l, l$ := s, l$ constrain 'l; goto L; dead s; sync l; main(); end";
    let names = names(text);
    let found: Vec<_> = names.uses.iter().map(|found| (&text[found.span.range()], found.role)).collect();
    assert_eq!(
        found,
        [
            ("s", Role::Declaration),
            ("main", Role::Declaration),
            ("l", Role::Declaration),
            ("L", Role::Declaration),
            ("l", Role::Write),
            ("l", Role::PassiveWrite),
            ("s", Role::Read),
            ("l", Role::PassiveRead),
            ("l", Role::NewRead),
            ("L", Role::Jump),
            ("s", Role::Write),
            ("l", Role::Mention),
            ("main", Role::Call),
        ]
    );
}

#[test]
fn the_name_under_the_cursor() {
    let text = "decl s; void main() begin s := !s; end";
    let names = names(text);
    let at = |offset: usize| names.use_at(offset as u32).map(|found| (found.span.start as usize, found.role));
    let write = text.find("s :=").expect("an assignment");
    assert_eq!(at(write), Some((write, Role::Write)));
    assert_eq!(at(write + 1), Some((write, Role::Write)));
    assert_eq!(at(write + 2), None);
    let symbol = names.use_at(write as u32).map(|found| found.symbol);
    assert_eq!(symbol.map(|symbol| names.uses_of(symbol).count()), Some(3));
    assert!(matches!(symbol, Some(Symbol::Variable(_))));
}

#[test]
fn names_in_braces_keep_their_braces() {
    let names = names("decl {x y}; void main() begin {x y} := T; end");
    assert_eq!(names.variables[0].name, "{x y}");
    assert!(names.unresolved.is_empty());
}
