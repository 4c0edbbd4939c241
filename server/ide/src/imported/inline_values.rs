//! Inline values: variables to be shown in the text during a replay.

use boolprog_base::Span;
use boolprog_integer::Variable;

use super::Snapshot;
use crate::inline_values::{InlineValue, end_of_line, start_of_line};

/// The variables in a span that are named on the line of the statement at `stopped`, each once. Shared variables have the
/// names of the text, and so have local ones unless there are several.
pub fn inline_values(snapshot: &Snapshot, within: Span, stopped: u32) -> Vec<InlineValue> {
    let Some(model) = &snapshot.model else { return Vec::new() };
    let start = start_of_line(&snapshot.text, stopped);
    let line = snapshot.text.get(start as usize..end_of_line(&snapshot.text, stopped) as usize).unwrap_or_default();
    let is_variable = |word: &str| {
        let short = |variable: &Variable| variable.name.rsplit('.').next() == Some(word);
        model.system.variables.iter().any(short)
    };
    let mut values: Vec<InlineValue> = Vec::new();
    for (at, word) in words(line) {
        let span = Span::new(start + at, start + at + word.len() as u32);
        let is_new = values.iter().all(|value| value.expression != word);
        if is_new && within.contains(span) && is_variable(word) {
            values.push(InlineValue { span, expression: word.to_owned() });
        }
    }
    values
}

/// The words of a line, with their offsets in it.
fn words(line: &str) -> impl Iterator<Item = (u32, &str)> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let words = line.split(move |c| !is_part(c)).filter(|word| !word.is_empty());
    words.map(|word| ((word.as_ptr() as usize - line.as_ptr() as usize) as u32, word))
}
