//! Files that other provers check: theorems, and questions in SMT-LIB.

use std::fs;
use std::path::{Path, PathBuf};

use boolprog_base::words::count;
use boolprog_certificate::document::{NoTheorems, Theorems};

/// Writes theorems to a file. A line about them, and whether these are all proofs; or a sentence if they cannot be written.
pub(crate) fn save_theorems(file: &Path, theorems: Result<Theorems, NoTheorems>) -> Result<(String, bool), String> {
    let name = file.display();
    let Theorems { text, properties, left_out } = match theorems {
        Ok(theorems) => theorems,
        Err(NoTheorems(why)) => return Ok((format!("{name}: not written: {why}"), false)),
    };
    fs::write(file, text).map_err(|error| format!("{name}: This file cannot be written: {error}."))?;
    let line = format!("{name}: theorems about {}", properties.join(", "));
    Ok(match left_out.as_slice() {
        [] => (line, true),
        left => (format!("{line}; not about {}", left.join(", ")), false),
    })
}

/// A folder that gets questions, a file for each.
pub(crate) struct Questions {
    folder: PathBuf,
    saved: u32,
    error: Option<String>,
}

impl Questions {
    /// An empty folder, which is made if there is none; a sentence if there is something else.
    pub(crate) fn in_folder(folder: &Path) -> Result<Self, String> {
        let error = |error| format!("{}: This folder cannot be written: {error}.", folder.display());
        fs::create_dir_all(folder).map_err(error)?;
        if fs::read_dir(folder).map_err(error)?.next().is_some() {
            return Err(format!("{}: This folder is not empty.", folder.display()));
        }
        Ok(Self { folder: folder.to_owned(), saved: 0, error: None })
    }

    pub(crate) fn save(&mut self, question: &str) {
        if self.error.is_some() {
            return;
        }
        self.saved += 1;
        let file = self.folder.join(format!("question-{:05}.smt2", self.saved));
        if let Err(error) = fs::write(&file, question) {
            self.error = Some(format!("{}: This file cannot be written: {error}.", file.display()));
        }
    }

    /// A line about the questions.
    pub(crate) fn finish(self) -> Result<String, String> {
        let folder = self.folder.display();
        self.error.map_or_else(|| Ok(format!("{folder}: {} in SMT-LIB", count(self.saved, "question"))), Err)
    }
}
