//! Running stages, and the next ones.

use std::collections::VecDeque;

use super::plan::Stage;

/// The stages of a plan, in the order in which they start.
pub(super) struct Schedule<'p> {
    waiting: VecDeque<(usize, &'p Stage)>,
    running: Vec<(usize, &'p Stage)>,
    /// `true` if the next ones may join those that run.
    may_join: bool,
}

impl<'p> Schedule<'p> {
    /// One at a time, until one is slow.
    pub(super) fn new(stages: impl IntoIterator<Item = &'p Stage>) -> Self {
        Self { waiting: stages.into_iter().enumerate().collect(), running: Vec::new(), may_join: false }
    }

    /// Takes the next one, if it may start. A stage that waits for an engine does not start while that engine is at
    /// work, unless it `has_told` its covered states: otherwise the findings of the stage would depend on a race. Nor
    /// does a stage start while another one of its engine is at work.
    pub(super) fn take_next(&mut self, has_told: bool) -> Option<(usize, &'p Stage)> {
        let (_, stage) = self.waiting.front()?;
        let is_running = |engine| self.running.iter().any(|(_, running)| running.engine == engine);
        let waits = stage.waits_for.is_some_and(is_running) && !has_told || is_running(stage.engine);
        let may_start = self.running.is_empty() || self.may_join && !waits;
        if may_start { self.waiting.pop_front() } else { None }
    }

    /// Notes that a stage is at work.
    pub(super) fn started(&mut self, number: usize, stage: &'p Stage) {
        self.running.push((number, stage));
    }

    pub(super) fn is_idle(&self) -> bool {
        self.running.is_empty()
    }

    /// Notes that one of them is slow: others join it from now on.
    pub(super) fn slow(&mut self) {
        self.may_join = true;
    }

    /// Notes that a stage has ended.
    pub(super) fn ended(&mut self, number: usize) {
        self.running.retain(|(running, _)| *running != number);
    }
}

#[cfg(test)]
mod tests {
    use boolprog_base::engine::EngineId;

    use super::super::plan::{Setting, plan};
    use super::*;

    const SETTING: Setting = Setting { only: None, is_plain: true, only_proofs: false, is_likely_violated: false };

    /// Starts all stages that may start.
    fn start(schedule: &mut Schedule<'_>, has_told: bool) -> Vec<(EngineId, usize)> {
        let mut started = Vec::new();
        while let Some((number, stage)) = schedule.take_next(has_told) {
            schedule.started(number, stage);
            started.push((stage.engine, number));
        }
        started
    }

    #[test]
    fn engines_start_one_after_the_other_until_one_is_slow() {
        let mut schedule = Schedule::new(plan(SETTING).expect("one for all engines"));
        assert_eq!(start(&mut schedule, false), [(EngineId::Mcs, 0)]);
        assert_eq!(start(&mut schedule, false), []);
        schedule.ended(0);
        assert!(schedule.is_idle());
        assert_eq!(start(&mut schedule, false), [(EngineId::Bounded, 1)]);
        schedule.slow();
        assert_eq!(start(&mut schedule, false), [(EngineId::McsMerged, 2), (EngineId::Backward, 3)]);
    }

    #[test]
    fn backward_search_waits_for_the_coverage_of_mcs() {
        let stages = plan(Setting { is_likely_violated: true, ..SETTING }).expect("one for all engines");
        for has_told in [true, false] {
            let first = stages.iter().filter(|stage| stage.engine != EngineId::McsMerged).take(3);
            let mut schedule = Schedule::new(first);
            schedule.slow();
            assert_eq!(start(&mut schedule, false), [(EngineId::Bounded, 0), (EngineId::Mcs, 1)]);
            if !has_told {
                schedule.ended(1);
            }
            assert_eq!(start(&mut schedule, has_told), [(EngineId::Backward, 2)]);
        }
    }
}
