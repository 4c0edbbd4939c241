//! Boolean programs that were made of integer programs lately, and what is known of them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use boolprog_check::refine::Origin;
use boolprog_ide::abstraction::{Real, Spurious};
use boolprog_trace::document::program_hash;
use percent_encoding::percent_decode_str;
use tower_lsp::ls_types::Uri;

/// Texts of which something is remembered.
const KEPT: usize = 16;

/// The Boolean programs that were made lately, the newest last.
#[derive(Default)]
pub(crate) struct Abstractions(Mutex<VecDeque<Arc<Made>>>);

/// A Boolean program with the meaning of its counterexamples.
pub(crate) struct Made {
    pub(crate) text: Arc<str>,
    /// The origin of each line.
    pub(crate) origins: Vec<Option<Origin>>,
    /// The integer program.
    pub(crate) source: Uri,
    pub(crate) spurious: Vec<Spurious>,
    pub(crate) real: Option<Real>,
}

impl Abstractions {
    pub(crate) fn add(&self, made: Made) {
        let mut all = self.all();
        all.retain(|other| other.text != made.text || other.source != made.source);
        all.push_back(Arc::new(made));
        while all.len() > KEPT {
            all.pop_front();
        }
    }

    /// The newest one with this text that was made of a file with this name.
    pub(crate) fn with_text(&self, text: &str, file: &str) -> Option<Arc<Made>> {
        self.all().iter().rev().find(|made| *made.text == *text && is_named(&made.source, file)).cloned()
    }

    /// The newest one of this integer program whose text has this hash.
    pub(crate) fn with_hash(&self, source: &Uri, hash: &str) -> Option<Arc<Made>> {
        self.all().iter().rev().find(|made| made.source == *source && program_hash(&made.text) == hash).cloned()
    }

    /// `true` if one was made of this integer program.
    pub(crate) fn has_one_of(&self, source: &Uri) -> bool {
        self.all().iter().any(|made| made.source == *source)
    }

    fn all(&self) -> MutexGuard<'_, VecDeque<Arc<Made>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_named(uri: &Uri, file: &str) -> bool {
    let last = uri.as_str().rsplit(['/', '\\', ':']).next().unwrap_or_default();
    percent_decode_str(last).decode_utf8_lossy() == file
}
