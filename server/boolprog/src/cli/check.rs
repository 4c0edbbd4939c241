//! `boolprog check`: a file is read, checked, and put into a document.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_c::Asked;
use boolprog_check::next::{self, Next};
use boolprog_check::report::{Report, Verdict};
use boolprog_check::wording;
use boolprog_check::{Query, System, integer};
use boolprog_export::report::{self, Counterexample, PropertyDocument, ProverDocument, RelatedDocument};
use boolprog_frontend::{Program, Reader};
use boolprog_integer::Check;
use boolprog_trace::document::{ProgramKind, PropertyKind};

use super::arguments::CheckArguments;
use super::checked::{Checked, Status, failed, with_diagnostics};
use super::clock::Clock;
use super::input::{Purpose, front_end, suitable};
use super::load::{Place, read};
use super::notes;
use super::progress::Watched;
use super::system::asked;
use boolprog_host::limits::Limits;
use boolprog_host::provers::prover;

/// Reads and checks a file. Never fails: errors become diagnostics.
pub(super) fn check_file(path: &Path, arguments: &CheckArguments) -> Checked {
    let name = path.display().to_string();
    let watched = Watched::start(&name, arguments.limits.start());
    let result = catch_unwind(AssertUnwindSafe(|| check_content(path, &name, arguments, watched.limits())));
    let mut checked = result.unwrap_or_else(|_| {
        let message = "Checking this file failed because of an error in boolprog. Please report it.";
        Checked { status: Status::Internal, ..failed(&name, "internal", message.to_owned()) }
    });
    checked.document.collect_next();
    checked.document.statistics.seconds = watched.limits().elapsed().as_secs_f64();
    checked.document.statistics.peak_bytes = watched.limits().peak_bytes();
    checked
}

/// Reads a file and checks it according to its contents.
fn check_content(path: &Path, name: &str, arguments: &CheckArguments, limits: &Limits) -> Checked {
    let source = match read(path) {
        Ok(source) => source,
        Err(why) => return failed(name, "unreadable", why),
    };
    if let Err(why) = suitable(path, Purpose::Check) {
        return failed(name, "no-program", why);
    }
    let front_end = front_end(path);
    let engine = arguments.engine.0;
    if engine.is_some_and(|engine| engine.is_for_integers() != front_end.makes_integer_programs()) {
        let other = if front_end.makes_integer_programs() { "Boolean" } else { "integer" };
        return failed(name, "arguments", format!("This engine is for {other} programs; see --engine."));
    }
    let text = source.named(path);
    limits.limit_process();
    let semantics = match arguments.reading.complete(&text, arguments.semantics(), limits) {
        Ok(semantics) => semantics,
        Err(why) => return with_diagnostics(name, source, vec![not_linked(why)]),
    };
    let (program, diagnostics) = match front_end.read(&text, &semantics, limits) {
        Ok(read) => read,
        Err(diagnostics) => return with_diagnostics(name, source.with(&semantics), diagnostics),
    };
    let mut checked = with_diagnostics(name, source.of_program(&program), diagnostics);
    match program {
        Program::Boolean(unit) => {
            let query = Query::Boolean(unit, arguments.options());
            check_query(&mut checked, &query, arguments, limits);
        }
        Program::Integer(model) => {
            let model = match arguments.integers.distinguished.added_to(model) {
                Ok(model) => model,
                Err(why) => return failed(name, "arguments", why),
            };
            checked.origins.clone_from(&model.origins);
            let query = Query::Integer(model, integer::Options { engine, ..arguments.integers.options() });
            check_query(&mut checked, &query, arguments, limits);
            relate(&mut checked, &query);
            notes::add(&mut checked, &query, (&text, &semantics), arguments, limits);
            offer(&mut checked, &semantics.c.asked, arguments);
            // Of another notation it would speak of a text that was made of the file.
            checked.certificate = checked.certificate.filter(|_| matches!(front_end.reader, Reader::Integer(_)));
        }
        Program::System(system) => match asked(path, *system, arguments.init.as_deref(), arguments.target.as_deref()) {
            Ok(system) => check_system(&mut checked, system, arguments, limits),
            Err(why) => checked.add(Diagnostic::new("arguments", Severity::Error, Span::empty(0), why)),
        },
    }
    checked
}

fn not_linked(why: String) -> Diagnostic {
    Diagnostic::new("c-files", Severity::Error, Span::empty(0), why)
}

/// Checks a program of either kind.
fn check_query(checked: &mut Checked, query: &Query, arguments: &CheckArguments, limits: &Limits) {
    checked.document.kind = Some(query.kind());
    checked.document.threads = Some(query.threads());
    checked.document.scope = Some(wording::scope_of(query));
    limits.limit_process();
    let mut clock = Clock::default();
    let mut prover = clock.around(prover(&arguments.integers.prover));
    let report = query.check(&mut prover, limits, &mut clock);
    let questions = report.statistics.questions;
    let next = next::of_query(&report, query);
    fill(checked, report);
    advise(checked, &next, arguments);
    let seconds = clock.waited().as_secs_f64();
    checked.document.statistics.prover = questions.map(|questions| ProverDocument { questions, seconds });
    checked.document.statistics.iterations = clock.into_iterations();
}

/// Offers what was not asked of a C program with threads, of which all else is proved.
fn offer(checked: &mut Checked, asked: &[Asked], arguments: &CheckArguments) {
    let document = &mut checked.document;
    let is_proved = document.properties.iter().all(|property| property.verdict == report::Verdict::Proved);
    if document.kind != Some(ProgramKind::C) || document.threads.as_deref() == Some("1") || !is_proved {
        return;
    }
    let offers = [(Asked::Races, "race"), (Asked::Deadlocks, "deadlock")];
    let offers = offers.iter().filter(|(kind, _)| !asked.contains(kind));
    let next: Vec<Next> = offers.map(|(_, name)| Next::to("property", name)).collect();
    document.try_next = next::listed(&next);
    let path = Path::new(&document.file);
    document.next = next.iter().filter_map(|next| arguments.given.command(path, next)).collect();
}

/// Says of each property what to try next. One line for people has what helps with the first of them.
fn advise(checked: &mut Checked, next: &[Vec<Next>], arguments: &CheckArguments) {
    let document = &mut checked.document;
    document.try_next = next.iter().find_map(|next| next::listed(next));
    let path = Path::new(&document.file);
    for (property, next) in document.properties.iter_mut().zip(next) {
        property.next.extend(next.iter().filter_map(|next| arguments.given.command(path, next)));
    }
}

/// Adds the other places that properties of a program that was made of the file are about.
fn relate(checked: &mut Checked, query: &Query) {
    let Query::Integer(model, _) = query else { return };
    let Some(origins) = &model.origins else { return };
    for (property, related) in model.system.properties.iter().zip(&origins.related) {
        let Some((span, message)) = related else { continue };
        let [own, other] = [property.span, *span].map(|span| checked.source.place(span.start));
        for document in checked.document.properties.iter_mut().filter(|document| document.id == property.id()) {
            // A violation has the place of its first thread: the other one is related then.
            let is_other = (document.line, document.column) == (other.line, other.column);
            let Place { file, line, column } = if is_other { &own } else { &other };
            let (line, column, file) = (*line, *column, file.map(str::to_owned));
            document.related.push(RelatedDocument { line, column, message: message.clone(), file });
        }
    }
}

/// Checks a thread transition system.
fn check_system(checked: &mut Checked, mut system: System, arguments: &CheckArguments, limits: &Limits) {
    checked.document.kind = Some(ProgramKind::System);
    checked.document.threads = system.net.is_none().then(|| system.threads());
    checked.document.scope = Some(system.scope().to_owned());
    let options = arguments.options();
    let report = system.check(options, limits);
    let next = next::of_threads(&report, &options, system.threads() == "*");
    fill(checked, report);
    advise(checked, &next, arguments);
}

/// A violation that several threads have part in is where the first of them is at the end of the counterexample.
fn at_first_thread(document: &mut PropertyDocument) {
    if let Some(Counterexample::Program(trace)) = &document.trace {
        let range = trace.property.range;
        (document.line, document.column) = (range.line, range.column);
        document.file = trace.file(&range).map(str::to_owned);
    }
}

fn fill<T>(checked: &mut Checked, report: Report<T>)
where
    Counterexample: From<Arc<T>>,
{
    for property in &report.properties {
        let Place { file, line, column } = match property.kind {
            PropertyKind::Target if property.span.is_empty() => Place { file: None, line: 0, column: 0 },
            _ => checked.source.place(property.span.start),
        };
        let mut document =
            PropertyDocument::new(property.id.clone(), property.kind, property.name.clone(), line, column);
        document.check = property.check.map(|check| Cow::Borrowed(check.name()));
        document.file = file.map(str::to_owned);
        let status = answer(&mut document, &property.verdict);
        if property.check.is_some_and(Check::is_of_threads) {
            at_first_thread(&mut document);
        }
        document.depends_on(property.visible.as_ref());
        checked.status = checked.status.max(status);
        checked.document.properties.push(document);
    }
    let statistics = &mut checked.document.statistics;
    statistics.thread_states = report.statistics.thread_states;
    statistics.maximal_markings = report.statistics.maximal_markings;
    statistics.coverability = report.statistics.coverability.into_iter().map(Into::into).collect();
    statistics.shared_states = report.statistics.shared_states;
    statistics.local_states = report.statistics.local_states;
    statistics.reduction = report.statistics.reduction;
    statistics.states = (report.statistics.states > 0).then_some(report.statistics.states);
    statistics.seed = report.statistics.seed;
    statistics.rounds = report.statistics.rounds;
    checked.certificate = report.certificate;
}

/// Puts a verdict into the document of its property.
fn answer<T>(document: &mut PropertyDocument, verdict: &Verdict<T>) -> Status
where
    Counterexample: From<Arc<T>>,
{
    match verdict {
        Verdict::Proved(proof) => {
            document.proved(proof.engine(), proof.certified());
            Status::Proved
        }
        Verdict::Violated(violation) => {
            document.violated(violation.engine(), violation.trace_engine(), Arc::clone(violation.trace()));
            Status::Violated
        }
        Verdict::Unknown(unknown) => {
            document.reason = Some(wording::reason(unknown));
            if unknown.is_internal() { Status::Internal } else { Status::Unknown }
        }
    }
}
