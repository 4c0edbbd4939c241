//! Completion of `// boolprog: key = value`.

use boolprog_base::Span;
use boolprog_program::reading::KEYS;

use crate::Snapshot;
use crate::completion::{Completion, Completions, Subject, plain};

/// The offers at an offset in a comment; `None` if it can be no pragma.
pub(super) fn completions(snapshot: &Snapshot, comment: Span, offset: u32) -> Option<Completions> {
    let before = snapshot.text.get(..comment.start as usize)?;
    let is_alone = before.rsplit(['\n', '\r']).next().is_none_or(|line| line.trim().is_empty());
    let typed = snapshot.slice(Span::new(comment.start, offset)).strip_prefix("//")?;
    let behind = snapshot.slice(Span::new(offset, comment.end));
    if !is_alone {
        return None;
    }
    let Some(content) = typed.trim_start().strip_prefix("boolprog:") else {
        let start = typed.trim_start();
        let item = Completion { detail: "a setting of this file".to_owned(), ..plain("boolprog: ", Subject::Key) };
        return "boolprog:".starts_with(start).then(|| offers(offset, start, behind, false, vec![item]));
    };
    Some(match content.split_once('=') {
        None => offers(offset, content.trim_start(), behind, true, keys(behind)),
        Some((key, value)) => {
            let start = value.rsplit(',').next().unwrap_or_default().trim_start();
            offers(offset, start, behind, true, values(snapshot, key.trim()))
        }
    })
}

/// Offers that replace the word whose first part is `start`.
fn offers(offset: u32, start: &str, behind: &str, eager: bool, items: Vec<Completion>) -> Completions {
    let rest = behind.len() - behind.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_').len();
    let insert = Span::new(offset - start.len() as u32, offset);
    Completions { insert, replace: Span::new(insert.start, offset + rest as u32), eager, items }
}

fn keys(behind: &str) -> Vec<Completion> {
    let equals = if behind.contains('=') { "" } else { " = " };
    let key =
        |key: &str| Completion { detail: about(key).to_owned(), ..plain(&format!("{key}{equals}"), Subject::Key) };
    KEYS.map(key).to_vec()
}

fn about(key: &str) -> &'static str {
    match key {
        "threads" => "the number of threads that start in main",
        "error" => "labels that must not be reached",
        "initial" => "the values that variables start with",
        _ => "",
    }
}

fn values(snapshot: &Snapshot, key: &str) -> Vec<Completion> {
    let value =
        |(label, detail): (&str, &str)| Completion { detail: detail.to_owned(), ..plain(label, Subject::Value) };
    match key {
        "threads" => [("*", "any number"), ("1", "one"), ("2", "two")].map(value).to_vec(),
        "initial" => [("false", "F, unless they have an initial value"), ("*", "any")].map(value).to_vec(),
        "error" => {
            let mut labels: Vec<&str> = snapshot.analysis.names.labels.iter().map(|label| &*label.name).collect();
            labels.sort_unstable();
            labels.dedup();
            labels.into_iter().map(|label| value((label, ""))).collect()
        }
        _ => Vec::new(),
    }
}
