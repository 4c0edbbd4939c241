//! Inline values: variables to be shown in the text during a replay.

use std::collections::BTreeSet;

use boolprog_base::Span;

use super::Snapshot;
use super::tokens::tokens;
use crate::inline_values::{InlineValue, end_of_line, start_of_line};

/// The variables in a span, and parts such as `object->refs`, that the line of the statement at `stopped` names, each once. The
/// debugger evaluates them in the scope of the statement. Linear in the text.
pub fn inline_values(snapshot: &Snapshot, within: Span, stopped: u32) -> Vec<InlineValue> {
    let Some(machine) = snapshot.model.as_ref().and_then(|model| model.machine.as_ref()) else { return Vec::new() };
    let own = machine.units().filter(|(id, _)| !machine.is_library(*id));
    let names: BTreeSet<&str> = own.flat_map(|(_, unit)| &unit.objects).filter_map(|it| it.name.as_deref()).collect();
    let text = &*snapshot.text;
    let line = Span::new(start_of_line(text, stopped), end_of_line(text, stopped));
    let mut values: Vec<InlineValue> = Vec::new();
    for span in paths(text, line, |name| names.contains(name)) {
        let expression = &text[span.range()];
        if within.contains(span) && values.iter().all(|value| value.expression != expression) {
            values.push(InlineValue { span, expression: expression.to_owned() });
        }
    }
    values
}

/// The variables and parts of variables that a line names.
fn paths(text: &str, line: Span, is_variable: impl Fn(&str) -> bool) -> Vec<Span> {
    let tokens: Vec<Span> = tokens(text).into_iter().filter(|token| line.contains(*token)).collect();
    let word = |at: usize| tokens.get(at).map_or("", |token| &text[token.range()]);
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let is_member = at > 0 && (word(at - 1) == "." || (at > 1 && word(at - 2) == "-" && word(at - 1) == ">"));
        if is_member || !is_variable(word(at)) {
            at += 1;
            continue;
        }
        let mut end = at + 1;
        while let Some(length) = part([word(end), word(end + 1), word(end + 2)]) {
            end += length;
        }
        found.push(Span::new(tokens[at].start, tokens[end - 1].end));
        at = end;
    }
    found
}

/// The number of tokens of `.member`, `->member` or `[index]`.
fn part(tokens: [&str; 3]) -> Option<usize> {
    let is_word = |token: &str| token.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    match tokens {
        [".", member, _] if is_word(member) => Some(2),
        ["-", ">", member] if is_word(member) => Some(3),
        ["[", index, "]"] if is_word(index) => Some(3),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_variables_are_found_and_no_texts() {
        let text = "x;\n  a.balance += items[0].n - (left[i]) + o->next->n; // i\n";
        let line = Span::new(3, text.len() as u32 - 1);
        let is_variable = |name: &str| ["a", "items", "left", "i", "o", "x", "next"].contains(&name);
        let found: Vec<_> = paths(text, line, is_variable).iter().map(|span| &text[span.range()]).collect();
        assert_eq!(found, ["a.balance", "items[0].n", "left[i]", "o->next->n"]);
        let text = "printf(\"x %d\\n\", left[i + 1], x);";
        let line = Span::new(0, text.len() as u32);
        let found: Vec<_> = paths(text, line, is_variable).iter().map(|span| &text[span.range()]).collect();
        assert_eq!(found, ["left", "i", "x"]);
    }
}
