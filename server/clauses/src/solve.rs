//! Solutions of clauses.

use std::time::Duration;

use boolprog_base::control::{Control, Stop};
use boolprog_integer::{Formula, System};
use boolprog_prover::{HornClauses, Prover, Solution, Unknown};

use crate::solution::Definitions;
use crate::system::{Clause, Unknowns};
use crate::text::text;

/// The way of asking about clauses.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// The time that the prover has.
    pub limit: Duration,
    /// `true` if the prover may replace relations by their definitions. A solution with quantifiers cannot be read: then it is asked
    /// again without.
    pub inlining: bool,
}

/// The relations that satisfy clauses, or why there are none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Solved {
    /// The conjuncts of the definition of each relation that can be read, over its parameters.
    Solution(Vec<Option<Vec<Formula>>>),
    /// There are none.
    Refuted,
    /// The prover does not know.
    Unknown(Unknown),
}

impl Solved {
    /// The definitions, if all of them can be read.
    pub fn definitions(self) -> Result<Vec<Vec<Formula>>, Option<Unknown>> {
        match self {
            Self::Solution(found) => found
                .into_iter()
                .collect::<Option<_>>()
                .ok_or_else(|| Some(Unknown::Undecided("an invariant that cannot be read".to_owned()))),
            Self::Refuted => Err(None),
            Self::Unknown(why) => Err(Some(why)),
        }
    }
}

/// Asks a prover for these relations, which satisfy clauses.
pub fn solve<U: Unknowns>(
    (system, unknowns): (&System, &U),
    relations: &[U::At],
    clauses: &[Clause<'_, U::At>],
    Asked { limit, inlining }: Asked,
    (prover, control): (&mut dyn Prover, &dyn Control),
) -> Result<Solved, Stop> {
    let text = text(system, unknowns, relations, clauses);
    let mut solved = Solved::Refuted;
    for inlining in [true, false].into_iter().filter(|it| inlining || !it) {
        let model = match prover.solve(&HornClauses { text: &text, inlining, limit }, control)? {
            Solution::Refuted => return Ok(Solved::Refuted),
            Solution::Unknown(unknown) => return Ok(Solved::Unknown(unknown)),
            Solution::Model(model) => model,
        };
        let model = Definitions::read(&model);
        let definition = |at| model.as_ref()?.of(&unknowns.relation(at), &unknowns.parameters(at));
        let found: Vec<_> = relations.iter().map(definition).collect();
        let is_read = found.iter().all(Option::is_some);
        solved = Solved::Solution(found);
        if is_read {
            break;
        }
    }
    Ok(solved)
}
