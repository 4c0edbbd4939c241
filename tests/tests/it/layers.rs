//! The layers of ARCHITECTURE.md, read off the manifests, and those of the crate `check`, read off its sources.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use boolprog_tests::root;
use itertools::Itertools as _;

/// From the bottom to the top.
const LAYERS: &[&str] = &[
    "boolprog-base",
    "boolprog-c-syntax",
    "boolprog-machine",
    "boolprog-syntax",
    "boolprog-program",
    "boolprog-explore",
    "boolprog-integer",
    "boolprog-prover",
    "boolprog-z3",
    "boolprog-certificate",
    "boolprog-certify",
    "boolprog-clauses",
    "boolprog-abstraction",
    "boolprog-reach",
    "boolprog-symbolic",
    "boolprog-trace",
    "boolprog-check",
    "boolprog-frontend",
    "boolprog-export",
    "boolprog-ide",
    "boolprog-host",
    "boolprog-dap",
    "boolprog-lsp",
    "boolprog-mcp",
    "boolprog",
];

/// Crates beside the chain, each with the highest layer that it may use. Only the table of front ends and the command line use
/// them, and one of them another.
const BESIDE: [(&str, &str); 3] = [
    ("boolprog-import", "boolprog-integer"),
    ("boolprog-c", "boolprog-integer"),
    ("boolprog-c-form", "boolprog-c-syntax"),
];

/// Crates outside the product, which may use every layer.
const TOOLS: [&str; 5] = ["boolprog-tests", "boolprog-bench", "boolprog-clock", "boolprog-naive", "xtask"];

fn manifest(folder: &Path) -> toml::Table {
    let path = folder.join("Cargo.toml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn a_crate_depends_on_lower_layers_only() {
    let mut seen = Vec::new();
    for entry in std::fs::read_dir(root().join("server")).expect("server/ exists") {
        let manifest = manifest(&entry.expect("readable").path());
        let name = manifest["package"]["name"].as_str().expect("a name").to_owned();
        let beside = BESIDE.iter().find(|(beside, _)| *beside == name);
        let highest = beside.map_or(name.as_str(), |(_, highest)| highest);
        let layer = layer_of(highest).unwrap_or_else(|| panic!("{name} has no layer"));
        for dependency in manifest["dependencies"].as_table().expect("a table").keys() {
            assert!(!TOOLS.contains(&dependency.as_str()), "{name} must not depend on {dependency}");
            let is_lower = layer_of(dependency).is_none_or(|other| other < layer || dependency == highest);
            let is_beside = BESIDE.iter().any(|(beside, _)| beside == dependency);
            let may_import = ["boolprog-c", "boolprog-frontend", "boolprog"].contains(&name.as_str());
            assert!(is_lower && (!is_beside || may_import), "{name} must not depend on {dependency}");
        }
        seen.push(name);
    }
    assert_eq!(seen.len(), LAYERS.len() + BESIDE.len(), "every layer is a crate: {seen:?}");
}

fn layer_of(name: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| *layer == name)
}

/// The crates that deal with the machine and with clients, by their folders.
const OUTERMOST: [&str; 7] = ["certify", "z3", "host", "dap", "lsp", "mcp", "boolprog"];

#[test]
fn only_the_outermost_crates_know_the_machine() {
    for entry in std::fs::read_dir(root().join("server")).expect("server/ exists") {
        let folder = entry.expect("readable").path();
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let outermost = OUTERMOST.contains(&name.as_str());
        for dependency in manifest(&folder)["dependencies"].as_table().expect("a table").keys() {
            let allowed = match dependency.as_str() {
                "tower-lsp" => name == "lsp",
                "rmcp" => name == "mcp",
                "tokio" => name == "lsp" || name == "mcp",
                "tokio-util" => outermost,
                _ => true,
            };
            assert!(allowed, "{name} depends on {dependency}");
        }
        for source in sources(&folder) {
            let text = std::fs::read_to_string(&source).expect("readable");
            for word in ["std::time::Instant", "SystemTime", "std::env::", "std::fs::"] {
                let product = text.split("#[cfg(test)]").next().unwrap_or_default();
                let allowed = outermost && name != "dap";
                assert!(allowed || !product.contains(word), "{} uses {word}", source.display());
            }
        }
    }
}

#[test]
fn modules_of_check_use_lower_layers_and_run_in_no_circle() {
    let modules = Modules::of_crate("server/check/src");
    for (name, (layer, _)) in &modules.declared {
        for used in &modules.uses[name] {
            assert!(modules.declared[used].0 <= *layer, "{name} uses {used}, which lib.rs declares in a higher layer");
            assert!(!modules.reached(used).contains(name), "{name} uses {used}, which uses {name} in the end");
        }
    }
}

/// Checkers must not share a mistake with engines: lower layers cannot depend on higher ones.
#[test]
fn checkers_of_proofs_stand_below_every_engine() {
    let layer = |name: &str| LAYERS.iter().position(|layer| *layer == name).expect("a layer");
    for engine in ["boolprog-abstraction", "boolprog-reach", "boolprog-symbolic", "boolprog-check"] {
        assert!(layer("boolprog-certificate") < layer(engine) && layer("boolprog-certify") < layer(engine), "{engine}");
    }
}

/// The meaning of C is written twice, and the two may share the syntax tree only: the machine executes what the translation finds.
#[test]
fn the_machine_and_the_translation_of_c_share_the_syntax_tree_only() {
    let own = |name: &str| -> Vec<String> {
        let manifest = manifest(&root().join("server").join(name));
        let names = manifest["dependencies"].as_table().expect("a table").keys();
        names.filter(|name| name.starts_with("boolprog-")).cloned().collect()
    };
    assert_eq!(own("machine"), ["boolprog-base", "boolprog-c-syntax"]);
    assert_eq!(own("c-form"), ["boolprog-base", "boolprog-c-syntax"]);
    assert!(!own("c").contains(&"boolprog-machine".to_owned()));
}

/// Each binary links every crate below, so more of them cost minutes and gigabytes.
#[test]
fn a_crate_has_one_integration_test_binary() {
    let crates = std::fs::read_dir(root().join("server")).expect("server/ exists");
    for folder in crates.map(|entry| entry.expect("readable").path()).chain([root().join("tests")]) {
        let Ok(entries) = folder.join("tests").read_dir() else { continue };
        let is_binary = |path: &PathBuf| path.extension().is_some_and(|e| e == "rs") || path.join("main.rs").exists();
        let binaries: Vec<_> = entries.map(|entry| entry.expect("readable").path()).filter(is_binary).collect();
        assert!(binaries.len() <= 1, "list them in {}/tests/it/main.rs: {binaries:?}", folder.display());
    }
}

/// A library with unit tests is built twice, and rustdoc reads one with examples once more. So those without have `test = false`
/// and `doctest = false`, and only those, as no test may be left out.
#[test]
fn only_libraries_with_tests_are_built_for_tests() {
    let crates = std::fs::read_dir(root().join("server")).expect("server/ exists");
    let tools = ["clock", "naive"].map(|name| root().join("tests").join(name));
    for folder in crates.map(|entry| entry.expect("readable").path()).chain(tools) {
        let manifest = manifest(&folder);
        let is_on = |key: &str| manifest.get("lib").and_then(|lib| lib.get(key)?.as_bool()).unwrap_or(true);
        if !folder.join("src/lib.rs").exists() {
            continue;
        }
        let files = all_sources(&folder.join("src"));
        let texts: Vec<String> = files.iter().map(|file| std::fs::read_to_string(file).expect("readable")).collect();
        let has_tests = texts.iter().any(|text| text.contains("#[cfg(test)]"));
        assert_eq!(is_on("test"), has_tests, "{}: `test` in its manifest", folder.display());
        let has_examples = texts.iter().any(|text| has_example(text));
        assert_eq!(is_on("doctest"), has_examples, "{}: `doctest` in its manifest", folder.display());
    }
}

/// Returns `true` if a comment has a block of Rust, which rustdoc executes.
fn has_example(text: &str) -> bool {
    let fence =
        |line: &'_ str| line.trim_start().trim_start_matches(['/', '!']).trim().strip_prefix("```").map(str::to_owned);
    let comments = text.lines().filter(|line| line.trim_start().starts_with("//"));
    let openings = comments.filter_map(fence).step_by(2);
    openings.into_iter().any(|info| info.is_empty() || info == "rust")
}

struct Modules {
    /// Each with its layer, which is a paragraph of declarations in `lib.rs`, and its sources.
    declared: BTreeMap<String, (usize, Vec<PathBuf>)>,
    uses: BTreeMap<String, BTreeSet<String>>,
}

impl Modules {
    fn of_crate(folder: &str) -> Self {
        let folder = root().join(folder);
        let outermost = std::fs::read_to_string(folder.join("lib.rs")).expect("lib.rs");
        let mut declared = BTreeMap::new();
        for (layer, paragraph) in outermost.split("\n\n").enumerate() {
            let names = paragraph.lines().filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod "));
            for name in names.map(|name| name.trim_end_matches(';')) {
                let inner = folder.join(name);
                let mut files = if inner.is_dir() { sources(&inner) } else { Vec::new() };
                files.push(folder.join(name).with_extension("rs"));
                declared.insert(name.to_owned(), (layer, files));
            }
        }
        let mut modules = Self { declared, uses: BTreeMap::new() };
        let exported = modules.exported(&outermost);
        for (name, (_, files)) in &modules.declared {
            let texts = files.iter().map(|file| product_code(file));
            let named: BTreeSet<String> = texts.flat_map(|text| names_behind("crate::", &text)).collect();
            let owner = |named: &String| {
                let owner = exported.get(named).unwrap_or(named);
                assert!(
                    modules.declared.contains_key(owner),
                    "{name} uses {named}, but lib.rs does not say whose it is"
                );
                owner.clone()
            };
            let used = named.iter().map(owner).filter(|used| used != name).collect();
            modules.uses.insert(name.clone(), used);
        }
        modules
    }

    /// The exports of `lib.rs` from its modules, with the module.
    fn exported(&self, outermost: &str) -> BTreeMap<String, String> {
        let lines = outermost.lines().filter_map(|line| line.strip_prefix("pub use "));
        let split = lines.filter_map(|line| line.split_once("::").map(|(module, _)| (module, line)));
        let of_line = split.flat_map(|(module, line)| {
            names_behind(&format!("{module}::"), line).into_iter().map(|name| (name, module.to_owned()))
        });
        of_line.filter(|(_, module)| self.declared.contains_key(module)).collect()
    }

    /// The modules that a module uses, directly or not.
    fn reached(&self, from: &str) -> BTreeSet<String> {
        let mut reached = BTreeSet::new();
        let mut next = vec![from.to_owned()];
        while let Some(module) = next.pop() {
            next.extend(self.uses[&module].iter().filter(|used| reached.insert((*used).clone())).cloned());
        }
        reached
    }
}

/// The code of a file outside its tests.
fn product_code(file: &Path) -> String {
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let product = text.split("#[cfg(test)]").next().unwrap_or_default();
    product.lines().filter(|line| !line.trim_start().starts_with("//")).join("\n")
}

/// The names after a prefix, alone or in a list in braces.
fn names_behind(prefix: &str, text: &str) -> Vec<String> {
    let first = |path: &str| path.trim().split(|c: char| !c.is_alphanumeric() && c != '_').next().map(str::to_owned);
    text.split(prefix)
        .skip(1)
        .flat_map(|behind| match behind.strip_prefix('{') {
            Some(list) => list.split(['}', ';']).next().unwrap_or_default().split(',').filter_map(first).collect_vec(),
            None => first(behind).into_iter().collect(),
        })
        .filter(|name| !name.is_empty())
        .collect()
}

/// All sources below a folder.
fn all_sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let is_rust = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "rs");
    folders.iter().flat_map(|folder| all_sources(folder)).chain(files.into_iter().filter(is_rust)).collect()
}

/// The product sources below a folder: tests, benches and build scripts may read files.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("readable").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && !["tests", "benches", "examples", "fixtures"].contains(&name.as_str()) {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|e| e == "rs") && !name.contains("test") {
            found.push(path);
        }
    }
    found
}
