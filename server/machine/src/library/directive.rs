//! Conversion specifications of `printf` (C11 7.21.6.1p4).

/// Flags of a conversion specification.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "these are the flags of the standard")]
pub(super) struct Flags {
    /// `-`: the result is at the left of its field.
    pub left: bool,
    /// `+`: a signed result begins with a sign.
    pub plus: bool,
    /// A blank: a signed result without a sign begins with a blank.
    pub space: bool,
    /// `#`: the alternative form.
    pub alternative: bool,
    /// `0`: zeros fill the field.
    pub zero: bool,
}

/// A width or a precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Amount {
    /// There is none.
    #[default]
    None,
    /// A number.
    Number(usize),
    /// `*`: the next argument.
    Next,
}

/// The length modifier: which type the argument has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Length {
    /// That of the conversion.
    #[default]
    None,
    /// `hh`
    Char,
    /// `h`
    Short,
    /// `l`
    Long,
    /// `ll`, also `q`
    LongLong,
    /// `j`
    Max,
    /// `z`
    Size,
    /// `t`
    Difference,
    /// `L`
    LongDouble,
}

/// A conversion specification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Directive {
    /// The flags.
    pub flags: Flags,
    /// The width of the field.
    pub width: Amount,
    /// The precision.
    pub precision: Amount,
    /// The length modifier.
    pub length: Length,
    /// The conversion specifier; 0 at the end of the format.
    pub conversion: u8,
}

/// Widths and precisions above are treated as this one; no result can have this number of bytes.
const GREATEST: usize = 1 << 31;

/// Reads bytes one after the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'f> {
    rest: &'f [u8],
}

impl<'f> Reader<'f> {
    /// Reads a text.
    pub(super) fn new(text: &'f [u8]) -> Self {
        Self { rest: text }
    }

    /// The next byte, which is not taken.
    pub(super) fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    /// Takes the next byte.
    pub(super) fn next(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    /// Takes the next byte if it is this one.
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == Some(byte);
        if is_there {
            self.next();
        }
        is_there
    }

    /// Takes what comes before a byte, or all that is left.
    pub(super) fn until(&mut self, byte: u8) -> &'f [u8] {
        let end = self.rest.iter().position(|b| *b == byte).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        text
    }

    /// Takes a number; none if there is no digit.
    pub(super) fn number(&mut self) -> Option<usize> {
        let mut number = None;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            self.next();
            number = Some((10 * number.unwrap_or(0) + usize::from(digit - b'0')).min(GREATEST));
        }
        number
    }

    /// Takes a length modifier.
    pub(super) fn length(&mut self) -> Length {
        let length = match self.peek() {
            Some(b'h') => Length::Short,
            Some(b'l') => Length::Long,
            Some(b'q') => Length::LongLong,
            Some(b'j') => Length::Max,
            Some(b'z') => Length::Size,
            Some(b't') => Length::Difference,
            Some(b'L') => Length::LongDouble,
            _ => return Length::None,
        };
        self.next();
        match length {
            Length::Short if self.take(b'h') => Length::Char,
            Length::Long if self.take(b'l') => Length::LongLong,
            _ => length,
        }
    }
}

impl Directive {
    /// Reads what stands after `%`.
    pub(super) fn read(reader: &mut Reader<'_>) -> Self {
        let flags = Flags::read(reader);
        let width = if reader.take(b'*') { Amount::Next } else { reader.number().map_or(Amount::None, Amount::Number) };
        let precision = match reader.take(b'.') {
            true if reader.take(b'*') => Amount::Next,
            true => Amount::Number(reader.number().unwrap_or(0)),
            false => Amount::None,
        };
        Self { flags, width, precision, length: reader.length(), conversion: reader.next().unwrap_or(0) }
    }
}

impl Flags {
    fn read(reader: &mut Reader<'_>) -> Self {
        let mut flags = Self::default();
        loop {
            match reader.peek() {
                Some(b'-') => flags.left = true,
                Some(b'+') => flags.plus = true,
                Some(b' ') => flags.space = true,
                Some(b'#') => flags.alternative = true,
                Some(b'0') => flags.zero = true,
                _ => return flags,
            }
            reader.next();
        }
    }
}
