//! Fields: a result with its sign, filled up to its width.

use super::super::directive::Flags;

/// A conversion whose numbers are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Field {
    /// The flags.
    pub flags: Flags,
    /// At least this number of bytes.
    pub width: usize,
    /// The precision.
    pub precision: Option<usize>,
    /// The conversion specifier.
    pub conversion: u8,
}

impl Field {
    /// The sign of a signed number.
    pub(super) fn sign(&self, is_negative: bool) -> &'static str {
        match (is_negative, self.flags) {
            (true, _) => "-",
            (false, Flags { plus: true, .. }) => "+",
            (false, Flags { space: true, .. }) => " ",
            (false, _) => "",
        }
    }

    /// Writes a result. Zeros come between what is before the digits, such as a sign, and the digits.
    pub(super) fn write(&self, to: &mut Vec<u8>, before: &str, digits: &[u8], zeros_fill: bool) {
        let fill = self.width.saturating_sub(before.len() + digits.len());
        let (blanks, zeros, after) = match self.flags {
            Flags { left: true, .. } => (0, 0, fill),
            Flags { zero: true, .. } if zeros_fill => (0, fill, 0),
            _ => (fill, 0, 0),
        };
        to.resize(to.len() + blanks, b' ');
        to.extend_from_slice(before.as_bytes());
        to.resize(to.len() + zeros, b'0');
        to.extend_from_slice(digits);
        to.resize(to.len() + after, b' ');
    }
}
