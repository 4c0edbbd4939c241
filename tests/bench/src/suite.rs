//! Subjects of measurement: named lists of programs and transition systems.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::arguments::Common;
use crate::families::{FAMILIES, Family};

#[derive(Debug)]
pub(crate) struct Suite {
    pub(crate) name: String,
    /// Meaning of the size of an instance, if they differ by it alone and grow.
    pub(crate) parameter: Option<&'static str>,
    pub(crate) instances: Vec<Instance>,
}

/// One file and how to read it.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
    /// In a growth family.
    pub(crate) size: Option<u32>,
    /// Initial configuration: `0|0` for a transition system, a number of threads for a program.
    pub(crate) start: Option<String>,
    pub(crate) expected: Expected,
}

#[derive(Clone, Default, Debug)]
pub(crate) struct Expected {
    pub(crate) violated: Option<bool>,
    /// Size of the minimal coverability set.
    pub(crate) maximal_markings: Option<u64>,
}

impl Instance {
    /// Returns `true` if it is a thread transition system and no program.
    pub(crate) fn is_net(&self) -> bool {
        has_ending(&self.path, "tts")
    }

    /// The options of `boolprog check` that say where threads start.
    pub(crate) fn options(&self) -> Vec<String> {
        let option = if self.is_net() { "--init" } else { "--threads" };
        self.start.iter().flat_map(|start| [option.to_owned(), start.clone()]).collect()
    }
}

/// The suites that were asked for. Programs of growth families are written into the output folder first.
pub(crate) fn find(common: &Common) -> Result<Vec<Suite>> {
    let mut suites = Vec::new();
    for name in &common.suites {
        if name == "families" {
            suites.extend(FAMILIES.iter().map(|family| write(family, &common.out)).collect::<Result<Vec<_>>>()?);
        } else if let Some(family) = FAMILIES.iter().find(|family| family.name == name) {
            suites.push(write(family, &common.out)?);
        } else {
            suites.push(read(name, common)?);
        }
    }
    for suite in &mut suites {
        if let Some(part) = &common.only {
            suite.instances.retain(|instance| instance.name.contains(part));
        }
        if suite.instances.is_empty() {
            bail!("suite {}: nothing to measure", suite.name);
        }
    }
    Ok(suites)
}

fn write(family: &Family, out: &Path) -> Result<Suite> {
    let folder = out.join("families");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let mut instances = Vec::new();
    for &size in family.sizes {
        let name = format!("{}-{size}", family.name);
        let path = folder.join(&name).with_extension("bp");
        fs::write(&path, (family.program)(size)).with_context(|| path.display().to_string())?;
        instances.push(Instance { name, path, size: Some(size), start: None, expected: Expected::default() });
    }
    Ok(Suite { name: family.name.to_owned(), parameter: Some(family.parameter), instances })
}

/// A folder, as named or below the corpus, with the corpus's data about its files.
fn read(name: &str, common: &Common) -> Result<Suite> {
    let corpus = common.corpus.clone().or_else(|| std::env::var_os("BOOLPROG_CORPUS").map(PathBuf::from));
    let below = corpus.as_ref().map(|corpus| corpus.join(name));
    let folders = [below, Some(PathBuf::from(name))];
    let Some(folder) = folders.into_iter().flatten().find(|folder| folder.is_dir()) else {
        bail!("there is no suite and no folder {name}; a corpus is named with --corpus or BOOLPROG_CORPUS");
    };
    let table = corpus.as_deref().map_or(Ok(HashMap::new()), expectations)?;
    let mut files = Vec::new();
    collect(&folder, &mut files)?;
    files.sort();
    let instance = |path: PathBuf| {
        let name = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
        let (start, expected) = table.get(&path).cloned().unwrap_or_default();
        Instance { name, path, size: None, start, expected }
    };
    let name = folder.file_name().map_or(name.to_owned(), |name| name.to_string_lossy().into_owned());
    Ok(Suite { name, parameter: None, instances: files.into_iter().map(instance).collect() })
}

/// Programs, and transition systems with a target file next to them.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if has_ending(&path, "bp") || has_ending(&path, "tts") && path.with_extension("prop").is_file() {
            files.push(path);
        }
    }
    Ok(())
}

type Expectations = HashMap<PathBuf, (Option<String>, Expected)>;

/// Reads `expected.tsv`: instance, options, verdict, maximal markings, source.
fn expectations(corpus: &Path) -> Result<Expectations> {
    let file = corpus.join("expected.tsv");
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    Ok(text.lines().skip(1).map(|line| expectation(corpus, line)).collect())
}

fn expectation(corpus: &Path, line: &str) -> (PathBuf, (Option<String>, Expected)) {
    let mut columns = line.split('\t');
    let mut next = || columns.next().unwrap_or_default();
    let (path, options, verdict, markings) = (corpus.join(next()), next(), next(), next());
    let violated = match verdict {
        "unsafe" => Some(true),
        "safe" => Some(false),
        _ => None,
    };
    let start = start(options, has_ending(&path, "tts"));
    (path, (start, Expected { violated, maximal_markings: markings.parse().ok() }))
}

/// The start among options such as `--target main.prop --init "0|0"`, `0/0` or `one thread runs main`.
fn start(options: &str, net: bool) -> Option<String> {
    if !net {
        return Some("1".to_owned());
    }
    let words: Vec<&str> = options.split_whitespace().map(|word| word.trim_matches('"')).collect();
    let named = words.iter().position(|word| *word == "--init").and_then(|at| words.get(at + 1));
    let first = words.first().filter(|word| word.contains(['/', '|']));
    named.or(first).map(|start| (*start).to_owned())
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|extension| extension == ending)
}
