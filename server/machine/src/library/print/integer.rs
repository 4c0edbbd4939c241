//! Integers (C11 7.21.6.1p8: `d`, `i`, `o`, `u`, `x`, `X`, and `p` as the GNU library has it).

use super::field::Field;

impl Field {
    /// Writes a signed integer.
    pub(super) fn signed(&self, to: &mut Vec<u8>, number: i128) {
        self.digits(to, self.sign(number < 0), number.unsigned_abs().to_string());
    }

    /// Writes an unsigned integer in the base of the conversion.
    pub(super) fn unsigned(&self, to: &mut Vec<u8>, number: u128) {
        let is_alternative = self.flags.alternative && number != 0;
        match self.conversion {
            b'o' => self.octal(to, number),
            b'x' => self.digits(to, if is_alternative { "0x" } else { "" }, format!("{number:x}")),
            b'X' => self.digits(to, if is_alternative { "0X" } else { "" }, format!("{number:X}")),
            _ => self.digits(to, "", number.to_string()),
        }
    }

    /// Writes an address.
    pub(super) fn address(&self, to: &mut Vec<u8>, address: u64) {
        if address == 0 {
            self.write(to, "", b"(nil)", false);
        } else {
            let before = if self.flags.plus {
                "+0x"
            } else if self.flags.space {
                " 0x"
            } else {
                "0x"
            };
            self.digits(to, before, format!("{address:x}"));
        }
    }

    /// The alternative form of octal numbers increases the precision so that the first digit is 0.
    fn octal(&self, to: &mut Vec<u8>, number: u128) {
        let mut digits = if number == 0 && self.precision == Some(0) { String::new() } else { format!("{number:o}") };
        if self.flags.alternative && !digits.starts_with('0') && digits.len() >= self.precision.unwrap_or(0) {
            digits.insert(0, '0');
        }
        let field = Self { precision: self.precision.map(|precision| precision.max(1)), ..*self };
        if digits.is_empty() { self.digits(to, "", digits) } else { field.digits(to, "", digits) }
    }

    /// Zeros do not fill the field if there is a precision.
    fn digits(&self, to: &mut Vec<u8>, before: &str, mut digits: String) {
        if self.precision == Some(0) && digits == "0" {
            digits.clear();
        }
        let missing = self.precision.unwrap_or(0).saturating_sub(digits.len());
        let mut all = vec![b'0'; missing];
        all.extend_from_slice(digits.as_bytes());
        self.write(to, before, &all, self.precision.is_none());
    }
}
