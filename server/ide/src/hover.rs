//! Hover: the meaning of a name, and the thread states before a statement.

pub(crate) mod states;
mod step;
mod variable;

use boolprog_base::Span;
use boolprog_base::words::listed;
use boolprog_program::names::{LabelId, Role, Symbol};
use boolprog_syntax::ast::SiteId;

use crate::markdown::{code, escaped};
use crate::snapshot::line_numbers;
use crate::{Snapshot, keywords, needed};

/// A text about a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hover {
    /// Span of its subject.
    pub span: Span,
    /// The text, in Markdown.
    pub markdown: String,
    /// `true` if it shows thread states of the program point at [`place_at`], with links to more.
    pub has_states: bool,
}

/// No hover is longer than this.
pub const MAX_LINES: usize = 12;

/// The hover at an offset, in at most `room` lines (which must be 10 or more). Uses known results; never starts an
/// analysis.
pub fn hover(snapshot: &Snapshot, offset: u32, room: usize) -> Option<Hover> {
    let site = site_at(snapshot, offset);
    let name = snapshot.analysis.names.use_at(offset);
    let (span, lines) = match name.map(|found| (found.symbol, found)) {
        Some((Symbol::Variable(id), found)) => {
            let mut lines = variable::describe(snapshot, id, found.site);
            lines.extend(found.site.and_then(|site| states::headline(snapshot, site)).map(line));
            (found.span, lines)
        }
        Some((Symbol::Label(id), found)) => (found.span, of_label(snapshot, id, room)),
        Some((Symbol::Procedure(_), _)) => at_site(snapshot, site?, room)?,
        None => at_word(snapshot, offset, site, room)?,
    };
    let shown: Vec<String> = lines.into_iter().take(room).collect();
    let place = place_at(snapshot, offset);
    let has_states = place.is_some_and(|place| states::known_at(snapshot, place).is_some());
    Some(Hover { span, markdown: shown.join("\n").trim_end().to_owned(), has_states })
}

/// The lines about a variable or a label, independent of the place; none for a procedure.
pub(crate) fn of_symbol(snapshot: &Snapshot, symbol: Symbol) -> Vec<String> {
    match symbol {
        Symbol::Variable(id) => variable::describe(snapshot, id, None),
        Symbol::Label(id) => of_label(snapshot, id, MAX_LINES),
        Symbol::Procedure(_) => Vec::new(),
    }
}

/// The jumps to a label, and the states before its statement.
fn of_label(snapshot: &Snapshot, id: LabelId, room: usize) -> Vec<String> {
    let names = &snapshot.analysis.names;
    let Some(label) = names.labels.get(id.0 as usize) else { return Vec::new() };
    let uses = names.uses_of(Symbol::Label(id));
    let jumps: Vec<u32> = uses.filter(|found| found.role != Role::Declaration).map(|found| found.span.start).collect();
    let came = if jumps.is_empty() {
        "no jumps to it".to_owned()
    } else {
        format!("jumps from {}", lines(&snapshot.text, &jumps))
    };
    let procedure = names.procedures.get(label.procedure.0 as usize).map_or("", |procedure| &procedure.name);
    let mut told = vec![line(format_args!("label {} of {} - {came}", code(&label.name), code(procedure)))];
    told.extend(variables(snapshot, label.site));
    told.extend(states::describe(snapshot, label.site, room - told.len()).unwrap_or_default());
    told
}

/// The site whose thread states are shown at an offset: that of a label, else the innermost one there.
pub fn place_at(snapshot: &Snapshot, offset: u32) -> Option<SiteId> {
    match snapshot.analysis.names.use_at(offset).map(|found| found.symbol) {
        Some(Symbol::Label(id)) => snapshot.analysis.names.labels.get(id.0 as usize).map(|label| label.site),
        Some(Symbol::Variable(_) | Symbol::Procedure(_)) | None => site_at(snapshot, offset),
    }
}

/// The site that a question asked at an offset is about: the one of [`place_at`], or else the nearest on the same line,
/// since after typing or clicking the cursor often stands at the end of a line. Linear in the sites.
pub fn nearest_place(snapshot: &Snapshot, offset: u32) -> Option<SiteId> {
    place_at(snapshot, offset).or_else(|| {
        let line = line_at(&snapshot.text, offset);
        let sites = snapshot.file.sites.iter().zip(0..);
        let on_line = sites
            .filter(|(site, _)| !site.span.is_empty() && site.span.start <= line.end && line.start <= site.span.end);
        let distance = |span: Span| span.start.saturating_sub(offset) + offset.saturating_sub(span.end);
        on_line.min_by_key(|(site, _)| (distance(site.span), site.span.len())).map(|(_, index)| SiteId(index))
    })
}

/// The line around an offset, without its line break.
fn line_at(text: &str, offset: u32) -> Span {
    let (before, after) = text.split_at_checked(offset as usize).unwrap_or((text, ""));
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let end = before.len() + after.find('\n').unwrap_or(after.len());
    #[expect(clippy::cast_possible_truncation, reason = "offsets in a text fit into 32 bits")]
    Span::new(start as u32, end as u32)
}

/// The states before a site, and the effect of its step on them; `None` if the program has errors.
fn at_site(snapshot: &Snapshot, site: SiteId, room: usize) -> Option<(Span, Vec<String>)> {
    let mut lines: Vec<String> = variables(snapshot, site).into_iter().collect();
    let step = step::describe(snapshot, site);
    lines.extend(states::describe(snapshot, site, room - lines.len() - usize::from(step.is_some()))?);
    lines.extend(step);
    Some((snapshot.site(site)?.span, lines))
}

/// The variables on which the verdict of a property at a site depends.
fn variables(snapshot: &Snapshot, site: SiteId) -> Option<String> {
    needed::at(snapshot, site).map(|variables| line(escaped(&variables)))
}

/// The same, followed by the meaning of the word at the cursor if there is room.
fn at_word(snapshot: &Snapshot, offset: u32, site: Option<SiteId>, room: usize) -> Option<(Span, Vec<String>)> {
    let here = site.and_then(|site| at_site(snapshot, site, room));
    let Some((word, meaning)) = keywords::at(snapshot, offset) else { return here };
    let Some((span, mut lines)) = here else { return Some((word, meaning.map(line).to_vec())) };
    lines.push(String::new());
    lines.extend(meaning.map(line));
    Some((span, lines))
}

/// The innermost site under the cursor; the one that begins there if it touches two.
fn site_at(snapshot: &Snapshot, offset: u32) -> Option<SiteId> {
    let sites = snapshot.file.sites.iter().zip(0..);
    let touched = sites.filter(|(site, _)| site.span.touches(offset) && !site.span.is_empty());
    touched.min_by_key(|(site, _)| (site.span.end == offset, site.span.len())).map(|(_, index)| SiteId(index))
}

/// A line that ends in a line break of Markdown.
pub(crate) fn line(text: impl std::fmt::Display) -> String {
    format!("{text}  ")
}

/// `line 3`, `lines 3, 7 and 12`, `lines 3, 7, 12 and 4 more`.
pub(crate) fn lines(text: &str, offsets: &[u32]) -> String {
    const SHOWN: usize = 6;
    let mut numbers: Vec<usize> = line_numbers(text, offsets.iter().copied()).collect();
    numbers.dedup();
    let hidden = numbers.len().saturating_sub(SHOWN);
    let mut words: Vec<String> = numbers.iter().take(SHOWN).map(ToString::to_string).collect();
    words.extend((hidden > 0).then(|| format!("{hidden} more")));
    format!("{} {}", if numbers.len() == 1 { "line" } else { "lines" }, listed(&words))
}
