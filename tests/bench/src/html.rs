//! The Markdown that the runner writes, as HTML.

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// Tables with more rows are folded.
const FOLDED: usize = 25;

/// Renders Markdown. Headings are below those of level `below`.
pub(crate) fn render(markdown: &str, below: usize) -> String {
    let (mut events, mut table) = (Vec::new(), 0);
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        if let Event::Start(Tag::Table(_)) = event {
            table = events.len();
        }
        let is_end = event == Event::End(TagEnd::Table);
        events.push(lowered(event, below));
        if is_end {
            fold(&mut events, table);
        }
    }
    written(events)
}

/// Text as it is.
pub(crate) fn verbatim(text: &str) -> String {
    let begin = Event::Start(Tag::CodeBlock(CodeBlockKind::Indented));
    written(vec![begin, Event::Text(text.into()), Event::End(TagEnd::CodeBlock)])
}

fn written(events: Vec<Event>) -> String {
    let mut out = String::new();
    html::push_html(&mut out, events.into_iter());
    out
}

/// The same, where a heading is by this number of levels lower.
fn lowered(event: Event<'_>, by: usize) -> Event<'_> {
    let lower = |level: HeadingLevel| HeadingLevel::try_from(level as usize + by).unwrap_or(HeadingLevel::H6);
    match event {
        Event::Start(Tag::Heading { level, id, classes, attrs }) => {
            Event::Start(Tag::Heading { level: lower(level), id, classes, attrs })
        }
        Event::End(TagEnd::Heading(level)) => Event::End(TagEnd::Heading(lower(level))),
        event => event,
    }
}

/// Folds the table at the end, which begins here, if it is long.
fn fold(events: &mut Vec<Event<'_>>, begin: usize) {
    let rows = events[begin..].iter().filter(|event| **event == Event::Start(Tag::TableRow)).count();
    if rows > FOLDED {
        events.insert(begin, Event::Html(format!("<details><summary>{rows} rows</summary>\n").into()));
        events.push(Event::Html("</details>\n".into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_below_others() {
        let text = "# Title\n\nTwo\nlines, *set* & **all**.\n\n###### Last\n";
        let rendered = "<h3>Title</h3>\n<p>Two\nlines, <em>set</em> &amp; <strong>all</strong>.</p>\n<h6>Last</h6>\n";
        assert_eq!(render(text, 2), rendered);
    }

    #[test]
    fn long_tables_are_folded() {
        let table = |rows: usize| "| a |\n|---|\n".to_owned() + &"| 1 |\n".repeat(rows);
        assert!(render(&table(FOLDED + 1), 0).starts_with("<details><summary>26 rows</summary>\n<table>"));
        assert!(render(&table(FOLDED), 0).starts_with("<table>"));
    }
}
