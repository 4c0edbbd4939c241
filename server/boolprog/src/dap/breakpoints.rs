//! Line breakpoints. One is hit where the next step of the recording is a statement on its line.

use std::collections::BTreeMap;
use std::path::Path;

use boolprog_trace::document::RangeDocument;

use super::client::Client;
use super::protocol::{Breakpoint, Source};
use super::recording::Recording;

/// What the client asked for, per file.
#[derive(Debug, Default)]
pub(super) struct Breakpoints {
    files: BTreeMap<String, Vec<Requested>>,
    last_id: u32,
}

/// One line of one file, in the recording's counting.
#[derive(Clone, Copy, Debug)]
struct Requested {
    id: u32,
    line: u32,
}

/// Where a line is in a recording.
enum Placement {
    /// Steps are on a statement that begins on this line.
    Line(u32),
    /// Nowhere, and why.
    Nowhere(String),
}

impl Breakpoints {
    /// Replaces the breakpoints of one file.
    pub(super) fn set(&mut self, path: &str, lines: impl Iterator<Item = u32>) {
        let ids = self.last_id + 1..;
        let requested: Vec<_> = ids.zip(lines).map(|(id, line)| Requested { id, line }).collect();
        self.last_id += requested.len() as u32;
        self.files.insert(path.to_owned(), requested);
    }

    /// The breakpoints of one file as the client is told about them, in the order in which they were set.
    pub(super) fn describe(&self, path: &str, replayed: Option<Replayed<'_>>, client: Client) -> Vec<Breakpoint> {
        let requested = self.files.get(path).into_iter().flatten();
        let place = |line| match replayed {
            Some(replayed) => replayed.place(path, line),
            None => Placement::Nowhere("The counterexample is not there yet.".to_owned()),
        };
        let describe = |requested: &Requested| {
            let (line, message) = match place(requested.line) {
                Placement::Line(line) => (line, None),
                Placement::Nowhere(why) => (requested.line, Some(why)),
            };
            let source = Source { name: None, path: Some(path.to_owned()) };
            Breakpoint { id: requested.id, verified: message.is_none(), message, source, line: client.line(line) }
        };
        requested.map(describe).collect()
    }

    /// All breakpoints, file by file.
    pub(super) fn describe_all(&self, replayed: Replayed<'_>, client: Client) -> Vec<Breakpoint> {
        self.files.keys().flat_map(|path| self.describe(path, Some(replayed), client)).collect()
    }

    /// The breakpoints that can be hit in a recording.
    pub(super) fn resolve<'a>(&self, replayed: Replayed<'a>) -> Resolved<'a> {
        let mut by_line: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        let files = self.files.iter().filter(|(path, _)| replayed.is_program(path));
        for requested in files.flat_map(|(_, requested)| requested) {
            if let Some(line) = replayed.snapped(requested.line) {
                by_line.entry(line).or_default().push(requested.id);
            }
        }
        Resolved { recording: replayed.recording, by_line }
    }
}

/// The breakpoints of one recording, by line.
#[derive(Debug)]
pub(super) struct Resolved<'a> {
    recording: &'a Recording,
    by_line: BTreeMap<u32, Vec<u32>>,
}

impl Resolved<'_> {
    /// The ids of the breakpoints that are hit at a cursor.
    pub(super) fn hit(&self, cursor: usize) -> &[u32] {
        self.by_line.get(&self.recording.next_range(cursor).line).map_or(&[], Vec::as_slice)
    }

    /// Whether a breakpoint is hit at a cursor.
    pub(super) fn stops(&self, cursor: usize) -> bool {
        !self.hit(cursor).is_empty()
    }
}

/// A recording and the path of its program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Replayed<'a> {
    pub(super) recording: &'a Recording,
    pub(super) path: &'a str,
}

impl Replayed<'_> {
    /// Whether a path is that of the program.
    pub(super) fn is_program(self, path: &str) -> bool {
        Path::new(path) == Path::new(self.path)
    }

    /// What the steps do, and at the end the violation: the places that a breakpoint can be on.
    pub(super) fn ranges(self) -> impl Iterator<Item = RangeDocument> {
        (0..=self.recording.end()).map(move |cursor| self.recording.next_range(cursor))
    }

    /// The first line of a statement with a step that covers `line`; the innermost, if there are several.
    fn snapped(self, line: u32) -> Option<u32> {
        let covering = self.ranges().filter(|range| (range.line..=range.end_line).contains(&line));
        covering.map(|range| range.line).max()
    }

    fn place(self, path: &str, line: u32) -> Placement {
        if !self.is_program(path) {
            return Placement::Nowhere(format!("The counterexample is one of {}.", self.path));
        }
        match self.snapped(line) {
            Some(line) => Placement::Line(line),
            None => Placement::Nowhere("No step of the counterexample is on this line.".to_owned()),
        }
    }
}
