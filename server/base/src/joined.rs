//! Several files as one text, so that a place in any of them is an offset into it.

use std::sync::Arc;

use smol_str::SmolStr;

/// The text of a program, which is that of its file or, if it has several, the texts of all of them, one after the other with a line
/// break in between.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Joined {
    /// All of it.
    pub text: Arc<str>,
    /// The files after the first one, in their order.
    pub others: Arc<[Other]>,
}

/// A file of a program other than the first one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Other {
    /// Its path.
    pub path: SmolStr,
    /// The offset of its first byte in the text of the program.
    pub start: u32,
}

impl Joined {
    /// The text of these files, of which only the others have paths here. Linear.
    pub fn new<'t>(first: Arc<str>, others: impl IntoIterator<Item = (&'t str, &'t str)>) -> Self {
        let mut text = String::new();
        let mut found = Vec::new();
        for (path, other) in others {
            if found.is_empty() {
                text.push_str(&first);
            }
            text.push('\n');
            found.push(Other { path: path.into(), start: text.len() as u32 });
            text.push_str(other);
        }
        let text = if found.is_empty() { first } else { text.into() };
        Self { text, others: found.into() }
    }

    /// The text of the first file.
    pub fn first(&self) -> &str {
        self.others.first().map_or(&self.text, |other| &self.text[..other.start as usize - 1])
    }

    /// The file of an offset; none for the first one. Logarithmic.
    pub fn other(&self, offset: u32) -> Option<&Other> {
        let after = self.others.partition_point(|other| other.start <= offset);
        self.others[..after].last()
    }

    /// The offset of the first byte of the file with this number, from 0; none if there are fewer files.
    pub fn start_of(&self, number: usize) -> Option<u32> {
        match number.checked_sub(1) {
            Some(other) => self.others.get(other).map(|other| other.start),
            None => Some(0),
        }
    }

    /// The offset of the first byte of the file with this path: 0 if it is none of the others.
    pub fn start(&self, path: &str) -> u32 {
        self.others.iter().find(|other| other.path == path).map_or(0, |other| other.start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_has_its_part() {
        let joined = Joined::new("ab".into(), [("b.c", "cd"), ("c.c", ""), ("d.c", "e")]);
        assert_eq!(&*joined.text, "ab\ncd\n\ne");
        let file = |offset| joined.other(offset).map(|other| other.path.as_str());
        assert_eq!([0, 2, 3, 5, 6, 7].map(file), [None, None, Some("b.c"), Some("b.c"), Some("c.c"), Some("d.c")]);
        assert_eq!((joined.first(), joined.start("c.c"), joined.start("a.c")), ("ab", 6, 0));
        assert_eq!([0, 1, 3, 4].map(|number| joined.start_of(number)), [Some(0), Some(3), Some(7), None]);
    }

    #[test]
    fn one_file_is_its_text() {
        let joined = Joined::new("ab".into(), []);
        assert_eq!((&*joined.text, joined.first(), joined.other(1)), ("ab", "ab", None));
    }
}
