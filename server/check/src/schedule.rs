//! Schedules: a plan is a table of stages, each the turn of an engine, for programs of every kind.
//!
//! The runner starts the stages of a plan one after the other, and several beside each other where one is slow. An engine is one more
//! row of a table.

use std::collections::VecDeque;

use boolprog_base::budget::Budget;
use boolprog_base::engine::EngineId;

/// The turn of one engine. `M` is the method by which it is made, and `F` are the facts that a plan depends on.
#[derive(Clone, Copy, Debug)]
pub struct Stage<M, F> {
    /// Engine of the stage. Stages of one engine share their knowledge.
    pub engine: EngineId,
    /// The maker of the engine.
    pub method: M,
    /// Returns `true` if it has a turn.
    pub when: fn(&F) -> bool,
    /// The work of its turn.
    pub budget: Budget,
    /// Its part in the plan.
    pub role: Role,
    /// The engine that must have told what it knows first, if it runs.
    pub waits_for: Option<EngineId>,
    /// `true` if it has a turn only where its engine was selected alone; then it replaces the others of the engine.
    pub is_alone: bool,
}

/// The part of a stage in a plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Decides what it can. Others may join it when it is slow.
    Decides,
    /// The same, and goes on for the thread states, if they are wanted, when nothing is open.
    Lists,
    /// Tries what may be decided soon: nothing joins it, and others go on where it ends.
    Tries,
    /// Looks for shorter runs to violations that others find, also one that was selected alone.
    Shortens,
    /// Its violations count only if the next stages find none, and its end is no reason for a verdict.
    Samples,
    /// Others go on where it ends, which then is no reason for a verdict.
    Attempts,
    /// Decides; its end is a better reason than those of the stages before it.
    Repeats,
}

impl<M, F> Stage<M, F> {
    /// The turn of an engine in any case, without limits.
    pub const fn new(engine: EngineId, method: M) -> Self {
        let (budget, role) = (Budget::ALL, Role::Decides);
        Self { engine, method, when: |_| true, budget, role, waits_for: None, is_alone: false }
    }
}

/// The stages of a table for all engines, or for one alone.
pub(crate) fn planned<M, F>(stages: &[Stage<M, F>], only: Option<EngineId>) -> impl Iterator<Item = &Stage<M, F>> {
    let has_own = stages.iter().any(|stage| stage.is_alone && Some(stage.engine) == only);
    stages.iter().filter(move |stage| match only {
        None => !stage.is_alone,
        Some(_) if stage.role == Role::Shortens => stage.is_alone,
        Some(only) => stage.engine == only && stage.is_alone == has_own,
    })
}

/// An event of a stage, by its number.
pub(crate) enum Event {
    /// It has been at work for some time: others may join it.
    Slow,
    /// It has ended.
    Ended(usize),
    /// It has found something.
    Found,
}

/// A host starts stages, and hears of them.
pub(crate) trait Host<'p, M, F> {
    /// Why nothing more can be done.
    type Failure;

    /// Returns `true` if there is work for a stage.
    fn wants(&mut self, stage: &Stage<M, F>) -> bool;

    /// Returns `true` if the engine that others wait for has told what it knows.
    fn has_told(&self) -> bool {
        true
    }

    /// Starts a stage, which may be at its end when this returns.
    fn start(&mut self, number: usize, stage: &'p Stage<M, F>);

    /// Waits for the next event of a stage; none if there will be no more.
    fn next_event(&mut self) -> Result<Option<Event>, Self::Failure>;
}

/// Starts these stages, and waits for their ends.
pub(crate) fn run<'p, M: 'p, F: 'p, H: Host<'p, M, F>>(
    stages: impl IntoIterator<Item = &'p Stage<M, F>>,
    host: &mut H,
) -> Result<(), H::Failure> {
    let mut schedule = Schedule::new(stages);
    loop {
        while let Some((number, stage)) = schedule.take_next(host.has_told()) {
            if host.wants(stage) {
                schedule.started(number, stage);
                host.start(number, stage);
            }
        }
        if schedule.running.is_empty() {
            return Ok(());
        }
        match host.next_event()? {
            None => return Ok(()),
            Some(Event::Slow) => schedule.may_join = true,
            Some(Event::Ended(number)) => schedule.ended(number),
            Some(Event::Found) => {}
        }
    }
}

/// The stages of a plan, in the order in which they start: one at a time, until one is slow.
struct Schedule<'p, M, F> {
    waiting: VecDeque<(usize, &'p Stage<M, F>)>,
    running: Vec<(usize, &'p Stage<M, F>)>,
    /// `true` if the next ones may join those that run.
    may_join: bool,
}

impl<'p, M, F> Schedule<'p, M, F> {
    fn new(stages: impl IntoIterator<Item = &'p Stage<M, F>>) -> Self {
        Self { waiting: stages.into_iter().enumerate().collect(), running: Vec::new(), may_join: false }
    }

    /// Takes the next one, if it may start. A stage that waits for an engine does not start while that engine is at
    /// work, unless it `has_told` what it knows: otherwise the findings of the stage would depend on a race. Nor
    /// does a stage start while another one of its engine is at work.
    fn take_next(&mut self, has_told: bool) -> Option<(usize, &'p Stage<M, F>)> {
        let (_, stage) = self.waiting.front()?;
        let is_running = |engine| self.running.iter().any(|(_, running)| running.engine == engine);
        let waits = stage.waits_for.is_some_and(is_running) && !has_told || is_running(stage.engine);
        let may_start = self.running.is_empty() || self.may_join && !waits;
        if may_start { self.waiting.pop_front() } else { None }
    }

    fn started(&mut self, number: usize, stage: &'p Stage<M, F>) {
        self.running.push((number, stage));
    }

    fn ended(&mut self, number: usize) {
        self.running.retain(|(running, _)| *running != number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MCS: Stage<(), ()> = Stage::new(EngineId::Mcs, ());
    const BOUNDED: Stage<(), ()> = Stage::new(EngineId::Bounded, ());
    const BACKWARD: Stage<(), ()> = Stage { waits_for: Some(EngineId::Mcs), ..Stage::new(EngineId::Backward, ()) };

    /// Starts all stages that may start.
    fn start(schedule: &mut Schedule<'_, (), ()>, has_told: bool) -> Vec<(EngineId, usize)> {
        let mut started = Vec::new();
        while let Some((number, stage)) = schedule.take_next(has_told) {
            schedule.started(number, stage);
            started.push((stage.engine, number));
        }
        started
    }

    #[test]
    fn engines_start_one_after_the_other_until_one_is_slow() {
        let mut schedule = Schedule::new(&[MCS, BOUNDED, BACKWARD, BACKWARD]);
        assert_eq!(start(&mut schedule, false), [(EngineId::Mcs, 0)]);
        assert_eq!(start(&mut schedule, false), []);
        schedule.ended(0);
        assert_eq!(start(&mut schedule, false), [(EngineId::Bounded, 1)]);
        schedule.may_join = true;
        assert_eq!(start(&mut schedule, false), [(EngineId::Backward, 2)]);
    }

    #[test]
    fn a_stage_waits_for_what_another_engine_tells() {
        for has_told in [true, false] {
            let mut schedule = Schedule::new(&[BOUNDED, MCS, BACKWARD]);
            schedule.may_join = true;
            let started = start(&mut schedule, has_told);
            assert_eq!(started[..2], [(EngineId::Bounded, 0), (EngineId::Mcs, 1)]);
            if !has_told {
                schedule.ended(1);
                assert_eq!(start(&mut schedule, has_told), [(EngineId::Backward, 2)]);
            }
        }
    }
}
