//! The lines of a text that are there in a later one, too.

/// The places of the lines of a text in a later one, which has other lines at one place.
pub(crate) struct Lines {
    /// Number of equal lines before that place, and after it.
    before: usize,
    after: usize,
    /// Number of lines of the earlier text.
    earlier: usize,
    /// Offsets of the lines of the later text.
    starts: Vec<u32>,
}

impl Lines {
    /// One pass over both texts.
    pub(crate) fn between(earlier: &str, later: &str) -> Self {
        let (old, new): (Vec<&str>, Vec<&str>) = (earlier.split('\n').collect(), later.split('\n').collect());
        let before = old.iter().zip(&new).take_while(|(one, other)| one == other).count();
        let (old_rest, new_rest) = (&old[before..], &new[before..]);
        let after = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(one, other)| one == other).count();
        let ends = later.match_indices('\n').map(|(end, _)| end as u32 + 1);
        Self { before, after, earlier: old.len(), starts: std::iter::once(0).chain(ends).collect() }
    }

    /// The offset of what this line, from 1, is in the later text; none if other lines, more or fewer, are there.
    pub(crate) fn start(&self, line: u32) -> Option<u32> {
        let index = (line as usize).checked_sub(1)?;
        let now = if index < self.before || self.earlier == self.starts.len() {
            index
        } else if index + self.after >= self.earlier {
            (index + self.starts.len()).checked_sub(self.earlier)?
        } else {
            return None;
        };
        self.starts.get(now).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The later text from where each line of `a`, `b`, `c` is.
    fn found(later: &str) -> [Option<&str>; 3] {
        let lines = Lines::between("a\nb\nc", later);
        [1, 2, 3].map(|line| lines.start(line).map(|start| &later[start as usize..]))
    }

    #[test]
    fn lines_keep_their_places_around_a_change() {
        assert_eq!(found("a\nb\nc"), [Some("a\nb\nc"), Some("b\nc"), Some("c")]);
        assert_eq!(found("a\nx\nb\nc"), [Some("a\nx\nb\nc"), Some("b\nc"), Some("c")]);
        assert_eq!(found("a\nx\nc"), [Some("a\nx\nc"), Some("x\nc"), Some("c")]);
        assert_eq!(found("a\nc"), [Some("a\nc"), None, Some("c")]);
        assert_eq!(found("a\nx\ny\nc"), [Some("a\nx\ny\nc"), None, Some("c")]);
        assert_eq!(found(""), [None, None, None]);
    }

    #[test]
    fn no_line_is_before_the_first_or_after_the_last() {
        let lines = Lines::between("a\nb", "a\nb\nc");
        assert_eq!([0, 1, 2, 3].map(|line| lines.start(line)), [None, Some(0), Some(2), None]);
    }
}
