//! Measuring whole processes.

use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::str::FromStr;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use serde::Serialize;
use wait4::Wait4;

use crate::results::Process;
use crate::sample::Sample;
use crate::suite::Instance;

/// A command with places for an instance.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    words: Vec<String>,
}

impl FromStr for Template {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        if words.is_empty() { Err("a command is needed".to_owned()) } else { Ok(Self { words }) }
    }
}

impl std::fmt::Display for Template {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words.join(" "))
    }
}

impl Template {
    /// The command for an instance: the program and its arguments.
    pub(crate) fn fill(&self, instance: &Instance) -> Vec<OsString> {
        let beside = |ending| instance.path.with_extension(ending).display().to_string();
        let fill = |word: &String| {
            word.replace("{file}", &instance.path.display().to_string())
                .replace("{target}", &beside("prop"))
                .replace("{spec}", &beside("spec"))
                .replace("{init}", instance.start.as_deref().unwrap_or("0/0"))
                .into()
        };
        self.words.iter().map(fill).collect()
    }
}

/// `boolprog check` for an instance.
pub(crate) fn check(boolprog: &Path, instance: &Instance) -> Vec<OsString> {
    let mut words = vec![boolprog.as_os_str().to_owned(), "check".into()];
    words.extend(instance.options().into_iter().map(OsString::from));
    words.push(instance.path.as_os_str().to_owned());
    words
}

/// One run that has ended or was stopped.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Ended {
    /// Seconds; nothing if the time limit came first.
    pub(crate) seconds: Option<f64>,
    /// Seconds of processor time. Unlike time, they hardly depend on other processes.
    pub(crate) processor: f64,
    /// Most memory at any moment, in MiB. At least what this process has itself: the kernel counts from before the
    /// new program takes its place.
    pub(crate) memory: f64,
    /// Nothing if it was stopped or died of a signal.
    pub(crate) code: Option<i32>,
}

/// A command without input and output.
fn silent(words: &[OsString]) -> Command {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

fn start(command: &mut Command) -> Result<Child> {
    command.spawn().with_context(|| format!("{} does not start", command.get_program().display()))
}

/// Runs a command, without its output, and stops it and what it has started after a time. Fails if it does not start.
pub(crate) fn run(words: &[OsString], timeout: Duration) -> Result<Ended> {
    let started = Instant::now();
    let mut child = start(silent(words).process_group(0))?;
    let pid = Pid::from_child(&child);
    let time = ends_within(pid, started, timeout);
    if time.is_none() {
        // It is not reaped yet, so the number still belongs to it; if it has just ended, nothing happens.
        let _ = kill_process_group(pid, Signal::KILL);
    }
    let used = child.wait4()?;
    Ok(Ended {
        seconds: time.map(|time| time.as_secs_f64()),
        processor: (used.rusage.utime + used.rusage.stime).as_secs_f64(),
        memory: used.rusage.maxrss as f64 / f64::from(1 << 20),
        code: time.and(used.status.code()),
    })
}

/// A run that may go on after its limit.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub(crate) struct Late {
    /// Seconds from start to end.
    pub(crate) seconds: f64,
    /// Seconds of processor time after the limit. Unlike time, they do not depend on other processes.
    pub(crate) beyond: f64,
    /// Most memory at any moment, in MiB, as in [`Ended`].
    pub(crate) memory: f64,
}

/// Runs a command, without its output, until it ends by itself.
pub(crate) fn late(words: &[OsString], limit: Duration) -> Result<Late> {
    let started = Instant::now();
    let mut child = start(&mut silent(words))?;
    let pid = Pid::from_child(&child);
    let in_time = ends_within(pid, started, limit).is_some();
    let before = if in_time { None } else { processor_seconds(pid) };
    let used = child.wait4()?;
    let all = (used.rusage.utime + used.rusage.stime).as_secs_f64();
    Ok(Late {
        seconds: started.elapsed().as_secs_f64(),
        beyond: before.map_or(0.0, |before| (all - before).max(0.0)),
        memory: used.rusage.maxrss as f64 / f64::from(1 << 20),
    })
}

/// The processor time of a process so far, in seconds; `None` where the system does not tell.
fn processor_seconds(pid: Pid) -> Option<f64> {
    /// Parts of a second in which Linux counts for programs, on all its platforms.
    const TICKS: f64 = 100.0;
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", pid.as_raw_nonzero())).ok()?;
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let [user, system] = [11, 12].map(|field| fields.get(field).and_then(|ticks| ticks.parse::<f64>().ok()));
    Some((user? + system?) / TICKS)
}

/// Waits for a process to end, and leaves it unreaped.
fn ends_within(pid: Pid, started: Instant, timeout: Duration) -> Option<Duration> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        if waitid(WaitId::Pid(pid), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT).is_ok() {
            // The receiver is gone after the time limit.
            let _ = sender.send(started.elapsed());
        }
    });
    receiver.recv_timeout(timeout).ok()
}

pub(crate) fn summary(runs: &[Ended]) -> Process {
    let in_time = || runs.iter().filter(|run| run.seconds.is_some());
    let times: Vec<f64> = in_time().filter_map(|run| run.seconds).collect();
    let processor: Vec<f64> = in_time().map(|run| run.processor).collect();
    let memory: Vec<f64> = runs.iter().map(|run| run.memory).collect();
    Process {
        time: Sample::of(&times),
        processor: Sample::of(&processor),
        memory: Sample::of(&memory),
        codes: runs.iter().map(|run| run.code).collect(),
    }
}
