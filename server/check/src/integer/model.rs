//! The checked program: one integer program with a number of instances.

use std::sync::Arc;

use boolprog_abstraction::alpha::{First, Order};
use boolprog_abstraction::cegar::{Refiner, Restart};
use boolprog_base::engine::EngineId;
use boolprog_base::{Joined, Other};
use boolprog_certificate::document::IntegerSubject;
use boolprog_integer::partition::Partition;
use boolprog_integer::syntax::ast::{Item, Process, SourceFile};
use boolprog_integer::{
    Comparison, Doubt, Formula, InputBound, Instance, Instantiation, NotInstantiated, Origins, Sort, System, Term,
    VariableId, instantiate,
};
use boolprog_machine::program::Program;
use boolprog_trace::document::{ProgramKind, program_hash};

/// One integer program, read and instantiated. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Model {
    /// Path or name of the program, as it appears in traces.
    pub path: String,
    /// Text of the program; that of a C program of several files is [joined](boolprog_base::Joined).
    pub text: Arc<str>,
    /// Its files after the first one.
    pub others: Arc<[Other]>,
    /// Syntax tree of the text, or of the program that was made of it. Its comments are those of the text.
    pub file: Arc<SourceFile>,
    /// Spans in the text, if the program was made of it; otherwise those of the tree are.
    pub origins: Option<Arc<Origins>>,
    /// Number of instances of its processes, and semantics of values outside ranges.
    pub instantiation: Instantiation,
    /// System that the program means.
    pub system: Arc<System>,
    /// Partitions of the values of variables that are distinguished from the start.
    pub partitions: Arc<[Partition]>,
    /// `true` if it has a number of instances only because some have to be executed: a counterexample says how many
    /// it needs.
    pub stands_for_any: bool,
    /// The same program where the threads of a loop are any number, if that is another one: what is proved of it holds for
    /// this one, but not its violations.
    pub rolled: Option<Arc<Self>>,
    /// The machine that executes the C program from which it was made: a counterexample counts if the machine has executed it.
    pub machine: Option<Arc<Program>>,
}

impl Model {
    /// Instantiates a program whose text has no syntax errors.
    pub fn new(
        path: impl Into<String>,
        text: Arc<str>,
        file: Arc<SourceFile>,
        instantiation: Instantiation,
    ) -> Result<Self, NotInstantiated> {
        Self::made(path, text, file, None, instantiation)
    }

    /// Instantiates a program that was made of a text in another language.
    pub fn made(
        path: impl Into<String>,
        text: Arc<str>,
        file: Arc<SourceFile>,
        origins: Option<Arc<Origins>>,
        instantiation: Instantiation,
    ) -> Result<Self, NotInstantiated> {
        let mut system = instantiate(&file, &instantiation)?;
        if let Some(origins) = &origins {
            origins.place(&mut system);
        }
        Ok(Self {
            path: path.into(),
            text,
            others: Arc::default(),
            file,
            origins,
            instantiation,
            system: Arc::new(system),
            partitions: Arc::default(),
            stands_for_any: false,
            rolled: None,
            machine: None,
        })
    }

    /// Its text with its files.
    pub fn joined(&self) -> Joined {
        Joined { text: Arc::clone(&self.text), others: Arc::clone(&self.others) }
    }

    /// The hash of its file, of several the first one.
    pub fn hash(&self) -> String {
        program_hash(self.joined().first())
    }

    /// Why a run that ends in this state may be none of the text, as a clause.
    pub(crate) fn doubt(&self, end: &boolprog_integer::State) -> Option<&str> {
        let doubt = self.origins.as_ref()?.doubt.as_ref()?;
        let variable = self.system.variables.iter().position(|variable| variable.name == doubt.variable)?;
        (end.values[variable] != 0).then_some(doubt.why.as_str())
    }

    /// The system where only violations in runs without doubt are errors.
    pub(crate) fn without_doubt(&self) -> System {
        let mut system = System::clone(&self.system);
        let doubt = self.origins.as_ref().and_then(|origins| origins.doubt.as_ref());
        let is_it = |doubt: &Doubt| system.variables.iter().position(|variable| variable.name == doubt.variable);
        if let Some(variable) = doubt.and_then(is_it) {
            let variable = Term::Variable(VariableId(variable as u32));
            let certain = Formula::Compare(Comparison::Equal, variable, Term::Constant(0));
            for property in &mut system.properties {
                property.error = Formula::All(vec![property.error.clone(), certain.clone()]);
            }
        }
        system
    }

    /// Its kind, which says whether instances are called threads.
    pub fn kind(&self) -> ProgramKind {
        let of_c = self.origins.as_ref().is_some_and(|origins| origins.of_c.is_some());
        if of_c { ProgramKind::C } else { ProgramKind::Integer }
    }

    /// The names of its variables for people, in order: without the instance, and as the text writes them.
    pub fn names(&self) -> Vec<String> {
        match &self.origins {
            Some(origins) => origins.names(&self.system),
            None => self.system.variables.iter().map(|variable| variable.short_name().to_owned()).collect(),
        }
    }

    /// `true` if it was made of a C program whose integers wrap around.
    pub(crate) fn has_machine_integers(&self) -> bool {
        let is_one = |sort: Sort| sort.bounds().is_some_and(|(low, high)| high.abs_diff(low) >= u64::from(u32::MAX));
        self.kind() == ProgramKind::C && self.system.variables.iter().any(|variable| is_one(variable.sort))
    }

    /// `true` if the question is about any number of instances of processes with `[*]`. The instances of the system stand
    /// for them: what searches its states asks for a number [instead](Self::with_instances).
    pub fn has_any_number(&self) -> bool {
        !self.system.counters.is_empty()
    }

    /// The same program with this number of instances of each process with `[*]`. Its runs answer a question about any number
    /// of them, if this one does.
    pub fn with_instances(&self, number: u16) -> Result<Self, NotInstantiated> {
        self.instantiated(number, self.instantiation.absent)
    }

    /// The same where properties that name more instances are not violated: with so few, these are no answers about any number.
    pub(crate) fn with_fewer_instances(&self, number: u16) -> Result<Self, NotInstantiated> {
        self.instantiated(number, true)
    }

    fn instantiated(&self, number: u16, absent: bool) -> Result<Self, NotInstantiated> {
        let instantiation =
            Instantiation { threads: Some(number), representatives: false, absent, ..self.instantiation };
        let (text, file) = (Arc::clone(&self.text), Arc::clone(&self.file));
        let model = Self::made(self.path.as_str(), text, file, self.origins.clone(), instantiation)?;
        let (stands_for_any, machine) = (self.has_any_number() || self.stands_for_any, self.machine.clone());
        Ok(Self { stands_for_any, machine, ..model }.distinguishing(Arc::clone(&self.partitions)))
    }

    /// The same program with any number of instances of one more process, which does nothing. Fails for one that has such a process.
    pub(crate) fn with_bystander(&self) -> Result<Self, NotInstantiated> {
        let mut file = SourceFile::clone(&self.file);
        file.items.push(Item::Process(Process::idle("bystander", &file)));
        let instantiation = Instantiation { threads: None, representatives: true, ..self.instantiation };
        let (text, origins) = (Arc::clone(&self.text), self.origins.clone());
        Self::made(self.path.as_str(), text, Arc::new(file), origins, instantiation)
    }

    /// The same program with as few instances of each process with `[*]` as tell something of several of them: two, or as
    /// many as the properties name.
    pub fn with_few_instances(&self) -> Result<Self, NotInstantiated> {
        self.with_instances(self.fewest_instances().max(2))
    }

    /// The smallest number of instances of a process with `[*]` for which all properties have a meaning.
    pub(crate) fn fewest_instances(&self) -> u16 {
        let replicated = self.system.processes.iter().position(|process| process.replicated);
        let of_it = |it: &&Instance| replicated == Some(usize::from(it.process));
        (self.system.instances.iter().filter(of_it).count() as u16).max(1)
    }

    /// The system with this number of representatives of each process with `[*]`.
    pub(crate) fn representatives(&self, number: u16) -> Result<System, NotInstantiated> {
        instantiate(&self.file, &Instantiation { threads: Some(number), ..self.instantiation })
    }

    /// The same program with predicates that distinguish the parts of partitions, besides its own. Fails with a sentence.
    pub fn with_partitions(self, partitions: Vec<Partition>) -> Result<Self, String> {
        let names = self.names();
        partitions.iter().try_for_each(|partition| partition.predicates(&self.system, &names).map(drop))?;
        Ok(self.distinguishing(partitions.into()))
    }

    /// The same with those of the partitions that are about its variables: with fewer instances there may be fewer.
    fn distinguishing(mut self, partitions: Arc<[Partition]>) -> Self {
        let names = self.names();
        let found = partitions.iter().filter_map(|partition| partition.predicates(&self.system, &names).ok());
        let predicates: Vec<_> = found.flatten().collect();
        Arc::make_mut(&mut self.system).predicates.extend(predicates);
        self.partitions = partitions;
        self
    }

    /// The program as the checker of certificates sees it.
    pub(crate) fn subject(&self) -> IntegerSubject<'_> {
        let Self { text, file, instantiation, system, .. } = self;
        IntegerSubject { text, file, instantiation: *instantiation, system }
    }
}

/// The way in which the engines with [graphs](EngineId::builds_graphs) refine; see [`boolprog_abstraction::cegar::Options`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Counterexamples {
    /// `true` if all combinations of predicates are distinguished.
    pub boolean: bool,
    /// The most values of a variable after a step; the engine's own choice if none.
    pub values: Option<u32>,
    /// The parts that are computed again when there are more.
    pub restart: Restart,
    /// The refiner that is asked first; the engine's own choice if none.
    pub refiner: Option<Refiner>,
    /// `true` if [`EngineId::Pred`] adds predicates only after the node that lacks them.
    pub lazy: bool,
    /// `true` if [`EngineId::Expl`] tries nothing but values, and no more of them than [`Self::values`].
    pub only_values: bool,
}

/// Options of a check. The number of instances is part of the model; time and memory are limited by the control.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// The only property to be decided, by its index; `None` for all. A report has no others.
    pub property: Option<u32>,
    /// The only engine that may answer. `None` for several, in turn: every state, breadth-first, if there are few; some
    /// states at random, for deep errors; few of many variables; every state up to [`Self::states`], or to the limits if finitely many are
    /// possible; then the prover, for an invariant if there is much control, and with predicates everywhere for some iterations, unless
    /// the options choose others; then refinement by counterexamples, for some rounds. Verdicts have the same evidence either way.
    pub engine: Option<EngineId>,
    /// Bound on unbounded inputs for engines without a prover, which then prove nothing.
    pub inputs: InputBound,
    /// Seed of random choices.
    pub seed: u64,
    /// `true` if [`EngineId::Alpha`] tracks predicates only where it found them.
    pub local_predicates: bool,
    /// The predicates with which an engine starts; the engine's own choice if none: [`EngineId::Alpha`] starts with those of
    /// guards, refinement by counterexamples with those of the file alone.
    pub first: Option<First>,
    /// The order in which states, or nodes of a graph, are expanded.
    pub order: Order,
    /// The way in which engines refine by counterexamples.
    pub counterexamples: Counterexamples,
    /// After how many iterations [`EngineId::Alpha`] makes all values predicates where it was not exact.
    pub add_all: Option<u32>,
    /// Number of states visited before a prover is asked, if there can be infinitely many.
    pub states: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            property: None,
            engine: None,
            inputs: InputBound(8),
            seed: 0,
            local_predicates: false,
            first: None,
            order: Order::default(),
            counterexamples: Counterexamples::default(),
            add_all: None,
            states: 200_000,
        }
    }
}

impl Options {
    /// `true` if these options choose the search of [`EngineId::Alpha`].
    pub(super) fn chooses_predicates(&self) -> bool {
        let Self { local_predicates, first, order, add_all, .. } = *self;
        local_predicates || add_all.is_some() || (first.unwrap_or_default(), order) != Default::default()
    }

    pub(super) fn asks_for(&self, property: u32) -> bool {
        self.property.is_none_or(|only| only == property)
    }
}
