//! From a file to a program.
//!
//! A process that receives is moved by who sends to it. As an edge moves one process only, where it is becomes a shared
//! variable, and so do its variables; the edge of the sender assigns them.

use std::collections::{BTreeMap, BTreeSet};

use boolprog_base::Span;
use boolprog_integer::Comparison;
use boolprog_integer::PropertyKind;
use smol_str::{SmolStr, format_smolstr};

use super::expression::{Context, Scope};
use super::step::Step;
use super::tree::{File, Process, Sync, Transition};
use crate::Refusal;
use crate::cursor::Name;
use crate::expression::Expr;
use crate::names::Names;
use crate::origin;
use crate::program::{self, Declaration, Edge, Group, Program};
use crate::ranges::Ranges;

/// More edges are not written.
const MAX_EDGES: usize = 20_000;

pub(super) fn build(file: &File, text: &str, name: &str) -> Result<Program, Refusal> {
    let program = Program { origin: origin(name, "a program of DiVinE"), ..Program::default() };
    let mut builder = Builder { text, program, ..Builder::new(file) };
    builder.declare()?;
    builder.edges()?;
    builder.assertions()?;
    builder.finish()
}

/// What a process has become.
pub(super) struct Place {
    /// Its name in the program.
    pub(super) name: SmolStr,
    /// All that it can name.
    pub(super) scope: Scope,
    pub(super) ranges: Ranges,
    /// Its states, as locations or as numbers.
    pub(super) states: BTreeMap<SmolStr, SmolStr>,
    /// The variable that says where it is, if it is moved by others.
    pub(super) control: Option<SmolStr>,
    /// Its variables that are not shared.
    pub(super) variables: Vec<Declaration>,
    pub(super) edges: Vec<Edge>,
    /// When it uses an index that is none.
    pub(super) outside: Vec<Expr>,
}

pub(super) struct Builder<'f> {
    pub(super) file: &'f File,
    pub(super) text: &'f str,
    pub(super) program: Program,
    pub(super) names: Names,
    pub(super) places: Vec<Place>,
    /// Whether a process is in a state, by their names in the file.
    pub(super) states: BTreeMap<(SmolStr, SmolStr), Expr>,
    /// Places of committed states, by the numbers of their processes.
    pub(super) committed: BTreeSet<(usize, SmolStr)>,
    /// Who receives on a channel.
    pub(super) receivers: BTreeMap<SmolStr, Vec<(usize, &'f Transition)>>,
    pub(super) elements: i64,
}

impl<'f> Builder<'f> {
    fn new(file: &'f File) -> Self {
        Self {
            file,
            text: "",
            program: Program::default(),
            names: Names::default(),
            places: Vec::new(),
            states: BTreeMap::new(),
            committed: BTreeSet::new(),
            receivers: BTreeMap::new(),
            elements: 0,
        }
    }

    /// The processes that take steps of their own.
    pub(super) fn processes(&self) -> Vec<&'f Process> {
        let is_property =
            |process: &&Process| self.file.property.as_ref().is_some_and(|name| name.text == process.name.text);
        self.file.processes.iter().filter(|process| !is_property(process)).collect()
    }

    /// The name of a state in the program.
    pub(super) fn state(&self, number: usize, name: &Name) -> Result<SmolStr, Refusal> {
        self.places[number].states.get(&name.text).cloned().ok_or_else(|| no_state(name))
    }

    // Edges.

    fn edges(&mut self) -> Result<(), Refusal> {
        let processes = self.processes();
        let mut count = 0;
        for (number, process) in processes.iter().enumerate() {
            for transition in &process.transitions {
                match &transition.sync {
                    None => {
                        self.step(number, transition, None)?;
                        count += 1;
                    }
                    Some(sync) => {
                        self.channel(&sync.channel)?;
                        for (partner, other) in self.partners(number, sync)? {
                            self.step(number, transition, Some((partner, other)))?;
                            count += 1;
                        }
                    }
                }
                if count > MAX_EDGES {
                    return Err(Refusal::new(transition.span, format!("There are more than {MAX_EDGES} edges.")));
                }
            }
        }
        Ok(())
    }

    fn channel(&self, name: &Name) -> Result<(), Refusal> {
        let known = self.file.channels.iter().any(|channel| channel.name.text == name.text);
        if known { Ok(()) } else { Err(Refusal::new(name.span, format!("There is no channel `{}`.", name.text))) }
    }

    /// Who receives what a transition sends; nobody if it receives.
    fn partners(&self, sender: usize, sync: &Sync) -> Result<Vec<(usize, &'f Transition)>, Refusal> {
        let receivers = self.receivers.get(&sync.channel.text).filter(|_| sync.sends);
        let partners: Vec<_> =
            receivers.into_iter().flatten().filter(|(number, _)| *number != sender).copied().collect();
        for (_, transition) in &partners {
            if transition.sync.as_ref().is_some_and(|other| other.values.len() != sync.values.len()) {
                let message = format!("`{}` is sent and received with different numbers of values.", sync.channel.text);
                return Err(Refusal::new(transition.span, message));
            }
        }
        Ok(partners)
    }

    /// The edge of a transition, together with that of a partner who receives.
    fn step(
        &mut self,
        number: usize,
        transition: &Transition,
        partner: Option<(usize, &Transition)>,
    ) -> Result<(), Refusal> {
        let Some(mut guard) = self.control(number, transition, partner)? else { return Ok(()) };
        let place = &self.places[number];
        let mut ranges = place.ranges.clone();
        if let Some((receiver, _)) = partner {
            ranges.extend(&self.places[receiver].ranges);
        }
        let mut step = Step::new(Context::new(place.scope.clone(), &self.states, ranges));
        step.guard(transition.guard.as_ref())?;
        if let Some((receiver, other)) = partner {
            let names = &self.places[receiver].scope;
            step.names_of(names);
            step.guard(other.guard.as_ref())?;
            if let (Some(sent), Some(received)) = (&transition.sync, &other.sync) {
                step.names_of(&place.scope);
                let values = step.sent(&sent.values)?;
                step.names_of(names);
                step.receive(&received.values, values)?;
            }
            step.names_of(&place.scope);
        }
        let sent = step.groups.len();
        effects(&mut step, transition)?;
        if let Some((receiver, other)) = partner {
            let given = step.groups.len();
            step.names_of(&self.places[receiver].scope);
            effects(&mut step, other)?;
            if depend(&step.groups, sent..given) {
                let line = self.line(other.span.start);
                let note = "line {}: the order of the effects of a handshake matters here. DiVinE's versions differ; what was \
                            sent is received first, then come the effects of the sender, then those of the receiver.";
                self.program.notes.push(note.replace("{}", &line.to_string()));
            }
        }
        let Step { guards, outside, mut groups, .. } = step;
        let place = &self.places[number];
        let from = &place.states[&transition.from.text];
        let here = match &place.control {
            Some(_) => Expr::Truth(true),
            None => Expr::At(place.name.clone(), from.clone()),
        };
        let reached = guard.iter().cloned().fold(here, Expr::and);
        let wrong: Vec<Expr> = outside.iter().map(|outside| Expr::and(reached.clone(), outside.clone())).collect();
        guard.extend(outside.into_iter().map(Expr::not));
        guard.extend(guards);
        let (mut from, mut to) = (from.clone(), place.states[&transition.to.text].clone());
        let mut moves = Vec::new();
        if let Some(control) = &place.control {
            moves.push((control.clone(), Some(Expr::name(&to))));
            (from, to) = (SmolStr::new_static("on"), SmolStr::new_static("on"));
        }
        if let Some((receiver, other)) = partner
            && let Some(control) = &self.places[receiver].control
        {
            moves.push((control.clone(), Some(Expr::name(&self.state(receiver, &other.to)?))));
        }
        groups.push(moves);
        let place = &mut self.places[number];
        place.outside.extend(wrong);
        place.edges.push(Edge { from, to, guard, groups, span: transition.span });
        Ok(())
    }

    /// What must hold of where processes are, beside the location of the process that moves; none if it never does.
    fn control(
        &self,
        number: usize,
        transition: &Transition,
        partner: Option<(usize, &Transition)>,
    ) -> Result<Option<Vec<Expr>>, Refusal> {
        self.state(number, &transition.to)?;
        let mut moving = vec![(number, self.state(number, &transition.from)?, &transition.from.text)];
        if let Some((receiver, other)) = partner {
            self.state(receiver, &other.to)?;
            moving.push((receiver, self.state(receiver, &other.from)?, &other.from.text));
        }
        let mut guard = Vec::new();
        for (process, state, _) in &moving {
            if let Some(control) = &self.places[*process].control {
                guard.push(Expr::compare(Comparison::Equal, Expr::name(control), Expr::name(state)));
            }
        }
        let is_committed = |process: usize, state: &SmolStr| self.committed.contains(&(process, state.clone()));
        let committed = moving.iter().filter(|(process, _, state)| is_committed(*process, state)).count();
        if committed == moving.len() {
            return Ok(Some(guard));
        }
        if committed > 0 {
            // One of the two would have to wait for the other, which is not committed.
            return Ok(None);
        }
        let processes = self.processes();
        for (process, state) in &self.committed {
            if moving.iter().all(|(moving, ..)| moving != process) {
                let at = &self.states[&(processes[*process].name.text.clone(), state.clone())];
                guard.push(Expr::not(at.clone()));
            }
        }
        Ok(Some(guard))
    }

    // Properties.

    fn assertions(&mut self) -> Result<(), Refusal> {
        let processes = self.processes();
        for (number, process) in processes.iter().enumerate() {
            for (state, condition) in &process.assertions {
                let name = format!("assert_{}_{}", process.name.text, state.text);
                self.state(number, state)?;
                let place = &self.places[number];
                let mut context = Context::new(place.scope.clone(), &self.states, place.ranges.clone());
                let wrong = Expr::not(context.truth(condition)?);
                let wrong = std::mem::take(&mut context.outside)
                    .into_iter()
                    .rev()
                    .fold(wrong, |rest, outside| Expr::or(outside, rest));
                let at = self.states[&(process.name.text.clone(), state.text.clone())].clone();
                let error = Expr::and(at, wrong).substitute(&place.members());
                let name = self.names.take(&name);
                self.program.properties.push(error_property(name, error, state.span.cover(condition.span)));
            }
            let place = &self.places[number];
            let members = place.members();
            let outside = place.outside.iter().map(|outside| outside.substitute(&members)).reduce(Expr::or);
            if let Some(outside) = outside {
                let name = self.names.take(&format_smolstr!("index_{}", process.name.text));
                self.program.properties.push(error_property(name, outside, process.name.span));
            }
        }
        Ok(())
    }

    // The end.

    fn finish(mut self) -> Result<Program, Refusal> {
        self.notes();
        for (place, process) in self.places.into_iter().zip(
            self.file
                .processes
                .iter()
                .filter(|process| self.file.property.as_ref().is_none_or(|name| name.text != process.name.text)),
        ) {
            let locations = if place.control.is_some() {
                vec![(SmolStr::new_static("on"), process.name.span)]
            } else {
                let is_initial = |state: &&Name| state.text == process.initial.text;
                let (initial, others): (Vec<_>, Vec<_>) = process.states.iter().partition(is_initial);
                if initial.is_empty() {
                    return Err(no_state(&process.initial));
                }
                let named = |state: &Name| (place.states[&state.text].clone(), state.span);
                initial.into_iter().chain(others).map(named).collect()
            };
            let (name, variables, edges) = (place.name, place.variables, place.edges);
            let span = process.name.span;
            self.program.processes.push(program::Process { name, variables, locations, edges, span });
        }
        Ok(self.program)
    }

    /// The number of the line, from 1.
    pub(super) fn line(&self, offset: u32) -> usize {
        self.text.bytes().take(offset as usize).filter(|byte| *byte == b'\n').count() + 1
    }
}

impl Place {
    pub(super) fn nothing() -> Self {
        Self {
            name: SmolStr::new_static(""),
            scope: Scope::default(),
            ranges: Ranges::default(),
            states: BTreeMap::new(),
            control: None,
            variables: Vec::new(),
            edges: Vec::new(),
            outside: Vec::new(),
        }
    }

    /// Its own variables as others name them.
    fn members(&self) -> BTreeMap<SmolStr, Expr> {
        let member =
            |variable: &Declaration| (variable.name.clone(), Expr::Member(self.name.clone(), variable.name.clone()));
        self.variables.iter().map(member).collect()
    }
}

fn effects(step: &mut Step<'_>, transition: &Transition) -> Result<(), Refusal> {
    transition.effects.iter().try_for_each(|(target, value)| step.effect(target, value))
}

/// Whether the effects of the sender, which are these groups, could not be exchanged with the others: one assigns what the
/// other assigns or reads.
fn depend(groups: &[Group], sender: std::ops::Range<usize>) -> bool {
    let others = [&groups[..sender.start], &groups[sender.end..]];
    let conflict = |first: &[Group], second: &[Group]| {
        let assigned: BTreeSet<&SmolStr> = first.iter().flatten().map(|(name, _)| name).collect();
        second.iter().flatten().any(|(name, value)| {
            assigned.contains(name)
                || value.as_ref().is_some_and(|value| value.mentions(|name| assigned.contains(name)))
        })
    };
    others.iter().any(|other| conflict(&groups[sender.clone()], other) || conflict(other, &groups[sender.clone()]))
}

pub(super) fn no_state(name: &Name) -> Refusal {
    Refusal::new(name.span, format!("There is no state `{}`.", name.text))
}

fn error_property(name: SmolStr, formula: Expr, span: Span) -> program::Property {
    program::Property { kind: PropertyKind::Error, name, formula, span }
}
