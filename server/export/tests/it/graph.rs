//! Graphs of programs whose names could be markup.

use std::sync::Arc;

use boolprog_base::Severity;
use boolprog_base::control::Unlimited;
use boolprog_check::graph::{Selection, thread_graph};
use boolprog_check::{Options, Unit};
use boolprog_export::graph::thread_states;
use boolprog_program::reading::ReadingOptions;

/// Names in braces can consist of nearly everything.
const NAMES: [&str; 4] =
    ["{</text><script>alert(1)</script>}", "{\" ] n1 -> n2 [ \\}", "{<b>bold</b> &amp; &#35; \\N}", "{]]> --> \\\"}"];

fn unit(name: &str) -> Unit {
    let text = format!("decl {name} := F;\nvoid main() begin\n  {name} := T;\n  assert {name};\n  {name} := F;\nend\n");
    read(text)
}

fn read(text: String) -> Unit {
    let parsed = boolprog_syntax::parse(&text);
    let analysis = boolprog_program::analyse(&parsed.file, &ReadingOptions::default());
    let mut problems = parsed.diagnostics.iter().chain(analysis.diagnostics());
    assert!(problems.all(|problem| problem.severity != Severity::Error), "{text}");
    Unit { path: "<x>&\".bp".to_owned(), text: Arc::from(text), file: parsed.file, analysis: Arc::new(analysis) }
}

/// The texts in quotes, as Graphviz reads them; `None` if one does not end.
fn quoted(dot: &str) -> Option<usize> {
    let (mut inside, mut count) = (false, 0);
    let mut characters = dot.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' if inside => {
                characters.next()?;
            }
            '"' => {
                inside = !inside;
                count += usize::from(inside);
            }
            _ => {}
        }
    }
    (!inside).then_some(count)
}

#[test]
fn names_are_no_markup() {
    let plain = unit("x");
    let selection = Selection { property: None, places: None, most: Selection::MOST };
    let drawn = |unit: &Unit| thread_graph(unit, &selection, Options::default(), &Unlimited).expect("a graph");
    let dot = |unit: &Unit| thread_states(unit, &drawn(unit)).dot();
    let expected = quoted(&dot(&plain));
    for name in NAMES {
        let unit = unit(name);
        assert_eq!(quoted(&dot(&unit)), expected, "{name}");
    }
}

/// A thread that moves others could move one at this place, but none is there at the same time.
#[test]
fn a_thread_that_is_never_moved_to_a_place_is_not_shown_there() {
    let text = "decl go := F;
decl thread_local mine := F;
void main() begin
  start_thread goto other;
  mine$ := T;
  end_thread;
other:
  assume mine;
  go := T;
end
";
    let unit = read(text.to_owned());
    let selection = Selection { property: None, places: None, most: Selection::MOST };
    let graph = thread_graph(&unit, &selection, Options::default(), &Unlimited).expect("a graph");
    let dot = thread_states(&unit, &graph).dot();
    let is_unreachable = |node: &str| {
        let head = format!("  {node} [");
        dot.lines().any(|line| line.starts_with(&head) && line.contains("No thread is ever here"))
    };
    let moved = dot.lines().filter(|line| line.contains("style=dotted"));
    let lost: Vec<&str> =
        moved.filter(|line| is_unreachable(line.split_whitespace().nth(2).unwrap_or_default())).collect();
    assert!(!lost.is_empty(), "{dot}");
    assert!(lost.iter().all(|line| line.contains("color=\"#d0d7de\"")), "{lost:?}");
}
