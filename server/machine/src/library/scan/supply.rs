//! Standard input that is open: what a format reads is chosen.

use super::Scanner;
use crate::choices::Question;

/// What a format still gets from standard input beyond what was given.
#[derive(Debug)]
pub(in crate::library) struct Supply {
    /// Number of conversions of the format that assign something.
    all: i128,
    /// Number of those for which there is input, negative if it ends at once; none until this is chosen.
    number: Option<i128>,
}

impl Supply {
    /// For a format.
    pub(super) fn new(format: &[u8]) -> Self {
        let (mut all, mut bytes) = (0, format.iter());
        while bytes.any(|byte| *byte == b'%') {
            all += i128::from(!matches!(bytes.next(), Some(b'%' | b'*') | None));
        }
        Self { all, number: None }
    }
}

/// What a conversion reads.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// Its specifier.
    pub specifier: u8,
    /// The size in bytes of an integer of its length.
    pub size: u8,
}

impl Scanner<'_, '_, '_> {
    /// Lets an open standard input give what a conversion reads. Returns `false` if the input has ended.
    pub(super) fn supply(&mut self, wanted: Wanted) -> bool {
        if !self.goes_on() {
            return false;
        }
        let is_text = matches!(wanted.specifier, b'c' | b'C' | b'[');
        if !is_text && self.text.last().is_some_and(|last| !super::is_space(*last)) {
            self.text.push(b' ');
            self.skip_space();
        }
        let mut choose = |low: i128, high: i128| self.arguments.call.execution.choose(Question::Input, low, high);
        let more = match wanted.specifier {
            b'c' | b'C' | b'[' => vec![choose(0, u8::MAX.into()).to_le_bytes()[0]],
            b's' | b'S' => vec![choose(b'!'.into(), b'~'.into()).to_le_bytes()[0]],
            b'd' | b'i' => {
                let half = 1_i128 << (8 * wanted.size - 1);
                choose(-half, half - 1).to_string().into_bytes()
            }
            b'u' | b'o' | b'x' | b'X' | b'p' => {
                let number = choose(0, (1_i128 << (8 * u32::from(wanted.size))) - 1);
                match wanted.specifier {
                    b'u' => format!("{number}"),
                    b'o' => format!("{number:o}"),
                    _ => format!("{number:x}"),
                }
                .into_bytes()
            }
            _ => choose(i32::MIN.into(), i32::MAX.into()).to_string().into_bytes(),
        };
        self.text.extend(more);
        true
    }

    /// The same for a byte that the format has.
    pub(super) fn supply_byte(&mut self, byte: u8) -> bool {
        let goes_on = self.goes_on();
        if goes_on {
            self.text.push(byte);
        }
        goes_on
    }

    /// Returns `true` if an open standard input has more for the format.
    fn goes_on(&mut self) -> bool {
        let Some(supply) = &mut self.supply else { return false };
        let call = &mut *self.arguments.call;
        if !call.is_input_open() {
            return false;
        }
        let all = supply.all;
        let number = *supply.number.get_or_insert_with(|| call.execution.choose(Question::Input, -1, all));
        let goes_on = number > self.assigned || number == all;
        if !goes_on {
            call.library().close();
        }
        goes_on
    }

    /// What was supplied and is used is taken from standard input; a line ends after a number.
    pub(super) fn keep_supplied(&mut self, given: usize) {
        let supplied = self.text.split_off(given.min(self.text.len()));
        if supplied.is_empty() {
            return;
        }
        let library = self.arguments.call.library();
        library.give(&supplied);
        library.taken += self.at.saturating_sub(given);
        library.give(b"\n");
    }
}
