//! The tokens of a text in a language like C: places that a change of comments and layout moves, and does not change.

use boolprog_base::Span;

/// Words, texts in quotes, and all other characters one by one; no comments. Linear.
pub(super) fn tokens(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (length, is_token) = match first {
            _ if rest.starts_with("//") => (rest.find('\n').unwrap_or(rest.len()), false),
            _ if rest.starts_with("/*") => (rest[2..].find("*/").map_or(rest.len(), |end| end + 4), false),
            '"' | '\'' => (quoted(rest, first), true),
            _ if is_word(first) => (rest.find(|c: char| !is_word(c)).unwrap_or(rest.len()), true),
            _ => (first.len_utf8(), !first.is_whitespace()),
        };
        if is_token {
            found.push(Span::new(at as u32, (at + length) as u32));
        }
        at += length;
    }
    found
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '$'
}

/// The length of a text up to its closing quote, or to the end of its line.
fn quoted(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (index, character) in rest.char_indices().skip(1) {
        if character == '\n' {
            return index;
        }
        if character == quote && !is_escaped {
            return index + 1;
        }
        is_escaped = character == '\\' && !is_escaped;
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_blanks_are_no_tokens() {
        let text = "x1 /* é */ = \"a \\\" // b\" + 'é';// y\n z \"open";
        let found: Vec<&str> = tokens(text).iter().map(|span| &text[span.range()]).collect();
        assert_eq!(found, ["x1", "=", "\"a \\\" // b\"", "+", "'é'", ";", "z", "\"open"]);
    }
}
