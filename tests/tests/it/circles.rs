//! Modules that use one another in a circle cannot be read one after the other: the modules of one folder run in none.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use boolprog_tests::root;

/// A module by the names from the root of its crate.
type Module = Vec<String>;

#[test]
fn modules_run_in_no_circle() {
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir(root().join("server")).expect("server/ exists") {
        let folder = entry.expect("readable").path();
        let name = folder.file_name().expect("a name").to_string_lossy().into_owned();
        for (inside, circle) in circles(&Sources::read(&folder.join("src"))) {
            wrong.push(format!("{name}/{}: {}", inside.join("/"), circle.join(", ")));
        }
    }
    assert!(wrong.is_empty(), "circles:\n{}", wrong.join("\n"));
}

/// The modules of each folder that use one another in the end, with the folder. A module and those inside it count as one.
fn circles(sources: &Sources) -> Vec<(Module, Vec<String>)> {
    let mut folders: BTreeMap<Module, BTreeMap<String, BTreeSet<String>>> = BTreeMap::new();
    for (module, used) in sources.uses() {
        let common = module.iter().zip(&used).take_while(|(left, right)| left == right).count();
        if let (Some(user), Some(used)) = (module.get(common), used.get(common)) {
            let folder = folders.entry(module[..common].to_vec()).or_default();
            folder.entry(user.clone()).or_default().insert(used.clone());
        }
    }
    let mut found = Vec::new();
    for (folder, uses) in folders {
        let in_circle = |name: &&String| reached(&uses, name).contains(*name);
        let circle: Vec<String> = uses.keys().filter(in_circle).cloned().collect();
        if !circle.is_empty() {
            found.push((folder, circle));
        }
    }
    found
}

/// The modules that a module uses, directly or not.
fn reached(uses: &BTreeMap<String, BTreeSet<String>>, from: &str) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut next = vec![from.to_owned()];
    while let Some(name) = next.pop() {
        for used in uses.get(&name).into_iter().flatten() {
            if reached.insert(used.clone()) {
                next.push(used.clone());
            }
        }
    }
    reached
}

/// The product code of a crate, by module.
struct Sources {
    texts: BTreeMap<Module, String>,
}

impl Sources {
    fn read(folder: &Path) -> Self {
        let mut sources = Self { texts: BTreeMap::new() };
        sources.add(folder, &Module::new());
        sources
    }

    fn add(&mut self, folder: &Path, module: &Module) {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("readable").path();
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            let mut inner = module.clone();
            if !["lib", "main", "mod"].contains(&name.as_str()) {
                inner.push(name.clone());
            }
            if path.is_dir() {
                self.add(&path, &inner);
            } else if path.extension().is_some_and(|ending| ending == "rs") && !name.contains("test") {
                self.texts.insert(inner, product_code(&path));
            }
        }
    }

    fn uses(&self) -> Vec<(Module, Module)> {
        let mut exported = BTreeMap::new();
        for (module, text) in &self.texts {
            for path in statements(text, true) {
                if let (Some((owner, _)), Some(name)) = (self.owner(module, &path), path.last()) {
                    exported.insert((module.clone(), name.clone()), owner);
                }
            }
        }
        let mut uses = Vec::new();
        for (module, text) in &self.texts {
            for path in statements(text, false).into_iter().chain(inline_paths(text)) {
                let Some((owner, item)) = self.owner(module, &path) else { continue };
                let of_item = item.and_then(|item| exported.get(&(owner.clone(), item)));
                uses.push((module.clone(), of_item.unwrap_or(&owner).clone()));
            }
        }
        uses
    }

    /// The module of this crate in which a path ends, with the name there.
    fn owner(&self, module: &Module, path: &[String]) -> Option<(Module, Option<String>)> {
        let mut owner = module.clone();
        let mut rest = path.iter().peekable();
        match rest.peek()?.as_str() {
            "crate" => {
                owner.clear();
                rest.next();
            }
            "self" => _ = rest.next(),
            "super" => {
                while rest.next_if(|name| *name == "super").is_some() {
                    owner.pop();
                }
            }
            first => {
                let inner = [owner.as_slice(), &[first.to_owned()]].concat();
                self.texts.contains_key(&inner).then_some(())?;
            }
        }
        while let Some(name) = rest.peek() {
            let inner = [owner.as_slice(), &[(*name).clone()]].concat();
            if !self.texts.contains_key(&inner) {
                break;
            }
            owner = inner;
            rest.next();
        }
        Some((owner, rest.next().cloned()))
    }
}

/// The code of a file outside its tests.
fn product_code(file: &Path) -> String {
    let text = std::fs::read_to_string(file).expect("readable");
    let product = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code = product.lines().filter(|line| !line.trim_start().starts_with("//"));
    code.collect::<Vec<_>>().join("\n")
}

/// The paths of `use` statements, or of those that export only.
fn statements(text: &str, only_exported: bool) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("use ") {
        let line = rest[..at].rsplit('\n').next().unwrap_or_default().trim();
        rest = &rest[at + "use ".len()..];
        let is_exported = line.starts_with("pub");
        if is_exported || (line.is_empty() && !only_exported) {
            expand(&[], rest.split(';').next().unwrap_or_default(), &mut paths);
        }
    }
    paths
}

/// The paths of a tree such as `a::{b, c::d}`.
fn expand(prefix: &[String], tree: &str, paths: &mut Vec<Vec<String>>) {
    let (path, list) = tree.split_once('{').unwrap_or((tree, ""));
    let names = path.split("::").map(|name| name.split(" as ").next().unwrap_or_default().trim());
    let path = [prefix, &names.filter(|name| !name.is_empty()).map(str::to_owned).collect::<Vec<_>>()].concat();
    if list.is_empty() {
        paths.push(path);
        return;
    }
    let (mut depth, mut start) = (0_usize, 0);
    for (at, character) in list.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                if !list[start..at].trim().is_empty() {
                    expand(&path, &list[start..at], paths);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

/// The paths in code that begin with `crate`, `super` or `self`.
fn inline_paths(text: &str) -> Vec<Vec<String>> {
    let is_part = |character: char| character.is_alphanumeric() || character == '_' || character == ':';
    let words = text.split(|character| !is_part(character));
    let paths = words.filter(|word| ["crate::", "super::", "self::"].iter().any(|start| word.starts_with(start)));
    paths.map(|path| path.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect()).collect()
}

#[test]
fn no_folder_has_one_file() {
    let server = root().join("server");
    let mut found = Vec::new();
    let mut open: Vec<_> = std::fs::read_dir(&server)
        .expect("server/ exists")
        .map(|it| it.expect("readable").path().join("src"))
        .collect();
    while let Some(folder) = open.pop() {
        let inside: Vec<_> =
            std::fs::read_dir(&folder).expect("a folder").map(|it| it.expect("readable").path()).collect();
        if let [only] = inside.as_slice()
            && only.extension().is_some_and(|it| it == "rs")
        {
            let name = folder.strip_prefix(&server).expect("it is inside").to_string_lossy().replace('\\', "/");
            found.push(name);
        }
        open.extend(inside.into_iter().filter(|path| path.is_dir()));
    }
    assert!(found.is_empty(), "folders with one file: {}", found.join(", "));
}
