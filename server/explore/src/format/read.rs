//! Reading `.tts`.

use std::collections::BTreeMap;
use std::str::SplitAsciiWhitespace;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::error::{FormatError, Problem};
use super::notation::{content, parse_state};
use crate::tts::{Count, Effect, Initial, LocalId, Moves, SharedId, TransferId, Transition, Tts};

/// Reads a system. It starts as `0/0` (any number of threads in local state 0, shared state 0) and has no
/// targets: see [`Tts::with_initial`] and [`Tts::with_targets`]. Linear in the length of the text.
pub fn parse_tts(text: &str) -> Result<Tts, FormatError> {
    let mut reader = Reader::default();
    for (number, line) in text.lines().enumerate() {
        let line = content(line);
        if !line.is_empty() {
            reader.line(number, line)?;
        }
    }
    reader.finish(text.lines().count())
}

#[derive(Default)]
struct Reader {
    /// The numbers of shared and local states, once read.
    header: Option<(u32, u32)>,
    transitions: Vec<Transition>,
    transfers: Vec<Moves>,
    /// Transfers by their effect: equal lists are one transfer.
    known_transfers: FxHashMap<MoveList, TransferId>,
}

type MoveList = Vec<(LocalId, SmallVec<[LocalId; 2]>)>;

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), FormatError> {
        let words = line.split_ascii_whitespace();
        match self.header {
            None => self.header(number, words),
            Some(states) => self.step(number, words, states),
        }
    }

    fn header(&mut self, number: usize, mut words: SplitAsciiWhitespace) -> Result<(), FormatError> {
        let (Some(shared), Some(local), None) = (words.next(), words.next(), words.next()) else {
            return Err(FormatError::at(number, Problem::Header));
        };
        let states = (parse_state(number, shared)?, parse_state(number, local)?);
        if states.0 == 0 || states.1 == 0 {
            return Err(FormatError::at(number, Problem::NoStates));
        }
        self.header = Some(states);
        Ok(())
    }

    fn step(&mut self, number: usize, mut words: SplitAsciiWhitespace, states: (u32, u32)) -> Result<(), FormatError> {
        let error = |problem| FormatError::at(number, problem);
        let mut word = || words.next().ok_or_else(|| error(Problem::NotAStep));
        let (shared, local, arrow) = (word()?, word()?, word()?);
        match arrow {
            "->" | "+>" => {}
            "~>" => return Err(error(Problem::TransferWithoutStep)),
            _ => return Err(error(Problem::NotAStep)),
        }
        let (to_shared, to_local) = (word()?, word()?);
        let parse_local = |word| parse_local(number, word, states.1);
        let shared = parse_shared(number, shared, states.0)?;
        let local = parse_local(local)?;
        let to_shared = parse_shared(number, to_shared, states.0)?;
        let to_local = parse_local(to_local)?;
        let transfer = self.transfer(number, words, states.1)?;
        let (to_local, effect) = match (arrow, transfer) {
            ("+>", None) => (local, Effect::Create(to_local)),
            ("+>", Some(_)) => return Err(error(Problem::CreationWithTransfer)),
            (_, None) => (to_local, Effect::None),
            (_, Some(transfer)) => (to_local, Effect::Each(transfer)),
        };
        let origin = number as u32;
        self.transitions.push(Transition { shared, local, to_shared, to_local: Some(to_local), effect, origin });
        Ok(())
    }

    /// The rest of a line: `a ~> b` again and again.
    fn transfer(
        &mut self,
        number: usize,
        mut words: SplitAsciiWhitespace,
        locals: u32,
    ) -> Result<Option<TransferId>, FormatError> {
        let mut moves: BTreeMap<LocalId, SmallVec<[LocalId; 2]>> = BTreeMap::new();
        while let Some(from) = words.next() {
            let (Some("~>"), Some(to)) = (words.next(), words.next()) else {
                return Err(FormatError::at(number, Problem::Moves));
            };
            let (from, to) = (parse_local(number, from, locals)?, parse_local(number, to, locals)?);
            moves.entry(from).or_default().push(to);
        }
        if moves.is_empty() {
            return Ok(None);
        }
        let list: MoveList = moves
            .into_iter()
            .map(|(from, mut to)| {
                to.sort_unstable();
                to.dedup();
                (from, to)
            })
            .collect();
        let transfers = &mut self.transfers;
        let id = *self.known_transfers.entry(list).or_insert_with_key(|list| {
            transfers.push(list.iter().cloned().collect());
            TransferId(transfers.len() as u32 - 1)
        });
        Ok(Some(id))
    }

    fn finish(self, lines: usize) -> Result<Tts, FormatError> {
        let (shared, local) = self.header.ok_or_else(|| FormatError::at(lines, Problem::NoHeader))?;
        let initial =
            Initial { shared: vec![SharedId(0)], fixed: Vec::new(), pool: vec![LocalId(0)], count: Count::Any };
        Tts::new(shared, local, initial, self.transitions, self.transfers, Vec::new())
            .map_err(|error| FormatError::at(lines, error.into()))
    }
}

fn parse_shared(line: usize, word: &str, states: u32) -> Result<SharedId, FormatError> {
    let id = SharedId(parse_state(line, word)?);
    if id.0 < states {
        Ok(id)
    } else {
        Err(FormatError::at(line, crate::tts::TtsError::NoSuchShared { id, states }.into()))
    }
}

fn parse_local(line: usize, word: &str, states: u32) -> Result<LocalId, FormatError> {
    let id = LocalId(parse_state(line, word)?);
    if id.0 < states {
        Ok(id)
    } else {
        Err(FormatError::at(line, crate::tts::TtsError::NoSuchLocal { id, states }.into()))
    }
}
