//! Files that programs include.

use std::fs::{self, File, Metadata};
use std::io::Read;

use boolprog_base::NoText;

/// An included file that is longer is not read, in bytes.
const MOST_INCLUDED: u64 = 16 << 20;

/// The text of an included file of a usual size in UTF-8. Pipes and devices, which may never end, are not read. Reads the disk.
///
/// # Errors
///
/// The reason why there is no text.
pub fn included(path: &str) -> Result<String, NoText> {
    let found = fs::metadata(path).ok().filter(|it| !it.is_dir()).ok_or(NoText::Missing)?;
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

    use super::included;

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
}
