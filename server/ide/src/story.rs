//! A counterexample in a few lines: changes, starts of threads, and switches between threads.

use boolprog_trace::document::{
    ProgramKind, PropertyKind, RangeDocument, StepDocument, ThreadChange, ThreadDocument, Threads, TraceDocument, Value,
};

/// A step in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Its number, from 0.
    pub step: usize,
    /// Range of the statement in the text of the trace.
    pub range: RangeDocument,
    /// `T2: lock F->T`
    pub text: String,
}

/// At most `limit` steps that explain a counterexample, in order. The last step is always among them.
///
/// Thread starts come first, then writes to the variables in `watched`, context switches and other writes to
/// shared variables; of equally important steps the later ones stay.
pub fn highlights(trace: &TraceDocument, watched: &[&str], limit: usize) -> Vec<Event> {
    let mut told = tell(trace);
    let last = told.len().saturating_sub(1);
    let mut chosen: Vec<usize> =
        (0..told.len()).filter(|&step| step == last || told[step].importance(watched).is_some()).collect();
    chosen.sort_by_key(|&step| {
        (step != last, told[step].importance(watched).unwrap_or(u8::MAX), std::cmp::Reverse(step))
    });
    chosen.truncate(limit);
    chosen.sort_unstable();
    for &step in &chosen {
        let told = &mut told[step];
        if told.is_only_a_switch() {
            told.text = format!("switch to {}", told.text);
        }
    }
    let last_range = match (trace.property.kind, trace.steps.last()) {
        (PropertyKind::Check, _) | (_, None) => trace.property.range,
        (_, Some(step)) => step.range,
    };
    if let (Some(step), Some(told)) = (trace.steps.last(), told.last_mut()) {
        told.text = match trace.property.kind {
            // The last step of a deadlock may be one of a thread outside of it.
            PropertyKind::Check => format!("{}: {}", actor(trace, trace.property.thread), trace.property.name),
            PropertyKind::Assert => format!("{}: {} fails", actor(trace, step.thread), step.text),
            PropertyKind::Invariant => format!("{}, `{}` is violated", told.text, trace.property.name),
            PropertyKind::Value => format!("{}: {}", actor(trace, step.thread), trace.property.name),
            PropertyKind::Error => format!("{}, `{}` happens", told.text, trace.property.name),
            PropertyKind::Label | PropertyKind::Target | PropertyKind::Point => {
                format!("{}: {} is reached", actor(trace, step.thread), trace.property.name)
            }
        };
    }
    chosen
        .into_iter()
        .map(|step| Event {
            step,
            range: if step == last { last_range } else { trace.steps[step].range },
            text: std::mem::take(&mut told[step].text),
        })
        .collect()
}

/// The effect of each step, in order, without the thread: `lock F->T`, or its statement if it changed nothing.
pub fn steps(trace: &TraceDocument) -> Vec<String> {
    let told = tell(trace).into_iter().zip(&trace.steps);
    told.map(|(told, step)| told.text.trim_start_matches(&format!("{}: ", actor(trace, step.thread))).to_owned())
        .collect()
}

/// One step of the whole story.
struct Told<'a> {
    text: String,
    changed: Vec<&'a str>,
    starts: bool,
    switches: bool,
    /// `true` if it accesses a shared variable, or goes to another named location, as in integer programs.
    tells: bool,
}

impl Told<'_> {
    /// Returns `true` if it is worth a line only because another thread acted before.
    fn is_only_a_switch(&self) -> bool {
        self.switches && !self.starts && !self.tells && self.changed.is_empty()
    }

    /// Smaller is more important; `None` is not worth a line.
    fn importance(&self, watched: &[&str]) -> Option<u8> {
        let is_watched = self.changed.iter().any(|name| watched.contains(name));
        let ranked = [self.starts, is_watched, self.switches, self.tells];
        (0u8..).zip(ranked).find_map(|(rank, applies)| applies.then_some(rank))
    }
}

fn tell(trace: &TraceDocument) -> Vec<Told<'_>> {
    let mut threads = Threads::of(&trace.initial);
    let mut acting = None;
    let mut told = Vec::with_capacity(trace.steps.len());
    for step in &trace.steps {
        let changes = changes(trace, step, &threads);
        let looks = step.accesses.iter().any(|access| trace.shared.contains(&access.variable));
        let way = way(step, &threads);
        let switches = acting.replace(step.thread).is_some_and(|before| before != step.thread);
        told.push(Told {
            text: sentence(trace, step, &changes, way.as_deref()),
            changed: changes.iter().map(|change| change.name).collect(),
            starts: step.created.is_some(),
            switches,
            tells: !step.shared.is_empty() || looks || way.is_some(),
        });
        threads.take(step);
    }
    told
}

struct Change<'a> {
    /// Thread whose copy it is, if that is not the acting one.
    thread: Option<u32>,
    name: &'a str,
    value: &'a Value,
}

fn changes<'a>(trace: &'a TraceDocument, step: &'a StepDocument, before: &Threads) -> Vec<Change<'a>> {
    let shared = step.shared.iter().filter_map(|(variable, value)| {
        let name = trace.shared.get(*variable as usize)?;
        Some(Change { thread: None, name, value })
    });
    let local = step.threads.iter().filter_map(|after| Some((before.get(after.number)?, after)));
    let local = local.flat_map(|(before, after)| {
        let thread = (after.number != step.thread).then_some(after.number);
        local_changes(trace, before, after).into_iter().map(move |(name, value)| Change { thread, name, value })
    });
    shared.chain(local).filter(|change| !change.value.is_nothing()).collect()
}

/// Variables of one thread with a new value; those of activations that begin or end do not count.
fn local_changes<'a>(
    trace: &'a TraceDocument,
    before: &ThreadDocument,
    after: &'a ThreadChange,
) -> Vec<(&'a str, &'a Value)> {
    let mut changes = differences(&trace.thread_local, &before.thread_local, &after.thread_local);
    for (old, new) in before.frames.above(after.kept).zip(&after.frames) {
        if old.procedure != new.procedure {
            break;
        }
        if let Some(procedure) = trace.procedures.get(new.procedure as usize) {
            changes.extend(differences(&procedure.variables, &old.values, &new.values));
        }
    }
    changes
}

fn differences<'a>(names: &'a [String], before: &[Value], after: &'a [Value]) -> Vec<(&'a str, &'a Value)> {
    let values = before.iter().zip(after);
    names.iter().zip(values).filter(|(_, (old, new))| old != new).map(|(name, (_, new))| (name.as_str(), new)).collect()
}

fn actor(trace: &TraceDocument, thread: u32) -> String {
    let instance = (thread as usize).checked_sub(1).and_then(|index| trace.instances.get(index));
    instance.cloned().unwrap_or_else(|| format!("T{thread}"))
}

/// The source and target of the acting instance of an integer program.
fn way(step: &StepDocument, before: &Threads) -> Option<String> {
    let after = step.threads.iter().find(|after| after.number == step.thread && after.kept == 0)?;
    let from = before.get(step.thread)?.frames.first()?.location.as_deref()?;
    let to = after.frames.first()?.location.as_deref()?;
    (from != to).then(|| format!("{from} -> {to}"))
}

/// That a thread is created, by the name of its function in a C program.
fn created(trace: &TraceDocument, step: &StepDocument, thread: u32) -> String {
    let new = step.threads.iter().find(|it| it.number == thread).and_then(|it| it.frames.first());
    let procedure = new.and_then(|frame| trace.procedures.get(frame.procedure as usize));
    match procedure.filter(|_| trace.kind == ProgramKind::C) {
        Some(procedure) => format!("creates T{thread} {}", procedure.name),
        None => format!("starts T{thread}"),
    }
}

/// The effect of a step.
fn sentence(trace: &TraceDocument, step: &StepDocument, changes: &[Change], way: Option<&str>) -> String {
    let change = |change: &Change| {
        let owner = change.thread.map(|thread| format!("{}.", actor(trace, thread))).unwrap_or_default();
        let name = change.name;
        match change.value {
            // There are two values, so the new one determines the old one.
            Value::Truth(true) if trace.kind == ProgramKind::Boolean => format!("{owner}{name} F->T"),
            Value::Truth(false) if trace.kind == ProgramKind::Boolean => format!("{owner}{name} T->F"),
            value => format!("{owner}{name} = {}", value.in_words()),
        }
    };
    let mut parts: Vec<String> = way.map(str::to_owned).into_iter().collect();
    parts.extend(changes.iter().map(change));
    let looks = step.accesses.iter().filter(|access| access.before == access.after);
    parts.extend(
        looks.map(|access| format!("{} {} = {}", access.kind.verb(), access.variable, access.after.in_words())),
    );
    parts.extend(step.created.map(|thread| created(trace, step, thread)));
    parts.extend(step.blocked.iter().map(|blocked| format!("T{} waits for {}", blocked.thread, blocked.on)));
    parts.extend(step.ended.map(|_| "ends".to_owned()));
    if parts.is_empty() {
        parts.push(step.text.clone());
    }
    format!("{}: {}", actor(trace, step.thread), parts.join(", "))
}
