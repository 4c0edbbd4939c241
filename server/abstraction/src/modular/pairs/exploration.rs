//! The closure of pairs under steps: of the two, of instances that exist once, and of a third of any number.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_integer::{InstanceId, VariableId};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};

use super::layout::{LOCALS, Layout, Local, Shared, family_of, location_of};
use super::limits::Limits;
use super::steps::{self, Unfollowed};

/// More pairs are not followed.
const MOST: usize = 500_000;

/// If there are more pairs, data is not followed either, nor what was tried again.
const MANY: usize = 20_000;

/// The number of pairs, or of triples, after which the control is asked.
const POLL_AFTER: u32 = 256;

/// The most values of a variable that is followed.
const MOST_VALUES: usize = 8;

/// Why an exploration ends early.
pub(super) enum Over {
    Stopped(Stop),
    TooMany,
    /// These variables have too many values, or make too many pairs.
    Forget(Vec<VariableId>),
}

impl From<Unfollowed> for Over {
    fn from(Unfollowed(variable): Unfollowed) -> Self {
        Self::Forget(vec![variable])
    }
}

/// Numbers of values, in the order in which they were met.
pub(super) struct Numbers<T> {
    pub(super) all: Vec<Rc<T>>,
    numbers: FxHashMap<Rc<T>, u32>,
}

impl<T: Eq + Hash> Numbers<T> {
    fn new() -> Self {
        Self { all: Vec::new(), numbers: FxHashMap::default() }
    }

    /// The number of a value, and whether it is new.
    fn of(&mut self, value: T) -> (u32, bool) {
        if let Some(number) = self.numbers.get(&value) {
            return (*number, false);
        }
        let (number, value) = (self.all.len() as u32, Rc::new(value));
        self.all.push(Rc::clone(&value));
        self.numbers.insert(value, number);
        (number, true)
    }
}

/// Two instances, and what is shared while they are so: (shared, one, other), where the number of one is not the larger.
pub(super) type Pair = (u32, u32, u32);

/// A state of what is shared and of one of any number of instances.
type Single = (u32, u32);

pub(super) struct Exploration<'l, 's> {
    layout: &'l Layout<'s>,
    /// The limits that sums set, if there are any.
    limits: Option<&'l Limits>,
    control: &'l dyn Control,
    values: FxHashMap<VariableId, FxHashSet<i64>>,
    pub(super) shared: Numbers<Shared>,
    pub(super) locals: Numbers<Local>,
    pub(super) pairs: FxHashSet<Pair>,
    frontier: Vec<Pair>,
    /// The pairs and triples that were examined.
    steps: u32,
    /// Of those pairs that were taken, the other.
    partners: FxHashMap<Single, Vec<u32>>,
    moves: FxHashMap<Single, Rc<[Single]>>,
    moves_of_fixed: FxHashMap<u32, Rc<[u32]>>,
}

impl<'l, 's> Exploration<'l, 's> {
    /// All pairs. Time: the number of triples of instances whose pairs are among them.
    pub(super) fn run(
        layout: &'l Layout<'s>,
        limits: Option<&'l Limits>,
        control: &'l dyn Control,
    ) -> Result<Self, Over> {
        let mut exploration = Self {
            layout,
            limits,
            control,
            values: FxHashMap::default(),
            shared: Numbers::new(),
            locals: Numbers::new(),
            pairs: FxHashSet::default(),
            frontier: Vec::new(),
            steps: 0,
            partners: FxHashMap::default(),
            moves: FxHashMap::default(),
            moves_of_fixed: FxHashMap::default(),
        };
        exploration.start()?;
        while let Some(pair) = exploration.frontier.pop() {
            exploration.follow(pair)?;
        }
        Ok(exploration)
    }

    fn start(&mut self) -> Result<(), Over> {
        let mut waiting = Vec::new();
        for family in 0..self.layout.instances.families.len() {
            for local in steps::waiting(self.layout, family)? {
                waiting.push(self.local(local)?);
            }
        }
        for shared in steps::starts(self.layout)? {
            let shared = self.share(shared)?;
            for (index, one) in waiting.iter().enumerate() {
                waiting[index..].iter().try_for_each(|other| self.add(shared, *one, *other))?;
            }
        }
        Ok(())
    }

    fn add(&mut self, shared: u32, one: u32, other: u32) -> Result<(), Over> {
        let pair = (shared, one.min(other), one.max(other));
        if self.pairs.contains(&pair) || !self.are_possible(shared, &[one, other]) {
            return Ok(());
        }
        self.pairs.insert(pair);
        self.frontier.push(pair);
        match self.pairs.len() {
            MANY if self.limits.is_none() => self.forget_data(),
            MANY => self.forget_retried(),
            MOST.. => Err(Over::TooMany),
            _ => Ok(()),
        }
    }

    /// Ends if there is data: shared variables that no guard reads, without each of which the states of what is shared are at
    /// most two thirds as many. Such a variable holds what is handed over, an element of a buffer, and rarely decides who can be
    /// where.
    fn forget_data(&self) -> Result<(), Over> {
        let mut read = BTreeSet::new();
        for formula in self.layout.system().transitions.iter().flat_map(|transition| &transition.guard) {
            read.extend(formula.variables());
        }
        let is_data = |(place, variable): &(usize, &VariableId)| {
            let others = |shared: &Rc<Shared>| {
                let (before, after) = shared.split_at(*place);
                let mut hasher = FxHasher::default();
                (before, &after[1..]).hash(&mut hasher);
                hasher.finish()
            };
            let without: FxHashSet<u64> = self.shared.all.iter().map(others).collect();
            !read.contains(*variable) && 3 * without.len() <= 2 * self.shared.all.len()
        };
        let variables = (self.layout.once().len()..).zip(&self.layout.shared);
        let data: Vec<VariableId> = variables.filter(is_data).map(|(_, variable)| *variable).collect();
        if data.is_empty() { Ok(()) } else { Err(Over::Forget(data)) }
    }

    fn forget_retried(&self) -> Result<(), Over> {
        let retried: Vec<VariableId> = self.layout.retried().collect();
        if retried.is_empty() { Ok(()) } else { Err(Over::Forget(retried)) }
    }

    /// Returns `true` if the sums allow that instances are in these states at the same time.
    fn are_possible(&self, shared: u32, locals: &[u32]) -> bool {
        self.limits.is_none_or(|limits| {
            let locals: Vec<&[i64]> = locals.iter().map(|it| &**self.locals.all[*it as usize]).collect();
            limits.allow(&self.shared.all[shared as usize], &locals)
        })
    }

    fn follow(&mut self, (shared, one, other): Pair) -> Result<(), Over> {
        self.poll()?;
        for (next, one) in self.moves_of(shared, one)?.iter() {
            self.add(*next, *one, other)?;
        }
        for (next, other) in self.moves_of(shared, other)?.iter() {
            self.add(*next, one, *other)?;
        }
        for next in self.moves_of_fixed(shared)?.iter() {
            self.add(*next, one, other)?;
        }
        self.partners.entry((shared, one)).or_default().push(other);
        if one != other {
            self.partners.entry((shared, other)).or_default().push(one);
        }
        self.interfere((shared, one, other))
    }

    /// With this pair, steps of a third instance that is a partner of both, and those of the two seen by the third.
    fn interfere(&mut self, (shared, one, other): Pair) -> Result<(), Over> {
        let [few, many] = {
            let of = |single: u32| self.partners.get(&(shared, single)).cloned().unwrap_or_default();
            let (ones, others) = (of(one), of(other));
            if ones.len() < others.len() { [ones, others] } else { [others, ones] }
        };
        let many: FxHashSet<u32> = many.into_iter().collect();
        for third in few.into_iter().filter(|third| many.contains(third)) {
            self.poll()?;
            if !self.are_possible(shared, &[one, other, third]) {
                continue;
            }
            for (mover, first, second) in [(third, one, other), (one, other, third), (other, one, third)] {
                for (next, _) in self.moves_of(shared, mover)?.iter() {
                    if *next != shared {
                        self.add(*next, first, second)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The steps of one of any number of instances.
    fn moves_of(&mut self, shared: u32, local: u32) -> Result<Rc<[Single]>, Over> {
        if let Some(known) = self.moves.get(&(shared, local)) {
            return Ok(Rc::clone(known));
        }
        let (before, own) = (Rc::clone(&self.shared.all[shared as usize]), Rc::clone(&self.locals.all[local as usize]));
        let instance = self.layout.instances.families[family_of(&own)].first();
        let mut moves = Vec::new();
        for (next, own) in self.steps_of(instance, own[1], (&before, Some(&own)))? {
            let next = self.share(next)?;
            if let Some(own) = own {
                moves.push((next, self.local(own)?));
            }
        }
        let moves: Rc<[Single]> = moves.into();
        self.moves.insert((shared, local), Rc::clone(&moves));
        Ok(moves)
    }

    /// The steps of all instances that exist once.
    fn moves_of_fixed(&mut self, shared: u32) -> Result<Rc<[u32]>, Over> {
        if let Some(known) = self.moves_of_fixed.get(&shared) {
            return Ok(Rc::clone(known));
        }
        let before = Rc::clone(&self.shared.all[shared as usize]);
        let mut moves = Vec::new();
        for (place, instance) in self.layout.once().iter().enumerate() {
            for (next, _) in self.steps_of(*instance, before[place], (&before, None))? {
                moves.push(self.share(next)?);
            }
        }
        let moves: Rc<[u32]> = moves.into();
        self.moves_of_fixed.insert(shared, Rc::clone(&moves));
        Ok(moves)
    }

    fn steps_of(
        &self,
        instance: InstanceId,
        location: i64,
        state: (&Shared, Option<&Local>),
    ) -> Result<Vec<(Shared, Option<Local>)>, Over> {
        let mut found = Vec::new();
        for transition in self.layout.instances.steps(instance, location_of(location)) {
            steps::after(self.layout, transition, state, &mut found)?;
        }
        Ok(found)
    }

    fn share(&mut self, shared: Shared) -> Result<u32, Over> {
        let (number, is_new) = self.shared.of(shared);
        if is_new {
            let (layout, shared) = (self.layout, Rc::clone(&self.shared.all[number as usize]));
            self.note(&layout.shared, &shared[layout.once().len()..])?;
        }
        Ok(number)
    }

    fn local(&mut self, local: Local) -> Result<u32, Over> {
        let (number, is_new) = self.locals.of(local);
        if is_new {
            let (layout, local) = (self.layout, Rc::clone(&self.locals.all[number as usize]));
            self.note(layout.locals(family_of(&local)), &local[LOCALS..])?;
        }
        Ok(number)
    }

    /// Notes values of variables.
    fn note(&mut self, variables: &[VariableId], values: &[i64]) -> Result<(), Over> {
        for (variable, value) in variables.iter().zip(values) {
            let known = self.values.entry(*variable).or_default();
            known.insert(*value);
            if known.len() > MOST_VALUES {
                return Err(Over::Forget(vec![*variable]));
            }
        }
        Ok(())
    }

    fn poll(&mut self) -> Result<(), Over> {
        self.steps = self.steps.wrapping_add(1);
        if !self.steps.is_multiple_of(POLL_AFTER) {
            return Ok(());
        }
        let bytes = self.pairs.len() * 4 * size_of::<Pair>() + self.moves.len() * 64;
        let (states, frontier) = (self.pairs.len() as u64, self.frontier.len() as u64);
        let progress = Progress { phase: "pairs", states, frontier, bytes, ..Progress::default() };
        self.control.poll(&progress).map_err(Over::Stopped)
    }
}
