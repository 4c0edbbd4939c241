//! The integer program of the steps.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use boolprog_base::Span;
use boolprog_import::{Declaration, Expr, Process, Program, Refusal};
use boolprog_integer::{Comparison, PropertyKind, Sort};
use smol_str::{SmolStr, format_smolstr};

use crate::graph::{Node, Op};
use crate::lower::{Check, Lowering, Start};
use crate::names::{Lines, Names};
use crate::reduce;
use crate::steps::{Composing, Step, Steps};
use crate::term;

/// The variable that is 1 while a thread is inside of an atomic section, and after an error there.
const HELD: &str = "atomic";

/// The place where a thread has ended.
const END: &str = "end";

/// The program of a lowered file.
pub(crate) fn program(mut lowering: Lowering, unbounded: bool, lines: &Lines) -> Result<Program, Refusal> {
    resolve_joins(&mut lowering)?;
    let relevant = reduce::relevant(&lowering);
    reduce::forget(&mut lowering, &relevant);
    for start in lowering.threads.iter_mut().filter_map(|thread| thread.start.as_mut()) {
        start.copies.retain(|(copy, _)| relevant.contains(copy));
    }
    let constants = reduce::constants(&lowering);
    let free: Vec<bool> = lowering.threads.iter().map(|thread| is_free(&lowering, thread.start.as_ref())).collect();
    let mut all = Vec::new();
    for number in 0..lowering.threads.len() {
        all.push(compose(&lowering, number, &constants, &free, unbounded)?);
    }
    let mut writer = Writer { lowering: &lowering, free, names: names(&lowering, &all, lines), all, lines };
    writer.creations();
    writer.local_variables();
    Ok(writer.program(unbounded))
}

/// Who joins a thread waits until it is at its end.
fn resolve_joins(lowering: &mut Lowering) -> Result<(), Refusal> {
    let created = || (0..).zip(&lowering.threads).filter(|(_, thread)| thread.start.is_some());
    let ends: Vec<(i64, Expr)> =
        created().map(|(number, thread)| (number + 1, Expr::At(thread.name.clone(), END.into()))).collect();
    let any_many = created().any(|(_, thread)| thread.start.as_ref().is_some_and(|start| start.many));
    for edge in lowering.threads.iter_mut().flat_map(|thread| &mut thread.graph.edges) {
        let Op::Join(handle) = &edge.op else { continue };
        if any_many {
            let message = "Not supported: `pthread_join` where threads are created in loops.";
            return Err(Refusal::new(edge.span, message));
        }
        let ended = ends.iter().fold(Expr::Truth(false), |any, (number, end)| {
            let is_it = term::compare(Comparison::Equal, handle.clone(), Expr::Number(*number));
            term::or(any, term::and(is_it, end.clone()))
        });
        edge.op = Op::Guard(ended);
    }
    Ok(())
}

/// Returns `true` if any number of threads can be created at once.
fn is_free(lowering: &Lowering, start: Option<&Start>) -> bool {
    start.is_some_and(|start| start.many && reduce::is_free_circle(&lowering.threads[start.creator], start.at))
}

fn compose(
    lowering: &Lowering,
    number: usize,
    constants: &BTreeMap<SmolStr, Expr>,
    free: &[bool],
    unbounded: bool,
) -> Result<Steps, Refusal> {
    let thread = &lowering.threads[number];
    let errors = lowering
        .properties
        .iter()
        .flat_map(|property| &property.errors)
        .filter(|(other, _)| *other == number)
        .map(|(_, node)| *node)
        .collect();
    let mut cut = BTreeSet::new();
    for (created, other) in lowering.threads.iter().enumerate() {
        let Some(start) = other.start.as_ref().filter(|start| start.creator == number) else { continue };
        if start.many {
            cut.insert(start.at);
        }
        // What is created any number of times at one place can be created later as well.
        if !free[created] {
            let creation = |edge: &&crate::graph::Edge| matches!(edge.op, Op::Create(it) if it == created);
            cut.extend(thread.graph.edges.iter().filter(creation).map(|edge| edge.to));
        }
    }
    // A creator goes on as soon as its thread has started.
    if thread.start.as_ref().is_some_and(|start| start.many) && !free[number] {
        cut.extend(thread.graph.out[0].iter().map(|edge| thread.graph.edges[*edge].to));
    }
    Composing { graph: &thread.graph, constants, cut, end: thread.end, errors, unbounded }.steps()
}

/// Names of the places of each thread.
fn names(lowering: &Lowering, all: &[Steps], lines: &Lines) -> Vec<BTreeMap<Node, SmolStr>> {
    let of_thread = |(thread, steps): (&crate::lower::Thread, &Steps)| {
        let (mut taken, mut named) = (Names::default(), BTreeMap::new());
        let first = if thread.start.is_some() { "idle" } else { "begin" };
        named.insert(0, taken.take(first));
        named.insert(thread.end, taken.take(END));
        for step in &steps.steps {
            if let std::collections::btree_map::Entry::Vacant(entry) = named.entry(step.from) {
                entry.insert(taken.take(&lines.name("line", step.span)));
            }
        }
        for step in &steps.steps {
            named.entry(step.to).or_insert_with(|| taken.take(&lines.name("after", step.span)));
        }
        named
    };
    lowering.threads.iter().zip(all).map(of_thread).collect()
}

struct Writer<'a> {
    lowering: &'a Lowering,
    free: Vec<bool>,
    names: Vec<BTreeMap<Node, SmolStr>>,
    all: Vec<Steps>,
    lines: &'a Lines,
}

impl Writer<'_> {
    fn is_many(&self, thread: usize) -> bool {
        self.lowering.threads[thread].start.as_ref().is_some_and(|start| start.many)
    }

    /// Control of a thread is at a place.
    fn at(&self, thread: usize, node: Node) -> Expr {
        match self.names[thread].get(&node) {
            Some(place) => Expr::At(self.lowering.threads[thread].name.clone(), place.clone()),
            None => Expr::Truth(false),
        }
    }

    /// The variable that says that a thread was created, or that one has started at the place where its creator waits.
    fn flag(&self, thread: usize) -> SmolStr {
        format_smolstr!("{}_created", self.lowering.threads[thread].name)
    }

    /// Adds to the steps what creates and starts threads.
    fn creations(&mut self) {
        let is =
            |flag: &SmolStr, value| term::compare(Comparison::Equal, Expr::Name(flag.clone()), Expr::Number(value));
        for thread in 0..self.lowering.threads.len() {
            let Some(start) = &self.lowering.threads[thread].start else { continue };
            let (flag, place) = (self.flag(thread), self.at(start.creator, start.at));
            let copies = || start.copies.iter().map(|(copy, original)| (copy.clone(), Expr::Name(original.clone())));
            let (many, free) = (start.many, self.free[thread]);
            for step in self.all[start.creator].steps.iter_mut().filter(|step| step.creates == Some(thread)) {
                if !many {
                    // Originals have the values that they get in this step.
                    let copies: Vec<_> =
                        copies().map(|(copy, value)| (copy, term::replace(&value, &step.updates))).collect();
                    step.updates.extend(copies);
                    step.updates.insert(flag.clone(), Expr::Number(1));
                } else if !free {
                    step.guard.push(is(&flag, 1));
                    step.updates.insert(flag.clone(), Expr::Number(0));
                }
            }
            for step in self.all[thread].steps.iter_mut().filter(|step| step.from == 0) {
                if !many {
                    step.guard.insert(0, is(&flag, 1));
                    continue;
                }
                step.guard.insert(0, place.clone());
                // Later parts of the step see the copies.
                let values: BTreeMap<SmolStr, Expr> = copies().collect();
                step.guard.iter_mut().for_each(|it| *it = term::replace(it, &values));
                step.updates.values_mut().for_each(|it| *it = term::replace(it, &values));
                for (copy, value) in copies() {
                    step.updates.entry(copy).or_insert(value);
                }
                if !free {
                    step.guard.insert(1, is(&flag, 0));
                    step.updates.insert(flag.clone(), Expr::Number(1));
                }
            }
        }
    }

    /// Which thread uses each variable, if only one does.
    fn users(&self) -> BTreeMap<SmolStr, BTreeSet<usize>> {
        let mut users: BTreeMap<SmolStr, BTreeSet<usize>> = BTreeMap::new();
        for (thread, steps) in self.all.iter().enumerate() {
            for step in &steps.steps {
                let mut uses = |name: &SmolStr| _ = users.entry(name.clone()).or_default().insert(thread);
                step.guard.iter().chain(step.updates.values()).for_each(|it| term::for_each_name(it, &mut uses));
                step.updates.keys().for_each(&mut uses);
            }
        }
        users
    }

    fn is_local(&self, name: &SmolStr, users: &BTreeMap<SmolStr, BTreeSet<usize>>) -> bool {
        self.lowering.leaves.get(name).is_some_and(|leaf| !leaf.shared)
            && users.get(name).is_some_and(|threads| threads.len() == 1)
    }

    fn local_variables(&mut self) {
        let users = self.users();
        let mut all = std::mem::take(&mut self.all);
        for steps in &mut all {
            let is_local = |name: &SmolStr| self.is_local(name, &users);
            reduce::forget_dead(&mut steps.steps, &is_local);
            for step in &mut steps.steps {
                let shows_nothing = step.updates.keys().all(is_local) && !steps.held.contains(&step.from);
                step.crashes &= !shows_nothing;
            }
        }
        self.all = all;
    }

    fn program(&self, unbounded: bool) -> Program {
        let users = self.users();
        let mut program = Program {
            origin: format!(
                "Made of a C program; integers {}.",
                if unbounded { "are mathematical" } else { "wrap around" }
            ),
            notes: self.lowering.notes.clone(),
            ..Program::default()
        };
        let declared = |name: &SmolStr| {
            let leaf = &self.lowering.leaves[name];
            Declaration { name: name.clone(), sort: leaf.sort, initial: Some(Expr::Number(leaf.initial)) }
        };
        let known = |name: &&SmolStr| self.lowering.leaves.contains_key(*name);
        let global = users.keys().filter(known).filter(|name| !self.is_local(name, &users));
        program.variables = global.map(declared).collect();
        let globals = program.variables.len();
        let any_held = self.all.iter().any(|it| !it.held.is_empty() || it.steps.iter().any(|step| step.crashes));
        let bit = |name: SmolStr| Declaration { name, sort: Sort::Range(0, 1), initial: Some(Expr::Number(0)) };
        if any_held {
            program.variables.push(bit(HELD.into()));
        }
        let with_flag = (0..self.all.len()).filter(|it| self.lowering.threads[*it].start.is_some() && !self.free[*it]);
        program.variables.extend(with_flag.map(|thread| bit(self.flag(thread))));
        program.helpers = program.variables[globals..].iter().map(|helper| helper.name.clone()).collect();
        for thread in 0..self.all.len() {
            let local =
                users.keys().filter(known).filter(|name| self.is_local(name, &users) && users[*name].contains(&thread));
            let variables = local.map(declared).collect();
            program.processes.push(self.process(thread, variables, any_held));
            let stacks = self.all[thread].steps.iter().map(|step| Arc::clone(&self.lowering.stacks[step.stack]));
            program.stacks.extend(stacks);
        }
        self.properties(&mut program);
        program
    }

    fn process(&self, number: usize, mut variables: Vec<Declaration>, any_held: bool) -> Process {
        let (thread, steps, names) = (&self.lowering.threads[number], &self.all[number], &self.names[number]);
        let mut chosen = BTreeMap::new();
        for it in steps.steps.iter().flat_map(|step| &step.chosen) {
            let sort = it.bounds.map_or(Sort::Integer, |(low, high)| Sort::Range(low, high));
            chosen.insert(it.name.clone(), sort);
        }
        let local =
            |(name, sort)| Declaration { name: format_smolstr!("{name}"), sort, initial: Some(Expr::Number(0)) };
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

    fn properties(&self, program: &mut Program) {
        let mut taken = Names::default();
        let mut properties: Vec<_> = self.lowering.properties.iter().collect();
        properties.sort_by_key(|property| (property.span.start, property.check));
        for property in properties {
            let mut formula = Expr::Truth(false);
            for (thread, node) in &property.errors {
                let at = match self.at(*thread, *node) {
                    Expr::At(process, place) if self.is_many(*thread) => {
                        term::compare(Comparison::GreaterOrEqual, Expr::Count(process, place), Expr::Number(1))
                    }
                    other => other,
                };
                formula = Expr::or(formula, at);
            }
            let what = match property.check {
                Check::Assertion => "assertion",
                Check::Index => "index",
                Check::Division => "division",
                Check::Pointer => "pointer",
                Check::Unlock => "unlock",
                Check::Label => "label",
            };
            let name = taken.take(&self.lines.name(what, property.span));
            program.properties.push(boolprog_import::Property {
                kind: PropertyKind::Error,
                name,
                formula,
                span: property.span,
            });
        }
    }
}

fn edge(step: &Step, steps: &Steps, names: &BTreeMap<Node, SmolStr>, any_held: bool) -> boolprog_import::Edge {
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
    updates.extend(step.chosen.iter().map(|it| (it.name.clone(), Some(Expr::Number(0)))));
    boolprog_import::Edge {
        from: names[&step.from].clone(),
        to: names[&step.to].clone(),
        guard,
        groups: vec![choices, updates],
        span: step.span,
    }
}
