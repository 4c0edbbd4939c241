//! What the screen shows: the steps, the program, and the state.

use boolprog_trace::document::{StateDocument, ThreadDocument, Value};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Paragraph};

use super::keys::HELP;
use super::print::news;
use super::view::View;

/// Each thread has one of these; its number is always written too.
const COLOURS: [Color; 6] = [Color::Cyan, Color::Yellow, Color::Magenta, Color::Green, Color::Blue, Color::Red];
const DIM: Style = Style::new().add_modifier(Modifier::DIM);
const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);

/// Draws a place in a counterexample.
pub(super) fn draw(frame: &mut Frame<'_>, view: &View<'_>) {
    let head = head(view);
    let height = u16::try_from(head.len()).unwrap_or(u16::MAX);
    let [top, middle, bottom] =
        Layout::vertical([Constraint::Length(height), Constraint::Min(0), Constraint::Length(1)]).areas(frame.area());
    frame.render_widget(Paragraph::new(head), top);
    frame.render_widget(Paragraph::new(Line::styled(foot(view), DIM)), bottom);
    let [left, right] = Layout::horizontal([Constraint::Percentage(62), Constraint::Percentage(38)]).areas(middle);
    if view.source.is_empty() {
        draw_steps(frame, left, view);
    } else {
        let [above, below] = Layout::vertical([Constraint::Percentage(50), Constraint::Percentage(50)]).areas(left);
        draw_steps(frame, above, view);
        draw_source(frame, below, view);
    }
    draw_state(frame, right, view);
}

fn head(view: &View<'_>) -> Vec<Line<'static>> {
    let mut lines = vec![Line::styled(format!("{}: {}", view.lanes.headline, view.lanes.size), BOLD)];
    lines.extend(view.note.clone().map(Line::from));
    lines
}

fn foot(view: &View<'_>) -> String {
    match view.number {
        Some(number) => format!("to step {number}"),
        None => HELP.to_owned(),
    }
}

fn draw_steps(frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
    let block = Block::new().borders(Borders::TOP).title(format!(" {} of {} steps taken ", view.cursor(), view.end()));
    let inner = block.inner(area);
    frame.render_widget(block, area);
    // The end is a row too.
    let rows = window(view.cursor(), view.end() + 1, inner.height).map(|at| step(view, at));
    frame.render_widget(Paragraph::new(rows.collect::<Vec<_>>()), inner);
}

fn step(view: &View<'_>, at: usize) -> Line<'static> {
    let mark = if at == view.cursor() { ">" } else { " " };
    let style = if at == view.cursor() { BOLD } else { Style::new() };
    let Some(row) = view.lanes.rows.get(at) else {
        let who = view.lanes.outcome.thread.map(|thread| format!("T{thread} ")).unwrap_or_default();
        let line = Line::from(format!("{mark}    {who}{}", view.lanes.outcome.words));
        return line.style(if view.lanes.outcome.is_violation { style.fg(Color::Red) } else { style });
    };
    let lane = view.lanes.index(row.thread);
    // Beyond some lanes there is no room to put each further to the right.
    let indent = "  ".repeat(lane.min(8));
    let thread = Span::styled(format!("T{}", row.thread), colour(lane));
    let news = Span::styled(format!("  {}", news(row)), DIM);
    let number = Span::raw(format!("{mark}{:>3} {indent}", row.step));
    Line::from(vec![number, thread, Span::raw(format!(" {}", row.text)), news]).style(style)
}

fn draw_source(frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
    let block = Block::new().borders(Borders::TOP).title(format!(" {} ", view.trace.program));
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let current = view.place().line.saturating_sub(1) as usize;
    let lines = window(current, view.source.len(), inner.height).map(|at| source_line(view, at, at == current));
    frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), inner);
}

fn source_line(view: &View<'_>, at: usize, is_current: bool) -> Line<'static> {
    let mark = if is_current { ">" } else { " " };
    let text = view.source[at].replace('\t', "  ");
    let mut spans = vec![Span::styled(format!("{mark}{:>4} ", at + 1), DIM), Span::raw(text)];
    for thread in &view.state().threads {
        if line_of(thread) as usize == at + 1 {
            let lane = view.lanes.index(thread.number);
            spans.push(Span::styled(format!("  T{}", thread.number), colour(lane)));
        }
    }
    Line::from(spans).style(if is_current { BOLD } else { Style::new() })
}

fn draw_state(frame: &mut Frame<'_>, area: Rect, view: &View<'_>) {
    let block = Block::new().borders(Borders::TOP | Borders::LEFT).title(" State ");
    let inner = block.inner(area);
    frame.render_widget(block, area);
    let (now, before) = (view.state(), view.state_before());
    let mut lines = values(&view.trace.shared, &now.shared, before.map(|state| state.shared.as_slice()), 0);
    for thread in &now.threads {
        lines.push(Line::default());
        lines.extend(thread_lines(view, thread, before));
    }
    // The acting thread is always seen.
    let acting = now.threads.iter().position(|thread| Some(thread.number) == view.acting()).unwrap_or_default();
    let blanks = lines.iter().enumerate().filter(|(_, line)| line.spans.is_empty());
    let begin = blanks.map(|(at, _)| at).nth(acting).unwrap_or_default();
    let hidden = if lines.len() > inner.height as usize { begin.min(lines.len() - inner.height as usize) } else { 0 };
    frame.render_widget(Paragraph::new(lines.split_off(hidden)), inner);
}

fn thread_lines(view: &View<'_>, thread: &ThreadDocument, before: Option<&StateDocument>) -> Vec<Line<'static>> {
    let lane = view.lanes.index(thread.number);
    let old = before.and_then(|state| state.threads.iter().find(|it| it.number == thread.number));
    let name = view.lanes.threads.get(lane).map_or(String::new(), boolprog_export::lanes::Lane::title);
    let atomic = if view.state().atomic == Some(thread.number) { ", atomic" } else { "" };
    let mut title = vec![Span::styled(name, colour(lane)), Span::raw(format!(" line {}{atomic}", line_of(thread)))];
    if old.is_none() && before.is_some() {
        title.push(Span::styled(" new", BOLD));
    }
    let mut lines = vec![Line::from(title)];
    let old_globals = old.map(|it| it.thread_local.as_slice());
    lines.extend(values(&view.trace.thread_local, &thread.thread_local, old_globals, 2));
    for (depth, frame) in thread.frames.iter().enumerate() {
        let Some(procedure) = view.trace.procedures.get(frame.procedure as usize) else { continue };
        if depth > 0 {
            lines.push(Line::from(format!("  in {}", procedure.name)));
        }
        let same = old.and_then(|it| it.frames.get(depth)).filter(|it| it.procedure == frame.procedure);
        lines.extend(values(&procedure.variables, &frame.values, same.map(|it| it.values.as_slice()), 2));
    }
    lines
}

/// A line per variable; what has changed stands out.
fn values(names: &[String], now: &[Value], before: Option<&[Value]>, indent: usize) -> Vec<Line<'static>> {
    let line = |(at, (name, value)): (usize, (&String, &Value))| {
        let old = before.and_then(|before| before.get(at)).filter(|old| *old != value);
        let text = format!("{:indent$}{name} = {value}", "");
        match old {
            Some(old) => {
                let was = Span::styled(format!("  was {old}"), DIM);
                Line::from(vec![Span::styled(text, BOLD.fg(Color::Yellow)), was])
            }
            None => Line::from(text),
        }
    };
    names.iter().zip(now).enumerate().map(line).collect()
}

/// The line of the statement that a thread is about to execute.
fn line_of(thread: &ThreadDocument) -> u32 {
    thread.frames.last().map_or(0, |frame| frame.range.line)
}

fn colour(lane: usize) -> Style {
    BOLD.fg(COLOURS[lane % COLOURS.len()])
}

/// As many of `count` rows as there is room for, with `current` in the middle if possible.
fn window(current: usize, count: usize, height: u16) -> std::ops::Range<usize> {
    let height = height as usize;
    let first = current.saturating_sub(height / 2).min(count.saturating_sub(height));
    first..(first + height).min(count)
}
