//! The difference between two texts.

use boolprog_base::Span;

/// The part in which two texts differ: the text before and after it is the same in both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// The part of the old text.
    pub old: Span,
    /// The part of the new text; it begins at the same offset.
    pub new: Span,
}

impl Change {
    /// The smallest part in which two texts differ. Linear in their lengths.
    pub fn between(old: &str, new: &str) -> Self {
        let is_boundary = |text: &str, other: &str, at, same| text.is_char_boundary(at) && other.is_char_boundary(same);
        let mut start = same_before(old.as_bytes(), new.as_bytes());
        while !is_boundary(old, new, start, start) {
            start -= 1;
        }
        let mut after = same_after(&old.as_bytes()[start..], &new.as_bytes()[start..]);
        while !is_boundary(old, new, old.len() - after, new.len() - after) {
            after -= 1;
        }
        let part = |text: &str| Span::new(start as u32, (text.len() - after) as u32);
        Self { old: part(old), new: part(new) }
    }

    /// The offset in the new text for one of the old text; `None` if the text around it is gone.
    pub fn forward(&self, offset: u32) -> Option<u32> {
        moved(offset, self.old, self.new.end)
    }

    /// The offset in the old text for one of the new text; `None` if the text around it is new.
    pub fn back(&self, offset: u32) -> Option<u32> {
        moved(offset, self.new, self.old.end)
    }
}

/// An offset that is not inside a part which ends somewhere else in the other text.
fn moved(offset: u32, part: Span, end: u32) -> Option<u32> {
    match offset {
        _ if offset <= part.start => Some(offset),
        _ if offset >= part.end => Some(offset - part.end + end),
        _ => None,
    }
}

/// Bytes that are compared at once: texts of megabytes are compared at each key.
const BLOCK: usize = 256;

/// The number of equal bytes at the beginning.
fn same_before(old: &[u8], new: &[u8]) -> usize {
    let blocks = old.chunks(BLOCK).zip(new.chunks(BLOCK)).take_while(|(old, new)| old == new);
    let at: usize = blocks.map(|(block, _)| block.len()).sum();
    at + old[at..].iter().zip(&new[at..]).take_while(|(old, new)| old == new).count()
}

/// The number of equal bytes at the end.
fn same_after(old: &[u8], new: &[u8]) -> usize {
    let blocks = old.rchunks(BLOCK).zip(new.rchunks(BLOCK)).take_while(|(old, new)| old == new);
    let same: usize = blocks.map(|(block, _)| block.len()).sum();
    let (old, new) = (&old[..old.len() - same], &new[..new.len() - same]);
    same + old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn between(old: &str, new: &str) -> (Span, Span) {
        let change = Change::between(old, new);
        assert_eq!(old[..change.old.start as usize], new[..change.new.start as usize]);
        assert_eq!(old[change.old.end as usize..], new[change.new.end as usize..]);
        (change.old, change.new)
    }

    #[test]
    fn the_part_is_as_small_as_it_can_be() {
        assert_eq!(between("", ""), (Span::empty(0), Span::empty(0)));
        assert_eq!(between("abc", "abc"), (Span::empty(3), Span::empty(3)));
        assert_eq!(between("abc", "aXc"), (Span::new(1, 2), Span::new(1, 2)));
        assert_eq!(between("aa", "aaa"), (Span::empty(2), Span::new(2, 3)));
        assert_eq!(between("abab", "ab"), (Span::new(2, 4), Span::empty(2)));
        assert_eq!(between("abc", ""), (Span::new(0, 3), Span::empty(0)));
    }

    #[test]
    fn characters_are_whole() {
        // Both begin with the same byte, or end with it.
        assert_eq!(between("(é)", "(è)"), (Span::new(1, 3), Span::new(1, 3)));
        assert_eq!(between("(é)", "(ũ)"), (Span::new(1, 3), Span::new(1, 3)));
        assert_eq!(between("é", "éé"), (Span::empty(2), Span::new(2, 4)));
    }

    #[test]
    fn long_texts_are_compared_to_the_byte() {
        let text: String = ('a'..='z').cycle().take(3 * BLOCK).collect();
        for at in 0..text.len() {
            let mut new = text.clone();
            new.replace_range(at..=at, "??");
            assert_eq!(
                between(&text, &new),
                (Span::new(at as u32, at as u32 + 1), Span::new(at as u32, at as u32 + 2))
            );
        }
    }

    #[test]
    fn offsets_move_with_the_text_around_them() {
        let change = Change::between("ab--cd", "ab+++cd");
        let forward: Vec<_> = (0..=6).map(|offset| change.forward(offset)).collect();
        assert_eq!(forward, [Some(0), Some(1), Some(2), None, Some(5), Some(6), Some(7)]);
        assert!((0..=6).all(|offset| change.forward(offset).is_none_or(|new| change.back(new) == Some(offset))));
        assert_eq!([3, 4].map(|offset| change.back(offset)), [None, None]);
    }
}
