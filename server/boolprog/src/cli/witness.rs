//! `--witness`: the first violation as a file for validators.

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use boolprog_export::report::Verdict;
use boolprog_export::witness::witness;
use boolprog_integer::Origins;
use boolprog_trace::document::ProgramKind;

use super::arguments::CheckArguments;
use super::checked::Checked;
use super::output::{self, NotWritten, complain};

/// Writes the first violation of a C program where it is wanted.
pub(super) fn write(arguments: &CheckArguments, checked: &Checked) -> Result<(), NotWritten> {
    let Some(path) = &arguments.witness else { return Ok(()) };
    let document = &checked.document;
    if document.kind.is_some_and(|kind| kind != ProgramKind::C) {
        complain(format_args!("witnesses are about C programs, so {} is not written.", path.display()));
        return Ok(());
    }
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let violated = document.properties.iter().find(|property| property.verdict == Verdict::Violated);
    let c = &arguments.reading.c;
    let task = (c.entry.as_str(), c.machine.target().data_model());
    let is_integer = |name: &str| checked.origins.as_deref().is_some_and(|origins| is_integer(origins, name));
    let text = violated.and_then(|property| witness((document, property), &is_integer, task, &date(seconds)));
    let Some(text) = text else {
        complain(format_args!("there is no violation, so {} is not written.", path.display()));
        return Ok(());
    };
    output::write(Some(path), |out| out.write_all(text.as_bytes()))
}

/// Returns `true` if the text writes an integer like this, and no variable of any function.
fn is_integer(origins: &Origins, name: &str) -> bool {
    let mut found = origins.written.iter().filter(|(_, written)| *written == name);
    found.next().is_some_and(|(variable, _)| origins.integers.contains(variable)) && found.next().is_none()
}

/// The time of a number of seconds since 1970, as `2024-01-31T12:00:00Z`. The calendar repeats every 400 years, which here begin
/// in March (the algorithm `civil_from_days` of Howard Hinnant).
fn date(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01T00:00:00Z");
        assert_eq!(date(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(date(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(date(1_767_225_599), "2025-12-31T23:59:59Z");
        assert_eq!(date(4_107_542_400), "2100-03-01T00:00:00Z");
    }
}
