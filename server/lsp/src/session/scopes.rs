//! The settings of a file: those of its folder, or those that are in force everywhere.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::settings::Settings;

/// The settings of the folders of a workspace, and those of all other files.
#[derive(Default)]
pub(crate) struct Scopes {
    everywhere: Arc<Settings>,
    folders: Vec<(PathBuf, Arc<Settings>)>,
}

impl Scopes {
    /// The settings of a file: those of the innermost folder around it that has any.
    pub(crate) fn of(&self, file: Option<&Path>) -> Arc<Settings> {
        let around = self.folders.iter().filter(|(folder, _)| file.is_some_and(|file| file.starts_with(folder)));
        let innermost = around.max_by_key(|(folder, _)| folder.components().count());
        Arc::clone(innermost.map_or(&self.everywhere, |(_, settings)| settings))
    }

    /// Replaces those that are in force everywhere else; returns `true` if they have changed.
    pub(crate) fn replace(&mut self, settings: Settings) -> bool {
        let differ = *self.everywhere != settings;
        self.everywhere = Arc::new(settings);
        differ
    }

    /// Replaces those of all folders; says whether they differ from the old ones.
    pub(crate) fn replace_folders(&mut self, folders: Vec<(PathBuf, Settings)>) -> bool {
        let folders: Vec<_> = folders.into_iter().map(|(folder, settings)| (folder, Arc::new(settings))).collect();
        let differ = self.folders != folders;
        self.folders = folders;
        differ
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(memory: usize) -> Settings {
        Settings { memory, ..Settings::default() }
    }

    #[test]
    fn the_innermost_folder_counts() {
        let mut scopes = Scopes::default();
        assert!(scopes.replace(settings(1)));
        let folders = || vec![(PathBuf::from("/a"), settings(2)), (PathBuf::from("/a/b"), settings(3))];
        assert!(scopes.replace_folders(folders()));
        assert!(!scopes.replace_folders(folders()));
        let memory = |file: &str| scopes.of(Some(Path::new(file))).memory;
        assert_eq!([memory("/x.bp"), memory("/ab/x.bp"), memory("/a/x.bp"), memory("/a/b/x.bp")], [1, 1, 2, 3]);
        assert_eq!(scopes.of(None).memory, 1);
    }
}
