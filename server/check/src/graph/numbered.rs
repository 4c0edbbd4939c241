//! The thread states of a thread transition system.

use boolprog_base::control::Control;
use boolprog_explore::tts::{Initial, LocalId, SharedId, ThreadSystem, Transition, TransitionId, Tts};

use super::drawable::{Drawable, Key};
use super::{NoGraph, Selection, State, ThreadGraph, counterexample, draw};
use crate::decide::decide;
use crate::options::Options;
use crate::reachable::Completeness;
use crate::system::System;

/// A thread state by its numbers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Numbers {
    /// Number of the shared state.
    pub shared: u32,
    /// Number of the local state.
    pub local: u32,
    /// `true` if a single thread in this state is a target.
    pub is_target: bool,
}

/// The graph of a system: thread states by their numbers, steps by their lines, from 1.
pub type SystemGraph = ThreadGraph<Numbers, u32>;

/// Makes the graph of a system as [`thread_graph`](super::thread_graph) makes that of a program, with the execution to its
/// target, if there is one. The places of the selection are lines: a thread state is on those of its steps.
pub fn system_graph(
    system: &mut System,
    selection: &Selection<'_, u32>,
    options: Options,
    control: &dyn Control,
) -> Result<SystemGraph, NoGraph> {
    let mut asked: Vec<u32> = system.tts.targets.iter().map(|target| target.property).collect();
    asked.sort_unstable();
    asked.dedup();
    let decision = decide(&mut system.tts, &asked, options, control, &mut |_, _| {});
    let rows = match decision.rows.completeness {
        Completeness::Exact => None,
        Completeness::SoFar | Completeness::Nothing => {
            let rows = decide(&mut system.tts, &[], options, control, &mut |_, _| {}).rows;
            (rows.completeness == Completeness::Exact).then_some(rows)
        }
    };
    let found = counterexample(&decision, None);
    let violated = found.map(|(property, _)| format!("target {}", system.targets[property as usize].name));
    let run = found.map(|(_, found)| &found.run);
    draw(&mut system.tts, rows.as_ref().unwrap_or(&decision.rows), run, violated, selection, control)
}

impl Drawable for Tts {
    type System = Self;
    type State = Numbers;
    type Place = u32;

    fn system(&mut self) -> &mut Self {
        self
    }

    fn initial(&self) -> &Initial {
        ThreadSystem::initial(self)
    }

    fn is_point(&self, _: SharedId, _: LocalId) -> bool {
        true
    }

    fn is_at(&mut self, shared: SharedId, local: LocalId, places: &[u32]) -> bool {
        let mut steps = self.transitions(shared, local).map(TransitionId);
        steps.any(|step| places.contains(&self.place(self.transition(step))))
    }

    fn key(&self, shared: SharedId, local: LocalId) -> Key {
        Key::At(shared, local)
    }

    fn state(&self, shared: SharedId, local: LocalId) -> State<Numbers> {
        let is_target = self.targets.iter().any(|target| target.shared == shared && target.locals == [local]);
        State::At(Numbers { shared: shared.0, local: local.0, is_target })
    }

    fn place(&self, transition: Transition) -> u32 {
        transition.origin + 1
    }
}
