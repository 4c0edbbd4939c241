//! One step of one thread.

use boolprog_syntax::ast::{Call, SiteId, Statement, StatementKind, Target, ThreadStart};

use super::control::{Action, Step};
use super::evaluate::View;
use super::outcome::Outcome;
use super::{Event, Interpreter, Obstacle};
use crate::configuration::{Configuration, Frame};
use crate::values::Values;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover<'x> {
    pub(crate) at: &'x Configuration,
    /// Its position among the live threads.
    pub(crate) thread: usize,
    pub(crate) frame: &'x Frame,
}

impl<'x> Mover<'x> {
    /// The thread at a position of a state; `None` if there is none.
    pub(crate) fn of(at: &'x Configuration, thread: usize) -> Option<Self> {
        Some(Self { at, thread, frame: at.threads.get(thread)?.frames.last()? })
    }

    pub(crate) fn view(&self) -> View<'x> {
        View { procedure: self.frame.procedure, old: self.at, new: None, active: self.thread, other: None }
    }

    /// It ends, which releases the atomic section it may be in.
    fn ended(&self) -> Outcome<'x> {
        let mut base = self.at.clone();
        let ended = base.threads.remove(self.thread);
        base.atomic = base.atomic.filter(|holder| *holder != ended.number);
        let mut outcome = Outcome::new(base);
        outcome.event = Event::Ended(ended.number);
        outcome
    }

    /// Nothing but its control has changed.
    pub(crate) fn moved(&self, to: SiteId) -> Outcome<'x> {
        let mut base = self.at.clone();
        if let Some(frame) = base.threads[self.thread].frames.last_mut() {
            frame.site = to;
        }
        Outcome::new(base)
    }
}

impl Interpreter<'_> {
    /// The obstacle to a step of a thread, apart from its statement.
    pub(crate) fn held_back(&self, mover: &Mover<'_>) -> Option<Obstacle> {
        match mover.at.atomic {
            Some(holder) if holder != mover.at.threads[mover.thread].number => Some(Obstacle::Atomic(holder)),
            _ if !self.enforce_holds(mover) => Some(Obstacle::Enforce),
            _ => None,
        }
    }

    /// `true` if `enforce` and `abortif` of the innermost procedure permit the thread at its site.
    pub(crate) fn enforce_holds(&self, mover: &Mover<'_>) -> bool {
        let Some(procedure) = self.file.procedures.get(mover.frame.procedure.0 as usize) else { return false };
        let view = mover.view();
        let enforced = procedure.enforce.as_ref().is_none_or(|expr| self.values(expr, &view).contains(true));
        let aborted = procedure.abortif.as_ref().is_some_and(|expr| !self.values(expr, &view).contains(false));
        enforced && !aborted
    }

    /// All results of the next step of a thread; none if it cannot move.
    ///
    /// `fresh` is the number a created thread gets; without one, creation is not enabled.
    pub(crate) fn outcomes<'x>(&'x self, at: &'x Configuration, thread: usize, fresh: Option<u32>) -> Vec<Outcome<'x>> {
        let Some(mover) = Mover::of(at, thread) else { return Vec::new() };
        let Some(step) = self.step(mover.frame.site) else { return Vec::new() };
        if self.held_back(&mover).is_some() {
            return Vec::new();
        }
        match step.action {
            Action::Statement { statement, next } => self.execute(&mover, statement, next, fresh),
            Action::Condition { condition, holds, fails } => {
                let values = self.values(condition, &mover.view());
                values.iter().map(|value| mover.moved(if value { holds } else { fails })).collect()
            }
            Action::End => {
                let results = self.file.procedures.get(step.procedure.0 as usize).map_or(0, |found| found.results);
                vec![self.leave(&mover, &vec![Values::ANY; results as usize])]
            }
        }
    }

    fn execute<'x>(
        &'x self,
        mover: &Mover<'x>,
        statement: &'x Statement,
        next: SiteId,
        fresh: Option<u32>,
    ) -> Vec<Outcome<'x>> {
        let moved = || mover.moved(next);
        match &statement.kind {
            StatementKind::Skip { .. } | StatementKind::Print(_) | StatementKind::Sync(_) | StatementKind::Hole => {
                vec![moved()]
            }
            StatementKind::Goto(labels) => {
                let sites = labels.iter().filter_map(|label| self.names.label(mover.frame.procedure, &label.text));
                sites.map(|site| mover.moved(site)).collect()
            }
            StatementKind::Assume(expr) | StatementKind::Constrain(expr) | StatementKind::Assert(expr) => {
                self.can_hold(expr, &mover.view()).then(moved).into_iter().collect()
            }
            StatementKind::Assign { targets, values, constrain } => {
                vec![self.assign(mover, targets, values, constrain.as_ref(), next)]
            }
            StatementKind::Dead(variables) => {
                let mut outcome = moved();
                for name in variables {
                    self.write(&mut outcome, mover, &name.text, Values::ANY);
                }
                vec![outcome]
            }
            StatementKind::Call { call, .. } if starts_thread(statement) => {
                self.start_call(mover, call, next, fresh).into_iter().collect()
            }
            StatementKind::Call { call, .. } => self.enter(mover, call).into_iter().collect(),
            StatementKind::Return(values) => {
                let values: Vec<Values> = values.iter().map(|expr| self.values(expr, &mover.view())).collect();
                vec![self.leave(mover, &values)]
            }
            StatementKind::StartThread(start) => {
                let outcome = match start {
                    ThreadStart::Goto(label) | ThreadStart::Label(label) => {
                        self.start_copy(mover, &label.text, next, fresh)
                    }
                    ThreadStart::Procedure(name) => self.start(mover, &name.text, &[], next, fresh),
                    ThreadStart::Call(call) => self.start_call(mover, call, next, fresh),
                };
                outcome.into_iter().collect()
            }
            StatementKind::EndThread => vec![mover.ended()],
            StatementKind::AtomicBegin => {
                let mut outcome = moved();
                outcome.base.atomic = Some(mover.at.threads[mover.thread].number);
                vec![outcome]
            }
            StatementKind::AtomicEnd => {
                let mut outcome = moved();
                outcome.base.atomic = None;
                vec![outcome]
            }
            StatementKind::Signal => self.signal(mover, next),
            StatementKind::Broadcast => vec![self.broadcast(mover, next)],
            // A `wait` ends only by another thread's step; the conditions of the other two are steps of their own.
            StatementKind::Wait | StatementKind::If { .. } | StatementKind::While { .. } => Vec::new(),
        }
    }

    /// Enters a call: arguments are evaluated in the old state, locals are fresh.
    fn enter<'x>(&'x self, mover: &Mover<'x>, call: &Call) -> Option<Outcome<'x>> {
        let procedure = self.names.procedure(&call.procedure.text)?;
        let arguments: Vec<Values> = call.arguments.iter().map(|expr| self.values(expr, &mover.view())).collect();
        let mut outcome = Outcome::new(mover.at.clone());
        self.push_frame(&mut outcome, mover.thread, procedure, &arguments)?;
        Some(outcome)
    }

    /// Leaves a procedure: its results are assigned to the targets of the call, or the thread ends.
    fn leave<'x>(&'x self, mover: &Mover<'x>, results: &[Values]) -> Outcome<'x> {
        let Some(frame) = mover.at.threads[mover.thread].frames.from_top().nth(1) else { return mover.ended() };
        let caller = Mover { frame, ..*mover };
        let mut outcome = Outcome::new(mover.at.clone());
        let frames = &mut outcome.base.threads[mover.thread].frames;
        frames.pop();
        let Some(Step { action: Action::Statement { statement, next }, .. }) = self.step(frame.site) else {
            return outcome;
        };
        if let Some(frame) = frames.last_mut() {
            frame.site = next;
        }
        if let StatementKind::Call { results: targets, .. } = &statement.kind {
            for (target, values) in targets.iter().zip(results) {
                if let Target::Variable(variable) = target {
                    self.write(&mut outcome, &caller, &variable.name.text, *values);
                }
            }
        }
        outcome
    }
}

/// `true` if a call runs in a thread of its own: one of its labels begins with `ASYNC_`.
fn starts_thread(call: &Statement) -> bool {
    call.labels.iter().any(|label| label.text.starts_with("ASYNC_"))
}
