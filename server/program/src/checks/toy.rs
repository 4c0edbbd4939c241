//! A check of a third party, as described in CONTRIBUTING.md: variables that are named `l`, which looks like a 1.

use boolprog_base::Diagnostic;
use boolprog_syntax::parse;

use super::{Context, replacement};
use crate::names::Names;

/// The codes of this check; those of the product are in one table.
mod codes {
    boolprog_base::codes! {
        CONFUSING_NAME = "confusing-name", Hint, "A variable is named `l`, which looks like a 1.";
    }
}

pub(super) fn check(context: &Context, report: &mut Vec<Diagnostic>) {
    for variable in context.file.declarations.iter().flat_map(|declaration| &declaration.variables) {
        if variable.name.text == "l" {
            let diagnostic = codes::CONFUSING_NAME.at(variable.name.span, "`l` looks like a 1.");
            report.push(diagnostic.with_fix("Rename to `lock`", replacement(variable.name.span, "lock")));
        }
    }
}

#[test]
fn a_check_is_a_code_and_a_function() {
    let found = |text: &str| {
        let file = parse(text).file;
        let mut report = Vec::new();
        check(&Context::new(&file, &Names::of(&file), None), &mut report);
        report.into_iter().map(|diagnostic| (diagnostic.code, diagnostic.fixes.len())).collect::<Vec<_>>()
    };
    assert_eq!(found("decl l, lock; void main() begin end"), [("confusing-name", 1)]);
    assert_eq!(found("decl lock; void main() begin decl l; end"), []);
    assert!(codes::CODES.iter().all(|code| super::CODES.iter().all(|other| code.name != other.name)));
}
