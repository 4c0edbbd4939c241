//! The program of a saved trace: which front end reads it, and how it was read.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use boolprog_base::ReadText;
use boolprog_base::control::Control;
use boolprog_c::{Asked, Files, Flags, Linked};
use boolprog_c_syntax::target::Target;
use boolprog_integer::OnRange;
use boolprog_machine::NotRead;
use boolprog_program::program::Threads;
use boolprog_trace::document::{ProgramKind, PropertyKind, TraceDocument};

use crate::{FRONT_ENDS, FrontEnd, Options, Text};

/// The front end that reads the program of a trace: that of its file or, if the name says nothing, the first one that makes
/// such programs.
pub fn front_end_of(file: &Path, document: &TraceDocument) -> &'static FrontEnd {
    let of_kind = |front_end: &&FrontEnd| front_end.makes_integer_programs() == document.is_of_integer_program();
    let named = FrontEnd::of(file).filter(of_kind);
    named.or_else(|| FRONT_ENDS.iter().find(of_kind)).unwrap_or(&FRONT_ENDS[0])
}

/// The possible options under which the program of a trace was read. The trace of an integer program records neither
/// the number of instances of a process with any number, nor the semantics of values outside their range; that of a C
/// program not how it was read.
pub fn recorded_options(document: &TraceDocument) -> Vec<Options> {
    let property = &document.property;
    if !document.is_of_integer_program() {
        let label = (property.kind == PropertyKind::Label).then(|| property.name.as_str().into());
        let (threads, error_labels) = (document.threads.parse().ok(), label.into_iter().collect());
        return vec![Options { threads, error_labels, ..Options::default() }];
    }
    let with = |count: u16, on_range, c| Options {
        threads: Some(Threads::Exactly(u32::from(count))),
        on_range,
        property: Some(property.id.clone()),
        // The other properties may name more instances than this one needs.
        absent_instances: true,
        c,
        ..Options::default()
    };
    if document.kind == ProgramKind::C {
        let counts = counts(document);
        let of = |c: boolprog_c::Options| counts.iter().map(move |count| with(*count, OnRange::Error, c.clone()));
        return readings_of_c(&property.id).flat_map(of).collect();
    }
    let ranges = [OnRange::Error, OnRange::Block, OnRange::Wrap].into_iter();
    let c = boolprog_c::Options::default;
    let of = |on_range| counts(document).into_iter().map(move |count| with(count, on_range, c()));
    ranges.flat_map(of).collect()
}

/// The program of a trace of a C program, as the abstract machine executes it: for the same machine, and from the same function.
/// Options besides the text, such as macros, are not recorded.
pub fn recorded_machine(
    document: &TraceDocument,
    text: &Text,
    included: Option<ReadText>,
    control: &dyn Control,
) -> Result<boolprog_machine::program::Program, NotRead> {
    let schedule = document.schedule.as_ref();
    let target = schedule.and_then(|schedule| Target::of_name(&schedule.target)).unwrap_or_default();
    let linked = schedule.into_iter().flat_map(|schedule| &schedule.linked).filter_map(|path| {
        let text = included.and_then(|read| read(path).ok())?;
        Some(Linked { path: path.clone(), text: text.into(), flags: Flags::default() })
    });
    let entry = document.entry().unwrap_or("main").to_owned();
    let files = Files(included);
    let options = boolprog_c::Options { linked: linked.collect(), files, target, entry, ..Default::default() };
    boolprog_machine::read_all(&options.inputs(&text.path, &text.text), &options.entry, control)
}

/// Options with which a C program that has this property can have been read: as usual first, and with no more properties than this kind.
fn readings_of_c(property: &str) -> impl Iterator<Item = boolprog_c::Options> {
    let name = property.split_once('-').map_or(property, |(_, name)| name);
    let kind = Asked::NAMES.into_iter().find(|(kind, _)| name.starts_with(kind));
    let kind = kind.map_or(Asked::Assertions, |(_, asked)| asked);
    let every = || Asked::NAMES.into_iter().map(|(_, asked)| asked);
    let both = every().filter(|asked| *asked == Asked::Assertions || *asked == kind);
    let mut sets = vec![vec![kind], both.collect(), every().collect()];
    sets.dedup();
    sets.into_iter().flat_map(|asked| {
        (0..32).map(move |bits| boolprog_c::Options {
            by_order: bits & 1 != 0,
            statements: bits & 2 != 0,
            unbounded: bits & 4 != 0,
            spurious_wakeups: bits & 8 != 0,
            target: if bits & 16 != 0 { Target::I386 } else { Target::X86_64 },
            asked: asked.clone(),
            ..boolprog_c::Options::default()
        })
    })
}

/// Possible numbers of instances of the processes in a trace: the program leaves one of them open.
fn counts(document: &TraceDocument) -> BTreeSet<u16> {
    let mut counts: BTreeMap<&str, u16> = BTreeMap::new();
    for instance in &document.instances {
        let process = instance.split('[').next().unwrap_or_default();
        let count = counts.entry(process).or_default();
        *count = count.saturating_add(1);
    }
    // A program without processes has no instances.
    counts.into_values().chain(document.instances.is_empty().then_some(1)).collect()
}
