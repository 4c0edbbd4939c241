//! The text that a format of `printf` makes of arguments (C11 7.21.6.1).

use super::arguments::Arguments;
use super::directive::{Amount, Directive, Length, Reader};
use crate::execution::heap::Content;
use crate::fault::Kind;
use crate::halt::Halt;
use crate::native::Call;
use crate::value::{Scalar, Value};
use field::Field;

mod field;
mod floating;
mod integer;

#[cfg(test)]
mod tests;

/// The clause that says what formats and arguments have to be.
const RULE: &str = "C11 7.21.6.1p9";

/// No text is longer, in bytes.
const LONGEST: usize = 1 << 26;

/// `char *__boolprog_format(const char *format, va_list arguments, int *length)`
pub(super) fn format(call: &mut Call<'_, '_>) -> Result<Value, Halt> {
    let text = call.text(call.address(0), None)?;
    let list = call.list(1)?;
    let mut printer = Printer { arguments: Arguments::new(call, list, RULE), output: Vec::new(), is_encodable: true };
    printer.print(&text)?;
    let Printer { mut output, is_encodable, .. } = printer;
    let length = if is_encodable && output.len() < LONGEST { output.len() as i128 } else { -1 };
    output.push(0);
    let address = call.allocate(output.len() as u64, 1, Content::OfLibrary)?;
    if address != 0 {
        call.write(address, &output)?;
    }
    let length = if address == 0 { -1 } else { length };
    call.store(call.address(2), Scalar::INT, &Value::Integer(length))?;
    Ok(Value::Integer(address.into()))
}

struct Printer<'p, 'c, 'm> {
    arguments: Arguments<'p, 'c, 'm>,
    output: Vec<u8>,
    is_encodable: bool,
}

impl Printer<'_, '_, '_> {
    fn print(&mut self, format: &[u8]) -> Result<(), Halt> {
        let mut reader = Reader::new(format);
        while self.is_encodable && self.output.len() < LONGEST {
            self.output.extend_from_slice(reader.until(b'%'));
            if reader.next().is_none() {
                break;
            }
            let directive = Directive::read(&mut reader);
            self.convert(directive)?;
        }
        Ok(())
    }

    fn convert(&mut self, directive: Directive) -> Result<(), Halt> {
        let Some(field) = self.field(directive)? else { return Ok(()) };
        match (field.conversion, directive.length) {
            (b'd' | b'i', length) => {
                let number = self.arguments.signed(length)?;
                field.signed(&mut self.output, number);
            }
            (b'o' | b'u' | b'x' | b'X', length) => {
                let number = self.arguments.unsigned(length)?;
                field.unsigned(&mut self.output, number);
            }
            (b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G', length) => {
                let value = self.arguments.floating(length == Length::LongDouble)?;
                field.floating(&mut self.output, value, length == Length::LongDouble);
            }
            (b'c', Length::None) => {
                let byte = self.arguments.unsigned(Length::None)? as u8;
                field.write(&mut self.output, "", &[byte], false);
            }
            (b'c', Length::Long) | (b'C', _) => {
                let wide = self.arguments.unsigned(Length::None)?;
                self.wide(&field, &[wide as u32]);
            }
            (b's', Length::None) => self.text(&field)?,
            (b's', Length::Long) | (b'S', _) => self.wide_text(&field)?,
            (b'p', Length::None) => {
                let address = self.arguments.pointer()?;
                field.address(&mut self.output, address);
            }
            (b'n', length) => self.count(length)?,
            (b'%', _) => self.output.push(b'%'),
            (conversion, _) => return Err(self.unknown(conversion)),
        }
        Ok(())
    }

    /// The field, with the arguments for `*` taken; none if it is wider than any text may be.
    fn field(&mut self, directive: Directive) -> Result<Option<Field>, Halt> {
        let mut flags = directive.flags;
        let width = match directive.width {
            Amount::None => 0,
            Amount::Number(width) => width,
            Amount::Next => {
                let width = self.arguments.signed(Length::None)?;
                flags.left |= width < 0;
                usize::try_from(width.unsigned_abs()).unwrap_or(LONGEST)
            }
        };
        let precision = match directive.precision {
            Amount::None => None,
            Amount::Number(precision) => Some(precision),
            Amount::Next => usize::try_from(self.arguments.signed(Length::None)?).ok(),
        };
        let is_text = matches!(directive.conversion, b's' | b'S');
        if width >= LONGEST || (!is_text && precision.is_some_and(|precision| precision >= LONGEST)) {
            self.is_encodable = false;
            return Ok(None);
        }
        Ok(Some(Field { flags, width, precision, conversion: directive.conversion }))
    }

    fn text(&mut self, field: &Field) -> Result<(), Halt> {
        let address = self.arguments.pointer()?;
        let text = self.arguments.call.text(address, field.precision.map(|limit| limit as u64))?;
        field.write(&mut self.output, "", &text, false);
        Ok(())
    }

    fn wide_text(&mut self, field: &Field) -> Result<(), Halt> {
        let mut address = self.arguments.pointer()?;
        let mut text = Vec::new();
        while field.precision.is_none_or(|limit| text.len() < limit) {
            match self.arguments.call.load(address, Scalar::INT)?.integer() {
                0 => break,
                wide => text.push(u32::try_from(wide).unwrap_or(u32::MAX)),
            }
            address = address.wrapping_add(4);
        }
        self.wide(field, &text);
        Ok(())
    }

    /// Wide characters: in the locale "C", those of ASCII are bytes, and others have none.
    fn wide(&mut self, field: &Field, text: &[u32]) {
        self.is_encodable = text.iter().all(|wide| *wide < 128);
        let bytes: Vec<u8> = text.iter().map(|wide| *wide as u8).collect();
        field.write(&mut self.output, "", &bytes, false);
    }

    fn count(&mut self, length: Length) -> Result<(), Halt> {
        let address = self.arguments.pointer()?;
        let scalar = Scalar::Integer { size: self.arguments.size(length), signed: true };
        self.arguments.call.store(address, scalar, &Value::Integer(self.output.len() as i128))
    }

    fn unknown(&self, conversion: u8) -> Halt {
        let message = match conversion {
            0 => "The format ends within a conversion. Write `%%` for a percent sign.".to_owned(),
            _ => format!("The format has a conversion that is not known: `{}`.", char::from(conversion)),
        };
        self.arguments.call.fault(Kind::Format, RULE, message)
    }
}
