//! Compilation databases (`compile_commands.json`): how each file of a project is compiled, and so which files are one program.
//!
//! Nothing here reads a file but by the function that is given for it.

mod find;
mod options;

use std::path::{Component, Path, PathBuf};

use boolprog_c::Flags;
use boolprog_c_syntax::target::Target;
use serde::Deserialize;

pub use find::Unlinked;

/// The name of the file.
pub const FILE_NAME: &str = "compile_commands.json";

/// The entries of a database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Commands {
    entries: Vec<Entry>,
}

/// The compilation of one file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its path, absolute if that of the database is.
    pub file: PathBuf,
    /// Its options for the preprocessor, with such paths.
    pub flags: Flags,
    /// The machine that its options name, if they do.
    pub target: Option<Target>,
}

/// An entry as it is written.
#[derive(Deserialize)]
struct Written {
    #[serde(default)]
    directory: String,
    file: String,
    command: Option<String>,
    arguments: Option<Vec<String>>,
}

impl Commands {
    /// Reads the text of a database in this folder. Fails with a sentence for the user. Linear.
    pub fn read(text: &str, folder: &Path) -> Result<Self, String> {
        let written: Vec<Written> = serde_json::from_str(text).map_err(|error| {
            format!("This is no compilation database, which is a list of entries as JSON: {error}.")
        })?;
        let entries = written.into_iter().map(|entry| Entry::read(entry, folder)).collect::<Result<_, _>>()?;
        Ok(Self { entries })
    }

    /// The entry of a file, the first one if there are several. Linear.
    pub fn entry(&self, file: &Path) -> Option<&Entry> {
        let file = cleaned(file);
        self.entries.iter().find(|entry| entry.file == file)
    }

    /// All entries.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }
}

impl Entry {
    fn read(written: Written, folder: &Path) -> Result<Self, String> {
        let Written { directory, file, command, arguments } = written;
        let folder = folder.join(directory);
        let arguments = match (arguments, command) {
            (Some(arguments), _) => arguments,
            (None, Some(command)) => shlex::split(&command)
                .ok_or_else(|| format!("The command of `{file}` has a quotation that does not end."))?,
            (None, None) => Vec::new(),
        };
        let (flags, target) = options::read(&arguments, &folder);
        Ok(Self { file: cleaned(&folder.join(file)), flags, target })
    }
}

/// A path without `.` and, where that is possible, without `..`.
fn cleaned(path: &Path) -> PathBuf {
    let mut cleaned = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(cleaned.components().next_back(), Some(Component::Normal(_))) => {
                cleaned.pop();
            }
            part => cleaned.push(part),
        }
    }
    cleaned
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(entry: &str) -> Entry {
        let commands = Commands::read(&format!("[{entry}]"), Path::new("/p")).expect("a database");
        commands.entries()[0].clone()
    }

    #[test]
    fn commands_and_arguments_say_the_same() {
        let command = r#"{"directory": "/p/build", "file": "../a b.c",
            "command": "gcc -I../inc -I sys -isystem /usr/x -DN=1 -D 'S=\"a b\"' -UM -include c.h -m32 -std=c11 -O2 -c '../a b.c' -o x.o"}"#;
        let arguments = r#"{"directory": "build", "file": "/p/a b.c",
            "arguments": ["gcc", "-I../inc", "-I", "sys", "-isystem", "/usr/x", "-DN=1", "-D", "S=\"a b\"", "-UM",
                          "-include", "c.h", "-m32", "-std=c11", "-O2", "-c", "../a b.c", "-o", "x.o"]}"#;
        let found = entry(command);
        assert_eq!(found, entry(arguments));
        assert_eq!(found.file, Path::new("/p/a b.c"));
        assert_eq!(found.target, Some(Target::I386));
        assert_eq!(found.flags.folders, ["/p/inc", "/p/build/sys", "/usr/x"]);
        assert_eq!(found.flags.defines, ["N=1", "S=\"a b\""]);
        assert_eq!(
            (&found.flags.undefines[..], &found.flags.includes[..]),
            (&["M".to_owned()][..], &["/p/build/c.h".to_owned()][..])
        );
    }

    #[test]
    fn what_is_no_database_is_told() {
        let why = |text: &str| Commands::read(text, Path::new("/p")).expect_err("no database");
        assert!(why("int main;").starts_with("This is no compilation database"));
        assert!(why(r#"{"file": "a.c"}"#).starts_with("This is no compilation database"));
        assert!(why(&"[".repeat(100_000)).starts_with("This is no compilation database"));
        assert!(why(r#"[{"file": "a.c", "command": "gcc 'a.c"}]"#).contains("`a.c` has a quotation that does not end"));
    }
}
