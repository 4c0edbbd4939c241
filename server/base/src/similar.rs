//! The name that was probably meant.

/// Names longer than this are not compared: the work is quadratic in the length.
const LONGEST: usize = 80;

/// The candidate closest to `name`, if one is close enough to have been meant: at most one edit for each three
/// characters (case counts for nothing), and at least one. The first of equally close ones wins.
pub fn most_similar<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted: Vec<char> = name.to_lowercase().chars().collect();
    if wanted.len() > LONGEST {
        return None;
    }
    let limit = (wanted.len() / 3).max(1);
    let mut best = None;
    for candidate in candidates {
        if candidate == name || candidate.len() > 4 * LONGEST {
            continue;
        }
        let other: Vec<char> = candidate.to_lowercase().chars().collect();
        if other.len().abs_diff(wanted.len()) > limit {
            continue;
        }
        let distance = distance(&wanted, &other);
        // A name of one character is one edit away from every other: only its case may differ.
        let close = distance <= limit && distance < wanted.len().max(other.len());
        if close && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Insertions, deletions, substitutions and swaps of neighbours that turn one into the other: the optimal string
/// alignment distance, by dynamic programming over three rows.
fn distance(from: &[char], to: &[char]) -> usize {
    let mut before = vec![0; to.len() + 1];
    let mut above: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.iter().enumerate() {
        let mut row = Vec::with_capacity(to.len() + 1);
        row.push(i + 1);
        for (j, b) in to.iter().enumerate() {
            let mut least = (above[j] + usize::from(a != b)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == to[j - 1] && from[i - 1] == *b {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[to.len()]
}

#[cfg(test)]
mod tests {
    use super::most_similar;

    #[test]
    fn finds_typing_mistakes() {
        assert_eq!(most_similar("lokced", ["key", "locked"]), Some("locked"));
        assert_eq!(most_similar("Flag", ["flags", "flag"]), Some("flag"));
    }

    #[test]
    fn does_not_guess_wildly() {
        assert_eq!(most_similar("x", ["y", "z"]), None);
        assert_eq!(most_similar("X", ["y", "x"]), Some("x"));
        assert_eq!(most_similar("door", ["window"]), None);
    }
}
