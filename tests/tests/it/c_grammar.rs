//! The parser of C and the tree-sitter grammar of C read the same programs, except where a difference has a reason.

use std::collections::BTreeSet;

use boolprog_base::{Diagnostic, Random};
use boolprog_tests::root;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use tree_sitter::{Node, Parser, Tree};

use crate::differential::c_program;

/// Programs that only our parser reads, with the reason.
const ONLY_OURS: [(&str, &str); 9] = [
    ("macro-operators.c", "the grammar does not expand macros"),
    ("many-creations.c", "the grammar does not expand macros"),
    ("computed-goto.c", "the grammar does not have this extension of GNU"),
    ("statement-expression.c", "the grammar does not have `typeof`"),
    ("case-ranges.c", "the grammar has no `case` with a range"),
    ("preprocessed.c", "the grammar does not have `__auto_type`"),
    ("bit-fields.c", "the grammar has no bit-field without a name"),
    ("bit-fields-locked.c", "the grammar has no bit-field without a name"),
    ("bit-field-without-bits.c", "the grammar has no bit-field without a name"),
];

/// Programs that are not changed, since the grammar has no bit-field and no `_Atomic` or `extern` declaration without a name,
/// and our parser skips what `asm` and `offsetof` have in parentheses.
const UNCHANGED: [&str; 9] = [
    "extern.c",
    "bit-field.c",
    "bit-field-address.c",
    "bit-fields-beside.c",
    "race-bit-fields.c",
    "race-bit-fields-apart.c",
    "atomic-structure.c",
    "assembly.c",
    "offset-of.c",
];

/// Parts of messages that are not about the form of a text, which the grammar reads.
const MEANING: [&str; 18] = [
    " is no directive",
    "`#include` takes",
    " does not make a token",
    " has more than ",
    "Not supported: ",
    "A constant is required here",
    "This is no size of an array",
    "This is no index of an array",
    " is not the name of a type",
    "This is a value, which is not assigned",
    " cannot be read",
    "`#error` is reached",
    " is defined twice",
    " is not complete here",
    "levels deep",
    "; only integers are",
    "not the words of one type",
    "after another type",
];

/// Changes of each text.
const CHANGES: u64 = 12;

/// Of the texts that both refuse, those that may be refused at different places: the grammar takes every name for a type,
/// and repairs a text where that costs least, which is not always where it stops being right. In 100.
const ELSEWHERE: usize = 2;

fn tree(text: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_c::LANGUAGE.into()).expect("this version of tree-sitter");
    parser.parse(text, None).expect("no time limit")
}

/// The first node of a kind, in the order of the text.
fn find<'t>(node: Node<'t>, is_it: &dyn Fn(Node<'t>) -> bool) -> Option<Node<'t>> {
    if is_it(node) {
        return Some(node);
    }
    let mut cursor = node.walk();
    node.children(&mut cursor).find_map(|child| find(child, is_it))
}

/// The first part of a text that the grammar does not have.
fn unread(tree: &Tree) -> Option<Node<'_>> {
    let root = tree.root_node();
    if root.has_error() { find(root, &|it| it.is_error() || it.is_missing()) } else { None }
}

/// Why our parser refuses a text, if it does.
fn refused(text: &str) -> Option<Diagnostic> {
    boolprog_c::mistake("a.c", text, &boolprog_c::Options::default(), &boolprog_base::control::Unlimited)
}

/// What the grammar reads and C does not have: it takes every name for a type and a type for a name, reads statements
/// outside of functions, macros between the parts of one, functions without parameters, macros beside texts, `& &x`, `sizeof (t) x`, and `a ?: b`, an extension of GNU.
fn is_beyond_c(tree: &Tree, text: &str) -> bool {
    let of = |node: Node<'_>| text[node.byte_range()].to_owned();
    let mut types: BTreeSet<String> = ["bool", "FILE", "once_flag"].map(str::to_owned).into();
    let mut look = vec![tree.root_node()];
    while let Some(node) = look.pop() {
        if node.kind() == "type_definition" {
            let mut cursor = node.walk();
            let names = node.children_by_field_name("declarator", &mut cursor);
            types.extend(names.filter_map(|it| find(it, &|it| it.kind() == "type_identifier")).map(of));
        }
        let mut cursor = node.walk();
        look.extend(node.children(&mut cursor));
    }
    let is_tag = |node: Node<'_>| {
        node.parent().is_some_and(|it| ["struct_specifier", "union_specifier", "enum_specifier"].contains(&it.kind()))
    };
    // A macro after the parameters of a function.
    let is_attribute = |node: Node<'_>| {
        let function = node.parent().filter(|it| it.kind() == "function_declarator");
        function.is_some_and(|it| it.child_by_field_name("declarator") != Some(node))
    };
    let is_function = |node: Node<'_>| find(node, &|it| it.kind() == "function_declarator").is_some();
    let is_known = |name: &str| types.contains(name) || name.ends_with("_t") || name.starts_with("atomic_");
    let strange = |node: Node<'_>| match node.kind() {
        "type_identifier" => (!is_tag(node) && !is_known(&of(node))) || KEYWORDS.contains(&of(node).as_str()),
        "pointer_expression" => of(node).starts_with("&&"),
        "function_definition" => !node.child_by_field_name("declarator").is_some_and(is_function),
        "concatenated_string" => find(node, &|it| it.kind() == "identifier").is_some(),
        "sizeof_expression" => node.child_by_field_name("value").is_some_and(|it| it.kind() == "cast_expression"),
        "identifier" if is_attribute(node) => true,
        "identifier" | "field_identifier" | "statement_identifier" => {
            is_known(&of(node)) || KEYWORDS.contains(&of(node).as_str())
        }
        "conditional_expression" => node.child_by_field_name("consequence").is_none(),
        kind => {
            let is_outside = node.parent().is_some_and(|it| it.kind() == "translation_unit");
            is_outside && (kind.ends_with("_statement") || kind.ends_with("_expression"))
        }
    };
    find(tree.root_node(), &strange).is_some()
}

/// Words that the grammar reads as names in some places.
const KEYWORDS: [&str; 37] = [
    "asm",
    "sizeof",
    "__thread",
    "_Thread_local",
    "int",
    "void",
    "char",
    "long",
    "short",
    "unsigned",
    "signed",
    "float",
    "double",
    "_Bool",
    "_Atomic",
    "const",
    "volatile",
    "static",
    "extern",
    "struct",
    "union",
    "enum",
    "typedef",
    "inline",
    "register",
    "auto",
    "if",
    "else",
    "while",
    "do",
    "for",
    "switch",
    "case",
    "return",
    "goto",
    "break",
    "continue",
];

fn programs() -> Vec<(String, String)> {
    let mut found = Vec::new();
    for folder in ["examples", "tests/tests/c", "tests/tests/c/refused"] {
        let entries = std::fs::read_dir(root().join(folder)).expect("readable");
        let paths = entries.map(|entry| entry.expect("readable").path());
        let paths = paths.filter(|path| path.extension().is_some_and(|it| it == "c"));
        let named = paths.map(|path| (path.file_name().expect("a name").to_string_lossy().into_owned(), path));
        found.extend(named.map(|(name, path)| (name, std::fs::read_to_string(path).expect("readable"))));
    }
    found.sort();
    found
}

/// Random programs, the same ones in every run.
fn random_programs() -> Vec<String> {
    let mut runner = TestRunner::deterministic();
    let mut next = |many| c_program(many).new_tree(&mut runner).expect("a program").current().to_string();
    (0..20).map(|number| next(number % 2 == 0)).collect()
}

#[test]
fn both_read_the_programs_of_the_tests() {
    for (name, text) in programs() {
        let tree = tree(&text);
        let (theirs, ours) = (unread(&tree), refused(&text));
        let reason = ONLY_OURS.iter().find(|it| it.0 == name);
        assert_eq!(theirs.is_some() && ours.is_none(), reason.is_some(), "{name}: {theirs:?}, {reason:?}");
        let is_wrong = ours.filter(|ours| !MEANING.iter().any(|it| ours.message.contains(it)));
        assert!(is_wrong.is_none(), "{name}: {is_wrong:?}");
    }
}

#[test]
fn both_read_random_programs() {
    for text in random_programs() {
        assert_eq!((unread(&tree(&text)), refused(&text)), (None, None), "{text}");
    }
}

#[test]
fn both_refuse_the_same_texts_at_the_same_line() {
    let changes = |(name, text): &(String, String)| {
        let has_macros = text.contains("#define") || text.contains("#if");
        !has_macros && !UNCHANGED.contains(&name.as_str()) && ONLY_OURS.iter().all(|it| it.0 != name)
    };
    let programs = programs();
    let programs = programs.iter().filter(|it| changes(it)).map(|(name, text)| (name.clone(), without_comments(text)));
    let random = (0..).zip(random_programs()).map(|(number, text)| (format!("random {number}"), text));
    let (mut both, mut elsewhere, mut wrong) = (0, Vec::new(), Vec::new());
    // The changes of one text depend on no other.
    let number = |name: &str| name.bytes().fold(0_u64, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
    let all = programs.chain(random).flat_map(|it| (0..CHANGES).map(move |change| (it.clone(), change)));
    for ((name, text), change) in all {
        let text = modern(&changed(&text, &mut Random::new(number(&name).wrapping_add(change))));
        let tree = tree(&text);
        match (unread(&tree), refused(&text)) {
            (None, None) => {}
            (Some(theirs), None) => {
                wrong.push(format!("only ours reads {name} at {:?}:\n{text}", theirs.start_position()));
            }
            (None, Some(ours)) => {
                if !MEANING.iter().any(|it| ours.message.contains(it)) && !is_beyond_c(&tree, &text) {
                    wrong.push(format!("only the grammar reads {name}: {ours:?}\n{text}"));
                }
            }
            (Some(theirs), Some(ours)) => {
                both += 1;
                let line = |at: usize| text[..at].matches('\n').count();
                let (first, last) = (line(theirs.start_byte()), line(theirs.end_byte()));
                if !(first.saturating_sub(1)..=last + 1).contains(&line(ours.span.start as usize)) {
                    elsewhere.push(format!("{name}: {}\n{text}", ours.message));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(both > 1_000, "{both}");
    assert!(elsewhere.len() * 100 < both * ELSEWHERE, "{} of {both}: {}", elsewhere.len(), elsewhere.join("\n"));
}

fn without_comments(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.fold(String::new(), |all, line| all + line + "\n")
}

/// The words, operators and blanks that together are a text; a directive is one of them.
fn tokens(text: &str) -> Vec<&str> {
    const PAIRS: [&str; 19] = [
        "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "&=", "|=",
        "^=",
    ];
    let is_word = |it: char| it.is_alphanumeric() || it == '_';
    let (mut found, mut rest) = (Vec::new(), text);
    while let Some(first) = rest.chars().next() {
        let until = |end: Option<usize>| end.unwrap_or(rest.len());
        let end = match first {
            '#' => until(rest.find('\n')),
            '"' | '\'' => until(rest[1..].find(first).map(|it| it + 2)),
            _ if is_word(first) => until(rest.find(|it| !is_word(it))),
            _ if PAIRS.iter().any(|it| rest.starts_with(it)) => 2,
            _ => first.len_utf8(),
        };
        found.push(&rest[..end]);
        rest = &rest[end..];
    }
    found
}

/// A text in which one token is removed, repeated, replaced by another one or exchanged with it.
fn changed(text: &str, random: &mut Random) -> String {
    let mut all = tokens(text);
    let changes = |at: &usize| !all[*at].trim().is_empty() && !all[*at].starts_with('#');
    let places: Vec<usize> = (0..all.len()).filter(changes).collect();
    if places.is_empty() {
        return text.to_owned();
    }
    let (at, other) = (*random.one_of(&places), *random.one_of(&places));
    match random.below(4) {
        0 => all[at] = " ",
        1 => all.splice(at..at, [" ", all[other], " "]).for_each(drop),
        2 => all.swap(at, other),
        _ => all[at] = all[other],
    }
    all.concat()
}

/// A text where what only our parser reads is written as the grammar reads it: functions of an old style, without a type,
/// labels at the end of a block, as C23 has them, and statements other than a block after `switch`.
fn modern(text: &str) -> String {
    let all = tokens(text);
    let solid: Vec<usize> = (0..all.len()).filter(|at| !all[*at].trim().is_empty()).collect();
    let (mut made, mut depth, mut before, mut switch) = (String::new(), 0_i32, ";", None);
    for (at, token) in all.iter().enumerate() {
        let after = all[solid[solid.partition_point(|it| *it <= at)..].first().map_or(at, |it| *it)];
        let starts = depth == 0 && (before == ";" || before == "}" || before.starts_with('#'));
        let is_word = token.starts_with(|it: char| it.is_alphabetic() || it == '_');
        if starts && is_word && after == "(" {
            made.push_str("int ");
        }
        if *token == "}" && before == ":" {
            made.push(';');
        }
        depth += i32::from(["{", "("].contains(token)) - i32::from(["}", ")"].contains(token));
        made.push_str(token);
        if *token == "switch" {
            switch = Some(depth);
        } else if *token == ")" && switch == Some(depth) {
            switch = None;
            if after != "{" {
                made.push_str("{}");
            }
        }
        if !token.trim().is_empty() {
            before = token;
        }
    }
    made
}
