//! Files of programs, and those that they include.
//!
//! A process that answers someone who is not trusted [confines](confine) itself to some folders: no other file is there for it.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::{PoisonError, RwLock};

use boolprog_base::NoText;

/// An included file that is longer is not read, in bytes.
const MOST_INCLUDED: u64 = 16 << 20;

/// The folders to which the process has confined itself.
static CONFINED: RwLock<Option<Roots>> = RwLock::new(None);

/// Confines the process: from now on, no file outside of these folders is there.
pub fn confine(roots: Roots) {
    *CONFINED.write().unwrap_or_else(PoisonError::into_inner) = Some(roots);
}

/// Opens a file for reading. Fails as if a file were not there to which the process may not go.
pub fn open(path: &Path) -> io::Result<File> {
    match &*CONFINED.read().unwrap_or_else(PoisonError::into_inner) {
        None => File::open(path),
        Some(roots) => File::open(roots.real(path).ok_or(ErrorKind::NotFound)?),
    }
}

/// Folders outside of which nothing is read.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Roots {
    /// As they were named, from the root of the file system.
    named: Vec<PathBuf>,
    /// The same without links.
    real: Vec<PathBuf>,
}

impl Roots {
    /// Those of these folders that are there. Reads the disk.
    pub fn new(folders: impl IntoIterator<Item = PathBuf>) -> Self {
        let mut roots = Self::default();
        for folder in folders {
            let real = folder.canonicalize().ok().filter(|real| real.is_dir());
            if let (Ok(named), Some(real)) = (std::path::absolute(&folder), real) {
                roots.named.push(named);
                roots.real.push(real);
            }
        }
        roots
    }

    /// Those of the folders that are inside of others.
    #[must_use]
    pub fn within(&self, others: &Self) -> Self {
        Self::new(self.named.iter().filter(|folder| others.real(folder).is_some()).cloned())
    }

    /// `true` if there is no folder.
    pub fn is_empty(&self) -> bool {
        self.real.is_empty()
    }

    /// The path of what a path names, without links, if that is there and in one of the folders. The disk is not read where the
    /// words of the path lead out of them already.
    pub fn real(&self, path: &Path) -> Option<PathBuf> {
        let plain = plain(&std::path::absolute(path).ok()?);
        if !self.named.iter().chain(&self.real).any(|folder| plain.starts_with(folder)) {
            return None;
        }
        let real = path.canonicalize().ok()?;
        self.real.iter().any(|folder| real.starts_with(folder)).then_some(real)
    }

    /// The regular file that a path names, from the root of the file system or from one of the folders.
    pub fn file(&self, path: &Path) -> Option<PathBuf> {
        let found = self.real.iter().find_map(|folder| self.real(&folder.join(path)));
        found.filter(|found| found.is_file())
    }
}

/// A path whose `..` are resolved by its words.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

/// The text of an included file of a usual size in UTF-8. Pipes and devices, which may never end, are not read. Reads the disk.
///
/// # Errors
///
/// The reason why there is no text.
pub fn included(path: &str) -> Result<String, NoText> {
    let path = Path::new(path);
    let path = match &*CONFINED.read().unwrap_or_else(PoisonError::into_inner) {
        None => path.to_owned(),
        Some(roots) => roots.real(path).ok_or(NoText::Missing)?,
    };
    let found = fs::metadata(&path).ok().filter(|it| !it.is_dir()).ok_or(NoText::Missing)?;
    usual(&found)?;
    let file = File::open(path).map_err(|_| NoText::Refused("it cannot be opened"))?;
    let mut bytes = Vec::new();
    // It may have grown.
    let length = file.take(MOST_INCLUDED + 1).read_to_end(&mut bytes);
    let length = length.map_err(|_| NoText::Refused("its disk fails"))?;
    not_too_large(length as u64)?;
    String::from_utf8(bytes).map_err(|_| NoText::Refused("it is not encoded in UTF-8"))
}

/// A reason as the end of a sentence.
pub fn reason(why: NoText) -> &'static str {
    match why {
        NoText::Missing => "it is not there",
        NoText::Refused(why) => why,
    }
}

fn usual(found: &Metadata) -> Result<(), NoText> {
    if !found.is_file() {
        return Err(NoText::Refused("it is no regular file"));
    }
    not_too_large(found.len())
}

fn not_too_large(length: u64) -> Result<(), NoText> {
    if length > MOST_INCLUDED {
        return Err(NoText::Refused("it is larger than 16 MiB"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use boolprog_base::NoText;

    use std::path::{Path, PathBuf};

    use super::{Roots, included};

    #[test]
    fn only_regular_files_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        std::fs::write(path("a.h"), "int x;").expect("writable");
        std::fs::write(path("latin.h"), b"// caf\xe9\n").expect("writable");
        assert_eq!(included(&path("a.h")).as_deref(), Ok("int x;"));
        assert_eq!(included(&path("no.h")), Err(NoText::Missing));
        assert_eq!(included(&path(".")), Err(NoText::Missing));
        assert_eq!(included(&path("latin.h")), Err(NoText::Refused("it is not encoded in UTF-8")));
        assert_eq!(included("/dev/zero"), Err(NoText::Refused("it is no regular file")));
    }
    #[test]
    fn nothing_outside_of_the_folders_is_there() {
        let all = tempfile::tempdir().expect("a folder");
        let path = |name: &str| all.path().join(name);
        std::fs::create_dir_all(path("in/deep")).expect("writable");
        for name in ["in/a.c", "in/deep/b.h", "secret"] {
            std::fs::write(path(name), "").expect("writable");
        }
        let roots = Roots::new([path("in"), path("not-there")]);
        let file = |name: &str| roots.file(Path::new(name));
        assert_eq!(file("a.c"), path("in/a.c").canonicalize().ok());
        assert_eq!(file("deep/../deep/b.h"), path("in/deep/b.h").canonicalize().ok());
        assert_eq!(roots.file(&path("in/a.c")), path("in/a.c").canonicalize().ok());
        for outside in ["../secret", "deep/../../secret", "/etc/passwd", "..", ".", "", "gone.c", "a.c/x", "a\0.c"] {
            assert_eq!(file(outside), None, "{outside}");
        }
        assert_eq!(roots.file(&path("secret")), None);
        assert_eq!(Roots::default().file(Path::new("/etc/passwd")), None);
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_nowhere_else() {
        use std::os::unix::fs::symlink;
        let all = tempfile::tempdir().expect("a folder");
        let path = |name: &str| all.path().join(name);
        std::fs::create_dir_all(path("in")).expect("writable");
        std::fs::create_dir_all(path("out")).expect("writable");
        for name in ["in/a.c", "out/secret.c"] {
            std::fs::write(path(name), "").expect("writable");
        }
        symlink("../out/secret.c", path("in/file.c")).expect("a link");
        symlink("../out", path("in/folder")).expect("a link");
        symlink("a.c", path("in/same.c")).expect("a link");
        symlink("in", path("named")).expect("a link");
        symlink("/dev/zero", path("in/endless.c")).expect("a link");
        let roots = Roots::new([path("named")]);
        assert_eq!(roots.file(Path::new("same.c")), path("in/a.c").canonicalize().ok());
        assert_eq!(roots.file(&path("named/a.c")), path("in/a.c").canonicalize().ok());
        for outside in ["file.c", "folder/secret.c", "folder/../out/secret.c", "endless.c"] {
            assert_eq!(roots.file(Path::new(outside)), None, "{outside}");
        }
        let inner = Roots::new([path("in"), path("out"), PathBuf::from("/")]);
        assert_eq!(inner.within(&roots).real.len(), 1, "only the folder inside");
    }
}
