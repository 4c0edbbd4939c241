//! Formats of `printf`, and how long what they make can be.

use super::scanned;

/// The most characters of a floating number with no digit after its point: the greatest `long double` has 4933 digits, a sign and a
/// point.
const FLOATING: u64 = 4935;

/// The digits after the point where a format does not say how many.
const DIGITS: u64 = 6;

/// The most characters of a pointer: those of its 16 hexadecimal digits after `0x`.
const POINTER: u64 = 18;

/// A number of characters between two bounds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Length {
    pub(super) least: u64,
    pub(super) most: u64,
}

impl Length {
    pub(super) const fn exactly(number: u64) -> Self {
        Self { least: number, most: number }
    }

    /// The characters of two texts.
    pub(super) const fn and(self, other: Self) -> Self {
        Self { least: self.least.saturating_add(other.least), most: self.most.saturating_add(other.most) }
    }

    /// The same text, but for what is after a number of characters.
    pub(super) fn at_most(self, number: Measured) -> Self {
        match number {
            Measured::None => self,
            Measured::Always(number) => Self { least: self.least.min(number.least), most: self.most.min(number.most) },
            Measured::Perhaps(number) => Self { least: self.least.min(number.least), ..self },
        }
    }

    /// The same text with spaces up to a width; a negative width is one with the spaces after the text.
    pub(super) fn of_width(self, width: Measured) -> Self {
        match width {
            Measured::None => self,
            Measured::Always(width) | Measured::Perhaps(width) => {
                Self { least: self.least.max(width.least), most: self.most.max(width.most) }
            }
        }
    }
}

/// A width or a precision in a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Measure {
    /// There is none.
    None,
    Number(u64),
    /// `*`: the next argument.
    Argument,
}

/// A width or a precision in a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Measured {
    /// There is none.
    None,
    /// There is one.
    Always(Length),
    /// There is none if an argument is negative.
    Perhaps(Length),
}

impl Measured {
    /// A width that is an argument between two bounds.
    pub(super) fn width((low, high): (i64, i64)) -> Self {
        let (least, most) = (low.unsigned_abs().min(high.unsigned_abs()), low.unsigned_abs().max(high.unsigned_abs()));
        Self::Always(Length { least: if low < 0 && high > 0 { 0 } else { least }, most })
    }

    /// A precision that is an argument between two bounds; a negative one is none.
    pub(super) fn precision((low, high): (i64, i64)) -> Self {
        let [least, most] = [low, high].map(|end| u64::try_from(end).unwrap_or(0));
        match (low < 0, high < 0) {
            (false, _) => Self::Always(Length { least, most }),
            (true, false) => Self::Perhaps(Length { least, most }),
            (true, true) => Self::None,
        }
    }
}

/// A conversion, or characters that stand for themselves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Conversion {
    /// The letter of the conversion; `%` for characters that stand for themselves.
    pub(super) specifier: char,
    /// The number of such characters.
    pub(super) literal: u64,
    pub(super) width: Measure,
    pub(super) precision: Measure,
    /// The number of bytes of the integer.
    pub(super) size: u8,
}

impl Conversion {
    const fn literal(number: u64) -> Self {
        Self { specifier: '%', literal: number, width: Measure::None, precision: Measure::None, size: 4 }
    }

    /// Returns `true` if it takes an argument besides its width and precision.
    pub(super) const fn takes_argument(&self) -> bool {
        self.specifier != '%'
    }

    /// The length of a converted number between two bounds.
    pub(super) fn length(&self, (low, high): (i64, i64), precision: Measured) -> Length {
        let ends = [low, high].map(|end| match self.specifier {
            'd' | 'i' => end.unsigned_abs().to_string().len() as u64,
            'u' => end.cast_unsigned().to_string().len() as u64,
            'o' => format!("{end:o}").len() as u64,
            _ => format!("{end:x}").len() as u64,
        });
        let digits = Length { least: 1, most: ends.into_iter().max().unwrap_or(1) };
        // No digits stand for a zero with precision 0.
        let digits = match precision {
            Measured::None => digits,
            Measured::Always(number) => Length { least: number.least, most: digits.most.max(number.most) },
            Measured::Perhaps(number) => Length { least: number.least.min(1), most: digits.most.max(number.most) },
        };
        // A sign, `0` or `0x` may stand before the digits.
        match self.specifier {
            'c' => Length::exactly(1),
            'p' => Length { least: 1, most: POINTER },
            'd' | 'i' => Length { most: digits.most + 1, ..digits },
            'u' | 'o' | 'x' | 'X' => Length { most: digits.most + 2, ..digits },
            _ => {
                let after_point = match precision {
                    Measured::None => DIGITS,
                    Measured::Always(number) | Measured::Perhaps(number) => number.most.max(DIGITS),
                };
                Length { least: 1, most: FLOATING.saturating_add(after_point) }
            }
        }
    }
}

/// The conversions of a format in their order; none if one is not known. A byte of the format is a character of the text.
pub(super) fn conversions(format: &str) -> Option<Vec<Conversion>> {
    let characters = |text: &str| Conversion::literal(text.chars().count() as u64);
    let mut found = Vec::new();
    let mut rest = format;
    while let Some((before, after)) = rest.split_once('%') {
        found.push(characters(before));
        let after = after.trim_start_matches(['-', '+', ' ', '#', '0']);
        let (width, after) = measure(after);
        let (precision, after) = match after.strip_prefix('.') {
            Some(after) => match measure(after) {
                (Measure::None, after) => (Measure::Number(0), after),
                found => found,
            },
            None => (Measure::None, after),
        };
        let after = after.strip_prefix('L').unwrap_or(after);
        let (size, of_size) = scanned::length(after, 8);
        let is_wide = after.starts_with('l');
        let specifier = of_size.chars().next()?;
        rest = &of_size[specifier.len_utf8()..];
        found.push(match specifier {
            '%' => Conversion::literal(1),
            's' | 'c' if is_wide => return None,
            'd' | 'i' | 'u' | 'o' | 'x' | 'X' | 'c' | 's' | 'p' | 'n' | 'a' | 'A' | 'e' | 'E' | 'f' | 'F' | 'g'
            | 'G' => Conversion { specifier, literal: 0, width, precision, size },
            _ => return None,
        });
    }
    found.push(characters(rest));
    Some(found)
}

/// A width or a precision at the beginning of a text, and the rest of that.
fn measure(text: &str) -> (Measure, &str) {
    if let Some(rest) = text.strip_prefix('*') {
        return (Measure::Argument, rest);
    }
    let (digits, rest) = text.split_at(text.len() - text.trim_start_matches(|it: char| it.is_ascii_digit()).len());
    (digits.parse().map_or(Measure::None, Measure::Number), rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The length of what a format makes of these numbers, each of which is between two bounds.
    fn length(format: &str, numbers: &[(i64, i64)]) -> (u64, u64) {
        let mut numbers = numbers.iter().copied();
        let mut next = || numbers.next().expect("a number");
        let mut all = Length::default();
        for conversion in conversions(format).expect("known") {
            let mut measured = |measure, of: fn((i64, i64)) -> Measured| match measure {
                Measure::None => Measured::None,
                Measure::Number(number) => Measured::Always(Length::exactly(number)),
                Measure::Argument => of(next()),
            };
            let width = measured(conversion.width, Measured::width);
            let precision = measured(conversion.precision, Measured::precision);
            let length = if conversion.takes_argument() {
                conversion.length(next(), precision)
            } else {
                Length::exactly(conversion.literal)
            };
            all = all.and(length.of_width(width));
        }
        (all.least, all.most)
    }

    #[test]
    fn lengths_are_within_their_bounds() {
        assert_eq!(length("a%%b\n", &[]), (4, 4));
        assert_eq!(length("%d", &[(0, 9)]), (1, 2));
        assert_eq!(length("%d", &[(-128, 9)]), (1, 4));
        assert_eq!(length("x=%5d;", &[(i64::MIN, i64::MAX)]), (8, 23));
        assert_eq!(length("%u", &[(-1, 0)]), (1, 22));
        assert_eq!(length("%-8.3x", &[(0, 255)]), (8, 8));
        assert_eq!(length("%.d", &[(0, 0)]), (0, 2));
        assert_eq!(length("%c%p", &[(0, 0), (0, 0)]), (2, 19));
    }

    #[test]
    fn widths_and_precisions_may_be_arguments() {
        assert_eq!(length("%*d", &[(-6, -6), (0, 9)]), (6, 6));
        assert_eq!(length("%*d", &[(-6, 3), (0, 9)]), (1, 6));
        assert_eq!(length("%.*d", &[(0, 9), (0, 9)]), (0, 10));
        assert_eq!(length("%.*d", &[(-1, 9), (0, 9)]), (0, 10));
        assert_eq!(length("%.*d", &[(-2, -1), (0, 9)]), (1, 2));
    }

    #[test]
    fn formats_of_wide_texts_are_not_known() {
        assert_eq!(conversions("%ls"), None);
        assert_eq!(conversions("100%"), None);
        assert_eq!(conversions("%y"), None);
    }
}
