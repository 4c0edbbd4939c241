//! Runs, and their execution step by step: the check of a claimed violation.

use boolprog_explore::tts::{
    Count, Destinations, Effect, Initial, LocalId, SharedId, ThreadSystem, TransferId, TransitionId,
};

/// An execution of a thread transition system. Threads are numbered from 0 in order of creation, those of the
/// initial configuration first; numbers are never reused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// The shared state at the start.
    pub shared: SharedId,
    /// The threads at the start.
    pub threads: Vec<LocalId>,
    /// Steps in their order.
    pub steps: Vec<RunStep>,
}

impl Run {
    /// Number of context switches: steps by another thread than the step before.
    pub fn context_switches(&self) -> usize {
        self.steps.windows(2).filter(|pair| pair[0].thread != pair[1].thread).count()
    }
}

/// One step of a [`Run`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RunStep {
    /// Number of the acting thread.
    pub thread: u32,
    /// Transition that it takes.
    pub transition: TransitionId,
    /// Other threads that the transition's transfer moves, with their destinations, by increasing number.
    pub moved: Vec<(u32, LocalId)>,
}

/// Configuration at the end of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrived {
    /// Shared state at the end.
    pub shared: SharedId,
    /// Local state of each thread that ever existed, by number; `None` for those that ended.
    pub threads: Vec<Option<LocalId>>,
    /// The largest number of threads that were alive at the same moment.
    pub most_alive: usize,
}

/// Why a run is not one of the system.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Broken {
    /// It does not start in an initial configuration.
    Start,
    /// The configuration before the step with this number (from 0) cannot take it.
    Step(usize),
}

impl Run {
    /// Executes the run on the system. Independent of the engines: it treats one thread after the other.
    ///
    /// Fails if the start is not initial, or a step is impossible in its configuration.
    pub fn execute<S: ThreadSystem + ?Sized>(&self, system: &mut S) -> Result<Arrived, Broken> {
        if !is_initial(system.initial(), self.shared, &self.threads) {
            return Err(Broken::Start);
        }
        let mut now = Arrived::at_start(self);
        for (number, step) in self.steps.iter().enumerate() {
            now.step(system, step).ok_or(Broken::Step(number))?;
            now.most_alive = now.most_alive.max(now.threads.iter().flatten().count());
        }
        Ok(now)
    }
}

fn is_initial(initial: &Initial, shared: SharedId, threads: &[LocalId]) -> bool {
    let mut others = threads.to_vec();
    for fixed in &initial.fixed {
        let Some(position) = others.iter().position(|local| local == fixed) else { return false };
        others.swap_remove(position);
    }
    let enough = match initial.count {
        _ if initial.pool.is_empty() => others.is_empty(),
        Count::Exactly(count) => others.len() == count as usize,
        Count::Any => true,
    };
    enough && initial.shared.contains(&shared) && others.iter().all(|local| initial.pool.contains(local))
}

impl Arrived {
    /// The configuration at the start of a run.
    pub fn at_start(run: &Run) -> Self {
        let threads: Vec<_> = run.threads.iter().copied().map(Some).collect();
        Self { shared: run.shared, most_alive: threads.len(), threads }
    }

    /// Takes one step; `None` if it is impossible here.
    pub fn step<S: ThreadSystem + ?Sized>(&mut self, system: &mut S, step: &RunStep) -> Option<()> {
        let active = step.thread as usize;
        let local = (*self.threads.get(active)?)?;
        if !system.transitions(self.shared, local).contains(&step.transition.0) {
            return None;
        }
        let transition = system.transition(step.transition);
        let allowed = match transition.effect {
            Effect::None | Effect::Create(_) => step.moved.is_empty(),
            Effect::Each(transfer) => self.each(system, transfer, step),
            Effect::One(transfer) => self.one(system, transfer, step),
        };
        if !allowed {
            return None;
        }
        for &(thread, local) in &step.moved {
            self.threads[thread as usize] = Some(local);
        }
        self.shared = transition.to_shared;
        self.threads[active] = transition.to_local;
        if let Effect::Create(local) = transition.effect {
            self.threads.push(Some(local));
        }
        Some(())
    }

    /// The live threads but the active one, by number.
    fn others(&self, step: &RunStep) -> impl Iterator<Item = (u32, LocalId)> {
        let alive = (0..).zip(&self.threads).filter_map(|(thread, local)| Some((thread, (*local)?)));
        alive.filter(move |&(thread, _)| thread != step.thread)
    }

    /// `true` if `moved` names exactly the threads that the transfer moves, each with one of its destinations.
    fn each<S: ThreadSystem + ?Sized>(&self, system: &mut S, transfer: TransferId, step: &RunStep) -> bool {
        let mut moved = step.moved.iter();
        let right = self.others(step).all(|(thread, local)| match system.transferred(transfer, local) {
            Destinations::Stay => true,
            Destinations::To(to) => moved.next().is_some_and(|(who, at)| *who == thread && to.contains(at)),
        });
        right && moved.next().is_none()
    }

    /// `true` if `moved` is one thread that the transfer can move, or empty because there is none.
    fn one<S: ThreadSystem + ?Sized>(&self, system: &mut S, transfer: TransferId, step: &RunStep) -> bool {
        let mut able = self.others(step).filter_map(|(thread, local)| match system.transferred(transfer, local) {
            Destinations::To(to) if !to.is_empty() => Some((thread, to)),
            _ => None,
        });
        match step.moved[..] {
            [] => able.next().is_none(),
            [(who, at)] => able.any(|(thread, to)| thread == who && to.contains(&at)),
            _ => false,
        }
    }
}
