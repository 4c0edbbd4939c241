//! The answers of the editor's features as text, for snapshots.

use std::fmt::Write;

use boolprog_base::Span;
use boolprog_ide::calls::Connection;
use boolprog_ide::coverage::Coverage;
use boolprog_ide::lenses::Action;
use boolprog_ide::symbols::Symbol;
use boolprog_ide::{Source, status};

use crate::support::place;

pub(crate) fn connections(text: &str, direction: &str, connections: &[Connection]) -> String {
    let mut out = String::new();
    for Connection { item, how, spans } in connections {
        let places: Vec<String> = spans.iter().map(|span| place(text, *span)).collect();
        let _ = writeln!(out, "  {direction} {} {how:?}: {}", item.name, places.join(", "));
        assert!(item.span.contains(item.name_span), "{}", item.name);
    }
    out
}

pub(crate) fn occurrences(source: &Source, offset: u32) -> String {
    let Some((span, declared)) = source.declarations(offset) else { return "# nothing\n\n".to_owned() };
    let mut out = format!("# {}\n", place(source.text(), span));
    for target in declared {
        let (name, whole) = (place(source.text(), target.name_span), place(source.text(), target.span));
        assert!(target.span.contains(target.name_span), "{name} in {whole}");
        let _ = writeln!(out, "declared {name} in {whole}");
    }
    for found in source.occurrences(offset).expect("as before") {
        let declares = if found.is_declaration { " declaration" } else { "" };
        let _ = writeln!(out, "  {} {:?}{declares}", place(source.text(), found.span), found.access);
    }
    out + "\n"
}

pub(crate) fn lenses(source: &Source) -> String {
    let mut out = "# lenses\n".to_owned();
    for lens in source.lenses() {
        let click = match lens.action {
            Action::None => String::new(),
            Action::Replay(id) => format!(" (replays {id})"),
            Action::ShowTrace(id) => format!(" (shows {id})"),
            Action::Properties => " (offers the properties)".to_owned(),
            Action::Why => " (shows why)".to_owned(),
            Action::Check => " (checks)".to_owned(),
            Action::CheckAlso(name) => format!(" (checks {name}, too)"),
            Action::RetryAll(seconds) => format!(" (checks with {seconds} s)"),
            Action::Retry(id, seconds) => format!(" (decides {id} with {seconds} s)"),
            Action::Abstract => " (abstracts)".to_owned(),
            Action::Refine => " (refines)".to_owned(),
            Action::Source => " (shows the source)".to_owned(),
            Action::ReplaySource(id) => format!(" (replays {id} in the source)"),
            Action::AddPredicates(predicates) => format!(" (adds {})", predicates.join(", ")),
        };
        let _ = writeln!(out, "line {}: {}{click}", line_of(source, lens.span), lens.title);
    }
    out + "\n"
}

/// The number of the line in which a span begins, from 1.
fn line_of(source: &Source, span: Span) -> usize {
    source.text()[..span.start as usize].matches('\n').count() + 1
}

pub(crate) fn diagnostics(source: &Source) -> String {
    let mut out = "# diagnostics\n".to_owned();
    for found in source.diagnostics() {
        let at = place(source.text(), found.span);
        let _ = writeln!(out, "{at} {:?} {} {:?}\n  {}", found.severity, found.code, found.tags, found.message);
        for (span, message) in found.related {
            let _ = writeln!(out, "  line {}: {message}", line_of(source, span));
        }
    }
    out + "\n"
}

pub(crate) fn coverage(text: &str, coverage: &Coverage) -> String {
    let mut out = String::new();
    for procedure in &coverage.procedures {
        let _ = writeln!(out, "{} entered with {}: {}", procedure.name, procedure.states, place(text, procedure.span));
    }
    for covered in &coverage.statements {
        let outcomes = covered.outcomes.map(|it| format!(", T in {} and F in {}", it.holds, it.fails));
        let _ = writeln!(out, "{:4} {}{}", covered.states, place(text, covered.span), outcomes.unwrap_or_default());
    }
    out
}

pub(crate) fn status(status: &status::Status) -> String {
    format!("# status\n{:?}: {}\n{}\n", status.state, status.text, status.tooltip)
}

pub(crate) fn symbols(text: &str, listed: &[Symbol], depth: usize, out: &mut String) {
    for symbol in listed {
        let (indent, at) = ("  ".repeat(depth), place(text, symbol.name_span));
        let _ = writeln!(out, "{indent}{} {:?} {} at {at}", symbol.name, symbol.kind, symbol.detail);
        assert!(symbol.span.contains(symbol.name_span), "{}", symbol.name);
        symbols(text, &symbol.children, depth + 1, out);
    }
}

pub(crate) fn completions(source: &Source, offset: u32) -> String {
    let line = source.text()[..offset as usize].rsplit('\n').next().unwrap_or_default().trim_start();
    let number = line_of(source, Span::empty(offset));
    let mut out = format!("# {number}: `{line}`");
    let Some(found) = source.completions(offset) else { return out + "\nnothing\n\n" };
    let eager = if found.eager { ", at once" } else { "" };
    let _ = writeln!(out, " for `{}`{eager}", source.slice(found.replace));
    assert!(found.replace.contains(found.insert) && found.insert.end == offset, "{found:?}");
    for item in found.items {
        let detail = if item.detail.is_empty() { String::new() } else { format!(" ({})", item.detail) };
        let snippet = item.snippet.map(|snippet| format!(" -> {snippet:?}")).unwrap_or_default();
        let documented = source.documentation(&item.label, item.subject).is_some();
        let _ = writeln!(out, "{}{detail}{snippet}{}", item.label, if documented { "" } else { " -" });
    }
    out + "\n"
}
