//! Pragmas that say nothing.

use boolprog_base::{Diagnostic, most_similar};

use super::{Context, codes, replacement};
use crate::reading::{BadPragma, KEYS, setting};

pub(super) fn check(context: &Context, report: &mut Vec<Diagnostic>) {
    for pragma in &context.file.pragmas {
        match setting(pragma) {
            Ok(_) => {}
            Err(BadPragma::Key) => {
                let key = &pragma.key;
                let message =
                    format!("`{}` is not a setting. The settings are `threads`, `error` and `initial`.", key.text);
                let diagnostic = codes::UNKNOWN_PRAGMA.at(key.span, message);
                report.push(match most_similar(&key.text, KEYS) {
                    Some(known) => diagnostic.with_fix(format!("Change to `{known}`"), replacement(key.span, known)),
                    None => diagnostic,
                });
            }
            Err(BadPragma::Value(wanted)) => {
                let message =
                    format!("`{}` is {wanted}, not `{}`. This line is ignored.", pragma.key.text, pragma.value.text);
                report.push(codes::PRAGMA_VALUE.at(pragma.value.span, message));
            }
        }
    }
}
