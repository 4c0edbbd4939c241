//! Files that other provers check: theorems, and questions in SMT-LIB.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use boolprog_base::words::count;
use boolprog_certificate::document::{NoTheorems, Theorems};

/// Writes theorems to a file, with the library inside if it is to stand alone. A line about them, and whether these are all
/// proofs; or a sentence if they cannot be written.
pub(crate) fn save_theorems(
    (file, standalone): (&Path, bool),
    theorems: Result<Theorems, NoTheorems>,
) -> Result<(String, bool), String> {
    let name = file.display();
    let theorems = match theorems {
        Ok(theorems) => theorems,
        Err(NoTheorems(why)) => return Ok((format!("{name}: not written: {why}"), false)),
    };
    let with_library = standalone.then(|| theorems.standalone());
    let Theorems { text, properties, left_out } = theorems;
    fs::write(file, with_library.unwrap_or(text))
        .map_err(|error| format!("{name}: This file cannot be written: {error}."))?;
    let line = format!("{name}: theorems about {}", properties.join(", "));
    Ok(match left_out.as_slice() {
        [] => (line, true),
        left => (format!("{line}; not about {}", left.join(", ")), false),
    })
}

/// A folder that gets questions, a file for each, and perhaps proofs of their answers.
pub(crate) struct Questions {
    folder: PathBuf,
    saved: u32,
    /// The number of proofs in Alethe, if there are to be any.
    proved: Option<u32>,
    error: Option<String>,
}

impl Questions {
    /// An empty folder, which is made if there is none; a sentence if there is something else.
    pub(crate) fn in_folder(folder: &Path, alethe: bool) -> Result<Self, String> {
        let error = |error| format!("{}: This folder cannot be written: {error}.", folder.display());
        fs::create_dir_all(folder).map_err(error)?;
        if fs::read_dir(folder).map_err(error)?.next().is_some() {
            return Err(format!("{}: This folder is not empty.", folder.display()));
        }
        Ok(Self { folder: folder.to_owned(), saved: 0, proved: alethe.then_some(0), error: None })
    }

    pub(crate) fn save(&mut self, question: &str) {
        if self.error.is_none() {
            self.saved += 1;
            self.error = self.written(question).err();
        }
    }

    fn written(&mut self, question: &str) -> Result<(), String> {
        let file = self.folder.join(format!("question-{:05}.smt2", self.saved));
        let error = |file: &Path, error| format!("{}: This file cannot be written: {error}.", file.display());
        fs::write(&file, question).map_err(|why| error(&file, why))?;
        if let Some(proved) = &mut self.proved
            && let Some(proof) = alethe(&file)?
        {
            let file = file.with_extension("alethe");
            fs::write(&file, proof).map_err(|why| error(&file, why))?;
            *proved += 1;
        }
        Ok(())
    }

    /// A line about the questions.
    pub(crate) fn finish(self) -> Result<String, String> {
        let folder = self.folder.display();
        let proved =
            self.proved.map_or_else(String::new, |proved| format!(", {proved} of them with a proof in Alethe"));
        self.error.map_or_else(|| Ok(format!("{folder}: {} in SMT-LIB{proved}", count(self.saved, "question"))), Err)
    }
}

/// The proof by cvc5 that the formulas of a file cannot hold together, in the format Alethe; `None` if cvc5 has no such proof. A
/// sentence if there is no cvc5.
fn alethe(question: &Path) -> Result<Option<Vec<u8>>, String> {
    let options = [
        "--dump-proofs",
        "--proof-format-mode=alethe",
        "--proof-granularity=theory-rewrite",
        "--simplification=none",
        "--dag-thresh=0",
        "--tlimit=10000",
    ];
    let output = Command::new("cvc5").args(options).arg(question).stderr(Stdio::null()).output();
    let output = output.map_err(|error| format!("cvc5: This program cannot be started: {error}."))?;
    let proof = output.stdout.strip_prefix(b"unsat\n").filter(|_| output.status.success());
    Ok(proof.map(<[u8]>::to_vec))
}
