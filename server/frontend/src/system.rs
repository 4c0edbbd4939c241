//! Thread transition systems (`.tts`), also as Petri nets (`.spec`).

use std::sync::Arc;

use boolprog_base::{Diagnostic, Severity, Span};
use boolprog_check::Target;
use boolprog_explore::format::{
    FormatError, NetRuns, parse_initial, parse_spec, parse_targets, parse_tts, show_initial, show_target,
};
use boolprog_explore::tts::Tts;

use crate::{Reading, Text};

/// A thread transition system, and the question about it.
#[derive(Clone, Debug)]
pub struct System {
    text: Text,
    /// The system, with the targets that the text states.
    tts: Tts,
    init: String,
    /// The same targets as the text names them.
    targets: Vec<Target>,
    /// The net that the system translates.
    net: Option<Arc<NetRuns>>,
}

/// The place where threads start if nothing says so.
const ANYWHERE: &str = "0/0";

impl System {
    /// Returns `true` if the text states targets.
    pub fn has_targets(&self) -> bool {
        !self.targets.is_empty()
    }

    /// Returns `true` for a net whose rules are not steps of threads.
    pub fn is_net(&self) -> bool {
        self.net.is_some()
    }

    /// The system that must not reach these targets, and starts there; without them, the targets and the start are those
    /// of the text. Fails with a sentence for the user.
    pub fn asking(self, init: Option<&str>, targets: Option<&str>) -> Result<boolprog_check::System, String> {
        let (own, named) = (self.tts.targets.clone(), self.targets.clone());
        let net = self.net.clone().filter(|_| init.is_none() && targets.is_none());
        let (asked, targets) = match targets {
            None => (own, named),
            Some(text) => {
                let asked = parse_targets(text).map_err(|error| unusable("target", &error))?;
                let named = asked.iter().map(|target| Target { name: show_target(target), span: Span::empty(0) });
                let named = named.collect();
                (asked, named)
            }
        };
        let system = self.starting_at(init)?;
        let tts = system.tts.with_targets(asked).map_err(|error| unusable("target", &error))?;
        Ok(boolprog_check::System { tts, targets, net, ..system })
    }

    /// The system that starts there or else where the text says, without a target, for questions about its thread states.
    /// Fails with a sentence for the user: a net whose rules are no steps of threads has none.
    pub fn starting(self, init: Option<&str>) -> Result<boolprog_check::System, String> {
        if self.is_net() {
            return Err(
                "The rules of this net are not steps of threads, so that it has no thread states. `boolprog check` \
                        decides its targets."
                    .to_owned(),
            );
        }
        self.starting_at(init)
    }

    fn starting_at(self, init: Option<&str>) -> Result<boolprog_check::System, String> {
        let Self { text: Text { path, text }, tts, init: own, .. } = self;
        let init = init.map_or(own, str::to_owned);
        let initial = parse_initial(&init).map_err(|error| unusable("initial configuration", &error))?;
        let tts = tts.with_initial(initial).map_err(|error| unusable("initial configuration", &error))?;
        let tts = tts.with_targets(Vec::new()).map_err(|error| unusable("target", &error))?;
        Ok(boolprog_check::System { path, text, tts, init, targets: Vec::new(), net: None })
    }
}

fn unusable(what: &str, why: &dyn std::fmt::Display) -> String {
    format!("The {what} cannot be used: {why}.")
}

pub(crate) fn read_tts(text: &Text) -> Reading<System> {
    let tts = parse_tts(&text.text).map_err(|error| not_read(&error, &text.text))?;
    let system = System { text: text.clone(), tts, init: ANYWHERE.to_owned(), targets: Vec::new(), net: None };
    Ok((system, Vec::new()))
}

/// A net states its initial and unsafe configurations itself.
pub(crate) fn read_spec(text: &Text) -> Reading<System> {
    let spec = parse_spec(&text.text).map_err(|error| not_read(&error, &text.text))?;
    let init = show_initial(&spec.tts.initial).unwrap_or_else(|| ANYWHERE.to_owned());
    let net = &spec.net.net;
    let lines = Lines::of(&text.text);
    let targets = net.targets.iter().map(|target| Target { name: net.show(target), span: lines.span(target.line) });
    let targets = targets.collect();
    let net = (!spec.is_of_threads).then(|| Arc::new(spec.net));
    Ok((System { text: text.clone(), tts: spec.tts, init, targets, net }, Vec::new()))
}

fn not_read(error: &FormatError, text: &str) -> Vec<Diagnostic> {
    let span = Lines::of(text).span(error.line.saturating_sub(1));
    vec![Diagnostic::new("format", Severity::Error, span, format!("{}.", error.problem))]
}

/// The lines of a text, without the blanks around them.
struct Lines(Vec<Span>);

impl Lines {
    fn of(text: &str) -> Self {
        let mut end = 0;
        let line = |line: &str| {
            let start = end + (line.len() - line.trim_start().len());
            end += line.len();
            Span::new(start as u32, (start + line.trim().len()) as u32)
        };
        Self(text.split_inclusive('\n').map(line).collect())
    }

    /// The line with this number, from 0; the end of the text if there is none.
    fn span(&self, line: u32) -> Span {
        let end = self.0.last().map_or(0, |span| span.end);
        self.0.get(line as usize).copied().unwrap_or(Span::empty(end))
    }
}
