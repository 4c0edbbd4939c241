//! The layers of ARCHITECTURE.md, read off the manifests.

use boolprog_tests::root;

/// From the bottom to the top.
const LAYERS: [&str; 18] = [
    "boolprog-syntax",
    "boolprog-program",
    "boolprog-explore",
    "boolprog-integer",
    "boolprog-exchange",
    "boolprog-prover",
    "boolprog-z3",
    "boolprog-abstraction",
    "boolprog-reach",
    "boolprog-symbolic",
    "boolprog-trace",
    "boolprog-check",
    "boolprog-export",
    "boolprog-ide",
    "boolprog-host",
    "boolprog-dap",
    "boolprog-lsp",
    "boolprog",
];

/// What stands outside the product and may use every layer.
const TOOLS: [&str; 3] = ["boolprog-tests", "boolprog-bench", "xtask"];

fn manifest(folder: &std::path::Path) -> toml::Table {
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
        let layer = LAYERS.iter().position(|l| *l == name).unwrap_or_else(|| panic!("{name} has no layer"));
        for dependency in manifest["dependencies"].as_table().expect("a table").keys() {
            assert!(!TOOLS.contains(&dependency.as_str()), "{name} must not depend on {dependency}");
            if let Some(other) = LAYERS.iter().position(|l| l == dependency) {
                assert!(other < layer, "{name} must not depend on {dependency}");
            }
        }
        seen.push(name);
    }
    assert_eq!(seen.len(), LAYERS.len(), "every layer is a crate: {seen:?}");
}

/// The crates that deal with the machine and with whoever is at the other end, by their folders.
const OUTERMOST: [&str; 5] = ["z3", "host", "dap", "lsp", "boolprog"];

#[test]
fn only_the_outermost_crates_know_the_machine() {
    for entry in std::fs::read_dir(root().join("server")).expect("server/ exists") {
        let folder = entry.expect("readable").path();
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        let outermost = OUTERMOST.contains(&name.as_str());
        for dependency in manifest(&folder)["dependencies"].as_table().expect("a table").keys() {
            let allowed = match dependency.as_str() {
                "tower-lsp" | "tokio" => name == "lsp",
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

/// The product sources below a folder: tests, benches and build scripts may read files.
fn sources(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
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
