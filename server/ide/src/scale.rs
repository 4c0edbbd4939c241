//! Which files are not checked without being asked: large ones, and those of another language.

use boolprog_program::names::Storage;

use crate::Snapshot;

/// More than any of these makes a file large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Lines.
    pub lines: usize,
    /// Bytes of the text.
    pub bytes: usize,
    /// Variables in scope of one procedure.
    pub variables: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { lines: 2_000, bytes: 200_000, variables: 40 }
    }
}

/// Whether a file is so large that it is checked only on request.
pub fn is_large(snapshot: &Snapshot) -> bool {
    let limits = snapshot.preferences.large;
    snapshot.text.len() > limits.bytes
        || snapshot.text.bytes().filter(|byte| *byte == b'\n').count() >= limits.lines
        || variables_in_scope(snapshot) > limits.variables
}

fn variables_in_scope(snapshot: &Snapshot) -> usize {
    let mut global = 0;
    let mut local = vec![0; snapshot.file.procedures.len()];
    for variable in &snapshot.analysis.names.variables {
        match variable.storage {
            Storage::Shared | Storage::ThreadLocal => global += 1,
            Storage::Local(owner) | Storage::Parameter(owner, _) => {
                local.get_mut(owner.0 as usize).into_iter().for_each(|count| *count += 1);
            }
        }
    }
    global + local.into_iter().max().unwrap_or(0)
}

/// Whether a file is an Android blueprint, which has the same extension: by its name, or because its first token
/// is a word before `{` that cannot begin a Boolean program.
pub fn is_blueprint(file_name: &str, text: &str) -> bool {
    if matches!(file_name, "Android.bp" | "Blueprints") {
        return true;
    }
    let text = behind_comments(text);
    let word = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').next().unwrap_or_default();
    let behind = behind_comments(&text[word.len()..]);
    let ours = ["decl", "void", "bool", "dfs"].contains(&word);
    !word.is_empty() && !word.starts_with(|c: char| c.is_ascii_digit()) && !ours && behind.starts_with('{')
}

/// The text without blanks and comments at its start.
fn behind_comments(mut text: &str) -> &str {
    loop {
        text = text.trim_start();
        text = if let Some(comment) = text.strip_prefix("//") {
            comment.find('\n').map_or("", |end| &comment[end..])
        } else if let Some(comment) = text.strip_prefix("/*") {
            comment.find("*/").map_or("", |end| &comment[end + 2..])
        } else {
            return text;
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blueprints_are_recognised_by_name_and_by_their_first_token() {
        assert!(is_blueprint("Android.bp", "decl x;"));
        assert!(is_blueprint("x.bp", "// Copyright\n/* more */ cc_library {\n name: \"x\" }"));
        assert!(is_blueprint("x.bp", "package{}"));
    }

    #[test]
    fn boolean_programs_are_not_blueprints() {
        for text in
            ["", "decl {x y};", "decl x;", "void {f}() begin end", "void main() begin end", "// cc {\n", "{x}", "1 {"]
        {
            assert!(!is_blueprint("x.bp", text), "{text}");
        }
    }
}
