//! The steps of one thread state.

use std::ops::Range;

use boolprog_base::control::Stop;
use boolprog_program::program::Goal;

use super::choices::Choices;
use super::compiled::{Compiled, CompiledEdge, CompiledEffect, Place, View};
use super::layout::{self, Words, write};
use super::store::{Store, Transfer};
use crate::tts::{Effect, LocalId, SharedId, Transition};

/// Finds all transitions of a thread state and appends them to the store. If the store stops while it runs, some are
/// missing.
pub(super) fn steps(compiled: &Compiled, store: &mut Store, shared: SharedId, local: LocalId) -> Range<u32> {
    let first = store.transitions.len() as u32;
    let source = Source {
        shared,
        local,
        shared_words: store.shared.get(shared.0).into(),
        local_words: store.locals.get(local.0).into(),
    };
    for edge in source.edges(compiled) {
        if source.take(compiled, edge, store).is_err() {
            break;
        }
    }
    first..store.transitions.len() as u32
}

struct Source {
    shared: SharedId,
    local: LocalId,
    shared_words: Words,
    local_words: Words,
}

struct Outcome {
    shared: Words,
    local: Words,
    created: Words,
}

impl Outcome {
    fn set(&mut self, place: Place, value: bool) {
        match place {
            Place::Shared(bit) => write(&mut self.shared, bit, value),
            Place::Local(bit) => write(&mut self.local, bit, value),
            Place::Created(bit) => write(&mut self.created, bit, value),
        }
    }
}

impl Source {
    /// The edges it may take, their guards aside.
    fn edges(&self, compiled: &Compiled) -> Range<u32> {
        let layout = compiled.layout;
        let excluded = layout.is_held(&self.shared_words) && !layout::is_inside(&self.local_words);
        if excluded || layout::violation(&self.local_words).is_some() {
            return 0..0;
        }
        let location = &compiled.locations[layout::location(&self.local_words).0 as usize];
        if location.permits(&self.shared_words, &self.local_words) { location.edges.clone() } else { 0..0 }
    }

    fn view<'a>(&'a self, outcome: &'a Outcome) -> View<'a> {
        View {
            old_shared: &self.shared_words,
            old_local: &self.local_words,
            new_shared: &outcome.shared,
            new_local: &outcome.local,
        }
    }

    /// Tries every combination of the values its right sides can have.
    fn take(&self, compiled: &Compiled, index: u32, store: &mut Store) -> Result<(), Stop> {
        let edge = &compiled.edges[index as usize];
        let mut outcome = self.move_control(compiled, edge);
        if let Some(guard) = &edge.guard
            && !guard.can_be_true(|bit| self.view(&outcome).read(bit))
        {
            return Ok(());
        }
        let mut choices = Choices::new();
        for (place, code) in &edge.updates {
            let possible = code.possible(|bit| self.view(&outcome).read(bit));
            outcome.set(*place, possible.value().unwrap_or(false));
            if possible.value().is_none() {
                choices.add(*place);
            }
        }
        loop {
            let constrain = edge.constrain.as_ref();
            if constrain.is_none_or(|constrain| constrain.can_be_true(|bit| self.view(&outcome).read(bit))) {
                let transition = self.transition(compiled, index, &outcome, store);
                store.transitions.push(transition);
            }
            store.tried()?;
            if !choices.advance(|place, value| outcome.set(place, value)) {
                return Ok(());
            }
        }
    }

    /// The states with control moved and atomic sections entered and left, but nothing assigned yet.
    fn move_control(&self, compiled: &Compiled, edge: &CompiledEdge) -> Outcome {
        let layout = compiled.layout;
        let created = match edge.effect {
            CompiledEffect::Create(start) => layout.thread_at(start),
            _ => Words::new(),
        };
        let mut outcome = Outcome { shared: self.shared_words.clone(), local: self.local_words.clone(), created };
        let inside = layout::is_inside(&outcome.local);
        let inside_after = match edge.effect {
            CompiledEffect::AtomicBegin => true,
            CompiledEffect::AtomicEnd => false,
            _ => inside && edge.goal != Goal::End,
        };
        if inside != inside_after {
            layout::set_inside(&mut outcome.local, inside_after);
            layout.set_held(&mut outcome.shared, inside_after);
        }
        if let Goal::Location(location) = edge.goal {
            layout::move_to(&mut outcome.local, location);
        }
        outcome
    }

    fn transition(&self, compiled: &Compiled, index: u32, outcome: &Outcome, store: &mut Store) -> Transition {
        let edge = &compiled.edges[index as usize];
        let to_local = match edge.goal {
            Goal::Location(_) => Some(store.local(&outcome.local)),
            Goal::End => None,
            Goal::Violation(property) => Some(store.local(&compiled.layout.violation_of(property))),
        };
        let effect = match &edge.effect {
            CompiledEffect::None | CompiledEffect::AtomicBegin | CompiledEffect::AtomicEnd => Effect::None,
            CompiledEffect::Create(_) => Effect::Create(store.local(&outcome.created)),
            CompiledEffect::Signal => Effect::One(store.transfer(Transfer::Release)),
            CompiledEffect::Broadcast => Effect::Each(store.transfer(Transfer::Release)),
            CompiledEffect::Passive(passive) => {
                let bits = passive.mentioned(self.view(outcome));
                Effect::Each(store.transfer(Transfer::Passive { edge: index, bits }))
            }
        };
        Transition {
            shared: self.shared,
            local: self.local,
            to_shared: store.shared(&outcome.shared),
            to_local,
            effect,
            origin: index,
        }
    }
}
