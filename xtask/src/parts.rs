//! Third-party software inside the packages: crates, npm packages, the standard library and Z3, with their licences.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;
use xshell::{Shell, cmd};

use crate::{paths, python};

/// The programs that packages hold.
const PROGRAMS: [&str; 3] = ["boolprog", "boolprog-certify", "boolprog-z3"];

/// A part that others have written.
pub(crate) struct Part {
    pub(crate) name: String,
    /// None of what comes with the compiler, whose version is not chosen here.
    pub(crate) version: Option<String>,
    /// An expression of SPDX.
    pub(crate) licence: String,
    pub(crate) authors: String,
    pub(crate) repository: String,
    /// The kind of package in the names of the specification of package URLs.
    pub(crate) kind: &'static str,
    /// The files, if the part has some here.
    pub(crate) folder: Option<PathBuf>,
}

impl Part {
    /// The package URL of a part with a version.
    pub(crate) fn url(&self) -> Option<String> {
        let version = self.version.as_ref()?;
        Some(format!("pkg:{}/{}@{version}", self.kind, self.name.replace('@', "%40")))
    }

    fn titled(&self) -> (String, &str) {
        (self.name.to_lowercase(), self.version.as_deref().unwrap_or_default())
    }
}

/// All parts of all packages for all platforms, sorted by name and version.
pub(crate) fn all(sh: &Shell) -> Result<Vec<Part>> {
    let mut parts = [of_compiler(), z3()].into_iter().chain(of_cargo(sh)?).chain(of_npm()?).collect::<Vec<_>>();
    parts.sort_by(|one, other| one.titled().cmp(&other.titled()));
    Ok(parts)
}

fn of_compiler() -> Part {
    Part {
        name: "Rust standard library".to_owned(),
        version: None,
        licence: "MIT OR Apache-2.0".to_owned(),
        authors: "The Rust Project contributors".to_owned(),
        repository: "https://github.com/rust-lang/rust".to_owned(),
        kind: "generic",
        folder: None,
    }
}

fn z3() -> Part {
    Part {
        name: "Z3".to_owned(),
        version: Some(python::Z3.to_owned()),
        licence: "MIT".to_owned(),
        authors: "Microsoft Corporation".to_owned(),
        repository: "https://github.com/Z3Prover/z3".to_owned(),
        kind: "generic",
        folder: None,
    }
}

/// The crates that the programs link.
fn of_cargo(sh: &Shell) -> Result<Vec<Part>> {
    let metadata =
        cmd!(sh, "cargo metadata --format-version 1 --locked --features boolprog-z3/libz3").quiet().read()?;
    let metadata: Value = serde_json::from_str(&metadata)?;
    let packages: BTreeMap<&str, &Value> =
        items(&metadata["packages"]).map(|package| (text(&package["id"]), package)).collect();
    let linked = linked(&packages, &metadata["resolve"]["nodes"]);
    let foreign = linked.iter().map(|id| packages[id]).filter(|package| !package["source"].is_null());
    foreign.map(of_crate).collect()
}

/// The packages that the programs link: no macros, since these run in the compiler, and nothing that only builds or tests.
fn linked<'a>(packages: &BTreeMap<&'a str, &'a Value>, nodes: &'a Value) -> BTreeSet<&'a str> {
    let nodes: BTreeMap<&str, &Value> = items(nodes).map(|node| (text(&node["id"]), node)).collect();
    let is_own = |package: &Value| package["source"].is_null() && PROGRAMS.contains(&text(&package["name"]));
    let mut waiting: Vec<&str> = packages.iter().filter(|(_, package)| is_own(package)).map(|(id, _)| *id).collect();
    let mut linked = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if linked.insert(id) {
            let dependences = items(&nodes[id]["deps"]).filter(|dependence| is_normal(dependence));
            waiting.extend(dependences.map(|it| text(&it["pkg"])).filter(|id| !is_macro(packages[id])));
        }
    }
    linked
}

fn is_normal(dependence: &Value) -> bool {
    items(&dependence["dep_kinds"]).any(|kind| kind["kind"].is_null())
}

fn is_macro(package: &Value) -> bool {
    items(&package["targets"]).any(|target| items(&target["kind"]).any(|kind| kind == "proc-macro"))
}

fn of_crate(package: &Value) -> Result<Part> {
    let name = text(&package["name"]).to_owned();
    let licence = package["license"].as_str().with_context(|| format!("{name} names no licence"))?;
    let authors: Vec<&str> = items(&package["authors"]).map(text).collect();
    Ok(Part {
        version: Some(text(&package["version"]).to_owned()),
        licence: licence.replace('/', " OR "),
        authors: authors.join(", "),
        repository: text(&package["repository"]).trim_end_matches(".git").to_owned(),
        kind: "cargo",
        folder: Path::new(text(&package["manifest_path"])).parent().map(Path::to_owned),
        name,
    })
}

/// The npm packages that the extension is bundled with: those that are no tools of its development.
fn of_npm() -> Result<Vec<Part>> {
    let lock: Value = serde_json::from_slice(&fs::read(paths::extension().join("package-lock.json"))?)?;
    let packages = lock["packages"].as_object().context("package-lock.json lists packages")?;
    let bundled = packages.iter().filter(|(path, package)| !path.is_empty() && package["dev"] != true);
    bundled.map(|(path, package)| of_npm_package(path, package)).collect()
}

fn of_npm_package(path: &str, locked: &Value) -> Result<Part> {
    let folder = paths::extension().join(path);
    let described = fs::read(folder.join("package.json")).with_context(|| format!("{path} is not installed"))?;
    let described: Value = serde_json::from_slice(&described)?;
    let author = &described["author"];
    Ok(Part {
        name: text(&described["name"]).to_owned(),
        version: Some(text(&locked["version"]).to_owned()),
        licence: text(&described["license"]).to_owned(),
        authors: author["name"].as_str().or(author.as_str()).unwrap_or_default().to_owned(),
        repository: repository(&described["repository"]),
        kind: "npm",
        folder: Some(folder),
    })
}

/// The address of a repository as npm has it: with a way of transport in front, or as the short name of one on GitHub.
fn repository(described: &Value) -> String {
    let address = described["url"].as_str().unwrap_or(text(described));
    let name = address.trim_end_matches(".git");
    let name = ["git+", "git://", "https://", "git@", "github.com/", "github.com:"]
        .iter()
        .fold(name, |name, prefix| name.strip_prefix(prefix).unwrap_or(name));
    format!("https://github.com/{name}")
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
