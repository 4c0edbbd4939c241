//! Questions about a thread transition system.

use std::path::Path;

use boolprog_check::System;
use boolprog_frontend::System as Unasked;

use super::load::read;

/// The system with the start and the targets given. Without them the start is its own, and the targets its own or those
/// in the `.prop` file beside it. Fails with a sentence for the user.
pub(super) fn asked(path: &Path, system: Unasked, init: Option<&str>, target: Option<&str>) -> Result<System, String> {
    let targets = match target {
        None if system.has_targets() => None,
        _ => Some(target_text(path, target)?),
    };
    system.asking(init, targets.as_deref())
}

fn target_text(path: &Path, target: Option<&str>) -> Result<String, String> {
    let file = match target {
        Some(text) if Path::new(text).extension().is_none_or(|extension| extension != "prop") => {
            return Ok(text.to_owned());
        }
        Some(file) => Path::new(file).to_owned(),
        None => path.with_extension("prop"),
    };
    let text = read(&file).map_err(|why| {
        let file = file.display();
        format!("The target cannot be used: {file}: {why} Give a target with --target \"4|20\".")
    })?;
    Ok(text.text().to_string())
}
