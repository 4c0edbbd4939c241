//! Candidates where an instance that exists once is.

use std::collections::BTreeMap;

use boolprog_base::control::Control;
use boolprog_clauses::Candidates;
use boolprog_integer::{Formula, InstanceId, LocationId};

use super::super::instances::{Spot, Spots};
use super::super::located::Located;
use super::Offered;
use super::{affine, bounds};

/// That it never is there, and bounds.
#[expect(clippy::unnecessary_wraps, reason = "other sources may be stopped")]
pub(super) fn bounds(located: &Located<'_>, _: &Candidates<Spots>, _: &dyn Control) -> Offered {
    let mut found = Vec::new();
    // Without numbers, the pairs tell all.
    let has_numbers = |it: &&InstanceId| bounds::numbers(located.system, **it).next().is_some();
    for instance in located.instances.once.iter().filter(has_numbers) {
        let bounds = bounds::bounds(located.system, *instance);
        let all = [&[Formula::Constant(false)], &bounds[..]].concat();
        let locations = located.instances.locations(*instance);
        found.extend(locations.map(|location| (vec![Spot::Once(*instance, location)], all.clone())));
    }
    Ok(found)
}

/// The affine equalities that follow from what is kept before steps.
pub(super) fn equalities(located: &Located<'_>, kept: &Candidates<Spots>, control: &dyn Control) -> Offered {
    let mut found = Vec::new();
    for instance in &located.instances.once {
        let spot = |location| vec![Spot::Once(*instance, location)];
        let locations = located.instances.locations(*instance);
        let known: BTreeMap<LocationId, Vec<Formula>> = locations.map(|it| (it, kept.at(&spot(it)))).collect();
        let equalities = affine::equalities(located.system, *instance, &|location| &known[&location], control)?;
        found.extend(equalities.into_iter().map(|(location, formulas)| (spot(location), formulas)));
    }
    Ok(found)
}
