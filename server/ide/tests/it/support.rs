//! From the text of a fixture to a snapshot, with the real parser, analysis and check.

use std::path::Path;
use std::sync::Arc;

use boolprog_base::Span;
use boolprog_base::control::{Control, Progress, Stop};
use boolprog_check::exclusion::Exclusion;
use boolprog_check::report::Report;
use boolprog_check::{Effort, Options, Unit, Unobserved, check};

use boolprog_ide::{Checkable, Findings, Results, Snapshot};
use boolprog_program::analyse;
use boolprog_program::reading::ReadingOptions;
use boolprog_syntax::parse;

/// Compares with the `.snap` file next to the program.
pub(crate) fn expect(folder: &str, name: &str, content: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, content));
}

/// `3:5 assert x`: where a span begins, and its text on one line.
pub(crate) fn place(text: &str, span: Span) -> String {
    let before = &text[..span.start as usize];
    let column = before.len() - before.rfind('\n').map_or(0, |newline| newline + 1) + 1;
    let line = before.matches('\n').count() + 1;
    format!("{line}:{column} `{}`", text[span.range()].split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The text without its `$0`, and where they stood.
pub(crate) fn take_markers(marked: &str) -> (String, Vec<u32>) {
    let (mut text, mut offsets) = (String::new(), Vec::new());
    for (index, part) in marked.split("$0").enumerate() {
        if index > 0 {
            offsets.push(u32::try_from(text.len()).expect("a short text"));
        }
        text.push_str(part);
    }
    (text, offsets)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage<'a> {
    Checked,
    /// `unchecked`: no check was requested.
    Unchecked,
    /// `waiting`: asked, and nothing is found yet.
    Waiting,
    /// `checking`: the verdicts and states are known, but the check still runs.
    Checking,
    /// `stale`: the check was about an older text.
    Stale,
    /// `cancelled in`, `time limit in`, `memory limit in` and the phase that it is stopped in.
    Stopped(Stop, &'a str),
    /// `broken`: the analysis broke down.
    Broken,
}

impl<'a> Stage<'a> {
    fn of(text: &'a str) -> Self {
        let Some(said) = text.strip_prefix("// test: ").and_then(|rest| rest.lines().next()) else {
            return Self::Checked;
        };
        match said {
            "unchecked" => Self::Unchecked,
            "waiting" => Self::Waiting,
            "checking" => Self::Checking,
            "stale" => Self::Stale,
            "broken" => Self::Broken,
            other => match other.split_once(" in ") {
                Some(("cancelled", phase)) => Self::Stopped(Stop::Cancelled, phase),
                Some(("time limit", phase)) => Self::Stopped(Stop::Time, phase),
                Some(("memory limit", phase)) => Self::Stopped(Stop::Memory, phase),
                _ => panic!("`{other}` is no stage"),
            },
        }
    }
}

/// Stops the check in a phase of its work.
struct StopIn<'a>(Option<(Stop, &'a str)>);

impl Control for StopIn<'_> {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        match self.0 {
            Some((stop, phase)) if progress.phase == phase => Err(stop),
            _ => Ok(()),
        }
    }
}

/// The snapshot of a text at the stage that it asks for.
pub(crate) fn snapshot(text: &str) -> Snapshot {
    let parsed = parse(text);
    let file = parsed.file;
    let analysis = Arc::new(analyse(&file, &ReadingOptions::default()));
    let mut snapshot = Snapshot::new(text.into(), file, parsed.diagnostics.into(), analysis);
    if !snapshot.has_errors() {
        let nothing = snapshot.nothing_found(Arc::new(snapshot.layout()));
        snapshot.results = results(text, nothing, |nothing, control| found(&snapshot, nothing, control));
    }
    snapshot
}

/// The results at the stage that a text asks for, in either language: from none to those of a check that may be stopped
/// or break down.
pub(crate) fn results(
    text: &str,
    mut nothing: Findings,
    found: impl FnOnce(Findings, &dyn Control) -> Findings,
) -> Results {
    match Stage::of(text) {
        Stage::Unchecked => Results::None,
        Stage::Waiting => Results::Checking { found: Arc::new(nothing), previous: None },
        Stage::Checking => Results::Checking { found: Arc::new(found(nothing, &StopIn(None))), previous: None },
        Stage::Stale => Results::Stale(Arc::new(found(nothing, &StopIn(None)))),
        Stage::Checked => Results::Current(Arc::new(found(nothing, &StopIn(None)))),
        Stage::Stopped(stop, phase) => Results::Current(Arc::new(found(nothing, &StopIn(Some((stop, phase)))))),
        Stage::Broken => {
            nothing.break_down();
            Results::Current(Arc::new(nothing))
        }
    }
}

fn found(snapshot: &Snapshot, nothing: Findings, control: &dyn Control) -> Findings {
    let unit = Unit {
        path: "test.bp".to_owned(),
        text: Arc::clone(&snapshot.text),
        file: Arc::clone(&snapshot.file),
        analysis: Arc::clone(&snapshot.analysis),
    };
    let options = Options { thread_states: Effort::Short, certificate: true, ..Options::default() };
    let Report { properties, reachable, certificate, .. } = check(&unit, options, control, &mut Unobserved);
    let exclusion = certificate.map(|certificate| Exclusion::of(&unit, &certificate)).unwrap_or_default();
    let (reachable, exclusion) = (Arc::new(reachable), Arc::new(exclusion));
    let mut findings = Findings { reachable, exclusion, ..nothing };
    findings.add(properties, None);
    findings
}
