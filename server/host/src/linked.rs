//! The other files of C programs: those that are named, or those that a compilation database has.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use boolprog_base::NoText;
use boolprog_base::control::Control;
use boolprog_frontend::Text;
use boolprog_frontend::c::{Flags, Linked, Options};
use boolprog_frontend::commands::{Commands, FILE_NAME};

use crate::files::{included, reason};

/// The folder of a project in which a database may lie, besides the project itself.
const BUILD: &str = "build";

/// The search for the other files of a C program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Linking {
    /// Their paths, in whose last parts `*` stands for any characters and `?` for one. None: a database says which they are.
    pub links: Vec<String>,
    /// The database, or its folder; otherwise the nearest one in a folder around the file counts, if it has the file.
    pub commands: Option<PathBuf>,
    /// Paths are shown without this folder in front.
    pub folder: PathBuf,
}

impl Linking {
    /// Adds what is known of a file and the other files of its program to the options, whose flags are then those of this file. Fails
    /// with a sentence for the user. Reads the disk.
    pub fn complete(&self, text: &Text, options: &mut Options, control: &dyn Control) -> Result<(), String> {
        let path = absolute(Path::new(&text.path));
        let commands = match &self.commands {
            Some(commands) => Some(named(commands)?),
            None => nearest(&path)?,
        };
        let common = options.flags.clone();
        if let Some(entry) = commands.as_ref().and_then(|commands| commands.entry(&path)) {
            options.flags = entry.flags.with(&common);
            options.target = entry.target.unwrap_or(options.target);
        }
        if !self.links.is_empty() {
            options.linked = self.named_files(&path, commands.as_ref(), &common)?;
            return Ok(());
        }
        let Some(commands) = commands else { return Ok(()) };
        let text = Text { path: path.to_string_lossy().into_owned(), ..text.clone() };
        commands.complete(&text, options, (&common, &self.folder), control).map_err(|why| why.to_string())
    }

    /// The files that are named, each once, without the first one.
    fn named_files(&self, first: &Path, commands: Option<&Commands>, common: &Flags) -> Result<Vec<Linked>, String> {
        let mut known = BTreeSet::from([first.to_owned()]);
        let mut linked = Vec::new();
        for pattern in &self.links {
            for path in expanded(pattern)? {
                let whole = absolute(&path);
                if !known.insert(whole.clone()) {
                    continue;
                }
                let text = included(&path.to_string_lossy());
                let text = text.map_err(|why| {
                    format!("The file `{}` of --link cannot be read: {}.", path.display(), reason(why))
                })?;
                let entry = commands.and_then(|commands| commands.entry(&whole));
                let flags = entry.map_or_else(|| common.clone(), |entry| entry.flags.with(common));
                linked.push(Linked { path: path.to_string_lossy().into_owned(), text: Arc::from(text), flags });
            }
        }
        Ok(linked)
    }
}

/// A path from the root, if the current folder is known.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// The database at a path, which may be its folder.
fn named(path: &Path) -> Result<Commands, String> {
    let path = absolute(path);
    let path = if path.is_dir() { path.join(FILE_NAME) } else { path };
    read(&path)?.ok_or_else(|| format!("{}: This compilation database is not there.", path.display()))
}

/// The database in the nearest folder around a file that has one, if it says how the file is compiled.
fn nearest(file: &Path) -> Result<Option<Commands>, String> {
    for folder in file.ancestors().skip(1) {
        for path in [folder.join(FILE_NAME), folder.join(BUILD).join(FILE_NAME)] {
            if let Some(commands) = read(&path)? {
                return Ok(Some(commands).filter(|commands| commands.entry(file).is_some()));
            }
        }
    }
    Ok(None)
}

/// A database, if the file can be read.
fn read(path: &Path) -> Result<Option<Commands>, String> {
    if !path.is_file() {
        return Ok(None);
    }
    let text = match included(&path.to_string_lossy()) {
        Ok(text) => text,
        Err(NoText::Missing) => return Ok(None),
        Err(why) => {
            let why = reason(why);
            return Err(format!("{}: This compilation database cannot be read: {why}.", path.display()));
        }
    };
    let folder = path.parent().unwrap_or(Path::new("/"));
    Commands::read(&text, folder).map(Some).map_err(|why| format!("{}: {why}", path.display()))
}

/// The files that a pattern means, in the order of their names: a path without `*` and `?` is one.
fn expanded(pattern: &str) -> Result<Vec<PathBuf>, String> {
    let path = Path::new(pattern);
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if !name.contains(['*', '?']) {
        return Ok(vec![path.to_owned()]);
    }
    let folder = path.parent().unwrap_or(Path::new(""));
    let listed = std::fs::read_dir(if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    let names = listed.into_iter().flatten().flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut found: Vec<PathBuf> = names.filter(|it| matches(&name, it)).map(|it| folder.join(it)).collect();
    found.sort();
    if found.is_empty() { Err(format!("No file is `{pattern}`, which --link names.")) } else { Ok(found) }
}

/// Returns `true` if a name is as a pattern says. Takes time linear in the product of their lengths.
fn matches(pattern: &str, name: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let skip = |alive: &mut Vec<bool>| {
        for at in 0..pattern.len() {
            alive[at + 1] |= alive[at] && pattern[at] == '*';
        }
    };
    let mut alive = vec![false; pattern.len() + 1];
    alive[0] = true;
    skip(&mut alive);
    for letter in name.chars() {
        let mut next = vec![false; pattern.len() + 1];
        for (at, wanted) in pattern.iter().enumerate().filter(|(at, _)| alive[*at]) {
            match wanted {
                '*' => next[at] = true,
                wanted => next[at + 1] |= *wanted == '?' || *wanted == letter,
            }
        }
        skip(&mut next);
        alive = next;
    }
    alive[pattern.len()]
}

#[cfg(test)]
mod tests {
    use boolprog_base::control::Unlimited;
    use boolprog_frontend::c::Files;

    use super::*;

    /// A folder with these files.
    fn project(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (path, text) in files {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
            std::fs::write(path, text).expect("writable");
        }
        folder
    }

    /// The other files of the program of `main.c`, with what they define.
    fn linked(folder: &tempfile::TempDir, linking: &Linking) -> Result<Vec<String>, String> {
        let path = folder.path().join("main.c");
        let text =
            Text { path: path.display().to_string(), text: std::fs::read_to_string(&path).expect("text").into() };
        let mut options = Options { files: Files(Some(included)), ..Options::default() };
        let linking = Linking { folder: folder.path().canonicalize().expect("a path"), ..linking.clone() };
        linking.complete(&text, &mut options, &Unlimited)?;
        let shown = |it: &Linked| format!("{} {}", it.path, it.flags.defines.join(" ")).trim_end().to_owned();
        let of_main =
            (!options.flags.defines.is_empty()).then(|| format!("main.c {}", options.flags.defines.join(" ")));
        Ok(of_main.into_iter().chain(options.linked.iter().map(shown)).collect())
    }

    const MAIN: (&str, &str) = ("main.c", "int push(int); int main(void) { return push(1); }");

    fn entries(files: &[&str]) -> String {
        let entry = |file: &&str| {
            format!(r#"{{"directory": ".", "file": "{file}", "command": "cc -DOF={} -c {file}"}}"#, &file[..1])
        };
        format!("[{}]", files.iter().map(entry).collect::<Vec<_>>().join(","))
    }

    #[test]
    fn what_is_used_is_linked() {
        let commands = entries(&["main.c", "other.c", "queue.c", "store.c", "test.c", "gone.c"]);
        let folder = project(&[
            MAIN,
            ("queue.c", "int store(int); int push(int a) { return store(a); }"),
            ("store.c", "static int kept; int store(int a) { return kept = a; }"),
            ("other.c", "int other(void) { return 0; }"),
            ("test.c", "int push(int a) { return a; } int main(void) { return push(0); }"),
            ("compile_commands.json", &commands),
        ]);
        let found = linked(&folder, &Linking::default());
        assert_eq!(found.expect("a program"), ["main.c OF=m", "queue.c OF=q", "store.c OF=s"]);
    }

    #[test]
    fn a_database_without_the_file_says_nothing_unless_it_is_named() {
        let folder = project(&[
            MAIN,
            ("queue.c", "int push(int a) { return a; }"),
            ("build/compile_commands.json", r#"[{"directory": "..", "file": "queue.c", "command": "cc -c queue.c"}]"#),
        ]);
        assert_eq!(linked(&folder, &Linking::default()).expect("a program"), [""; 0]);
        let named = Linking { commands: Some(folder.path().join("build")), ..Linking::default() };
        assert_eq!(linked(&folder, &named).expect("a program"), ["queue.c"]);
    }

    #[test]
    fn two_definitions_are_named() {
        let folder = project(&[
            MAIN,
            ("a.c", "int push(int a) { return a; }"),
            ("b.c", "int push(int a) { return a; }"),
            ("compile_commands.json", &entries(&["main.c", "a.c", "b.c"])),
        ]);
        let why = linked(&folder, &Linking::default()).expect_err("two definitions");
        assert!(why.starts_with("`push` is defined in a.c and in b.c, which compile_commands.json both has."), "{why}");
    }

    #[test]
    fn a_file_with_mistakes_is_linked_if_it_is_needed() {
        let folder = project(&[
            MAIN,
            ("a.c", "int push(int a) { return a; } int ;;( x"),
            ("b.c", "int other(void) { push(1); } @"),
            ("compile_commands.json", &entries(&["main.c", "b.c", "a.c"])),
        ]);
        assert_eq!(linked(&folder, &Linking::default()).expect("files"), ["main.c OF=m", "a.c OF=a"]);
    }

    #[test]
    fn what_is_no_database_is_told() {
        let folder = project(&[MAIN, ("compile_commands.json", "{}")]);
        let why = linked(&folder, &Linking::default()).expect_err("no database");
        assert!(why.contains("This is no compilation database"), "{why}");
        let named = Linking { commands: Some(folder.path().join("no")), ..Linking::default() };
        assert!(linked(&folder, &named).expect_err("no database").contains("ompilation database"));
    }

    #[test]
    fn patterns_name_files() {
        let folder = project(&[MAIN, ("lib/b.c", "int x;"), ("lib/a.c", "int y;"), ("lib/a.h", ""), ("queue.c", "")]);
        let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        let links =
            |names: &[&str]| Linking { links: names.iter().map(|name| path(name)).collect(), ..Linking::default() };
        assert_eq!(
            linked(&folder, &links(&["lib/?.c", "*.c"])).expect("files"),
            ["lib/a.c", "lib/b.c", "queue.c"].map(path)
        );
        assert!(linked(&folder, &links(&["no.c"])).expect_err("no file").contains("cannot be read"));
        assert!(linked(&folder, &links(&["*.cc"])).expect_err("no file").contains("No file is"));
    }
}
