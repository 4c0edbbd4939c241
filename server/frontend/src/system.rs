//! Thread transition systems (`.tts`), also as Petri nets (`.spec`).

use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_explore::format::{
    FormatError, parse_initial, parse_spec, parse_target, parse_tts, show_initial, show_target, standard,
};
use boolprog_explore::tts::Tts;

use crate::{Reading, Text};

/// A thread transition system, and the question about it.
#[derive(Clone, Debug)]
pub struct System {
    /// The system, with numbered states.
    pub tts: Tts,
    /// Initial configuration, as written.
    pub init: Option<String>,
    /// Unsafe target, as written.
    pub target: Option<String>,
}

impl System {
    /// The system that starts there and must not reach this, with the target as certificates write it. Fails with a
    /// sentence for the user.
    pub fn asking(self, init: &str, target: &str) -> Result<(Tts, String), String> {
        let unusable = |what: &str, why: &dyn std::fmt::Display| format!("The {what} cannot be used: {why}.");
        let initial = parse_initial(init).map_err(|error| unusable("initial configuration", &error))?;
        let parsed = parse_target(target).map_err(|error| unusable("target", &error))?;
        let shown = show_target(&parsed);
        let tts = self.tts.with_initial(initial).map_err(|error| unusable("initial configuration", &error))?;
        let tts = tts.with_targets(vec![parsed]).map_err(|error| unusable("target", &error))?;
        Ok((tts, shown))
    }
}

pub(crate) fn read_tts(text: &Text) -> Reading<System> {
    let tts = parse_tts(&text.text).map_err(|error| not_read(&error, &text.text))?;
    Ok((System { tts, init: None, target: None }, Vec::new()))
}

/// A net states its initial and unsafe configurations itself.
pub(crate) fn read_spec(text: &Text) -> Reading<System> {
    let net = parse_spec(&text.text).map_err(|error| not_read(&error, &text.text))?;
    let tts = standard(&net).map_err(|error| {
        let message = format!("The target cannot be used: {error}.");
        vec![Diagnostic::new("arguments", Severity::Error, Span::empty(0), message)]
    })?;
    let (init, target) = show_initial(&tts.initial).zip(tts.targets.first().map(show_target)).unzip();
    Ok((System { tts, init, target }, Vec::new()))
}

fn not_read(error: &FormatError, text: &str) -> Vec<Diagnostic> {
    let start = text.split_inclusive('\n').take(error.line.saturating_sub(1) as usize).map(str::len).sum::<usize>();
    let line = text[start..].lines().next().unwrap_or_default();
    let span = Span::new(start as u32, (start + line.len()) as u32);
    vec![Diagnostic::new("format", Severity::Error, span, format!("{}.", error.problem))]
}
