//! Writing `.spec`.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::format::error::WriteError;
use crate::tts::{Count, Effect, LocalId, SharedId, Target, Transition, Tts};

/// Writes a plain system with its start and its targets.
///
/// Refuses steps that change other threads, and starts that a net does not have: see [`crate::format::standard`]. If
/// any number of threads starts, the net starts with at least one: more threads can do all that fewer can. Linear.
pub fn write_spec(system: &Tts) -> Result<String, WriteError> {
    if !system.is_plain() {
        return Err(WriteError::Others);
    }
    let init = initial(system)?;
    let mut text = String::from("vars\n   ");
    put(&mut text, names('s', system.shared_states));
    put(&mut text, names('l', system.local_states));
    text.push_str("\n\nrules\n");
    for step in &system.transitions {
        rule(&mut text, step);
    }
    put(&mut text, ["\ninit\n   ".to_owned(), init, "\n\ntarget\n".to_owned()]);
    let mut targets: Vec<&Target> = system.targets.iter().collect();
    targets.sort_by_key(|target| target.property);
    for target in targets {
        put(&mut text, ["   ".to_owned(), constraints(target), "\n".to_owned()]);
    }
    Ok(text)
}

fn names(letter: char, count: u32) -> impl Iterator<Item = String> {
    (0..count).map(move |number| format!(" {letter}{number}"))
}

fn rule(text: &mut String, step: &Transition) {
    let (SharedId(shared), SharedId(to_shared), LocalId(local)) = (step.shared, step.to_shared, step.local);
    let mut changes = Vec::new();
    if shared != to_shared {
        changes.push(format!("s{shared}'=s{shared}-1"));
        changes.push(format!("s{to_shared}'=s{to_shared}+1"));
    }
    let mut tokens = BTreeMap::from([(local, -1)]);
    let created = if let Effect::Create(created) = step.effect { Some(created) } else { None };
    for LocalId(to) in step.to_local.into_iter().chain(created) {
        *tokens.entry(to).or_insert(0) += 1;
    }
    tokens.retain(|_, change| *change != 0);
    changes.extend(tokens.into_iter().map(|(place, change): (u32, i32)| format!("l{place}'=l{place}{change:+}")));
    put(text, [format!("    s{shared}>=1, l{local}>=1 -> {};\n", changes.join(", "))]);
}

fn initial(system: &Tts) -> Result<String, WriteError> {
    let start = &system.initial;
    let nobody = start.pool.is_empty() || start.count == Count::Exactly(0);
    let ([SharedId(shared)], true) = (&start.shared[..], nobody || start.count == Count::Any) else {
        return Err(WriteError::Start);
    };
    let mut fixed: BTreeMap<LocalId, u32> = BTreeMap::new();
    for &local in &start.fixed {
        *fixed.entry(local).or_insert(0) += 1;
    }
    let pool: &[LocalId] = if nobody { &[] } else { &start.pool };
    for &local in pool {
        fixed.entry(local).or_insert(1);
    }
    let place = |number: u32| match fixed.get(&LocalId(number)) {
        Some(count) if pool.contains(&LocalId(number)) => format!("l{number}>={count}"),
        Some(count) => format!("l{number}={count}"),
        None => format!("l{number}=0"),
    };
    let shared = (0..system.shared_states).map(|number| format!("s{number}={}", u32::from(number == *shared)));
    Ok(shared.chain((0..system.local_states).map(place)).map(|part| format!(" {part}")).collect::<Vec<_>>().join(","))
}

fn constraints(target: &Target) -> String {
    let mut text = format!(" s{}>=1", target.shared.0);
    for same in target.locals.chunk_by(|left, right| left == right) {
        put(&mut text, [format!(", l{}>={}", same[0].0, same.len())]);
    }
    text
}

fn put(text: &mut String, parts: impl IntoIterator<Item = String>) {
    for part in parts {
        // Writing into a string cannot fail.
        let _ = text.write_str(&part);
    }
}
