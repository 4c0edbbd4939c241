//! The corpus of public programs. It is third-party data and lives next to the checkout, not in it.

use std::path::{Path, PathBuf};

use crate::root;

/// One line of `expected.tsv`.
#[derive(Clone, Debug)]
pub struct Expected {
    /// Path below the corpus.
    pub instance: String,
    /// Initial configuration or command-line options, as the file words them.
    pub options: String,
    /// `safe`, `unsafe` or `safe up to N threads`.
    pub verdict: String,
    /// Size of the minimal coverability set, where known.
    pub maximal_markings: Option<u64>,
    /// `true` if the source's own test suite expects the verdict of its current tool.
    pub confirmed: bool,
    /// Fewest live threads and then fewest steps of a violation, where known.
    pub shortest: Option<(u32, usize)>,
}

/// The folder of the corpus: `BOOLPROG_CORPUS`, or `../shared/corpus` next to the checkout. Says so when absent.
pub fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("BOOLPROG_CORPUS")
        .map_or_else(|| root().parent().unwrap_or(Path::new("/")).join("shared/corpus"), PathBuf::from);
    if folder.join("expected.tsv").is_file() {
        return Some(folder);
    }
    eprintln!("no corpus at {}: set BOOLPROG_CORPUS to run this test", folder.display());
    None
}

/// All files below a folder with this extension, in order.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let entries = folder.read_dir().expect("a readable folder");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    paths.sort();
    let below = |path: PathBuf| match path.is_dir() {
        true => files(&path, extension),
        false if path.extension().is_some_and(|found| found == extension) => vec![path],
        false => Vec::new(),
    };
    paths.into_iter().flat_map(below).collect()
}

/// The expected verdicts below a folder of the corpus, with the corpus's own folder.
pub fn expected(prefix: &str) -> Option<(PathBuf, Vec<Expected>)> {
    let folder = folder()?;
    let table = std::fs::read_to_string(folder.join("expected.tsv")).expect("expected.tsv is readable");
    let rows = table.lines().skip(1).map(row).filter(|row| row.instance.starts_with(prefix)).collect();
    Some((folder, rows))
}

impl Expected {
    /// Returns `true` for a Boolean program.
    pub fn is_program(&self) -> bool {
        Path::new(&self.instance).extension().is_some_and(|extension| extension == "bp")
    }
}

fn row(line: &str) -> Expected {
    let mut columns = line.split('\t');
    let mut next = || columns.next().unwrap_or_default().to_owned();
    let (instance, options, verdict, maximal, source) = (next(), next(), next(), next(), next());
    Expected {
        instance,
        options,
        verdict,
        maximal_markings: maximal.parse().ok(),
        confirmed: !source.contains("FUTURE"),
        shortest: shortest(&source),
    }
}

/// Reads "fewest live threads 2, then fewest steps 26" out of a sentence.
fn shortest(text: &str) -> Option<(u32, usize)> {
    let number = |marker: &str| {
        let rest = &text[text.find(marker)? + marker.len()..];
        rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())].parse::<usize>().ok()
    };
    Some((u32::try_from(number("fewest live threads ")?).ok()?, number("fewest steps ")?))
}
