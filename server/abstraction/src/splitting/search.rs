//! Breadth-first search with abstract matching by atoms and cuts, again and again.

use boolprog_base::Random;
use boolprog_base::control::{Control, Progress, Stop};
use boolprog_integer::explicit::{Fault, Run};
use boolprog_integer::{Environment, Formula, Inputs, Outgoing, State, System, Undefined, VariableId};

use super::choice;
use super::record::Records;
use super::{Cut, Iteration, Options, Report};
use crate::condition::Atoms;
use crate::integers::Reason;
use crate::normal::Known;
use crate::outcome::{self, IterationEnd, Outcome, Proof, Violations};

/// Searches a system, splitting abstract states until all states were searched or every property is violated.
///
/// `observe` is called after each iteration. Complexity of an iteration: generated states times the size of the guards.
pub fn run(system: &System, options: &Options, control: &dyn Control, observe: &mut dyn FnMut(&Iteration)) -> Report {
    let mut abstraction = Abstraction::new(system);
    let (outgoing, mut random, mut iterations) = (Outgoing::new(system), Random::new(options.seed), Vec::new());
    let (mut open, mut violations) = ((0..system.properties.len() as u32).collect(), Violations::new());
    let outcome = loop {
        let mut search = Search::new(system, &outgoing, &abstraction, options, control);
        search.open = open;
        let result = search.run();
        open = std::mem::take(&mut search.open);
        violations.append(&mut search.violations);
        let eligible = search.records.eligible();
        let (number, cuts) = match result {
            Ok(()) => (eligible.len() as u64, choice::cuts(options.strategy, eligible, &mut random)),
            Err(_) => (eligible.len() as u64, Vec::new()),
        };
        let end = match &result {
            Err(outcome) if **outcome == Outcome::Violated => IterationEnd::Violated,
            Err(_) => IterationEnd::CutOff,
            Ok(()) if number > 0 => IterationEnd::Refined,
            Ok(()) if search.incomplete => IterationEnd::Undecided,
            Ok(()) => IterationEnd::Exact,
        };
        let iteration = Iteration {
            concrete_states: search.generated,
            abstract_states: search.stored.len() as u64,
            eligible: number,
            new_cuts: cuts.clone(),
            end,
        };
        observe(&iteration);
        iterations.push(iteration);
        match result {
            Err(outcome) => break *outcome,
            Ok(()) if number == 0 && search.incomplete => break Outcome::Unknown(Reason::tried(system, options.bound)),
            Ok(()) if number == 0 => {
                let states = search.stored.into_iter().map(|stored| stored.state).collect();
                break Outcome::Proved(Proof::States(states));
            }
            Ok(()) if iterations.len() as u32 >= options.iterations => {
                break Outcome::Unknown(Reason::Iterations(options.iterations));
            }
            Ok(()) => abstraction.add(&cuts),
        }
    };
    Report { violations, outcome, iterations }
}

struct Abstraction {
    /// Atoms of guards, properties and predicates of the file.
    atoms: Vec<Formula>,
    /// For each variable the numbers of its cuts, in increasing order.
    cuts: Vec<Vec<i64>>,
}

impl Abstraction {
    fn new(system: &System) -> Self {
        let mut atoms = Atoms::default();
        let guards = system.transitions.iter().flat_map(|transition| &transition.guard);
        let properties = system.properties.iter().map(|property| &property.error);
        let predicates = system.predicates.iter().map(|predicate| &predicate.formula);
        for formula in guards.chain(properties).chain(predicates) {
            atoms.condition(formula, Known::default());
        }
        Self { atoms: atoms.into_formulas(), cuts: vec![Vec::new(); system.variables.len()] }
    }

    fn add(&mut self, cuts: &[Cut]) {
        for Cut { variable: VariableId(variable), above } in cuts {
            let of_variable = &mut self.cuts[*variable as usize];
            if let Err(place) = of_variable.binary_search(above) {
                of_variable.insert(place, *above);
            }
        }
    }

    /// The length of keys, in words.
    fn key_length(&self, system: &System) -> usize {
        system.instances.len() + self.cuts.len() + self.atoms.len().div_ceil(32)
    }

    /// The key of a state, in place of the former content of `key`. An atom without a value counts as false: it is not
    /// used to prove anything.
    fn key(&self, state: &State, key: &mut Vec<u32>) {
        key.clear();
        key.extend(state.locations.iter().map(|location| u32::from(*location)));
        let cuts = self.cuts.iter().zip(&state.values);
        key.extend(cuts.map(|(cuts, value)| cuts.partition_point(|above| above < value) as u32));
        let environment = Environment::of(state);
        key.extend(self.atoms.chunks(32).map(|atoms| {
            let bit = |word: u32, atom: &Formula| word << 1 | u32::from(atom.evaluate(&environment) == Ok(true));
            atoms.iter().fold(0, bit)
        }));
    }
}

/// Origin of a state: a stored state, a transition and its choices.
type Parent = (u32, u32, Inputs);

struct Stored {
    state: State,
    parent: Option<Parent>,
}

struct Search<'a> {
    system: &'a System,
    outgoing: &'a Outgoing,
    abstraction: &'a Abstraction,
    options: &'a Options,
    control: &'a dyn Control,
    records: Records,
    stored: Vec<Stored>,
    key: Vec<u32>,
    generated: u64,
    /// The properties that no violation of is known, by their indices.
    open: Vec<u32>,
    violations: Violations,
    /// `true` if choices were left out.
    incomplete: bool,
}

impl<'a> Search<'a> {
    fn new(
        system: &'a System,
        outgoing: &'a Outgoing,
        abstraction: &'a Abstraction,
        options: &'a Options,
        control: &'a dyn Control,
    ) -> Self {
        Self {
            system,
            outgoing,
            abstraction,
            options,
            control,
            records: Records::new(abstraction.key_length(system), system.variables.len()),
            stored: Vec::new(),
            key: Vec::new(),
            generated: 0,
            open: Vec::new(),
            violations: Violations::new(),
            incomplete: !system.starts_bounded(),
        }
    }

    /// Searches to the end; an error is how everything ends.
    fn run(&mut self) -> Result<(), Box<Outcome>> {
        let system = self.system;
        for state in system.initial_states(self.options.bound) {
            self.poll(0)?;
            if let Some(state) = state.map_err(|why| Outcome::Unknown(Reason::StartUndefined(why)))? {
                self.reach(&state, None)?;
            }
        }
        let mut next = 0;
        while next < self.stored.len() {
            self.poll(next)?;
            self.expand(next as u32)?;
            next += 1;
        }
        Ok(())
    }

    fn expand(&mut self, source: u32) -> Result<(), Box<Outcome>> {
        let (system, outgoing) = (self.system, self.outgoing);
        let state = self.stored[source as usize].state.clone();
        let mut next = state.clone();
        for index in outgoing.from(&state.locations) {
            let transition = &system.transitions[index as usize];
            match transition.enabled(&state) {
                Ok(false) => continue,
                Ok(true) => self.incomplete |= !transition.is_bounded(),
                Err(why) => return Err(self.undefined(source, (index, Inputs::new()), why).into()),
            }
            for inputs in transition.inputs(self.options.bound) {
                if self.generated.is_multiple_of(POLL_AFTER) {
                    self.poll(source as usize)?;
                }
                match transition.fire_into(system, &state, &inputs, &mut next) {
                    Ok(()) => self.reach(&next, Some((source, index, inputs)))?,
                    Err(why) => return Err(self.undefined(source, (index, inputs), why).into()),
                }
            }
        }
        Ok(())
    }

    /// Looks for violations in a generated state, and stores it unless it has the abstraction of another.
    fn reach(&mut self, state: &State, parent: Option<Parent>) -> Result<(), Box<Outcome>> {
        self.generated += 1;
        self.look_for_violations(state, parent.as_ref())?;
        self.abstraction.key(state, &mut self.key);
        if self.records.meet(&self.key, &state.values) {
            self.stored.push(Stored { state: state.clone(), parent });
        }
        Ok(())
    }

    /// Notes the open properties that the state violates; an error if none is left.
    fn look_for_violations(&mut self, state: &State, parent: Option<&Parent>) -> Result<(), Box<Outcome>> {
        let run = |search: &Self| search.run_to(&Stored { state: state.clone(), parent: parent.cloned() });
        let mut next = 0;
        while let Some(number) = self.open.get(next).copied() {
            match self.system.properties[number as usize].error.evaluate(&Environment::of(state)) {
                Ok(false) => next += 1,
                Ok(true) => {
                    self.open.remove(next);
                    self.violations.push((number, run(self)));
                }
                Err(undefined) => {
                    return Err(Box::new(Outcome::Undefined(Fault { run: run(self), transition: None, undefined })));
                }
            }
        }
        if self.open.is_empty() && !self.violations.is_empty() { Err(Box::new(Outcome::Violated)) } else { Ok(()) }
    }

    fn run_to(&self, end: &Stored) -> Run {
        let (mut stored, mut steps) = (end, Vec::new());
        while let Some((source, transition, inputs)) = &stored.parent {
            steps.push((*transition, inputs.clone()));
            stored = &self.stored[*source as usize];
        }
        steps.reverse();
        outcome::run(self.system, stored.state.clone(), steps)
    }

    fn undefined(&self, source: u32, attempt: (u32, Inputs), undefined: Undefined) -> Outcome {
        let run = self.run_to(&self.stored[source as usize]);
        Outcome::Undefined(Fault { run, transition: Some(attempt), undefined })
    }

    fn poll(&self, expanded: usize) -> Result<(), Box<Outcome>> {
        let state = self.system.variables.len() * 8 + self.system.instances.len() * 2 + size_of::<Stored>();
        let progress = Progress {
            phase: "splitting",
            states: self.stored.len() as u64,
            frontier: (self.stored.len() - expanded) as u64,
            threads: 0,
            bytes: self.records.bytes() + self.stored.len() * state,
            ..Progress::default()
        };
        self.control.poll(&progress).map_err(|stop: Stop| Box::new(Outcome::Unknown(Reason::Stopped(stop))))
    }
}

/// States generated between two looks at the control, within one expansion.
const POLL_AFTER: u64 = 256;
