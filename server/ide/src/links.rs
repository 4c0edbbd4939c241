//! Links in comments: addresses, and names of files.

use boolprog_base::Span;

use crate::Snapshot;

/// Target of a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// `https://...` or `http://...`
    Address(String),
    /// Perhaps a file: its path, relative to that of the program. The caller must check that it exists.
    Path(String),
}

/// A piece of a comment that points at something.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// Its range in the text.
    pub span: Span,
    /// Address or file.
    pub target: Target,
}

/// Extensions of names of files.
const EXTENSIONS: [&str; 10] = ["bp", "c", "h", "ip", "json", "md", "pdf", "spec", "tts", "txt"];

/// Largest length of a word that is a link.
const LONGEST: usize = 2_000;

/// The links in the comments of a file, in textual order. Linear in the text of the comments.
pub fn links(snapshot: &Snapshot) -> Vec<Link> {
    in_comments(&snapshot.text, &snapshot.file.comments)
}

/// The links in these comments of a text.
pub(crate) fn in_comments(text: &str, comments: &[Span]) -> Vec<Link> {
    let words = |comment: &Span| words(text.get(comment.range()).unwrap_or_default(), comment.start);
    comments.iter().flat_map(words).filter_map(link).collect()
}

/// The words of a text that begins at `start`, each with its place.
fn words(text: &str, start: u32) -> impl Iterator<Item = (u32, &str)> {
    let ends_word = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '\'' | '`' | '*');
    let mut rest = start;
    text.split_inclusive(ends_word).map(move |piece| {
        let at = rest;
        rest += piece.len() as u32;
        (at, piece.trim_end_matches(ends_word))
    })
}

fn link((at, word): (u32, &str)) -> Option<Link> {
    if word.len() > LONGEST {
        return None;
    }
    let scheme = ["https://", "http://"].into_iter().filter_map(|scheme| word.find(scheme)).min();
    let begin = scheme.unwrap_or_else(|| word.len() - word.trim_start_matches(['(', '[', '{', '/']).len());
    let text = without_punctuation(&word[begin..]);
    let start = at + begin as u32;
    let target = if scheme.is_some() {
        let host = text.split_once("://").map_or("", |(_, host)| host);
        host.starts_with(|c: char| c.is_alphanumeric()).then(|| Target::Address(text.to_owned()))?
    } else {
        is_path(text).then(|| Target::Path(text.to_owned()))?
    };
    Some(Link { span: Span::new(start, start + text.len() as u32), target })
}

/// The word without punctuation at its end, and without a closing parenthesis that it does not open.
fn without_punctuation(word: &str) -> &str {
    let mut word = word;
    loop {
        let trimmed = word.trim_end_matches(['.', ',', ';', ':', '!', '?', ']', '}']);
        let is_closed_only = trimmed.ends_with(')') && trimmed.matches(')').count() > trimmed.matches('(').count();
        let trimmed = if is_closed_only { &trimmed[..trimmed.len() - 1] } else { trimmed };
        if trimmed == word {
            return word;
        }
        word = trimmed;
    }
}

fn is_path(text: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    let name = text.rsplit('/').next().unwrap_or_default();
    let known = name.rsplit_once('.').is_some_and(|(stem, end)| !stem.is_empty() && EXTENSIONS.contains(&end));
    known && text.chars().all(is_plain)
}
