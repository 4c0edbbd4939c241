//! Processes that end together, at the latest with this process.

use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process_group};

/// The script of a guard: its input ends when this process has ended, also by a signal that cannot be handled.
const GUARD: &str = "read -r _; kill -KILL 0";

/// A group of processes. It is led by a guard, so that its number is that of no other group while this is alive. Dropping it
/// kills the group.
#[derive(Debug)]
pub(crate) struct Group {
    guard: Child,
}

impl Group {
    /// A group in which the command will start its process.
    pub(crate) fn of(command: &mut Command) -> io::Result<Self> {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", GUARD]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).process_group(0);
        let guard = shell.spawn().map_err(|error| io::Error::other(format!("/bin/sh: {error}")))?;
        let group = Self { guard };
        command.process_group(group.guard.id().cast_signed());
        Ok(group)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(group) = Pid::from_raw(self.guard.id().cast_signed()) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.guard.wait();
    }
}
