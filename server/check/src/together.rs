//! Whether several threads can be at certain places at the same time: mutual exclusion, asked from outside.
//!
//! The places are turned into joint targets over the thread states that saturation finds, and these are decided like
//! any other property: by all engines, with the same evidence.

use boolprog_explore::control::Control;
use boolprog_explore::saturate::{Saturation, saturate};
use boolprog_explore::system::{LocalState, ProgramSystem};
use boolprog_explore::tts::{LocalId, Target};
use boolprog_program::names::{Names, ProcedureId, VariableId};
use boolprog_program::program::{Program, PropertyKind};
use boolprog_syntax::ast::{Expr, ExprKind, SiteId};
use boolprog_trace::configuration::{Configuration, Thread};
use boolprog_trace::document::TraceDocument;
use boolprog_trace::interpreter::Interpreter;
use itertools::Itertools;

use crate::asking::{Asking, QUESTION};
use crate::claim::claim;
use crate::decide::{Counterexample, News, Outcome, decide};
use crate::re_execution::{Goal, re_executed};
use crate::report::Unknown;
use crate::sites::{columns, counts};
use crate::{Options, Unit};

/// More combinations of thread states than this are not looked at.
const MOST_COMBINATIONS: usize = 1 << 20;

/// Where one of the threads has to be.
#[derive(Clone, Debug)]
pub struct Place {
    /// It stands in front of one of these.
    pub sites: Vec<SiteId>,
    /// What its variables satisfy: an expression without `*`, new and passive values.
    pub condition: Option<Expr>,
}

/// Whether threads meet.
#[derive(Clone, Debug)]
pub enum Meeting {
    /// They can: an execution, re-executed by the reference interpreter.
    Possible(Box<TraceDocument>),
    /// They cannot; the engine's certificate was accepted.
    Never {
        /// The engine.
        engine: &'static str,
    },
    /// Not decided.
    Unknown(Unknown),
}

/// Decides whether as many different threads as there are places can be at these places at the same time. `name` is
/// what people call the question. A condition that is not true of a state, or that has no value there, excludes it.
pub fn together(unit: &Unit, places: &[Place], name: &str, options: Options, control: &dyn Control) -> Meeting {
    let Ok(program) = &unit.analysis.program else {
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
    let saturation = match saturate(&mut system, control) {
        Ok(saturation) => saturation,
        Err(stop) => return stopped(stop),
    };
    let question = Question { unit, program, places };
    let Some(targets) = question.targets(&system, &saturation) else {
        let why = "the places have too many combinations of thread states".to_owned();
        return Meeting::Unknown(Unknown::NotApplicable { why, threads: 0 });
    };
    let mut asking = Asking { system: &mut system, is_there: |_: &ProgramSystem<'_>, _, _| false, together: targets };
    let decision = decide(&mut asking, &[QUESTION], options, control, &mut |_, _: News<'_>| {});
    match decision.outcomes.into_iter().next().map(|(_, outcome)| outcome) {
        Some(Outcome::Proved { engine, .. }) => Meeting::Never { engine },
        Some(Outcome::Violated(found)) => match question.evidence(&mut system, name, &found) {
            Ok(trace) => Meeting::Possible(Box::new(trace)),
            Err(what) => Meeting::Unknown(Unknown::Internal { what }),
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
    /// The combinations of thread states that answer the question; `None` if there are too many.
    fn targets(&self, system: &ProgramSystem<'_>, saturation: &Saturation) -> Option<Vec<Target>> {
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
    ) -> Result<TraceDocument, String> {
        let Self { unit, program, places } = self;
        let last = claim(system, program, &found.run).and_then(|claim| claim.configurations.last().cloned());
        let last = last.ok_or_else(|| "a run leaves the system it was found in".to_owned())?;
        let meeting = last.threads.iter().permutations(places.len()).find(|threads| {
            threads.iter().zip(*places).all(|(thread, place)| place.is_taken(&unit.analysis.names, &last, thread))
        });
        let thread = meeting.as_ref().and_then(|threads| threads.first()).and_then(|thread| thread.innermost());
        let site = thread.ok_or_else(|| "the threads do not meet at the end of a run".to_owned())?.site;
        let interpreter = Interpreter::new(&unit.file, &unit.analysis.names, &unit.analysis.reading).asking_for(site);
        let span = unit.file.sites[site.0 as usize].span;
        let goal = Goal { id: "together", kind: PropertyKind::Label, name, site, span };
        re_executed(unit, program, system, &interpreter, &goal, found)
    }
}

impl Place {
    /// Whether the condition holds for these values; local variables stand behind the global ones that they hide.
    fn holds(&self, names: &Names, state: &[(VariableId, bool)]) -> bool {
        let value = |name: &str| {
            state.iter().rev().find(|(variable, _)| names.info(*variable).name == name).map(|(_, value)| *value)
        };
        self.condition.as_ref().is_none_or(|condition| evaluate(condition, &value) == Some(true))
    }

    /// Whether a thread of a configuration is here.
    fn is_taken(&self, names: &Names, at: &Configuration, thread: &Thread) -> bool {
        let Some(frame) = thread.innermost() else { return false };
        let own = names.variables_of(frame.procedure).iter().copied();
        let globals = names.shared().zip(at.shared.iter().copied());
        let state = globals.chain(names.thread_local().zip(thread.thread_local.iter().copied()));
        let state: Vec<(VariableId, bool)> = state.chain(own.zip(frame.values.iter().copied())).collect();
        self.sites.contains(&frame.site) && self.holds(names, &state)
    }
}

/// Whether an expression has a value for every state in front of a site: its variables are visible there, and it has
/// no `*`, no new and no passive values.
pub fn is_usable(expression: &Expr, unit: &Unit, site: SiteId) -> bool {
    let procedure = ProcedureId(unit.file.sites[site.0 as usize].procedure);
    evaluate(expression, &|name| unit.analysis.names.declared(procedure, name).map(|_| false)).is_some()
}

/// The value of an expression; `None` if some part of it has none, or more than one.
fn evaluate(expression: &Expr, value: &dyn Fn(&str) -> Option<bool>) -> Option<bool> {
    match &expression.kind {
        ExprKind::Const(constant) => Some(*constant),
        ExprKind::Variable(variable) if variable.primed => None,
        ExprKind::Variable(variable) => value(&variable.name.text),
        ExprKind::Paren(inner) => evaluate(inner, value),
        ExprKind::Not(inner) => evaluate(inner, value).map(|inner| !inner),
        ExprKind::Binary(operator, left, right) => {
            Some(operator.apply(evaluate(left, value)?, evaluate(right, value)?))
        }
        ExprKind::Ternary(condition, then, otherwise) => {
            let (then, otherwise) = (evaluate(then, value)?, evaluate(otherwise, value)?);
            Some(if evaluate(condition, value)? { then } else { otherwise })
        }
        ExprKind::Any | ExprKind::Schoose(..) | ExprKind::Call(_) | ExprKind::Hole => None,
    }
}
