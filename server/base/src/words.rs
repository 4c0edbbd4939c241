//! Numbers, lists and sentences in English.

use std::fmt::Display;

/// `1 thread`, `2 threads`, `3 context switches`.
pub fn count<N: Copy + Display + PartialEq + From<u8>>(number: N, noun: &str) -> String {
    let plural = if noun.ends_with("ch") || noun.ends_with('x') { "es" } else { "s" };
    let ending = if number == N::from(1) { "" } else { plural };
    format!("{number} {noun}{ending}")
}

/// A number with a comma before each three digits: `127,000`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.collect::<Vec<_>>().join(",")
}

/// `is` for 1, otherwise `are`.
pub const fn is_are(number: usize) -> &'static str {
    if number == 1 { "is" } else { "are" }
}

/// `a`, `a and b`, `a, b and c`.
pub fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

/// A phrase as a sentence: with a capital and a full stop.
pub fn sentence(phrase: &str) -> String {
    let mut characters = phrase.chars();
    let first: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", characters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_agree_with_their_nouns() {
        assert_eq!(count(1, "thread"), "1 thread");
        assert_eq!(count(0_usize, "step"), "0 steps");
        assert_eq!(count(1_u32, "context switch"), "1 context switch");
        assert_eq!(count(2_u64, "context switch"), "2 context switches");
    }

    #[test]
    fn digits_are_grouped_from_the_right() {
        assert_eq!([0, 999, 1_000, 127_000, 12_345_678].map(grouped), ["0", "999", "1,000", "127,000", "12,345,678"]);
    }

    #[test]
    fn lists_end_with_and() {
        let words = ["a", "b", "c"].map(String::from);
        assert_eq!([0, 1, 2, 3].map(|length| listed(&words[..length])), ["", "a", "a and b", "a, b and c"]);
    }

    #[test]
    fn a_sentence_begins_and_ends() {
        assert_eq!(sentence("no step is taken here"), "No step is taken here.");
    }
}
