//! Serialisation of the parts that a reduced program has forgotten.

use boolprog_program::program::{LocationId, Program};
use boolprog_program::reduce::{Abstraction, Bit};
use serde::{Deserialize, Serialize};

use super::SetsDocument;

/// Proofs for a reduced program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReducedDocument {
    /// Parts that the reduction removed.
    pub forgotten: ForgottenDocument,
    /// Proofs over sets of configurations.
    #[serde(flatten)]
    pub sets: SetsDocument,
}

/// The forgotten parts of a program, and which bits always have the same value.
///
/// One letter per bit: `.` it is kept, `*` it is forgotten, `t` and `f` it is kept and always has this value, `T` and
/// `F` it is forgotten and would always have it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ForgottenDocument {
    /// Shared bits, as text.
    pub shared: String,
    /// The locations, in order.
    pub locations: Vec<PlaceDocument>,
}

/// The fate of a location.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaceDocument {
    /// Location that represents it, if another one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<u32>,
    /// The local bits of a thread there.
    pub bits: String,
}

impl ForgottenDocument {
    /// The saved form of an abstraction.
    pub fn of(abstraction: &Abstraction) -> Self {
        let places = (0..abstraction.locals.len() as u32).map(LocationId).map(|location| PlaceDocument {
            other: Some(abstraction.of(location)).filter(|other| *other != location).map(|other| other.0),
            bits: letters(&abstraction.locals_at(location)),
        });
        Self { shared: letters(&abstraction.shared), locations: places.collect() }
    }

    /// The rest of a program; `None` if it must not be forgotten.
    pub(super) fn left_of(&self, program: &Program) -> Option<Program> {
        self.read()?.apply(program).ok()
    }

    /// Reads it again; whether it is sound is another question. `None` if it has other letters.
    pub(super) fn read(&self) -> Option<Abstraction> {
        let places = (0..).zip(&self.locations);
        let stands_for = places.map(|(location, place)| LocationId(place.other.unwrap_or(location)));
        let locals = self.locations.iter().map(|place| bits(&place.bits));
        Some(Abstraction {
            stands_for: stands_for.collect(),
            shared: bits(&self.shared)?,
            locals: locals.collect::<Option<_>>()?,
        })
    }
}

fn letters(bits: &[Bit]) -> String {
    let letter = |bit: &Bit| match (bit.forgotten, bit.always) {
        (false, None) => '.',
        (true, None) => '*',
        (false, Some(true)) => 't',
        (false, Some(false)) => 'f',
        (true, Some(true)) => 'T',
        (true, Some(false)) => 'F',
    };
    bits.iter().map(letter).collect()
}

fn bits(letters: &str) -> Option<Vec<Bit>> {
    let bit = |letter| {
        let (forgotten, always) = match letter {
            '.' => (false, None),
            '*' => (true, None),
            't' => (false, Some(true)),
            'f' => (false, Some(false)),
            'T' => (true, Some(true)),
            'F' => (true, Some(false)),
            _ => return None,
        };
        Some(Bit { forgotten, always })
    };
    letters.chars().map(bit).collect()
}
