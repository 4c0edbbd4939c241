//! Programs and the editor's answers about them: adding a case is adding a `.bp` or `.ip` file to the folder of a
//! feature.
//!
//! In `hover/`, `occurrences/` and `selection/` every `$0` is the place of a request. In `rename/` there is one, and
//! the first line `// to: ...` has the new name. A first line `// test: ...` gives the stage of the check, see
//! [`Stage`]; without it the check is complete.

use std::fmt::Write;
use std::path::Path;

use boolprog_base::{Edit, Span};
use boolprog_ide::blueprint::is_blueprint;
use boolprog_ide::calls::{Connection, incoming, outgoing};
use boolprog_ide::coverage::{Coverage, coverage};
use boolprog_ide::hover::MAX_LINES;
use boolprog_ide::inlay_hints::{MAX_LABEL, Wanted, tooltip};
use boolprog_ide::lenses::Action;
use boolprog_ide::line_states::line_states;
use boolprog_ide::rename::Refusal;
use boolprog_ide::semantic_tokens::Modifier;
use boolprog_ide::shape::{BOOLEAN, INTEGER, Shape};
use boolprog_ide::signature_help::signature_help;
use boolprog_ide::symbols::Symbol;
use boolprog_ide::{Source, status};

use crate::models;
use crate::programs::programs;
use crate::support::{expect, place, snapshot, take_markers};

/// The results about a program, which is an integer program if its name says so.
fn source(name: &str, text: &str) -> Source {
    if Path::new(name).extension().is_some_and(|extension| extension == "ip") {
        Source::Integer(models::snapshot(text))
    } else {
        Source::Boolean(snapshot(text))
    }
}

fn shape(name: &str, text: &str) -> Shape {
    let is_integer = Path::new(name).extension().is_some_and(|extension| extension == "ip");
    Shape::new(if is_integer { &INTEGER } else { &BOOLEAN }, &text.into(), None)
}

#[test]
fn hovers() {
    for (name, marked) in programs("hover") {
        let (text, offsets) = take_markers(&marked);
        assert!(!offsets.is_empty(), "{name} has no $0");
        let source = source(&name, &text);
        let mut out = String::new();
        for offset in offsets {
            match source.hover(offset, MAX_LINES) {
                Some(found) => {
                    let tight = source.hover(offset, MAX_LINES - 1).expect("as before");
                    assert!(tight.markdown.lines().count() < MAX_LINES, "{name} is too long:\n{}", tight.markdown);
                    let hover = found;
                    assert!(hover.markdown.lines().count() <= MAX_LINES, "{name} is too long:\n{}", hover.markdown);
                    assert_eq!(hover.markdown.matches("```").count() % 2, 0, "{name}:\n{}", hover.markdown);
                    let _ = writeln!(out, "# {}\n{}\n", place(&text, hover.span), hover.markdown);
                }
                None => out.push_str("# nothing\n\n"),
            }
        }
        expect("hover", &name, &out);
    }
}

#[test]
fn verdicts() {
    for (name, text) in programs("verdicts") {
        let content = if is_blueprint(&format!("{name}.bp"), &text) {
            told_status(&status::off())
        } else {
            let source = source(&name, &text);
            told_lenses(&source) + &told_diagnostics(&source) + &told_status(&source.status())
        };
        expect("verdicts", &name, &content);
    }
}

#[test]
fn lists_of_properties() {
    for (name, text) in programs("properties") {
        let mut out = String::new();
        for entry in source(&name, &text).properties() {
            let (at, outcome) = (place(&text, entry.span), entry.outcome);
            let _ = writeln!(out, "{} ({}) at {at}\n  {outcome:?}: {}", entry.id, entry.label, entry.text);
        }
        expect("properties", &name, &out);
    }
}

#[test]
fn coverages() {
    for (name, text) in programs("coverage") {
        let out =
            coverage(&snapshot(&text)).map_or_else(|reason| format!("{reason}\n"), |it| told_coverage(&text, &it));
        expect("coverage", &name, &out);
    }
}

#[test]
fn outlines() {
    for (name, text) in programs("symbols") {
        let mut out = String::new();
        told_symbols(&text, &source(&name, &text).symbols(), 0, &mut out);
        expect("symbols", &name, &out);
    }
}

#[test]
fn occurrences_of_names() {
    for (name, marked) in programs("occurrences") {
        let (text, offsets) = take_markers(&marked);
        assert!(!offsets.is_empty(), "{name} has no $0");
        let source = source(&name, &text);
        let out: String = offsets.into_iter().map(|offset| told_occurrences(&source, offset)).collect();
        expect("occurrences", &name, &out);
    }
}

#[test]
fn renames() {
    for (name, marked) in programs("rename") {
        let (text, offsets) = take_markers(&marked);
        let new_name = text.strip_prefix("// to: ").and_then(|rest| rest.lines().next()).expect("a new name");
        let source = source(&name, &text);
        let mut out = String::new();
        for offset in offsets {
            match source.rename(offset, new_name) {
                Ok(Some(edits)) => out += &applied(&text, &edits),
                Ok(None) => out += "nothing to rename\n",
                Err(Refusal(reason)) => {
                    let _ = writeln!(out, "{reason}");
                }
            }
        }
        expect("rename", &name, &out);
    }
}

#[test]
fn calls_and_thread_starts() {
    for (name, text) in programs("calls") {
        let snapshot = snapshot(&text);
        let mut out = String::new();
        for procedure in &snapshot.analysis.names.procedures {
            let _ = writeln!(out, "# {}", procedure.name);
            let found = incoming(&snapshot, &procedure.name).expect("the procedure exists");
            out += &told_connections(&text, "from", &found);
            let found = outgoing(&snapshot, &procedure.name).expect("the procedure exists");
            out += &told_connections(&text, "to", &found);
        }
        expect("calls", &name, &out);
    }
}

#[test]
fn foldings() {
    for (name, text) in programs("folding") {
        let mut out = String::new();
        for fold in shape(&name, &text).folds() {
            let line = |offset: u32| text[..offset as usize].matches('\n').count() + 1;
            let Span { start, end } = fold.span;
            let _ = writeln!(out, "{}-{} {:?} {}", line(start), line(end), fold.kind, place(&text, fold.span));
        }
        expect("folding", &name, &out);
    }
}

#[test]
fn links_in_comments() {
    for (name, text) in programs("links") {
        let mut out = String::new();
        for link in source(&name, &text).links() {
            let _ = writeln!(out, "{} {:?}", place(&text, link.span), link.target);
        }
        expect("links", &name, &out);
    }
}

#[test]
fn selections() {
    for (name, marked) in programs("selection") {
        let (text, offsets) = take_markers(&marked);
        let shape = shape(&name, &text);
        let mut out = String::new();
        for offset in offsets {
            for span in shape.enclosing(offset) {
                let _ = writeln!(out, "{}", place(&text, span));
            }
            out.push('\n');
        }
        expect("selection", &name, &out);
    }
}

fn told_connections(text: &str, direction: &str, connections: &[Connection]) -> String {
    let mut out = String::new();
    for Connection { item, how, spans } in connections {
        let places: Vec<String> = spans.iter().map(|span| place(text, *span)).collect();
        let _ = writeln!(out, "  {direction} {} {how:?}: {}", item.name, places.join(", "));
        assert!(item.span.contains(item.name_span), "{}", item.name);
    }
    out
}

fn told_occurrences(source: &Source, offset: u32) -> String {
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

/// The text after edits that are in textual order.
fn applied(text: &str, edits: &[Edit]) -> String {
    let mut changed = text.to_owned();
    for edit in edits.iter().rev() {
        changed.replace_range(edit.span.range(), &edit.text);
    }
    changed
}

fn told_lenses(source: &Source) -> String {
    let mut out = "# lenses\n".to_owned();
    for lens in source.lenses() {
        let click = match lens.action {
            Action::None => String::new(),
            Action::Replay(id) => format!(" (replays {id})"),
            Action::ShowTrace(id) => format!(" (shows {id})"),
            Action::Check => " (checks)".to_owned(),
            Action::Retry(id, seconds) => format!(" (decides {id} with {seconds} s)"),
            Action::Abstract => " (abstracts)".to_owned(),
            Action::Refine => " (refines)".to_owned(),
            Action::Source => " (shows the source)".to_owned(),
            Action::ReplaySource(id) => format!(" (replays {id} in the source)"),
            Action::AddPredicates(predicates) => format!(" (adds {})", predicates.join(", ")),
        };
        let _ = writeln!(out, "line {}: {}{click}", line(source, lens.span), lens.title);
    }
    out + "\n"
}

/// The number of the line in which a span begins, from 1.
fn line(source: &Source, span: Span) -> usize {
    source.text()[..span.start as usize].matches('\n').count() + 1
}

fn told_diagnostics(source: &Source) -> String {
    let mut out = "# diagnostics\n".to_owned();
    for found in source.diagnostics() {
        let at = place(source.text(), found.span);
        let _ = writeln!(out, "{at} {:?} {} {:?}\n  {}", found.severity, found.code, found.tags, found.message);
        for (span, message) in found.related {
            let _ = writeln!(out, "  line {}: {message}", line(source, span));
        }
    }
    out + "\n"
}

fn told_coverage(text: &str, coverage: &Coverage) -> String {
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

fn told_status(status: &status::Status) -> String {
    format!("# status\n{:?}: {}\n{}\n", status.state, status.text, status.tooltip)
}

fn told_symbols(text: &str, symbols: &[Symbol], depth: usize, out: &mut String) {
    for symbol in symbols {
        let (indent, at) = ("  ".repeat(depth), place(text, symbol.name_span));
        let _ = writeln!(out, "{indent}{} {:?} {} at {at}", symbol.name, symbol.kind, symbol.detail);
        assert!(symbol.span.contains(symbol.name_span), "{}", symbol.name);
        told_symbols(text, &symbol.children, depth + 1, out);
    }
}

#[test]
fn completions_at_each_place() {
    for (name, marked) in programs("completion") {
        let (text, offsets) = take_markers(&marked);
        assert!(!offsets.is_empty(), "{name} has no $0");
        let source = source(&name, &text);
        let mut out = String::new();
        for offset in offsets {
            out.push_str(&told_completions(&source, offset));
        }
        expect("completion", &name, &out);
    }
}

fn told_completions(source: &Source, offset: u32) -> String {
    let line = source.text()[..offset as usize].rsplit('\n').next().unwrap_or_default().trim_start();
    let number = self::line(source, Span::empty(offset));
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

#[test]
fn signatures_at_each_place() {
    for (name, marked) in programs("signature_help") {
        let (text, offsets) = take_markers(&marked);
        let snapshot = snapshot(&text);
        let mut out = String::new();
        for offset in offsets {
            let line = text[..offset as usize].rsplit('\n').next().unwrap_or_default().trim_start();
            let Some(help) = signature_help(&snapshot, offset) else {
                let _ = writeln!(out, "# `{line}`\nnothing\n");
                continue;
            };
            let active = help.signature.parameters.get(help.active).map(|span| &help.signature.label[span.range()]);
            let comment = help.comment.unwrap_or_default();
            let _ = writeln!(out, "# `{line}`\n{}: {active:?}\n{comment}\n", help.signature.label);
        }
        expect("signature_help", &name, &out);
    }
}

#[test]
fn inlay_hints_of_all_kinds() {
    for (name, text) in programs("inlay_hints") {
        let source = source(&name, &text);
        let everything = Span::new(0, text.len() as u32);
        let all = Wanted { constants: true, equivalences: true, states: true, unreachable: true, max_lines: 300 };
        let mut out = String::new();
        for (title, wanted) in [("default", Wanted::default()), ("all", all)] {
            let mut at = 0;
            let _ = writeln!(out, "# {title}");
            for hint in source.inlay_hints(everything, &wanted) {
                assert!(hint.label.chars().count() <= MAX_LABEL, "{}", hint.label);
                if let (Source::Boolean(snapshot), Some(site)) = (&source, hint.site) {
                    assert!(tooltip(snapshot, site).is_some());
                }
                let _ =
                    writeln!(out, "{}    [{}]", text[at..hint.offset as usize].trim_start_matches('\n'), hint.label);
                at = hint.offset as usize;
            }
            let _ = writeln!(out, "{}", text[at..].trim_start_matches('\n'));
        }
        expect("inlay_hints", &name, &out);
    }
}

#[test]
fn inline_values_at_each_stop() {
    for (name, marked) in programs("inline_values") {
        let (text, offsets) = take_markers(&marked);
        let source = source(&name, &text);
        let mut out = String::new();
        for offset in offsets {
            let _ = writeln!(out, "# stopped at {}", place(&text, Span::empty(offset)));
            for value in source.inline_values(Span::new(0, text.len() as u32), offset) {
                let _ = writeln!(out, "{} is {}", place(&text, value.span), value.expression);
            }
        }
        expect("inline_values", &name, &out);
    }
}

#[test]
fn states_of_each_line() {
    for (name, marked) in programs("line_states") {
        let (text, offsets) = take_markers(&marked);
        let snapshot = snapshot(&text);
        let mut out = String::new();
        for offset in offsets {
            let _ = writeln!(out, "# {}", place(&text, Span::empty(offset)));
            match line_states(&snapshot, offset) {
                Some(found) => {
                    let _ = writeln!(out, "line {}: {}\n{}", found.line, found.statement, found.headline);
                    let _ = writeln!(out, "always: {}", found.always.join(", "));
                    let _ = writeln!(out, "threads: {}", found.threads.unwrap_or_default());
                    let _ = writeln!(out, "{:?}\n{} of {:?}", found.columns, found.count, found.states);
                }
                None => out.push_str("nothing\n"),
            }
        }
        expect("line_states", &name, &out);
    }
}

#[test]
fn semantic_tokens_of_every_word() {
    for (name, text) in programs("semantic_tokens") {
        let source = source(&name, &text);
        let mut out = String::new();
        for token in source.semantic_tokens(Span::new(0, text.len() as u32)) {
            let modifiers: Vec<_> =
                Modifier::ALL.iter().filter(|it| token.modifiers.contains(**it)).map(|it| format!("{it:?}")).collect();
            let _ = writeln!(out, "{} {:?} {}", place(&text, token.span), token.kind, modifiers.join(" "));
        }
        expect("semantic_tokens", &name, &out);
    }
}
