//! A thread transition system that is written out: its steps, and where its transfers lead.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::control::Control;
use boolprog_explore::saturate::{Saturation, saturate};
use boolprog_explore::system::{LocalState, ProgramSystem};
use boolprog_explore::tts::{
    self, Count, Destinations, Effect, Initial, LocalId, SharedId, ThreadSystem, TransferId, Transition, TransitionId,
    Tts,
};
use boolprog_program::program::{PropertyId, PropertyKind};

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

/// A shared state, or any, with threads that must not occur together.
pub(super) struct Target {
    pub(super) shared: Option<SharedId>,
    pub(super) locals: Vec<LocalId>,
}

impl Target {
    pub(super) fn of(target: &tts::Target) -> Self {
        Self { shared: Some(target.shared), locals: target.locals.clone() }
    }
}

impl System {
    /// All of a system that is explicit.
    pub(super) fn of_tts(system: &Tts) -> Result<Self, NoTheorems> {
        let moves = |transfer: &tts::Moves| transfer.iter().map(|(&from, to)| (from, to.to_vec())).collect();
        let transfers = (0..).map(TransferId).zip(system.transfers.iter().map(moves)).collect();
        Self { initial: system.initial.clone(), steps: system.transitions.clone(), transfers }.in_order()
    }

    /// The system of a program, over the thread states that saturation finds: the others never occur.
    pub(super) fn of_program(
        system: &mut ProgramSystem<'_>,
        control: &dyn Control,
    ) -> Result<(Self, Saturation), NoTheorems> {
        let rows = saturate(system, control).map_err(Invalid::Stopped)?;
        let mut written = Self { initial: system.initial().clone(), steps: Vec::new(), transfers: BTreeMap::new() };
        for (shared, locals) in rows.rows() {
            written.add_row(system, shared, &locals)?;
        }
        if let Some(stop) = system.stopped() {
            return Err(Invalid::Stopped(stop).into());
        }
        Ok((written.in_order()?, rows))
    }

    fn add_row(
        &mut self,
        system: &mut ProgramSystem<'_>,
        shared: SharedId,
        locals: &[LocalId],
    ) -> Result<(), NoTheorems> {
        let mut transfers = BTreeSet::new();
        for &local in locals {
            for step in system.transitions(shared, local).map(|id| system.transition(TransitionId(id))) {
                if let Effect::Each(transfer) | Effect::One(transfer) = step.effect {
                    transfers.insert(transfer);
                }
                self.steps.push(step);
            }
            is_small(self.steps.len())?;
        }
        for transfer in transfers {
            let moves = self.transfers.entry(transfer).or_default();
            for &local in locals {
                if let Destinations::To(to) = system.transferred(transfer, local) {
                    moves.insert(local, to.to_vec());
                }
            }
        }
        Ok(())
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

/// The thread states in which a property of a program is violated.
pub(super) fn targets(
    system: &mut ProgramSystem<'_>,
    rows: &Saturation,
    (property, kind): (u32, PropertyKind),
) -> Vec<Target> {
    match kind {
        PropertyKind::Assert => {
            let failed = system.find_local(&LocalState::Violation(PropertyId(property)));
            failed.into_iter().map(|local| Target { shared: None, locals: vec![local] }).collect()
        }
        PropertyKind::Label => {
            let mut targets = Vec::new();
            for (shared, locals) in rows.rows() {
                let violated = locals.into_iter().filter(|&local| system.violated(shared, local).contains(&property));
                targets.extend(violated.map(|local| Target { shared: Some(shared), locals: vec![local] }));
            }
            targets
        }
    }
}
