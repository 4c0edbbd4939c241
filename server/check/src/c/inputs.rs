//! Answers to what a program leaves open, from a guide or by trying.

use std::collections::VecDeque;

use boolprog_machine::choices::{Asked, Choices, Question};

/// Other answers are tried where there are at most so many.
const FEW: i128 = 8;

/// The answers of one step: those that are given, then those of the guide, then the usual ones.
#[derive(Debug)]
pub(super) struct Answers<'a> {
    /// What is to be answered first, in order.
    pub given: &'a [i128],
    /// Values that the guide has for the thread.
    pub guided: &'a mut VecDeque<i64>,
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

impl Choices for Answers<'_> {
    fn choose(&mut self, asked: &Asked) -> i128 {
        let Asked { question, low, high, .. } = *asked;
        let is_value = matches!(question, Question::Input | Question::Uninitialised);
        let answer = match self.given.get(self.told.len()) {
            Some(given) => *given,
            None if is_value => self.guided.pop_front().map_or(0, i128::from),
            None => 0,
        };
        let answer = answer.clamp(low, high);
        let others = (high - low < FEW && !is_value).then_some((low, high));
        self.told.push(Told { answer, others });
        answer
    }
}
