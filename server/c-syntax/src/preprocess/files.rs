//! The files that are read, and where they are found.

use std::sync::Arc;

use boolprog_base::NoText;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use super::conditions::{Branch, Guard};
use crate::headers;
use crate::lexer::Lexer;
use crate::options::Options;
use crate::source::{File, FileId, Place, Sources};

/// The text that includes the files of the options: their paths are as they are.
pub(super) const INCLUDES: &str = "<includes>";

/// A file that is being read.
pub(super) struct Open {
    pub(super) id: FileId,
    pub(super) lexer: Lexer,
    /// The place where it was found: see [`Files::find`].
    found: usize,
    /// Conditions that are not closed, the inner ones last.
    pub(super) branches: Vec<Branch>,
    /// The macro, if all of it stands in one `#ifndef`.
    pub(super) guard: Guard,
    /// The number that `#line` adds to its lines.
    pub(super) shift: i64,
    /// The name that `#line` gives it.
    pub(super) name: Option<SmolStr>,
    size: usize,
}

impl Open {
    fn new(id: FileId, text: Arc<str>, found: usize) -> Self {
        let size = text.len();
        let lexer = Lexer::new(text, id);
        Self { id, lexer, found, branches: Vec::new(), guard: Guard::default(), shift: 0, name: None, size }
    }

    /// Number of bytes of its text.
    pub(super) fn size(&self) -> usize {
        self.size
    }
}

/// The reason why a file is not found.
pub(super) enum NotFound {
    Missing,
    /// The file at this path is not read, for the reason at the end of a sentence.
    Refused(String, &'static str),
}

/// All files.
pub(super) struct Files<'a> {
    options: &'a Options,
    pub(super) sources: Sources,
    /// The file that is read.
    pub(super) current: Open,
    /// Those that include it, the innermost last.
    outer: Vec<Open>,
    /// Files by their paths, or why there is none.
    known: FxHashMap<SmolStr, Result<FileId, NoText>>,
    /// Texts that are read only once.
    once: FxHashSet<Arc<str>>,
    /// Macros that, if they are defined, make files empty.
    guards: FxHashMap<FileId, SmolStr>,
}

impl<'a> Files<'a> {
    pub(super) fn new(path: &str, text: &str, options: &'a Options) -> Self {
        let text: Arc<str> = text.into();
        let file = File::new(path.into(), text.clone(), None, false);
        Self {
            options,
            sources: Sources { files: vec![file], macros: Vec::new() },
            current: Open::new(FileId(0), text, 0),
            outer: Vec::new(),
            known: FxHashMap::from_iter([(path.into(), Ok(FileId(0)))]),
            once: FxHashSet::default(),
            guards: FxHashMap::default(),
        }
    }

    /// Opens a text that every program has.
    pub(super) fn open_built_in(&mut self, path: &str, text: &str) -> FileId {
        let id = self.add(path.into(), text.into(), None, true);
        self.open(id, self.options.folders.len() + 1);
        id
    }

    fn add(&mut self, path: SmolStr, text: Arc<str>, included: Option<Place>, is_built_in: bool) -> FileId {
        self.sources.files.push(File::new(path, text, included, is_built_in));
        FileId(self.sources.files.len() as u32 - 1)
    }

    /// Reads a file from now on, and then goes on with the current one.
    pub(super) fn open(&mut self, id: FileId, found: usize) {
        let text = self.file(id).text.clone();
        self.outer.push(std::mem::replace(&mut self.current, Open::new(id, text, found)));
    }

    /// Ends the current file. Returns `false` if it is the last one.
    pub(super) fn close(&mut self) -> bool {
        self.keep_comments();
        let Some(outer) = self.outer.pop() else { return false };
        let closed = std::mem::replace(&mut self.current, outer);
        if let Some(name) = closed.guard.name() {
            self.guards.insert(closed.id, name);
        }
        true
    }

    /// Comments are those of the first time that a file is read; another time may read more of it.
    fn keep_comments(&mut self) {
        let comments = std::mem::take(&mut self.current.lexer.comments);
        let known = &mut self.sources.files[self.current.id.0 as usize].comments;
        if known.len() < comments.len() {
            *known = comments;
        }
    }

    /// Number of files that include the current one.
    pub(super) fn level(&self) -> usize {
        self.outer.len()
    }

    pub(super) fn file(&self, id: FileId) -> &File {
        &self.sources.files[id.0 as usize]
    }

    /// The macro that, if it is defined, makes a file empty.
    pub(super) fn guard(&self, id: FileId) -> Option<&SmolStr> {
        self.guards.get(&id)
    }

    /// The text of the current file is read only once.
    pub(super) fn once(&mut self) {
        self.once.insert(self.file(self.current.id).text.clone());
    }

    /// Returns `true` if a file was read that is read only once.
    pub(super) fn is_done(&self, id: FileId) -> bool {
        !self.once.is_empty() && self.once.contains(&self.file(id).text)
    }

    /// Finds a file by its name after `#include`, with the number of the place where it was found: 0 is the folder of the
    /// file that includes it, then follow the folders of the options, then the headers that are built in. `is_next` looks only in
    /// places after that of the current file. A file that is there and not read ends the search: another one of its name is another
    /// program.
    pub(super) fn find(
        &mut self,
        name: &str,
        is_quoted: bool,
        is_next: bool,
        place: Place,
    ) -> Result<(FileId, usize), NotFound> {
        if name.starts_with('/') {
            return self.read(name, place)?.map(|id| (id, 0)).ok_or(NotFound::Missing);
        }
        let built_in = self.options.folders.len() + 1;
        let first = if is_next { self.current.found + 1 } else { usize::from(!is_quoted) };
        for at in first..built_in {
            let path = if at == 0 { self.beside(name) } else { Some(join(&self.options.folders[at - 1], name)) };
            let Some(path) = path else { continue };
            if let Some(id) = self.read(&path, place)? {
                return Ok((id, at));
            }
        }
        let text = headers::find(name).filter(|_| first <= built_in).ok_or(NotFound::Missing)?;
        let path: SmolStr = format!("<{name}>").into();
        let id = match self.known.get(&path) {
            Some(Ok(id)) => *id,
            _ => self.add(path.clone(), text.into(), Some(place), true),
        };
        self.known.insert(path, Ok(id));
        Ok((id, built_in))
    }

    /// The path of a file in the folder of the current one; none if that is built in.
    fn beside(&self, name: &str) -> Option<String> {
        let file = self.file(self.current.id);
        if file.is_built_in && file.path == INCLUDES {
            return Some(name.to_owned());
        }
        let folder = file.path.rfind('/').map_or("", |end| &file.path[..=end]);
        (!file.is_built_in).then(|| format!("{folder}{name}"))
    }

    /// The file at a path, if there is one.
    fn read(&mut self, path: &str, place: Place) -> Result<Option<FileId>, NotFound> {
        let known = self.known.get(path).copied();
        let read = known.unwrap_or_else(|| {
            let text = self.options.files.read(path);
            text.map(|text| self.add(path.into(), text.into(), Some(place), false))
        });
        self.known.insert(path.into(), read);
        match read {
            Ok(id) => Ok(Some(id)),
            Err(NoText::Missing) => Ok(None),
            Err(NoText::Refused(why)) => Err(NotFound::Refused(path.to_owned(), why)),
        }
    }
}

fn join(folder: &str, name: &str) -> String {
    format!("{}/{name}", folder.trim_end_matches('/'))
}
