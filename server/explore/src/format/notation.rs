//! Targets and initial configurations: `4|20`, `0/0`.

use super::error::{FormatError, Problem};
use crate::tts::{Count, Initial, LocalId, SharedId, Target};

/// Reads a target: `4|20`, `3|0,1` for several threads, `1|` for the shared state alone. Blanks, empty lines and
/// `#` comments around it do not matter. It becomes a target of property 0.
pub fn parse_target(text: &str) -> Result<Target, FormatError> {
    let (number, line) = only_line(text, &Problem::Target)?;
    target_of(0, number, line)
}

/// Reads targets, one on each line, as [`parse_target`] reads it. The first becomes a target of property 0.
pub fn parse_targets(text: &str) -> Result<Vec<Target>, FormatError> {
    let lines = text.lines().map(content).enumerate().filter(|(_, line)| !line.is_empty());
    let targets = (0..).zip(lines).map(|(property, (number, line))| target_of(property, number, line));
    let targets = targets.collect::<Result<Vec<_>, _>>()?;
    if targets.is_empty() { Err(FormatError::at(0, Problem::Target)) } else { Ok(targets) }
}

/// Reads initial configurations: `0|0` is one thread, `0/0` any number, `1|0,1/2` a thread at 0, one at 1 and any
/// number at 2, `0|` no thread; the number before them is the shared state.
pub fn parse_initial(text: &str) -> Result<Initial, FormatError> {
    let (number, line) = only_line(text, &Problem::Initial)?;
    let (rest, pool) = line.split_once('/').map_or((line, None), |(rest, pool)| (rest, Some(pool)));
    let (shared, fixed) = rest.split_once('|').map_or((rest, None), |(shared, fixed)| (shared, Some(fixed)));
    if fixed.is_none() && pool.is_none_or(|pool| pool.trim().is_empty()) {
        return Err(FormatError::at(number, Problem::Initial));
    }
    let shared = vec![SharedId(parse_state(number, shared)?)];
    let fixed = fixed.map_or(Ok(Vec::new()), |fixed| parse_locals(number, fixed))?;
    let pool = pool.map_or(Ok(Vec::new()), |pool| parse_locals(number, pool))?;
    let count = if pool.is_empty() { Count::Exactly(0) } else { Count::Any };
    Ok(Initial { shared, fixed, pool, count })
}

/// A target as [`parse_target`] reads it.
pub fn show_target(target: &Target) -> String {
    format!("{}|{}", target.shared.0, list(&target.locals))
}

/// Targets of properties 0, 1, ... as [`parse_targets`] reads them.
pub fn show_targets(targets: &[Target]) -> String {
    let mut in_order: Vec<&Target> = targets.iter().collect();
    in_order.sort_by_key(|target| target.property);
    in_order.into_iter().map(show_target).collect::<Vec<_>>().join("\n")
}

/// An initial configuration as [`parse_initial`] reads it; `None` if it leaves a choice, see [`super::standard`].
pub fn show_initial(initial: &Initial) -> Option<String> {
    let [shared] = initial.shared[..] else { return None };
    let fixed = list(&initial.fixed);
    match (&initial.pool[..], initial.count) {
        ([], _) | (_, Count::Exactly(0)) => Some(format!("{}|{fixed}", shared.0)),
        (pool, Count::Any) if fixed.is_empty() => Some(format!("{}/{}", shared.0, list(pool))),
        (pool, Count::Any) => Some(format!("{}|{fixed}/{}", shared.0, list(pool))),
        _ => None,
    }
}

fn target_of(property: u32, number: usize, line: &str) -> Result<Target, FormatError> {
    let error = || FormatError::at(number, Problem::Target);
    let (shared, locals) = line.split_once('|').ok_or_else(error)?;
    let mut locals = parse_locals(number, locals)?;
    locals.sort_unstable();
    Ok(Target { property, shared: SharedId(parse_state(number, shared)?), locals })
}

fn list(locals: &[LocalId]) -> String {
    locals.iter().map(|local| local.0.to_string()).collect::<Vec<_>>().join(",")
}

/// The line without its comment and the blanks around it.
pub(super) fn content(line: &str) -> &str {
    line.split('#').next().unwrap_or_default().trim()
}

/// A number that leaves room for the number of states.
pub(super) fn parse_state(line: usize, text: &str) -> Result<u32, FormatError> {
    let text = text.trim();
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(number) if digits && number < u32::MAX => Ok(number),
        _ => Err(FormatError::at(line, Problem::NotANumber(text.chars().take(40).collect()))),
    }
}

fn parse_locals(line: usize, text: &str) -> Result<Vec<LocalId>, FormatError> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    text.split(',').map(|local| parse_state(line, local).map(LocalId)).collect()
}

/// The one line with content, and its number from 0.
fn only_line<'a>(text: &'a str, problem: &Problem) -> Result<(usize, &'a str), FormatError> {
    let mut lines = text.lines().map(content).enumerate().filter(|(_, line)| !line.is_empty());
    let first = lines.next().ok_or_else(|| FormatError::at(0, problem.clone()))?;
    match lines.next() {
        Some((number, _)) => Err(FormatError::at(number, problem.clone())),
        None => Ok(first),
    }
}
