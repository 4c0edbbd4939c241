//! Starts `boolprog lsp` for Boolean and integer programs in Zed.

use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Boolprog;

impl zed::Extension for Boolprog {
    fn new() -> Self {
        Self
    }

    /// The server is the one on the `PATH`; nothing is downloaded.
    fn language_server_command(
        &mut self,
        _: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Command> {
        let command = worktree.which("boolprog").ok_or(
            "`boolprog` is not on the PATH: build it with `cargo install --path server/boolprog`",
        )?;
        Ok(Command {
            command,
            args: vec!["lsp".to_owned()],
            env: worktree.shell_env(),
        })
    }
}

zed::register_extension!(Boolprog);
