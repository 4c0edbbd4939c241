//! Instances at their locations: those of processes with `[*]`, which are alike, and those that exist once.

use std::collections::BTreeMap;

use boolprog_clauses::Renaming;
use boolprog_integer::{Formula, InstanceId, LocationId, State, System, Transition, VariableId};

/// The instances of a process with `[*]`.
#[derive(Debug)]
pub(super) struct Family {
    /// Index of the process.
    pub(super) process: usize,
    pub(super) instances: Vec<InstanceId>,
    /// The variables of each instance, in the order of their declaration.
    pub(super) variables: Vec<Vec<VariableId>>,
}

impl Family {
    /// The first instance, about which formulas are.
    pub(super) fn first(&self) -> InstanceId {
        self.instances[0]
    }
}

/// A location of an instance of a family.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Place {
    /// Index of the family.
    pub(super) family: usize,
    pub(super) location: LocationId,
}

/// A location of an instance of a family, or of one that exists once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Spot {
    Any(Place),
    Once(InstanceId, LocationId),
}

impl Spot {
    pub(super) const fn location(self) -> LocationId {
        match self {
            Self::Any(Place { location, .. }) | Self::Once(_, location) => location,
        }
    }

    /// The place, if it is one of a family.
    pub(super) const fn place(self) -> Option<Place> {
        if let Self::Any(place) = self { Some(place) } else { None }
    }

    /// Another location of the same instance.
    pub(super) const fn at(self, location: LocationId) -> Self {
        match self {
            Self::Any(place) => Self::Any(Place { location, ..place }),
            Self::Once(instance, _) => Self::Once(instance, location),
        }
    }
}

/// An instance at a spot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Standing {
    pub(super) spot: Spot,
    pub(super) instance: InstanceId,
}

/// A spot, or two places in order.
pub(super) type Spots = Vec<Spot>;

/// Formulas about the first instances at spots; `false` alone if they never are there.
pub(super) type Found = BTreeMap<Spots, Vec<Formula>>;

/// The instances of a system, and their transitions.
#[derive(Debug)]
pub(super) struct Instances<'s> {
    pub(super) system: &'s System,
    pub(super) families: Vec<Family>,
    /// Those that exist once.
    pub(super) once: Vec<InstanceId>,
    steps: BTreeMap<(InstanceId, LocationId), Vec<&'s Transition>>,
}

impl<'s> Instances<'s> {
    pub(super) fn of(system: &'s System) -> Self {
        let all = || (0..system.instances.len() as u16).map(InstanceId);
        let of_process = |process: usize| {
            let instances: Vec<_> = all().filter(|it| usize::from(system.instance(*it).process) == process).collect();
            let variables = instances.iter().map(|it| variables_of(system, *it)).collect();
            Family { process, instances, variables }
        };
        let replicated = (0..system.processes.len()).filter(|process| system.processes[*process].replicated);
        let mut steps: BTreeMap<_, Vec<&Transition>> = BTreeMap::new();
        for transition in &system.transitions {
            steps.entry((transition.instance, transition.from)).or_default().push(transition);
        }
        let once = all().filter(|it| !system.process_of(*it).replicated).collect();
        Self { system, families: replicated.map(of_process).collect(), once, steps }
    }

    /// The transitions of an instance from a location.
    pub(super) fn steps(&self, instance: InstanceId, location: LocationId) -> &[&'s Transition] {
        self.steps.get(&(instance, location)).map_or(&[], Vec::as_slice)
    }

    /// The transitions of an instance from where it stands.
    pub(super) fn steps_of(&self, Standing { spot, instance }: Standing) -> &[&'s Transition] {
        self.steps(instance, spot.location())
    }

    /// The family of an instance, and its number there; `None` if it exists once.
    pub(super) fn member(&self, instance: InstanceId) -> Option<(usize, usize)> {
        let index = |family: &Family| family.instances.iter().position(|it| *it == instance);
        self.families.iter().enumerate().find_map(|(family, it)| Some((family, index(it)?)))
    }

    /// The variables of an instance of a family; none of one that exists once.
    pub(super) fn variables_of(&self, instance: InstanceId) -> &[VariableId] {
        self.member(instance).map_or(&[], |(family, index)| &self.families[family].variables[index])
    }

    /// The locations of an instance.
    pub(super) fn locations(&self, instance: InstanceId) -> impl Iterator<Item = LocationId> + use<> {
        (0..self.system.process_of(instance).locations.len() as u16).map(LocationId)
    }

    /// The instance of a family with this index, at a place.
    pub(super) fn standing(&self, place: Place, index: usize) -> Standing {
        Standing { spot: Spot::Any(place), instance: self.families[place.family].instances[index] }
    }

    /// Instances at some spots: of each family the first, then the second, and so on.
    pub(super) fn standing_at(&self, spots: &[Spot]) -> Vec<Standing> {
        let mut found: Vec<Standing> = Vec::new();
        for spot in spots {
            found.push(self.one_more(&found, *spot));
        }
        found
    }

    /// The first instance at a spot that is none of these.
    pub(super) fn one_more(&self, standing: &[Standing], spot: Spot) -> Standing {
        match spot {
            Spot::Any(place) => {
                let is_free = |it: &&InstanceId| standing.iter().all(|other| other.instance != **it);
                let family = &self.families[place.family];
                let free = family.instances.iter().find(is_free);
                Standing { spot, instance: *free.expect("one more instance than the level") }
            }
            Spot::Once(instance, _) => Standing { spot, instance },
        }
    }

    /// The transition of the first instance of a family that is the same as one of another instance.
    pub(super) fn as_of_first(&self, transition: &Transition) -> Option<&'s Transition> {
        let (family, _) = self.member(transition.instance)?;
        let first = self.steps(self.families[family].first(), transition.from);
        first.iter().copied().find(|it| it.edge == transition.edge)
    }

    /// The spot at which a transition begins.
    pub(super) fn begins(&self, transition: &Transition) -> Spot {
        let (instance, location) = (transition.instance, transition.from);
        self.member(instance)
            .map_or(Spot::Once(instance, location), |(family, _)| Spot::Any(Place { family, location }))
    }

    /// The spot at which a transition of the first instance of a family, or of one that exists once, begins.
    pub(super) fn spot(&self, transition: &Transition) -> Option<Spot> {
        let is_first = self.member(transition.instance).is_none_or(|(_, index)| index == 0);
        is_first.then(|| self.begins(transition))
    }

    /// The transitions that begin where instances are in a state.
    pub(super) fn steps_in(&self, state: &State) -> impl Iterator<Item = &'s Transition> {
        let places = (0..).map(InstanceId).zip(&state.locations);
        places.flat_map(|(instance, location)| self.steps(instance, LocationId(*location)).iter().copied())
    }

    /// The variables of these instances, in the place of those of the instances [that formulas about their spots are
    /// about](Self::standing_at).
    pub(super) fn renaming(&self, standing: &[Standing]) -> Renaming {
        let mut seen = vec![0; self.families.len()];
        let mut pairs: Vec<(VariableId, VariableId)> = Vec::new();
        for one in standing {
            let Some(Place { family, .. }) = one.spot.place() else { continue };
            let index = seen[family];
            seen[family] += 1;
            if self.families[family].instances[index] != one.instance {
                let stated = &self.families[family].variables[index];
                pairs.extend(stated.iter().copied().zip(self.variables_of(one.instance).iter().copied()));
            }
        }
        pairs.into_iter().collect()
    }
}

fn variables_of(system: &System, instance: InstanceId) -> Vec<VariableId> {
    let all = (0..).map(VariableId).zip(&system.variables);
    all.filter(|(_, variable)| variable.owner == Some(instance)).map(|(id, _)| id).collect()
}
