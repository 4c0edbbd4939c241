//! `boolprog slice`: the part of an integer program, or the lines of a C program, that its properties depend on.

use std::collections::BTreeSet;
use std::io::{self, Write};

use boolprog_base::Span;
use boolprog_base::words::count;
use boolprog_frontend::Options;
use boolprog_integer::System;
use boolprog_integer::slice::{Slice, slice};

use super::arguments::{LimitArguments, SliceArguments};
use super::load::{self, Place, Source};

/// Prints the slice of a program, and the parts outside it. Fails with a sentence for the user.
pub(super) fn cut(arguments: &SliceArguments, out: &mut impl Write) -> Result<io::Result<()>, String> {
    let (property, on_range) = (arguments.property.clone(), arguments.range.into());
    let options = Options { property, on_range, ..arguments.reading.options() };
    let limits = LimitArguments::default().start();
    let (source, model) = load::integer(&arguments.file, (&arguments.reading, options.clone()), &limits)?;
    let path = &model.path;
    let mut system = System::clone(&model.system);
    if let Some(wanted) = &arguments.property {
        let index = load::property(&system, wanted).map_err(|why| format!("{path}: {why}"))?;
        system.properties = vec![system.properties.swap_remove(index)];
    }
    if model.machine.is_none() {
        return Ok(write(path, &source, &system, &slice(&system), out));
    }
    let text = source.named(&arguments.file);
    let options = arguments.reading.complete(&text, options, &limits).map_err(|why| format!("{path}: {why}"))?;
    let properties: Vec<Span> = system.properties.iter().map(|property| property.span).collect();
    let slice = boolprog_c::slice((&text.path, &text.text), &options.c, &properties, &limits);
    let slice = slice.map_err(|why| load::first_error(&arguments.file, &source, &why))?;
    Ok(write_lines(path, &source, &slice, out))
}

/// Prints the lines of a C program on which its properties do not depend.
fn write_lines(path: &str, source: &Source, slice: &boolprog_c::Slice, out: &mut impl Write) -> io::Result<()> {
    let text = source.text();
    let begin = |span: &Span| text[..span.start as usize].rfind('\n').map_or(0, |end| end + 1);
    let lines = |spans: &BTreeSet<Span>| spans.iter().map(begin).collect::<BTreeSet<usize>>();
    let kept = lines(&slice.kept);
    let left_out: Vec<usize> = lines(&slice.left_out).difference(&kept).copied().collect();
    writeln!(out, "{path}: {} of {} are left", kept.len(), count((kept.len() + left_out.len()) as u64, "line"))?;
    for begin in left_out {
        let Place { file, line, .. } = source.place(begin as u32);
        let file = file.map(|file| format!("{file}, ")).unwrap_or_default();
        writeln!(out, "  left out  {file}line {line}: {}", text[begin..].lines().next().unwrap_or_default().trim())?;
    }
    Ok(())
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
