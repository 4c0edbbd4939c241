//! The report for the user: diagnostics with excerpts, then a line per property, then the counterexamples.

use std::io::{self, IsTerminal, Write};

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use boolprog_base::words::count;
use boolprog_base::{Diagnostic, Severity};
use boolprog_check::wording::holds;
use boolprog_export::report::{PropertyDocument, Verdict};
use boolprog_trace::document::{ProgramKind, PropertyKind};

use super::checked::Checked;
use super::iterations::{self, shortened};
use super::traces;

/// Excerpts of longer lines are left out: they would fill the screen.
const LONGEST_LINE: usize = 400;

pub(super) fn print(checked: &Checked, out: &mut impl Write) -> io::Result<()> {
    // Hints are for the editor, which shows them unobtrusively.
    for diagnostic in checked.diagnostics.iter().filter(|diagnostic| diagnostic.severity != Severity::Hint) {
        print_diagnostic(checked, diagnostic, out)?;
    }
    let document = &checked.document;
    let errors = checked.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
    if errors > 0 {
        writeln!(out, "{}: not checked because of {}", document.file, count(errors as u64, "error"))?;
    } else if let (Some(kind), Some(threads)) = (document.kind, &document.threads) {
        writeln!(out, "{}: {}", document.file, started(kind, threads))?;
        for property in &document.properties {
            print_property(checked, property, out)?;
        }
        iterations::print(&document.statistics.iterations, out)?;
        if let Some(try_next) = &document.try_next {
            writeln!(out, "  try next: {try_next}")?;
        }
        if document.properties.is_empty() {
            writeln!(out, "  nothing is asserted: there is nothing to prove")?;
        }
    }
    Ok(())
}

fn started(kind: ProgramKind, threads: &str) -> String {
    match (kind, threads) {
        (ProgramKind::Integer, "1") => "1 instance".to_owned(),
        (ProgramKind::Integer, many) => format!("{many} instances"),
        (ProgramKind::System, "*") => "any number of threads start".to_owned(),
        (_, "*") => "any number of threads run main".to_owned(),
        (_, "1") => "one thread starts".to_owned(),
        (_, many) => format!("{many} threads start"),
    }
}

fn print_property(checked: &Checked, property: &PropertyDocument, out: &mut impl Write) -> io::Result<()> {
    let place = match property.kind {
        PropertyKind::Target => format!("target {}", property.name),
        kind => format!("line {}: {} {}", property.line, kind.name(), shortened(&property.name)),
    };
    match property.verdict {
        Verdict::Proved => {
            let engine = property.engine.as_deref().unwrap_or_default();
            let scope = checked.document.scope.as_deref().unwrap_or_default();
            writeln!(out, "  proved    {place} - {} ({engine})", holds(property.kind, scope))
        }
        Verdict::Violated => {
            writeln!(out, "  violated  {place} - {}", property.needs())?;
            traces::print(property, out)
        }
        Verdict::Unknown => writeln!(out, "  unknown   {place} - {}", property.reason.as_deref().unwrap_or_default()),
    }
}

fn print_diagnostic(checked: &Checked, diagnostic: &Diagnostic, out: &mut impl Write) -> io::Result<()> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Information | Severity::Hint => Level::INFO,
    };
    if excerpt_is_long(checked, diagnostic) {
        let (line, column) = checked.source.line_and_column(diagnostic.span.start);
        let severity = diagnostic.severity.name();
        let (code, message, file) = (diagnostic.code, &diagnostic.message, &checked.document.file);
        return writeln!(out, "{severity}[{code}]: {message}\n  --> {file}:{line}:{column}");
    }
    let text = checked.source.text();
    let mut snippet = Snippet::source(&**text).path(checked.document.file.as_str()).fold(true);
    snippet = snippet.annotation(AnnotationKind::Primary.span(diagnostic.span.range()));
    for (span, message) in &diagnostic.related {
        snippet = snippet.annotation(AnnotationKind::Context.span(span.range()).label(message.as_str()));
    }
    let mut group = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code).element(snippet);
    for fix in &diagnostic.fixes {
        group = group.element(Level::HELP.message(fix.title.as_str()));
    }
    let styled = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
    let report: &[Group<'_>] = &[group];
    writeln!(out, "{}\n", renderer.render(report))
}

/// `true` if a line of the excerpt is very long.
fn excerpt_is_long(checked: &Checked, diagnostic: &Diagnostic) -> bool {
    let text = checked.source.text();
    let spans = diagnostic.related.iter().map(|(span, _)| *span).chain([diagnostic.span]);
    spans.into_iter().any(|span| {
        let (start, end) = (span.start as usize, span.end as usize);
        let before = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let after = text[end..].find('\n').map_or(text.len(), |at| end + at);
        text[before..after].lines().any(|line| line.len() > LONGEST_LINE)
    })
}
