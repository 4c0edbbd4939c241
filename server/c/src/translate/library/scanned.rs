//! The family of `scanf` (C11 7.21.6.2): the number of conversions that get a value is chosen, and then each value.

use boolprog_c_form::form::{Access, Argument, Base, Call, Operand, Place, Shape};
use boolprog_c_syntax::environment::{MOST_READ, Piece};
use boolprog_c_syntax::target::pointer_size;
use boolprog_c_syntax::tree::Binary;
use boolprog_import::Expr;
use boolprog_integer::Comparison;

use super::super::numbers::{known, number as constant};
use super::super::variables::Variable;
use super::super::walk::Walk;
use crate::graph::Op;
use crate::term;

/// The functions, with the number of the argument that is the format; pointers to what is read follow.
const FUNCTIONS: [(&str, usize); 6] =
    [("scanf", 0), ("fscanf", 1), ("sscanf", 1), ("__isoc99_scanf", 0), ("__isoc99_fscanf", 1), ("__isoc99_sscanf", 1)];

/// The value that a conversion writes.
#[derive(Clone, Copy)]
enum Written {
    /// A scalar of this shape, of which any value can be read.
    Scalar(Shape),
    /// A text of at most this number of characters, if the format limits it, and its end.
    Text(Option<u64>),
    /// This number of characters.
    Characters(u64),
    /// A floating-point number.
    Floating,
}

impl Walk<'_, '_> {
    /// Executes a call of such a function. Returns `false` if it is none, or its format is not known.
    pub(in crate::translate) fn scan(&mut self, name: &str, call: &Call) -> bool {
        let Some((_, format)) = FUNCTIONS.iter().find(|(function, _)| *function == name) else { return false };
        let long = pointer_size(self.all.options.target) as u8;
        let Some(conversions) = self.text_of(call, *format).and_then(|text| conversions(&text, long)) else {
            return false;
        };
        let pointers: Vec<Operand> = call.arguments[format + 1..].iter().filter_map(value).collect();
        if pointers.len() != conversions.len() {
            return false;
        }
        let most = conversions.len().cast_signed() as i64;
        let count = self.between("read", Shape::Signed(4));
        self.any_piece(count, (-1, most), Piece::Whole);
        for (number, (written, pointer)) in (0..).zip(conversions.into_iter().zip(pointers)) {
            let (first, end) = (self.new_node(), self.new_node());
            let name = Expr::Name(self.all.variables.name(count));
            self.fork(term::compare(Comparison::Greater, name, Expr::Number(number.into())), first, end);
            self.node = Some(first);
            match written {
                Written::Scalar(shape) => self.read_into(pointer, shape, Piece::Conversion(number)),
                Written::Text(most) => self.read_text(number, pointer, most),
                Written::Characters(count) => {
                    self.valid_bytes(pointed(pointer), &constant(count));
                    self.forget_all(number, pointer, true);
                }
                Written::Floating => self.forget_all(number, pointer, true),
            }
            self.go(end);
            self.node = Some(end);
        }
        let count = self.all.variables.value(count);
        self.answer(call, count);
        true
    }

    /// A scalar to which a pointer points gets any value.
    pub(super) fn read_into(&mut self, pointer: Operand, shape: Shape, piece: Piece) {
        let found = self.valid(pointed(pointer), shape.size());
        let any = self.between("value", shape);
        self.any_piece(any, self.all.bounds(shape), piece);
        let access = Access { shape, bits: None, is_volatile: false, is_atomic: false };
        self.touch_all(&found, access, true);
        let (value, shared) = (self.all.variables.value(any), self.is_shared(&found, shape));
        self.write(&found, &value, access, shared);
    }

    /// A text is read into the bytes to which a pointer points: of one character, or of as many as may be read, up to those for which
    /// no object there has room.
    fn read_text(&mut self, number: u32, pointer: Operand, most: Option<u64>) {
        let sizes = self.instances(pointer).into_iter().map(|of| self.all.memory.size(of.thing));
        let largest = sizes.max().unwrap_or(1).clamp(1, MOST_READ.into());
        let most = most.map_or(largest, |most| most.min(largest)).cast_signed();
        let length = self.between("length", Shape::Unsigned(8));
        self.any_piece(length, (1, most), Piece::Length(number));
        let is =
            |count| term::compare(Comparison::Equal, Expr::Name(self.all.variables.name(length)), Expr::Number(count));
        self.assume(term::or(is(1), is(most)));
        let length = self.all.variables.value(length);
        let size = known(self.all.integers().binary(Binary::Add, &length, &constant(1), Shape::Unsigned(8)));
        if let Some(size) = size {
            self.valid_bytes(pointed(pointer), &size);
        }
        self.forget_all(number, pointer, true);
    }

    /// A variable gets any value between two bounds, which is a piece of what is chosen here.
    pub(in crate::translate) fn any_piece(&mut self, variable: Variable, bounds: (i64, i64), piece: Piece) {
        self.all.variables.widen(variable, bounds);
        let name = self.all.variables.name(variable);
        self.step(Op::Choose(name, self.all.range(bounds), piece), false);
    }
}

/// The place to which a pointer points.
pub(super) fn pointed(pointer: Operand) -> Place {
    Place { base: Base::Pointer(pointer), offset: 0 }
}

fn value(argument: &Argument) -> Option<Operand> {
    match argument {
        Argument::Value(value, _) => Some(*value),
        Argument::Copy(..) => None,
    }
}

/// The values that the conversions of a format write, in their order, where `long` has this number of bytes; none if one is not
/// known.
fn conversions(format: &str, long: u8) -> Option<Vec<Written>> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some((_, after)) = rest.split_once('%') {
        let (is_dropped, after) = match after.strip_prefix('*') {
            Some(after) => (true, after),
            None => (false, after),
        };
        let digits = after.len() - after.trim_start_matches(|it: char| it.is_ascii_digit()).len();
        let (width, after) = after.split_at(digits);
        let width = width.parse().ok().filter(|width| *width > 0);
        let (size, after) = length(after, long);
        let specifier = after.chars().next()?;
        rest = &after[specifier.len_utf8()..];
        let written = match specifier {
            '%' => continue,
            's' => Written::Text(width),
            '[' => {
                rest = after_set(rest)?;
                Written::Text(width)
            }
            'c' => Written::Characters(width.unwrap_or(1)),
            'd' | 'i' => Written::Scalar(Shape::Signed(size)),
            'u' | 'o' | 'x' | 'X' => Written::Scalar(Shape::Unsigned(size)),
            'a' | 'A' | 'e' | 'E' | 'f' | 'F' | 'g' | 'G' => Written::Floating,
            _ => return None,
        };
        if !is_dropped {
            found.push(written);
        }
    }
    Some(found)
}

/// The rest of a format after a set of characters, the `[` of which has been read.
fn after_set(text: &str) -> Option<&str> {
    let inverted = text.strip_prefix('^').unwrap_or(text);
    let first = inverted.strip_prefix(']').unwrap_or(inverted);
    first.split_once(']').map(|(_, after)| after)
}

/// The size of an integer after its length, and what follows that.
pub(super) fn length(text: &str, long: u8) -> (u8, &str) {
    const LENGTHS: [(&str, Option<u8>); 8] = [
        ("hh", Some(1)),
        ("h", Some(2)),
        ("ll", Some(8)),
        ("l", None),
        ("j", Some(8)),
        ("z", None),
        ("t", None),
        ("q", Some(8)),
    ];
    let mut found =
        LENGTHS.iter().filter_map(|(prefix, size)| Some((size.unwrap_or(long), text.strip_prefix(prefix)?)));
    found.next().unwrap_or((4, text))
}
