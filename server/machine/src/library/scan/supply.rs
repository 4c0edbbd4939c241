//! Standard input that is open: what a format reads is chosen.

use boolprog_c_syntax::environment::{MOST_READ, Piece};

use super::Scanner;
use crate::choices::Question;
use crate::execution::Open;

/// Input that a format still gets beyond what was given.
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

/// The input that a conversion reads.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    /// Its specifier.
    pub specifier: u8,
    /// The size in bytes of an integer of its length.
    pub size: u8,
    /// The most characters, if the format says it.
    pub width: Option<usize>,
}

impl Scanner<'_, '_, '_> {
    /// Lets an open standard input give what a conversion reads. Returns `false` if the input has ended.
    pub(super) fn supply(&mut self, wanted: Wanted) -> bool {
        let is_text = matches!(wanted.specifier, b'c' | b'C' | b'[' | b's' | b'S');
        if !self.goes_on() {
            return !is_text && self.supply_mismatch();
        }
        let is_text = matches!(wanted.specifier, b'c' | b'C' | b'[');
        if !is_text && self.text.last().is_some_and(|last| !super::is_space(*last)) {
            self.text.push(b' ');
            self.skip_space();
        }
        let number = u32::try_from(self.assigned).unwrap_or(u32::MAX);
        let execution = &mut *self.arguments.call.execution;
        let mut choose = |low: i128, high: i128| execution.choose(Open::given(Piece::Conversion(number)), low, high);
        let more = match wanted.specifier {
            b'c' | b'C' => {
                vec![choose(0, u8::MAX.into()).to_le_bytes()[0]; wanted.width.unwrap_or(1).min(MOST_READ as usize)]
            }
            b's' | b'S' | b'[' => {
                let (low, high) = if wanted.specifier == b'[' { (0, u8::MAX) } else { (b'!', b'~') };
                let character = choose(low.into(), high.into()).to_le_bytes()[0];
                let most = wanted
                    .width
                    .and_then(|width| width.try_into().ok())
                    .map_or(MOST_READ, |width: u32| width.min(MOST_READ));
                let length = execution.choose(Open::given(Piece::Length(number)), 1, most.into());
                vec![character; usize::try_from(length).unwrap_or(1)]
            }
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

    /// Lets an open standard input give something that is no number, if that is why the format gets nothing.
    fn supply_mismatch(&mut self) -> bool {
        let is_first = self.supply.as_ref().is_some_and(|supply| supply.number == Some(0));
        let gives = is_first && self.assigned == 0 && self.arguments.call.is_input_open();
        if gives {
            self.text.push(b'?');
        }
        gives
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
        if !goes_on && number != 0 {
            call.library().close();
        }
        goes_on
    }

    /// Takes what was used of standard input, with which the text goes on after this number of bytes, and then what was
    /// supplied beyond those that were given; a line ends after a number.
    pub(super) fn keep_supplied(&mut self, before: usize, given: usize) {
        let Some(_) = self.supply else { return };
        let supplied = self.text.split_off(given.min(self.text.len()));
        let library = self.arguments.call.library();
        library.taken += self.at.saturating_sub(before);
        if !supplied.is_empty() {
            library.give(&supplied);
            library.give(b"\n");
        }
    }
}
