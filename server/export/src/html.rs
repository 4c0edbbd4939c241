//! A page for a browser or a printer: all verdicts with their evidence, each counterexample as a picture and as a table of
//! its steps and states, and the programs themselves.
//!
//! The page needs nothing from elsewhere and runs nothing; its own policy forbids both.

mod picture;
mod steps;

use std::fmt;
use std::io::{self, Write};

use boolprog_base::Severity;
use boolprog_trace::document::place;

use crate::lanes::Lanes;
use crate::report::{FileDocument, PropertyDocument, ReportDocument};
use crate::svg::STYLE;
use crate::text::Markup;
use crate::wording::{detail, evidence, file_name, nothing, verdict};

const PAGE_STYLE: &str = include_str!("html/style.css");

/// Writes the page, one counterexample after the other.
pub(crate) fn write(report: &ReportDocument, out: &mut dyn Write) -> io::Result<()> {
    let mut page = Page { out, written: Ok(()) };
    let names: Vec<&str> = report.files.iter().map(|file| file_name(&file.file)).collect();
    page.put(format_args!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n\
         <title>Report on {}</title>\n<style>\n{PAGE_STYLE}{STYLE}</style>\n</head>\n<body>\n<main>",
        Markup(names.join(", "))
    ));
    for (number, file) in (1..).zip(&report.files) {
        Section { page: &mut page, file, prefix: format!("f{number}") }.write();
    }
    page.put(format_args!("</main>\n<footer><p>boolprog {}</p></footer>\n</body>\n</html>", Markup(&report.version)));
    page.written
}

/// The destination of the page, up to the first failure.
struct Page<'o> {
    out: &'o mut dyn Write,
    written: io::Result<()>,
}

impl Page<'_> {
    fn put(&mut self, text: fmt::Arguments) {
        if self.written.is_ok() {
            self.written = writeln!(self.out, "{text}");
        }
    }
}

/// The part of the page about one file. Its anchors begin with the prefix.
struct Section<'a, 'o> {
    page: &'a mut Page<'o>,
    file: &'a FileDocument,
    prefix: String,
}

impl Section<'_, '_> {
    fn write(&mut self) {
        let file = self.file;
        self.page.put(format_args!("<h1>{}</h1>", Markup(file_name(&file.file))));
        self.facts();
        self.diagnostics();
        if let Some(why) = nothing(file) {
            self.page.put(format_args!("<p>{}.</p>", Markup(capitalised(&why))));
        }
        if !file.properties.is_empty() {
            self.verdicts();
        }
        for property in &file.properties {
            if let Some(lanes) = Lanes::of(property) {
                self.counterexample(property, &lanes);
            }
        }
        self.listing();
    }

    fn facts(&mut self) {
        let file = self.file;
        self.page.put(format_args!("<dl>"));
        self.fact("Path", &file.file);
        if let Some(threads) = &file.threads {
            let threads = if threads == "*" { "any number" } else { threads };
            self.fact("Threads that start", threads);
        }
        if let Some(hash) = &file.program_hash {
            self.fact("Hash of the text", hash);
        }
        if let Some(states) = file.statistics.thread_states {
            self.fact("Reachable thread states", &states.to_string());
        }
        self.page.put(format_args!("</dl>"));
    }

    fn fact(&mut self, term: &str, value: &str) {
        self.page.put(format_args!("<div><dt>{term}</dt><dd>{}</dd></div>", Markup(value)));
    }

    fn diagnostics(&mut self) {
        let told = self.file.diagnostics.iter().filter(|diagnostic| diagnostic.severity != Severity::Hint);
        let told: Vec<_> = told.collect();
        if told.is_empty() {
            return;
        }
        self.page.put(format_args!(
            "<h2>Errors and warnings</h2>\n{SCROLL}<table>\n<thead><tr><th scope=\"col\" class=\"number\">Line</th>\
             <th scope=\"col\">Severity</th><th scope=\"col\">Message</th></tr></thead>\n<tbody>",
            SCROLL = scroll("Errors and warnings")
        ));
        for diagnostic in told {
            let line = self.line(diagnostic.file.as_deref(), diagnostic.line);
            let (severity, message) = (diagnostic.severity.name(), Markup(&diagnostic.message));
            self.page
                .put(format_args!("<tr><td class=\"number\">{line}</td><td>{severity}</td><td>{message}</td></tr>"));
        }
        self.page.put(format_args!("</tbody>\n</table></div>"));
    }

    fn verdicts(&mut self) {
        self.page.put(format_args!(
            "<h2>Properties</h2>\n{}<table>\n<thead><tr><th scope=\"col\">Property</th><th scope=\"col\" class=\"number\">Line\
             </th><th scope=\"col\">Verdict</th><th scope=\"col\">Evidence</th></tr></thead>\n<tbody>",
            scroll("Properties")
        ));
        for property in &self.file.properties {
            let (line, verdict) = (self.line(property.file.as_deref(), property.line), verdict(property));
            let (title, detail) = (property.title(), detail(self.file, property));
            let evidence = match &property.trace {
                Some(_) => {
                    format!("<a href=\"#{}-{}\">{}</a>", self.prefix, Markup(&property.id), Markup(evidence(property)))
                }
                None => Markup(evidence(property)).to_string(),
            };
            self.page.put(format_args!(
                "<tr><th scope=\"row\"><code>{}</code></th><td class=\"number\">{line}</td>\
                 <td><strong class=\"{verdict}\">{verdict}</strong> {}</td><td>{evidence}</td></tr>",
                Markup(title),
                Markup(detail)
            ));
        }
        self.page.put(format_args!("</tbody>\n</table></div>"));
    }

    fn counterexample(&mut self, property: &PropertyDocument, lanes: &Lanes) {
        let (prefix, id, headline) = (&self.prefix, Markup(&property.id), Markup(&lanes.headline));
        let guarantee = if lanes.guarantee.is_empty() { String::new() } else { format!(" ({})", lanes.guarantee) };
        self.page.put(format_args!(
            "<section>\n<h2 id=\"{prefix}-{id}\"><code>{headline}</code></h2>\n<p>{}{}.</p>",
            lanes.size,
            Markup(guarantee)
        ));
        let picture = picture::picture(&format!("{prefix}-{id}-picture"), lanes);
        self.page.put(format_args!("{picture}"));
        let table = steps::table(property, lanes, |row| self.line(row.file, row.line));
        self.page.put(format_args!(
            "<h3>Steps and states</h3>\n{}{table}</div>\n</section>",
            scroll(&format!("Steps: {}", lanes.headline))
        ));
    }

    /// A line number, as a link if the program is on the page.
    fn line(&self, file: Option<&str>, line: u32) -> String {
        match (line, &self.file.text) {
            (0, _) => String::new(),
            (line, _) if file.is_some() => Markup(place(file, line)).to_string(),
            (line, Some(_)) => format!("<a href=\"#{}-line-{line}\">{line}</a>", self.prefix),
            (line, None) => line.to_string(),
        }
    }

    fn listing(&mut self) {
        let Some(text) = &self.file.text else { return };
        self.page.put(format_args!("<h2>Program</h2>\n{}<table class=\"program\">\n<thead class=\"aloud\"><tr><th scope=\"col\">Line</th><th scope=\"col\">Text</th></tr></thead>\n<tbody>", scroll("Program")));
        for (number, line) in (1..).zip(text.lines()) {
            let prefix = &self.prefix;
            self.page.put(format_args!(
                "<tr id=\"{prefix}-line-{number}\"><td class=\"number\">{number}</td><td><code>{}</code></td></tr>",
                Markup(line)
            ));
        }
        self.page.put(format_args!("</tbody>\n</table></div>"));
    }
}

/// The beginning of a part that scrolls sideways by itself, also with the keyboard.
fn scroll(name: &str) -> String {
    format!("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"{}\">", Markup(name))
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}
