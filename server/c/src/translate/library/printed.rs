//! The family of `printf` (C11 7.21.6): the texts that it reads, and the number of characters that it writes, which lies between two
//! bounds.

use boolprog_c_form::form::{Answer, Argument, Call, Operand, Shape};
use boolprog_c_form::points_to::Thing;
use boolprog_c_syntax::environment::Piece;
use boolprog_c_syntax::tree::Binary;
use boolprog_import::Expr;
use boolprog_integer::Comparison;

use super::super::numbers::{known, number, within};
use super::super::places::Meant;
use super::super::walk::Walk;
use super::formats::{Conversion, Length, Measure, Measured, conversions};
use super::scanned::pointed;
use crate::arithmetic::Value;
use crate::term;

/// A function of the family: the numbers of its arguments.
struct Printer {
    name: &'static str,
    format: usize,
    /// The stream to which it writes.
    stream: Option<usize>,
    /// The object to which it writes.
    to: Option<usize>,
    /// The most bytes that it writes there.
    limit: Option<usize>,
}

const fn printer(name: &'static str, format: usize) -> Printer {
    Printer { name, format, stream: None, to: None, limit: None }
}

const PRINTERS: [Printer; 12] = [
    printer("printf", 0),
    printer("dprintf", 1),
    printer("syslog", 1),
    printer("warn", 0),
    printer("warnx", 0),
    printer("__printf_chk", 1),
    Printer { stream: Some(0), ..printer("fprintf", 1) },
    Printer { stream: Some(0), ..printer("__fprintf_chk", 2) },
    Printer { to: Some(0), ..printer("sprintf", 1) },
    Printer { to: Some(0), ..printer("__sprintf_chk", 3) },
    Printer { to: Some(0), limit: Some(1), ..printer("snprintf", 2) },
    Printer { to: Some(0), limit: Some(1), ..printer("__snprintf_chk", 4) },
];

/// The assumption where the result of output is used.
pub(super) const WHOLE: &str = "output is written as a whole";

/// Returns `true` if a function of the library writes a text by a format.
pub(in crate::translate) fn prints(name: &str) -> bool {
    PRINTERS.iter().any(|printer| printer.name == name)
}

impl Walk<'_, '_> {
    /// Executes a call of such a function. Returns `false` if it is none, or its format is not known.
    pub(in crate::translate) fn print(&mut self, name: &str, call: &Call) -> bool {
        let Some(printer) = PRINTERS.iter().find(|printer| printer.name == name) else { return false };
        let Some(conversions) = self.text_of(call, printer.format).and_then(|text| conversions(&text)) else {
            return false;
        };
        let Some(length) = self.printed(call, printer.format + 1, &conversions) else { return false };
        if let Some(stream) = printer.stream.and_then(|stream| operand(call, stream)) {
            self.print_to_stream(stream);
        }
        match printer.to.and_then(|to| operand(call, to)) {
            Some(to) => {
                let limit = printer.limit.map(|limit| self.argument(call, limit));
                self.print_to_object(call, to, length, limit);
            }
            None if call.result != Answer::None => {
                self.all.take_for_granted(WHOLE, self.span);
                let length = self.length(length);
                self.answer(call, length);
            }
            None => {}
        }
        true
    }

    /// Reads what conversions read, from an argument on, and adds up what they write; nothing if there are too few arguments.
    fn printed(&mut self, call: &Call, first: usize, conversions: &[Conversion]) -> Option<Length> {
        let (mut all, mut next) = (Length::default(), first);
        for conversion in conversions {
            let mut measured = |it: &Self, measure, of: fn((i64, i64)) -> Measured| match measure {
                Measure::None => Some(Measured::None),
                Measure::Number(number) => Some(Measured::Always(Length::exactly(number))),
                Measure::Argument => {
                    operand(call, next)?;
                    next += 1;
                    let value = it.argument(call, next - 1);
                    Some(of((value.low, value.high)))
                }
            };
            let width = measured(self, conversion.width, Measured::width)?;
            let precision = measured(self, conversion.precision, Measured::precision)?;
            let length = if conversion.takes_argument() {
                operand(call, next)?;
                next += 1;
                self.converted(call, next - 1, conversion, precision)
            } else {
                Length::exactly(conversion.literal)
            };
            all = all.and(length.of_width(width));
        }
        Some(all)
    }

    /// The text that a conversion makes of an argument.
    fn converted(&mut self, call: &Call, index: usize, conversion: &Conversion, precision: Measured) -> Length {
        let (value, pointer) = (self.argument(call, index), operand(call, index));
        match (conversion.specifier, pointer) {
            ('n', Some(pointer)) => {
                self.read_into(pointer, Shape::Signed(conversion.size), Piece::Whole);
                Length::exactly(0)
            }
            ('s', Some(pointer)) => match self.text_of(call, index) {
                Some(text) => Length::exactly(text.chars().count() as u64).at_most(precision),
                None => self.text_read(pointer, precision),
            },
            _ => conversion.length((value.low, value.high), precision),
        }
    }

    /// A text is read up to its end, or up to a number of characters.
    fn text_read(&mut self, pointer: Operand, precision: Measured) -> Length {
        let first = !matches!(precision, Measured::Always(Length { least: 0, .. }));
        let found = self.valid_bytes(pointed(pointer), &number(i128::from(first)));
        let rooms = found.meant.iter().map(|meant| self.all.memory.size(meant.instance.thing) - meant.offset);
        let (least, most) = (rooms.clone().min().unwrap_or(0), rooms.max().unwrap_or(0));
        if !matches!(precision, Measured::Always(most) if most.most <= least) {
            self.all.take_for_granted("a text that is printed ends within its object", self.span);
        }
        let length = Length { least: 0, most }.at_most(precision);
        self.touch_bytes(&found, &number(i128::from(length.most)));
        length
    }

    /// A stream of the memory has another content and position then.
    fn print_to_stream(&mut self, stream: Operand) {
        let found = self.valid_bytes(pointed(stream), &number(1));
        if found.meant.iter().any(|meant| !matches!(meant.instance.thing, Thing::Object(_))) {
            self.forget_all(0, stream, true);
        }
    }

    /// A text is written to an object, with the zero byte at its end, of which at most a number of bytes.
    fn print_to_object(&mut self, call: &Call, to: Operand, length: Length, limit: Option<Value>) {
        let is_used = call.result != Answer::None;
        let room = self.instances(to).into_iter().map(|of| self.all.memory.size(of.thing)).min().unwrap_or(0);
        let is_short = length.most < room && limit.is_none();
        let length = if is_used || !is_short { self.length(length) } else { number(i128::from(length.most)) };
        let whole = known(self.all.integers().binary(Binary::Add, &length, &number(1), Shape::Unsigned(8)));
        let Some(whole) = whole else { return };
        let size = match limit {
            Some(limit) => less_of(limit, whole),
            None => whole,
        };
        if size.term != Expr::Number(0) {
            self.write_text(to, &size);
        }
        self.answer(call, length);
    }

    /// A number of any bytes are written, one of which is zero, unless the number is 0.
    fn write_text(&mut self, to: Operand, size: &Value) {
        let (some, end) = (self.new_node(), self.new_node());
        self.fork(within(size, 1, i64::MAX.into()), some, end);
        self.node = Some(some).filter(|node| self.graph.entered[*node]);
        self.fill_with(pointed(to), None, size);
        let found = self.find(pointed(to), 0);
        if let [meant] = &found.meant[..] {
            let ends = self.ends_within(meant, u64::try_from(size.high).unwrap_or(0));
            self.assume(ends);
        }
        self.go(end);
        self.node = Some(end).filter(|node| self.graph.entered[*node]);
    }

    /// That one of a number of bytes is zero, if they are known one by one.
    fn ends_within(&mut self, meant: &Meant, most: u64) -> Expr {
        let room = self.all.memory.size(meant.instance.thing).saturating_sub(meant.offset);
        let parts = self.all.memory.covering(meant.instance, meant.offset, most.min(room)).unwrap_or_default();
        if parts.is_empty() || parts.iter().any(|part| part.1 != 1) {
            return Expr::Truth(true);
        }
        let zero = parts.into_iter().map(|part| {
            let variable = self.all.part(meant.instance, part);
            term::compare(Comparison::Equal, self.all.variables.value(variable).term, Expr::Number(0))
        });
        term::any(zero.collect())
    }

    /// A length between two bounds.
    fn length(&mut self, length: Length) -> Value {
        let [least, most] = [length.least, length.most].map(|it| i64::from(i32::try_from(it).unwrap_or(i32::MAX)));
        if least == most {
            return number(least);
        }
        let variable = self.between("length", Shape::Signed(4));
        self.any_piece(variable, (least, most), Piece::Whole);
        self.all.variables.value(variable)
    }
}

/// The less of a number of bytes that is unsigned, and another one that is small.
fn less_of(limit: Value, whole: Value) -> Value {
    let is_small = within(&limit, 0, i64::MAX.into());
    let is_less = term::compare(Comparison::Less, limit.term.clone(), whole.term.clone());
    let high = if limit.low < 0 { whole.high } else { limit.high.min(whole.high) };
    let low = limit.low.max(0).min(whole.low);
    Value { low, high, ..Value::select(term::and(is_small, is_less), limit, whole) }
}

fn operand(call: &Call, index: usize) -> Option<Operand> {
    match call.arguments.get(index)? {
        Argument::Value(value, _) => Some(*value),
        Argument::Copy(..) => None,
    }
}
