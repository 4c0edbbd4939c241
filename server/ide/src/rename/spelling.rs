//! Validity of names.

use boolprog_program::names::Symbol;
use boolprog_syntax::parse;

use super::Refusal;
use boolprog_syntax::lexer::belongs_to_name;

/// Refuses an invalid name for this kind of symbol.
pub(super) fn check(name: &str, symbol: Symbol) -> Result<(), Refusal> {
    let is_label = matches!(symbol, Symbol::Label(_));
    if is_identifier(name) || is_label && is_number(name) {
        return Ok(());
    }
    if name == "_" {
        return Err(Refusal::new("`_` discards a value; it cannot be a name."));
    }
    let looks_like_a_name = name.bytes().all(belongs_to_name) && name.starts_with(|c: char| !c.is_ascii_digit());
    if looks_like_a_name {
        return Err(Refusal::new(format!("`{name}` is a keyword; it cannot be a name.")));
    }
    let number = if is_label { ", or a number" } else { "" };
    Err(Refusal::new(format!(
        "`{name}` cannot be a name. Write a letter, `_` or `$` and then letters, digits, `_`, `$` and `#`{number}, or any \
         text in braces."
    )))
}

/// Asks the grammar itself.
fn is_identifier(name: &str) -> bool {
    let parsed = parse(&format!("decl {name};"));
    let [declaration] = parsed.file.declarations.as_slice() else { return false };
    let [variable] = declaration.variables.as_slice() else { return false };
    variable.name.text == name && name != "_" && parsed.diagnostics.is_empty()
}

fn is_number(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())
}
