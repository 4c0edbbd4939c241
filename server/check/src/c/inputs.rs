//! Answers to what a program leaves open, from a guide or by trying.

use boolprog_base::Span;
use boolprog_c_syntax::environment::Piece;
use boolprog_integer::CReading;
use boolprog_machine::choices::{Asked, Choices, Question};
use boolprog_machine::fault::Position;
use boolprog_machine::program::Program;

use super::guide::Input;
use super::watch::meet;

/// Other answers are tried where there are at most this number of them.
const FEW: i128 = 8;

/// Other answers are tried to this number of questions of a step.
const MANY: usize = 32;

/// The answers of one step: those that are given, then those of the guide, then the usual ones.
#[derive(Debug)]
pub(super) struct Answers<'a> {
    /// The questions to be answered first, in order.
    pub given: &'a [i128],
    /// Values that the guide has for the thread.
    pub guided: &'a mut Vec<Input>,
    /// `true` if the guide has no more to say, so that values for which it has none are tried.
    pub is_over: bool,
    /// The program, for the places of declarations.
    pub program: &'a Program,
    /// All answers so far.
    pub told: Vec<Told>,
}

/// An answer.
#[derive(Clone, Debug)]
pub(super) struct Told {
    /// The answer.
    pub answer: i128,
    /// The other answers to be tried.
    pub others: Vec<i128>,
}

impl Answers<'_> {
    /// The first value that the guide has for a place, or for the declaration of what was never written; none if it has none.
    fn guided(&mut self, asked: &Asked) -> Option<i128> {
        let declared =
            asked.object.map(|(unit, object)| Position { unit, place: self.program.unit(unit)[object].place });
        let places = [declared, Some(asked.position)];
        let spans: Vec<Span> = places.into_iter().flatten().filter_map(|it| self.program.span_in_text(it)).collect();
        let find = |span| self.guided.iter().position(|input| is_answer(input, asked.piece, span));
        // A question of the library outside of all calls has no place.
        let found = if spans.is_empty() { find(None) } else { spans.iter().find_map(|span| find(Some(*span))) };
        let value = i128::from(self.guided.remove(found?).value);
        // A value beyond the bounds of a choice is 0 in the integer program.
        Some(if (asked.low..=asked.high).contains(&value) { value } else { 0 })
    }
}

impl Answers<'_> {
    /// Other answers to a question: a few of those that can be given, for a value the numbers of the program.
    fn others(&self, asked: &Asked, answer: i128) -> Vec<i128> {
        let range = asked.low..=asked.high;
        let numbers = self.program.numbers().iter().copied().filter(|number| range.contains(number));
        let of_program: Vec<i128> = if is_value(asked) { numbers.collect() } else { Vec::new() };
        let others = of_program.into_iter().chain(range).filter(|other| *other != answer);
        others.take(FEW as usize).collect()
    }
}

/// Returns `true` if a question asks for a value and not for one of some ways.
fn is_value(asked: &Asked) -> bool {
    matches!(asked.question, Question::Input | Question::Uninitialised) || asked.high - asked.low >= FEW
}

/// Returns `true` if a value of the guide is one for a piece of what is chosen at a place.
fn is_answer(input: &Input, piece: Piece, span: Option<Span>) -> bool {
    input.piece == piece.number() && (piece.is_of_program() || span.is_none_or(|span| meet(input.span, span)))
}

impl Choices for Answers<'_> {
    fn choose(&mut self, asked: &Asked) -> i128 {
        let Asked { low, high, .. } = *asked;
        let is_value = is_value(asked);
        let given = self.given.get(self.told.len()).copied();
        let guided = if given.is_none() && is_value { self.guided(asked) } else { None };
        let asked_before = self.told.len();
        // A loop in one step that asks again and again waits for another answer.
        let usual = if asked_before < MANY { 0 } else { asked_before as i128 };
        let answer = given.or(guided).unwrap_or(usual).clamp(low, high);
        // While the guide goes on, nothing depends on a value for which it has none.
        let is_open = asked_before < MANY && guided.is_none() && (!is_value || self.is_over);
        let others = if is_open { self.others(asked, answer) } else { Vec::new() };
        self.told.push(Told { answer, others });
        answer
    }
}

/// Choices, of which those are taken that the reading of the text allows.
pub(super) struct Allowed<'a> {
    pub choices: &'a mut dyn Choices,
    pub reading: CReading,
}

impl Choices for Allowed<'_> {
    fn choose(&mut self, asked: &Asked) -> i128 {
        let answer = self.choices.choose(asked);
        if asked.question == Question::Wakeup && !self.reading.has_spurious_wakeups { 0 } else { answer }
    }
}
