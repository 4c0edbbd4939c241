//! Inline values: variables to be shown in the text during a replay.

use boolprog_base::Span;
use boolprog_syntax::expression::word_length;

use super::Snapshot;
use crate::inline_values::{InlineValue, end_of_line, start_of_line};

/// The variables in a span that are named on the line of the statement at `stopped`, each once, as a replay names them.
pub fn inline_values(snapshot: &Snapshot, within: Span, stopped: u32) -> Vec<InlineValue> {
    let Some(model) = &snapshot.model else { return Vec::new() };
    let start = start_of_line(&snapshot.text, stopped);
    let line = snapshot.text.get(start as usize..end_of_line(&snapshot.text, stopped) as usize).unwrap_or_default();
    let names = model.names();
    let mut values: Vec<InlineValue> = Vec::new();
    for (at, word) in words(line) {
        let span = Span::new(start + at, start + at + word.len() as u32);
        let is_new = values.iter().all(|value| value.expression != word);
        if is_new && within.contains(span) && names.iter().any(|name| name == word) {
            values.push(InlineValue { span, expression: word.to_owned() });
        }
    }
    values
}

/// The names of a line, also of parts such as `items[0].next`, with their offsets in it.
fn words(mut line: &str) -> impl Iterator<Item = (u32, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let before = line.find(|c: char| c.is_ascii_alphanumeric() || c == '_')?;
        let length = word_length(&line[before..]).max(1);
        let word = &line[before..before + length];
        line = &line[before + length..];
        at += before + length;
        Some(((at - length) as u32, word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_variables_are_words() {
        let found: Vec<_> = words("  a.balance += items[0].n - (left[i]);").collect();
        assert_eq!(found, [(2, "a.balance"), (15, "items[0].n"), (29, "left"), (34, "i")]);
    }
}
