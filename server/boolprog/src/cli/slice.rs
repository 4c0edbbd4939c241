//! `boolprog slice`: the part of an integer program that its properties depend on.

use std::io::{self, Write};

use boolprog_base::Span;
use boolprog_base::words::count;
use boolprog_frontend::Options;
use boolprog_integer::System;
use boolprog_integer::slice::{Slice, slice};

use super::arguments::{LimitArguments, SliceArguments};
use super::load::{self, Source};

/// Prints the slice of a program, and the parts outside it. Fails with a sentence for the user.
pub(super) fn cut(arguments: &SliceArguments, out: &mut impl Write) -> Result<io::Result<()>, String> {
    let (property, on_range) = (arguments.property.clone(), arguments.range.into());
    let options = Options { property, on_range, ..arguments.reading.options() };
    let (source, model) =
        load::integer(&arguments.file, (&arguments.reading, options), &LimitArguments::default().start())?;
    let path = &model.path;
    let mut system = System::clone(&model.system);
    if let Some(wanted) = &arguments.property {
        let index = load::property(&system, wanted).map_err(|why| format!("{path}: {why}"))?;
        system.properties = vec![system.properties.swap_remove(index)];
    }
    let slice = slice(&system);
    Ok(write(path, &source, &system, &slice, out))
}

fn write(path: &str, source: &Source, system: &System, slice: &Slice, out: &mut impl Write) -> io::Result<()> {
    let of = |left: usize, all: usize, noun: &str| format!("{left} of {}", count(all as u64, noun));
    let left = [
        of(slice.system.instances.len(), system.instances.len(), "instance"),
        of(slice.system.variables.len(), system.variables.len(), "variable"),
        of(slice.system.transitions.len(), system.transitions.len(), "transition"),
    ];
    writeln!(out, "{path}: {} are left", left.join(", "))?;
    let line = |span: Span| source.line_and_column(span.start).0;
    for (instance, number) in system.instances.iter().zip(0..) {
        if !slice.instances.iter().any(|kept| kept.0 == number) {
            let process = &system.processes[usize::from(instance.process)];
            writeln!(out, "  left out  line {}: process {}", line(process.span), instance.name)?;
        }
    }
    for variable in slice.variables_left_out(system) {
        let variable = system.variable(variable);
        writeln!(out, "  left out  line {}: variable {}", line(variable.span), variable.name)?;
    }
    let edges = slice.edges_left_out(system).into_iter().map(|edge| (edge, "edge"));
    let conditions = slice.conditions_left_out(system).into_iter().map(|edge| (edge, "condition of the edge"));
    for (edge, part) in edges.chain(conditions) {
        let mut transitions = system.transitions.iter().filter(|transition| transition.edge == edge);
        if let Some(transition) = transitions.next() {
            let at = |location| system.location(transition.instance, location).name.as_str();
            let (from, to) = (at(transition.from), at(transition.to));
            let process = &system.process_of(transition.instance).name;
            writeln!(out, "  left out  line {}: {part} {from} -> {to} of {process}", line(transition.span))?;
        }
    }
    Ok(())
}
