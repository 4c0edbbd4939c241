//! Boolean programs that were made of integer programs: what is known of a text that the server made, and the integer
//! program of a text from a file.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use boolprog_ide::abstraction::{Known, Origin, Real, Spurious, origin};
use boolprog_trace::document::program_hash;
use percent_encoding::percent_decode_str;
use tower_lsp::ls_types::Uri;

use super::state::Shared;

/// Texts of which something is remembered.
const KEPT: usize = 16;

/// The Boolean programs that were made lately, the newest last.
#[derive(Default)]
pub(crate) struct Abstractions(Mutex<VecDeque<Arc<Made>>>);

/// A Boolean program with the meaning of its counterexamples.
pub(crate) struct Made {
    pub(crate) text: Arc<str>,
    /// The integer program.
    pub(crate) source: Uri,
    pub(crate) spurious: Vec<Spurious>,
    pub(crate) real: Option<Real>,
}

/// The integer program of a Boolean one.
pub(crate) struct Source<'a> {
    pub(crate) origin: Origin<'a>,
    pub(crate) uri: Uri,
    /// Its text; none if it cannot be read.
    pub(crate) text: Option<Arc<str>>,
    made: Option<Arc<Made>>,
}

impl Source<'_> {
    /// What is known of the Boolean program.
    pub(crate) fn known(&self) -> Known {
        let is_stale = self.text.as_ref().map(|text| program_hash(text) != self.origin.hash);
        match &self.made {
            Some(made) => Known { is_stale, spurious: made.spurious.clone(), real: made.real.clone() },
            None => Known { is_stale, ..Known::default() },
        }
    }
}

impl Shared {
    /// Remembers what a Boolean program that was made means.
    pub(crate) fn made(&self, made: Made) {
        let mut all = self.abstractions.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|other| other.text != made.text || other.source != made.source);
        all.push_back(Arc::new(made));
        while all.len() > KEPT {
            all.pop_front();
        }
    }

    /// The integer program of which a text was made; `None` if it was not. May read the disk.
    pub(crate) fn source_of<'a>(&self, uri: &Uri, text: &'a str) -> Option<Source<'a>> {
        let origin = origin(text)?;
        let made = {
            let all = self.abstractions.0.lock().unwrap_or_else(PoisonError::into_inner);
            all.iter().rev().find(|made| *made.text == *text && is_named(&made.source, origin.file)).cloned()
        };
        let uri = match &made {
            Some(made) => made.source.clone(),
            None => beside(uri, origin.file)?,
        };
        let text = self.text_of(&uri);
        Some(Source { origin, uri, text, made })
    }

    /// The text of a program, from the editor or else from the disk.
    fn text_of(&self, uri: &Uri) -> Option<Arc<str>> {
        if let Some(view) = self.view(uri) {
            return Some(Arc::clone(view.version.document.text()));
        }
        let path = uri.as_str().starts_with("file:").then(|| uri.to_file_path())??;
        std::fs::read_to_string(path).ok().map(Into::into)
    }
}

fn is_named(uri: &Uri, file: &str) -> bool {
    let last = uri.as_str().rsplit(['/', '\\', ':']).next().unwrap_or_default();
    percent_decode_str(last).decode_utf8_lossy() == file
}

/// The file with this name in the folder of another.
fn beside(uri: &Uri, file: &str) -> Option<Uri> {
    let path = uri.as_str().starts_with("file:").then(|| uri.to_file_path())??;
    Uri::from_file_path(path.with_file_name(file))
}
