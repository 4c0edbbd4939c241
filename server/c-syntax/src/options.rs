//! Options for the reading of a C text.

use boolprog_base::{NoText, ReadText};

use crate::target::Target;

/// Options for the reading of a C text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The machine for which it is compiled.
    pub target: Target,
    /// Macros that are defined: `NAME`, `NAME=VALUE` or `NAME(PARAMETERS)=VALUE`, as after `-D`.
    pub defines: Vec<String>,
    /// Macros that are not defined, as after `-U`.
    pub undefines: Vec<String>,
    /// Files that are included before the text, as after `-include`.
    pub includes: Vec<String>,
    /// Folders of included files, as after `-I`, besides that of the file that includes them.
    pub folders: Vec<String>,
    /// The reader of included files.
    pub files: Files,
}

/// Access to included files; none if there are none. It gives the text of a regular file, decoded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Files(pub Option<ReadText>);

impl PartialEq for Files {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_some() == other.0.is_some()
    }
}

impl Eq for Files {}

impl Files {
    pub(crate) fn read(self, path: &str) -> Result<String, NoText> {
        self.0.map_or(Err(NoText::Missing), |read| read(path))
    }
}
