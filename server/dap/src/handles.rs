//! Stable numbers for frames and scopes.
//!
//! A place keeps its number for the whole session, so that an editor keeps it expanded when the cursor moves. Its
//! contents depend on the cursor alone.

use std::sync::Arc;

use rustc_hash::FxHashMap;

/// Variables that are seen together.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Sight {
    Shared,
    /// Those of an activation and of its thread.
    Locals(u32, usize),
}

/// A frame or scope with a number, or a part of one.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Place {
    /// An activation: the thread, and how many activations are outside of it.
    Frame(u32, usize),
    /// The scope of the changes by the last step.
    Changed,
    Shared,
    /// The scope of the choices of the last step.
    Choices,
    Schedule,
    /// The scope of the variables of an activation and of its thread.
    Locals(u32, usize),
    /// The parts of a structure or an array, by its path: `q.items`.
    Part(Sight, Arc<str>),
}

/// The numbers that were given, from 1; 0 means "nothing to open" in the protocol.
#[derive(Debug, Default)]
pub(super) struct Handles {
    places: Vec<Place>,
    numbers: FxHashMap<Place, u32>,
}

impl Handles {
    /// The number of a place: always the same.
    pub(super) fn number(&mut self, place: Place) -> u32 {
        if let Some(number) = self.numbers.get(&place) {
            return *number;
        }
        self.places.push(place.clone());
        let number = self.places.len() as u32;
        self.numbers.insert(place, number);
        number
    }

    /// The place with this number, if it was ever given.
    pub(super) fn place(&self, number: i64) -> Option<Place> {
        let index = usize::try_from(number.checked_sub(1)?).ok()?;
        self.places.get(index).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_keeps_its_number() {
        let mut handles = Handles::default();
        let places = [Place::Shared, Place::Frame(1, 0), Place::Locals(1, 0), Place::Changed];
        let numbers = places.clone().map(|place| handles.number(place));
        assert_eq!(numbers, [1, 2, 3, 4]);
        assert_eq!(places.clone().map(|place| handles.number(place)), numbers);
        assert_eq!(numbers.map(|number| handles.place(i64::from(number))), places.map(Some));
    }

    #[test]
    fn other_numbers_are_nothing() {
        let mut handles = Handles::default();
        handles.number(Place::Shared);
        for number in [0, -1, 2, i64::MIN, i64::MAX] {
            assert_eq!(handles.place(number), None);
        }
    }
}
