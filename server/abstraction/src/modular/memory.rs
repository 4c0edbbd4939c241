//! Knowledge that is kept, and the assumptions under which sums add to it.

use std::collections::BTreeMap;

use boolprog_base::control::{Control, Stop};
use boolprog_clauses::NoClauses;
use boolprog_integer::Formula;
use boolprog_prover::Prover;

use super::explored::{Explored, Values};
use super::instances::Instances;
use super::located::Located;
use super::pairs::{Followed, Pairs};
use super::sums::sampled::{Taken, sampled};
use super::sums::{Copying, sums};

/// Knowledge about a system, for questions about other properties of it; nothing if there are too many pairs, or no sums.
#[derive(Default)]
pub struct Memory(BTreeMap<Values, Option<Box<Explored>>>);

impl Memory {
    /// The knowledge that starts from some values; `None` if there are too many pairs, or no sums that need it.
    pub(super) fn explored(
        &mut self,
        values: Values,
        instances: &Instances<'_>,
        (prover, control): (&mut dyn Prover, &dyn Control),
    ) -> Result<Option<&mut Explored>, Stop> {
        if !self.0.contains_key(&values) {
            let found = match values {
                Values::Own => Explored::of(instances, Followed::Own, control)?,
                Values::Plain => Explored::of(instances, Followed::All, control)?,
                Values::Sums(copying) => match self.explored(Values::Plain, instances, (&mut *prover, control))? {
                    Some(Explored { pairs, .. }) => with_sums((instances, pairs), copying, (prover, control))?,
                    None => None,
                },
            };
            self.0.insert(values, found.map(Box::new));
        }
        Ok(self.0.get_mut(&values).and_then(Option::as_deref_mut))
    }
}

/// The knowledge with sums, by pairs without any. Assumptions that steps are not taken have to hold, and the steps for which they
/// do not are assumed to be taken, until no such assumption fails.
fn with_sums(
    (instances, plain): (&Instances<'_>, &Pairs),
    copying: Copying,
    (prover, control): (&mut dyn Prover, &dyn Control),
) -> Result<Option<Explored>, Stop> {
    let is_sampled = matches!(copying, Copying::Sampled | Copying::Summed);
    let mut taken = if is_sampled { Some(sampled(instances, control)?) } else { None };
    loop {
        let sums = sums(instances, plain, copying, taken.as_ref());
        if sums.all.is_empty() {
            return Ok(None);
        }
        let Some(explored) = Explored::of(instances, Followed::Summed(&sums, plain), control)? else { return Ok(None) };
        let explored = explored.with(sums);
        let wrong = wrong(instances, &explored, prover, control)?;
        match &mut taken {
            Some(taken) if !wrong.is_empty() => taken.extend(wrong),
            _ => return Ok(Some(explored)),
        }
    }
}

/// The steps which are assumed not to be taken, although nothing known excludes them.
fn wrong(
    instances: &Instances<'_>,
    explored: &Explored,
    prover: &mut dyn Prover,
    control: &dyn Control,
) -> Result<Taken, Stop> {
    let mut wrong = Taken::new();
    let system = instances.system.with_sums(&explored.sums.summed);
    let instances = &Instances::of(&system);
    let located = match Located::of(instances, explored, control) {
        Ok(located) => located,
        Err(NoClauses::Stopped(stop)) => return Err(stop),
        Err(NoClauses::NotSaid(_)) => return Ok(wrong),
    };
    for index in &explored.sums.never {
        let step = &instances.system.transitions[*index];
        for clause in located.assumption(*index, &Formula::Constant(false)) {
            if !located.excludes(&clause, prover, control)? {
                wrong.insert((step.edge, instances.begins(step)));
            }
        }
    }
    Ok(wrong)
}
