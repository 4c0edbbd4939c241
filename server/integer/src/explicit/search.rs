//! The search.

use boolprog_base::budget::is_nearly_done;
use boolprog_base::control::{Control, Progress, Stop};
use boolprog_base::{Random, memory};

use super::choices::Choices;
use super::verify::verify;
use super::{Coverage, Fault, Findings, Options, Order, Reason, Run, Statistics, Step, Store, Verdict};
use crate::{Environment, InputBound, Inputs, Outgoing, State, System, Undefined};

/// Number of transitions, inputs and initial values tried between two polls.
const POLL_EVERY: u32 = 256;

/// Searches the states of a system until every property is decided or there is no other state.
///
/// A proof has been checked twice: by the search, and by [`verify`], which follows the definitions.
pub fn search(system: &System, options: Options, control: &dyn Control) -> Findings {
    let outgoing = Outgoing::new(system);
    let mut search = Search::new(system, &outgoing, options, control);
    if let Err(reason) = search.run() {
        search.incomplete = Some(reason);
    }
    if let Some(proved) = search.proved()
        && let Err(reason) = verify(system, (&search.store, options.inputs), &proved, control, &mut |_, _| {})
    {
        search.incomplete = Some(reason);
    }
    search.findings()
}

/// Searches all states of a system, independently of violations, and counts their locations and enabled edges. Fails
/// with the reason if not all states can be visited, or a value does not exist in one of them.
///
/// Takes the time of a proof.
pub fn coverage(system: &System, options: Options, control: &dyn Control) -> Result<Coverage, Reason> {
    let mut coverage = Coverage::nothing(system);
    visit(system, options, control, &mut |state, taken| coverage.count(state, taken))?;
    Ok(coverage)
}

/// The same with any use of each state and of the transitions that it has, each once, by index.
pub fn visit(
    system: &System,
    options: Options,
    control: &dyn Control,
    each: &mut dyn FnMut(&State, &[u32]),
) -> Result<(), Reason> {
    let system = System { properties: Vec::new(), ..system.clone() };
    let outgoing = Outgoing::new(&system);
    let mut search = Search::new(&system, &outgoing, options, control);
    search.run()?;
    if search.fault.is_some() {
        return Err(Reason::Fault);
    }
    if let Some(reason) = search.incomplete {
        return Err(reason);
    }
    verify(&system, (&search.store, options.inputs), &[], control, each)
}

#[derive(Clone, Copy)]
struct Origin {
    parent: u32,
    /// `None` for an initial state.
    transition: Option<u32>,
    depth: u32,
}

/// A fault: its state, the transition and inputs without a successor state, and the reason.
type FoundFault = (u32, Option<(u32, Inputs)>, Undefined);

struct Search<'a> {
    system: &'a System,
    options: Options,
    control: &'a dyn Control,
    outgoing: &'a Outgoing,
    /// Room for the transitions that control allows in a state.
    allowed: Vec<u32>,
    choices: Choices,
    store: Store,
    origins: Vec<Origin>,
    /// The states to look at next; depth first only.
    stack: Vec<u32>,
    /// The number of expanded states; breadth first only.
    next: u32,
    random: Random,
    /// The first state that violates each property.
    violated: Vec<Option<u32>>,
    fault: Option<FoundFault>,
    incomplete: Option<Reason>,
    statistics: Statistics,
    /// Remaining attempts before the next poll.
    patience: u32,
    /// The most states that waited at the same time.
    most_waiting: u64,
}

impl<'a> Search<'a> {
    fn new(system: &'a System, outgoing: &'a Outgoing, options: Options, control: &'a dyn Control) -> Self {
        let seed = match options.order {
            Order::BreadthFirst => 0,
            Order::RandomDepthFirst { seed } => seed,
        };
        let InputBound(bound) = options.inputs;
        let choices = Choices::new(system, options.values, options.inputs);
        let incomplete = match (choices.are_all(system), system.starts_bounded()) {
            (false, _) => Some(Reason::Inputs(bound)),
            (true, false) => Some(Reason::Starts(bound)),
            (true, true) => None,
        };
        Self {
            system,
            options,
            control,
            outgoing,
            allowed: Vec::new(),
            choices,
            store: Store::new(&system.blank_state()),
            origins: Vec::new(),
            stack: Vec::new(),
            next: 0,
            random: Random::new(seed),
            violated: vec![None; system.properties.len()],
            fault: None,
            incomplete,
            statistics: Statistics::default(),
            patience: POLL_EVERY,
            most_waiting: 0,
        }
    }

    /// `true` if nothing is left to find out. A search without properties looks for faults.
    fn decided(&self) -> bool {
        !self.violated.is_empty() && self.violated.iter().all(Option::is_some)
    }

    /// The properties that are proved if the search has seen all states and made no mistake; none if it has not.
    fn proved(&self) -> Option<Vec<usize>> {
        if self.fault.is_some() || self.incomplete.is_some() || self.decided() {
            return None;
        }
        let open = self.violated.iter().enumerate().filter(|(_, state)| state.is_none());
        Some(open.map(|(index, _)| index).collect())
    }

    fn run(&mut self) -> Result<(), Reason> {
        let system = self.system;
        for start in system.initial_states(self.options.inputs) {
            self.tried()?;
            match start {
                Ok(None) => {}
                Ok(Some(state)) => self.found(&state, Origin { parent: 0, transition: None, depth: 0 })?,
                Err(why) => self.incomplete = Some(Reason::Start(why)),
            }
        }
        let (mut state, mut successor) = (system.blank_state(), system.blank_state());
        while !self.decided() {
            let Some(index) = self.take() else { break };
            self.store.read(index, &mut state);
            self.expand(index, &state, &mut successor)?;
        }
        Ok(())
    }

    /// The state to look at next.
    fn take(&mut self) -> Option<u32> {
        if self.options.order != Order::BreadthFirst {
            return self.stack.pop();
        }
        let index = self.next;
        self.next += 1;
        ((index as usize) < self.store.len()).then_some(index)
    }

    fn expand(&mut self, index: u32, state: &State, successor: &mut State) -> Result<(), Reason> {
        let first = self.stack.len();
        let mut allowed = std::mem::take(&mut self.allowed);
        self.outgoing.in_order(&state.locations, &mut allowed);
        for number in allowed.iter().copied() {
            self.tried()?;
            let transition = &self.system.transitions[number as usize];
            match transition.enabled(state) {
                Ok(false) => continue,
                Ok(true) => {}
                Err(undefined) => {
                    self.fault(index, Some((number, Inputs::new())), undefined);
                    continue;
                }
            }
            // Nearly all transitions have nothing to choose.
            if transition.choices.is_empty() {
                self.fire(index, (number, Inputs::new()), state, successor)?;
                continue;
            }
            for inputs in self.choices.of(self.system, number) {
                self.tried()?;
                self.fire(index, (number, inputs), state, successor)?;
            }
        }
        self.allowed = allowed;
        self.random.shuffle(&mut self.stack[first..]);
        Ok(())
    }

    /// Fires a transition that is enabled, with these choices.
    fn fire(&mut self, index: u32, fired: (u32, Inputs), state: &State, successor: &mut State) -> Result<(), Reason> {
        let transition = &self.system.transitions[fired.0 as usize];
        match transition.fire_into(self.system, state, &fired.1, successor) {
            Ok(()) => {
                let depth = self.origins[index as usize].depth + 1;
                self.found(successor, Origin { parent: index, transition: Some(fired.0), depth })
            }
            Err(undefined) => {
                self.fault(index, Some(fired), undefined);
                Ok(())
            }
        }
    }

    fn found(&mut self, state: &State, origin: Origin) -> Result<(), Reason> {
        self.statistics.generated += 1;
        let (index, new) = self.store.insert(state);
        if !new {
            return Ok(());
        }
        if index == u32::MAX {
            return Err(Stop::Memory.into());
        }
        if let Some(most) = self.options.states.filter(|most| u64::from(index) >= *most) {
            let more = most.saturating_add(most / 2);
            if u64::from(index) >= more || !is_nearly_done(self.waiting(), self.most_waiting) {
                return Err(Reason::States(most));
            }
        }
        self.origins.push(origin);
        self.statistics.depth = self.statistics.depth.max(origin.depth);
        if self.options.order != Order::BreadthFirst {
            self.stack.push(index);
        }
        for (property, violated) in self.system.properties.iter().zip(&mut self.violated) {
            if violated.is_none() {
                match property.error.evaluate(&Environment::of(state)) {
                    Ok(true) => *violated = Some(index),
                    Ok(false) => {}
                    Err(undefined) => {
                        self.fault.get_or_insert((index, None, undefined));
                    }
                }
            }
        }
        Ok(())
    }

    fn fault(&mut self, state: u32, transition: Option<(u32, Inputs)>, undefined: Undefined) {
        self.fault.get_or_insert((state, transition, undefined));
    }

    /// Number of states that are found and not expanded.
    fn waiting(&self) -> u64 {
        match self.options.order {
            Order::BreadthFirst => self.store.len() as u64 - u64::from(self.next),
            Order::RandomDepthFirst { .. } => self.stack.len() as u64,
        }
    }

    /// Counts a unit of work, and polls now and then.
    fn tried(&mut self) -> Result<(), Stop> {
        self.patience -= 1;
        if self.patience > 0 {
            return Ok(());
        }
        self.patience = POLL_EVERY;
        self.most_waiting = self.most_waiting.max(self.waiting());
        let progress = Progress {
            phase: "explicit search",
            states: self.store.len() as u64,
            frontier: self.waiting(),
            threads: 0,
            bytes: self.store.bytes() + memory::of_vec(&self.origins) + memory::of_vec(&self.stack),
            ..Progress::default()
        };
        self.control.poll(&progress)
    }

    fn findings(mut self) -> Findings {
        self.statistics.states = self.store.len() as u64;
        let incomplete = self.incomplete;
        let fault = self.fault.take();
        let open = fault.as_ref().map(|_| Reason::Fault).or(incomplete);
        let verdict = |violated: &Option<u32>| match (violated, open) {
            (Some(state), _) => Verdict::Violated(self.run_to(*state)),
            (None, Some(reason)) => Verdict::Unknown(reason),
            (None, None) => Verdict::Proved,
        };
        let verdicts = self.violated.iter().map(verdict).collect();
        let fault =
            fault.map(|(state, transition, undefined)| Fault { run: self.run_to(state), transition, undefined });
        Findings { verdicts, fault, incomplete, statistics: self.statistics }
    }

    fn run_to(&self, state: u32) -> Run {
        let mut found = vec![state];
        while let Origin { parent, transition: Some(_), .. } = self.origins[*found.last().unwrap_or(&state) as usize] {
            found.push(parent);
        }
        let mut states = found.into_iter().rev().map(|index| (index, self.state(index)));
        let (_, start) = states.next().unwrap_or_else(|| (state, self.state(state)));
        let mut before = start.clone();
        let mut steps = Vec::new();
        for (index, state) in states {
            if let Some(transition) = self.origins[index as usize].transition {
                let inputs = self.inputs_between(transition, &before, &state);
                before.clone_from(&state);
                steps.push(Step { transition, inputs, state });
            }
        }
        Run { start, steps }
    }

    fn state(&self, index: u32) -> State {
        let mut state = self.system.blank_state();
        self.store.read(index, &mut state);
        state
    }

    /// The first choices that lead from one state to the next.
    fn inputs_between(&self, transition: u32, before: &State, behind: &State) -> Inputs {
        let mut all = self.choices.of(self.system, transition);
        let transition = &self.system.transitions[transition as usize];
        let leads = |inputs: &Inputs| transition.fire(self.system, before, inputs).as_ref() == Ok(behind);
        all.find(leads).unwrap_or_default()
    }
}
