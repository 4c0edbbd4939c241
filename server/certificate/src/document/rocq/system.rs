//! A thread transition system that is written out: its steps, and where its transfers lead.

use std::collections::BTreeMap;

use boolprog_base::control::Control;
use boolprog_explore::saturate::{Saturation, saturate};
use boolprog_explore::system::ProgramSystem;
use boolprog_explore::tts::{self, Count, Initial, LocalId, ThreadSystem, TransferId, Transition, Tts};

use super::super::Invalid;
use super::NoTheorems;

/// Systems with more steps are not written.
const MOST_STEPS: usize = 100_000;

/// The local states that a transfer moves, each with its destinations.
pub(super) type Moves = BTreeMap<LocalId, Vec<LocalId>>;

pub(super) struct System {
    pub(super) initial: Initial,
    /// In the order of shared states before and after.
    pub(super) steps: Vec<Transition>,
    pub(super) transfers: BTreeMap<TransferId, Moves>,
}

impl System {
    /// All of a system that is explicit.
    pub(super) fn of_tts(system: &Tts) -> Result<Self, NoTheorems> {
        let moves = |transfer: &tts::Moves| transfer.iter().map(|(&from, to)| (from, to.to_vec())).collect();
        let transfers = (0..).map(TransferId).zip(system.transfers.iter().map(moves)).collect();
        Self { initial: system.initial.clone(), steps: system.transitions.clone(), transfers }.in_order()
    }

    /// Steps to one shared state stand together, which the checker makes use of, and equal ones are one.
    fn in_order(mut self) -> Result<Self, NoTheorems> {
        self.steps
            .sort_by_key(|step| (step.shared, step.to_shared, step.local, step.to_local, step.effect, step.origin));
        self.steps.dedup_by_key(|step| Transition { origin: 0, ..*step });
        if self.initial.pool.is_empty() {
            self.initial.count = Count::Exactly(0);
        }
        is_small(self.steps.len())?;
        Ok(self)
    }
}

fn is_small(steps: usize) -> Result<(), NoTheorems> {
    if steps <= MOST_STEPS {
        return Ok(());
    }
    Err(NoTheorems(format!("the system has more than {MOST_STEPS} steps")))
}

/// The thread states of a program that may occur, if they have not too many steps.
pub(super) fn rows(system: &mut ProgramSystem<'_>, control: &dyn Control) -> Result<Saturation, NoTheorems> {
    let rows = saturate(system, control).map_err(Invalid::Stopped)?;
    let mut steps = 0;
    for (shared, locals) in rows.rows() {
        steps += locals.into_iter().map(|local| system.transitions(shared, local).len()).sum::<usize>();
        is_small(steps)?;
    }
    Ok(rows)
}
