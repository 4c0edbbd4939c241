//! Reading a text by a format of `scanf` (C11 7.21.6.2).

use boolprog_c_syntax::types::Floating;

use super::arguments::Arguments;
use super::decimal::{self, is_space};
use super::directive::{Length, Reader};
use crate::fault::Kind;
use crate::halt::Halt;
use crate::native::Call;
use crate::value::{Scalar, Value};

mod set;
mod supply;

use set::Set;
pub(super) use supply::Supply;
use supply::Wanted;

/// The clause that says what formats and arguments have to be.
const RULE: &str = "C11 7.21.6.2p13";

/// `int __boolprog_scan(const char *text, size_t length, const char *format, va_list arguments, size_t *used, int is_input)`
pub(super) fn scan(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let length = call.address(1);
    let text = if length == 0 { Vec::new() } else { call.read(call.address(0), length)? };
    let format = call.text(call.address(2), None)?;
    let list = call.list(3)?;
    let used = call.address(4);
    let supply = (call.integer(5) != 0).then(|| Supply::new(&format));
    let before = text.len();
    let text = if supply.is_some() { [&text, call.library().rest()].concat() } else { text };
    let given = text.len();
    let arguments = Arguments::new(call, list, RULE);
    let mut scanner = Scanner { arguments, text, supply, at: 0, assigned: 0, converted: 0 };
    let end = scanner.scan(&format)?;
    scanner.keep_supplied(before, given);
    let (at, assigned) = (scanner.at.min(before), scanner.assigned);
    let result = if end == End::Input && scanner.converted == 0 { -1 } else { assigned };
    call.store(used, call.size_type(), &Value::Integer(at as i128))?;
    Ok(Value::Integer(result))
}

/// The end of reading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// The format has been read.
    Format,
    /// The text does not match.
    Mismatch,
    /// The text has ended.
    Input,
}

/// A conversion specification.
#[derive(Clone, Copy, Debug)]
struct Conversion {
    is_dropped: bool,
    width: Option<usize>,
    length: Length,
    specifier: u8,
}

pub(super) struct Scanner<'p, 'c, 'm> {
    pub(super) arguments: Arguments<'p, 'c, 'm>,
    pub(super) text: Vec<u8>,
    /// Standard input beyond the text; none for other texts.
    pub(super) supply: Option<Supply>,
    pub(super) at: usize,
    pub(super) assigned: i128,
    converted: u32,
}

impl Scanner<'_, '_, '_> {
    fn scan(&mut self, format: &[u8]) -> Result<End, Halt> {
        let mut reader = Reader::new(format);
        while let Some(byte) = reader.next() {
            let end = match byte {
                _ if is_space(byte) => {
                    self.skip_space();
                    None
                }
                b'%' => self.directive(&mut reader)?,
                _ => self.expect(byte),
            };
            if let Some(end) = end {
                return Ok(end);
            }
        }
        Ok(End::Format)
    }

    fn rest(&self) -> &[u8] {
        &self.text[self.at..]
    }

    pub(super) fn skip_space(&mut self) {
        self.at += self.rest().iter().take_while(|byte| is_space(**byte)).count();
    }

    fn expect(&mut self, byte: u8) -> Option<End> {
        if self.rest().is_empty() && !self.supply_byte(byte) {
            return Some(End::Input);
        }
        match self.rest().first() {
            Some(found) if *found == byte => {
                self.at += 1;
                None
            }
            _ => Some(End::Mismatch),
        }
    }

    fn directive(&mut self, reader: &mut Reader<'_>) -> Result<Option<End>, Halt> {
        let is_dropped = reader.take(b'*');
        let width = reader.number().filter(|width| *width > 0);
        let length = reader.length();
        let conversion = Conversion { is_dropped, width, length, specifier: reader.next().unwrap_or(0) };
        if !matches!(conversion.specifier, b'c' | b'[' | b'n' | b'C') {
            self.skip_space();
        }
        match conversion.specifier {
            b'%' => Ok(self.expect(b'%')),
            b'n' => self.count(conversion).map(|()| None),
            specifier if b"dioxXupaAeEfFgGcsS[C".contains(&specifier) => {
                let set = if specifier == b'[' { Some(Set::read(reader)) } else { None };
                let wanted = Wanted { specifier, size: self.size_of(conversion), width: conversion.width };
                if self.rest().is_empty() && !self.supply(wanted) {
                    return Ok(Some(End::Input));
                }
                let is_match = self.convert(conversion, set.as_ref())?;
                self.converted += u32::from(is_match);
                self.assigned += i128::from(is_match && !is_dropped);
                Ok((!is_match).then_some(End::Mismatch))
            }
            specifier => Err(self.unknown(specifier)),
        }
    }

    fn convert(&mut self, conversion: Conversion, set: Option<&Set>) -> Result<bool, Halt> {
        match (conversion.specifier, set) {
            (_, Some(set)) => self.characters(conversion, |byte| set.has(byte), true),
            (b's' | b'S', _) => self.characters(conversion, |byte| !is_space(byte), true),
            (b'c' | b'C', _) => {
                let count = conversion.width.unwrap_or(1);
                if self.rest().len() < count {
                    self.at = self.text.len();
                    return Ok(false);
                }
                let exact = Conversion { width: Some(count), ..conversion };
                self.characters(exact, |_| true, false)
            }
            (b'd' | b'u', _) => self.integer(conversion, 10),
            (b'i', _) => self.integer(conversion, 0),
            (b'o', _) => self.integer(conversion, 8),
            (b'x' | b'X' | b'p', _) => self.integer(conversion, 16),
            _ => self.floating(conversion),
        }
    }

    /// The part of the text that a conversion may take.
    fn field(&self, width: Option<usize>) -> &[u8] {
        let rest = self.rest();
        &rest[..width.unwrap_or(rest.len()).min(rest.len())]
    }

    fn characters(&mut self, conversion: Conversion, is_in: impl Fn(u8) -> bool, is_ended: bool) -> Result<bool, Halt> {
        let mut taken: Vec<u8> = self.field(conversion.width).iter().copied().take_while(|byte| is_in(*byte)).collect();
        if taken.is_empty() {
            return Ok(false);
        }
        self.at += taken.len();
        if conversion.is_dropped {
            return Ok(true);
        }
        if is_ended {
            taken.push(0);
        }
        if conversion.length == Length::Long || matches!(conversion.specifier, b'S' | b'C') {
            taken = taken.iter().flat_map(|byte| [*byte, 0, 0, 0]).collect();
        }
        let address = self.arguments.pointer()?;
        self.arguments.call.write(address, &taken)?;
        Ok(true)
    }

    fn integer(&mut self, conversion: Conversion, base: u32) -> Result<bool, Halt> {
        let field = self.field(conversion.width);
        if conversion.specifier == b'p' && field.starts_with(b"(nil)") {
            self.at += 5;
            return self.store_integer(conversion, 0);
        }
        let Some((length, number)) = integer(field, base) else {
            self.at += mismatched(field);
            return Ok(false);
        };
        self.at += length;
        self.store_integer(conversion, number)
    }

    fn store_integer(&mut self, conversion: Conversion, number: i128) -> Result<bool, Halt> {
        if conversion.is_dropped {
            return Ok(true);
        }
        let size = self.size_of(conversion);
        let is_signed = matches!(conversion.specifier, b'd' | b'i');
        let number = limited(number, size, is_signed);
        let address = self.arguments.pointer()?;
        self.arguments.call.store(address, Scalar::Integer { size, signed: is_signed }, &Value::Integer(number))?;
        Ok(true)
    }

    /// The size in bytes of the integer that a conversion writes.
    fn size_of(&self, conversion: Conversion) -> u8 {
        let length = if conversion.specifier == b'p' { Length::Size } else { conversion.length };
        self.arguments.size(length)
    }

    fn floating(&mut self, conversion: Conversion) -> Result<bool, Halt> {
        let format = match conversion.length {
            Length::Long => Floating::Double,
            Length::LongDouble => Floating::LongDouble,
            _ => Floating::Float,
        };
        let field = self.field(conversion.width);
        let Some(number) = decimal::read(field, format).filter(|number| !has_open_exponent(&field[number.length..]))
        else {
            self.at += mismatched(field);
            return Ok(false);
        };
        self.at += number.length;
        if !conversion.is_dropped {
            let scalar = self.arguments.call.floating_type(format);
            let address = self.arguments.pointer()?;
            self.arguments.call.store(address, scalar, &Value::Floating(number.value))?;
        }
        Ok(true)
    }

    fn count(&mut self, conversion: Conversion) -> Result<(), Halt> {
        if conversion.is_dropped {
            return Ok(());
        }
        let scalar = Scalar::Integer { size: self.arguments.size(conversion.length), signed: true };
        let address = self.arguments.pointer()?;
        self.arguments.call.store(address, scalar, &Value::Integer(self.at as i128))
    }

    fn unknown(&self, specifier: u8) -> Halt {
        let message = match specifier {
            0 => "The format ends within a conversion. Write `%%` for a percent sign.".to_owned(),
            _ => format!("The format has a conversion that is not known: `{}`.", char::from(specifier)),
        };
        self.arguments.call.fault(Kind::Format, RULE, message)
    }
}

/// The part of a text that is not a number which is taken: its sign.
fn mismatched(field: &[u8]) -> usize {
    usize::from(matches!(field.first(), Some(b'+' | b'-')))
}

/// Returns `true` if an exponent without digits stands here: then what stands before it is not a number either (C11 7.21.6.2p9).
fn has_open_exponent(text: &[u8]) -> bool {
    matches!(text.first(), Some(b'e' | b'E'))
}

/// The integer at the beginning of a text, by its length and value; a value beyond 64 bits stays beyond.
fn integer(field: &[u8], base: u32) -> Option<(usize, i128)> {
    let sign = mismatched(field);
    let digits = &field[sign..];
    let is_hexadecimal = digits.first() == Some(&b'0') && digits.get(1).is_some_and(|x| x.eq_ignore_ascii_case(&b'x'));
    let (prefix, base) = match base {
        0 | 16 if is_hexadecimal && digits.get(2).is_some_and(u8::is_ascii_hexdigit) => (2, 16),
        0 if digits.first() == Some(&b'0') => (0, 8),
        0 => (0, 10),
        _ => (0, base),
    };
    let values: Vec<u32> = digits[prefix..].iter().map_while(|byte| char::from(*byte).to_digit(base)).collect();
    if values.is_empty() {
        return None;
    }
    let number =
        values.iter().fold(0_i128, |number, digit| (number * i128::from(base) + i128::from(*digit)).min(1 << 100));
    Some((sign + prefix + values.len(), if field.first() == Some(&b'-') { -number } else { number }))
}

/// Numbers that do not fit into 64 bits are the greatest or least ones, as those of `strtoll` and `strtoull`; then the lowest
/// bytes count.
fn limited(number: i128, size: u8, is_signed: bool) -> i128 {
    if is_signed {
        let limited = number.clamp(i64::MIN.into(), i64::MAX.into());
        crate::value::signed(limited.cast_unsigned(), 8 * u32::from(size))
    } else {
        let limited = if number.unsigned_abs() > u64::MAX.into() { u64::MAX.into() } else { number };
        crate::value::unsigned(limited.cast_unsigned(), 8 * u32::from(size)).cast_signed()
    }
}
