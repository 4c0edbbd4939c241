//! Which files of a project are one program: those that define what the first one needs.

use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use boolprog_base::control::{Control, Progress, Stop};
use boolprog_c::{Flags, Linked};
use boolprog_c_syntax::program::undefined;
use boolprog_c_syntax::{Failure, Unit, parse};
use smol_str::SmolStr;

use super::{Commands, Entry, FILE_NAME};
use crate::Text;

/// Why the files of a program are not found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unlinked {
    /// Two files define what is needed; both are named.
    Twice {
        /// The names that are needed.
        name: SmolStr,
        /// The files, as they are shown.
        files: [String; 2],
    },
    /// The work was stopped.
    Stopped(Stop),
}

impl fmt::Display for Unlinked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Twice { name, files: [first, second] } => write!(
                f,
                "`{name}` is defined in {first} and in {second}, which {FILE_NAME} both has. Name the files of the program with \
                 --link."
            ),
            Self::Stopped(stop) => stop.fmt(f),
        }
    }
}

impl From<Stop> for Unlinked {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// The candidates: entries with their texts, as they are shown.
struct Candidate<'a> {
    entry: &'a Entry,
    shown: String,
    text: Arc<str>,
    /// Its definitions, once it was parsed, which takes long; none if it has mistakes.
    unit: OnceCell<Option<Arc<Unit>>>,
}

/// A file that defines what is needed, with its unit unless it cannot be parsed.
type Found = (Option<Arc<Unit>>, Linked);

impl Commands {
    /// Adds the other files of a program that begins with this file, in the order in which they are needed: those that define what the
    /// files before them use, each with its own flags and the common ones. Their paths are shown without this folder in front. A file
    /// that defines the function with which the program begins is another program. Fails if two files define what is needed. Reads all files of the project, and parses those that have a wanted name.
    pub fn complete(
        &self,
        first: &Text,
        options: &mut boolprog_c::Options,
        (common, folder): (&Flags, &Path),
        control: &dyn Control,
    ) -> Result<(), Unlinked> {
        let first_path = std::path::PathBuf::from(&first.path);
        let first = match parse(&first.path, &first.text, &options.syntax(&options.flags), control) {
            Ok(unit) => Arc::new(unit),
            Err(Failure::Stopped(stop)) => return Err(stop.into()),
            // Its mistakes are reported when the program is read.
            Err(Failure::Mistakes { .. }) => return Ok(()),
        };
        let mut defined: BTreeSet<SmolStr> = first.definitions().collect();
        let (mut open, mut tried) = (undefined(&[first]), BTreeSet::new());
        let mut search = None;
        while let Some(wanted) = open.pop_first() {
            if defined.contains(&wanted) || !tried.insert(wanted.clone()) {
                continue;
            }
            let search = match &mut search {
                Some(search) => search,
                None => search.insert(Search {
                    candidates: self.candidates(&first_path, options, folder, control)?,
                    options: options.clone(),
                    common,
                    control,
                }),
            };
            if let Some((unit, linked)) = search.definition(&wanted)? {
                if let Some(unit) = unit {
                    defined.extend(unit.definitions());
                    open.extend(undefined(&[unit]));
                }
                if options.linked.iter().all(|known| known.path != linked.path) {
                    options.linked.push(linked);
                }
            }
        }
        Ok(())
    }

    /// All files other than the first one that can be read.
    fn candidates(
        &self,
        first: &Path,
        options: &boolprog_c::Options,
        folder: &Path,
        control: &dyn Control,
    ) -> Result<Vec<Candidate<'_>>, Stop> {
        let mut known = BTreeSet::from([super::cleaned(first)]);
        let (mut candidates, mut bytes) = (Vec::new(), 0);
        for entry in &self.entries {
            let states = candidates.len() as u64;
            control.poll(&Progress { phase: FILE_NAME, states, bytes, ..Progress::default() })?;
            if !known.insert(entry.file.clone()) {
                continue;
            }
            let read = options.files.0.and_then(|read| read(&entry.file.to_string_lossy()).ok());
            let Some(text) = read else { continue };
            bytes += text.len();
            let shown = entry.file.strip_prefix(folder).unwrap_or(&entry.file).to_string_lossy().into_owned();
            candidates.push(Candidate { entry, shown, text: text.into(), unit: OnceCell::new() });
        }
        Ok(candidates)
    }
}

struct Search<'a> {
    /// The options of the program.
    options: boolprog_c::Options,
    /// Notes about all files.
    common: &'a Flags,
    candidates: Vec<Candidate<'a>>,
    control: &'a dyn Control,
}

impl Search<'_> {
    /// The file that defines a name, if there is one. Its unit is missing if it cannot be parsed, but seems to define a function of
    /// this name: its mistakes are reported when the program is read.
    fn definition(&mut self, name: &SmolStr) -> Result<Option<Found>, Unlinked> {
        let (mut found, mut broken) = (None::<Found>, None);
        for candidate in self.candidates.iter().filter(|candidate| has_word(&candidate.text, name)) {
            let flags = candidate.entry.flags.with(self.common);
            if candidate.unit.get().is_none() {
                let reading = self.options.syntax(&flags);
                let parsed = match parse(&candidate.shown, &candidate.text, &reading, self.control) {
                    Ok(unit) => Some(Arc::new(unit)),
                    Err(Failure::Stopped(stop)) => return Err(stop.into()),
                    Err(Failure::Mistakes { .. }) => None,
                };
                _ = candidate.unit.set(parsed);
            }
            let linked = || Linked { path: candidate.shown.clone(), text: Arc::clone(&candidate.text), flags };
            let Some(unit) = candidate.unit.get().and_then(Option::as_ref) else {
                if has_body(&candidate.text, name) {
                    broken.get_or_insert_with(|| (None, linked()));
                }
                continue;
            };
            let defines = |wanted: &str| unit.definitions().any(|it| it == wanted);
            if !defines(name) || defines(&self.options.entry) {
                continue;
            }
            let linked = linked();
            if let Some((_, first)) = found {
                return Err(Unlinked::Twice { name: name.clone(), files: [first.path, linked.path] });
            }
            found = Some((Some(Arc::clone(unit)), linked));
        }
        Ok(found.or(broken))
    }
}

/// Returns `true` if a text has this word. Linear.
fn has_word(text: &str, word: &str) -> bool {
    after_word(text, word).next().is_some()
}

/// Returns `true` if a text that cannot be parsed seems to define a function of this name.
fn has_body(text: &str, name: &str) -> bool {
    after_word(text, name).any(|rest| {
        let parameters = rest.trim_start().strip_prefix('(');
        let after = parameters.and_then(|rest| rest.split_once([';', '{'])).map(|(before, _)| before);
        let is_body = |before: &str| parameters.is_some_and(|rest| rest[before.len()..].starts_with('{'));
        after.is_some_and(|before| before.trim_end().ends_with(')') && is_body(before))
    })
}

/// The text after each place where a text has this word.
fn after_word<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = &'t str> {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let found = text.match_indices(word).filter(move |(at, _)| !text[..*at].ends_with(is_of_word));
    found.map(move |(at, _)| &text[at + word.len()..]).filter(move |rest| !rest.starts_with(is_of_word))
}
