//! The report for the user: diagnostics with excerpts, then a line per property, then the counterexamples.

use std::io::{self, Write};
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};
use boolprog_base::words::count;
use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_check::report::ASSUMPTION;
use boolprog_check::wording::{few, holds};
use boolprog_export::report::{Counterexample, CoverabilityDocument, PropertyDocument, StatisticsDocument, Verdict};
use boolprog_export::wording;
use boolprog_trace::document::{ProgramKind, PropertyKind, place};

use super::checked::Checked;
use super::counted;
use super::iterations::{self, shortened};
use super::load::Place;
use super::output::{Output, Plain, one_line};
use super::rounds;
use super::traces;

/// Excerpts of longer lines are left out: they would fill the screen.
const LONGEST_LINE: usize = 400;
/// Places that are farther apart are shown in excerpts of their own, in bytes: the renderer takes a hundred bytes of
/// memory for each line between them.
const LONGEST_EXCERPT: u32 = 1 << 16;
/// More diagnostics of a file are counted, not shown.
const MOST_DIAGNOSTICS: usize = 200;

/// Prints the report; `with_work` adds the work of the searches for a coverability set, for comparisons of engines.
pub(super) fn print(checked: &Checked, with_work: bool, out: &mut Output) -> io::Result<()> {
    // Hints are for the editor, which shows them unobtrusively; what is taken for granted comes with the verdicts.
    let is_shown = |it: &&Diagnostic| it.severity != Severity::Hint && it.code != ASSUMPTION;
    let mut shown = checked.diagnostics.iter().filter(is_shown);
    for diagnostic in shown.by_ref().take(MOST_DIAGNOSTICS) {
        print_diagnostic(checked, diagnostic, out)?;
    }
    let hidden = shown.count();
    if hidden > 0 {
        let others = count(hidden as u64, "more message");
        writeln!(Plain(&mut *out), "{}: {others}, which `--format short` lists\n", checked.document.file)?;
    }
    print_verdicts(checked, with_work, &mut Plain(out))
}

/// The line about the program, or its number of errors.
fn print_verdicts(checked: &Checked, with_work: bool, out: &mut impl Write) -> io::Result<()> {
    let document = &checked.document;
    let errors = checked.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
    if errors > 0 {
        writeln!(out, "{}: not checked because of {}", document.file, count(errors as u64, "error"))?;
    } else if let Some(kind) = document.kind {
        writeln!(out, "{}: {}", document.file, started(kind, document.threads.as_deref()))?;
        let (listed, groups) = counted::divided(&document.properties);
        for property in listed {
            print_property(checked, property, out)?;
        }
        for group in groups {
            counted::print(document, &group, out)?;
        }
        print_assumptions(checked, out)?;
        for search in document.statistics.coverability.iter().filter(|_| with_work) {
            print_search(search, out)?;
        }
        iterations::print(&document.statistics.iterations, out)?;
        print_visited(&document.statistics, out)?;
        rounds::print(&document.statistics.rounds, out)?;
        if let Some(nothing) = wording::nothing(document) {
            writeln!(out, "  {nothing}")?;
        }
        if let Some(try_next) = &document.try_next {
            writeln!(out, "  try next: {try_next}")?;
        }
    }
    Ok(())
}

/// The search of states one by one, and the seed of random choices.
fn print_visited(statistics: &StatisticsDocument, out: &mut impl Write) -> io::Result<()> {
    let states = statistics.states.map(|states| format!("{} visited", count(states, "state")));
    let seed = statistics.seed.map(|seed| format!("seed {seed}"));
    let parts: Vec<String> = states.into_iter().chain(seed).collect();
    if parts.is_empty() { Ok(()) } else { writeln!(out, "  {}", parts.join(", ")) }
}

fn started(kind: ProgramKind, threads: Option<&str>) -> String {
    let Some(threads) = threads else { return "a Petri net".to_owned() };
    match (kind, threads) {
        (ProgramKind::Integer | ProgramKind::C, "1") => format!("1 {}", kind.actor()),
        (ProgramKind::Integer | ProgramKind::C, "*") => format!("any number of {}s", kind.actor()),
        (ProgramKind::Integer | ProgramKind::C, many) => format!("{many} {}s", kind.actor()),
        (ProgramKind::System, "*") => "any number of threads start".to_owned(),
        (_, "*") => "any number of threads run main".to_owned(),
        (_, "1") => "one thread starts".to_owned(),
        (_, many) => format!("{many} threads start"),
    }
}

fn print_property(checked: &Checked, property: &PropertyDocument, out: &mut impl Write) -> io::Result<()> {
    print_verdict(checked, property, out)?;
    print_others(property, out)?;
    for note in &property.notes {
        writeln!(out, "    note: {note}")?;
    }
    traces::print(property, out)
}

/// Prints the other places of a violation, such as the second access of a data race: those of the counterexample if it has some.
fn print_others(property: &PropertyDocument, out: &mut impl Write) -> io::Result<()> {
    if let Some(Counterexample::Program(trace)) = &property.trace
        && !trace.property.related.is_empty()
    {
        for related in &trace.property.related {
            writeln!(out, "    {}: {}", trace.place(&related.range), related.text)?;
        }
        return trace.property.locks.iter().try_for_each(|locks| writeln!(out, "    {locks}"));
    }
    for related in property.related.iter().filter(|_| property.verdict == Verdict::Violated) {
        writeln!(out, "    {}: {}", place(related.file.as_deref(), related.line), related.message)?;
    }
    Ok(())
}

/// Prints the assumptions of the verdicts.
fn print_assumptions(checked: &Checked, out: &mut impl Write) -> io::Result<()> {
    for assumed in checked.diagnostics.iter().filter(|diagnostic| diagnostic.code == ASSUMPTION) {
        let Place { file, line, .. } = checked.source.place(assumed.span.start);
        writeln!(out, "  assumed   {}: {}", place(file, line), assumed.message)?;
    }
    Ok(())
}

fn print_verdict(checked: &Checked, property: &PropertyDocument, out: &mut impl Write) -> io::Result<()> {
    let place = match property.kind {
        PropertyKind::Target if property.line == 0 => format!("target {}", property.name),
        _ => format!("{}: {}", place(property.file.as_deref(), property.line), shortened(&property.title())),
    };
    match property.verdict {
        Verdict::Proved => {
            let engine = property.engine.as_deref().unwrap_or_default();
            let scope = checked.document.scope.as_deref().unwrap_or_default();
            let few = with_few(property).map_or_else(String::new, |few| format!(", {few}"));
            writeln!(out, "  proved    {place} - {} ({engine}{few})", holds(property.kind, scope))
        }
        Verdict::Violated => {
            let engines = match (property.engine.as_deref(), property.trace_engine.as_deref()) {
                (Some(engine), Some(other)) if engine != other => format!(" ({engine}; execution: {other})"),
                _ => String::new(),
            };
            writeln!(out, "  violated  {place} - {}{engines}", property.needs())
        }
        Verdict::Unknown => {
            let few = with_few(property).map_or_else(String::new, |few| format!("; tried with {few}"));
            writeln!(out, "  unknown   {place} - {}{few}", property.reason.as_deref().unwrap_or_default())
        }
    }
}

/// `km-dfs: 31 nodes, 28 expanded, 10 maximal markings`
fn print_search(search: &CoverabilityDocument, out: &mut impl Write) -> io::Result<()> {
    let CoverabilityDocument { engine, reduced, nodes, expanded, maximal_markings } = search;
    let system = if *reduced { " on the reduced program" } else { "" };
    let (nodes, markings) = (count(*nodes, "node"), count(*maximal_markings, "maximal marking"));
    writeln!(out, "  {engine}{system}: {nodes}, {expanded} expanded, {markings}")
}

/// The number of variables with which localization decided a property.
fn with_few(property: &PropertyDocument) -> Option<String> {
    let (visible, of) = property.visible_variables.as_ref().zip(property.variables)?;
    (property.rounds > 0).then(|| few(visible.len(), of))
}

fn print_diagnostic(checked: &Checked, diagnostic: &Diagnostic, out: &mut Output) -> io::Result<()> {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Information | Severity::Hint => Level::INFO,
    };
    if excerpt_is_long(checked, diagnostic) {
        let Place { file, line, column } = checked.source.place(diagnostic.span.start);
        let severity = diagnostic.severity.name();
        let (code, message, file) = (diagnostic.code, &diagnostic.message, file.unwrap_or(&checked.document.file));
        writeln!(Plain(&mut *out), "{severity}[{code}]: {message}")?;
        return writeln!(Plain(out), "  --> {file}:{line}:{column}");
    }
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code);
    let mut group = title.elements(excerpts(checked, diagnostic));
    for fix in &diagnostic.fixes {
        group = group.element(Level::HELP.message(fix.title.as_str()));
    }
    let styled = out.is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let renderer = if styled { Renderer::styled() } else { Renderer::plain() };
    let report: &[Group<'_>] = &[group];
    // The renderer draws the carriage return of a line that ends with one.
    writeln!(out, "{}\n", renderer.render(report).replace("\u{240d}\n", "\n"))
}

/// A place in an excerpt, and what is written beside it.
type Marked<'t> = (Span, AnnotationKind, Option<&'t str>);

/// The excerpts of a diagnostic: one with all its places, or one for each if they are far apart.
fn excerpts<'t>(checked: &'t Checked, diagnostic: &'t Diagnostic) -> Vec<Snippet<'t, Annotation<'t>>> {
    let mut places: Vec<Marked<'_>> = vec![(diagnostic.span, AnnotationKind::Primary, None)];
    places.extend(diagnostic.related.iter().map(|(span, why)| (*span, AnnotationKind::Context, Some(why.as_str()))));
    let all = Span::covering(places.iter().map(|(span, ..)| *span)).unwrap_or(diagnostic.span);
    let together = if all.len() > LONGEST_EXCERPT { 1 } else { places.len() };
    places.chunks(together).map(|places| excerpt(checked, places)).collect()
}

/// The lines of places. The renderer sees nothing else: it takes memory for all lines that it could show.
fn excerpt<'t>(checked: &'t Checked, places: &[Marked<'t>]) -> Snippet<'t, Annotation<'t>> {
    let text = checked.source.text();
    let shortened = |span: Span| if span.len() > LONGEST_EXCERPT { Span::empty(span.start) } else { span };
    let all = Span::covering(places.iter().map(|(span, ..)| shortened(*span))).unwrap_or_default();
    let shown = lines(text, all);
    let Place { file, line: first_line, .. } = checked.source.place(shown.start as u32);
    let snippet = Snippet::source(&text[shown.clone()]).line_start(first_line as usize).fold(true);
    let snippet = snippet.path(one_line(file.unwrap_or(&checked.document.file)));
    snippet.annotations(places.iter().map(|(span, kind, why)| {
        let Range { start, end } = shortened(*span).range();
        kind.span(start - shown.start..end - shown.start).label(*why)
    }))
}

/// `true` if a line of the excerpt is very long.
fn excerpt_is_long(checked: &Checked, diagnostic: &Diagnostic) -> bool {
    let spans = diagnostic.related.iter().map(|(span, _)| *span).chain([diagnostic.span]);
    let text = checked.source.text();
    spans.into_iter().any(|span| text[lines(text, span)].lines().any(|line| line.len() > LONGEST_LINE))
}

/// The lines that a span touches.
fn lines(text: &str, span: Span) -> Range<usize> {
    let (start, end) = (span.start as usize, span.end as usize);
    let before = text[..start].rfind('\n').map_or(0, |at| at + 1);
    before..text[end..].find('\n').map_or(text.len(), |at| end + at)
}
