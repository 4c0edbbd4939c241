//! The name that was probably meant.

/// Names longer than this are not compared: the work is quadratic in the length.
const LONGEST: usize = 80;

/// The candidate closest to `name`, if one is close enough to have been meant: at most one edit for each three
/// characters (case counts for nothing), and at least one. The first of equally close ones wins.
pub fn most_similar<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = name.to_lowercase();
    let length = wanted.chars().count();
    if length > LONGEST {
        return None;
    }
    let limit = (length / 3).max(1);
    let mut best = None;
    for candidate in candidates {
        if candidate == name || candidate.len() > 4 * LONGEST {
            continue;
        }
        let other = candidate.to_lowercase();
        let other_length = other.chars().count();
        if other_length.abs_diff(length) > limit {
            continue;
        }
        // Insertions, deletions, substitutions and swaps of neighbours.
        let distance = strsim::osa_distance(&wanted, &other);
        // A name of one character is one edit away from every other: only its case may differ.
        let close = distance <= limit && distance < length.max(other_length);
        if close && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
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
