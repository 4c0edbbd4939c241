//! Markdown with texts of programs in it, which stay texts: no name and no comment becomes a link, an image or a heading.
//! The rules are those of the common standard and of the links that GitHub finds in plain text.

/// A text in a code span, with white space as single blanks.
pub(crate) fn code(text: &str) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let fence = fence(&[&text], 1);
    let blank = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{blank}{text}{blank}{fence}")
}

/// Back quotes for around texts: more of them than stand side by side in any text, and at least this number.
pub(crate) fn fence(texts: &[&str], least: usize) -> String {
    let runs = texts.iter().flat_map(|text| text.split(|character| character != '`')).map(str::len);
    "`".repeat(runs.max().map_or(least, |longest| least.max(longest + 1)))
}

/// A line of a text, such as a comment, with backslashes where it would mean something else.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        let behind = &text[at + character.len_utf8()..];
        if has_meaning(&text[..at], character, behind) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// `true` if a character may have a meaning in Markdown between these texts.
fn has_meaning(before: &str, character: char, behind: &str) -> bool {
    let in_word = before.ends_with(char::is_alphanumeric) && behind.starts_with(char::is_alphanumeric);
    match character {
        '\\' | '`' | '*' | '[' | ']' | '<' | '|' | '~' | '@' => true,
        '_' => !in_word,
        '&' => behind.starts_with(|next: char| next == '#' || next.is_alphanumeric()),
        // `https://` and `www.`
        ':' => behind.starts_with("//"),
        '.' if before.ends_with("www") => true,
        // Lists, headings and quotations.
        '.' | ')' => !before.is_empty() && before.bytes().all(|byte| byte.is_ascii_digit()),
        '-' | '+' | '=' | '#' | '>' => before.is_empty(),
        _ => false,
    }
}

/// Markdown of this crate as plain text: without fences, escapes, and the blanks that break lines. Linear in the text,
/// unless it has many fences without an end, which this crate does not write.
pub fn plain(markdown: &str) -> String {
    let (mut plain, mut rest) = (String::with_capacity(markdown.len()), markdown);
    while let Some(at) = rest.find(['\\', '`']) {
        plain.push_str(&rest[..at]);
        rest = &rest[at..];
        let (text, length) = match rest.strip_prefix('\\') {
            Some(behind) => {
                let escaped = behind.chars().next().map_or(0, char::len_utf8);
                (&behind[..escaped], 1 + escaped)
            }
            None => span(rest),
        };
        plain.push_str(text);
        rest = &rest[length..];
    }
    plain.push_str(rest);
    plain.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

/// The text in the code span or block that this begins with, and its length; the back quotes, if it has no end.
fn span(markdown: &str) -> (&str, usize) {
    let fence = quotes(markdown);
    let (quotes, behind) = markdown.split_at(fence);
    match closing(behind, fence) {
        Some(end) => (inside(&behind[..end]), end + 2 * fence),
        None => (quotes, fence),
    }
}

/// The number of back quotes that a text begins with.
fn quotes(text: &str) -> usize {
    text.len() - text.trim_start_matches('`').len()
}

/// The offset of the next fence with this number of back quotes.
fn closing(text: &str, fence: usize) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = text[from..].find('`').map(|at| from + at) {
        match quotes(&text[at..]) {
            found if found == fence => return Some(at),
            found => from = at + found,
        }
    }
    None
}

/// The text of a code span or a block.
fn inside(content: &str) -> &str {
    if let Some(block) = content.strip_prefix("text\n") {
        return block.strip_suffix('\n').unwrap_or(block);
    }
    let padded = content.strip_prefix(' ').and_then(|content| content.strip_suffix(' '));
    padded.filter(|content| content.contains('`')).unwrap_or(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_end_no_code_span() {
        assert_eq!(code("x"), "`x`");
        assert_eq!(code("{x` [a](b) `y}"), "``{x` [a](b) `y}``");
        assert_eq!(code("`\n\n``"), "``` ` `` ```");
        for text in ["x", "{x` [a](b) `y}", "` ``"] {
            assert_eq!(plain(&format!("a {} b  \nc", code(text))), format!("a {text} b\nc"));
        }
    }

    #[test]
    fn comments_are_texts() {
        for (comment, markdown) in [
            ("Set by f_1(x), see below. 3 - 2 = 1: true!", "Set by f_1(x), see below. 3 - 2 = 1: true!"),
            ("a && b", "a && b"),
            ("[a](b) ![i](j)", "\\[a\\](b) !\\[i\\](j)"),
            ("see https://a.b and www.c.d", "see https\\://a.b and www\\.c.d"),
            ("# h", "\\# h"),
            ("===", "\\==="),
            ("1. one", "1\\. one"),
            ("<b> &lt; **x** _y_", "\\<b> \\&lt; \\*\\*x\\*\\* \\_y\\_"),
        ] {
            assert_eq!(escaped(comment), markdown);
            assert_eq!(plain(&escaped(comment)), comment);
        }
    }

    #[test]
    fn plain_text_has_no_fences() {
        let fence = fence(&["a ``` b"], 3);
        assert_eq!(fence, "````");
        assert_eq!(
            plain(&format!("All except:  \n{fence}text\na ``` b\nF    T\n{fence}")),
            "All except:\na ``` b\nF    T"
        );
        assert_eq!(plain("`open"), "`open");
    }
}
