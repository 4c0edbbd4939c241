//! Files of another language with the same extension.

/// Returns `true` if a file is an Android blueprint, which has the same extension: by its name, or because its first
/// token is a word before `{` that cannot begin a Boolean program.
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
