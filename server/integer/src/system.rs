//! Typed transition systems: the semantics of a file for a fixed number of instances.

use boolprog_base::Span;
use smol_str::SmolStr;

use crate::{Claim, Formula, InstanceId, LocationId, Update, VariableId};

/// The id of the question whether every value exists.
pub const EVERY_VALUE: &str = "value-1";

/// The values of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    /// `bool`, kept as 0 and 1.
    Boolean,
    /// `int`: the integers. States hold those of 64 bits; a larger one is [`Undefined::Overflow`](crate::Undefined).
    Integer,
    /// `lo..hi`, both included.
    Range(i64, i64),
}

impl Sort {
    /// The least and the greatest value, unless there are none.
    pub const fn bounds(self) -> Option<(i64, i64)> {
        match self {
            Self::Boolean => Some((0, 1)),
            Self::Integer => None,
            Self::Range(low, high) => Some((low, high)),
        }
    }

    /// Returns `true` if the value is one of the sort.
    pub const fn contains(self, value: i64) -> bool {
        match self.bounds() {
            Some((low, high)) => low <= value && value <= high,
            None => true,
        }
    }
}

/// Initial value of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Initial {
    /// The value itself.
    Value(i64),
    /// Any value of its sort that [`System::initial`] allows.
    Unspecified,
}

/// A variable of the system: a shared one, or that of one instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// Name in the language, the instance included: `x`, `P.x`, `P[0].x`.
    pub name: SmolStr,
    /// The process instance that owns it; none if it is shared.
    pub owner: Option<InstanceId>,
    /// Values of the variable.
    pub sort: Sort,
    /// Its value at the start.
    pub initial: Initial,
    /// Its declaration in the text, which is that of other instances too.
    pub span: Span,
}

impl Variable {
    /// Its name without the instance.
    pub fn short_name(&self) -> &str {
        self.name.rsplit_once('.').map_or(&self.name, |(_, name)| name)
    }
}

/// A location of a process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// Name of the location.
    pub name: SmolStr,
    /// Span of its declaration.
    pub span: Span,
}

/// A process of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Process {
    /// Name of the process.
    pub name: SmolStr,
    /// Its locations. Control starts in the first.
    pub locations: Vec<Location>,
    /// `true` if the file has `[*]`: any number of instances, of which the system has a fixed one.
    pub replicated: bool,
    /// Its name in the text.
    pub span: Span,
}

/// One copy of a process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    /// Index of the process in [`System::processes`].
    pub process: u16,
    /// Name in the language: `P`, `P[0]`.
    pub name: SmolStr,
}

/// An edge of the file, numbered in textual order through all processes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EdgeId(pub u32);

/// A value that the environment chooses when a transition fires: an `input` or a `*` on a right side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Possible values of the choice.
    pub sort: Sort,
    /// Span of the `?` in the text.
    pub span: Span,
}

/// An edge of one instance: an atomic guarded command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transition {
    /// Instance that takes the transition.
    pub instance: InstanceId,
    /// The edge in the file, which other instances have too.
    pub edge: EdgeId,
    /// Location before.
    pub from: LocationId,
    /// Location afterwards.
    pub to: LocationId,
    /// The conjuncts of the guard. Choices of the environment do not occur in it.
    pub guard: Vec<Formula>,
    /// The values that the environment chooses, in textual order.
    pub choices: Vec<Choice>,
    /// New values of variables; the others keep their value.
    pub update: Update,
    /// The edge in the text.
    pub span: Span,
}

/// Keyword of a property.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PropertyKind {
    /// `error`: must never hold.
    Error,
    /// `invariant`: must always hold.
    Invariant,
}

/// A formula that no reachable state may satisfy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Name of the property.
    pub name: SmolStr,
    /// Keyword of the property.
    pub kind: PropertyKind,
    /// Formula of the states that violate it: that of an `error`, the negation of that of an `invariant`.
    pub error: Formula,
    /// The statement in the text.
    pub span: Span,
    /// The claim in the C text of which the program was made; none if it was not made of one.
    pub claim: Option<Claim>,
}

impl Property {
    /// The stable id: `error-overdrawn`, `invariant-sum`; of a C program its name.
    pub fn id(&self) -> String {
        match self.claim {
            Some(_) => self.name.to_string(),
            None => format!("{}-{}", self.keyword(), self.name),
        }
    }

    /// As users read it: `error overdrawn`, of a C program `assert(inside == 1)`.
    pub fn title(&self) -> String {
        match &self.claim {
            Some(claim) => claim.to_string(),
            None => format!("{} {}", self.keyword(), self.name),
        }
    }

    const fn keyword(&self) -> &'static str {
        match self.kind {
            PropertyKind::Error => "error",
            PropertyKind::Invariant => "invariant",
        }
    }
}

/// A predicate that the file offers to abstractions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Predicate {
    /// Formula of the predicate.
    pub formula: Formula,
    /// Only place where it is of interest; everywhere if `None`.
    pub owner: Option<(InstanceId, LocationId)>,
    /// The statement in the text.
    pub span: Span,
}

/// A variable that is the number of all instances of a replicated process at a location, where those of the system stand
/// for any number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Counter {
    /// The variable. Transitions between different locations change it.
    pub variable: VariableId,
    /// Index of the process in [`System::processes`].
    pub process: u16,
    /// The location.
    pub location: LocationId,
}

/// A transition system: interleaving of its instances, whose transitions are atomic.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct System {
    /// The shared variables, then those of each instance, then the counters, then the sums.
    pub variables: Vec<Variable>,
    /// The counters of all locations of replicated processes, if their instances stand for any number; none otherwise.
    /// Then this is not a program that can be searched: other instances take steps as well.
    pub counters: Vec<Counter>,
    /// The [sums](Self::sums), whose variables are the last ones; none unless they are [added](Self::with_sums).
    pub summed: Vec<Summed>,
    /// The processes, in textual order.
    pub processes: Vec<Process>,
    /// The instances: those of the first process, of the second, and so on.
    pub instances: Vec<Instance>,
    /// The transitions: in the order of the file, those of one edge in the order of the instances.
    pub transitions: Vec<Transition>,
    /// Conjuncts that the initial values satisfy; none mentions a choice.
    pub initial: Vec<Formula>,
    /// Errors and invariants, in textual order.
    pub properties: Vec<Property>,
    /// The predicates of the file, in textual order.
    pub predicates: Vec<Predicate>,
}

/// A variable of the instances of a replicated process, of which the sum over those at a location is of interest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Summed {
    /// The variable of one of the instances, an integer.
    pub variable: VariableId,
    /// A location that is not the first: the instances that are still there may be any number.
    pub location: LocationId,
}

impl System {
    /// The stable ids of the properties.
    pub fn property_ids(&self) -> Vec<String> {
        self.properties.iter().map(Property::id).collect()
    }

    /// Ids of what is asked about the system: its properties, or, if it has none, whether every value exists.
    pub fn question_ids(&self) -> Vec<String> {
        if self.properties.is_empty() { vec![EVERY_VALUE.to_owned()] } else { self.property_ids() }
    }

    /// The same system with these properties alone.
    #[must_use]
    pub fn with_properties(&self, properties: &[usize]) -> Self {
        let properties = properties.iter().map(|index| self.properties[*index].clone()).collect();
        Self { properties, ..self.clone() }
    }

    /// The variable with this number.
    pub fn variable(&self, variable: VariableId) -> &Variable {
        &self.variables[variable.0 as usize]
    }

    /// The instance with this number.
    pub fn instance(&self, instance: InstanceId) -> &Instance {
        &self.instances[usize::from(instance.0)]
    }

    /// The process of an instance.
    pub fn process_of(&self, instance: InstanceId) -> &Process {
        &self.processes[usize::from(self.instance(instance).process)]
    }

    /// The location of an instance's process.
    pub fn location(&self, instance: InstanceId, location: LocationId) -> &Location {
        &self.process_of(instance).locations[usize::from(location.0)]
    }
}
