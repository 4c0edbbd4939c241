//! Programs to try features on.

use std::path::Path;

/// The programs of a folder of `tests/`, by name; integer programs by `NAME.ip`.
pub(crate) fn programs(folder: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut paths: Vec<_> =
        folder.read_dir().expect("the folder exists").map(|entry| entry.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "bp" || extension == "ip"));
    paths.sort();
    let name = |path: &Path| {
        let name = path.file_name().expect("a name").to_string_lossy();
        name.trim_end_matches(".bp").to_owned()
    };
    paths.iter().map(|path| (name(path), std::fs::read_to_string(path).expect("readable"))).collect()
}
