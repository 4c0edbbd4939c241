//! Explanations of the words of the language.

use std::sync::LazyLock;

use boolprog_base::Span;
use rustc_hash::FxHashMap;

use crate::Snapshot;

/// The words of a language with their meaning, in two lines of Markdown; either can stand without the other.
pub(crate) struct Keywords(LazyLock<FxHashMap<&'static str, [&'static str; 2]>>);

/// The words of Boolean programs; constants are none.
pub(crate) static BOOLEAN: Keywords = Keywords(LazyLock::new(|| read(include_str!("keywords/boolean.md"))));

/// The words of integer programs.
pub(crate) static INTEGER: Keywords = Keywords(LazyLock::new(|| read(include_str!("keywords/integer.md"))));

impl Keywords {
    /// The meaning of a word; `None` for any other word.
    pub(crate) fn meaning(&self, word: &str) -> Option<[&'static str; 2]> {
        self.0.get(word).copied()
    }
}

/// Reads sections of three lines: words that share a meaning after `#`, then the meaning.
fn read(text: &'static str) -> FxHashMap<&'static str, [&'static str; 2]> {
    let mut meanings = FxHashMap::default();
    let mut lines = text.lines().filter(|line| !line.is_empty());
    while let (Some(words), Some(first), Some(second)) = (lines.next(), lines.next(), lines.next()) {
        let words = words.trim_start_matches("# ").split(' ');
        meanings.extend(words.map(|word| (word, [first, second])));
    }
    meanings
}

/// The word of the language at an offset, with its explanation. Words in comments and in `{names}` do not count.
pub(crate) fn at(snapshot: &Snapshot, offset: u32) -> Option<(Span, [&'static str; 2])> {
    let in_comment = snapshot.file.comments.iter().any(|comment| comment.start <= offset && offset < comment.end);
    let in_name = snapshot.analysis.names.unresolved.iter().any(|name| name.span.touches(offset));
    if in_comment || in_name {
        return None;
    }
    let span = word(&snapshot.text, offset)?;
    let spelling = snapshot.slice(span);
    Some((span, BOOLEAN.meaning(spelling)?))
}

/// Returns `true` if a word is part of the language, and so no name.
pub(crate) fn is_reserved(word: &str) -> bool {
    is_constant(word) || BOOLEAN.meaning(word).is_some()
}

/// Returns `true` if a word is `T`, `F` or a longer spelling of them.
pub(crate) fn is_constant(word: &str) -> bool {
    matches!(word, "T" | "F" | "true" | "false")
}

/// The letters and `_` around an offset.
fn word(text: &str, offset: u32) -> Option<Span> {
    let belongs = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '#');
    let (before, behind) = text.split_at_checked(offset as usize)?;
    let left = before.len() - before.trim_end_matches(belongs).len();
    let right = behind.len() - behind.trim_start_matches(belongs).len();
    let span = Span::new(offset - left as u32, offset + right as u32);
    (!span.is_empty()).then_some(span)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_is_explained_once_in_two_lines() {
        for text in [include_str!("keywords/boolean.md"), include_str!("keywords/integer.md")] {
            let sections: Vec<Vec<&str>> = text.split("\n\n").map(|section| section.lines().collect()).collect();
            assert!(sections.iter().all(|it| matches!(it[..], [words, _, _] if words.starts_with("# "))));
            let words: usize = sections.iter().map(|section| section[0].split(' ').count() - 1).sum();
            assert_eq!(read(text).len(), words);
        }
    }

    #[test]
    fn a_word_is_found_from_either_end() {
        for offset in 1..=5 {
            assert_eq!(word("(skip)", offset), Some(Span::new(1, 5)));
        }
        assert_eq!(word("; ;", 1), None);
    }
}
