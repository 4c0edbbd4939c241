//! Formulas of the integer program in the words of the text.

use boolprog_check::integer::Model;

/// A formula with variables as the text writes them, such as `items[0]` for `items_0`.
pub(super) fn in_c(model: &Model, formula: &str) -> String {
    let Some(origins) = &model.origins else { return formula.to_owned() };
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut told = String::with_capacity(formula.len());
    let mut rest = formula;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| is_part(c) != is_part(first)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        told.push_str(origins.written.get(word).map_or(word, |written| written));
        rest = after;
    }
    told
}
