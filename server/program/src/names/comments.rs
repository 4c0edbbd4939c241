//! The comment that documents a declaration.

use boolprog_base::Span;

/// The text of the comment after `declaration` on its line or, if there is none, directly above it: `//` lines that
/// follow one another, or one `/* */`. Delimiters and common decoration are taken off.
///
/// `comments` are those of the file in textual order. `None` where there is no comment or an empty one.
pub fn doc_comment(text: &str, comments: &[Span], declaration: Span) -> Option<String> {
    behind(text, comments, declaration).or_else(|| above(text, comments, declaration)).filter(|doc| !doc.is_empty())
}

/// The end of a declaration and of the comment after it on its last line: text inserted there takes no comment away.
pub fn end_with_comment(text: &str, comments: &[Span], declaration: Span) -> u32 {
    comment_behind(text, comments, declaration).map_or(declaration.end, |comment| comment.end)
}

fn behind(text: &str, comments: &[Span], declaration: Span) -> Option<String> {
    comment_behind(text, comments, declaration).map(|comment| content(text, comment))
}

fn comment_behind(text: &str, comments: &[Span], declaration: Span) -> Option<Span> {
    let next = comments.partition_point(|comment| comment.start < declaration.end);
    let comment = *comments.get(next)?;
    let between = text.get(declaration.end as usize..comment.start as usize)?;
    let same_line =
        !between.contains('\n') && between.chars().all(|c| c.is_whitespace() || matches!(c, ';' | ',' | ':'));
    same_line.then_some(comment)
}

fn above(text: &str, comments: &[Span], declaration: Span) -> Option<String> {
    let line_start = text.get(..declaration.start as usize)?.rfind('\n').map_or(0, |newline| newline + 1);
    let mut wanted_end = line_start;
    let mut parts = Vec::new();
    let before = comments.partition_point(|comment| (comment.end as usize) <= line_start);
    for comment in comments[..before].iter().rev() {
        let between = text.get(comment.end as usize..wanted_end)?;
        let own_line =
            text.get(..comment.start as usize)?.rsplit('\n').next().is_some_and(|head| head.trim().is_empty());
        if !own_line || !between.trim().is_empty() || between.matches('\n').count() > 1 {
            break;
        }
        parts.push(content(text, *comment));
        if !is_line_comment(text, *comment) {
            break;
        }
        wanted_end = text[..comment.start as usize].rfind('\n').map_or(0, |newline| newline + 1);
    }
    parts.reverse();
    (!parts.is_empty()).then(|| parts.join("\n"))
}

fn is_line_comment(text: &str, comment: Span) -> bool {
    text[comment.range()].starts_with("//")
}

/// The text of a comment, line by line without `//`, `/*`, `*/` and leading `*`.
fn content(text: &str, comment: Span) -> String {
    let raw = &text[comment.range()];
    if let Some(line) = raw.strip_prefix("//") {
        return line.trim_start_matches('/').trim().to_owned();
    }
    let inner = raw.strip_prefix("/*").unwrap_or(raw);
    let inner = inner.strip_suffix("*/").unwrap_or(inner);
    let lines: Vec<&str> = inner.lines().map(|line| line.trim().trim_start_matches('*').trim()).collect();
    lines.join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The doc comment of the first `x` in `text`; the comments are found by their delimiters.
    fn doc(text: &str) -> Option<String> {
        let mut comments = Vec::new();
        let mut at = 0;
        while let Some(start) = text[at..].find("//").into_iter().chain(text[at..].find("/*")).min().map(|i| i + at) {
            let (close, extra) = if text[start..].starts_with("//") { ("\n", 0) } else { ("*/", 2) };
            let end = text[start + 2..].find(close).map_or(text.len(), |i| i + start + 2 + extra);
            comments.push(Span::new(start as u32, end as u32));
            at = end;
        }
        let start = text.find("decl x").expect("a declaration") as u32 + 5;
        doc_comment(text, &comments, Span::new(start, start + 1))
    }

    #[test]
    fn a_comment_after_a_name_wins_over_one_above() {
        assert_eq!(doc("// above\ndecl x; // behind\n").as_deref(), Some("behind"));
    }

    #[test]
    fn lines_above_are_joined() {
        assert_eq!(doc("// other\n\n// one\n  // two\ndecl x;\n// below\n").as_deref(), Some("one\ntwo"));
    }

    #[test]
    fn block_comment_loses_its_decoration() {
        assert_eq!(doc("/*\n * one\n * two\n */\ndecl x;\n").as_deref(), Some("one\ntwo"));
    }

    #[test]
    fn comment_of_the_line_before_is_not_ours() {
        assert_eq!(doc("decl y; // about y\ndecl x;\n"), None);
        assert_eq!(doc("decl x;\n// below\n"), None);
    }
}
