//! Mutual exclusion, asked from outside: can several threads be at certain program points at the same time?
//!
//! The program points are turned into joint targets over the thread states that saturation finds, and these are decided
//! like any other property: by all engines, with the same evidence.

use boolprog_base::control::{Control, Stop};
use boolprog_base::engine::EngineId;
use boolprog_explore::saturate::{Saturation, saturate};
use boolprog_explore::system::{LocalState, ProgramSystem};
use boolprog_explore::tts::{LocalId, Target};
use boolprog_program::names::{Names, VariableId};
use boolprog_program::program::Program;
use boolprog_reach::threads::Counterexample;
use boolprog_syntax::ast::SiteId;
use boolprog_trace::configuration::{Configuration, Thread};
use boolprog_trace::document::{PropertyKind, TraceDocument};
use boolprog_trace::interpreter::Interpreter;
use itertools::Itertools;

use crate::asking::{Asking, QUESTION};
use crate::claim::claim;
use crate::condition::Condition;
use crate::decide::{News, Outcome, decide};
use crate::options::Options;
use crate::re_execution::{Goal, re_executed};
use crate::sites::{columns, counts};
use crate::unit::Unit;
use crate::unknown::Unknown;

/// More combinations of thread states than this are not examined.
const MOST_COMBINATIONS: usize = 1 << 20;

/// Program point for one of the threads.
#[derive(Clone, Debug)]
pub struct Place {
    /// It is before one of these.
    pub sites: Vec<SiteId>,
    /// Condition on the variables there.
    pub condition: Option<Condition>,
}

/// Answer to the question whether threads meet.
#[derive(Clone, Debug)]
pub enum Meeting {
    /// They can: an execution, re-executed by the reference interpreter.
    Possible(Box<TraceDocument>),
    /// They cannot; the engine's certificate was accepted.
    Never {
        /// Engine that proved it.
        engine: EngineId,
    },
    /// The question is not decided.
    Unknown(Unknown),
}

/// Decides whether different threads can be at these program points at the same time. `name` names the question in
/// messages. A state where a condition is not true, or has no value, is excluded.
pub fn together(unit: &Unit, places: &[Place], name: &str, options: Options, control: &dyn Control) -> Meeting {
    let Ok(program) = unit.analysis.program() else {
        return Meeting::Unknown(Unknown::NotApplicable {
            why: "it has no meaning that can be explored".to_owned(),
            threads: 0,
        });
    };
    let stopped = |stop| Meeting::Unknown(Unknown::Stopped { stop, threads: 0 });
    let mut system = match ProgramSystem::new(program, control) {
        Ok(system) => system,
        Err(stop) => return stopped(stop),
    };
    let question = Question { unit, program, places };
    let targets = match question.targets(&mut system, control) {
        Ok(Some(targets)) => targets,
        Ok(None) => {
            let why = "the places have too many combinations of thread states".to_owned();
            return Meeting::Unknown(Unknown::NotApplicable { why, threads: 0 });
        }
        Err(stop) => return stopped(stop),
    };
    let is_there = |system: &ProgramSystem<'_>, shared, local| match places {
        [alone] => question.fits(system, alone, &system.shared_values(shared), local),
        _ => false,
    };
    let mut asking = Asking { system: &mut system, is_there, together: targets };
    let decision = decide(&mut asking, &[QUESTION], options, control, &mut |_, _: News<'_>| {});
    match decision.outcomes.into_iter().next().map(|(_, outcome)| outcome) {
        Some(Outcome::Proved { engine, .. }) => Meeting::Never { engine },
        Some(Outcome::Violated { found, .. }) => match question.evidence(&mut system, name, &found) {
            Ok(trace) => Meeting::Possible(Box::new(trace)),
            Err(unknown) => Meeting::Unknown(unknown),
        },
        Some(Outcome::Unknown(unknown)) => Meeting::Unknown(unknown),
        None => Meeting::Unknown(Unknown::Internal { what: "the question was left without an answer".to_owned() }),
    }
}

struct Question<'a> {
    unit: &'a Unit,
    program: &'a Program,
    places: &'a [Place],
}

impl Question<'_> {
    /// The combinations of thread states of several threads that answer the question; `None` if there are too many. For
    /// a single program point there are none: one thread state decides it.
    fn targets(&self, system: &mut ProgramSystem<'_>, control: &dyn Control) -> Result<Option<Vec<Target>>, Stop> {
        if self.places.len() == 1 {
            return Ok(Some(Vec::new()));
        }
        let saturation = saturate(system, control)?;
        Ok(self.combinations(system, &saturation))
    }

    fn combinations(&self, system: &ProgramSystem<'_>, saturation: &Saturation) -> Option<Vec<Target>> {
        let mut targets = Vec::new();
        for (shared, locals) in saturation.rows() {
            let values = system.shared_values(shared);
            let at = |place: &Place| -> Vec<LocalId> {
                locals.iter().copied().filter(|&local| self.fits(system, place, &values, local)).collect()
            };
            let there: Vec<Vec<LocalId>> = self.places.iter().map(at).collect();
            let combinations = there.iter().try_fold(1, |product: usize, list| product.checked_mul(list.len()))?;
            if combinations > MOST_COMBINATIONS - targets.len().min(MOST_COMBINATIONS) {
                return None;
            }
            let sorted =
                there.into_iter().multi_cartesian_product().map(|locals| locals.into_iter().sorted().collect());
            targets.extend(sorted.unique().map(|locals| Target { property: QUESTION, shared, locals }));
        }
        Some(targets)
    }

    fn fits(&self, system: &ProgramSystem<'_>, place: &Place, shared: &[bool], local: LocalId) -> bool {
        let LocalState::At { location, values, .. } = system.local_state(local) else { return false };
        let at = self.program.location(location);
        if !place.sites.contains(&at.site) || !counts(self.program, location, shared, &values) {
            return false;
        }
        let own = &self.program.instance(at.instance).variables;
        let names = columns(self.program, own);
        let thread_local = &values[..self.program.thread_local_variables.len()];
        let all = shared.iter().chain(thread_local).copied().chain(own.iter().map(|(_, bit)| values[*bit as usize]));
        let state: Vec<(VariableId, bool)> = names.into_iter().zip(all).collect();
        place.holds(&self.unit.analysis.names, &state)
    }

    /// Has the interpreter re-execute the run, and looks at where it ends.
    fn evidence(
        &self,
        system: &mut ProgramSystem<'_>,
        name: &str,
        found: &Counterexample,
    ) -> Result<TraceDocument, Unknown> {
        let Self { unit, program, places } = self;
        let last = claim(system, program, &found.run).and_then(|claim| claim.configurations.last().cloned());
        let internal = |what: &str| Unknown::Internal { what: what.to_owned() };
        let last = last.ok_or_else(|| internal("a run leaves the system it was found in"))?;
        let meeting = last.threads.iter().permutations(places.len()).find(|threads| {
            threads.iter().zip(*places).all(|(thread, place)| place.is_taken(&unit.analysis.names, &last, thread))
        });
        let first = meeting.as_ref().and_then(|threads| threads.first());
        let there = first.and_then(|thread| Some((thread.number, thread.innermost()?.site)));
        let (thread, site) = there.ok_or_else(|| internal("the threads do not meet at the end of a run"))?;
        let interpreter = Interpreter::new(&unit.file, &unit.analysis.names, &unit.analysis.reading).asking_for(site);
        let span = unit.file.sites[site.0 as usize].span;
        let goal = Goal { id: "place", kind: PropertyKind::Label, name, site: Some(site), span, thread: Some(thread) };
        re_executed(unit, program, system, &interpreter, &goal, found)
    }
}

impl Place {
    /// Returns `true` if the condition holds for these values; local variables come after the global ones that they
    /// hide.
    fn holds(&self, names: &Names, state: &[(VariableId, bool)]) -> bool {
        self.condition.as_ref().is_none_or(|condition| condition.holds(names, state))
    }

    fn is_taken(&self, names: &Names, at: &Configuration, thread: &Thread) -> bool {
        let Some(frame) = thread.innermost() else { return false };
        let own = names.variables_of(frame.procedure).iter().copied();
        let globals = names.shared().zip(at.shared.iter().copied());
        let state = globals.chain(names.thread_local().zip(thread.thread_local.iter().copied()));
        let state: Vec<(VariableId, bool)> = state.chain(own.zip(frame.values.iter().copied())).collect();
        self.sites.contains(&frame.site) && self.holds(names, &state)
    }
}
