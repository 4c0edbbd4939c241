//! Paths as references to artifacts.

use std::fmt::Write;

/// A path as a URI reference of RFC 3986: a relative path stays relative, an absolute one gets the scheme `file`, and a
/// URI (`untitled:Untitled-1`) is unchanged.
pub(super) fn reference(path: &str) -> String {
    let slashes = path.replace('\\', "/");
    if begins_with_drive(&slashes) {
        return format!("file:///{}{}", &slashes[..2], encoded(&slashes[2..]));
    }
    if slashes.starts_with('/') {
        return format!("file://{}", encoded(&slashes));
    }
    if is_uri(path) {
        return encoded_but(path, b"%:?#[]@");
    }
    let relative = slashes.strip_prefix("./").unwrap_or(&slashes);
    encoded(relative)
}

/// `C:/...`
fn begins_with_drive(path: &str) -> bool {
    matches!(path.as_bytes(), [letter, b':', b'/', ..] if letter.is_ascii_alphabetic())
}

fn is_uri(path: &str) -> bool {
    let is_scheme = |scheme: &str| ["untitled", "file", "vscode-vfs", "vscode-remote"].contains(&scheme);
    path.split_once(':').is_some_and(|(scheme, _)| is_scheme(scheme))
}

fn encoded(path: &str) -> String {
    encoded_but(path, b"")
}

/// Percent-encodes all characters except those of a path, and these.
fn encoded_but(path: &str, kept: &[u8]) -> String {
    let mut encoded = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/!$&'()*+,;=".contains(&byte) || kept.contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a string never fails.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::reference;

    #[test]
    fn paths_become_references() {
        for (path, uri) in [
            ("a.bp", "a.bp"),
            ("./a b/ü#1%.bp", "a%20b/%C3%BC%231%25.bp"),
            ("../x?.bp", "../x%3F.bp"),
            ("a:b.bp", "a%3Ab.bp"),
            ("/home/me/a b.bp", "file:///home/me/a%20b.bp"),
            ("C:\\Users\\me\\a.bp", "file:///C:/Users/me/a.bp"),
            ("dir\\a.bp", "dir/a.bp"),
            ("untitled:Untitled-1", "untitled:Untitled-1"),
            ("é", "%C3%A9"),
            ("", ""),
        ] {
            assert_eq!(reference(path), uri, "{path}");
        }
    }
}
