//! The parser and the tree-sitter grammar read the same language.

use boolprog_base::Random;
use boolprog_integer::syntax::ast::{Item, ProcessItem, SourceFile};
use boolprog_integer::syntax::parse;
use proptest::prelude::{ProptestConfig, any, proptest};
use tree_sitter::{Node, Parser, Tree};

use crate::common::{program, scattered};

fn tree(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_boolprog::integer::LANGUAGE.into()).expect("this version of tree-sitter");
    parser.parse(text, None).expect("no time limit")
}

/// Kind and place of the items that the grammar has, at any depth.
fn nodes(node: Node<'_>, found: &mut Vec<(String, usize, usize)>) {
    const ITEMS: [&str; 9] = [
        "constant_declaration",
        "declaration",
        "process",
        "initial_condition",
        "error",
        "invariant",
        "predicate",
        "location_declaration",
        "edge",
    ];
    if ITEMS.contains(&node.kind()) && !node.is_error() && node.is_named() {
        found.push((node.kind().to_owned(), node.start_byte(), node.end_byte()));
    }
    let mut cursor = node.walk();
    node.children(&mut cursor).for_each(|child| nodes(child, found));
}

/// The same for the parser.
fn items(file: &SourceFile) -> Vec<(String, usize, usize)> {
    let mut found = Vec::new();
    let mut push =
        |kind: &str, span: boolprog_base::Span| found.push((kind.to_owned(), span.start as usize, span.end as usize));
    for item in &file.items {
        match item {
            Item::Constant(item) => push("constant_declaration", item.span),
            Item::Declaration(item) => push("declaration", item.span),
            Item::Initial(item) => push("initial_condition", item.span),
            Item::Property(item) if item.kind == boolprog_integer::PropertyKind::Error => push("error", item.span),
            Item::Property(item) => push("invariant", item.span),
            Item::Predicate(item) => push("predicate", item.span),
            Item::Process(process) => {
                push("process", process.span);
                for item in &process.items {
                    match item {
                        ProcessItem::Declaration(item) => push("declaration", item.span),
                        ProcessItem::Locations(item) => push("location_declaration", item.span),
                        ProcessItem::Edge(item) => push("edge", item.span),
                    }
                }
            }
        }
    }
    found
}

fn agree(text: &str) {
    let (tree, parsed) = (tree(text), parse(text));
    // The grammar reads on where only a `;` is missing.
    let wrong = parsed.diagnostics.iter().any(|diagnostic| diagnostic.code != "missing-semicolon");
    assert_eq!(tree.root_node().has_error(), wrong, "{text}\n{:?}\n{}", parsed.diagnostics, tree.root_node().to_sexp());
    if !wrong {
        let mut found = Vec::new();
        nodes(tree.root_node(), &mut found);
        assert_eq!(found, items(&parsed.file), "{text}");
    }
}

#[test]
fn words_are_names_where_they_mean_nothing() {
    agree(include_str!("../diagnostics/fine.ip"));
    agree("predicate at < 3 at P[1] @ at; init init > 0; error error: init; invariant init: error || at;");
    agree(
        "process P { loc init, error, at, count; init -> error; error -> at do count := 1; count := 2; at -> init; }",
    );
    agree("decl a: int = *, b: -1..(x ? 2 : 3) = 4 * 5; const c = -1 / 2 % 3;");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn both_read_random_programs(seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let text = program(&mut random);
        agree(&text);
        agree(&scattered(&text, &mut random));
    }

    #[test]
    fn both_parsers_refuse_the_same_texts(seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let text = program(&mut random);
        let words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
        let dropped = random.below(words.len());
        let kept = words.iter().enumerate().filter(|(index, _)| *index != dropped).map(|(_, word)| *word);
        agree(&kept.collect::<String>());
    }
}
