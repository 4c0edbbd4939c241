//! Traces of C programs: `tests/c/NAME.c`, executed with the first of the seeds in its first line that leads to a fault; if it says so,
//! races are faults, too, or what the library may do late it does late.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use boolprog_base::control::Unlimited;
use boolprog_c_syntax::library::PREFIX;
use boolprog_machine::choices::{Asked, Choices, Usual};
use boolprog_machine::fault::{Kind, Kinds};
use boolprog_machine::machine::{Ended, Environment, Machine, Options};
use boolprog_machine::observer::Nobody;
use boolprog_machine::program::Program;
use boolprog_machine::record::{Noted, Record, Turns};
use boolprog_machine::schedule::{Random, run};
use boolprog_trace::c::{Execution, Subject, document, repeated};
use boolprog_trace::document::{StateDocument, StepDocument, TraceDocument, Value, program_hash};

/// Answers to the questions of the machine: the usual ones, or the highest.
#[derive(Clone, Copy)]
enum Answers {
    Usual,
    Highest,
}

impl Choices for Answers {
    fn choose(&mut self, asked: &Asked) -> i128 {
        match self {
            Self::Usual => Usual.choose(asked),
            Self::Highest => asked.high,
        }
    }
}

/// An execution that ends with a fault, by its seed.
fn record(program: &Arc<Program>, options: Options, source: Answers, seed: u64) -> Option<Record> {
    let machine = Machine::new(Arc::clone(program), options, &["program"], &[], &Unlimited);
    let mut machine = machine.expect("it begins");
    let mut scheduler = Turns { scheduler: Random::new(seed, 3), record: Record::default() };
    let mut choices = Noted { source, answers: Vec::new() };
    let mut environment = Environment { choices: &mut choices, observer: &mut Nobody, control: &Unlimited };
    let ended = run(&mut machine, &mut scheduler, &mut environment);
    let record = Record { answers: choices.answers, ..scheduler.record };
    matches!(ended, Ended::Fault(_)).then_some(record)
}

fn trace(path: &Path) -> TraceDocument {
    let text = std::fs::read_to_string(path).expect("readable");
    let name = path.file_name().expect("a name").to_string_lossy();
    let program = Arc::new(
        boolprog_machine::read(&name, &text, &boolprog_c_syntax::Options::default(), "main", &Unlimited)
            .expect("a program"),
    );
    let first = text.lines().next().and_then(|line| line.strip_prefix("// seeds ")).expect("seeds");
    let (first, wish) = first.split_once(", ").unwrap_or((first, ""));
    let kinds = if wish == "races" { Kinds::default().with(Kind::Race) } else { Kinds::default() };
    let answers = if wish == "late" { Answers::Highest } else { Answers::Usual };
    let options = Options { kinds, ..Options::default() };
    let (low, high) = first.split_once("..").expect("a range");
    let seeds = low.parse::<u64>().expect("a number")..high.parse().expect("a number");
    let record = seeds.into_iter().find_map(|seed| record(&program, options, answers, seed)).expect("a fault");
    let execution = Execution { program: &program, options, arguments: &["program"], input: &[], record: &record };
    let hash = program_hash(&text);
    let subject = Subject { path: &name, hash: &hash, property: "error-1", guarantee: "", is_race: false };
    let (document, fault) = document(&execution, &subject, &Unlimited).expect("a trace");
    assert!(fault.is_some());
    frames_are_in_their_functions(&program, &document);
    let json = serde_json::to_string(&document).expect("plain data");
    assert!(!json.contains(PREFIX), "{name}: a name of the library is shown");
    assert_eq!(TraceDocument::read(&json).as_ref(), Ok(&document));
    assert_eq!(repeated(&document, &program, &Unlimited), Ok((document.clone(), fault)));
    document
}

/// Each frame is at a line of its function, whether its thread has acted or not.
fn frames_are_in_their_functions(program: &Program, trace: &TraceDocument) {
    let mut lines = BTreeMap::new();
    for (_, unit) in program.units().filter(|(id, _)| !program.is_library(*id)) {
        for function in &unit.functions {
            let Some(body) = function.body.map(|body| unit[body].place) else { continue };
            let line = |offset: usize| unit.sources.files[0].text[..offset].matches('\n').count() as u32 + 1;
            let range = body.span.range();
            lines.insert(function.name.to_string(), line(function.place.span.start as usize)..=line(range.end));
        }
    }
    for state in trace.states().expect("it is undamaged") {
        for frame in state.threads.iter().flat_map(|thread| &thread.frames) {
            let name = &trace.procedures[frame.procedure as usize].name;
            let line = frame.range.line;
            assert!(lines[name].contains(&line), "{}: {name} is in line {line}", trace.program);
        }
    }
}

/// A trace as text: each step with its accesses and what is different afterwards.
fn told(trace: &TraceDocument) -> String {
    let mut text =
        format!("{} (T{}, line {})\n", trace.property.name, trace.property.thread, trace.property.range.line);
    for related in &trace.property.related {
        let _ = writeln!(text, "  {} (T{}, line {})", related.text, related.thread, related.range.line);
    }
    if let Some(locks) = &trace.property.locks {
        let _ = writeln!(text, "  {locks}");
    }
    let _ = writeln!(text, "shared: {}", trace.shared.join(", "));
    for procedure in &trace.procedures {
        let _ = writeln!(text, "{}: {}", procedure.name, procedure.variables.join(", "));
    }
    let states = trace.states().expect("it is undamaged");
    let _ = writeln!(text, "start: {}", state(trace, &states[0]).join(", "));
    for (index, step) in trace.steps.iter().enumerate() {
        let (before, after) = (state(trace, &states[index]), state(trace, &states[index + 1]));
        let news = after.into_iter().filter(|it| !before.contains(it));
        let innermost = states[index].threads.iter().find(|thread| thread.number == step.thread);
        let innermost = innermost.and_then(|thread| thread.frames.last());
        let names = innermost.map(|frame| &trace.procedures[frame.procedure as usize].variables);
        let fresh = step.fresh.iter().map(|column| format!("new {}", names.expect("it has a frame")[*column as usize]));
        let all: Vec<String> = effects(step).into_iter().chain(news).chain(fresh).collect();
        let mark = if step.begins { '*' } else { ' ' };
        let (thread, line) = (step.thread, step.range.line);
        let _ = writeln!(text, "{mark} T{thread} {line}: {} | {}", step.text, all.join(", "));
    }
    text
}

fn effects(step: &StepDocument) -> Vec<String> {
    let accesses =
        step.accesses.iter().map(|it| format!("{} {} ({} {})", it.kind.verb(), it.variable, it.before, it.after));
    let created = step.created.map(|it| format!("creates T{it}"));
    let ended = step.ended.map(|it| format!("T{it} ends"));
    let joined = step.joined.map(|it| format!("joins T{it}"));
    let woken = step.woken.iter().map(|it| format!("wakes T{it}"));
    let blocked = step.blocked.iter().map(|it| format!("T{} waits for {}", it.thread, it.on));
    accesses.chain(created).chain(ended).chain(joined).chain(woken).chain(blocked).collect()
}

fn state(trace: &TraceDocument, state: &StateDocument) -> Vec<String> {
    let shown = |(name, value): (&String, &Value)| (*value != Value::Nothing).then(|| format!("{name} = {value}"));
    let mut all: Vec<String> = trace.shared.iter().zip(&state.shared).filter_map(shown).collect();
    for thread in &state.threads {
        for (depth, frame) in thread.frames.iter().enumerate() {
            let procedure = &trace.procedures[frame.procedure as usize];
            all.push(format!("T{}:{depth} {}:{}", thread.number, procedure.name, frame.range.line));
            let values = procedure.variables.iter().zip(&frame.values).filter_map(shown);
            all.extend(values.map(|value| format!("T{}:{depth} {value}", thread.number)));
        }
    }
    all
}

#[test]
fn executions_are_told() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(&folder);
    settings.set_prepend_module_to_snapshot(false);
    let mut paths: Vec<_> =
        std::fs::read_dir(&folder).expect("a folder").map(|it| it.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    paths.sort();
    settings.bind(|| {
        for path in paths {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            insta::assert_snapshot!(name, told(&trace(&path)));
        }
    });
}
