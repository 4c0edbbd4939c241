//! Threads begin, wait for one another, and end.

use boolprog_program::names::{ProcedureId, Storage};
use boolprog_syntax::ast::{Call, SiteId, StatementKind};

use super::control::{self, Action};
use super::evaluate::Cell;
use super::outcome::Outcome;
use super::step::Mover;
use super::{Event, Interpreter};
use crate::configuration::{Configuration, Frame, Thread};
use crate::stack::Stack;
use crate::values::Values;

impl Interpreter<'_> {
    /// The initial configurations with this number of threads in `main`; `None` if there is no `main`.
    pub(crate) fn start_states(&self, threads: u32) -> Option<Outcome<'_>> {
        let main = self.names.procedure("main")?;
        let mut outcome = Outcome::new(Configuration { shared: Vec::new(), threads: Vec::new(), atomic: None });
        for (index, variable) in self.names.shared().enumerate() {
            outcome.base.shared.push(false);
            outcome.set(Cell::Shared(index), self.initial[variable.0 as usize]);
        }
        for number in 1..=threads {
            self.push_thread(&mut outcome, number, main, &[])?;
        }
        Some(outcome)
    }

    /// Puts a fresh activation on top of a thread. Parameters without an argument are arbitrary, or as a program
    /// starts in this reading.
    pub(crate) fn push_frame(
        &self,
        outcome: &mut Outcome<'_>,
        thread: usize,
        procedure: ProcedureId,
        arguments: &[Values],
    ) -> Option<()> {
        let site = control::entry(self.file.procedures.get(procedure.0 as usize)?);
        let variables = self.names.variables_of(procedure);
        let frames = &mut outcome.base.threads.get_mut(thread)?.frames;
        frames.push(Frame { procedure, site, values: vec![false; variables.len()] });
        let frame = frames.len() - 1;
        for (index, variable) in variables.iter().enumerate() {
            let argument = match self.names.info(*variable).storage {
                Storage::Parameter(_, position) => arguments.get(position as usize).copied(),
                _ => None,
            };
            outcome.set(Cell::Local(thread, frame, index), argument.unwrap_or(self.initial[variable.0 as usize]));
        }
        Some(())
    }

    /// Adds a thread that runs a procedure, with fresh `thread_local` globals.
    fn push_thread(
        &self,
        outcome: &mut Outcome<'_>,
        number: u32,
        procedure: ProcedureId,
        arguments: &[Values],
    ) -> Option<()> {
        let position = outcome.base.threads.len();
        outcome.base.threads.push(Thread { number, thread_local: Vec::new(), frames: Stack::new() });
        for (index, variable) in self.names.thread_local().enumerate() {
            outcome.base.threads[position].thread_local.push(false);
            outcome.set(Cell::ThreadLocal(position, index), self.initial[variable.0 as usize]);
        }
        self.push_frame(outcome, position, procedure, arguments)
    }

    /// `start_thread f(...)`, or a call with an `ASYNC_` label.
    pub(crate) fn start_call<'x>(
        &'x self,
        mover: &Mover<'x>,
        call: &Call,
        next: SiteId,
        fresh: Option<u32>,
    ) -> Option<Outcome<'x>> {
        let arguments: Vec<Values> = call.arguments.iter().map(|expr| self.values(expr, &mover.view())).collect();
        self.start(mover, &call.procedure.text, &arguments, next, fresh)
    }

    /// A new thread runs a procedure from its beginning.
    pub(crate) fn start<'x>(
        &'x self,
        mover: &Mover<'x>,
        procedure: &str,
        arguments: &[Values],
        next: SiteId,
        fresh: Option<u32>,
    ) -> Option<Outcome<'x>> {
        let number = fresh?;
        let mut outcome = mover.moved(next);
        self.push_thread(&mut outcome, number, self.names.procedure(procedure)?, arguments)?;
        outcome.event = Event::Created(number);
        Some(outcome)
    }

    /// `start_thread goto L`: a new thread at L with copies of the creator's current activation and of its
    /// `thread_local` globals.
    pub(crate) fn start_copy<'x>(
        &'x self,
        mover: &Mover<'x>,
        label: &str,
        next: SiteId,
        fresh: Option<u32>,
    ) -> Option<Outcome<'x>> {
        let number = fresh?;
        let site = self.names.label(mover.frame.procedure, label)?;
        let mut outcome = mover.moved(next);
        outcome.base.threads.push(Thread {
            number,
            thread_local: mover.at.threads[mover.thread].thread_local.clone(),
            frames: Stack::from_iter([Frame { site, ..mover.frame.clone() }]),
        });
        outcome.event = Event::Created(number);
        Some(outcome)
    }

    /// Moves one waiting thread past its `wait`, any of them; none if no thread waits.
    pub(crate) fn signal<'x>(&self, mover: &Mover<'x>, next: SiteId) -> Vec<Outcome<'x>> {
        let waiting = self.waiting(mover.at);
        if waiting.is_empty() {
            return vec![mover.moved(next)];
        }
        let released = |(thread, site)| {
            let mut outcome = mover.moved(next);
            release(&mut outcome, thread, site);
            outcome
        };
        waiting.into_iter().map(released).collect()
    }

    /// Moves all waiting threads past their `wait`.
    pub(crate) fn broadcast<'x>(&self, mover: &Mover<'x>, next: SiteId) -> Outcome<'x> {
        let mut outcome = mover.moved(next);
        for (thread, site) in self.waiting(mover.at) {
            release(&mut outcome, thread, site);
        }
        outcome
    }

    /// The threads at a `wait`, each with the next site.
    fn waiting(&self, at: &Configuration) -> Vec<(usize, SiteId)> {
        let position = |(index, thread): (usize, &Thread)| {
            let Action::Statement { statement, next } = self.step(thread.frames.last()?.site)?.action else {
                return None;
            };
            matches!(statement.kind, StatementKind::Wait).then_some((index, next))
        };
        at.threads.iter().enumerate().filter_map(position).collect()
    }
}

fn release(outcome: &mut Outcome<'_>, thread: usize, site: SiteId) {
    if let Some(frame) = outcome.base.threads[thread].frames.last_mut() {
        frame.site = site;
    }
}
