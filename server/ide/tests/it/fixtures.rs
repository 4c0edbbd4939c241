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
use boolprog_ide::calls::{incoming, outgoing};
use boolprog_ide::coverage::coverage;
use boolprog_ide::hover::MAX_LINES;
use boolprog_ide::inlay_hints::{MAX_LABEL, Wanted, tooltip};
use boolprog_ide::line_states::line_states;
use boolprog_ide::rename::Refusal;
use boolprog_ide::semantic_tokens::Modifier;
use boolprog_ide::shape::{BOOLEAN, INTEGER, Shape};
use boolprog_ide::signature_help::signature_help;
use boolprog_ide::{Source, status};

use crate::models;
use crate::programs::programs;
use crate::support::{expect, place, snapshot, take_markers};
use crate::told;

/// The results about a program, which is an integer program if its name says so.
fn source(name: &str, text: &str) -> Source {
    if Path::new(name).extension().is_some_and(|extension| extension == "ip") {
        Source::Integer(models::snapshot(text))
    } else {
        Source::Boolean(snapshot(text))
    }
}

/// Compares what is shown for each program of a folder, by its name and text.
fn each(folder: &str, told: impl Fn(&str, &str) -> String) {
    for (name, text) in programs(folder) {
        expect(folder, &name, &told(&name, &text));
    }
}

/// The same with the places of the `$0` that each program has.
fn each_marked(folder: &str, told: impl Fn(&str, &str, Vec<u32>) -> String) {
    each(folder, |name, marked| {
        let (text, offsets) = take_markers(marked);
        assert!(!offsets.is_empty(), "{name} has no $0");
        told(name, &text, offsets)
    });
}

fn shape(name: &str, text: &str) -> Shape {
    let is_integer = Path::new(name).extension().is_some_and(|extension| extension == "ip");
    Shape::new(if is_integer { &INTEGER } else { &BOOLEAN }, &text.into(), None)
}

#[test]
fn hovers() {
    each_marked("hover", |name, text, offsets| {
        let source = source(name, text);
        let mut out = String::new();
        for offset in offsets {
            match source.hover(offset, MAX_LINES) {
                Some(hover) => {
                    let tight = source.hover(offset, MAX_LINES - 1).expect("as before");
                    assert!(tight.markdown.lines().count() < MAX_LINES, "{name} is too long:\n{}", tight.markdown);
                    assert!(hover.markdown.lines().count() <= MAX_LINES, "{name} is too long:\n{}", hover.markdown);
                    assert_eq!(hover.markdown.matches("```").count() % 2, 0, "{name}:\n{}", hover.markdown);
                    let _ = writeln!(out, "# {}\n{}\n", place(text, hover.span), hover.markdown);
                }
                None => out.push_str("# nothing\n\n"),
            }
        }
        out
    });
}

#[test]
fn verdicts() {
    each("verdicts", |name, text| {
        if is_blueprint(&format!("{name}.bp"), text) {
            told::status(&status::off())
        } else {
            let source = source(name, text);
            told::lenses(&source) + &told::diagnostics(&source) + &told::status(&source.status())
        }
    });
}

#[test]
fn lists_of_properties() {
    each("properties", |name, text| {
        let mut out = String::new();
        for entry in source(name, text).properties() {
            let (at, outcome) = (place(text, entry.span), entry.outcome);
            let _ = writeln!(out, "{} ({}) at {at}\n  {outcome:?}: {}", entry.id, entry.label, entry.text);
        }
        out
    });
}

#[test]
fn coverages() {
    each("coverage", |_, text| {
        coverage(&snapshot(text)).map_or_else(|reason| format!("{reason}\n"), |it| told::coverage(text, &it))
    });
}

#[test]
fn outlines() {
    each("symbols", |name, text| {
        let mut out = String::new();
        told::symbols(text, &source(name, text).symbols(), 0, &mut out);
        out
    });
}

#[test]
fn occurrences_of_names() {
    each_marked("occurrences", |name, text, offsets| {
        let source = source(name, text);
        offsets.into_iter().map(|offset| told::occurrences(&source, offset)).collect()
    });
}

#[test]
fn renames() {
    each_marked("rename", |name, text, offsets| {
        let new_name = text.strip_prefix("// to: ").and_then(|rest| rest.lines().next()).expect("a new name");
        let source = source(name, text);
        let mut out = String::new();
        for offset in offsets {
            match source.rename(offset, new_name) {
                Ok(Some(edits)) => out += &Edit::apply(text, &edits),
                Ok(None) => out += "nothing to rename\n",
                Err(Refusal(reason)) => {
                    let _ = writeln!(out, "{reason}");
                }
            }
        }
        out
    });
}

#[test]
fn calls_and_thread_starts() {
    each("calls", |_, text| {
        let snapshot = snapshot(text);
        let mut out = String::new();
        for procedure in &snapshot.analysis.names.procedures {
            let _ = writeln!(out, "# {}", procedure.name);
            let found = incoming(&snapshot, &procedure.name).expect("the procedure exists");
            out += &told::connections(text, "from", &found);
            let found = outgoing(&snapshot, &procedure.name).expect("the procedure exists");
            out += &told::connections(text, "to", &found);
        }
        out
    });
}

#[test]
fn foldings() {
    each("folding", |name, text| {
        let mut out = String::new();
        for fold in shape(name, text).folds() {
            let line = |offset: u32| text[..offset as usize].matches('\n').count() + 1;
            let Span { start, end } = fold.span;
            let _ = writeln!(out, "{}-{} {:?} {}", line(start), line(end), fold.kind, place(text, fold.span));
        }
        out
    });
}

#[test]
fn links_in_comments() {
    each("links", |name, text| {
        let mut out = String::new();
        for link in source(name, text).links() {
            let _ = writeln!(out, "{} {:?}", place(text, link.span), link.target);
        }
        out
    });
}

#[test]
fn selections() {
    each_marked("selection", |name, text, offsets| {
        let shape = shape(name, text);
        let mut out = String::new();
        for offset in offsets {
            for span in shape.enclosing(offset) {
                let _ = writeln!(out, "{}", place(text, span));
            }
            out.push('\n');
        }
        out
    });
}

#[test]
fn completions_at_each_place() {
    each_marked("completion", |name, text, offsets| {
        let source = source(name, text);
        offsets.into_iter().map(|offset| told::completions(&source, offset)).collect()
    });
}

#[test]
fn signatures_at_each_place() {
    each_marked("signature_help", |_, text, offsets| {
        let snapshot = snapshot(text);
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
        out
    });
}

#[test]
fn inlay_hints_of_all_kinds() {
    each("inlay_hints", |name, text| {
        let source = source(name, text);
        let everything = Span::new(0, text.len() as u32);
        let all = Wanted { constants: true, equivalences: true, states: true, unreachable: true, ..Wanted::default() };
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
        out
    });
}

#[test]
fn inline_values_at_each_stop() {
    each_marked("inline_values", |name, text, offsets| {
        let source = source(name, text);
        let mut out = String::new();
        for offset in offsets {
            let _ = writeln!(out, "# stopped at {}", place(text, Span::empty(offset)));
            for value in source.inline_values(Span::new(0, text.len() as u32), offset) {
                let _ = writeln!(out, "{} is {}", place(text, value.span), value.expression);
            }
        }
        out
    });
}

#[test]
fn states_of_each_line() {
    each_marked("line_states", |_, text, offsets| {
        let snapshot = snapshot(text);
        let mut out = String::new();
        for offset in offsets {
            let _ = writeln!(out, "# {}", place(text, Span::empty(offset)));
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
        out
    });
}

#[test]
fn semantic_tokens_of_every_word() {
    each("semantic_tokens", |name, text| {
        let source = source(name, text);
        let mut out = String::new();
        for token in source.semantic_tokens(Span::new(0, text.len() as u32)) {
            let modifiers: Vec<_> =
                Modifier::ALL.iter().filter(|it| token.modifiers.contains(**it)).map(|it| format!("{it:?}")).collect();
            let _ = writeln!(out, "{} {:?} {}", place(text, token.span), token.kind, modifiers.join(" "));
        }
        out
    });
}
