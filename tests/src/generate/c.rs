//! Random C programs with structures, pointers, the heap, functions and threads, as proptest strategies over texts: a
//! failure shrinks to simpler texts that are programs, too.
//!
//! The frame of a program is fixed: types, objects and a few functions. The random parts are the expressions and statements
//! between. No program has undefined behaviour other than data races and signed overflow: pointers always point to
//! living objects, indices are within their arrays, and no expression changes what it reads elsewhere. They end soon.

mod concurrent;
mod sequential;

use std::fmt;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

pub use concurrent::concurrent;
pub use sequential::{faulty, sequential};

/// The text of a program, which `Debug` shows as it is, so that a failure can be saved.
#[derive(Clone, PartialEq, Eq)]
pub struct Source(pub String);

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", self.0)
    }
}

/// A strategy for a piece of a text.
type Piece = BoxedStrategy<String>;

/// The names that may occur, beside numbers and operators. The simplest comes first: failures shrink towards it.
#[derive(Clone, Copy)]
struct Words {
    /// A number, which is written for `%1`.
    number: &'static str,
    /// Lvalues of arithmetic types.
    scalars: &'static [&'static str],
    /// Lvalues with an index, which is written for `%1`.
    elements: &'static [&'static str],
    /// Values without side effects, which are not all cheap.
    values: &'static [&'static str],
    /// Operators of two operands, and functions without side effects, which take operands for `%1` and `%2`.
    binary: &'static [&'static str],
    /// The same of one operand, `%1`.
    unary: &'static [&'static str],
}

impl Words {
    /// An lvalue of an arithmetic type.
    fn place(self, depth: u32) -> Piece {
        let scalar = select(self.scalars).prop_map(str::to_owned);
        let element = one_of(self.elements, vec![self.expr(depth.saturating_sub(1))]);
        prop_oneof![3 => scalar, 1 => element].boxed()
    }

    /// An expression of an arithmetic type without side effects, with operators nested at most to this depth.
    fn expr(self, depth: u32) -> Piece {
        let number =
            (-3_i64..10).prop_map(|number| if number < 0 { format!("({number})") } else { number.to_string() });
        let number = form(self.number, vec![number.boxed()]);
        let scalar = select(self.scalars).prop_map(str::to_owned);
        if depth == 0 {
            return prop_oneof![1 => number, 2 => scalar].boxed();
        }
        let inner = || self.expr(depth - 1);
        let unary = one_of(self.unary, vec![inner()]);
        let binary = one_of(self.binary, vec![inner(), inner()]);
        let choice = form("(%1 ? %2 : %3)", vec![inner(), inner(), inner()]);
        let value = select(self.values).prop_map(str::to_owned);
        prop_oneof![2 => number, 3 => self.place(depth), 1 => value, 2 => unary, 6 => binary, 1 => choice].boxed()
    }
}

/// Some statements, each on a line.
fn block(statement: Piece, most: usize) -> Piece {
    vec(statement, 1..=most).prop_map(|statements| statements.join("\n")).boxed()
}

/// A form with pieces for `%1`, `%2`, ...
fn form(form: &'static str, pieces: Vec<Piece>) -> Piece {
    pieces.prop_map(move |pieces| filled(form, &pieces)).boxed()
}

/// One of several forms with the same pieces.
fn one_of(forms: &'static [&'static str], pieces: Vec<Piece>) -> Piece {
    (select(forms), pieces).prop_map(|(form, pieces)| filled(form, &pieces)).boxed()
}

fn filled(form: &str, pieces: &[String]) -> String {
    let numbered = pieces.iter().enumerate();
    numbered.fold(form.to_owned(), |text, (index, piece)| text.replace(&format!("%{}", index + 1), piece))
}
