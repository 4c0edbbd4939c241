//! Explanations of the words of the language.

use std::sync::OnceLock;

use boolprog_base::Span;
use rustc_hash::FxHashMap;

use crate::Snapshot;

/// A keyword and its explanation. Each line is complete by itself.
struct Keyword {
    spellings: &'static [&'static str],
    lines: [&'static str; 2],
}

const fn keyword(spellings: &'static [&'static str], lines: [&'static str; 2]) -> Keyword {
    Keyword { spellings, lines }
}

const KEYWORDS: &[Keyword] = &[
    keyword(
        &["decl"],
        [
            "`decl x, y := F;` declares variables: shared by all threads, or local if it stands in a procedure.",
            "A variable without `:=` can start as T or F; with `// boolprog: initial = false` it starts as F.",
        ],
    ),
    keyword(
        &["thread_local"],
        [
            "`decl thread_local x;` gives every thread its own copy of the global variable `x`.",
            "A thread started by `start_thread goto` begins with a copy of its starter's values, any other one with its own initial values.",
        ],
    ),
    keyword(&["dfs"], ["`dfs` before a procedure has no meaning.", "Other tools write it."]),
    keyword(&["void"], ["`void` begins a procedure that returns no value.", "`main` is where threads start."]),
    keyword(
        &["bool"],
        [
            "`bool<n>` begins a procedure that returns n values, `bool` one that returns a single value.",
            "If it runs into its `end`, the values are arbitrary.",
        ],
    ),
    keyword(
        &["begin"],
        ["`begin` and `end` enclose the body of a procedure.", "Local declarations come first, then the statements."],
    ),
    keyword(
        &["end"],
        [
            "At `end` a procedure returns to its caller.",
            "In the procedure that a thread started in, `end` ends the thread.",
        ],
    ),
    keyword(
        &["enforce"],
        [
            "`enforce e;` stops every thread in this procedure wherever `e` cannot be T.",
            "Places where a thread is stopped like this do not count as reached.",
        ],
    ),
    keyword(
        &["abortif"],
        [
            "`abortif e;` is `enforce !e;`: it stops every thread in this procedure wherever `e` is surely T.",
            "Places where a thread is stopped like this do not count as reached.",
        ],
    ),
    keyword(&["skip"], ["`skip` is a step that changes nothing.", "Other threads may move before and after it."]),
    keyword(
        &["goto"],
        [
            "`goto L1, L2` continues at any one of these labels.",
            "The choice is one step. The labels must be in the same procedure.",
        ],
    ),
    keyword(
        &["return"],
        [
            "`return e1, e2` leaves the procedure with these values.",
            "In the procedure that a thread started in, it ends the thread.",
        ],
    ),
    keyword(
        &["constrain"],
        [
            "`x := * constrain e` allows only outcomes where `e` can be T; in it `x` is the old value and `'x` the new one.",
            "Where no outcome is left, the thread cannot move. As a statement, `constrain(e)` is `assume e`.",
        ],
    ),
    keyword(
        &["assume"],
        [
            "`assume e` lets a thread pass only when `e` can be T; until then the thread waits.",
            "The test is part of the step. Waiting forever is not an error.",
        ],
    ),
    keyword(
        &["assert"],
        ["`assert e` fails if `e` can be F when a thread takes this step.", "If `e` can be T the thread goes on."],
    ),
    keyword(&["print"], ["`print` is a step that changes nothing.", "Other tools write it."]),
    keyword(&["sync"], ["`sync` is a step that changes nothing.", "Other tools write it."]),
    keyword(
        &["dead"],
        [
            "`dead x` forgets the value of `x`: afterwards it can be T or F.",
            "It makes a program easier to check where the value no longer matters.",
        ],
    ),
    keyword(
        &["if", "then", "elsif", "elif", "else", "fi"],
        [
            "`if e then ... else ... fi` takes either branch that `e` allows; `if *` can take either branch.",
            "The test is one step: other threads may move between it and the branch.",
        ],
    ),
    keyword(
        &["while", "do", "od"],
        [
            "`while e do ... od` repeats its body as long as `e` is T; `while *` can stop at any time.",
            "Each test is one step: other threads may move between it and the body.",
        ],
    ),
    keyword(
        &["start_thread"],
        [
            "`start_thread goto L` starts a thread at `L`, `start_thread f(a)` one that runs `f`.",
            "The thread that starts it goes on at once. The new one is in no atomic section.",
        ],
    ),
    keyword(
        &["end_thread"],
        [
            "`end_thread` ends this thread, in whatever procedure it is.",
            "The other threads go on. If it was in an atomic section, they may move again.",
        ],
    ),
    keyword(
        &["atomic_begin"],
        [
            "From `atomic_begin` to `atomic_end` no other thread moves.",
            "If the thread has to wait inside, all threads wait.",
        ],
    ),
    keyword(
        &["atomic_end"],
        [
            "After `atomic_end` the other threads may move again.",
            "Sections do not nest: the first `atomic_end` ends the section.",
        ],
    ),
    keyword(
        &["wait"],
        [
            "A thread at `wait` stays there until a `signal` or `broadcast` of another thread releases it.",
            "It waits from the moment it gets there; `wait` takes no step of its own.",
        ],
    ),
    keyword(
        &["signal"],
        [
            "`signal` releases any one of the threads at a `wait`.",
            "A thread that reaches a `wait` later is not released by it.",
        ],
    ),
    keyword(
        &["broadcast"],
        [
            "`broadcast` releases all threads that are at a `wait`.",
            "A thread that reaches a `wait` later is not released by it.",
        ],
    ),
    keyword(
        &["schoose"],
        [
            "`schoose[a, b]` is T if `a` is T, otherwise F if `b` is T, otherwise either.",
            "Predicate abstraction uses it for partially known values.",
        ],
    ),
];

/// The word of the language at an offset, with its explanation. Words in comments and in `{names}` do not count.
pub(crate) fn at(snapshot: &Snapshot, offset: u32) -> Option<(Span, [&'static str; 2])> {
    let in_comment = snapshot.file.comments.iter().any(|comment| comment.start <= offset && offset < comment.end);
    let in_name = snapshot.analysis.names.unresolved.iter().any(|name| name.span.touches(offset));
    if in_comment || in_name {
        return None;
    }
    let span = word(&snapshot.text, offset)?;
    let spelling = snapshot.slice(span);
    Some((span, meaning(spelling)?))
}

/// The explanation of a word of the language, in two lines; `None` for any other word, constants among them.
pub(crate) fn meaning(word: &str) -> Option<[&'static str; 2]> {
    static LINES: OnceLock<FxHashMap<&str, [&str; 2]>> = OnceLock::new();
    let lines = LINES.get_or_init(|| {
        let words = KEYWORDS.iter().flat_map(|keyword| keyword.spellings.iter().map(|word| (*word, keyword.lines)));
        words.collect()
    });
    lines.get(word).copied()
}

/// Returns `true` if a word is part of the language, and so no name.
pub(crate) fn is_reserved(word: &str) -> bool {
    is_constant(word) || meaning(word).is_some()
}

/// Returns `true` if a word is `T`, `F` or a longer spelling of them.
pub(crate) fn is_constant(word: &str) -> bool {
    matches!(word, "T" | "F" | "true" | "false")
}

/// The letters and `_` around an offset.
fn word(text: &str, offset: u32) -> Option<Span> {
    let belongs = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '#');
    let (before, behind) = text.split_at_checked(offset as usize)?;
    let left = before.len() - before.trim_end_matches(belongs).len();
    let right = behind.len() - behind.trim_start_matches(belongs).len();
    let span = Span::new(offset - left as u32, offset + right as u32);
    (!span.is_empty()).then_some(span)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_word_is_explained_twice() {
        let mut spellings: Vec<&str> = KEYWORDS.iter().flat_map(|keyword| keyword.spellings).copied().collect();
        spellings.sort_unstable();
        let all = spellings.len();
        spellings.dedup();
        assert_eq!(spellings.len(), all);
    }

    #[test]
    fn a_word_is_found_from_either_end() {
        for offset in 1..=5 {
            assert_eq!(word("(skip)", offset), Some(Span::new(1, 5)));
        }
        assert_eq!(word("; ;", 1), None);
    }
}
