//! Behaviour of a breakpoint that is hit: whether it counts, and whether it stops or prints a message.

use boolprog_syntax::expression::Comparison;

use crate::asked::Asked;
use crate::recording::Recording;
use crate::viewpoint::Viewpoint;

/// Conditions as the client wrote them, read.
#[derive(Debug, Default)]
pub(crate) struct Behaviour {
    condition: Option<Asked>,
    count: Option<Count>,
    message: Option<Vec<Piece>>,
    /// Why it cannot be as the client wants it.
    problem: Option<String>,
}

/// Hits that count, from 1.
#[derive(Clone, Copy, Debug)]
enum Count {
    Compared(Comparison, usize),
    Every(usize),
}

#[derive(Debug)]
enum Piece {
    Text(String),
    Value(Asked),
}

impl Behaviour {
    /// A breakpoint that cannot be as the client wants it, for this reason.
    pub(crate) fn refused(problem: &str) -> Self {
        Self { problem: Some(problem.to_owned()), ..Self::default() }
    }

    /// Reads the client's options; blank texts count as none. An invalid one is a [`Self::problem`].
    pub(crate) fn read(condition: Option<&str>, count: Option<&str>, message: Option<&str>) -> Self {
        let mut behaviour = Self::default();
        let wanted = |text: Option<&str>| text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let mut keep = |problem| behaviour.problem = Some(problem);
        behaviour.condition = wanted(condition).map(|text| Asked::condition(&text));
        behaviour.count = wanted(count).and_then(|text| Count::read(&text).map_err(&mut keep).ok());
        behaviour.message = wanted(message).and_then(|text| pieces(&text).map_err(&mut keep).ok());
        behaviour
    }

    /// Why it can never be met in a recording.
    pub(super) fn problem(&self, recording: &Recording) -> Option<&str> {
        // A condition of C is read where it is evaluated.
        let asked = self.asked().filter(|_| recording.expressions().is_none()).find_map(Asked::problem);
        self.problem.as_deref().or(asked)
    }

    fn asked(&self) -> impl Iterator<Item = &Asked> {
        let told = self.message.iter().flatten().filter_map(|piece| match piece {
            Piece::Value(asked) => Some(asked),
            Piece::Text(_) => None,
        });
        self.condition.iter().chain(told)
    }

    /// `true` if the condition holds; it does not where it has no value.
    pub(super) fn allows(&self, viewpoint: Viewpoint<'_>) -> bool {
        self.condition.as_ref().is_none_or(|condition| condition.truth(viewpoint) == Ok(true))
    }

    /// Why the condition has no value, if so.
    pub(super) fn obstacle(&self, viewpoint: Viewpoint<'_>) -> Option<String> {
        self.condition.as_ref()?.truth(viewpoint).err()
    }

    /// Returns `true` if a hit counts; the first one is number 1.
    pub(super) fn counts(&self, hit: usize) -> bool {
        match self.count {
            None => true,
            Some(Count::Compared(comparison, number)) => comparison.holds(hit, number),
            Some(Count::Every(number)) => hit.is_multiple_of(number),
        }
    }

    /// The message to print instead of stopping.
    pub(super) fn message(&self, viewpoint: Viewpoint<'_>) -> Option<String> {
        let say = |piece: &Piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Value(asked) => match asked.answer(viewpoint) {
                Ok(told) => told.result,
                Err(problem) => format!("<{problem}>"),
            },
        };
        Some(self.message.as_ref()?.iter().map(say).collect())
    }
}

impl Count {
    /// Reads `3`, `>= 3`, `% 2` and similar conditions. Fails with a message for the user.
    fn read(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse::<usize>().ok().filter(|number| *number > 0);
        let every = text.strip_prefix('%').and_then(number).map(Self::Every);
        let compared = || {
            let (spelling, comparison) =
                Comparison::ALL.into_iter().find(|(spelling, _)| text.starts_with(spelling))?;
            Some(Self::Compared(comparison, number(&text[spelling.len()..])?))
        };
        let plain = || Some(Self::Compared(Comparison::Equal, number(text)?));
        let read = every.or_else(compared).or_else(plain);
        read.ok_or_else(|| {
            format!("`{text}` is no hit count: write a number such as `3`, `>= 3`, or `% 2` for every second")
        })
    }
}

/// Splits a message into text and `{expressions}`. Fails with a message for the user.
fn pieces(text: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let inner = &rest[open + 1..];
        let close = closing(inner).ok_or_else(|| format!("a `}}` is missing after `{}`", &rest[open..]))?;
        pieces.push(Piece::Text(rest[..open].to_owned()));
        pieces.push(Piece::Value(Asked::read(&inner[..close])));
        rest = &inner[close + 1..];
    }
    pieces.push(Piece::Text(rest.to_owned()));
    Ok(pieces)
}

/// The offset of the brace that closes one opened before the text. Names in braces open and close their own.
fn closing(text: &str) -> Option<usize> {
    let mut open = 1;
    text.char_indices().find_map(|(index, character)| {
        open += match character {
            '{' => 1,
            '}' => -1,
            _ => 0,
        };
        (open == 0).then_some(index)
    })
}
