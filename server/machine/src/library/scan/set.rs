//! The sets of characters that a format names.

use super::super::directive::Reader;

/// The set of `%[..]`.
pub(super) struct Set {
    has: [bool; 256],
}

impl Set {
    /// Reads what stands after `[`, up to `]`.
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        let is_inverted = reader.take(b'^');
        let mut members = Vec::new();
        if reader.take(b']') {
            members.push(b']');
        }
        members.extend_from_slice(reader.until(b']'));
        reader.next();
        let mut has = [is_inverted; 256];
        let mut at = 0;
        while at < members.len() {
            let first = members[at];
            let last = if members.get(at + 1) == Some(&b'-') { members.get(at + 2).copied() } else { None };
            at += if last.is_some() { 3 } else { 1 };
            for member in first..=last.unwrap_or(first) {
                has[usize::from(member)] = !is_inverted;
            }
        }
        Self { has }
    }

    pub(super) fn has(&self, byte: u8) -> bool {
        self.has[usize::from(byte)]
    }
}
