//! The integer program of a Boolean program that was made of it, now or in a file.

use std::sync::Arc;

use boolprog_ide::abstraction::{Known, Origin, origin};
use boolprog_trace::document::program_hash;
use tower_lsp::ls_types::Uri;

use crate::session::abstractions::Made;
use crate::session::state::Shared;

/// The integer program of a Boolean one.
pub(crate) struct Source<'a> {
    pub(crate) origin: Origin<'a>,
    pub(crate) uri: Uri,
    /// Its text; none if it cannot be read.
    pub(crate) text: Option<Arc<str>>,
    made: Option<Arc<Made>>,
}

impl<'a> Source<'a> {
    /// The integer program of which a text was made; `None` if it was not. May read the disk.
    pub(crate) fn of(shared: &Shared, uri: &Uri, text: &'a str) -> Option<Self> {
        let origin = origin(text)?;
        let made = shared.abstractions.with_text(text, origin.file);
        let uri = match &made {
            Some(made) => made.source.clone(),
            None => beside(uri, origin.file)?,
        };
        let text = text_of(shared, &uri);
        Some(Self { origin, uri, text, made })
    }

    /// Facts about the Boolean program.
    pub(crate) fn known(&self) -> Known {
        let is_stale = self.text.as_ref().map(|text| program_hash(text) != self.origin.hash);
        match &self.made {
            Some(made) => Known { is_stale, spurious: made.spurious.clone(), real: made.real.clone() },
            None => Known { is_stale, ..Known::default() },
        }
    }
}

/// The text of a program, from the editor or else from the disk.
fn text_of(shared: &Shared, uri: &Uri) -> Option<Arc<str>> {
    if let Some(view) = shared.view(uri) {
        return Some(Arc::clone(view.version.document.text()));
    }
    let path = uri.as_str().starts_with("file:").then(|| uri.to_file_path())??;
    std::fs::read_to_string(path).ok().map(Into::into)
}

/// The file with this name in the folder of another.
fn beside(uri: &Uri, file: &str) -> Option<Uri> {
    let path = uri.as_str().starts_with("file:").then(|| uri.to_file_path())??;
    Uri::from_file_path(path.with_file_name(file))
}
