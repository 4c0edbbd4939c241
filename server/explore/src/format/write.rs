//! Writing `.tts`.

use std::fmt::Write;

use super::error::WriteError;
use crate::tts::{Effect, LocalId, Transition, Tts};

/// Writes a system; initial configurations and targets are no part of the notation.
///
/// Two kinds of steps are rewritten, with states added after the others: a thread that ends goes to a local state
/// without steps, and a thread that moves on while it creates another does so in two steps through a shared state in
/// which nothing else can happen. Coverability of the original states is preserved.
pub fn write_tts(system: &Tts) -> Result<String, WriteError> {
    let ended = system.local_states;
    let ends = system.transitions.iter().any(|step| step.to_local.is_none() && !is_handover(step));
    let locals = ended.checked_add(u32::from(ends)).ok_or(WriteError::TooLarge)?;
    let creations = system.transitions.iter().filter(|step| moving_creation(step).is_some()).count();
    let creations = u32::try_from(creations).map_err(|_| WriteError::TooLarge)?;
    let shared = system.shared_states.checked_add(creations).ok_or(WriteError::TooLarge)?;

    let mut text = format!("{shared} {locals}\n");
    if ends {
        line(&mut text, format_args!("# local state {ended}: threads that have ended"));
    }
    let mut between = system.shared_states;
    for step in &system.transitions {
        if let Some((to_local, created)) = moving_creation(step) {
            let (from, local, to) = (step.shared.0, step.local.0, step.to_shared.0);
            line(&mut text, format_args!("{from} {local} -> {between} {to_local}"));
            line(&mut text, format_args!("{between} {to_local} +> {to} {created}"));
            between += 1;
        } else {
            write_step(&mut text, system, step, ended)?;
        }
    }
    Ok(text)
}

/// The goal of a thread that moves on while it creates another, and where the other starts.
fn moving_creation(step: &Transition) -> Option<(u32, u32)> {
    match (step.to_local, step.effect) {
        (Some(to), Effect::Create(created)) if to != step.local => Some((to.0, created.0)),
        _ => None,
    }
}

/// Returns `true` if the thread ends in the step that creates another: as if it became the other.
fn is_handover(step: &Transition) -> bool {
    step.to_local.is_none() && matches!(step.effect, Effect::Create(_))
}

fn write_step(text: &mut String, system: &Tts, step: &Transition, ended: u32) -> Result<(), WriteError> {
    let (shared, local, to_shared) = (step.shared.0, step.local.0, step.to_shared.0);
    let to_local = step.to_local.map_or(ended, |to| to.0);
    match step.effect {
        Effect::None => line(text, format_args!("{shared} {local} -> {to_shared} {to_local}")),
        Effect::Create(created) if is_handover(step) => {
            line(text, format_args!("{shared} {local} -> {to_shared} {}", created.0));
        }
        Effect::Create(created) => line(text, format_args!("{shared} {local} +> {to_shared} {}", created.0)),
        Effect::Each(transfer) => {
            let moves = &system.transfers[transfer.0 as usize];
            let mut sources: Vec<LocalId> = moves.keys().copied().collect();
            sources.sort_unstable();
            let mut list = String::new();
            for source in sources {
                if moves[&source].is_empty() {
                    return Err(WriteError::Blocking);
                }
                for to in &moves[&source] {
                    append(&mut list, format_args!(" {} ~> {}", source.0, to.0));
                }
            }
            line(text, format_args!("{shared} {local} -> {to_shared} {to_local}{list}"));
        }
        Effect::One(_) => return Err(WriteError::One),
    }
    Ok(())
}

fn line(text: &mut String, arguments: std::fmt::Arguments) {
    append(text, arguments);
    text.push('\n');
}

fn append(text: &mut String, arguments: std::fmt::Arguments) {
    // Writing into a string cannot fail.
    let _ = text.write_fmt(arguments);
}
