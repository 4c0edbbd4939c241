//! Destinations of what is written: standard output, or a file that is replaced when its new contents are complete.
//!
//! Until then they are kept in memory, or in a temporary file without a name if there is much of it: a user who interrupts
//! a check, or has a full disk, keeps the file of before and finds no other one beside it.

mod plain;

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Seek, Write};
use std::path::{Path, PathBuf};

pub(super) use plain::{Plain, complain, one_line};
use tempfile::{Builder, NamedTempFile, SpooledTempFile};

/// The output cannot be written, as in `sysexits.h`.
const CANNOT_WRITE: u8 = 74;
/// The reader of standard output has gone away, as shells say it of programs that end without a word then.
const CLOSED_PIPE: u8 = 141;
/// Bytes of a file that are kept in memory.
const IN_MEMORY: usize = 1 << 20;

/// The reason why an output is not written.
#[derive(Debug)]
pub(super) struct NotWritten {
    /// `None` for standard output.
    path: Option<PathBuf>,
    error: io::Error,
}

impl NotWritten {
    /// Says it on standard error, unless its reader has gone (`boolprog check ... | head`); the exit code.
    pub(super) fn report(&self) -> u8 {
        if self.error.kind() == ErrorKind::BrokenPipe {
            return CLOSED_PIPE;
        }
        let place = self.path.as_ref().map_or("standard output".into(), |path| path.display().to_string());
        complain(format_args!("cannot write {place}: {}", self.error));
        CANNOT_WRITE
    }
}

impl From<io::Error> for NotWritten {
    /// A failure of standard output.
    fn from(error: io::Error) -> Self {
        Self { path: None, error }
    }
}

/// The destination of output. Nothing of it is certain before [`finish`](Self::finish).
pub(super) struct Output {
    path: Option<PathBuf>,
    sink: Sink,
}

enum Sink {
    /// Standard output, a device or a pipe.
    Stream(BufWriter<Box<dyn Write>>),
    File(Box<Replacement>),
}

/// New contents of a file.
struct Replacement {
    contents: BufWriter<SpooledTempFile>,
    target: Target,
}

impl Output {
    /// Opens a file or, without one, standard output. Fails if the file certainly cannot be written; it is not changed.
    pub(super) fn open(path: Option<&Path>) -> Result<Self, NotWritten> {
        let sink = match path {
            None => Ok(stream(io::stdout().lock())),
            Some(path) => sink(path),
        };
        let path = path.map(Path::to_owned);
        match sink {
            Ok(sink) => Ok(Self { path, sink }),
            Err(error) => Err(NotWritten { path, error }),
        }
    }

    /// `true` if this is standard output, and that a terminal.
    pub(super) fn is_terminal(&self) -> bool {
        self.path.is_none() && io::stdout().is_terminal()
    }

    /// Puts everything where it belongs.
    pub(super) fn finish(self) -> Result<(), NotWritten> {
        let finished = match self.sink {
            Sink::Stream(mut stream) => stream.flush(),
            Sink::File(replacement) => {
                let Replacement { contents, target } = *replacement;
                contents.into_inner().map_err(io::IntoInnerError::into_error).and_then(|all| target.replace(all))
            }
        };
        finished.map_err(|error| NotWritten { path: self.path, error })
    }

    /// The failure of a write to it.
    pub(super) fn failed(&self, error: io::Error) -> NotWritten {
        NotWritten { path: self.path.clone(), error }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.sink {
            Sink::Stream(stream) => stream.write(bytes),
            Sink::File(file) => file.contents.write(bytes),
        }
    }

    // Reports are written in pieces of a few bytes, which the buffer takes at once.
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stream(stream) => stream.write_all(bytes),
            Sink::File(file) => file.contents.write_all(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stream(stream) => stream.flush(),
            Sink::File(file) => file.contents.flush(),
        }
    }
}

/// Writes what `write` writes to a file or, without one, to standard output.
pub(super) fn write(path: Option<&Path>, write: impl FnOnce(&mut Output) -> io::Result<()>) -> Result<(), NotWritten> {
    let mut out = Output::open(path)?;
    match write(&mut out) {
        Ok(()) => out.finish(),
        Err(error) => Err(out.failed(error)),
    }
}

fn stream(writer: impl Write + 'static) -> Sink {
    Sink::Stream(BufWriter::new(Box::new(writer)))
}

fn sink(path: &Path) -> io::Result<Sink> {
    let target = match OpenOptions::new().write(true).open(path) {
        Ok(file) => {
            let metadata = file.metadata()?;
            if !metadata.is_file() {
                return Ok(stream(file));
            }
            Target { path: path.canonicalize()?, replaced: Some(metadata) }
        }
        // A link to nothing has no file to keep.
        Err(error) if error.kind() == ErrorKind::NotFound && path.is_symlink() => {
            return File::create(path).map(stream);
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Target { path: path.to_owned(), replaced: None },
        Err(error) => return Err(error),
    };
    // Better now than after a check of some minutes.
    target.temporary()?;
    let contents = BufWriter::new(SpooledTempFile::new(IN_MEMORY));
    Ok(Sink::File(Box::new(Replacement { contents, target })))
}

/// A regular file to be written.
struct Target {
    /// Free of links.
    path: PathBuf,
    /// That of the file which is there already.
    replaced: Option<Metadata>,
}

impl Target {
    /// An empty file beside it: only within a file system a file takes the name of another at once.
    fn temporary(&self) -> io::Result<NamedTempFile> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::metadata(folder)?;
        let mut builder = Builder::new();
        // Otherwise only the owner may read it.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        // The name of the temporary file does not matter.
        builder.tempfile_in(folder).map_err(|error| error.kind().into())
    }

    fn replace(&self, mut contents: SpooledTempFile) -> io::Result<()> {
        let mut file = self.temporary()?;
        contents.rewind()?;
        // Errors of the file itself do not mention its temporary name.
        io::copy(&mut contents, file.as_file_mut())?;
        if let Some(replaced) = &self.replaced {
            file.as_file().set_permissions(replaced.permissions())?;
        }
        // Some file systems say only now that they are full.
        file.as_file().sync_all()?;
        file.persist(&self.path)?;
        Ok(())
    }
}

#[cfg(all(test, unix))]
mod tests;
