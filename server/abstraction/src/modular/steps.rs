//! The steps that instances see where they stand: their own, those of instances that exist once, and those of one more of any
//! number that may be there with them by what the pairs tell. All domains are closed under this relation.
//!
//! The exploration of [pairs](super::pairs) alone has its own form of it, over states in place of spots: which instances can be
//! together is what it finds, and each step of a state is computed once there, whatever the other state of the pair is.

use boolprog_integer::Transition;

use super::instances::{Instances, Standing};
use super::pairs::Pairs;

/// A step that some instances see.
#[derive(Clone, Debug)]
pub(super) struct Seen<'s> {
    pub(super) transition: &'s Transition,
    /// The instances, with the one that takes the step.
    pub(super) before: Vec<Standing>,
    /// The instances afterwards.
    pub(super) after: Vec<Standing>,
}

impl Seen<'_> {
    /// The instance that takes the step, if it is none of those that see it.
    pub(super) fn other(&self) -> Option<Standing> {
        self.before.get(self.after.len()).copied()
    }
}

/// The steps that instances see, of those of others which matter to them.
pub(super) fn steps_from<'i, 's>(
    (instances, pairs): (&'i Instances<'s>, &'i Pairs),
    standing: &'i [Standing],
    matters: &'i dyn Fn(&Transition) -> bool,
) -> impl Iterator<Item = Seen<'s>> + 'i {
    // Of instances at one spot, the first takes the steps of all.
    let is_first =
        move |(position, one): &(usize, &Standing)| standing[..*position].iter().all(|it| it.spot != one.spot);
    let own = standing.iter().enumerate().filter(is_first).flat_map(move |(position, one)| {
        instances.steps_of(*one).iter().map(move |transition| {
            let mut after = standing.to_vec();
            after[position].spot = one.spot.at(transition.to);
            Seen { transition, before: standing.to_vec(), after }
        })
    });
    let others = pairs.spots().filter(move |spot| standing.iter().all(|it| pairs.may_meet(it.spot, *spot)));
    let of_others = others.flat_map(move |spot| {
        let other = instances.one_more(standing, spot);
        let before = [standing, &[other]].concat();
        let steps = instances.steps_of(other).iter().filter(|it| matters(it));
        steps.map(move |transition| Seen { transition, before: before.clone(), after: standing.to_vec() })
    });
    own.chain(of_others)
}
