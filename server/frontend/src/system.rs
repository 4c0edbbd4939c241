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
    text: Text,
    tts: Tts,
    init: String,
    /// What must not be reached, as written, if the text says so.
    pub target: Option<String>,
}

/// Where threads start if nothing says so.
const ANYWHERE: &str = "0/0";

impl System {
    /// The system that must not reach this, and starts there or else where the text says. Fails with a sentence for the user.
    pub fn asking(self, init: Option<&str>, target: &str) -> Result<boolprog_check::System, String> {
        let parsed = parse_target(target).map_err(|error| unusable("target", &error))?;
        let system = self.starting(init)?;
        let target = show_target(&parsed);
        let tts = system.tts.with_targets(vec![parsed]).map_err(|error| unusable("target", &error))?;
        Ok(boolprog_check::System { tts, target, ..system })
    }

    /// The system that starts there or else where the text says, without a target. Fails with a sentence for the user.
    pub fn starting(self, init: Option<&str>) -> Result<boolprog_check::System, String> {
        let Self { text: Text { path, text }, tts, init: own, .. } = self;
        let init = init.map_or(own, str::to_owned);
        let initial = parse_initial(&init).map_err(|error| unusable("initial configuration", &error))?;
        let tts = tts.with_initial(initial).map_err(|error| unusable("initial configuration", &error))?;
        let tts = tts.with_targets(Vec::new()).map_err(|error| unusable("target", &error))?;
        Ok(boolprog_check::System { path, text, tts, init, target: String::new() })
    }
}

fn unusable(what: &str, why: &dyn std::fmt::Display) -> String {
    format!("The {what} cannot be used: {why}.")
}

pub(crate) fn read_tts(text: &Text) -> Reading<System> {
    let tts = parse_tts(&text.text).map_err(|error| not_read(&error, &text.text))?;
    Ok((System { text: text.clone(), tts, init: ANYWHERE.to_owned(), target: None }, Vec::new()))
}

/// A net states its initial and unsafe configurations itself.
pub(crate) fn read_spec(text: &Text) -> Reading<System> {
    let net = parse_spec(&text.text).map_err(|error| not_read(&error, &text.text))?;
    let tts = standard(&net).map_err(|error| {
        let message = format!("The target cannot be used: {error}.");
        vec![Diagnostic::new("arguments", Severity::Error, Span::empty(0), message)]
    })?;
    let (init, target) = show_initial(&tts.initial).zip(tts.targets.first().map(show_target)).unzip();
    let init = init.unwrap_or_else(|| ANYWHERE.to_owned());
    Ok((System { text: text.clone(), tts, init, target }, Vec::new()))
}

fn not_read(error: &FormatError, text: &str) -> Vec<Diagnostic> {
    let start = text.split_inclusive('\n').take(error.line.saturating_sub(1) as usize).map(str::len).sum::<usize>();
    let line = text[start..].lines().next().unwrap_or_default();
    let span = Span::new(start as u32, (start + line.len()) as u32);
    vec![Diagnostic::new("format", Severity::Error, span, format!("{}.", error.problem))]
}
