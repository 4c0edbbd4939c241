//! Answers to what a program leaves open, from a guide or by trying.

use boolprog_base::Span;
use boolprog_machine::choices::{Asked, Choices, Question};
use boolprog_machine::fault::Position;
use boolprog_machine::program::Program;

use super::watch::{meet, span_of};

/// Other answers are tried where there are at most this number of them.
const FEW: i128 = 8;

/// The answers of one step: those that are given, then those of the guide, then the usual ones.
#[derive(Debug)]
pub(super) struct Answers<'a> {
    /// What is to be answered first, in order.
    pub given: &'a [i128],
    /// Values that the guide has for the thread, with their places.
    pub guided: &'a mut Vec<(Span, i64)>,
    /// The program, for the places of declarations.
    pub program: &'a Program,
    /// All answers so far, with the number of others that could be given from 0 on.
    pub told: Vec<Told>,
}

/// An answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told {
    /// The answer.
    pub answer: i128,
    /// The other answers to be tried: those from the lowest to the highest.
    pub others: Option<(i128, i128)>,
}

impl Answers<'_> {
    /// The first value that the guide has for a place, or for the declaration of what was never written; 0 if it has none, since
    /// nothing depends on it.
    fn guided(&mut self, asked: &Asked) -> i128 {
        let declared =
            asked.object.map(|(unit, object)| Position { unit, place: self.program.unit(unit)[object].place });
        let places = [declared, Some(asked.position)];
        let mut spans = places.into_iter().flatten().filter_map(span_of);
        let found = spans.find_map(|span| self.guided.iter().position(|(place, _)| meet(*place, span)));
        found.map_or(0, |found| self.guided.remove(found).1.into())
    }
}

impl Choices for Answers<'_> {
    fn choose(&mut self, asked: &Asked) -> i128 {
        let Asked { question, low, high, .. } = *asked;
        let is_value = matches!(question, Question::Input | Question::Uninitialised) || high - low >= FEW;
        let answer = match self.given.get(self.told.len()) {
            Some(given) => *given,
            None if is_value => self.guided(asked),
            None => 0,
        };
        let answer = answer.clamp(low, high);
        let others = (!is_value).then_some((low, high));
        self.told.push(Told { answer, others });
        answer
    }
}
