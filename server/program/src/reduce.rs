//! Reductions: a smaller program for the same question.
//!
//! A reduction chooses what may be forgotten of a program, as an [`Abstraction`]: bits, at locations or everywhere, and
//! the difference between locations. What is left is a program again, over the same locations, bits and properties, so that
//! nothing has to be mapped back, and everything above knows nothing of reductions. Each reduction looks at what the
//! others have left, until nothing changes.
//!
//! Whatever is forgotten, a proof for what is left is one for the program; [`Abstraction`] says why. That the reductions
//! here forget nothing that matters, so that what is left is violated only if the program is, each of them argues on its
//! own.
//!
//! What is left answers the question whether properties can be violated. It does not say which thread states there are, and
//! not how long a run is.

mod abstraction;
mod chains;
mod cone;
mod constants;
mod dead_locals;
mod others;
mod simplify;
mod useless;

pub use abstraction::{Abstraction, Bit, Unsound};

use crate::program::{Program, Role};

/// Rounds after which the rest is left as it is.
const MOST_ROUNDS: u32 = 10;

/// The most bits at all locations together for which tables are made.
const MOST_BITS: usize = 4_000_000;

/// A way to make programs smaller.
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

    /// As on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Constants => "constants",
            Self::Cone => "cone-of-influence",
            Self::DeadLocals => "dead-locals",
            Self::Chains => "invisible-chains",
            Self::Useless => "useless-statements",
        }
    }

    /// What it forgets, for people.
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

/// Which reductions are made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reductions(u8);

impl Reductions {
    /// Every one.
    pub const ALL: Self = Self((1 << Reduction::ALL.len()) - 1);
    /// Not one.
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

    /// Those that are made, in order.
    pub fn iter(self) -> impl Iterator<Item = Reduction> {
        Reduction::ALL.into_iter().filter(move |reduction| self.0 >> *reduction as u8 & 1 == 1)
    }
}

/// A program and what is left of it.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The smaller program.
    pub program: Program,
    /// The forgotten parts.
    pub abstraction: Abstraction,
    /// How much there was.
    pub before: Size,
    /// How much there is.
    pub after: Size,
}

/// How large a program is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Locations that control can reach, as far as the edges say.
    pub locations: u32,
    /// Shared bits.
    pub shared_bits: u32,
    /// The most local bits at a location.
    pub local_bits: u32,
}

/// Reduces a program; `None` if there is nothing to forget, and for programs whose calls are not inlined, which have
/// engines of their own.
///
/// Time is linear in the number of edges times that of local bits, for each change of the tables of a reduction.
pub fn reduce(program: &Program, reductions: Reductions) -> Option<Reduced> {
    let calls = program.locations.iter().any(|location| matches!(location.role, Role::Call(_) | Role::Exit));
    if calls || reductions == Reductions::NONE || program.locations.len() * program.local_slots as usize > MOST_BITS {
        return None;
    }
    let mut abstraction = Abstraction::nothing(program);
    let mut left = abstraction.apply(program).ok()?;
    let before = size(&left, &abstraction);
    for _ in 0..MOST_ROUNDS {
        let old = abstraction.clone();
        for reduction in reductions.iter() {
            let mut coarser = abstraction.clone();
            reduction.choose(&left, &mut coarser);
            if coarser != abstraction {
                left = coarser.apply(program).ok()?;
                abstraction = coarser;
            }
        }
        if abstraction == old {
            break;
        }
    }
    let after = size(&left, &abstraction);
    abstraction.forgets_something().then_some(Reduced { program: left, abstraction, before, after })
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
