//! How a thread gets to a place: a run that nobody forbids, found and re-executed like a counterexample.

use std::ops::Range;

use boolprog_explore::control::{Control, Stop};
use boolprog_explore::system::{LocalState, ProgramSystem};
use boolprog_explore::tts::{
    Destinations, Initial, LocalId, SharedId, Target, ThreadSystem, TransferId, Transition, TransitionId,
};
use boolprog_program::program::{Program, PropertyKind};
use boolprog_reach::bounded;
use boolprog_syntax::ast::SiteId;
use boolprog_trace::document::TraceDocument;
use boolprog_trace::interpreter::Interpreter;
use smallvec::{SmallVec, smallvec};

use crate::decide::Counterexample;
use crate::re_execution::{Goal, re_executed};
use crate::sites::counts;
use crate::{Options, Unit};

/// What a search for a way to a place came to.
#[derive(Clone, Debug)]
pub enum Way {
    /// An execution with as few threads and then as few steps as possible, re-executed by the reference interpreter.
    Found(Box<TraceDocument>),
    /// None was found.
    NotFound {
        /// There is none with up to so many live threads.
        threads: u32,
        /// What stopped the search, if it did not end by itself.
        stop: Option<Stop>,
    },
    /// The program has no meaning, or no such place.
    NoPlace,
    /// Two parts of this program disagree, so that neither is believed.
    Internal(String),
}

/// Searches for an execution with which a thread comes to stand in front of a site, with up to
/// [`Options::thread_limit`] threads. Costs what a bounded search costs.
pub fn way_to(unit: &Unit, site: SiteId, options: Options, control: &dyn Control) -> Way {
    let Ok(program) = &unit.analysis.program else { return Way::NoPlace };
    let Some(place) = unit.file.sites.get(site.0 as usize) else { return Way::NoPlace };
    let mut system = match ProgramSystem::new(program, control) {
        Ok(system) => system,
        Err(stop) => return Way::NotFound { threads: 0, stop: Some(stop) },
    };
    let question = bounded::Question { properties: vec![PLACE], threads: options.thread_limit, thread_states: 0 };
    let answer = bounded::search(&mut Towards { system: &mut system, program, site }, &question, control);
    let stop = match answer.end {
        bounded::End::Stopped(stop) => Some(stop),
        bounded::End::Answered | bounded::End::Exhausted(_) | bounded::End::Bound => None,
    };
    let found = answer.violations.into_iter().next().map(Counterexample::from);
    let Some(found) = found else { return Way::NotFound { threads: answer.searched, stop } };
    let names = &unit.analysis.names;
    let interpreter = Interpreter::new(&unit.file, names, &unit.analysis.reading).asking_for(site);
    let before = unit.text.get(..place.span.start as usize).unwrap_or_default();
    let name = format!("line {}", before.matches('\n').count() + 1);
    let goal = Goal { id: "place", kind: PropertyKind::Label, name: &name, site, span: place.span };
    match re_executed(unit, program, &mut system, &interpreter, &goal, &found) {
        Ok(document) => Way::Found(Box::new(document)),
        Err(what) => Way::Internal(what),
    }
}

/// The only property of [`Towards`].
const PLACE: u32 = 0;

/// The system of a program with another question: does a thread get to a site?
struct Towards<'a, 'p> {
    system: &'a mut ProgramSystem<'p>,
    program: &'a Program,
    site: SiteId,
}

impl ThreadSystem for Towards<'_, '_> {
    fn initial(&self) -> &Initial {
        self.system.initial()
    }

    fn transitions(&mut self, shared: SharedId, local: LocalId) -> Range<u32> {
        self.system.transitions(shared, local)
    }

    fn transition(&self, id: TransitionId) -> Transition {
        self.system.transition(id)
    }

    fn transferred(&mut self, transfer: TransferId, local: LocalId) -> Destinations {
        self.system.transferred(transfer, local)
    }

    fn violated(&mut self, shared: SharedId, local: LocalId) -> SmallVec<[u32; 2]> {
        let LocalState::At { location, values, .. } = self.system.local_state(local) else { return smallvec![] };
        let is_there = self.program.location(location).site == self.site
            && counts(self.program, location, &self.system.shared_values(shared), &values);
        if is_there { smallvec![PLACE] } else { smallvec![] }
    }

    fn joint_targets(&self) -> &[Target] {
        &[]
    }

    fn bytes(&self) -> usize {
        self.system.bytes()
    }

    fn stopped(&self) -> Option<Stop> {
        self.system.stopped()
    }
}
