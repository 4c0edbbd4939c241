//! Reports and counterexamples in the formats of other tools: pictures, texts and files that they open.
//!
//! The command line and the language server use it; it depends on the reports of `check` and the traces of `trace`.
//!
//! Everything is a pure function from a [report](report::ReportDocument) to a text; a single counterexample is a report
//! of its own. The pictures share one model, [`lanes`], so that they show the same execution in the same words. Names
//! and statements of a program are never markup: each format has one function that escapes all of them.

pub mod graph;
mod html;
pub mod lanes;
mod mermaid;
mod plantuml;
pub mod report;
mod sarif;
mod sequence;
mod statements;
mod svg;
mod text;
mod values;
pub mod witness;
pub mod wording;

pub use text::plain;

use std::io::{self, Write};

use report::ReportDocument;

/// The formats besides the report's own JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// SARIF 2.1.0, for viewers and code hosts.
    Sarif,
    /// A sequence diagram for Mermaid.
    Mermaid,
    /// A sequence diagram for `PlantUML`.
    PlantUml,
    /// A picture in SVG.
    Svg,
    /// A page for a browser or a printer.
    Html,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 5] = [Self::Sarif, Self::Mermaid, Self::PlantUml, Self::Svg, Self::Html];

    /// Its name on the command line and in requests.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sarif => "sarif",
            Self::Mermaid => "mermaid",
            Self::PlantUml => "plantuml",
            Self::Svg => "svg",
            Self::Html => "html",
        }
    }

    /// The format with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// A report in some format. The text ends with a line feed.
///
/// Its size and the time it takes are linear in the number of steps, times the number of variables if a format shows
/// states in full. Inconsistent documents are shown as far as possible.
pub fn export(report: &ReportDocument, format: Format) -> String {
    let mut text = Vec::new();
    // Memory takes all that is written.
    let _ = write(report, format, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// The same, written as it is made: many counterexamples are never in memory as a whole in formats that have them all. Fails
/// where writing fails.
pub fn write(report: &ReportDocument, format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Sarif => sarif::write(report, out),
        Format::Mermaid => out.write_all(mermaid::write(report).as_bytes()),
        Format::PlantUml => out.write_all(plantuml::write(report).as_bytes()),
        Format::Svg => out.write_all(svg::write(report).as_bytes()),
        Format::Html => html::write(report, out),
    }
}
