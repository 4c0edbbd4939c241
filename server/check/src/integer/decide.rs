//! Which engine answers when.

use std::borrow::Cow;

use boolprog_base::control::{Control, Stop};
use boolprog_base::engine::EngineId;
use boolprog_certificate::document::CertificateDocument;
use boolprog_integer::explicit::{Fault, Order, Run};
use boolprog_integer::{Sort, System};
use boolprog_prover::Prover;

use super::{Model, Options};
use crate::observer::Observer;
use crate::report::{Reason, Statistics};

/// States that a search looks at before anything else is tried.
const BRIEFLY: u64 = 10_000;

/// What engines say of the properties that were asked for. Nothing of it is believed yet.
pub(super) struct Findings {
    /// One entry per property, in order.
    pub(super) verdicts: Vec<Found>,
    /// Whether every value exists. Reported only if there are no other properties.
    pub(super) values: Found,
    /// A run on which something has no value, and the engine that found it.
    pub(super) fault: Option<(EngineId, Fault)>,
}

/// What engines say of one property.
pub(super) enum Found {
    /// It cannot be violated, as a checker confirms.
    Proved(EngineId),
    /// The last state of a run violates it.
    Violated(EngineId, Run),
    /// Not decided, and why.
    Unknown(Vec<Reason>),
}

impl From<Reason> for Found {
    fn from(reason: Reason) -> Self {
        Self::Unknown(vec![reason])
    }
}

impl Found {
    fn is_open(&self) -> bool {
        matches!(self, Self::Unknown(_))
    }

    /// Why it is not decided.
    fn reasons(&self) -> &[Reason] {
        match self {
            Self::Unknown(reasons) => reasons,
            Self::Proved(_) | Self::Violated(..) => &[],
        }
    }

    /// Takes the findings of another engine for open properties; equal findings are reported once.
    fn add(&mut self, later: Self) {
        match (self, later) {
            (Self::Unknown(reasons), Self::Unknown(more)) => {
                let news: Vec<Reason> = more.into_iter().filter(|reason| !reasons.contains(reason)).collect();
                reasons.extend(news);
            }
            (open, decided) => *open = decided,
        }
    }
}

impl Findings {
    fn all(&self) -> impl Iterator<Item = &Found> {
        self.verdicts.iter().chain([&self.values])
    }

    /// Whether a higher limit on states could decide more.
    fn is_cut_off(&self) -> bool {
        self.all().any(|found| found.reasons().iter().any(|reason| matches!(reason, Reason::States(_))))
    }

    /// Whether no other engine can decide more: all is decided, some execution ends where a value does not exist, or
    /// there is no time.
    fn is_final(&self) -> bool {
        let no_time = |reason: &Reason| matches!(reason, Reason::Stopped(Stop::Time | Stop::Cancelled));
        self.fault.is_some()
            || !self.verdicts.iter().any(Found::is_open)
            || self.all().any(|found| found.reasons().iter().any(no_time))
    }

    /// The violations of another engine for properties without one here.
    fn with_violations(mut self, other: Self) -> Self {
        for (found, of_other) in self.verdicts.iter_mut().zip(other.verdicts) {
            if found.is_open() && matches!(of_other, Found::Violated(..)) {
                *found = of_other;
            }
        }
        if self.fault.is_none() && other.fault.is_some() {
            self.fault = other.fault;
            for open in self.verdicts.iter_mut().filter(|found| found.is_open()) {
                *open = Reason::NoValue.into();
            }
        }
        self
    }
}

/// Asks engines, one after the other.
pub(super) struct Decider<'a> {
    pub(super) model: &'a Model,
    pub(super) options: &'a Options,
    pub(super) prover: &'a mut dyn Prover,
    pub(super) control: &'a dyn Control,
    pub(super) observer: &'a mut dyn Observer,
    pub(super) statistics: Statistics,
    /// The proofs that are more than a search of all states: those of [`EngineId::Alpha`].
    pub(super) certificate: Option<Box<CertificateDocument>>,
}

impl<'a> Decider<'a> {
    pub(super) fn new(
        model: &'a Model,
        options: &'a Options,
        prover: &'a mut dyn Prover,
        control: &'a dyn Control,
        observer: &'a mut dyn Observer,
    ) -> Self {
        Self { model, options, prover, control, observer, statistics: Statistics::default(), certificate: None }
    }

    /// Asks about these properties of the system.
    pub(super) fn decide(&mut self, asked: &[usize]) -> Findings {
        let system = &*self.model.system;
        let all = asked.len() == system.properties.len();
        let part = if all { Cow::Borrowed(system) } else { Cow::Owned(system.with_properties(asked)) };
        let random = Order::RandomDepthFirst { seed: self.options.seed };
        match self.options.engine {
            None => self.decide_in_turns(&part),
            Some(EngineId::Explicit) => self.search(&part, Order::BreadthFirst, None),
            Some(EngineId::Random) => self.search(&part, random, None),
            Some(engine) => self.abstracted(&part, engine),
        }
    }

    /// Asks several engines. Breadth-first search comes first and again, since its runs are shortest.
    fn decide_in_turns(&mut self, system: &System) -> Findings {
        let briefly = Some(BRIEFLY.min(self.options.states));
        let mut found = self.search(system, Order::BreadthFirst, briefly);
        if found.is_cut_off() {
            let deep = self.search(system, Order::RandomDepthFirst { seed: self.options.seed }, briefly);
            let most = if is_finite(system) { None } else { Some(self.options.states) };
            found = self.search(system, Order::BreadthFirst, most).with_violations(deep);
        }
        if found.is_final() {
            return found;
        }
        let open: Vec<usize> = (0..found.verdicts.len()).filter(|index| found.verdicts[*index].is_open()).collect();
        let later = self.abstracted(&system.with_properties(&open), EngineId::Alpha);
        for (index, verdict) in open.into_iter().zip(later.verdicts) {
            found.verdicts[index].add(verdict);
        }
        found.fault = later.fault;
        found
    }
}

/// Whether there are finitely many states.
fn is_finite(system: &System) -> bool {
    system.variables.iter().all(|variable| variable.sort != Sort::Integer)
}
