//! The words of the language with their explanations.

use boolprog_base::Span;
use boolprog_integer::syntax::lexer::{Kind, tokens};

use super::Snapshot;

/// The explanation of each word, in two lines.
const WORDS: [(&str, [&str; 2]); 17] = [
    (
        "const",
        [
            "`const n = 3` names an integer.",
            "It can be used after its declaration wherever a number can stand, also in types.",
        ],
    ),
    (
        "decl",
        [
            "`decl x: 0..3 = 1, b: bool` declares variables; without `=` they start with 0 or false, with `= *` with any value.",
            "Outside of processes all share them; inside, each instance has its own.",
        ],
    ),
    ("bool", ["`bool` is the type of truth values.", "Without `=` such a variable starts with `false`."]),
    (
        "int",
        [
            "`int` is the type of the integers; `lo..hi` are those of a range, both ends included.",
            "Values are never wrapped: one that does not fit into 64 bits is reported.",
        ],
    ),
    (
        "process",
        [
            "`process P { .. }` has one instance, `process P[3]` has three, `process P[*]` any number.",
            "Each is in one location at a time and starts in the first. Steps of instances follow each other in any order.",
        ],
    ),
    ("loc", ["`loc idle, busy` declares the locations of a process.", "Each instance starts in the first of them."]),
    (
        "when",
        [
            "`when e` is the guard of an edge: the step can be taken only where `e` holds.",
            "The test is part of the step.",
        ],
    ),
    (
        "do",
        [
            "`do x := 1, y := x; z := y` is what the step of an edge does.",
            "Assignments separated by `,` are simultaneous, groups separated by `;` follow one another, all in one step.",
        ],
    ),
    (
        "input",
        [
            "`x := input(0..9)` gives `x` any value of the range; `input` alone any value of the variable.",
            "Each occurrence is an independent choice.",
        ],
    ),
    (
        "init",
        [
            "`init e` restricts the initial values of variables that start with `*`.",
            "The program starts in every state in which all such formulas hold.",
        ],
    ),
    (
        "error",
        [
            "`error e: f` states that `f` never holds.",
            "In `f`, `P[0].x` is a variable, `P[0] @ l` a place, and `count(P @ l)` the number of instances there.",
        ],
    ),
    ("invariant", ["`invariant i: f` states that `f` always holds.", "It is the same as an `error` with `!(f)`."]),
    (
        "predicate",
        [
            "`predicate e` offers a formula to engines that use predicates; it does not change the program.",
            "With `at P @ l` it is used at this location only.",
        ],
    ),
    ("at", ["`predicate e at P @ l` offers a formula for one location.", "Engines use it only there."]),
    ("count", ["`count(P @ l)` is the number of instances of `P` at the location `l`.", "It is an integer."]),
    ("true", ["`true` is a truth value.", "Truth values are compared with `==` and `!=`."]),
    ("false", ["`false` is a truth value.", "Variables of type `bool` start with it."]),
];

/// The explanation of a word of the language; `None` for any other word.
pub(super) fn meaning(word: &str) -> Option<[&'static str; 2]> {
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, lines)| *lines)
}

/// The word of the language at an offset, with its explanation. Linear in the text.
pub(super) fn at(snapshot: &Snapshot, offset: u32) -> Option<(Span, [&'static str; 2])> {
    let tokens = tokens(&snapshot.text);
    let behind = tokens.all.partition_point(|token| token.span.start <= offset);
    let token = tokens.all[..behind].last().filter(|token| token.span.touches(offset))?;
    let is_name = token.kind == Kind::Name && snapshot.names.unresolved.binary_search(&token.span).is_ok();
    Some((token.span, meaning(snapshot.slice(token.span)).filter(|_| !is_name)?))
}
