//! `boolprog reach --markings`: the minimal coverability set, marking by marking. As JSON a document of its own
//! (`boolprog-markings/1`, described in `docs/states-format.md`).

use std::collections::BTreeMap;
use std::io::{self, Write};

use boolprog_base::words::count;
use boolprog_check::graph::{Atomic, ThreadState};
use boolprog_check::markings::{self, Local, Marking, Number, ProgramMarking};
use boolprog_check::report::Unknown;
use boolprog_check::{Unit, wording};
use boolprog_frontend::Program;
use boolprog_program::lower::property_ids;
use boolprog_program::names::VariableId;
use boolprog_syntax::ast::SiteId;
use serde::Serialize;

use super::arguments::{ReachArguments, StatesFormat};
use super::checked::Status;
use super::json;
use super::load::{self, Source};
use super::reach::quoted;

const SCHEMA: &str = "boolprog-markings/1";

/// The maximal markings of one file.
#[derive(Debug, Serialize)]
struct MarkingsDocument {
    /// [`SCHEMA`].
    schema: &'static str,
    /// Path of the file as it was given.
    file: String,
    /// The number of threads that start: a number or `*`.
    threads: String,
    /// For which executions these are the markings, in words. No part of the document.
    #[serde(skip)]
    scope: String,
    /// Why they are not known, as a clause; otherwise absent.
    reason: Option<String>,
    /// The markings; absent if they are not known.
    markings: Option<Vec<MarkingDocument>>,
}

#[derive(Debug, Serialize)]
struct MarkingDocument {
    shared: SharedDocument,
    threads: Vec<ThreadsDocument>,
}

/// A shared state: its number, or the values of the shared variables.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum SharedDocument {
    Number(u32),
    Values(BTreeMap<String, bool>),
}

/// The threads in one local state.
#[derive(Debug, Serialize)]
struct ThreadsDocument {
    /// The most of them, or `*` for any number.
    count: String,
    #[serde(flatten)]
    local: LocalDocument,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum LocalDocument {
    Number {
        local: u32,
    },
    Failed {
        /// Id of the property that the thread has violated.
        failed: String,
    },
    At {
        line: u32,
        column: u32,
        text: String,
        values: BTreeMap<String, bool>,
        /// Lines of the calls around it, innermost first, with the values of the variables there.
        callers: Vec<(u32, BTreeMap<String, bool>)>,
        /// `true` if it is inside an atomic section.
        atomic: bool,
    },
}

/// Lists the markings; the status says whether they are known. Fails with a sentence for the user.
pub(super) fn list(arguments: &ReachArguments, out: &mut impl Write) -> Result<io::Result<Status>, String> {
    let (asked, init) = (&arguments.asked, arguments.init.as_deref());
    let name = asked.file.display();
    let limits = asked.limits.start();
    let (source, program) = load::program(&asked.file, (&asked.reading, asked.reading.options()), &limits)?;
    let document = match program {
        Program::Boolean(_) if init.is_some() => {
            return Err(format!("{name}: --init is for thread transition systems; a program starts in `main`."));
        }
        Program::Boolean(unit) => {
            let creates = unit.analysis.program().is_ok_and(|program| program.creates_threads);
            let scope = wording::scope(unit.analysis.reading.threads, creates);
            let found = markings::of_program(&unit, &limits);
            let writer = Writer { source: &source, unit: &unit };
            let threads = unit.analysis.reading.threads.to_string();
            document(unit.path.clone(), threads, scope, found, |marking| writer.marking(&marking))
        }
        Program::System(system) => {
            let mut system = system.starting(init).map_err(|why| format!("{name}: {why}"))?;
            let (threads, scope) = (system.threads(), system.scope().to_owned());
            let found = system.markings(&limits);
            document(system.path, threads, scope, found, numbered)
        }
        Program::Integer(_) => return Err(format!("{name}: this is not a Boolean program.")),
    };
    let written = match arguments.format {
        StatesFormat::Table => text(&document, out),
        StatesFormat::Csv => csv(&document, out),
        StatesFormat::Json => json::write(&document, out),
    };
    let status = if document.markings.is_some() { Status::Proved } else { Status::Unknown };
    Ok(written.map(|()| status))
}

fn document<M>(
    file: String,
    threads: String,
    scope: String,
    found: Result<Vec<M>, Unknown>,
    shown: impl Fn(M) -> MarkingDocument,
) -> MarkingsDocument {
    let (reason, markings) = match found {
        Ok(markings) => (None, Some(markings.into_iter().map(shown).collect())),
        Err(why) => (Some(wording::incomplete(&why)), None),
    };
    MarkingsDocument { schema: SCHEMA, file, threads, scope, reason, markings }
}

fn number(number: Number) -> String {
    match number {
        Number::UpTo(threads) => threads.to_string(),
        Number::Any => "*".to_owned(),
    }
}

fn numbered(marking: Marking) -> MarkingDocument {
    let threads = marking.threads.into_iter().map(|(local, threads)| ThreadsDocument {
        count: number(threads),
        local: LocalDocument::Number { local: local.0 },
    });
    MarkingDocument { shared: SharedDocument::Number(marking.shared.0), threads: threads.collect() }
}

struct Writer<'a> {
    source: &'a Source,
    unit: &'a Unit,
}

impl Writer<'_> {
    fn marking(&self, marking: &ProgramMarking) -> MarkingDocument {
        let threads = marking.threads.iter().map(|(local, threads)| ThreadsDocument {
            count: number(*threads),
            local: match local {
                Local::At(state) => self.local(state),
                Local::Failed(property) => LocalDocument::Failed { failed: self.property(*property) },
            },
        });
        MarkingDocument { shared: SharedDocument::Values(self.values(&marking.shared)), threads: threads.collect() }
    }

    fn local(&self, state: &ThreadState) -> LocalDocument {
        let mut frames = state.frames.iter();
        let (site, own) = frames.next().map_or((SiteId(0), &[][..]), |(site, own)| (*site, own.as_slice()));
        let span = self.unit.file.sites[site.0 as usize].span;
        let (line, column) = self.source.line_and_column(span.start);
        let text = self.unit.text[span.range()].split_whitespace().collect::<Vec<_>>().join(" ");
        let mut values = self.values(&state.thread_local);
        values.extend(self.values(own));
        LocalDocument::At {
            line,
            column,
            text: if text.is_empty() { "end".to_owned() } else { text },
            values,
            callers: frames.map(|(site, values)| (self.line(*site), self.values(values))).collect(),
            atomic: state.atomic == Atomic::This,
        }
    }

    fn line(&self, site: SiteId) -> u32 {
        self.source.line_and_column(self.unit.file.sites[site.0 as usize].span.start).0
    }

    fn values(&self, values: &[(VariableId, bool)]) -> BTreeMap<String, bool> {
        let names = &self.unit.analysis.names;
        values.iter().map(|(variable, value)| (names.info(*variable).name.to_string(), *value)).collect()
    }

    fn property(&self, property: u32) -> String {
        let ids = self.unit.analysis.program().map(|program| property_ids(&program.properties)).unwrap_or_default();
        ids.get(property as usize).cloned().unwrap_or_default()
    }
}

fn text(document: &MarkingsDocument, out: &mut impl Write) -> io::Result<()> {
    let MarkingsDocument { file, scope, reason, markings, .. } = document;
    let Some(markings) = markings else {
        let why = reason.as_deref().unwrap_or_default();
        return writeln!(out, "{file}: the maximal markings are not known: {why}");
    };
    writeln!(out, "{file}: {}, {scope}", count(markings.len() as u64, "maximal marking"))?;
    for (number, marking) in (1..).zip(markings) {
        writeln!(out)?;
        writeln!(out, "{number}: {}", shared(&marking.shared))?;
        for ThreadsDocument { count, local } in &marking.threads {
            let count = if count == "*" { "any" } else { count };
            writeln!(out, "  {count:>5}  {}", shown(local))?;
        }
    }
    Ok(())
}

fn csv(document: &MarkingsDocument, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "marking,shared,count,local")?;
    for (number, marking) in (1..).zip(document.markings.iter().flatten()) {
        for ThreadsDocument { count, local } in &marking.threads {
            writeln!(out, "{number},{},{count},{}", quoted(&shared(&marking.shared)), quoted(&shown(local)))?;
        }
    }
    Ok(())
}

fn shared(shared: &SharedDocument) -> String {
    match shared {
        SharedDocument::Number(number) => format!("shared state {number}"),
        SharedDocument::Values(values) if values.is_empty() => "no shared variables".to_owned(),
        SharedDocument::Values(values) => assignments(values),
    }
}

/// A local state in a line: `line 12: got, lock := !lock, T  got=F`.
fn shown(local: &LocalDocument) -> String {
    match local {
        LocalDocument::Number { local } => format!("local state {local}"),
        LocalDocument::Failed { failed } => format!("has violated {failed}"),
        LocalDocument::At { line, text, values, callers, atomic, .. } => {
            let mut parts = vec![format!("line {line}: {text}"), assignments(values)];
            parts.extend(callers.iter().map(|(line, values)| {
                let values = assignments(values);
                format!("called on line {line} {values}").trim_end().to_owned()
            }));
            parts.extend(atomic.then(|| "in an atomic section".to_owned()));
            parts.retain(|part| !part.is_empty());
            parts.join("  ")
        }
    }
}

fn assignments(values: &BTreeMap<String, bool>) -> String {
    let value = |(name, value): (&String, &bool)| format!("{name}={}", if *value { "T" } else { "F" });
    values.iter().map(value).collect::<Vec<_>>().join(" ")
}
