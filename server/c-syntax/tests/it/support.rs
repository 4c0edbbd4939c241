//! Shared by the tests.

use std::fs;
use std::path::{Path, PathBuf};

use boolprog_base::NoText;
use boolprog_base::control::Unlimited;
use boolprog_c_syntax::lexer::Token;
use boolprog_c_syntax::preprocess::{Preprocessed, preprocess};
use boolprog_c_syntax::{Failure, Files, Options};

/// Reads a file of the folder of this crate.
pub(crate) fn read(path: &str) -> Result<String, NoText> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let is_file = fs::metadata(&path).is_ok_and(|it| it.is_file());
    is_file.then(|| fs::read_to_string(path).ok()).flatten().ok_or(NoText::Missing)
}

/// The C files in a folder of this crate, as paths that [`read`] takes.
pub(crate) fn cases(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).expect("a readable folder");
    let mut names: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    names.retain(|name| name.extension().is_some_and(|extension| extension == "c"));
    names.sort();
    assert!(!names.is_empty(), "there is no case");
    let name = |path: &PathBuf| path.file_name().expect("a name").to_string_lossy().into_owned();
    names.iter().map(|path| format!("{folder}/{}", name(path))).collect()
}

/// Compares what a function makes of each C file in a folder of this crate, given its path and its text, with the snapshot next to it.
pub(crate) fn check(folder: &str, describe: impl Fn(&str, &str) -> String) {
    let mut settings = insta::Settings::clone_current();
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    for path in cases(folder) {
        let text = read(&path).expect("a readable text");
        let name = path.rsplit('/').next().unwrap_or_default();
        settings.bind(|| insta::assert_snapshot!(name, describe(&path, &text)));
    }
}

/// Options with which files of this crate are included.
pub(crate) fn options() -> Options {
    Options { files: Files(Some(read)), ..Options::default() }
}

/// A text, preprocessed.
pub(crate) fn preprocessed(path: &str, text: &str, options: &Options) -> Result<Preprocessed, Failure> {
    preprocess(path, text, options, &Unlimited)
}

/// The tokens of a text without those of headers that are built in.
pub(crate) fn tokens(preprocessed: &Preprocessed) -> impl Iterator<Item = &Token> {
    let files = &preprocessed.sources.files;
    preprocessed.tokens.iter().filter(|token| !files[token.place.file.0 as usize].is_built_in)
}

/// The texts of the tokens of a text that needs no files, with blanks between.
pub(crate) fn text_of(text: &str) -> String {
    let preprocessed = preprocessed("text.c", text, &Options::default()).expect("a correct text");
    tokens(&preprocessed).map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ")
}
