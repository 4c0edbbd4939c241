//! The arguments of `boolprog-certify`, and the limits that they set.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use boolprog_base::control::{Control, Progress, Stop};

/// An option of the program, for people.
#[derive(Clone, Copy, Debug)]
pub struct Described {
    /// Its name, without the dashes.
    pub name: &'static str,
    /// The name of its value, if it has one.
    pub value: Option<&'static str>,
    /// Its meaning, as a sentence.
    pub meaning: &'static str,
}

/// The options of the program.
pub const OPTIONS: [Described; 7] = [
    described("timeout", Some("S"), "Time limit, in seconds: 60 unless given."),
    described("memory", Some("MIB"), "Memory limit, in MiB: 1024 unless given."),
    described(
        "prover",
        Some("COMMAND"),
        "The prover that proofs about integer programs are checked with: whichever Z3 is installed unless given; empty: none.",
    ),
    described("rocq", Some("FILE.v"), "A file that gets the proofs as theorems for the prover Rocq."),
    described("standalone", None, "The file of theorems has the library inside."),
    described("smt-lib", Some("FOLDER"), "An empty folder that gets the questions to the prover."),
    described("alethe", None, "The folder also gets proofs of the answers in the format Alethe."),
];

const fn described(name: &'static str, value: Option<&'static str>, meaning: &'static str) -> Described {
    Described { name, value, meaning }
}

/// The usage of the program, as `--help` prints it.
pub(crate) fn help() -> String {
    let lines = OPTIONS.iter().map(|Described { name, value, meaning }| {
        let option = format!("--{name} {}", value.unwrap_or_default());
        format!("  {option:18} {meaning}\n")
    });
    format!("usage: boolprog-certify [OPTIONS] PROGRAM CERTIFICATE\n\n{}", lines.collect::<String>())
}

/// The arguments of the program.
pub(crate) struct Arguments {
    pub(crate) program: PathBuf,
    pub(crate) certificate: PathBuf,
    pub(crate) limits: Limits,
    /// The prover that proofs about integer programs are checked with: a command.
    pub(crate) prover: String,
    /// The file for the theorems.
    pub(crate) rocq: Option<PathBuf>,
    /// The file has the library inside.
    pub(crate) standalone: bool,
    /// The folder for questions to provers.
    pub(crate) smt_lib: Option<PathBuf>,
    /// The folder gets proofs of the answers, too.
    pub(crate) alethe: bool,
}

/// Time and memory.
#[derive(Debug)]
pub(crate) struct Limits {
    end: Option<Instant>,
    bytes: usize,
}

impl Control for Limits {
    fn poll(&self, progress: &Progress) -> Result<(), Stop> {
        if progress.bytes > self.bytes {
            Err(Stop::Memory)
        } else if self.end.is_some_and(|end| Instant::now() > end) {
            Err(Stop::Time)
        } else {
            Ok(())
        }
    }
}

impl Arguments {
    /// Reads them, without the name of the program; `None` if they are wrong. The clock starts here.
    pub(crate) fn read(arguments: impl IntoIterator<Item = OsString>) -> Option<Self> {
        let (mut timeout, mut memory, mut prover) = (60.0, 1024_usize, "z3".to_owned());
        let (mut files, mut rocq, mut smt_lib) = (Vec::new(), None, None);
        let (mut standalone, mut alethe) = (false, false);
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            let mut path = || arguments.next().map(PathBuf::from);
            let mut value = || path()?.into_os_string().into_string().ok();
            match argument.to_str() {
                Some("--rocq") => rocq = Some(path()?),
                Some("--smt-lib") => smt_lib = Some(path()?),
                Some("--standalone") => standalone = true,
                Some("--alethe") => alethe = true,
                Some("--timeout") => timeout = value()?.parse().ok()?,
                Some("--memory") => memory = value()?.parse().ok()?,
                Some("--prover") => prover = value()?,
                Some(option) if option.starts_with('-') => return None,
                _ => files.push(PathBuf::from(argument)),
            }
        }
        if standalone && rocq.is_none() || alethe && smt_lib.is_none() {
            return None;
        }
        let [program, certificate] = files.try_into().ok()?;
        let time = Duration::try_from_secs_f64(timeout).ok()?;
        let limits = Limits { end: Instant::now().checked_add(time), bytes: memory.saturating_mul(1 << 20) };
        Some(Self { program, certificate, limits, prover, rocq, standalone, smt_lib, alethe })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Option<Arguments> {
        Arguments::read(line.split_whitespace().map(OsString::from))
    }

    #[test]
    fn options_stand_anywhere() {
        let read = read("a.bp --memory 3 --rocq c.v b.json --timeout 0.5").expect("right usage");
        assert_eq!((read.program, read.certificate), ("a.bp".into(), "b.json".into()));
        assert_eq!(read.rocq, Some("c.v".into()));
        let holding = |mib: usize| Progress { bytes: mib << 20, ..Progress::default() };
        assert_eq!(read.limits.poll(&holding(3)), Ok(()));
        assert_eq!(read.limits.poll(&holding(4)), Err(Stop::Memory));
    }

    #[test]
    fn described_options_are_those_that_are_read() {
        for Described { name, value, .. } in OPTIONS {
            let needed = match name {
                "standalone" => "--rocq c.v",
                "alethe" => "--smt-lib questions",
                _ => "",
            };
            let line = format!("a.bp b.json {needed} --{name} {}", value.map_or("", |_| "3"));
            assert!(read(&line).is_some(), "{line}");
        }
    }

    #[test]
    fn what_is_missing_or_unknown_is_wrong_usage() {
        for line in [
            "",
            "a.bp",
            "a.bp b.json c.json",
            "a.bp b.json --fast",
            "a.bp b.json --timeout",
            "a.bp b.json --memory x",
            "a.bp b.json --timeout -1",
            "a.bp b.json --rocq",
            "a.bp b.json --standalone",
            "a.bp b.json --rocq c.v --alethe",
        ] {
            assert!(read(line).is_none(), "{line}");
        }
    }
}
