//! The parts of a system, put together.

use boolprog_base::Diagnostic;
use smol_str::{SmolStr, format_smolstr};

use super::Instantiation;
use super::edges::transition;
use super::layout::Layout;
use super::properties::Statements;
use super::symbols::{CopyCount, Declared, Symbols};
use crate::Variable;
use crate::syntax::ast::{Item, SourceFile};
use crate::{Arithmetic, Counter, EdgeId, Initial, Instance, InstanceId, Process, Sort, System, Term, Transition};

/// The system, and the errors found while building it; parts with errors are missing from it.
pub(super) fn assemble(
    file: &SourceFile,
    symbols: &Symbols<'_>,
    layout: &Layout,
    options: Instantiation,
    report: &mut Vec<Diagnostic>,
) -> System {
    let mut system = System { processes: processes(symbols), ..System::default() };
    system.instances = layout.instances().map(|instance| named(symbols, layout, instance)).collect();
    system.variables = symbols.shared.variables.iter().map(|declared| variable(declared, None)).collect();
    for instance in layout.instances() {
        let scope = &symbols.processes[layout.process_of(instance)].scope;
        let owner = Some((instance, &system.instances[usize::from(instance.0)].name));
        system.variables.extend(scope.variables.iter().map(|declared| variable(declared, owner)));
    }
    system.counters = layout.counters().to_vec();
    system.variables.extend(layout.counters().iter().map(|it| counting(symbols, *it)));
    let mut edges = (0..).map(EdgeId);
    for (index, process) in symbols.processes.iter().enumerate() {
        for (edge, id) in process.edges.iter().zip(&mut edges) {
            for (copy, instance) in layout.instances_of(index).enumerate() {
                let who = (instance, copy > 0);
                let transition = transition(symbols, layout, options.on_range, (edge, id), who, report);
                system.transitions.extend(transition.map(|it| counted(layout, index, it)));
            }
        }
    }
    let mut statements = Statements { symbols, layout, report };
    for item in &file.items {
        match item {
            Item::Initial(initial) => system.initial.extend(statements.initial(initial)),
            Item::Property(property) => system.properties.extend(statements.property(property, options.absent)),
            Item::Predicate(predicate) => statements.predicates(predicate, &mut system.predicates),
            Item::Constant(_) | Item::Declaration(_) | Item::Process(_) => {}
        }
    }
    system
}

/// A transition that changes the counters of its locations, too.
fn counted(layout: &Layout, process: usize, mut transition: Transition) -> Transition {
    let counters = layout.counter(process, transition.from).zip(layout.counter(process, transition.to));
    if let Some((from, to)) = counters.filter(|(from, to)| from != to) {
        let changed =
            |counter, operation| (counter, Term::binary(operation, Term::Variable(counter), Term::Constant(1)));
        transition.update.terms.extend([changed(from, Arithmetic::Subtract), changed(to, Arithmetic::Add)]);
    }
    transition
}

/// The variable of a counter, with the name that the language has for it. All instances start in the first location.
fn counting(symbols: &Symbols<'_>, counter: Counter) -> Variable {
    let process = &symbols.processes[usize::from(counter.process)];
    let location = &process.locations[usize::from(counter.location.0)];
    let name = format_smolstr!("count({} @ {})", process.name, location.name);
    let initial = if counter.location.0 == 0 { Initial::Unspecified } else { Initial::Value(0) };
    Variable { name, owner: None, sort: Sort::Integer, initial, span: location.span }
}

fn processes(symbols: &Symbols<'_>) -> Vec<Process> {
    let process = |process: &super::symbols::ProcessSymbols<'_>| Process {
        name: process.name.clone(),
        locations: process.locations.clone(),
        replicated: process.copies == CopyCount::Any,
        span: process.span,
    };
    symbols.processes.iter().map(process).collect()
}

/// An instance with the name that the language has for it.
fn named(symbols: &Symbols<'_>, layout: &Layout, instance: InstanceId) -> Instance {
    let index = layout.process_of(instance);
    let process = &symbols.processes[index];
    let name = match process.copies {
        CopyCount::One => process.name.clone(),
        CopyCount::Number(_) | CopyCount::Any => {
            let first = layout.instances_of(index).next().map_or(0, |first| first.0);
            format_smolstr!("{}[{}]", process.name, instance.0 - first)
        }
    };
    Instance { process: index as u16, name }
}

fn variable(declared: &Declared, owner: Option<(InstanceId, &SmolStr)>) -> Variable {
    let Declared { name, sort, initial, span } = declared.clone();
    let name = owner.map_or(name.clone(), |(_, instance)| format_smolstr!("{instance}.{name}"));
    Variable { name, owner: owner.map(|(instance, _)| instance), sort, initial, span }
}
