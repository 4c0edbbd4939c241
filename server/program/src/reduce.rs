//! Reductions: a smaller program for the same question.
//!
//! A reduction chooses parts of a program to forget, as an [`Abstraction`]: bits, at locations or everywhere, and the
//! difference between locations. The result is a program again, over the same locations, bits and properties, so that
//! nothing has to be mapped back, and no layer above depends on reductions. Each reduction works on the result of the
//! others, until nothing changes.
//!
//! A proof for the result is always one for the program; [`Abstraction`] says why. Conversely, the reductions here
//! forget nothing that matters, so that the result is violated only if the program is; each of them has an argument of
//! its own.
//!
//! The result preserves the violation of properties, but neither the thread states nor the length of runs.

mod abstraction;
mod chains;
mod cone;
mod constants;
mod dead_locals;
mod needed;
mod others;
mod simplify;
mod useless;

use std::collections::BTreeSet;

use boolprog_base::control::{Control, Progress};
use serde::{Deserialize, Serialize};

pub use abstraction::{Abstraction, Bit, Unsound};

use crate::names::VariableId;
use crate::program::{EdgeId, Program};

/// Rounds after which the rest is left as it is.
const MOST_ROUNDS: u32 = 10;

/// Largest number of bits at all locations together for which tables are made.
const MOST_BITS: usize = 4_000_000;

/// A kind of reduction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reduction {
    /// Bits that always have the same value.
    Constants,
    /// Bits that affect no property.
    Cone,
    /// Local bits whose value is not used any more.
    DeadLocals,
    /// Steps that no other thread notices.
    Chains,
    /// Statements from which a thread reaches nothing relevant.
    Useless,
}

impl Reduction {
    /// All of them, in the order in which they are tried.
    pub const ALL: [Self; 5] = [Self::Constants, Self::Cone, Self::DeadLocals, Self::Chains, Self::Useless];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Constants => "constants",
            Self::Cone => "cone-of-influence",
            Self::DeadLocals => "dead-locals",
            Self::Chains => "invisible-chains",
            Self::Useless => "useless-statements",
        }
    }

    /// Description of the forgotten parts, for the user.
    pub fn about(self) -> &'static str {
        match self {
            Self::Constants => "Bits that always have the same value",
            Self::Cone => "Bits that affect no property",
            Self::DeadLocals => "Local bits whose value is not used any more",
            Self::Chains => "Steps that no other thread notices",
            Self::Useless => "Statements from which a thread reaches nothing relevant",
        }
    }

    fn choose(self, program: &Program, abstraction: &mut Abstraction) {
        match self {
            Self::Constants => constants::choose(program, abstraction),
            Self::Cone => cone::choose(program, abstraction),
            Self::DeadLocals => dead_locals::choose(program, abstraction),
            Self::Chains => chains::choose(program, abstraction),
            Self::Useless => useless::choose(program, abstraction),
        }
    }
}

/// A set of reductions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reductions(u8);

impl Reductions {
    /// All reductions.
    pub const ALL: Self = Self((1 << Reduction::ALL.len()) - 1);
    /// No reductions.
    pub const NONE: Self = Self(0);

    /// The same, and this one.
    #[must_use]
    pub fn with(self, reduction: Reduction) -> Self {
        Self(self.0 | 1 << reduction as u8)
    }

    /// The same without this one.
    #[must_use]
    pub fn without(self, reduction: Reduction) -> Self {
        Self(self.0 & !(1 << reduction as u8))
    }

    /// The reductions of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Reduction> {
        Reduction::ALL.into_iter().filter(move |reduction| self.0 >> *reduction as u8 & 1 == 1)
    }
}

/// A program after reduction.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// Reduced program.
    pub program: Program,
    /// For each of its edges the one of the program that it is the image of.
    pub origins: Vec<EdgeId>,
    /// Parts that were forgotten.
    pub abstraction: Abstraction,
    /// Size before the reduction.
    pub before: Size,
    /// Size after the reduction.
    pub after: Size,
}

impl Reduced {
    /// The variables of `program`, which was reduced, that the result depends on: a proof for the result is one for
    /// every program that differs from `program` in the others.
    pub fn needed(&self, program: &Program) -> BTreeSet<VariableId> {
        needed::needed(program, &self.abstraction, &self.program)
    }
}

/// Size of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Size {
    /// Number of locations that are reachable along the edges.
    pub locations: u32,
    /// Number of shared bits.
    pub shared_bits: u32,
    /// The most local bits at a location.
    pub local_bits: u32,
}

/// Reduces a program; `None` if nothing can be forgotten, and for programs whose calls are not inlined, which have
/// their own engines.
///
/// Time is linear in the number of edges times that of local bits, for each change of the tables of a reduction. If
/// `control` says so, the rest is left as it is, which is sound.
pub fn reduce(program: &Program, reductions: Reductions, control: &dyn Control) -> Option<Reduced> {
    if reductions == Reductions::NONE {
        return None;
    }
    reduce_further(program, Abstraction::nothing(program), reductions, control)
}

/// The same after an abstraction; `None` as well if it does not fit the program, or `control` stops before it is applied.
pub fn reduce_further(
    program: &Program,
    mut abstraction: Abstraction,
    reductions: Reductions,
    control: &dyn Control,
) -> Option<Reduced> {
    if program.has_calls() || program.locations.len() * program.local_slots as usize > MOST_BITS {
        return None;
    }
    let progress = Progress { phase: "reduction", ..Progress::default() };
    control.poll(&progress).ok()?;
    let (mut left, mut origins) = abstraction.apply_to_edges(program).ok()?;
    let before = size(&left, &abstraction);
    'rounds: for _ in 0..MOST_ROUNDS {
        let old = abstraction.clone();
        for reduction in reductions.iter() {
            if control.poll(&progress).is_err() {
                break 'rounds;
            }
            let mut coarser = abstraction.clone();
            reduction.choose(&left, &mut coarser);
            // A choice for the rest fits the rest, and not always the program.
            if coarser != abstraction
                && let Ok(smaller) = coarser.apply_to_edges(program)
            {
                ((left, origins), abstraction) = (smaller, coarser);
            }
        }
        if abstraction == old {
            break;
        }
    }
    let after = size(&left, &abstraction);
    abstraction.forgets_something().then_some(Reduced { program: left, origins, abstraction, before, after })
}

fn size(program: &Program, abstraction: &Abstraction) -> Size {
    let kept = |bits: &mut dyn Iterator<Item = bool>| bits.filter(|forgotten| !forgotten).count() as u32;
    let reached = abstraction::reached(program);
    Size {
        locations: reached.len() as u32,
        shared_bits: kept(&mut abstraction.shared.iter().map(|bit| bit.forgotten)),
        local_bits: reached.iter().map(|at| kept(&mut abstraction.forgotten(*at))).max().unwrap_or(0),
    }
}

#[cfg(test)]
mod tests;
