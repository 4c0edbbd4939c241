//! Breakpoints: on lines, on procedures, and on data; with conditions, counts, and messages instead of stops.
//!
//! Where a breakpoint is hit is a set of cursors, which depends on the recording alone: going back stops exactly where
//! going forward does, and the third hit is the third one from the start of the recording, however one gets there.

mod behaviour;
mod resolved;

use std::collections::BTreeMap;

use boolprog_trace::document::RangeDocument;
use percent_encoding::percent_decode_str;

use super::client::Client;
use super::protocol::{Breakpoint, Source};
use super::recording::Recording;
pub(super) use behaviour::Behaviour;
pub(super) use resolved::Resolved;

#[derive(Debug, Default)]
pub(super) struct Breakpoints {
    /// Per file, with lines in the recording's counting.
    lines: BTreeMap<String, Vec<Requested<u32>>>,
    /// Breakpoints on procedures, by name.
    functions: Vec<Requested<String>>,
    /// Data breakpoints, by the expression whose value changes.
    data: Vec<Requested<String>>,
    last_id: u32,
}

#[derive(Debug)]
struct Requested<P> {
    id: u32,
    place: P,
    behaviour: Behaviour,
}

impl Breakpoints {
    pub(super) fn set_lines(&mut self, path: &str, lines: impl Iterator<Item = (u32, Behaviour)>) {
        let requested = numbered(&mut self.last_id, lines);
        self.lines.insert(path.to_owned(), requested);
    }

    pub(super) fn set_functions(&mut self, names: impl Iterator<Item = (String, Behaviour)>) {
        self.functions = numbered(&mut self.last_id, names);
    }

    pub(super) fn set_data(&mut self, expressions: impl Iterator<Item = (String, Behaviour)>) {
        self.data = numbered(&mut self.last_id, expressions);
    }

    /// The hits of all breakpoints in a recording.
    pub(super) fn resolve(&self, replayed: Replayed<'_>) -> Resolved {
        Resolved::new(self, replayed)
    }

    /// The breakpoints of one file, as sent to the client, in the order in which they were set.
    pub(super) fn describe_lines(
        &self,
        path: &str,
        replayed: Option<(Replayed<'_>, &Resolved)>,
        client: Client,
    ) -> Vec<Breakpoint> {
        let describe = |requested: &Requested<u32>| {
            let line = replayed.and_then(|(replayed, _)| replayed.snapped(path, requested.place));
            let source = Source { name: None, path: Some(path.to_owned()) };
            let line = Some(client.line(line.unwrap_or(requested.place)));
            Breakpoint { source: Some(source), line, ..described(requested, replayed) }
        };
        self.lines.get(path).into_iter().flatten().map(describe).collect()
    }

    /// The breakpoints on procedures, as sent to the client.
    pub(super) fn describe_functions(&self, replayed: Option<(Replayed<'_>, &Resolved)>) -> Vec<Breakpoint> {
        self.functions.iter().map(|requested| described(requested, replayed)).collect()
    }

    /// The breakpoints on data, as sent to the client.
    pub(super) fn describe_data(&self, replayed: Option<(Replayed<'_>, &Resolved)>) -> Vec<Breakpoint> {
        self.data.iter().map(|requested| described(requested, replayed)).collect()
    }

    /// All breakpoints: those on lines file by file, then the others.
    pub(super) fn describe_all(&self, replayed: (Replayed<'_>, &Resolved), client: Client) -> Vec<Breakpoint> {
        let lines = self.lines.keys().flat_map(|path| self.describe_lines(path, Some(replayed), client));
        let others = [self.describe_functions(Some(replayed)), self.describe_data(Some(replayed))];
        lines.chain(others.into_iter().flatten()).collect()
    }
}

fn numbered<P>(last_id: &mut u32, places: impl Iterator<Item = (P, Behaviour)>) -> Vec<Requested<P>> {
    let number = |(place, behaviour)| {
        *last_id += 1;
        Requested { id: *last_id, place, behaviour }
    };
    places.map(number).collect()
}

/// A breakpoint without a place: verified unless there is nothing to replay yet, or a problem.
fn described<P>(requested: &Requested<P>, replayed: Option<(Replayed<'_>, &Resolved)>) -> Breakpoint {
    let message = match replayed {
        None => Some("The counterexample is not there yet.".to_owned()),
        Some((_, resolved)) => resolved.problem(requested.id).map(boolprog_base::words::sentence),
    };
    Breakpoint { id: requested.id, verified: message.is_none(), message, source: None, line: None }
}

/// A recording and the path of its program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Replayed<'a> {
    pub(super) recording: &'a Recording,
    pub(super) path: &'a str,
    /// Paths of the other files of the program.
    pub(super) files: &'a [String],
}

/// A file of a program, by its number in [`RangeDocument::file`].
#[derive(Clone, Copy, Debug)]
pub(super) struct ProgramFile(Option<u32>);

impl ProgramFile {
    pub(super) fn contains(self, range: &RangeDocument) -> bool {
        range.file == self.0
    }
}

impl Replayed<'_> {
    /// The file of the program at a path; `None` if it is none of them. Some clients send the URI of a
    /// file, regardless of the path format that they announced.
    pub(super) fn file(self, path: &str) -> Option<ProgramFile> {
        let decoded = path.strip_prefix("file://").and_then(|path| percent_decode_str(path).decode_utf8().ok());
        let is_it = |known: &str| {
            let is_known = |path: &str| std::path::Path::new(path) == std::path::Path::new(known);
            is_known(path) || decoded.as_deref().is_some_and(is_known)
        };
        if is_it(self.path) {
            return Some(ProgramFile(None));
        }
        (0..).zip(self.files).find(|(_, known)| is_it(known)).map(|(index, _)| ProgramFile(Some(index)))
    }

    /// Returns `true` if a range begins on this line of the file at a path.
    pub(super) fn is_on(self, range: RangeDocument, path: &str, line: u32) -> bool {
        range.line == line && self.file(path).is_some_and(|file| file.contains(&range))
    }

    /// The spans of the steps and, at the end, of the violation: the places that a breakpoint can be on.
    pub(super) fn ranges(self) -> impl Iterator<Item = RangeDocument> {
        (0..=self.recording.end()).map(move |cursor| self.recording.next_range(cursor))
    }

    /// The first line of a statement with a step that covers a line of a file; the innermost, if there are several.
    pub(super) fn snapped(self, path: &str, line: u32) -> Option<u32> {
        let file = self.file(path)?;
        let covering = |range: &RangeDocument| file.contains(range) && (range.line..=range.end_line).contains(&line);
        self.ranges().filter(covering).map(|range| range.line).max()
    }
}
