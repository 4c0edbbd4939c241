//! The reference interpreter: small steps over [`Configuration`]s, written straight from the language reference.
//!
//! It works on the syntax tree. Of the program layer it uses only the meanings of names and the options of reading; it
//! shares no code with lowering and search, so that their errors are not its own.
//!
//! It is meant for programs without errors. It is total all the same: in a program with errors, an unknown variable has
//! either value, a jump or call to an unknown target blocks, and configurations of another program have no successors.

mod assign;
mod choices;
mod control;
pub(crate) mod evaluate;
pub(crate) mod outcome;
mod step;
mod threads;

use boolprog_program::names::{Names, VariableId};
use boolprog_program::program::{PropertyKind, Threads};
use boolprog_program::reading::Reading;
use boolprog_syntax::ast::{Declaration, Initial, SiteId, SourceFile, StatementKind};

pub use self::choices::Choice;
use self::control::{Action, Step};
use self::step::Mover;
use crate::configuration::Configuration;
use crate::values::Values;

/// The meaning of one file in one reading.
#[derive(Debug)]
pub struct Interpreter<'a> {
    file: &'a SourceFile,
    names: &'a Names,
    threads: Threads,
    /// Step of each site.
    steps: Vec<Option<Step<'a>>>,
    error_sites: Vec<SiteId>,
    /// A site that counts as if it had an error label.
    asked: Option<SiteId>,
    /// Possible initial values of each variable, by [`VariableId`].
    initial: Vec<Values>,
    /// The index of each variable among those with the same storage, by [`VariableId`].
    positions: Vec<usize>,
}

/// Effect of a step on threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// No thread is created or ends.
    Moved,
    /// A thread with this number is new.
    Created(u32),
    /// The thread with this number, which took the step, has ended.
    Ended(u32),
}

/// A step and where it leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Successor {
    /// The state after the step.
    pub configuration: Configuration,
    /// Effect of the step on threads.
    pub event: Event,
}

/// A violation of a property by one thread in one configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The number of the thread.
    pub thread: u32,
    /// Site of the `assert`, or of the statement with the error label.
    pub site: SiteId,
    /// Assertion or error label.
    pub kind: PropertyKind,
}

/// Why a thread cannot move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// The thread with this number is inside an atomic section.
    Atomic(u32),
    /// `enforce` or `abortif` of its procedure forbids it.
    Enforce,
    /// It waits for a `signal` or `broadcast`.
    Waiting,
    /// Its statement blocks in this state.
    Blocked,
}

impl<'a> Interpreter<'a> {
    /// Reads a file. `names` are those of the same file.
    pub fn new(file: &'a SourceFile, names: &'a Names, reading: &Reading) -> Self {
        let labels = names.labels.iter().filter(|label| reading.is_error_label(&label.name));
        Self {
            file,
            names,
            threads: reading.threads,
            steps: control::steps(file),
            error_sites: labels.map(|label| label.site).collect(),
            asked: None,
            initial: initial_values(file, names, reading.initial_false),
            positions: positions(names),
        }
    }

    /// The same meaning, but that getting to this site counts as if it had an error label: for a run to a place that is
    /// forbidden by no property.
    #[must_use]
    pub fn asking_for(self, site: SiteId) -> Self {
        Self { asked: Some(site), ..self }
    }

    /// The site that counts as if it had an error label.
    pub fn asked(&self) -> Option<SiteId> {
        self.asked
    }

    /// The syntax tree of the program.
    pub fn file(&self) -> &'a SourceFile {
        self.file
    }

    /// The meanings of its names.
    pub fn names(&self) -> &'a Names {
        self.names
    }

    /// The number of threads that start in `main`.
    pub fn threads(&self) -> Threads {
        self.threads
    }

    /// All initial configurations with this number of threads in `main`; none if there is no `main`. Found one at a
    /// time: there are exponentially many in the number of variables without an initialiser.
    pub fn initial(&self, threads: u32) -> impl Iterator<Item = Configuration> {
        self.start_states(threads).into_iter().flat_map(outcome::Outcome::members)
    }

    /// Returns `true` if a run can start here, with a number of threads that the options allow. Linear.
    pub fn is_initial(&self, state: &Configuration) -> bool {
        let count = state.threads.len() as u32;
        let allowed = match self.threads {
            Threads::Any => true,
            Threads::Exactly(threads) => threads == count,
        };
        allowed && self.start_states(count).is_some_and(|states| states.contains(state))
    }

    /// Everything that the next step of a thread can lead to, each configuration once for each choice that leads to it.
    /// Found one at a time: there are exponentially many in the number of values that the step leaves open.
    ///
    /// `thread` is the position of the thread among the live ones. A created thread gets the number `fresh`, which
    /// must be larger than all numbers used before; with `None` creation is not enabled, as at the bound of a
    /// bounded search. An assertion that fails has no successor; see [`Self::violations`].
    pub fn successors<'x>(
        &'x self,
        at: &'x Configuration,
        thread: usize,
        fresh: Option<u32>,
    ) -> impl Iterator<Item = Successor> + use<'x, 'a> {
        self.outcomes(at, thread, fresh).into_iter().flat_map(|outcome| {
            let event = outcome.event;
            outcome.members().map(move |configuration| Successor { configuration, event })
        })
    }

    /// The effect on threads if the next step of a thread can lead to `next`; `None` if it cannot. Takes time linear in
    /// the configurations and the statement for each target of a `goto` and each thread a `signal` may release,
    /// independently of the number of open values. Arguments as for [`Self::successors`].
    pub fn step_to(
        &self,
        at: &Configuration,
        thread: usize,
        fresh: Option<u32>,
        next: &Configuration,
    ) -> Option<Event> {
        self.outcomes(at, thread, fresh).into_iter().find(|outcome| outcome.contains(next)).map(|found| found.event)
    }

    /// The obstacle that blocks the thread at a position; `None` if there is none, or no such thread. A `constrain` of
    /// an assignment that no choice satisfies is not detected, which would take exponential time.
    pub fn obstacle(&self, at: &Configuration, thread: usize) -> Option<Obstacle> {
        let mover = Mover::of(at, thread)?;
        if let Some(obstacle) = self.held_back(&mover) {
            return Some(obstacle);
        }
        if let Some(Step { action: Action::Statement { statement, .. }, .. }) = self.step(mover.frame.site)
            && matches!(statement.kind, StatementKind::Wait)
        {
            return Some(Obstacle::Waiting);
        }
        self.outcomes(at, thread, Some(u32::MAX)).is_empty().then_some(Obstacle::Blocked)
    }

    /// `true` if a thread counts as having reached its site: `enforce` and `abortif` of its procedure permit it.
    pub fn is_reached(&self, at: &Configuration, thread: usize) -> bool {
        Mover::of(at, thread).is_some_and(|mover| self.enforce_holds(&mover))
    }

    /// The violations in this configuration: error labels (and the requested site) that a thread has reached, and
    /// assertions that fail in the next step of a thread for some choice.
    pub fn violations(&self, at: &Configuration) -> Vec<Violation> {
        let mut violations = Vec::new();
        for (index, thread) in at.threads.iter().enumerate() {
            let Some(mover) = Mover::of(at, index) else { continue };
            let (number, site) = (thread.number, mover.frame.site);
            let watched = self.error_sites.contains(&site) || self.asked == Some(site);
            if watched && self.enforce_holds(&mover) {
                violations.push(Violation { thread: number, site, kind: PropertyKind::Label });
            }
            if self.assertion_can_fail(at, index) {
                violations.push(Violation { thread: number, site, kind: PropertyKind::Assert });
            }
        }
        violations
    }

    /// Returns `true` if the next step of the thread at a position is an assertion that fails for some choice.
    pub fn assertion_can_fail(&self, at: &Configuration, thread: usize) -> bool {
        let Some(mover) = Mover::of(at, thread) else { return false };
        let Some(Step { action: Action::Statement { statement, .. }, .. }) = self.step(mover.frame.site) else {
            return false;
        };
        let StatementKind::Assert(expr) = &statement.kind else { return false };
        self.held_back(&mover).is_none() && self.values(expr, &mover.view()).contains(false)
    }

    fn step(&self, site: SiteId) -> Option<Step<'a>> {
        self.steps.get(site.0 as usize).copied().flatten()
    }
}

/// The possible values of each variable when it is fresh.
fn initial_values(file: &SourceFile, names: &Names, initial_false: bool) -> Vec<Values> {
    let without = if initial_false { Values::of(false) } else { Values::ANY };
    let mut values = vec![without; names.variables.len()];
    let mut declare = |declaration: &Declaration, find: &dyn Fn(&str) -> Option<VariableId>| {
        // Of two declarations of one name the first counts, so it is written last.
        for variable in declaration.variables.iter().rev() {
            if let Some(id) = find(&variable.name.text) {
                values[id.0 as usize] = match variable.initial {
                    None => without,
                    Some((Initial::Any, _)) => Values::ANY,
                    Some((Initial::Const(value), _)) => Values::of(value),
                };
            }
        }
    };
    file.declarations.iter().rev().for_each(|declaration| declare(declaration, &|name| names.global(name)));
    for (info, procedure) in names.procedures.iter().zip(&file.procedures) {
        let local = |name: &str| info.variables.iter().copied().find(|id| names.info(*id).name == name);
        procedure.declarations.iter().rev().for_each(|declaration| declare(declaration, &local));
    }
    values
}

/// The index of each variable in the list of values that holds it.
fn positions(names: &Names) -> Vec<usize> {
    let mut positions = vec![0; names.variables.len()];
    let mut number = |ids: &mut dyn Iterator<Item = VariableId>| {
        for (index, id) in ids.enumerate() {
            positions[id.0 as usize] = index;
        }
    };
    number(&mut names.shared());
    number(&mut names.thread_local());
    for procedure in &names.procedures {
        number(&mut procedure.variables.iter().copied());
    }
    positions
}
