//! The store of the states found so far.

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::{Arena, memory};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::layout::Layout;
use crate::tts::{LocalId, SharedId, TransferId, Transition};

/// Outcomes of one step between two calls of [`Control::poll`].
const POLL_AFTER: u32 = 1024;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Transfer {
    Release,
    /// The passive part of an edge, for these values of the active thread's bits that it mentions.
    Passive {
        edge: u32,
        bits: SmallVec<[u64; 1]>,
    },
}

/// The states, transitions and transfers of a system, as they are found.
pub(super) struct Store<'a> {
    pub(super) shared: Arena<u64>,
    pub(super) locals: Arena<u64>,
    pub(super) transitions: Vec<Transition>,
    pub(super) transfers: Vec<Transfer>,
    numbers: FxHashMap<Transfer, TransferId>,
    control: &'a dyn Control,
    /// Reason why work stopped: later results are incomplete.
    pub(super) stopped: Option<Stop>,
    outcomes: u32,
}

impl<'a> Store<'a> {
    pub(super) fn new(layout: Layout, control: &'a dyn Control) -> Self {
        Self {
            shared: Arena::new(layout.shared_words()),
            locals: Arena::new(layout.local_words()),
            transitions: Vec::new(),
            transfers: Vec::new(),
            numbers: FxHashMap::default(),
            control,
            stopped: None,
            outcomes: 0,
        }
    }

    pub(super) fn shared(&mut self, words: &[u64]) -> SharedId {
        SharedId(self.shared.intern(words))
    }

    pub(super) fn local(&mut self, words: &[u64]) -> LocalId {
        LocalId(self.locals.intern(words))
    }

    pub(super) fn transfer(&mut self, transfer: Transfer) -> TransferId {
        let transfers = &mut self.transfers;
        *self.numbers.entry(transfer).or_insert_with_key(|transfer| {
            transfers.push(transfer.clone());
            TransferId(transfers.len() as u32 - 1)
        })
    }

    /// Called for every outcome tried. Once it has failed, it always does.
    pub(super) fn tried(&mut self) -> Result<(), Stop> {
        self.outcomes += 1;
        if self.outcomes >= POLL_AFTER {
            self.outcomes = 0;
            let progress = Progress {
                phase: "steps",
                states: self.transitions.len() as u64,
                bytes: self.bytes(),
                ..Progress::default()
            };
            self.stopped = self.stopped.or(self.control.poll(&progress).err());
            // Ids are 32 bits wide.
            if self.transitions.len() >= u32::MAX as usize - POLL_AFTER as usize {
                self.stopped = self.stopped.or(Some(Stop::Memory));
            }
        }
        self.stopped.map_or(Ok(()), Err)
    }

    pub(super) fn bytes(&self) -> usize {
        self.shared.bytes()
            + self.locals.bytes()
            + memory::of_vec(&self.transitions)
            + self.transfers.capacity() * 2 * size_of::<Transfer>()
    }
}
