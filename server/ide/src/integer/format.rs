//! Formatting: the edits to the result of [`boolprog_integer::format`].

use std::iter::Peekable;
use std::str::CharIndices;

use boolprog_base::{Edit, Span};
use boolprog_integer::format;

use super::Snapshot;
use crate::format::Style;

/// The edits that format a text, in textual order, as short as possible. None for a text with syntax errors.
pub fn format(snapshot: &Snapshot, style: Style) -> Vec<Edit> {
    let formatted = format::format(&snapshot.text, &style.unit());
    formatted.map_or_else(Vec::new, |formatted| respaced(&snapshot.text, &formatted))
}

/// The same for the lines that a range touches.
pub fn format_range(snapshot: &Snapshot, range: Span, style: Style) -> Vec<Edit> {
    let text = &snapshot.text;
    let before = text.get(..range.start as usize).unwrap_or_default();
    let behind = text.get(range.end as usize..).unwrap_or_default();
    let lines = Span::new(
        before.rfind('\n').map_or(0, |at| at as u32 + 1),
        range.end + behind.find('\n').unwrap_or(behind.len()) as u32,
    );
    let mut edits = format(snapshot, style);
    edits.retain(|edit| lines.contains(edit.span));
    edits
}

/// The edits of formatting after the user has typed a `;` that ends at `offset`: its line, up to there; or a line
/// break: the line before.
pub fn format_on_type(snapshot: &Snapshot, offset: u32, typed: char, style: Style) -> Vec<Edit> {
    let before = snapshot.text.get(..offset as usize).unwrap_or_default();
    let end = match typed {
        ';' if before.ends_with(';') => before.len(),
        '\n' => before.trim_end().len(),
        _ => return Vec::new(),
    } as u32;
    let mut edits = format_range(snapshot, Span::empty(end), style);
    edits.retain(|edit| edit.span.end <= end);
    edits
}

/// The edits that make one text of another that differs in blanks only.
fn respaced(text: &str, other: &str) -> Vec<Edit> {
    let mut edits = Vec::new();
    let (mut left, mut right) = (text.char_indices().peekable(), other.char_indices().peekable());
    loop {
        let (from, to) = (blanks(text, &mut left), blanks(other, &mut right));
        edits.extend(smallest(from, to));
        match (left.next(), right.next()) {
            (None, _) | (_, None) => return edits,
            (Some(_), Some(_)) => {}
        }
    }
}

/// The blanks that come next, with their place.
fn blanks<'t>(text: &'t str, chars: &mut Peekable<CharIndices<'_>>) -> (u32, &'t str) {
    let at = |chars: &mut Peekable<CharIndices<'_>>| chars.peek().map_or(text.len(), |(at, _)| *at);
    let start = at(chars);
    while chars.next_if(|(_, c)| c.is_whitespace()).is_some() {}
    (start as u32, &text[start..at(chars)])
}

/// The shortest edit that makes blanks others; none if they are the same.
fn smallest((start, from): (u32, &str), (_, to): (u32, &str)) -> Option<Edit> {
    let same = |(a, b): &(char, char)| a == b;
    let before: usize = from.chars().zip(to.chars()).take_while(same).map(|(c, _)| c.len_utf8()).sum();
    let (from, to) = (&from[before..], &to[before..]);
    let behind: usize = from.chars().rev().zip(to.chars().rev()).take_while(same).map(|(c, _)| c.len_utf8()).sum();
    let (from, to) = (&from[..from.len() - behind], &to[..to.len() - behind]);
    let span = Span::new(start + before as u32, start + (before + from.len()) as u32);
    (from != to).then(|| Edit { span, text: to.to_owned() })
}
