//! The Markdown that the runner writes, as HTML: headings, tables, lists, indented blocks, paragraphs.

use std::fmt::Write as _;

/// Tables with more rows are folded.
const FOLDED: usize = 25;

/// Renders Markdown. Headings are below those of level `below`.
pub(crate) fn render(markdown: &str, below: usize) -> String {
    let lines: Vec<&str> = markdown.lines().filter(|line| !line.trim().is_empty()).collect();
    let blocks = lines.chunk_by(|left, right| Kind::of(left) == Kind::of(right) && Kind::of(left) != Kind::Heading);
    blocks.map(|lines| block(lines, below) + "\n").collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Heading,
    Row,
    Item,
    Verbatim,
    Text,
}

impl Kind {
    fn of(line: &str) -> Self {
        match line {
            _ if line.starts_with('#') => Self::Heading,
            _ if line.starts_with('|') => Self::Row,
            _ if line.starts_with("- ") => Self::Item,
            _ if line.starts_with("    ") => Self::Verbatim,
            _ => Self::Text,
        }
    }
}

/// Lines of one kind, of which there is at least one.
fn block(lines: &[&str], below: usize) -> String {
    match Kind::of(lines[0]) {
        Kind::Heading => {
            let title = lines[0].trim_start_matches('#');
            let level = below + lines[0].len() - title.len();
            format!("<h{level}>{}</h{level}>", inline(title.trim()))
        }
        Kind::Row => table(lines),
        Kind::Item => format!("<ul>{}</ul>", each(lines, |line| format!("<li>{}</li>", inline(&line[2..])))),
        Kind::Verbatim => verbatim(&each(lines, |line| format!("{}\n", &line[4..]))),
        Kind::Text => format!("<p>{}</p>", inline(&lines.join(" "))),
    }
}

fn each<T: Copy>(parts: &[T], render: impl Fn(T) -> String) -> String {
    parts.iter().map(|part| render(*part)).collect()
}

/// Text as it is.
pub(crate) fn verbatim(text: &str) -> String {
    format!("<pre>{}</pre>", escape(text))
}

/// The second row of a table only says how the columns are aligned.
fn table(rows: &[&str]) -> String {
    let row = |row: &str, tag: &str| {
        let cells = row.trim_start_matches("| ").trim_end_matches('|').replace("\\|", "\u{1}");
        let cells = cells.split('|').map(|cell| inline(&cell.trim().replace('\u{1}', "|")));
        let cells = cells.fold(String::new(), |row, cell| row + &format!("<{tag}>{cell}</{tag}>"));
        format!("<tr>{cells}</tr>\n")
    };
    let body = &rows[rows.len().min(2)..];
    let table = format!("<table>\n{}{}</table>", row(rows[0], "th"), each(body, |line| row(line, "td")));
    let is_long = body.len() > FOLDED;
    if is_long { format!("<details><summary>{} rows</summary>\n{table}</details>", body.len()) } else { table }
}

/// `Code`, **strong** and *emphasized* text.
fn inline(text: &str) -> String {
    let tags = [("`", "code"), ("**", "strong"), ("*", "em")];
    let escaped = escape(text);
    tagged(&escaped, &tags)
}

/// The parts between two marks in a tag; marks inside of the first tag, and a mark without another one, are text.
fn tagged(text: &str, tags: &[(&str, &str)]) -> String {
    let Some(((mark, tag), others)) = tags.split_first() else { return text.to_owned() };
    let mut parts = text.split(mark).peekable();
    let mut out = tagged(parts.next().unwrap_or_default(), others);
    while let Some(inside) = parts.next() {
        let Some(after) = parts.next() else {
            return out + mark + &tagged(inside, others);
        };
        // Writing to a string never fails.
        let _ = write!(out, "<{tag}>{inside}</{tag}>{}", tagged(after, others));
    }
    out
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_block_is_rendered() {
        let text = "# Title\n\nTwo\nlines, *set* & **all**.\n\n- `a * b`\n- 2 * 3\n\n    x < 1\n      y\n\n| a | b |\n|---|---|\n| `c` | d\\|e |\n";
        let rendered = "<h3>Title</h3>\n<p>Two lines, <em>set</em> &amp; <strong>all</strong>.</p>\n\
             <ul><li><code>a * b</code></li><li>2 * 3</li></ul>\n<pre>x &lt; 1\n  y\n</pre>\n\
             <table>\n<tr><th>a</th><th>b</th></tr>\n<tr><td><code>c</code></td><td>d|e</td></tr>\n</table>\n";
        assert_eq!(render(text, 2), rendered);
    }

    #[test]
    fn long_tables_are_folded() {
        let long = "| a |\n|---|\n".to_owned() + &"| 1 |\n".repeat(FOLDED + 1);
        assert!(render(&long, 0).starts_with("<details><summary>26 rows</summary>"));
    }
}
