//! The integer program of the steps.
//!
//! The creation of a thread in a loop is a handshake: the creator waits until one instance has left its first place, which does
//! nothing else. Where the creator can come back without any effect, instances start while it is there.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use boolprog_base::Span;
use boolprog_import::{Declaration, Expr, Process, Program, Property, Refusal};
use boolprog_integer::{Check, Claim, Comparison, Sort};
use smol_str::SmolStr;

use crate::classes::narrow_choices;
use crate::composed::{Composed, names};
use crate::flow::{Flow, Scalar, Site, Start};
use crate::graph::{Node, Op};
use crate::joins::{self, Joined, one_more_than};
use crate::names::{HELD, Lines, Names};
use crate::protected::protected;
use crate::reduce;
use crate::steps::{Composing, Composition, Extent, Step};
use crate::term;
use crate::unread::leave_out_unread;
use crate::watch::Watch;
use crate::{Asked, Options, arguments, deadlocks, races, values};

/// The program of a lowered file.
pub(crate) fn program(mut flow: Flow, options: &Options, lines: &Lines<'_>, watch: &Watch) -> Result<Program, Refusal> {
    let Joined { created, counters, doubt } = joins::resolve(&mut flow, options);
    leave_out_unread(&mut flow, watch)?;
    arguments::read_originals(&mut flow);
    let mut kept: BTreeSet<SmolStr> = doubt.iter().map(|it| it.variable.clone()).collect();
    let stays = flow.threads.iter().flat_map(|thread| thread.graph.stays.values());
    stays.for_each(|condition| term::for_each_name(condition, &mut |name| _ = kept.insert(name.clone())));
    let relevant = reduce::reduce(&mut flow, &kept, watch)?;
    for start in flow.threads.iter_mut().filter_map(|thread| thread.start.as_mut()) {
        start.sites.iter_mut().for_each(|site| site.copies.retain(|(copy, _)| relevant.contains(copy)));
    }
    narrow_choices(&mut flow);
    let mut constants = reduce::constants(&flow);
    constants.retain(|name, _| !created.values().any(|counter| counter == name));
    let free: Vec<bool> = (0..flow.threads.len()).map(|it| !created.contains_key(&it) && is_free(&flow, it)).collect();
    let mut all = compose_all(&flow, &constants, &free, options, watch)?;
    kept.extend(created.values().cloned());
    let known = values::decide(&mut flow, &mut all, &kept, watch)?;
    let names = names(&flow, &all, lines);
    let mut composed = Composed { flow: &flow, options, constants, created, free, names, all, lines };
    composed.creations();
    composed.local_variables(watch)?;
    known.merge(&mut composed.all, watch)?;
    reduce::forget_unread(&mut composed.all, &kept, watch)?;
    let mut program = composed.program(watch)?;
    program.helpers.extend(counters);
    program.helpers.extend(doubt.iter().map(|doubt| doubt.variable.clone()));
    program.doubt = doubt;
    Ok(program)
}

/// Returns `true` if any number of threads can be created at once.
fn is_free(flow: &Flow, thread: usize) -> bool {
    let Some(Start { sites, many: true, .. }) = &flow.threads[thread].start else { return false };
    matches!(&sites[..], [site] if reduce::is_free_circle(&flow.threads[site.creator], site.at))
}

/// The steps of all threads: long ones, or short ones where these would be too large together.
fn compose_all(
    flow: &Flow,
    constants: &BTreeMap<SmolStr, Expr>,
    free: &[bool],
    options: &Options,
    watch: &Watch,
) -> Result<Vec<Composition>, Refusal> {
    let held = watch.held();
    for extent in Extent::ALL {
        let (mut all, mut size) = (Vec::new(), 0);
        for number in 0..flow.threads.len() {
            let composing = composing(flow, number, constants, free, options);
            match composing.steps(extent, size, watch)? {
                Some(steps) => {
                    size += steps.size;
                    all.push(steps);
                }
                None => break,
            }
        }
        if all.len() == flow.threads.len() {
            return Ok(all);
        }
        watch.release(watch.held() - held);
    }
    Err(Refusal::new(flow.threads[0].span, "The program is too large: its steps would take too much memory."))
}

fn composing<'a>(
    flow: &'a Flow,
    number: usize,
    constants: &'a BTreeMap<SmolStr, Expr>,
    free: &[bool],
    options: &Options,
) -> Composing<'a> {
    let thread = &flow.threads[number];
    let errors = flow
        .properties
        .iter()
        .flat_map(|property| &property.errors)
        .filter(|(other, _)| *other == number)
        .map(|(_, node)| *node)
        .collect();
    let mut cut = BTreeSet::new();
    for (created, other) in flow.threads.iter().enumerate() {
        let Some(start) = &other.start else { continue };
        let mut sites = start.sites.iter().filter(|site| site.creator == number).peekable();
        if sites.peek().is_none() {
            continue;
        }
        if start.many {
            cut.extend(sites.map(|site| site.at));
        }
        // A thread that is created any number of times at one place can be created later as well.
        if !free[created] {
            let creation = |edge: &&crate::graph::Edge| matches!(edge.op, Op::Create(it) if it == created);
            cut.extend(thread.graph.edges.iter().filter(creation).map(|edge| edge.to));
        }
    }
    // A creator goes on as soon as its thread has started; and a thread has started before its accesses count.
    let waits = thread.start.as_ref().is_some_and(|start| start.many) && !free[number];
    if waits || (thread.start.is_some() && options.asks(Asked::Races)) {
        cut.extend(thread.graph.out[0].iter().map(|edge| thread.graph.edges[*edge].to));
    }
    Composing { graph: &thread.graph, constants, cut, end: thread.end, errors, scalars: &flow.scalars }
}

impl Composed<'_> {
    /// Adds to the steps what creates and starts threads.
    fn creations(&mut self) {
        for thread in 0..self.flow.threads.len() {
            let Some(start) = &self.flow.threads[thread].start else { continue };
            let first = self.all[thread].steps.iter().position(|step| step.from == 0);
            let begins: Vec<Step> = self.all[thread].steps.extract_if(.., |step| step.from == 0).collect();
            let mut begun = Vec::new();
            for (number, site) in start.sites.iter().enumerate() {
                self.creation(thread, (start, number));
                begun.extend(begins.iter().map(|step| self.beginning(thread, start, site, number, step.clone())));
            }
            let first = first.unwrap_or(0);
            self.all[thread].steps.splice(first..first, begun);
        }
    }

    /// Adds what creates a thread at one of the places that do.
    fn creation(&mut self, thread: usize, (start, number): (&Start, usize)) {
        let (site, flag) = (&start.sites[number], self.flag(thread, number));
        let free = self.free[thread];
        let creates = |step: &&mut Step| step.creates == Some(thread) && (!start.many || step.from == site.at);
        for step in self.all[site.creator].steps.iter_mut().filter(creates) {
            if let Some(counter) = self.created.get(&thread) {
                step.updates.insert(counter.clone(), one_more_than(counter));
            }
            if !start.many {
                // Originals have the values that they get in this step.
                let copies = site.copies.iter().map(|(copy, original)| {
                    (copy.clone(), term::replace(&Expr::Name(original.clone()), &step.updates))
                });
                let copies: Vec<_> = copies.collect();
                step.updates.extend(copies);
                step.updates.insert(flag.clone(), Expr::Number(1));
            } else if !free {
                step.guard.push(is(&flag, 1));
                step.updates.insert(flag.clone(), Expr::Number(0));
            }
        }
    }

    /// The first step of a thread that one of some places creates.
    fn beginning(&self, thread: usize, start: &Start, site: &Site, number: usize, mut step: Step) -> Step {
        let flag = self.flag(thread, number);
        if !start.many {
            step.guard.insert(0, is(&flag, 1));
            if start.runs.is_some() {
                step.updates.insert(flag, Expr::Number(0));
            }
            return step;
        }
        step.guard.insert(0, self.any_at(site.creator, site.at));
        // Later parts of the step see the copies.
        let copies = || site.copies.iter().map(|(copy, original)| (copy.clone(), Expr::Name(original.clone())));
        let values: BTreeMap<SmolStr, Expr> = copies().collect();
        step.guard.iter_mut().for_each(|it| *it = term::replace(it, &values));
        step.updates.values_mut().for_each(|it| *it = term::replace(it, &values));
        for (copy, value) in copies() {
            step.updates.entry(copy).or_insert(value);
        }
        if !self.free[thread] {
            step.guard.insert(1, is(&flag, 0));
            step.updates.insert(flag, Expr::Number(1));
        }
        step
    }

    fn local_variables(&mut self, watch: &Watch) -> Result<(), Refusal> {
        let users = self.users();
        let mut all = std::mem::take(&mut self.all);
        for steps in &mut all {
            let is_local = |name: &SmolStr| self.is_local(name, &users);
            reduce::forget_dead(steps, &is_local, watch)?;
            for step in &mut steps.steps {
                let shows_nothing = step.updates.keys().all(is_local) && !steps.held.contains(&step.from);
                step.crashes &= !shows_nothing;
            }
        }
        self.all = all;
        Ok(())
    }

    fn program(&self, watch: &Watch) -> Result<Program, Refusal> {
        let users = self.users();
        let mut program = Program {
            origin: format!(
                "Made of a C program; integers {}.",
                if self.options.unbounded { "are mathematical" } else { "wrap around" }
            ),
            notes: self.flow.notes.clone(),
            ..Program::default()
        };
        let declared = |name: &SmolStr| {
            let scalar = &self.flow.scalars[name];
            Declaration { name: name.clone(), sort: scalar.sort, initial: Some(Expr::Number(scalar.initial)) }
        };
        let known = |name: &&SmolStr| self.flow.scalars.contains_key(*name);
        let global = users.keys().filter(known).filter(|name| !self.is_local(name, &users));
        program.variables = global.map(declared).collect();
        let globals = program.variables.len();
        let any_held = self.any_held();
        let bit = |name: SmolStr| Declaration { name, sort: Sort::Range(0, 1), initial: Some(Expr::Number(0)) };
        if any_held {
            program.variables.push(bit(HELD.into()));
        }
        for (thread, of) in self.flow.threads.iter().enumerate().filter(|(thread, _)| !self.free[*thread]) {
            let sites = of.start.iter().flat_map(|start| 0..start.sites.len());
            program.variables.extend(sites.map(|site| bit(self.flag(thread, site))));
        }
        program.helpers = program.variables[globals..].iter().map(|helper| helper.name.clone()).collect();
        let in_between =
            self.flow.scalars.iter().filter(|(name, scalar)| scalar.object.is_none() && users.contains_key(*name));
        program.helpers.extend(in_between.map(|(name, _)| name.clone()));
        let written = |(name, scalar): (&SmolStr, &Scalar)| Some((name.clone(), scalar.written.clone()?));
        program.written = self.flow.scalars.iter().filter_map(written).collect();
        let integers = self.flow.scalars.iter().filter(|(_, scalar)| scalar.is_integer);
        program.integers = integers.map(|(name, _)| name.clone()).collect();
        for thread in 0..self.all.len() {
            let local =
                users.keys().filter(known).filter(|name| self.is_local(name, &users) && users[*name].contains(&thread));
            let variables = local.map(declared).collect();
            program.processes.push(self.process(thread, variables, any_held));
            let stacks = self.all[thread].steps.iter().map(|step| Arc::clone(&self.flow.stacks[step.stack]));
            program.stacks.extend(stacks);
            program.events.extend(self.all[thread].steps.iter().map(|step| Arc::clone(&step.events)));
            program.forgotten.extend(self.all[thread].steps.iter().map(|step| step.forgotten.clone()));
        }
        program.properties = self.checks();
        if self.options.asks(Asked::Races) {
            program.properties.extend(races::properties(self, &users, watch)?);
            program.protected = protected(self);
        }
        if self.options.asks(Asked::Deadlocks) {
            program.properties.push(deadlocks::property(self, &users));
        }
        self.exceed(&mut program.properties);
        program.properties.sort_by_key(|property| property.span.start);
        Ok(program)
    }

    fn process(&self, number: usize, mut variables: Vec<Declaration>, any_held: bool) -> Process {
        let (thread, steps, names) = (&self.flow.threads[number], &self.all[number], &self.names[number]);
        let mut chosen = BTreeMap::new();
        for it in steps.steps.iter().flat_map(|step| &step.chosen) {
            let sort = it.bounds.map_or(Sort::Integer, |(low, high)| Sort::Range(low, high));
            chosen.insert(it.name.clone(), (sort, it.at_rest()));
        }
        let local = |(name, (sort, initial))| Declaration { name, sort, initial: Some(Expr::Number(initial)) };
        variables.extend(chosen.into_iter().map(local));
        let first = std::iter::once((0, thread.span));
        let mut places: BTreeMap<Node, Span> = first.collect();
        for step in &steps.steps {
            places.insert(step.from, step.span);
            places.entry(step.to).or_insert(step.span);
        }
        places.entry(thread.end).or_insert(thread.span);
        let mut edges = Vec::new();
        for step in &steps.steps {
            edges.push(edge(step, steps, names, any_held));
        }
        let locations = places.into_iter().map(|(node, span)| (names[&node].clone(), span)).collect();
        let replicated = self.is_many(number);
        Process { name: thread.name.clone(), replicated, variables, locations, edges, span: thread.span }
    }

    /// Where a run needs more than what is checked, every property is violated by one that may not be a run of the program.
    fn exceed(&self, properties: &mut [Property]) {
        let bounds = self.flow.properties.iter().filter(|property| property.check.is_bound());
        let errors = bounds.flat_map(|property| &property.errors).map(|(thread, node)| self.any_at(*thread, *node));
        let exceeded = errors.fold(Expr::Truth(false), Expr::or);
        if exceeded != Expr::Truth(false) && !self.options.asks(Asked::Evaluated) {
            for property in properties {
                property.formula = Expr::or(property.formula.clone(), exceeded.clone());
            }
        }
    }

    /// Checks at places of the program, those that are asked for.
    fn checks(&self) -> Vec<Property> {
        let (mut taken, mut found) = (Names::default(), Vec::new());
        let is_asked = |check| match check {
            Check::Overflow => self.options.asks(Asked::Overflows),
            Check::Leak => self.options.asks(Asked::Leaks),
            Check::Assertion if self.options.asks(Asked::Evaluated) => true,
            _ => self.options.asks(Asked::Assertions) || check.is_bound(),
        };
        let mut properties: Vec<_> = self.flow.properties.iter().filter(|property| is_asked(property.check)).collect();
        properties.sort_by_key(|property| (property.span.start, property.check));
        for property in properties {
            let of_check = if self.options.asks(Asked::Evaluated) { &property.evaluated } else { &property.errors };
            let errors = of_check.iter().map(|(thread, node)| self.any_at(*thread, *node));
            let formula = errors.fold(Expr::Truth(false), Expr::or);
            let name = taken.take(&self.lines.name(property.check.name(), property.span));
            // Checks that are not written in the text are listed where something is to be proved.
            let is_asked = !self.options.asks(Asked::Evaluated) || !property.evaluated.is_empty();
            if is_asked && (property.check.is_written() || formula != Expr::Truth(false)) {
                found.push(self.property(name, formula, property.span, property.check));
            }
        }
        for (asked, check) in [(Asked::Overflows, Check::Overflow), (Asked::Leaks, Check::Leak)] {
            let is_it = |property: &Property| property.claim.as_ref().is_some_and(|it| it.check == check);
            if self.options.asks(asked) && !found.iter().any(is_it) {
                found.push(self.nowhere(check));
            }
        }
        found
    }

    fn property(&self, name: SmolStr, formula: Expr, span: Span, check: Check) -> Property {
        let claim = Claim::new(check, self.lines.text(span));
        Property { claim: Some(claim), ..Property::error(name, formula, span) }
    }

    /// A check without a place in the program, at the function that runs first: it always holds.
    pub(crate) fn nowhere(&self, check: Check) -> Property {
        let claim = Some(Claim::new(check, ""));
        Property { claim, ..Property::error(check.name().into(), Expr::Truth(false), self.flow.threads[0].span) }
    }
}

fn edge(step: &Step, steps: &Composition, names: &BTreeMap<Node, SmolStr>, any_held: bool) -> boolprog_import::Edge {
    let held = |value| term::compare(Comparison::Equal, Expr::Name(HELD.into()), Expr::Number(value));
    let (before, after) = (steps.held.contains(&step.from), step.crashes || steps.held.contains(&step.to));
    let mut guard = step.guard.clone();
    if any_held && !before && !step.answers {
        guard.insert(0, held(0));
    }
    let choices: Vec<_> = step.chosen.iter().map(|it| (it.name.clone(), None)).collect();
    let mut updates: Vec<_> = step.updates.iter().map(|(name, value)| (name.clone(), Some(value.clone()))).collect();
    if before != after {
        updates.push((HELD.into(), Some(Expr::Number(i64::from(after)))));
    }
    updates.extend(step.chosen.iter().map(|it| (it.name.clone(), Some(Expr::Number(it.at_rest())))));
    boolprog_import::Edge {
        from: names[&step.from].clone(),
        to: names[&step.to].clone(),
        guard,
        groups: vec![choices, updates],
        span: step.span,
    }
}

/// That a flag has a value.
fn is(flag: &SmolStr, value: i64) -> Expr {
    term::compare(Comparison::Equal, Expr::Name(flag.clone()), Expr::Number(value))
}
