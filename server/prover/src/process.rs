//! A conversation with a process, line by line, that ends when the process ends or does not answer.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use boolprog_base::control::{Control, PROVER, Progress, Stop};

#[cfg(unix)]
use crate::group::Group;

/// Interval between two polls of the control.
const SLICE: Duration = Duration::from_millis(10);

/// The maximal length of an answer.
const LONGEST_LINE: u64 = 1 << 20;

/// The maximal number of unread lines; then the process has to wait.
const WAITING_LINES: usize = 16;

/// The maximal number of requests that are not written yet. A caller that waits for the answer to each question has fewer: a process
/// that answers what it has not read is the only one with more.
const WAITING_REQUESTS: usize = 16;

/// Largest part of the error output that is kept.
const LONGEST_COMPLAINT: u64 = 300;

#[derive(Debug)]
pub(crate) enum Over {
    Ended(String),
    /// It did not answer in time.
    Silent,
    /// The control stopped it.
    Stopped(Stop),
}

/// A running process. Dropping it kills the process and, on Unix, those that it has started, which also do not survive this
/// process, however that ends.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    /// The processes that it has started, too; dropped last.
    #[cfg(unix)]
    _group: Group,
    requests: SyncSender<String>,
    lines: Receiver<String>,
    complaint: Arc<Mutex<String>>,
    /// The thread that reads the complaint.
    listener: Option<JoinHandle<()>>,
}

impl Process {
    /// Starts a program. Fails with a clause for the user.
    pub(crate) fn start(program: &str, arguments: &[String]) -> Result<Self, String> {
        Self::started(program, arguments).map_err(|error| match error.kind() {
            ErrorKind::NotFound => format!("{program} cannot be started: there is no such program"),
            _ => format!("{program} cannot be started: {error}"),
        })
    }

    fn started(program: &str, arguments: &[String]) -> std::io::Result<Self> {
        let mut command = Command::new(program);
        // A script may have started the solver: both are killed together.
        #[cfg(unix)]
        let group = Group::of(&mut command)?;
        let mut child =
            command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let (requests, to_write) = sync_channel(WAITING_REQUESTS);
        let (read, lines) = sync_channel(WAITING_LINES);
        let complaint = Arc::new(Mutex::new(String::new()));
        // Each stream has a thread, so that no stream that is full or silent can stop the others.
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_all(stdin, &to_write));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &read));
        }
        let listener = child.stderr.take().map(|stderr| {
            let complaint = Arc::clone(&complaint);
            thread::spawn(move || read_complaint(stderr, &complaint))
        });
        Ok(Self {
            child,
            #[cfg(unix)]
            _group: group,
            requests,
            lines,
            complaint,
            listener,
        })
    }

    /// Sends text. That the process is gone shows when its answer is waited for; that it does not read, here.
    pub(crate) fn send(&self, text: String) -> Result<(), Over> {
        match self.requests.try_send(text) {
            Err(TrySendError::Full(_)) => Err(Over::Ended("answers without reading the questions".to_owned())),
            Ok(()) | Err(TrySendError::Disconnected(_)) => Ok(()),
        }
    }

    /// The next line of the process, without its end.
    pub(crate) fn receive(&mut self, limit: Duration, control: &dyn Control) -> Result<String, Over> {
        let slices = limit.as_millis().div_ceil(SLICE.as_millis());
        for _ in 0..slices {
            match self.lines.recv_timeout(SLICE) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(Over::Ended(self.ending())),
                Err(RecvTimeoutError::Timeout) => {
                    let progress = Progress { phase: PROVER, ..Progress::default() };
                    control.poll(&progress).map_err(Over::Stopped)?;
                }
            }
        }
        Err(Over::Silent)
    }

    /// Lines of the process up to the one that closes all parentheses.
    pub(crate) fn receive_closed(
        &mut self,
        longest: usize,
        limit: Duration,
        control: &dyn Control,
    ) -> Result<String, Over> {
        let mut answer = self.receive(limit, control)?;
        while answer.matches('(').count() != answer.matches(')').count() {
            if answer.len() > longest {
                return Err(Over::Ended("answers without end".to_owned()));
            }
            answer.push('\n');
            answer.push_str(&self.receive(limit, control)?);
        }
        Ok(answer)
    }

    /// The exit status of the process that closed its output.
    fn ending(&mut self) -> String {
        // A process may close its output a little before it ends, or without ending at all. Its complaints may still be
        // on their way then; and a process that it has started may keep its error output open.
        for _ in 0..20 {
            let has_ended = self.child.try_wait().is_ok_and(|status| status.is_some());
            if has_ended && self.listener.as_ref().is_none_or(JoinHandle::is_finished) {
                break;
            }
            thread::sleep(SLICE);
        }
        let Ok(Some(status)) = self.child.try_wait() else { return "closed its output".to_owned() };
        let complaint = self.complaint.lock().unwrap_or_else(PoisonError::into_inner);
        let said = complaint.lines().next().map(|line| format!(": {}", shorten(line))).unwrap_or_default();
        format!("ended with {status}{said}")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn write_all(mut stdin: ChildStdin, requests: &Receiver<String>) {
    for text in requests {
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn read_lines(stdout: ChildStdout, lines: &SyncSender<String>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        match stdout.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(1..) => {}
            Ok(0) | Err(_) => return,
        }
        let line = String::from_utf8_lossy(&line).trim_end().to_owned();
        if lines.send(line).is_err() {
            return;
        }
    }
}

fn read_complaint(mut stderr: ChildStderr, complaint: &Mutex<String>) {
    let mut start = Vec::new();
    let _ = stderr.by_ref().take(LONGEST_COMPLAINT).read_to_end(&mut start);
    String::from_utf8_lossy(&start).as_ref().clone_into(&mut complaint.lock().unwrap_or_else(PoisonError::into_inner));
    let _ = std::io::copy(&mut stderr, &mut std::io::sink());
}

/// The beginning of what a process says, to be quoted: without characters that a terminal obeys.
pub(crate) fn shorten(said: &str) -> String {
    const LONGEST: usize = 100;
    let shown = |character: char| match character {
        '\n' | '"' => ' ',
        other if other.is_control() => char::REPLACEMENT_CHARACTER,
        other => other,
    };
    said.chars().take(LONGEST).map(shown).collect()
}
