//! Graphs of programs whose names could be markup.

use std::sync::Arc;

use boolprog_check::graph::{Selection, thread_graph};
use boolprog_check::{Options, Unit};
use boolprog_explore::control::Unlimited;
use boolprog_export::graph::{dot, svg};
use boolprog_program::reading::ReadingOptions;
use boolprog_syntax::Severity;
use roxmltree::Document;

/// Names in braces can consist of nearly everything.
const NAMES: [&str; 4] =
    ["{</text><script>alert(1)</script>}", "{\" ] n1 -> n2 [ \\}", "{<b>bold</b> &amp; &#35; \\N}", "{]]> --> \\\"}"];

fn unit(name: &str) -> Unit {
    let text = format!("decl {name} := F;\nvoid main() begin\n  {name} := T;\n  assert {name};\n  {name} := F;\nend\n");
    let parsed = boolprog_syntax::parse(&text);
    let analysis = boolprog_program::analyse(&parsed.file, &ReadingOptions::default());
    let mut problems = parsed.diagnostics.iter().chain(&analysis.diagnostics);
    assert!(problems.all(|problem| problem.severity != Severity::Error), "{name} is a name");
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
    let selection = Selection { property: None, sites: None, most: Selection::MOST };
    let drawn = |unit: &Unit| thread_graph(unit, &selection, Options::default(), &Unlimited).expect("a graph");
    let expected = (quoted(&dot(&plain, &drawn(&plain))), drawn(&plain).nodes.len());
    for name in NAMES {
        let unit = unit(name);
        let graph = drawn(&unit);
        assert_eq!((quoted(&dot(&unit, &graph)), graph.nodes.len()), expected, "{name}");
        let picture = svg(&unit, &graph);
        let document = Document::parse(&picture).expect("well-formed");
        assert!(document.descendants().all(|node| !node.has_tag_name("script")), "{name}");
        let tips = document.descendants().filter(|node| node.has_tag_name("title")).filter_map(|node| node.text());
        assert!(tips.into_iter().any(|tip| tip.contains(name)), "{name}");
    }
}
