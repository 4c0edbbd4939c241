//! The folders of the client, outside of which nothing is read.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use boolprog_host::files::Roots;
use percent_encoding::percent_decode_str;
use rmcp::{Peer, RoleServer};

/// Time for the client to name its folders.
const PATIENCE: Duration = Duration::from_secs(10);

/// The folders, which the client is asked for once, and again when it says that they have changed.
pub(crate) struct Folders {
    /// Those that the server was started for; none if the client decides.
    given: Vec<PathBuf>,
    known: Mutex<Known>,
}

/// The folders of the client, once they are known.
#[derive(Default)]
struct Known {
    roots: Option<Roots>,
    /// The number of times that the client has changed them: an answer from before is of no use.
    changes: u64,
}

impl Folders {
    pub(crate) fn new(given: Vec<PathBuf>) -> Self {
        Self { given, known: Mutex::default() }
    }

    pub(crate) fn changed(&self) {
        let mut known = self.known();
        *known = Known { roots: None, changes: known.changes + 1 };
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The folders of now. Fails with a sentence for the agent.
    pub(crate) async fn now(&self, client: &Peer<RoleServer>) -> Result<Roots, String> {
        let changes = {
            let known = self.known();
            if let Some(roots) = &known.roots {
                return Ok(roots.clone());
            }
            known.changes
        };
        let given = Roots::new(self.given.iter().cloned());
        let roots = match named(client).await? {
            Some(named) if self.given.is_empty() => named,
            Some(named) => named.within(&given),
            None if self.given.is_empty() => Roots::new(std::env::current_dir()),
            None => given,
        };
        if roots.is_empty() {
            return Err("There is no folder to read in: the client names no root that the server may read.".to_owned());
        }
        let mut known = self.known();
        if known.changes == changes {
            known.roots = Some(roots.clone());
        }
        Ok(roots)
    }
}

/// The folders that a client names; `None` if it has none to name.
#[expect(deprecated, reason = "clients say it so")]
async fn named(client: &Peer<RoleServer>) -> Result<Option<Roots>, String> {
    if client.peer_info().is_none_or(|client| client.capabilities.roots.is_none()) {
        return Ok(None);
    }
    let answered = tokio::time::timeout(PATIENCE, client.list_roots()).await;
    let answered = answered.map_err(|_| "The client does not answer which folders are its roots.".to_owned())?;
    let listed = answered.map_err(|error| format!("The client does not say which folders are its roots: {error}."))?;
    Ok(Some(Roots::new(listed.roots.iter().filter_map(|root| path(&root.uri)))))
}

/// The path of a `file:` URI on this machine.
fn path(uri: &str) -> Option<PathBuf> {
    let path = uri.strip_prefix("file://")?;
    let path = path.strip_prefix("localhost").unwrap_or(path);
    let path = percent_decode_str(path).decode_utf8().ok()?;
    // `/C:/folder` is a folder of a drive.
    let path = if cfg!(windows) { path.trim_start_matches('/') } else { &path };
    Path::new(path).is_absolute().then(|| PathBuf::from(path))
}

/// The path of a file as an agent writes it.
pub(crate) fn written(file: &str) -> PathBuf {
    path(file).unwrap_or_else(|| PathBuf::from(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_this_machine_are_paths() {
        assert_eq!(path("file:///a%20b/c"), Some(PathBuf::from("/a b/c")));
        assert_eq!(path("file://localhost/a"), Some(PathBuf::from("/a")));
        for other in ["file://host/a", "https://a/b", "/a", "file:a", "file://%ff", ""] {
            assert_eq!(path(other), None, "{other}");
        }
        assert_eq!(written("a.c"), PathBuf::from("a.c"));
    }
}
