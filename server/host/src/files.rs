//! Files that programs include.

use std::fs::File;
use std::io::Read;

/// An included file that is longer is not read, in bytes.
const MOST_INCLUDED: u64 = 16 << 20;

/// The text of an included file; `None` if it cannot be read, or is no regular file of a usual size: a pipe or a device may never
/// end. Reads the disk.
pub fn included(path: &str) -> Option<String> {
    let is_usual = std::fs::metadata(path).ok().filter(|it| it.is_file() && it.len() <= MOST_INCLUDED);
    let file = is_usual.and_then(|_| File::open(path).ok())?;
    let mut text = String::new();
    // It may have grown.
    let length = file.take(MOST_INCLUDED + 1).read_to_string(&mut text).ok()?;
    (length as u64 <= MOST_INCLUDED).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::included;

    #[test]
    fn only_regular_files_are_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
        std::fs::write(path("a.h"), "int x;").expect("writable");
        assert_eq!(included(&path("a.h")).as_deref(), Some("int x;"));
        assert_eq!(included(&path("no.h")), None);
        assert_eq!(included(&path(".")), None);
        assert_eq!(included("/dev/zero"), None);
    }
}
