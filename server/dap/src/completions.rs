//! Completions in the console.

use super::console::COMMANDS;
use super::protocol::CompletionItem;
use super::viewpoint::Viewpoint;
use boolprog_syntax::expression::word_length;

/// The completions of a line at an offset, which is in UTF-16 units.
pub(super) fn completions(line: &str, offset: usize, viewpoint: Viewpoint<'_>) -> Vec<CompletionItem> {
    let typed = up_to(line, offset);
    let word = begun(typed);
    let before = typed[..typed.len() - word.len()].trim_end();
    let start = units(&typed[..typed.len() - word.len()]);
    let length = units(word);
    let item = |(label, kind): (String, &'static str)| CompletionItem { label, kind, start, length };
    if typed.trim_start().starts_with(':') {
        return commands(typed.trim_start(), units(&typed[..typed.len() - typed.trim_start().len()]));
    }
    let candidates = if before.ends_with('@') {
        threads(viewpoint)
    } else if before.ends_with("#threads at") {
        labels(viewpoint)
    } else {
        operands(viewpoint)
    };
    candidates.into_iter().filter(|(label, _)| label.starts_with(word)).map(item).collect()
}

fn commands(typed: &str, start: u32) -> Vec<CompletionItem> {
    let candidates = COMMANDS.into_iter().filter(|command| command.starts_with(typed));
    let item =
        |command: &str| CompletionItem { label: command.to_owned(), kind: "keyword", start, length: units(typed) };
    candidates.map(item).collect()
}

fn threads(viewpoint: Viewpoint<'_>) -> Vec<(String, &'static str)> {
    let threads = viewpoint.recording.live(viewpoint.cursor);
    threads.map(|thread| (format!("T{}", thread.number), "reference")).collect()
}

fn labels(viewpoint: Viewpoint<'_>) -> Vec<(String, &'static str)> {
    let procedures = viewpoint.recording.document().procedures.iter();
    let mut labels: Vec<_> = procedures.flat_map(|found| &found.labels).map(|label| label.name.clone()).collect();
    labels.sort_unstable();
    labels.dedup();
    labels.into_iter().map(|label| (label, "reference")).collect()
}

fn operands(viewpoint: Viewpoint<'_>) -> Vec<(String, &'static str)> {
    let Viewpoint { recording, frame, .. } = viewpoint;
    let document = recording.document();
    let frame = frame.and_then(|(thread, depth)| thread.frames.get(depth));
    let own = frame.map_or(&[][..], |frame| recording.variable_names(frame));
    let of_thread = frame.map_or(&[][..], |_| document.thread_local.as_slice());
    let variables = own.iter().chain(of_thread).chain(&document.shared).cloned();
    let words = [("T", "value"), ("F", "value"), ("old(", "function"), ("#threads at ", "function")];
    // C has other truth values.
    let words = words.into_iter().filter(|(word, _)| !(recording.has_parts() && matches!(*word, "T" | "F")));
    let words = words.map(|(word, kind)| (word.to_owned(), kind));
    variables.map(|name| (name, "variable")).chain(words).collect()
}

/// The beginning of a text, with this length in UTF-16 units.
fn up_to(text: &str, units: usize) -> &str {
    let mut passed = 0;
    let end = text.char_indices().find(|(_, character)| {
        let is_end = passed >= units;
        passed += character.len_utf16();
        is_end
    });
    &text[..end.map_or(text.len(), |(index, _)| index)]
}

/// The word that a text ends with; a name in braces may be unfinished.
fn begun(text: &str) -> &str {
    let starts = text.char_indices().map(|(index, _)| &text[index..]);
    let is_word = |rest: &&str| word_length(rest) == rest.len() || (rest.starts_with('{') && !rest.contains('}'));
    starts.into_iter().find(is_word).unwrap_or_default()
}

fn units(text: &str) -> u32 {
    text.encode_utf16().count() as u32
}
