//! Partitions of the values of variables (data abstraction): by sign, by remainder, or into intervals.
//!
//! A partition is a set of predicates, which distinguish its parts: with all of their combinations, predicate abstraction is
//! the abstraction by the partition (Clarke, Grumberg, Long, "Model checking and abstraction", 1994).

use std::collections::BTreeSet;
use std::str::FromStr;

use boolprog_base::{Span, most_similar};

use crate::system::Predicate;
use crate::{Arithmetic, Comparison, Formula, Sort, System, Term, Variable, VariableId};

/// The most parts.
const MOST_PARTS: i64 = 64;

/// A partition of the values of a variable, written `x=sign`, `x=parity`, `x=mod:4` or `x=0..3|4..9|rest`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Partition {
    variable: String,
    parts: Parts,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Parts {
    /// Negative, zero, positive.
    Sign,
    /// By the remainder of a division by this number.
    Modulus(i64),
    /// Below and above each of these numbers, which belong to the part below.
    Cuts(BTreeSet<i64>),
    /// These numbers, and all others.
    Values(BTreeSet<i64>),
    /// Each value alone.
    Each,
}

/// Fails with a sentence.
impl FromStr for Partition {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some((variable, how)) = text.split_once('=') else {
            return Err("A partition has the form `x=sign`, `x=parity`, `x=mod:4` or `x=0..3|4..9|rest`.".to_owned());
        };
        let parts = match (how.trim(), how.trim().strip_prefix("mod:")) {
            ("sign", _) => Parts::Sign,
            ("parity", _) => Parts::Modulus(2),
            (_, Some(modulus)) => Parts::Modulus(
                modulus
                    .parse()
                    .ok()
                    .filter(|modulus| (2..=MOST_PARTS).contains(modulus))
                    .ok_or_else(|| format!("The modulus is a number from 2 to {MOST_PARTS}, not `{modulus}`."))?,
            ),
            (intervals, None) => parts(intervals)?,
        };
        Ok(Self { variable: variable.trim().to_owned(), parts })
    }
}

/// Two bounds, each of which may be missing.
type Interval = (Option<i64>, Option<i64>);

fn parts(text: &str) -> Result<Parts, String> {
    let mut intervals: Vec<Interval> = Vec::new();
    let mut has_rest = false;
    for part in text.split('|').map(str::trim) {
        if part == "rest" {
            has_rest = true;
        } else {
            intervals.push(interval(part)?);
        }
    }
    if intervals.len() > MOST_PARTS as usize {
        return Err(format!("A partition has at most {MOST_PARTS} parts."));
    }
    if intervals.is_empty() {
        return Err("A partition has two parts at least.".to_owned());
    }
    intervals.sort_unstable();
    for pair in intervals.windows(2) {
        let ((_, end), (start, _)) = (pair[0], pair[1]);
        let is_before = end.zip(start).is_some_and(|(end, start)| end < start);
        if !is_before {
            return Err(format!("The parts `{}` and `{}` have values in common.", written(pair[0]), written(pair[1])));
        }
        let is_next = end.zip(start).is_some_and(|(end, start)| end.checked_add(1) == Some(start));
        if !is_next && !has_rest {
            return Err(format!(
                "No part has the values between `{}` and `{}`: add `|rest`.",
                written(pair[0]),
                written(pair[1])
            ));
        }
    }
    let is_open = |bound: Option<Option<i64>>| bound.is_some_and(|bound| bound.is_none());
    let all = is_open(intervals.first().map(|part| part.0)) && is_open(intervals.last().map(|part| part.1));
    if !all && !has_rest {
        return Err("The parts do not have all values: add `|rest`, or leave out a bound, as in `..-1|0..`.".to_owned());
    }
    let single = |interval: &Interval| interval.0.filter(|low| interval.1 == Some(*low));
    let values: Option<BTreeSet<i64>> = intervals.iter().map(single).collect();
    Ok(values.map_or_else(
        || {
            let ends = intervals.iter().flat_map(|(low, high)| [low.map(|low| low.saturating_sub(1)), *high]);
            Parts::Cuts(ends.flatten().collect())
        },
        Parts::Values,
    ))
}

/// `3..9`, `..9`, `3..` or `3`.
fn interval(text: &str) -> Result<Interval, String> {
    let number = |text: &str| match text.trim() {
        "" => Ok(None),
        digits => digits
            .parse()
            .map(Some)
            .map_err(|_| format!("`{digits}` is neither a number nor `sign`, `parity` or `mod:N`.")),
    };
    let (low, high) = match text.split_once("..") {
        Some((low, high)) => (number(low)?, number(high)?),
        None => (number(text)?, number(text)?),
    };
    if text.is_empty() || low.zip(high).is_some_and(|(low, high)| low > high) {
        return Err(format!("The part `{text}` has no values."));
    }
    Ok((low, high))
}

fn written((low, high): Interval) -> String {
    let number = |bound: Option<i64>| bound.map_or_else(String::new, |bound| bound.to_string());
    if low.is_some() && low == high { number(low) } else { format!("{}..{}", number(low), number(high)) }
}

impl Partition {
    /// The partition with a part for each value of a variable, whose abstraction keeps its values: it is *visible*.
    pub fn of_each_value(variable: &str) -> Self {
        Self { variable: variable.trim().to_owned(), parts: Parts::Each }
    }

    /// The predicates that distinguish the parts. A name without the number of an instance means the variables of all
    /// instances: `P.x` for `P[0].x` and `P[1].x`; `written` are the names of all variables for people, which stand for those that
    /// have them if no variable has the name itself. Fails with a sentence.
    pub fn predicates(&self, system: &System, written: &[String]) -> Result<Vec<Predicate>, String> {
        let all = || system.variables.iter().zip((0..).map(VariableId));
        let mut named: Vec<_> = all().filter(|(variable, _)| self.names(variable)).collect();
        if named.is_empty() {
            named = all().zip(written).filter(|(_, name)| **name == self.variable).map(|(found, _)| found).collect();
        }
        if named.is_empty() {
            let names = system.variables.iter().map(|variable| &*variable.name);
            let similar = most_similar(&self.variable, names).map(|name| format!(" Did you mean `{name}`?"));
            return Err(format!("There is no variable `{}`.{}", self.variable, similar.unwrap_or_default()));
        }
        let mut found = Vec::new();
        for (variable, id) in named {
            let formulas = self.formulas(variable, id)?;
            found.extend(formulas.into_iter().map(|formula| Predicate { formula, owner: None, span: Span::empty(0) }));
        }
        Ok(found)
    }

    fn names(&self, variable: &Variable) -> bool {
        let name = &*variable.name;
        let of_all = name.split_once('[').and_then(|(process, rest)| Some((process, rest.split_once(']')?.1)));
        name == self.variable || of_all.is_some_and(|(process, own)| format!("{process}{own}") == self.variable)
    }

    fn formulas(&self, variable: &Variable, id: VariableId) -> Result<Vec<Formula>, String> {
        let term = Term::Variable(id);
        let compare =
            |comparison, term: &Term, number| Formula::Compare(comparison, term.clone(), Term::Constant(number));
        let each = |low: i64, high: i64| (low..high).map(|value| compare(Comparison::Equal, &term, value)).collect();
        Ok(match (&self.parts, variable.sort) {
            (Parts::Each, Sort::Boolean) => vec![Formula::Variable(id)],
            (Parts::Each, Sort::Range(low, high)) if high.saturating_sub(low) < MOST_PARTS => each(low, high),
            (Parts::Each, Sort::Range(..) | Sort::Integer) => {
                return Err(format!(
                    "`{}` can have more than {MOST_PARTS} values: distinguish parts of them, as in `--partition {0}=sign`.",
                    variable.name
                ));
            }
            (_, Sort::Boolean) => {
                return Err(format!("`{}` is Boolean, which is a partition already.", variable.name));
            }
            (Parts::Sign, _) => vec![compare(Comparison::Less, &term, 0), compare(Comparison::Equal, &term, 0)],
            (Parts::Modulus(modulus), _) => {
                let remainder = Term::binary(Arithmetic::Remainder, term, Term::Constant(*modulus));
                (0..modulus - 1).map(|number| compare(Comparison::Equal, &remainder, number)).collect()
            }
            (Parts::Cuts(cuts), _) => cuts.iter().map(|cut| compare(Comparison::LessOrEqual, &term, *cut)).collect(),
            (Parts::Values(values), _) => values.iter().map(|it| compare(Comparison::Equal, &term, *it)).collect(),
        })
    }
}
