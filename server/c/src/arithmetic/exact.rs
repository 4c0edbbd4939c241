//! Arithmetic on integers with bounds, without wrapping.

use boolprog_import::Expr;
use boolprog_integer::syntax::ast::BinaryOperator;
use boolprog_integer::{Arithmetic, Comparison};

use super::Value;
use crate::term;

/// Terms up to this size are repeated where this avoids a division.
const SMALL: usize = 8;

impl Value {
    pub(crate) const fn number(number: i64) -> Self {
        Self { term: Expr::Number(number), low: number, high: number }
    }

    /// `1` if a condition holds, `0` otherwise.
    pub(crate) fn truth(condition: Expr) -> Self {
        match condition {
            Expr::Truth(truth) => Self::number(truth.into()),
            condition => Self { term: term::number_of(condition), low: 0, high: 1 },
        }
    }

    pub(crate) fn select(condition: Expr, then: Self, otherwise: Self) -> Self {
        match condition {
            Expr::Truth(true) => then,
            Expr::Truth(false) => otherwise,
            condition => Self {
                low: then.low.min(otherwise.low),
                high: then.high.max(otherwise.high),
                term: term::conditional(condition, then.term, otherwise.term),
            },
        }
    }

    /// A term with its bounds; none if they do not fit into 64 bits.
    pub(super) fn within(term: Expr, low: i128, high: i128) -> Option<Self> {
        let (low, high) = (i64::try_from(low).ok()?, i64::try_from(high).ok()?);
        Some(if low == high { Self::number(low) } else { Self { term, low, high } })
    }

    /// The number, if it is only one.
    pub(crate) fn constant(&self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }

    pub(super) fn plus(&self, other: &Self) -> Option<Self> {
        let (low, high) = self.interval(Arithmetic::Add, other);
        Self::within(self.operation(Arithmetic::Add, other), low, high)
    }

    pub(super) fn minus(&self, other: &Self) -> Option<Self> {
        let (low, high) = self.interval(Arithmetic::Subtract, other);
        let term = match self.term {
            Expr::Number(0) => term::negate(other.term.clone()),
            _ => self.operation(Arithmetic::Subtract, other),
        };
        Self::within(term, low, high)
    }

    pub(super) fn times(&self, other: &Self) -> Option<Self> {
        let (low, high) = self.interval(Arithmetic::Multiply, other);
        Self::within(self.operation(Arithmetic::Multiply, other), low, high)
    }

    /// The bounds of a sum, a difference, or else a product.
    pub(super) fn interval(&self, operation: Arithmetic, other: &Self) -> (i128, i128) {
        let [a, b, c, d] = [self.low, self.high, other.low, other.high].map(i128::from);
        match operation {
            Arithmetic::Add => (a + c, b + d),
            Arithmetic::Subtract => (a - d, b - c),
            _ => {
                let [first, rest @ ..] = [a * c, a * d, b * c, b * d];
                (rest.into_iter().fold(first, i128::min), rest.into_iter().fold(first, i128::max))
            }
        }
    }

    /// The term of an operation, of which the caller knows that its value fits.
    pub(super) fn operation(&self, operation: Arithmetic, other: &Self) -> Expr {
        match (operation, &other.term) {
            (Arithmetic::Add, Expr::Number(number)) => self.moved(*number),
            (Arithmetic::Subtract, Expr::Number(number)) if *number != i64::MIN => self.moved(-number),
            _ => term::arithmetic(operation, self.term.clone(), other.term.clone()),
        }
    }

    /// `self + number`, of which the caller knows that it fits where the term is evaluated.
    pub(super) fn moved(&self, number: i64) -> Expr {
        let (base, by) = self.parts();
        let (base, by) = by.checked_add(number).map_or((&self.term, number), |sum| (base, sum));
        match by {
            1.. | i64::MIN => term::arithmetic(Arithmetic::Add, base.clone(), Expr::Number(by)),
            _ => term::arithmetic(Arithmetic::Subtract, base.clone(), Expr::Number(-by)),
        }
    }

    /// The term without the constant that is added to it, and this constant.
    fn parts(&self) -> (&Expr, i64) {
        if let Expr::Binary(BinaryOperator::Arithmetic(operation), base, number) = &self.term
            && let Expr::Number(number) = **number
        {
            match operation {
                Arithmetic::Add => return (base, number),
                Arithmetic::Subtract if number != i64::MIN => return (base, -number),
                _ => {}
            }
        }
        (&self.term, 0)
    }

    /// `self - i64::MIN`, which is the sum with 2⁶³, of a number that is negative where the term is evaluated.
    pub(super) fn raised(&self) -> Expr {
        self.operation(Arithmetic::Subtract, &Self::number(i64::MIN))
    }

    /// A comparison, decided where bounds decide it; with a number, to which the constants move.
    pub(crate) fn compare(&self, comparison: Comparison, other: &Self) -> Expr {
        let ((low, high), (least, most)) = (self.ends(), other.ends());
        let (below, above) = (high < least, low > most);
        let decided = match comparison {
            Comparison::Less if below || low >= most => Some(below),
            Comparison::LessOrEqual if above || high <= least => Some(!above),
            Comparison::Greater if above || high <= least => Some(above),
            Comparison::GreaterOrEqual if below || low >= most => Some(!below),
            Comparison::Equal if below || above => Some(false),
            Comparison::NotEqual if below || above => Some(true),
            _ => None,
        };
        if let Some(decided) = decided {
            return Expr::Truth(decided);
        }
        match (self.moved_to(&other.term), other.moved_to(&self.term)) {
            (Some((base, number)), _) => term::compare(comparison, base, number),
            (_, Some((base, number))) => term::compare(comparison.mirrored(), base, number),
            _ => term::compare(comparison, self.term.clone(), other.term.clone()),
        }
    }

    /// The term without the constant that is added to it, and a number without it as well.
    fn moved_to(&self, number: &Expr) -> Option<(Expr, Expr)> {
        let Expr::Number(number) = number else { return None };
        let (base, by) = self.parts();
        Some((base.clone(), Expr::Number(number.checked_sub(by)?)))
    }

    /// A comparison with a number.
    pub(super) fn is(&self, comparison: Comparison, number: i64) -> Expr {
        self.compare(comparison, &Self::number(number))
    }

    /// The number with the same low bits, at most 63, among those from the least one on, which is 0 or -2 to the number of
    /// bits less one.
    pub(super) fn reduced(self, bits: u32, least: i64) -> Self {
        let size = 1_i128 << bits;
        let (from, to) = (i128::from(least), i128::from(least) + size - 1);
        let (low, high) = (i128::from(self.low), i128::from(self.high));
        let most = to as i64;
        if from <= low && high <= to {
            return self;
        }
        let number = (low - from).rem_euclid(size) + from;
        if low == high {
            return Self::number(number as i64);
        }
        if bits == 63 || (low >= from - size && high <= to + size && term::size(&self.term) <= SMALL) {
            return self.nearly_reduced(-size as i64, least, most);
        }
        let modulus = Expr::Number(size as i64);
        let mut term = self.term;
        if high - from > i64::MAX.into() {
            term = term::arithmetic(Arithmetic::Remainder, term, modulus.clone());
        }
        let moved = term::arithmetic(Arithmetic::Subtract, term, Expr::Number(least));
        let remainder = term::arithmetic(Arithmetic::Remainder, moved, modulus);
        Self { term: term::arithmetic(Arithmetic::Add, remainder, Expr::Number(least)), low: least, high: most }
    }

    /// The reduced number of one that is less than a modulus away; the modulus is given with the opposite sign.
    fn nearly_reduced(self, opposite: i64, least: i64, most: i64) -> Self {
        let lower = self.moved(opposite);
        let higher = self.operation(Arithmetic::Subtract, &Self::number(opposite));
        let (is_above, is_below) = (self.is(Comparison::Greater, most), self.is(Comparison::Less, least));
        let term = term::conditional(is_above, lower, term::conditional(is_below, higher, self.term));
        Self { term, low: least, high: most }
    }

    /// The quotient by a power of two, rounded down; the exponent is less than 64.
    pub(super) fn shifted_down(&self, by: u32) -> Self {
        if by == 63 {
            return Self::select(self.is(Comparison::Less, 0), Self::number(-1), Self::number(0));
        }
        let power = Expr::Number(1 << by);
        let (low, high) = (self.low >> by, self.high >> by);
        if low == high {
            return Self::number(low);
        }
        Self { term: term::arithmetic(Arithmetic::Divide, self.term.clone(), power), low, high }
    }

    /// The product with a power of two, wrapped around to 64 bits; the exponent is less than 64.
    pub(super) fn shifted_up(self, by: u32) -> Self {
        match by {
            0 => self,
            // The lowest bit is the sign.
            63 => {
                let bit = self.reduced(1, 0);
                Self::select(bit.is(Comparison::NotEqual, 0), Self::number(i64::MIN), Self::number(0))
            }
            _ => {
                let kept = self.reduced(64 - by, -1 << (63 - by));
                let term = kept.operation(Arithmetic::Multiply, &Self::number(1 << by));
                Self { term, low: kept.low << by, high: kept.high << by }
            }
        }
    }
}
